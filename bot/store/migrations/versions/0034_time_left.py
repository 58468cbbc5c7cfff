"""Note the time that was left for each move, so that one that is taken back winds no clock."""

import sqlalchemy as sa
from alembic import op

revision = "0034"
down_revision = "0031"


def upgrade() -> None:
    """Add the column."""
    op.add_column("log", sa.Column("left", sa.Integer))
