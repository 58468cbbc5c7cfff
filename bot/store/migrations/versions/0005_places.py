"""Where games are played, what servers and players allow, and short notes of the program's own."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Add the new columns and tables. Nothing is rebuilt: every new column is empty or has a default."""
    op.add_column("games", sa.Column("place", sa.String(8), nullable=False, server_default="here"))
    op.add_column("games", sa.Column("parent_id", sa.BigInteger))
    op.add_column("challenges", sa.Column("place", sa.String(8), nullable=False, server_default="here"))
    op.add_column("challenges", sa.Column("outdated", sa.Boolean, nullable=False, server_default=sa.false()))
    op.add_column("players", sa.Column("challenges", sa.String(12), nullable=False, server_default="everybody"))
    op.add_column("servers", sa.Column("channel_id", sa.BigInteger))
    op.add_column("servers", sa.Column("place", sa.String(8)))
    op.add_column("servers", sa.Column("pace", sa.Integer))
    op.add_column("servers", sa.Column("track", sa.String(16)))
    op.add_column("servers", sa.Column("left_at", sa.BigInteger))
    op.create_table(
        "blocks",
        sa.Column("user_id", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("blocked_id", sa.BigInteger, primary_key=True, autoincrement=False),
    )
    op.create_table(
        "calls",
        sa.Column("challenger", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("challenged", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("at", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "notes",
        sa.Column("name", sa.String(64), primary_key=True),
        sa.Column("text", sa.Text, nullable=False),
    )
