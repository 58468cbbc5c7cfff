"""Groups: three to six people, everybody against everybody."""

import sqlalchemy as sa
from alembic import op

revision = "0029"
down_revision = "0028"


def upgrade() -> None:
    """Add three tables. A release that does not know them may still drop a game."""
    numbered = sa.BigInteger().with_variant(sa.Integer, "sqlite")
    op.create_table(
        "groups",
        sa.Column("id", numbered, primary_key=True),
        sa.Column("guild_id", sa.BigInteger, nullable=False),
        sa.Column("channel_id", sa.BigInteger, nullable=False),
        sa.Column("opener", sa.BigInteger, nullable=False),
        sa.Column("size", sa.Integer, nullable=False),
        sa.Column("days", sa.Integer, nullable=False),
        sa.Column("track", sa.String(16), nullable=False),
        sa.Column("pace", sa.Integer),
        sa.Column("place", sa.String(8), nullable=False),
        sa.Column("language", sa.String(8), nullable=False),
        sa.Column("made_by", sa.BigInteger),
        sa.Column("stage", sa.String(8), nullable=False),
        sa.Column("until", sa.BigInteger, nullable=False),
        sa.Column("message_id", sa.BigInteger),
        sa.Column("owed", sa.Boolean, nullable=False),
        sqlite_autoincrement=True,
    )
    op.create_index("groups_of_server", "groups", ["guild_id", "stage"])
    op.create_index("groups_of_channel", "groups", ["channel_id", "stage"])
    op.create_index("groups_of_opener", "groups", ["opener"])
    is_true = "IS 1" if op.get_bind().dialect.name == "sqlite" else "IS true"
    _partial_index("groups_by_time", "until", "stage IN ('open', 'going')")
    _partial_index("groups_owed", "id", f"owed {is_true}")
    _partial_index("groups_made_by", "made_by", "made_by IS NOT NULL", unique=True)
    op.create_table(
        "members",
        sa.Column("group_id", numbered, sa.ForeignKey("groups.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("user_id", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("left_at", sa.BigInteger),
        sa.Column("vacations", sa.Text),
    )
    op.create_index("members_of_user", "members", ["user_id"])
    op.create_table(
        "pairings",
        sa.Column("game_id", numbered, sa.ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("group_id", numbered, sa.ForeignKey("groups.id", ondelete="CASCADE"), nullable=False),
        sa.Column("one", sa.Integer, nullable=False),
        sa.Column("two", sa.Integer, nullable=False),
    )
    op.create_index("pairings_of_group", "pairings", ["group_id"])


def _partial_index(name: str, column: str, where: str, *, unique: bool = False) -> None:
    condition = sa.text(where)
    op.create_index(name, "groups", [column], unique=unique, sqlite_where=condition, postgresql_where=condition)
