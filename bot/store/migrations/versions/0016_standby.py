"""Which process stands by until it is needed."""

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"


def upgrade() -> None:
    """Add two columns to a table of few rows."""
    op.add_column("leases", sa.Column("standby", sa.String(120)))
    op.add_column("leases", sa.Column("waited", sa.BigInteger, nullable=False, server_default="0"))
