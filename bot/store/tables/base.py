"""What all tables need: the kinds of values in them, their metadata, and their indexes."""

from collections.abc import Callable
from functools import partial
from typing import Any, Literal

from sqlalchemy import BigInteger, Column, ColumnElement, Index, Integer, MetaData, Table, true

Kind = Literal["move", "undo", "takeback", "resign", "cancel", "claim", "close"]
"""The kinds of events in a log."""

How = Literal["forced", "planned"]
"""How a move came about that nobody made by hand: it was the only one, or its player had planned it."""

Termination = Literal["finished", "resigned", "cancelled", "claimed", "closed"]
"""How a match ends: played out, given up, by agreement, on time (or because somebody left), or without a winner."""

Place = Literal["here", "thread", "private", "shared"]
"""Where a game is played: in a channel, a thread of its own, or private answers; a private one may be shared later."""

Duel = Literal["secret", "sunday", "over"]
"""Of a game that is half of a duel, or a Sunday quilt: only its player may know how it goes, until all have ended."""

SECRET: tuple[Duel, ...] = ("secret", "sunday")

Stage = Literal["open", "going", "over", "off"]
"""Of a group: people may join, all play, it has ended, or it does not come about and goes with its message."""

metadata = MetaData()


def table(name: str) -> Callable[..., Table]:
    """A table of a name; to be called with its columns and indexes."""
    return partial(Table, name, metadata)


def index(name: str, condition: ColumnElement[bool], *columns: Column[Any], unique: bool = False) -> None:
    """Add an index on those rows of a table for which a condition holds.

    Such a condition holds literals: SQLite uses the index only for a query with the same words.
    """
    Index(name, *columns, unique=unique, sqlite_where=condition, postgresql_where=condition)


def owed_index(table: Table) -> None:
    """Add the index by which a process finds what a table owes (decision 0082)."""
    index(f"{table.name}_owed", is_owed(table), *table.primary_key)


def is_owed(table: Table) -> ColumnElement[bool]:
    """The condition that a row of a table is owed: something is to be posted, shown anew or done."""
    return table.c.owed.is_(true())


def owing(table: Table) -> dict[str, Any]:
    """The values by which a row of a table becomes owed: who shows it just now has seen fewer ``changes``."""
    return {"owed": True, "changes": table.c.changes + 1}


NUMBERED = BigInteger().with_variant(Integer, "sqlite")  # in SQLite only an INTEGER key numbers itself
