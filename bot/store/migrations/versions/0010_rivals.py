"""The level of the rival that somebody plays."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    """Add the new column. Nobody has played a rival yet."""
    op.add_column("games", sa.Column("rival", sa.String(12)))
