"""What was made by which interaction, and which process answers for which shards."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    """Add a table, two columns, and an index for each that holds nothing yet. Nothing is rebuilt."""
    op.add_column("games", sa.Column("begun_by", sa.BigInteger))
    op.add_column("challenges", sa.Column("made_by", sa.BigInteger))
    _unique("games_begun_by", "games", "begun_by")
    _unique("challenges_made_by", "challenges", "made_by")
    op.create_table(
        "leases",
        sa.Column("shards", sa.String(200), primary_key=True),
        sa.Column("holder", sa.String(120), nullable=False),
        sa.Column("beat", sa.BigInteger, nullable=False),
        sa.Column("successor", sa.String(120)),
        sa.Column("ready", sa.Boolean, nullable=False),
        sa.Column("cutover", sa.BigInteger),
    )


def _unique(name: str, table: str, column: str) -> None:
    where = sa.text(f"{column} IS NOT NULL")
    op.create_index(name, table, [column], unique=True, sqlite_where=where, postgresql_where=where)
