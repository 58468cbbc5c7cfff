"""Strays: rows about games that do not exist. A damaged file, or one put together from two, leaves them behind."""

from __future__ import annotations

from typing import get_args

from sqlalchemy import Connection, delete, func, select

from bot.store.tables import games, log, messages, reviews, timers
from bot.store.timers import OfGame

_LOST = {
    "log": log.c.game_id.not_in(select(games.c.id)),
    "reviews": reviews.c.game_id.not_in(select(games.c.id)),
    "messages": messages.c.game_id.not_in(select(games.c.id)),
    "timers": timers.c.kind.in_(get_args(OfGame)) & timers.c.subject.not_in(select(games.c.id)),
}
_COUNT = {name: select(func.count()).where(is_lost) for name, is_lost in _LOST.items()}
_DROP = {table.name: delete(table).where(_LOST[table.name]) for table in (log, reviews, messages, timers)}


def count_strays(connection: Connection) -> dict[str, int]:
    """How many strays each table holds; tables without any are left out."""
    counts = {name: int(connection.execute(query).scalar_one()) for name, query in _COUNT.items()}
    return {name: count for name, count in counts.items() if count}


def drop_strays(connection: Connection) -> dict[str, int]:
    """Delete all strays. Returns how many of each table."""
    counts = {name: connection.execute(query).rowcount for name, query in _DROP.items()}
    return {name: count for name, count in counts.items() if count}
