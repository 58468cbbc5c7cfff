"""Count games against rivals anew, and find what somebody has played for years by an index, and by its sums."""

import sqlalchemy as sa
from alembic import op

from bot.store.migrations.indexes import add_large_index

revision = "0036"
down_revision = "0035"

INDEXES = {
    "games_of_player1": ("games", ["player1", "ending", "points1"]),
    "games_of_player2": ("games", ["player2", "ending", "points2"]),
    "games_of_player1_here": ("games", ["player1", "guild_id", "id"]),
    "games_of_player2_here": ("games", ["player2", "guild_id", "id"]),
    "results_between": ("results", ["player", "other", "ended_at", "game_id", "won"]),
}


def upgrade() -> None:
    """Have results kept anew of games against rivals, whose moves count too, and ladders fitted, on which all count."""
    for name, (table, columns) in INDEXES.items():
        op.drop_index(name, table, if_exists=True)
        add_large_index(name, table, columns)
    op.create_table(
        "summaries",
        sa.Column("player", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("period", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("changes", sa.Integer, nullable=False),
    )
    op.execute("UPDATE games SET counted = false WHERE rival IS NOT NULL AND ending IS NOT NULL")
    op.execute("UPDATE ladders SET changes = changes + 1")
