"""Between rows and dataclasses: a dataclass's columns, its values, and storing it in place of an older row."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from typing import TYPE_CHECKING, Any

from sqlalchemy import Column, Connection, Table
from sqlalchemy.dialects import postgresql, sqlite

if TYPE_CHECKING:
    from _typeshed import DataclassInstance


def columns(table: Table, kind: type[DataclassInstance]) -> tuple[Column[Any], ...]:
    """The columns of a table that a dataclass is made of, in the order of its fields."""
    return tuple(table.c[field.name] for field in fields(kind))


def values(row: DataclassInstance) -> dict[str, Any]:
    """The fields of a dataclass by name, as parameters of a statement."""
    return {field.name: getattr(row, field.name) for field in fields(row)}


class Upsert:
    """Stores rows of a table, each replacing the row with its key, if there is one."""

    def __init__(self, table: Table) -> None:
        self.statements = {
            "sqlite": _replacing(sqlite.insert(table), table),
            "postgresql": _replacing(postgresql.insert(table), table),
        }
        """The same statement for each kind of database."""

    def __call__(self, connection: Connection, *rows: Mapping[str, object]) -> None:
        """Store rows that name all columns."""
        connection.execute(self.statements[connection.dialect.name], rows)


class InsertNew:
    """Stores rows of a table, but those whose key is there already."""

    def __init__(self, table: Table) -> None:
        self.statements = {
            "sqlite": sqlite.insert(table).on_conflict_do_nothing(),
            "postgresql": postgresql.insert(table).on_conflict_do_nothing(),
        }
        """The same statement for each kind of database."""

    def __call__(self, connection: Connection, *rows: Mapping[str, object]) -> None:
        """Store rows."""
        connection.execute(self.statements[connection.dialect.name], rows)


def _replacing(insert: sqlite.Insert | postgresql.Insert, table: Table) -> sqlite.Insert | postgresql.Insert:
    keys = [column.name for column in table.primary_key]
    others = {column.name: insert.excluded[column.name] for column in table.columns if not column.primary_key}
    return insert.on_conflict_do_update(index_elements=keys, set_=others)
