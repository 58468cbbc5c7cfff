"""Games, their log, their messages, and challenges."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Create the first four tables."""
    numbered = sa.BigInteger().with_variant(sa.Integer, "sqlite")
    op.create_table(
        "games",
        sa.Column("id", numbered, primary_key=True),
        sa.Column("guild_id", sa.BigInteger, nullable=False),
        sa.Column("channel_id", sa.BigInteger, nullable=False),
        sa.Column("player1", sa.BigInteger, nullable=False),
        sa.Column("player2", sa.BigInteger, nullable=False),
        sa.Column("setup", sa.Text, nullable=False),
        sa.Column("language", sa.String(8), nullable=False),
        sa.Column("created_at", sa.BigInteger, nullable=False),
        sa.Column("revision", sa.Integer, nullable=False),
        sa.Column("position", sa.Text, nullable=False),
        sa.Column("mover", sa.BigInteger, nullable=False),
        sa.Column("ending", sa.String(16)),
        sqlite_autoincrement=True,
    )
    op.create_index("games_of_player1", "games", ["player1", "ending"])
    op.create_index("games_of_player2", "games", ["player2", "ending"])
    op.create_table(
        "log",
        sa.Column("game_id", numbered, sa.ForeignKey("games.id"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "messages",
        sa.Column("message_id", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("game_id", numbered, sa.ForeignKey("games.id"), nullable=False),
        sa.Column("channel_id", sa.BigInteger, nullable=False),
        sa.Column("role", sa.String(16), nullable=False),
        sa.Column("revision", sa.Integer, nullable=False),
        sa.Column("mover", sa.BigInteger, nullable=False),
        sa.Column("state", sa.String(8), nullable=False),
    )
    op.create_index("messages_of_game", "messages", ["game_id", "state"])
    op.create_table(
        "challenges",
        sa.Column("id", numbered, primary_key=True),
        sa.Column("guild_id", sa.BigInteger, nullable=False),
        sa.Column("channel_id", sa.BigInteger, nullable=False),
        sa.Column("message_id", sa.BigInteger),
        sa.Column("challenger", sa.BigInteger, nullable=False),
        sa.Column("challenged", sa.BigInteger, nullable=False),
        sa.Column("lower", sa.BigInteger, nullable=False),
        sa.Column("higher", sa.BigInteger, nullable=False),
        sa.Column("track", sa.String(16), nullable=False),
        sa.Column("first", sa.Integer, nullable=False),
        sa.Column("language", sa.String(8), nullable=False),
        sa.Column("expires_at", sa.BigInteger, nullable=False),
        sa.UniqueConstraint("channel_id", "lower", "higher", name="one_challenge_per_pair_and_channel"),
        sqlite_autoincrement=True,
    )
