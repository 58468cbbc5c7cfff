"""Timers of running games."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from sqlalchemy import delete, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.tables import timers


@dataclass(frozen=True, slots=True)
class TimerRow:
    """What is due to happen to a game: ``remind`` its player to move, ``expire`` (say that time is up) or ``close``."""

    game_id: int
    kind: str
    due: int


async def set_timers(connection: AsyncConnection, game_id: int, due: Mapping[str, int]) -> None:
    """Replace all timers of a game by these: kind and time."""
    await connection.execute(delete(timers).where(timers.c.game_id == game_id))
    rows = [{"game_id": game_id, "kind": kind, "due": at} for kind, at in due.items()]
    if rows:
        await connection.execute(insert(timers), rows)


async def due_timers(connection: AsyncConnection, now: int) -> list[TimerRow]:
    """The timers whose time has come, oldest first."""
    query = select(timers).where(timers.c.due <= now).order_by(timers.c.due)
    return [TimerRow(**row._mapping) for row in await connection.execute(query)]


async def read_timers(connection: AsyncConnection, game_id: int) -> dict[str, int]:
    """The timers of a game: kinds and times."""
    query = select(timers.c.kind, timers.c.due).where(timers.c.game_id == game_id)
    return {str(kind): int(due) for kind, due in await connection.execute(query)}


async def claim_timer(connection: AsyncConnection, timer: TimerRow, until: int) -> bool:
    """Move a timer on, if it still stands as it was read: of several that try, one gets True."""
    same = (timers.c.game_id == timer.game_id, timers.c.kind == timer.kind, timers.c.due == timer.due)
    return (await connection.execute(update(timers).where(*same).values(due=until))).rowcount == 1


async def drop_timer(connection: AsyncConnection, timer: TimerRow) -> None:
    """Take a timer away that is done, unless it was set anew meanwhile."""
    same = (timers.c.game_id == timer.game_id, timers.c.kind == timer.kind, timers.c.due == timer.due)
    await connection.execute(delete(timers).where(*same))
