"""Why plans could not be carried out."""

import sqlalchemy as sa
from alembic import op

revision = "0021"
down_revision = "0020"


def upgrade() -> None:
    """Add a column. Plans that there are may still be carried out."""
    op.add_column("plans", sa.Column("why", sa.String(8)))
