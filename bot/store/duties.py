"""What a table does when something concerns all tables: its duties, which stand with its queries (decision 0081)."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Column, ColumnElement, Connection, CursorResult, Select, Table, exists

from bot.store.parameters import GAMES, USER
from bot.store.query import Query
from bot.store.tables import Duel, games

Rows = Iterator[dict[str, Any]]

AT_ONCE = 100
"""How many rows are fetched at a time. On a server, others have the event loop between them (decision 0086)."""


@dataclass(frozen=True, slots=True)
class Duties:
    """The duties of the tables in one file. `bot.store.everything` sees that they are done.

    ``export`` finds what is stored about a user, by what it is, and ``export_games`` what they may know of some games
    that they have played; ``forget`` takes their id out. ``drop_game`` and
    ``drop_server`` delete what no foreign key deletes. ``after_restore`` fits rows to a Discord that may know more than
    the backup. ``lost`` is true of rows about games that do not exist, where no foreign key names these. ``marks``
    finds what some games should say of a duel.
    """

    tables: tuple[Table, ...]
    export: Mapping[str, Callable[[Connection, int], Rows]] = field(default_factory=dict)
    export_games: Mapping[str, Callable[[Connection, int, list[int]], Rows]] = field(default_factory=dict)
    forget: Sequence[Callable[[Connection, int], None]] = ()
    drop_game: Sequence[Callable[[Connection, int], None]] = ()
    drop_server: Sequence[Callable[[Connection, int], None]] = ()
    after_restore: Sequence[Callable[[Connection], None]] = ()
    lost: ColumnElement[bool] | None = None
    marks: Callable[[Connection, list[int]], Mapping[int, Duel | None]] = lambda *_: {}


def exported(statement: Select[Any]) -> Query[int, Rows]:
    """A query that hands out rows about a user, by column, one after the other."""
    return Query(_in_parts(statement), _by_column, USER)


def exported_of_games(statement: Select[Any]) -> Query[int, list[int], Rows]:
    """A query that hands out rows about some games of a user, by column, one after the other."""
    return Query(_in_parts(statement), _by_column, USER, GAMES)


def _in_parts(statement: Select[Any]) -> Select[Any]:
    return statement.execution_options(yield_per=AT_ONCE)


def _by_column(result: CursorResult[Any]) -> Rows:
    names = [*result.keys()]
    return (dict(zip(names, row, strict=True)) for row in result)  # in a third of the time that mappings take


def is_lost(game: Column[int]) -> ColumnElement[bool]:
    """Tell whether there is no such game. (Asked with NOT IN, PostgreSQL compares each row with each game.)"""
    return ~exists().where(games.c.id == game)
