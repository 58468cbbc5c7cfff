"""Why plans could not be carried out, and who is told that they could plan."""

import sqlalchemy as sa
from alembic import op

revision = "0021"
down_revision = "0020"


def upgrade() -> None:
    """Add two columns. Plans that there are may still be carried out, and nobody is told yet."""
    op.add_column("plans", sa.Column("why", sa.String(8)))
    op.add_column("players", sa.Column("next", sa.String(8), nullable=False, server_default="nothing"))
