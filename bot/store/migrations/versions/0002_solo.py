"""Solo games against the Automa, and rematches."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Add the order of the cards, and the game that a rematch follows."""
    op.add_column("games", sa.Column("cards", sa.Text))
    op.add_column("games", sa.Column("rematch_of", sa.BigInteger))
    op.create_index("one_rematch_of_a_game", "games", ["rematch_of"], unique=True)
