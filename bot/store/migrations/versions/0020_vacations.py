"""Which vacations players had in the last year."""

import sqlalchemy as sa
from alembic import op

revision = "0020"
down_revision = "0019"


def upgrade() -> None:
    """Add a column. Vacations from before are not counted."""
    op.add_column("players", sa.Column("vacations", sa.Text, nullable=False, server_default=""))
