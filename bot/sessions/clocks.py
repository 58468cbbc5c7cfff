"""Clocks: how long a move may take, what happens when it takes longer, and everything that stops them.

A game with a pace has a deadline for the player to move. It is set anew by every event of its log; a vacation of that
player moves it on, an agreed pause takes it away. Nobody loses by time alone: once it is over, the other player may
claim the win or give more time.
"""

from __future__ import annotations

from dataclasses import replace

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.sessions.refusals import Refusal
from bot.sessions.session import Session
from bot.store.games import last_event_at, running_games, set_clock
from bot.store.players import PlayerRow, find_player, save_player
from bot.store.timers import set_timers

DAY = 24 * 60 * 60
PACES = (1, 3, 7, 14)
"""Days for a move that can be chosen, beside none."""

USUAL_PACE = 3
GRACE = 14 * DAY
"""Seconds after its deadline when a game is closed without a winner."""

IDLE = 60 * DAY
"""Seconds after which a game is closed whose clock does not run."""

REMIND = 1 / 3
"""The part of the time that is left when the player to move is reminded."""

NUDGE = 12 * 60 * 60
"""Seconds between two nudges."""

LONGEST_VACATION = 60 * DAY


def timers_of(session: Session, now: int) -> dict[str, int]:
    """What is due to happen to a game if nothing else happens: kinds and times."""
    if session.ending:
        return {}
    if session.deadline is None or session.pace is None:
        return {"close": now + IDLE}
    return due(session.pace, session.deadline, max(now, session.away or 0), now)


def due(pace: int, deadline: int, begins: int, now: int) -> dict[str, int]:
    """The timers of a clock that runs from ``begins`` on: no reminder if less is left than it would leave."""
    timers = {"close": max(deadline + GRACE, now + DAY)}
    remind = deadline - round(pace * DAY * REMIND)
    if remind > begins:
        timers["remind"] = remind
    if deadline >= now:
        timers["expire"] = deadline
    return timers


async def rewound(connection: AsyncConnection, session: Session, now: int) -> Session:
    """The session with its clock set anew for the player to move, who may be on vacation."""
    if session.ending or session.pace is None:
        return replace(session, deadline=None, paused=None, away=None)
    return started(session, session.pace * DAY, now, await vacation_of(connection, session.mover))


async def vacation_of(connection: AsyncConnection, user: int) -> int:
    """Until when a user is on vacation, or was."""
    return (await find_player(connection, user)).vacation_until


def started(session: Session, seconds: int, now: int, away: int) -> Session:
    """The clock running with so many seconds, which begin when the vacation of the player to move is over."""
    return replace(session, deadline=max(now, away) + seconds, paused=None, away=away if away > now else None)


async def keep_clock(connection: AsyncConnection, session: Session, now: int) -> Session:
    """Store the clock of a running game, and its timers."""
    await set_clock(connection, session.id, session.deadline, session.paused, session.away)
    await set_timers(connection, session.id, timers_of(session, now))
    return session


def is_late(session: Session, now: int) -> bool:
    """Whether the time of the player to move is over."""
    return not session.ending and session.deadline is not None and session.deadline <= now


def more_time(session: Session, seat: int, now: int, away: int) -> Session:
    """The whole time again for a player who is late, as the other one grants it; ``away`` ends their vacation."""
    if not is_late(session, now):
        raise Refusal("not_late", session)
    if seat == session.position.turn:
        raise Refusal("own_clock", session)
    assert session.pace
    return started(session, session.pace * DAY, now, away)


def pause(session: Session, _seat: int, now: int, _away: int) -> Session:
    """The clock stopped, with what is left kept."""
    if session.deadline is None:
        raise Refusal("no_clock", session)
    left = max(session.deadline - max(now, session.away or 0), 0)
    return replace(session, deadline=None, paused=left, away=None)


def resume(session: Session, _seat: int, now: int, away: int) -> Session:
    """The clock running again, with what was left."""
    if session.paused is None:
        raise Refusal("not_paused", session)
    return started(session, session.paused, now, away)


async def shift_clocks(connection: AsyncConnection, before: PlayerRow, until: int, now: int) -> list[int]:
    """Move the deadlines of a player whose vacation changes; returns the games in which the player is to move.

    Time on vacation does not count: what is left of a move's time is left afterwards. Who is late already stays so, and
    no vacation, however often renewed, holds up one move for longer than `LONGEST_VACATION`.
    """
    await save_player(connection, replace(before, vacation_until=until))
    touched: list[int] = []
    for row in await running_games(connection, before.user_id):
        if row.mover != before.user_id or row.deadline is None or row.pace is None or row.deadline <= now:
            continue
        away = row.away or 0
        if away > row.deadline:  # written by a version that cut only the deadline of a vacation that was too long
            away = row.deadline - row.pace * DAY
        left = row.deadline - max(away, now)
        latest = await last_event_at(connection, row.id) + row.pace * DAY + LONGEST_VACATION
        begins = max(min(until, max(latest - left, away)), now)
        await set_clock(connection, row.id, begins + left, None, begins if begins > now else None)
        await set_timers(connection, row.id, due(row.pace, begins + left, begins, now))
        touched.append(row.id)
    return touched
