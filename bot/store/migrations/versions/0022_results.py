"""What games came to, for each person who played; and who shows that to nobody."""

import sqlalchemy as sa
from alembic import op

revision = "0022"
down_revision = "0021"


def upgrade() -> None:
    """Add a table and two columns. The sweep fills the table, so that nobody waits for a million games."""
    op.add_column("games", sa.Column("counted", sa.Boolean, nullable=False, server_default=sa.false()))
    op.add_column("players", sa.Column("hidden", sa.Boolean, nullable=False, server_default=sa.false()))
    op.create_table(
        "results",
        sa.Column(
            "game_id",
            sa.BigInteger().with_variant(sa.Integer, "sqlite"),
            sa.ForeignKey("games.id", ondelete="CASCADE"),
            primary_key=True,
        ),
        sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("player", sa.BigInteger, nullable=False),
        sa.Column("other", sa.BigInteger),
        sa.Column("level", sa.String(12)),
        sa.Column("guild_id", sa.BigInteger, nullable=False),
        sa.Column("ended_at", sa.BigInteger, nullable=False),
        sa.Column("ending", sa.String(16), nullable=False),
        sa.Column("won", sa.Boolean),
        sa.Column("points", sa.Integer, nullable=False),
        sa.Column("other_points", sa.Integer, nullable=False),
        sa.Column("seven", sa.Boolean, nullable=False),
        sa.Column("empty", sa.Integer, nullable=False),
        sa.Column("moves", sa.Integer, nullable=False),
        sa.Column("first", sa.Boolean, nullable=False),
        sa.Column("hints", sa.Integer, nullable=False),
        sa.Column("played", sa.Text, nullable=False),
    )
    op.create_index("results_of_player", "results", ["player", "ended_at"])
    op.create_index("results_between", "results", ["player", "other"])
