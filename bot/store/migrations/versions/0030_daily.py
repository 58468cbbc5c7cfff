"""Daily quilts: those of people, their pars, the walls of servers, and when people are reminded."""

import sqlalchemy as sa
from alembic import op

revision = "0030"
down_revision = "0029"


def upgrade() -> None:
    """Add three tables, and columns. A release that does not know them leaves them alone."""
    op.add_column("servers", sa.Column("timezone", sa.String(64)))
    op.add_column("servers", sa.Column("daily_id", sa.BigInteger))
    op.add_column("players", sa.Column("daily_at", sa.Integer))
    op.add_column("players", sa.Column("daily_due", sa.BigInteger))
    _partial_index("players_to_be_reminded", "players", "daily_due", "daily_due IS NOT NULL")
    op.create_table(
        "dailies",
        sa.Column("user_id", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("scheme", sa.Integer, nullable=False),
        sa.Column("guild_id", sa.BigInteger, nullable=False),
        sa.Column("revision", sa.Integer, nullable=False),
        sa.Column("laid", sa.Text, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("covered", sa.Integer),
    )
    op.create_index("dailies_of_server", "dailies", ["guild_id", "number"])
    op.create_table(
        "pars",
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("scheme", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("par", sa.Integer, nullable=False),
    )
    op.create_table(
        "walls",
        sa.Column("guild_id", sa.BigInteger, primary_key=True, autoincrement=False),
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
    is_sqlite = op.get_bind().dialect.name == "sqlite"
    yes, no = ("IS 1", "IS 0") if is_sqlite else ("IS true", "IS false")
    _partial_index("walls_not_up", "walls", "ends_at", f"is_up {no}")
    _partial_index("walls_owed", "walls", "guild_id number", f"owed {yes}")


def _partial_index(name: str, table: str, columns: str, where: str) -> None:
    op.create_index(name, table, columns.split(), sqlite_where=sa.text(where), postgresql_where=sa.text(where))
