"""An index of the games in which a rival is to move."""

import sqlalchemy as sa

from bot.store.migrations.indexes import add_large_index

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    """Add the index, while people play."""
    add_large_index("games_owed_a_move", "games", ["id"], sa.text("rival IS NOT NULL AND to_move = 2"))
