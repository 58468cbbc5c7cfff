"""Whether a player sees games in words."""

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"


def upgrade() -> None:
    """Add the new column. Everybody sees pictures until they say otherwise."""
    op.add_column("players", sa.Column("words", sa.Boolean, nullable=False, server_default=sa.false()))
