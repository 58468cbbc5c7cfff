"""Whether a player wants advice on their first turns."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Add the new column. Everybody wants advice until they say otherwise; whose first turns are over is in the log."""
    op.add_column("players", sa.Column("advice", sa.Boolean, nullable=False, server_default=sa.true()))
