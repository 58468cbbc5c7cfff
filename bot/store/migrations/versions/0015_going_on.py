"""An index of the running games that SQLite counts them by: it holds every column that is asked for."""

import sqlalchemy as sa

from bot.store.migrations.indexes import add_large_index

revision = "0015"
down_revision = "0014"


def upgrade() -> None:
    """Add the index, while people play."""
    add_large_index("games_going_on", "games", ["guild_id", "ending"], sa.text("ending IS NULL"))
