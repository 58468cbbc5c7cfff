"""Clocks, timers, and what players and servers have chosen."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Add the clocks of games, the timers, and two tables of settings."""
    numbered = sa.BigInteger().with_variant(sa.Integer, "sqlite")
    for name, kind in (
        ("pace", sa.Integer),
        ("deadline", sa.BigInteger),
        ("paused", sa.BigInteger),
        ("away", sa.BigInteger),
    ):
        op.add_column("games", sa.Column(name, kind))
    op.add_column("games", sa.Column("nudged_at", sa.BigInteger))
    op.add_column("challenges", sa.Column("pace", sa.Integer))
    op.add_column("challenges", sa.Column("rematch_of", sa.BigInteger))
    op.create_table(
        "timers",
        sa.Column("game_id", numbered, sa.ForeignKey("games.id"), primary_key=True),
        sa.Column("kind", sa.String(8), primary_key=True),
        sa.Column("due", sa.BigInteger, nullable=False),
    )
    op.create_index("timers_due", "timers", ["due"])
    op.create_table(
        "players",
        sa.Column("user_id", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("theme", sa.String(16)),
        sa.Column("notify", sa.String(8), nullable=False),
        sa.Column("quiet_from", sa.Integer),
        sa.Column("quiet_to", sa.Integer),
        sa.Column("timezone", sa.String(64), nullable=False),
        sa.Column("vacation_until", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "servers",
        sa.Column("guild_id", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("theme", sa.String(16)),
    )
