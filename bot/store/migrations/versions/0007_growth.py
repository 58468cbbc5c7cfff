"""What a sweep needs to find what is left to do without looking through all games."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
readable_from = "0007"

SHOWN = """
UPDATE games SET shown = (
    SELECT max(messages.revision) FROM messages
    WHERE messages.game_id = games.id AND role = 'board' AND state = 'live' AND NOT outdated
)
"""

SERVERS = """
INSERT INTO servers (guild_id)
SELECT guild_id FROM games UNION SELECT guild_id FROM challenges EXCEPT SELECT guild_id FROM servers
"""


def upgrade() -> None:
    """Add a column, fill it from the messages, and add indexes. Nothing is rebuilt."""
    op.add_column("games", sa.Column("shown", sa.Integer))
    op.execute(SHOWN)
    op.execute(SERVERS)
    op.create_index("challenges_expire", "challenges", ["expires_at"])
    op.create_index("games_of_server", "games", ["guild_id", "ending"])
    is_not = "IS NOT" if op.get_bind().dialect.name == "sqlite" else "IS DISTINCT FROM"
    _index("games_not_shown", "games", "id", f"games.shown {is_not} games.revision AND place != 'private'")
    _index("messages_doomed", "messages", "game_id", "state = 'doomed'")
    _index("messages_of_threads", "messages", "game_id", "role = 'thread'")
    _index("messages_outdated", "messages", "game_id", "outdated IS 1" if is_not == "IS NOT" else "outdated IS true")


def _index(name: str, table: str, column: str, where: str) -> None:
    op.create_index(name, table, [column], sqlite_where=sa.text(where), postgresql_where=sa.text(where))
