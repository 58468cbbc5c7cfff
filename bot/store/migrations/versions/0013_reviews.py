"""Reviews of games that have ended."""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"


def upgrade() -> None:
    """Add a table. A release that does not know it may still drop a game: its review goes with it."""
    numbered = sa.BigInteger().with_variant(sa.Integer, "sqlite")
    op.create_table(
        "reviews",
        sa.Column("game_id", numbered, sa.ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("revision", sa.Integer, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
    )
