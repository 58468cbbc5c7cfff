"""Queries as values: a statement, what becomes of its result, and its parameters in order (decision 0076).

After ``find_opened = one_or_none(GroupRow, USER)(select(…).where(groups.c.opener == USER))``, mypy knows that
``find_opened(connection, user)`` takes an int and returns a GroupRow or None.
"""

from collections.abc import Callable
from itertools import groupby
from operator import attrgetter
from typing import Any, Generic, TypeVar, TypeVarTuple, cast

from sqlalchemy import BindParameter, Connection, CursorResult, Executable, bindparam

Ts = TypeVarTuple("Ts")
T = TypeVar("T")
U = TypeVar("U")
Read = Callable[[CursorResult[Any]], T]


def parameter(name: str) -> Any:
    """A parameter of statements, to be annotated as what is given for it. Columns have other names, as they must."""
    return bindparam(f"{name}_")


class Query(Generic[*Ts, T]):
    """A statement, what becomes of its result, and its parameters."""

    def __init__(self, statement: Executable, read: Read[T], *parameters: *Ts) -> None:
        self._statement, self._read, self._parameters = statement, read, parameters
        self.names = [cast("BindParameter[Any]", each).key for each in cast("tuple[object, ...]", parameters)]

    def __call__(self, connection: Connection, *arguments: *Ts) -> T:
        """Execute the statement with arguments for its parameters."""
        return self._read(connection.execute(self._statement, self._bound(*arguments)))

    def _bound(self, *arguments: object) -> dict[str, object]:
        return dict(zip(self.names, arguments, strict=True))

    def then(self, finish: Callable[[T], U]) -> "Query[*Ts, U]":
        """The same query, returning what a function makes of its result."""
        return Query(self._statement, lambda result: finish(self._read(result)), *self._parameters)


Made = Callable[[Executable], Query[*Ts, T]]


def one(row: Callable[..., T], *parameters: *Ts) -> Made[*Ts, T]:
    """A query that finds exactly one row."""
    return lambda statement: Query(statement, lambda result: row(*result.one()), *parameters)


def one_or_none(row: Callable[..., T], *parameters: *Ts) -> Made[*Ts, T | None]:
    """A query that finds one row, or None."""

    def read(result: CursorResult[Any]) -> T | None:
        found = result.one_or_none()
        return None if found is None else row(*found)

    return lambda statement: Query(statement, read, *parameters)


def many(row: Callable[..., T], *parameters: *Ts) -> Made[*Ts, list[T]]:
    """A query that finds any number of rows."""
    return lambda statement: Query(statement, lambda result: [row(*each) for each in result], *parameters)


def exists(*parameters: *Ts) -> Made[*Ts, bool]:
    """A query that tells whether there is any row."""
    return lambda statement: Query(statement, lambda result: result.first() is not None, *parameters)


def do(*parameters: *Ts) -> Made[*Ts, None]:
    """A statement that changes any number of rows."""
    return lambda statement: Query(statement, lambda _: None, *parameters)


def affected(*parameters: *Ts) -> Made[*Ts, int]:
    """A statement that changes any number of rows, and counts them."""
    return lambda statement: Query(statement, lambda result: result.rowcount, *parameters)


def affects(*parameters: *Ts) -> Made[*Ts, bool]:
    """A statement that changes one row, and tells whether it has."""
    return lambda statement: Query(statement, lambda result: result.rowcount == 1, *parameters)


def by_game(rows: list[T]) -> dict[int, list[T]]:
    """Sort rows by their ``game_id``, in whose order they are; games without any are left out."""
    return {game_id: [*some] for game_id, some in groupby(rows, attrgetter("game_id"))}


def pair(one: int, other: int) -> tuple[int, int]:
    """A row of two numbers."""
    return one, other


def pair_or_half(one: int, other: int | None) -> tuple[int, int | None]:
    """A row of a number, and another one or none."""
    return one, other
