"""Between rows and dataclasses: a dataclass's columns, its values, and statements that store it."""

from collections.abc import Mapping
from dataclasses import fields
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from sqlalchemy import Column, Connection, Table
from sqlalchemy.dialects import postgresql, sqlite

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

Dialect = sqlite.Insert | postgresql.Insert
R = TypeVar("R", bound="DataclassInstance | Mapping[str, Any]")


def columns(table: Table, row: "type[DataclassInstance]") -> tuple[Column[Any], ...]:
    """The columns of a table that a dataclass is made of, in the order of its fields."""
    return tuple(table.c[field.name] for field in fields(row))


def values(row: "DataclassInstance") -> dict[str, Any]:
    """The fields of a dataclass by name, as parameters of a statement."""
    return {field.name: getattr(row, field.name) for field in fields(row)}


class Insert(Generic[R]):
    """Stores rows of a table. Raises IntegrityError if one with the same key is there."""

    def __init__(self, table: Table) -> None:
        self.statements = {
            "sqlite": self._made(sqlite.insert(table), table),
            "postgresql": self._made(postgresql.insert(table), table),
        }
        """The same statement for each kind of database."""

    def __call__(self, connection: Connection, *rows: R) -> None:
        """Store rows: dataclasses, or mappings from columns to values."""
        found = [row if isinstance(row, Mapping) else values(row) for row in rows]
        connection.execute(self.statements[connection.dialect.name], found)

    def _made(self, insert: Dialect, _: Table) -> Dialect:
        return insert


class InsertNew(Insert[R]):
    """Stores rows of a table, but those whose key is there already."""

    def _made(self, insert: Dialect, _: Table) -> Dialect:
        return insert.on_conflict_do_nothing()


class Upsert(Insert[R]):
    """Stores rows of a table, each in place of the one with the same key, if there is one."""

    def _made(self, insert: Dialect, table: Table) -> Dialect:
        keys = [column.name for column in table.primary_key]
        others = {column.name: insert.excluded[column.name] for column in table.columns if not column.primary_key}
        return insert.on_conflict_do_update(index_elements=keys, set_=others)
