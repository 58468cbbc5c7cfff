"""Count games against rivals anew, and find the games of somebody who has played for years by an index."""

from alembic import op

revision = "0036"
down_revision = "0035"


def upgrade() -> None:
    """Have results kept anew of games against rivals, whose moves count too, and ladders fitted, on which all count."""
    op.execute("UPDATE games SET counted = false WHERE rival IS NOT NULL AND ending IS NOT NULL")
    op.execute("UPDATE ladders SET changes = changes + 1")
