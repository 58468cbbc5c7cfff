"""How a database goes about a statement: whether it looks through a whole table, or finds what it needs by an index."""

import re
from collections.abc import Mapping
from typing import Any

from sqlalchemy import Connection

from bot.store.tables import metadata

SMALL = ("leases", "notes")
"""Tables that hold no more however many people play."""

_PARTIAL = "|".join(
    index.name
    for table in metadata.sorted_tables
    for index in table.indexes
    if isinstance(index.name, str) and index.dialect_options["sqlite"]["where"] is not None
)
_SCAN = re.compile(rf"Seq Scan on (\w+)|SCAN (\w+)(?! USING (?:COVERING )?INDEX (?:{_PARTIAL})\b)")


def plan_of(connection: Connection, statement: str, parameters: Any) -> str:
    """What the database says about it."""
    explain = "EXPLAIN" if connection.dialect.name == "postgresql" else "EXPLAIN QUERY PLAN"
    rows = connection.exec_driver_sql(f"{explain} {statement}", parameters)
    return "\n".join(" ".join(map(str, row)) for row in rows)


def scans_in(connection: Connection, statements: Mapping[str, Any]) -> list[str]:
    """The tables that these statements, with their parameters, look through from beginning to end.

    What a partial index holds is little, and may be read as a whole.
    """
    plans = []
    for statement, parameters in statements.items():
        if statement.startswith("SET "):  # how the planner is to go about the next
            connection.exec_driver_sql(statement)
        else:
            plans.append(plan_of(connection, statement, parameters))
    names = {one or other for plan in plans for one, other in _SCAN.findall(plan)}
    return sorted(names & {table.name for table in metadata.sorted_tables} - {*SMALL})
