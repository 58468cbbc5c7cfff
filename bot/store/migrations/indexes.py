"""Indexes on large tables. It lies beside the migrations because it has to travel with them."""

from collections.abc import Sequence

from alembic import op
from sqlalchemy import TextClause


def add_large_index(name: str, table: str, columns: Sequence[str], where: TextClause | None = None) -> None:
    """In a migration: add an index to a table that may be large, without keeping anybody from writing to it meanwhile.

    In PostgreSQL that ends the migration's transaction, so whatever else it does must bear being done again.
    """
    if op.get_bind().dialect.name != "postgresql":
        op.create_index(name, table, columns, sqlite_where=where)
        return
    with op.get_context().autocommit_block():
        # What is left of an attempt that was cut short is of no use to anybody.
        op.drop_index(name, table, if_exists=True, postgresql_concurrently=True)
        op.create_index(name, table, columns, postgresql_where=where, postgresql_concurrently=True)
