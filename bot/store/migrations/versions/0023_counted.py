"""An index of the games that have ended and whose results are not kept yet: at first all of them."""

import sqlalchemy as sa
from alembic import op

from bot.store.migrations.indexes import add_large_index

revision = "0023"
down_revision = "0022"


def upgrade() -> None:
    """Add the index, while people play."""
    is_false = "IS 0" if op.get_bind().dialect.name == "sqlite" else "IS false"
    add_large_index("games_not_counted", "games", ["id"], sa.text(f"ending IS NOT NULL AND counted {is_false}"))
