"""Everything that is stored: what all tables do together, each as its duties say (decision 0081)."""

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from typing import Any

from sqlalchemy import (
    BindParameter,
    Column,
    ColumnElement,
    Connection,
    Select,
    Table,
    bindparam,
    delete,
    func,
    or_,
    select,
)

import bot.store
from bot.store.duties import Duties, Rows, is_lost
from bot.store.query import Ts
from bot.store.tables import Duel, games, metadata

_FILES = [import_module(f"bot.store.{each.name}") for each in iter_modules(bot.store.__path__)]
_ORDER = [*metadata.tables.values()]

ALL: list[Duties] = sorted(
    (file.DUTIES for file in _FILES if hasattr(file, "DUTIES")), key=lambda duties: _ORDER.index(duties.tables[0])
)
"""The duties of all tables, in the order of these. They delete the other way round: some look at tables before them."""

NUMBERED = [table for table in _ORDER if table.dialect_options["sqlite"]["autoincrement"]]
"""The tables that number their rows themselves. A number is never used twice, be its row deleted."""


EXPORT: dict[str, Callable[[Connection, int], Rows]] = {
    name: find for duties in ALL for name, find in duties.export.items()
}
"""Finds all rows about a user that are theirs to see, by what they are, but for those about games."""

EXPORT_GAMES: dict[str, Callable[[Connection, int, list[int]], Rows]] = {
    name: find for duties in ALL for name, find in duties.export_games.items()
}
"""Finds all rows about some games of a user that are theirs to see, by what they are."""


def _all(steps: Iterable[Callable[[Connection, *Ts], None]]) -> Callable[[Connection, *Ts], None]:
    in_turn = [*steps]

    def take(connection: Connection, *arguments: *Ts) -> None:
        for step in in_turn:
            step(connection, *arguments)

    return take


forget_user = _all(step for duties in ALL[::-1] for step in duties.forget)
"""Delete what a user has chosen, and replace their id elsewhere by negative numbers, no two of them the same.

Challenges run out, and the sweep takes their messages down. Others go on blocking the user.
"""

drop_game = _all(step for duties in ALL[::-1] for step in duties.drop_game)
drop_server = _all(step for duties in ALL[::-1] for step in duties.drop_server)
fit_after_restore = _all(step for duties in ALL for step in duties.after_restore)


def find_marks(connection: Connection, game_ids: list[int]) -> dict[int, Duel | None]:
    """Find what some games should say of being half of a duel; others are left out."""
    return {game: mark for duties in ALL for game, mark in duties.marks(connection, game_ids).items()}


def _lost(table: Table, duties: Duties) -> ColumnElement[bool] | None:
    """The condition of orphans: rows about games that do not exist, as a damaged file, or one made of two, has them."""
    named = [is_lost(column) for column in table.columns if column.references(games.c.id)]
    return or_(*named) if named else duties.lost


_LOST = {table: lost for duties in ALL for table in duties.tables if (lost := _lost(table, duties)) is not None}
_COUNT = {table: select(func.count()).select_from(table).where(lost) for table, lost in _LOST.items()}
_DROP = {table: delete(table).where(lost) for table, lost in _LOST.items()}


def count_orphans(connection: Connection) -> dict[str, int]:
    """Count the orphans in each table; tables without any are left out."""
    counts = {table.name: int(connection.execute(_COUNT[table]).scalar_one()) for table in _doubtful(connection)}
    return {name: count for name, count in counts.items() if count}


def delete_orphans(connection: Connection) -> dict[str, int]:
    """Delete all orphans. Returns how many of each table."""
    counts = {table.name: connection.execute(_DROP[table]).rowcount for table in _doubtful(connection)}
    return {name: count for name, count in counts.items() if count}


def _doubtful(connection: Connection) -> list[Table]:
    """The tables that may hold orphans: a server sees to those that have a foreign key."""
    keeps_keys = connection.dialect.name == "postgresql"
    return [table for table in _LOST if not (keeps_keys and table.foreign_keys)]


MOST_UNLIKE = 20
"""So many rows are named of each column at most."""

_WRONG: BindParameter[list[object]] = bindparam("wrong", expanding=True)


@cache
def _held(column: Column[Any]) -> Select[Any]:
    return select(column).where(column.is_not(None)).distinct()


@cache
def _holding(column: Column[Any]) -> Select[Any]:
    key = column.table.primary_key
    return select(*key, column).where(column.in_(_WRONG)).order_by(*key).limit(MOST_UNLIKE)


def rows_unlike(
    connection: Connection, rules: Mapping[str, Callable[[Any], bool]]
) -> list[tuple[str, tuple[object, ...], str, object]]:
    """Find rows that hold what a rule does not allow, by the name of a column or of a table and its column: the table,
    the row's key, the column, and what it holds. Null is always allowed.
    """
    found = []
    for column in (column for table in _ORDER for column in table.columns):
        rule = rules.get(str(column)) or rules.get(column.name)
        if rule is None:
            continue
        kind, held = column.type.python_type, connection.execute(_held(column)).scalars()
        wrong = [value for value in held if not (isinstance(value, kind) and rule(value))][:MOST_UNLIKE]
        rows = connection.execute(_holding(column), {"wrong": wrong}) if wrong else ()
        found += [(column.table.name, tuple(key), column.name, value) for *key, value in rows]
    return found
