"""The ladders of servers, how players stand on them, and which games moderators have taken out."""

import sqlalchemy as sa
from alembic import op

revision = "0024"
down_revision = "0023"

BEGUN = "INSERT INTO ladders SELECT DISTINCT guild_id, 1, 0, 0, 0 FROM results WHERE other IS NOT NULL"


def upgrade() -> None:
    """Add tables. The sweep fits the ladders of the servers whose results are kept already."""
    op.create_table(
        "unrated",
        sa.Column(
            "game_id",
            sa.BigInteger().with_variant(sa.Integer, "sqlite"),
            sa.ForeignKey("games.id", ondelete="CASCADE"),
            primary_key=True,
        ),
        sa.Column("guild_id", sa.BigInteger, nullable=False),
        sa.Column("note", sa.String(100), nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
    )
    op.create_index("unrated_of_server", "unrated", ["guild_id", "at"])
    op.create_table(
        "ladders",
        sa.Column("guild_id", sa.BigInteger, primary_key=True, autoincrement=False),
        *(sa.Column(name, sa.Integer, nullable=False) for name in ("changes", "fitted", "season", "mean")),
    )
    op.create_index("ladders_of_season", "ladders", ["season"])
    where = sa.text("changes != fitted")
    op.create_index("ladders_outdated", "ladders", ["guild_id"], sqlite_where=where, postgresql_where=where)
    op.create_table(
        "standings",
        sa.Column("guild_id", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("player", sa.BigInteger, primary_key=True, autoincrement=False),
        *(sa.Column(name, sa.Integer, nullable=False) for name in ("strength", "deviation", "games", "people")),
        sa.Column("last_at", sa.BigInteger, nullable=False),
        sa.Column("place", sa.Integer),
    )
    op.create_index("standings_by_place", "standings", ["guild_id", "place"])
    op.create_index("standings_of_player", "standings", ["player"])
    op.execute(BEGUN)
