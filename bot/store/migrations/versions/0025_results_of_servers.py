"""An index of results by server and time, from which ladders are fitted."""

import sqlalchemy as sa

from bot.store.migrations.indexes import add_large_index

revision = "0025"
down_revision = "0024"


def upgrade() -> None:
    """Add the index, while people play."""
    add_large_index("results_of_server", "results", ["guild_id", "ended_at", "game_id"], sa.text("seat = 1"))
