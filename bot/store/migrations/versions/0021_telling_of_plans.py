"""Why plans could not be carried out, who is told that they could plan, and who knows of plans."""

import sqlalchemy as sa
from alembic import op

revision = "0021"
down_revision = "0020"


def upgrade() -> None:
    """Add three columns. Plans that there are may still be carried out, and nobody has been told of any yet."""
    op.add_column("plans", sa.Column("why", sa.String(8)))
    op.add_column("players", sa.Column("next", sa.String(8), nullable=False, server_default="nothing"))
    op.add_column("players", sa.Column("knows_plans", sa.Boolean, nullable=False, server_default=sa.false()))
