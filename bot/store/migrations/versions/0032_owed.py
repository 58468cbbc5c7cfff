"""One column ``owed`` and one shape of index for it; Sunday quilts have walls and a mark of their own (decision 0082).

0.2.0 cannot live with this, so nobody plays meanwhile, and what was kept for it goes.
"""

import sqlalchemy as sa
from alembic import op

revision = "0032"
down_revision = "0031"

OWED = {
    "messages": ["message_id"],
    "challenges": ["id"],
    "duels": ["id"],
    "groups": ["id"],
    "walls": ["guild_id", "is_sunday", "number"],
    "sundays": ["user_id", "number"],
}
"""The tables that owe something, and their keys."""

BEFORE = (
    "messages_outdated",
    "messages_of_threads",
    "challenges_not_shown",
    "duels_owed",
    "groups_owed",
    "games_running",
    "sundays_not_noted",
)
"""The indexes that go."""


def upgrade() -> None:
    """Rename the columns, and fill in what is new."""
    for name in BEFORE:
        op.execute(f"DROP INDEX IF EXISTS {name}")
    op.execute("ALTER TABLE messages RENAME COLUMN outdated TO owed")
    op.execute("ALTER TABLE challenges RENAME COLUMN outdated TO owed")
    op.execute("UPDATE challenges SET owed = true WHERE message_id IS NULL")
    op.execute("ALTER TABLE sundays RENAME COLUMN noted TO owed")
    op.execute("UPDATE sundays SET owed = NOT owed")
    op.execute("UPDATE games SET duel = 'sunday' WHERE duel = 'secret' AND id IN (SELECT game_id FROM sundays)")
    for table in ("duels", "groups"):
        op.add_column(table, sa.Column("changes", sa.Integer, nullable=False, server_default="0"))
    _separate_sunday_walls()
    for table, key in OWED.items():
        is_owed = sa.column("owed").is_(sa.true())
        op.create_index(f"{table}_owed", table, key, sqlite_where=is_owed, postgresql_where=is_owed)
    op.execute("ALTER TABLE leases DROP COLUMN standby")


def _separate_sunday_walls() -> None:
    """Give walls a new key. Those of Sunday quilts had negative numbers."""
    op.execute("CREATE TEMPORARY TABLE walls_before AS SELECT * FROM walls")
    op.drop_table("walls")
    op.create_table(
        "walls",
        sa.Column("guild_id", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("is_sunday", sa.Boolean, primary_key=True, autoincrement=False),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("scheme", sa.Integer, nullable=False),
        sa.Column("channel_id", sa.BigInteger, nullable=False),
        sa.Column("language", sa.String(16), nullable=False),
        sa.Column("ends_at", sa.BigInteger, nullable=False),
        sa.Column("is_up", sa.Boolean, nullable=False),
        sa.Column("message_id", sa.BigInteger),
        sa.Column("changes", sa.Integer, nullable=False),
        sa.Column("owed", sa.Boolean, nullable=False),
    )
    kept = "scheme, channel_id, language, ends_at, is_up, message_id, changes, owed"
    op.execute(
        f"INSERT INTO walls (guild_id, is_sunday, number, {kept})"  # noqa: S608
        f" SELECT guild_id, number < 0, abs(number), {kept} FROM walls_before"
    )
    op.execute("DROP TABLE walls_before")
    is_down = sa.column("is_up").is_(sa.false())
    op.create_index("walls_not_up", "walls", ["ends_at"], sqlite_where=is_down, postgresql_where=is_down)
