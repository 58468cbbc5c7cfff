"""An index of the games that are running, which are few among all that ever were."""

import sqlalchemy as sa

from bot.store.migrations.indexes import add_large_index

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    """Add the index, while people play."""
    add_large_index("games_running", "games", ["guild_id"], sa.text("ending IS NULL"))
