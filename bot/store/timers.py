"""Clocks and timers of running games."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from sqlalchemy import delete, insert, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.tables import games, timers


@dataclass(frozen=True, slots=True)
class TimerRow:
    """What is due to happen to a game: ``remind`` its player to move, or ``close`` it."""

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


async def set_clock(
    connection: AsyncConnection, game_id: int, deadline: int | None, paused: int | None, away: int | None
) -> None:
    """Set the clock of a running game."""
    values = {"deadline": deadline, "paused": paused, "away": away}
    await connection.execute(update(games).where(games.c.id == game_id).values(values))


async def note_nudge(connection: AsyncConnection, game_id: int, now: int, before: int) -> bool:
    """Note that a player was nudged, unless it has happened since ``before``: then False."""
    free = or_(games.c.nudged_at.is_(None), games.c.nudged_at <= before)
    query = update(games).where(games.c.id == game_id, free).values(nudged_at=now)
    return (await connection.execute(query)).rowcount == 1


async def write_nudge(connection: AsyncConnection, game_id: int, at: int | None) -> None:
    """Note when the player to move was last nudged, or that nobody was."""
    await connection.execute(update(games).where(games.c.id == game_id).values(nudged_at=at))
