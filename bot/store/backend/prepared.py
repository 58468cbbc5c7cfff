"""Statements that are compiled once and then handed to the driver, past what SQLAlchemy does at each call.

Why: decision 0050.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, cast

from sqlalchemy import (
    Boolean,
    Connection,
    CursorResult,
    Delete,
    Dialect,
    Engine,
    Insert,
    Integer,
    Select,
    String,
    Update,
)
from sqlalchemy.exc import MultipleResultsFound, NoResultFound
from sqlalchemy.sql.compiler import SQLCompiler
from sqlalchemy.types import NullType

Row = tuple[Any, ...]

NOTHING: Mapping[str, Any] = {}

_PLAIN = (Boolean, Integer, String, NullType)
"""Types whose values the drivers take and give as they are, but for SQLite's 0 and 1."""


@dataclass(frozen=True, slots=True)
class Prepared:
    """A statement as the driver takes it: its text, the names of its values in order, and the values that it brings
    itself; the names of its columns, and the places of those whose 0 and 1 are False and True.
    """

    sql: str
    order: tuple[str, ...]
    own: Mapping[str, Any]
    names: tuple[str, ...]
    flags: tuple[int, ...]

    def values(self, given: Mapping[str, Any]) -> Row:
        """The values in the driver's order."""
        all_values = {**self.own, **given}
        return tuple([all_values[name] for name in self.order])

    def row(self, found: Iterable[Any]) -> Row:
        """A row with what the statement's types make of the driver's values."""
        values = [*found]
        for place in self.flags:
            if values[place] is not None:
                values[place] = bool(values[place])
        return tuple(values)


class Found:
    """What a statement has found or changed, with those methods of SQLAlchemy's results that the store uses."""

    __slots__ = ("_names", "_rows", "rowcount")

    def __init__(self, rows: list[Row], names: tuple[str, ...], rowcount: int) -> None:
        self._rows, self._names, self.rowcount = rows, names, rowcount

    def __iter__(self) -> Iterator[Row]:
        return iter(self._rows)

    def all(self) -> list[Row]:
        """All rows."""
        return self._rows

    def first(self) -> Row | None:
        """The first row, or None."""
        return self._rows[0] if self._rows else None

    def one_or_none(self) -> Row | None:
        """The only row, or None. Raises MultipleResultsFound."""
        if len(self._rows) > 1:
            raise MultipleResultsFound("Multiple rows were found when one or none was required")
        return self.first()

    def one(self) -> Row:
        """The only row. Raises NoResultFound or MultipleResultsFound."""
        row = self.one_or_none()
        if row is None:
            raise NoResultFound("No row was found when one was required")
        return row

    def scalar_one_or_none(self) -> Any:
        """The first value of the only row, or None. Raises MultipleResultsFound."""
        row = self.one_or_none()
        return row[0] if row else None

    def scalar_one(self) -> Any:
        """The first value of the only row. Raises NoResultFound or MultipleResultsFound."""
        return self.one()[0]

    def scalars(self) -> Scalars:
        """The first value of each row."""
        return Scalars(row[0] for row in self._rows)

    def mappings(self) -> list[dict[str, Any]]:
        """All rows, by the names of their columns."""
        return [dict(zip(self._names, row, strict=True)) for row in self._rows]


class Scalars(list[Any]):
    """The first value of each row."""

    def all(self) -> list[Any]:
        """All of them."""
        return self


class SwiftConnection(Connection):
    """A connection that hands statements to the driver itself, unless somebody listens to what SQLAlchemy does.

    Transactions and errors are SQLAlchemy's, and so are statements of which a driver would need to be told more.
    """

    def execute(self, statement: Any, parameters: Any = None, *, execution_options: Any = None) -> CursorResult[Any]:
        """Execute a statement. Raises DBAPIError."""
        heard = self.dispatch
        has_listeners = heard.before_execute or heard.before_cursor_execute
        given = [parameters] if isinstance(parameters, Mapping) else parameters or [NOTHING]
        prepared = None if has_listeners or execution_options else _prepared(statement, self.dialect, tuple(given[0]))
        if prepared is None:
            return super().execute(statement, parameters, execution_options=execution_options)
        rows, changed = self.hand_over(prepared.sql, *map(prepared.values, given))
        if prepared.flags:
            rows = [*map(prepared.row, rows)]
        return cast("CursorResult[Any]", Found(rows, prepared.names, changed))

    def hand_over(self, sql: str, *values: Row) -> tuple[list[Row], int]:
        """Have the driver execute a text, once for each row of values. Returns what it has found, and how many rows it
        has changed. Raises DBAPIError.
        """
        if not self.in_transaction():
            self.begin()
        cursor = None
        try:
            cursor = self.new_cursor()
            if len(values) > 1:
                cursor.executemany(sql, values)
            else:
                cursor.execute(sql, *values)
            return [*map(tuple, cursor.fetchall())], cursor.rowcount
        except BaseException as error:
            self.note_error(error)
            is_told = isinstance(error, self.dialect.loaded_dbapi.Error)  # others are raised as they are
            self._handle_dbapi_exception(error, sql if is_told else None, values, cursor, None)  # private

    def new_cursor(self) -> Any:
        """A cursor of the driver."""
        return self.connection.cursor()

    def note_error(self, error: BaseException) -> None:
        """Note what an error that comes from the driver says of other statements: nothing."""


def swift(engine: Engine, kind: type[SwiftConnection] = SwiftConnection) -> None:
    """Let an engine make such connections."""
    engine._connection_cls = kind  # private: there is no other way to choose


@lru_cache(maxsize=1024)
def _prepared(statement: Any, dialect: Dialect, given: tuple[str, ...]) -> Prepared | None:
    """A statement that gets values of these names; None if only SQLAlchemy knows how to execute it."""
    if not isinstance(statement, Select | Insert | Update | Delete):
        return None
    compiled = statement.compile(dialect=dialect, column_keys=[*given])
    assert isinstance(compiled, SQLCompiler)
    binds, columns = compiled.bind_names, compiled._result_columns  # private: only results know their types
    plain = all(isinstance(type_, _PLAIN) for type_ in [bind.type for bind in binds] + [each[3] for each in columns])
    expands = compiled.post_compile_params or compiled.literal_execute_params or compiled.escaped_bind_names
    adds = not isinstance(statement, Select) and (
        compiled.insert_prefetch or compiled.update_prefetch or compiled.implicit_returning
    )
    lacks = any(bind.required and bind.key not in given for bind in binds)
    if not plain or expands or adds or lacks:
        return None
    names = tuple(each[0] for each in columns)
    flags = tuple(place for place, each in enumerate(columns) if isinstance(each[3], Boolean))
    return Prepared(
        str(compiled),
        tuple(compiled.positiontup or ()),
        {name: bind.effective_value for bind, name in binds.items() if name not in given},
        names,
        () if dialect.supports_native_boolean else flags,
    )
