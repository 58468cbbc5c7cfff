"""Note the time that was left for each move, how often people are called, and who was late with a daily quilt."""

import sqlalchemy as sa
from alembic import op

revision = "0034"
down_revision = "0032"


def upgrade() -> None:
    """Add the columns; ladders are fitted anew, because a loss on time counts as any other."""
    op.add_column("log", sa.Column("time_left", sa.Integer))
    op.add_column("players", sa.Column("call_gap", sa.Integer, nullable=False, server_default="3"))
    op.add_column("dailies", sa.Column("late", sa.Boolean, nullable=False, server_default=sa.false()))
    op.execute("UPDATE ladders SET changes = changes + 1")
    op.add_column("challenges", sa.Column("call_at", sa.BigInteger))
    is_set = sa.column("call_at").is_not(None)
    op.create_index("challenges_to_call", "challenges", ["call_at"], sqlite_where=is_set, postgresql_where=is_set)
