"""What is new in a match to whoever looks at it."""

from __future__ import annotations

from itertools import takewhile

from bot.matches.match import Match, Ply
from game import Placement


def last_run(match: Match) -> tuple[Ply, ...]:
    """The last plies that stand, all by the same seat, in order."""
    if not match.plies:
        return ()
    run = takewhile(lambda ply: ply.seat == match.plies[-1].seat, reversed(match.plies))
    return tuple(run)[::-1]


def news_of(match: Match) -> tuple[Ply, ...]:
    """What is new to whoever reads: all since the turn passed last, or all that a turn has held so far.

    Both players lack just that: the one who waits has made no move since then, and the one to move has seen what was
    before. A solo game adds the person's last move to the answers of the Automa or of a rival.
    """
    run = last_run(match)
    if run and match.user_at(run[0].seat) is None:
        return match.plies[-len(run) - 1 :]
    return run


def newly_sewn(match: Match) -> tuple[tuple[Placement, ...], int]:
    """What was sewn in the `news_of` a match, and the seat that sewed it (0 for none): what pictures outline.

    Of what both have sewn, that is what a rival has: its player knows the rest.
    """
    sewn = [(ply.move, ply.seat) for ply in news_of(match) if isinstance(ply.move, Placement)]
    seat = sewn[-1][1] if sewn else 0
    return tuple(placement for placement, whose in sewn if whose == seat), seat


def turns_of(match: Match, seat: int | None) -> tuple[int, ...]:
    """How many plies there were after the first one of each turn of a seat; none of a spectator's (None)."""
    seats = [0, *(ply.seat for ply in match.plies)]
    return tuple(count for count in range(1, len(seats)) if seats[count - 1] != seats[count] == seat)
