"""How many hints the player of a game was given."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"


def upgrade() -> None:
    """Add the new column. Nobody was given any hints yet."""
    op.add_column("games", sa.Column("hints", sa.Integer, nullable=False, server_default="0"))
