"""What those who wait will do when it becomes their move."""

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0018"


def upgrade() -> None:
    """Add a table and a column. A release that knows neither carries no plan out, and may still drop a game."""
    numbered = sa.BigInteger().with_variant(sa.Integer, "sqlite")
    op.add_column("games", sa.Column("plans", sa.Integer, nullable=False, server_default="0"))
    op.create_table(
        "plans",
        sa.Column("game_id", numbered, sa.ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("revision", sa.Integer, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("held", sa.Boolean, nullable=False, server_default=sa.false()),
    )
