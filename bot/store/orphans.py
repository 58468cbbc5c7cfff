"""Orphans: rows about games that do not exist. A damaged file, or one put together from two, leaves them behind."""

from typing import get_args

from sqlalchemy import Column, ColumnElement, Connection, Table, delete, exists, func, select

from bot.store.tables import (
    duels,
    games,
    log,
    messages,
    pairings,
    plans,
    practice,
    results,
    reviews,
    sundays,
    timers,
    unrated,
)
from bot.store.timers import OfGame


def _is_lost(number: Column[int]) -> ColumnElement[bool]:
    """Tell whether there is no such game. (Asked with NOT IN, PostgreSQL compares each row with each game.)"""
    return ~exists().where(games.c.id == number)


_LOST = {
    log: _is_lost(log.c.game_id),
    reviews: _is_lost(reviews.c.game_id),
    plans: _is_lost(plans.c.game_id),
    results: _is_lost(results.c.game_id),
    unrated: _is_lost(unrated.c.game_id),
    duels: _is_lost(duels.c.game1) | _is_lost(duels.c.game2),
    pairings: _is_lost(pairings.c.game_id),
    practice: (practice.c.game_id != 0) & _is_lost(practice.c.game_id),
    sundays: _is_lost(sundays.c.game_id),
    messages: _is_lost(messages.c.game_id),
    timers: timers.c.kind.in_(get_args(OfGame)) & _is_lost(timers.c.subject),
}
_COUNT = {table: select(func.count()).select_from(table).where(is_lost) for table, is_lost in _LOST.items()}
_DROP = {table: delete(table).where(is_lost) for table, is_lost in _LOST.items()}


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
