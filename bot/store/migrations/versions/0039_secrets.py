"""Index running games by their place, so that public ones are counted; leave late Sunday quilts private."""

import sqlalchemy as sa
from alembic import op

revision = "0039"
down_revision = "0036"

LATE = """
    UPDATE games SET duel = NULL WHERE duel = 'over' AND id IN (
        SELECT sundays.game_id FROM sundays JOIN games AS played ON played.id = sundays.game_id
        WHERE played.ended_at IS NULL OR played.ended_at >= sundays.ends_at
    )
"""
"""A Sunday quilt that was not over with its week goes on as any private game."""


def upgrade() -> None:
    """Make the index anew, and take the mark of a secret that is over from games that were none of their week."""
    op.drop_index("games_going_on", "games")
    runs = sa.column("ending").is_(None)
    columns = ["guild_id", "ending", "place"]
    op.create_index("games_going_on", "games", columns, sqlite_where=runs, postgresql_where=runs)
    op.execute(LATE)
