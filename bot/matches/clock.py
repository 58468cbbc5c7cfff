"""The clock of a match: how long a move may take, when it is late, and what stops it. Pure: the time is passed in.

A match with a pace has a deadline for the player to move. A move resets it; a move that is taken back has never been
made; a vacation of that player postpones it; an agreed pause suspends it. Nobody loses on time alone: once it has
passed, the other player may claim the win or give more time (decision 0007).
"""

from dataclasses import replace
from typing import get_args

from bot.matches.match import Match, Ply, Refusal
from bot.store.games import LogRow
from bot.store.timers import OfGame

HOUR = 60 * 60
DAY = 24 * HOUR
DAYS, EVENING = (1, 3, 7, 14), (10, 30)
"""The paces on offer, besides no clock: in days for a move, or in minutes for two who talk while they play. No number
stands for both.
"""

USUAL_PACE = 3
GRACE = 14 * DAY
"""Seconds after its deadline until a game is closed without a winner."""

IDLE = 60 * DAY
"""Seconds after which an idle game without a running clock is closed."""

REMIND = 1 / 3
"""The share of the time still left when the player to move is reminded."""

NUDGE = 12 * HOUR
"""Seconds until the player to move may be nudged, and between two nudges; less where moves are quicker."""

NUDGE_SHARE = 1 / 4
"""The share of the time for a move that must have passed before a nudge, if that is less."""

COULD_PLAN = 3 * 60
"""Seconds after which the player who waits is told that they could plan: those who plan at once hear nothing."""

LONGEST_VACATION = 30 * DAY
"""How long a vacation may last, however often it is prolonged."""

YEAR = 365 * DAY
YEARLY_VACATION = 60 * DAY
"""How long all vacations may last together that lie in any `YEAR`; and by how much they may delay one move."""

Vacations = tuple[tuple[int, int], ...]
"""When vacations began and ended, in order; the last one may not be over."""

NO_TIMERS: dict[str, int | None] = dict.fromkeys(get_args(OfGame))
"""The timers of a game that has ended, by kind."""


def time_for(pace: int) -> int:
    """The seconds that a move may take in a game of a pace."""
    return pace * 60 if pace in EVENING else pace * DAY


def is_evening(match: Match) -> bool:
    """Tell whether two play a match in an evening: quiet hours do not stop it, as both have chosen it."""
    return match.pace in EVENING


def timers_of(match: Match, now: int) -> dict[str, int | None]:
    """Tell when each kind of timer that a match can have is due, if nothing else happens; None for never."""
    if match.outcome:
        return NO_TIMERS
    if match.pace is None:
        return {"close": now + IDLE}
    if match.deadline is None:  # both have agreed to pause, but somebody may still be owed a question
        return {**dict.fromkeys(("remind", "expire", "call", "plan")), "close": now + IDLE}
    return timers_until(match.deadline, match.pace, max(now, match.away or 0), now)


def timers_until(deadline: int, pace: int, begins: int, now: int) -> dict[str, int | None]:
    """The timers of a clock that runs from ``begins`` on; no reminder if its time has passed."""
    remind = deadline - round(time_for(pace) * REMIND)
    return {
        "remind": remind if remind > begins else None,
        "expire": deadline if deadline >= now else None,
        "close": max(deadline + GRACE, now + DAY),
    }


def is_late(match: Match, now: int) -> bool:
    """Tell whether the player to move has run out of time."""
    return not match.outcome and match.deadline is not None and match.deadline <= now


def nudge_pause(match: Match) -> int:
    """Seconds between the beginning of a move and a nudge, and between two nudges."""
    return NUDGE if match.pace is None else min(NUDGE, round(time_for(match.pace) * NUDGE_SHARE))


def may_nudge_at(match: Match) -> int:
    """Tell when the player to move may be nudged: some time after the last event, and after the last nudge."""
    return max(match.acted_at or match.created_at, match.nudged_at or 0) + nudge_pause(match)


def rewind(match: Match, now: int, away: int) -> Match:
    """The match with its clock reset for the player to move, who may be on vacation until ``away``."""
    if match.outcome or match.pace is None:
        return match if match.clock == (None, None, None) else replace(match, deadline=None, paused=None, away=None)
    return _run(match, time_for(match.pace), now, away)


def time_left(match: Match, now: int) -> int | None:
    """The seconds left for the player to move, less than 0 if they are late; None if there is no clock."""
    if match.deadline is None:
        return match.paused
    return match.deadline - max(now, match.away or 0)


def unwind(match: Match, after: Match, event: LogRow, away: int) -> Match | None:
    """The match ``after`` its last ply was taken back. The time that was left for that ply is left again, less what has
    been used since. None if that is not known.

    Who is given a move back has a share of their time at least, however long the other has thought about it.
    """
    ply, left = match.plies[-1], time_left(match, event.at)
    if after.pace is None or left is None or ply.time_left is None:
        return None
    left += ply.time_left - time_for(after.pace)
    if event.kind == "takeback" and ply.how != "forced":
        left = max(left, round(time_for(after.pace) * REMIND))
    return _run(after, left, event.at, away)


def timers_undone(match: Match, undone: Ply, now: int) -> dict[str, int | None]:
    """The timers of a match whose last ply was just taken back: the game is closed when it would have been without it.
    If time is up, the player who waits is told at once, unless they had been told before that ply.
    """
    if match.deadline is None or match.pace is None:
        return {**timers_of(match, now), "close": (match.acted_at or match.created_at) + IDLE}
    due = timers_of(match, now)
    is_told = match.deadline <= now and (undone.time_left or 0) <= 0
    return {**due, "expire": None if is_told else max(match.deadline, now), "close": match.deadline + GRACE}


def not_late(match: Match) -> Refusal:
    """Say why nobody is late in a match: time is left, or no clock is running."""
    return Refusal("no_clock" if match.deadline is None else "not_late", match)


def give_more_time(match: Match, user: int, now: int, away: int) -> Match:
    """The match with the full time again for a late player. Raises ``not_late``, ``no_clock``, ``own_clock``."""
    if not is_late(match, now):
        raise not_late(match)
    if user == match.mover:
        raise Refusal("own_clock", match)
    assert match.pace
    return _run(match, time_for(match.pace), now, away)


def pause(match: Match, now: int) -> Match:
    """The match with its clock stopped and the time left kept. Raises Refusal ``no_clock``."""
    if match.deadline is None:
        raise Refusal("no_clock", match)
    left = max(match.deadline - max(now, match.away or 0), 0)
    return replace(match, deadline=None, paused=left, away=None)


def resume(match: Match, now: int, away: int) -> Match:
    """The match with its clock running again on the time that was left. Raises Refusal ``not_paused``."""
    if match.paused is None:
        raise Refusal("not_paused", match)
    return _run(match, match.paused, now, away)


def vacations_with(past: Vacations, until: int, now: int) -> Vacations:
    """The vacations of a player who goes on one ``until`` some time, or prolongs it, or ends it (0). Raises Refusal
    ``long_vacation`` (at a time), ``vacation_spent`` (in a year).
    """
    over = tuple((first, last) for first, last in past if last <= now)
    begun = next((first for first, last in past if last > now), None)
    if until <= now:
        return over if begun is None else (*over, (begun, now))
    first = now if begun is None else begun
    if until - first > LONGEST_VACATION:
        raise Refusal("long_vacation", count=LONGEST_VACATION // DAY)
    spent = sum(max(0, last - max(first, until - YEAR)) for first, last in over)
    if spent + until - first > YEARLY_VACATION:
        raise Refusal("vacation_spent", count=YEARLY_VACATION // DAY)
    return (*((first, last) for first, last in over if last > now - YEAR), (first, until))


def _run(match: Match, seconds: int, now: int, away: int) -> Match:
    """The clock running for ``seconds``, counted from now or from the end of a vacation of the player to move."""
    away = away if seconds > 0 else 0  # who is late stays late
    return replace(match, deadline=max(now, away) + seconds, paused=None, away=away if away > now else None)
