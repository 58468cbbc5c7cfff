"""Sunday quilts: games with the same ring against the same rival."""

import sqlalchemy as sa
from alembic import op

revision = "0031"
down_revision = "0030"


def upgrade() -> None:
    """Add a table. A release that does not know it may still drop a game."""
    numbered = sa.BigInteger().with_variant(sa.Integer, "sqlite")
    op.create_table(
        "sundays",
        sa.Column("user_id", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("guild_id", sa.BigInteger, nullable=False),
        sa.Column("game_id", numbered, sa.ForeignKey("games.id", ondelete="CASCADE"), nullable=False),
        sa.Column("ends_at", sa.BigInteger, nullable=False),
        sa.Column("noted", sa.Boolean, nullable=False),
        sa.Column("is_over", sa.Boolean, nullable=False),
    )
    op.create_index("sundays_of_game", "sundays", ["game_id"], unique=True)
    op.create_index("sundays_of_server", "sundays", ["guild_id", "number"])
    no = "IS 0" if op.get_bind().dialect.name == "sqlite" else "IS false"
    _partial_index("sundays_not_noted", "guild_id", f"noted {no}")
    _partial_index("sundays_not_over", "ends_at", f"is_over {no}")


def _partial_index(name: str, column: str, where: str) -> None:
    op.create_index(name, "sundays", [column], sqlite_where=sa.text(where), postgresql_where=sa.text(where))
