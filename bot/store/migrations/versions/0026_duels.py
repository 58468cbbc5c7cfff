"""Duels: two games, one for each of two people, with the same ring and the same rival."""

import sqlalchemy as sa
from alembic import op

revision = "0026"
down_revision = "0025"


def upgrade() -> None:
    """Add a table and two columns. A release that does not know them may still drop a game."""
    numbered = sa.BigInteger().with_variant(sa.Integer, "sqlite")
    op.add_column("games", sa.Column("duel", sa.String(8)))
    op.add_column("challenges", sa.Column("rival", sa.String(12)))
    op.create_table(
        "duels",
        sa.Column("id", numbered, primary_key=True),
        sa.Column("guild_id", sa.BigInteger, nullable=False),
        sa.Column("channel_id", sa.BigInteger, nullable=False),
        sa.Column("one", sa.BigInteger, nullable=False),
        sa.Column("two", sa.BigInteger, nullable=False),
        sa.Column("game1", numbered, sa.ForeignKey("games.id", ondelete="CASCADE"), nullable=False),
        sa.Column("game2", numbered, sa.ForeignKey("games.id", ondelete="CASCADE"), nullable=False),
        sa.Column("level", sa.String(12), nullable=False),
        sa.Column("language", sa.String(8), nullable=False),
        sa.Column("ends_at", sa.BigInteger, nullable=False),
        sa.Column("ended_at", sa.BigInteger),
        sa.Column("message_id", sa.BigInteger),
        sa.Column("shown", sa.String(8)),
        sa.Column("owed", sa.Boolean, nullable=False),
        sqlite_autoincrement=True,
    )
    op.create_index("duels_of_server", "duels", ["guild_id"])
    op.create_index("duels_of_one", "duels", ["one"])
    op.create_index("duels_of_two", "duels", ["two"])
    op.create_index("duels_of_game1", "duels", ["game1"], unique=True)
    op.create_index("duels_of_game2", "duels", ["game2"], unique=True)
    is_true = "IS 1" if op.get_bind().dialect.name == "sqlite" else "IS true"
    _partial_index("duels_going_on", "ends_at", "ended_at IS NULL")
    _partial_index("duels_owed", "id", f"owed {is_true}")


def _partial_index(name: str, column: str, where: str) -> None:
    op.create_index(name, "duels", [column], sqlite_where=sa.text(where), postgresql_where=sa.text(where))
