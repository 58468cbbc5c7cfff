"""Which moves were forced, and who wants to make those by hand."""

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"


def upgrade() -> None:
    """Add two columns. So far everybody has made every move by hand."""
    op.add_column("log", sa.Column("how", sa.String(8)))
    op.add_column("players", sa.Column("forced", sa.Boolean, nullable=False, server_default=sa.true()))
