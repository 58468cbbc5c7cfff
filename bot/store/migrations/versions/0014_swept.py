"""What lets every sweep and command find what it asks for by an index, and threads that are still to be archived."""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"

ARCHIVED_SOON = """
UPDATE messages SET outdated = true
WHERE role = 'thread' AND game_id IN (SELECT id FROM games WHERE ending IS NOT NULL)
"""


def upgrade() -> None:
    """Add indexes to small tables, and note of which threads the games are over."""
    op.create_index("challenges_of_server", "challenges", ["guild_id"])
    op.create_index("challenges_of_challenger", "challenges", ["challenger"])
    op.create_index("challenges_of_challenged", "challenges", ["challenged"])
    op.create_index("calls_at", "calls", ["at"])
    op.create_index("calls_of_challenged", "calls", ["challenged"])
    is_true = "IS 1" if op.get_bind().dialect.name == "sqlite" else "IS true"
    _partial_index("challenges_not_shown", "challenges", "expires_at", f"message_id IS NULL OR outdated {is_true}")
    _partial_index("servers_left", "servers", "guild_id", "left_at IS NOT NULL")
    op.execute(ARCHIVED_SOON)


def _partial_index(name: str, table: str, column: str, where: str) -> None:
    op.create_index(name, table, [column], sqlite_where=sa.text(where), postgresql_where=sa.text(where))
