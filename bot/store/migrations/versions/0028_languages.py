"""The languages that players and servers have chosen."""

import sqlalchemy as sa
from alembic import op

revision = "0028"
down_revision = "0027"


def upgrade() -> None:
    """Add three columns. Nobody has chosen anything yet."""
    op.add_column("players", sa.Column("language", sa.String(16)))
    op.add_column("servers", sa.Column("language", sa.String(16)))
    op.add_column("servers", sa.Column("language_told", sa.Boolean, nullable=False, server_default=sa.false()))
