"""How a match ends: who has won, by whose act and why; and what the store keeps of it."""

import asyncio
from collections.abc import Awaitable, Callable
from random import Random

import pytest

from bot.matches.clock import DAY, GRACE, IDLE
from bot.matches.log import cache_of
from bot.matches.match import Match
from bot.matches.outcome import Outcome
from bot.store.games import Cache
from tests.matches.building import HELD, PACE, START, new_solo_match, told, told_replies
from tests.matches.club import Club
from tests.store.building import MINA, TOM, timers_of

LATER = START + DAY
"""When a match ends that somebody ends."""

End = Callable[[Club, Match], Awaitable[Match]]


def points(match: Match) -> tuple[int, int]:
    """The points of both seats in the last position."""
    one, two = (match.position.score(seat).total for seat in (1, 2))
    return one, two


def resigned(user: int) -> End:
    return lambda club, match: club.matches.resign(match.id, 2, user)


def cancelled(user: int, asked_by: int) -> End:
    return lambda club, match: club.matches.agree_to_cancel(match.id, 2, user, asked_by)


def claimed(user: int) -> End:
    return lambda club, match: club.matches.claim(match.id, 2, user, left=True)


def closed(club: Club, match: Match) -> Awaitable[Match]:
    return club.matches.close(match.id, "moderator")


ENDS: dict[str, tuple[End, Outcome, str]] = {
    "resigned": (resigned(TOM), Outcome("resigned", winner=1, by=2), "resign 2"),
    "resigned when it is not one's move": (resigned(MINA), Outcome("resigned", winner=2, by=1), "resign 1"),
    "cancelled by the first": (cancelled(MINA, 2), Outcome("cancelled", by=1), "cancelled"),
    "cancelled by the second": (cancelled(TOM, 1), Outcome("cancelled", by=2), "cancelled"),
    "the opponent left": (claimed(MINA), Outcome("claimed", winner=1, by=1, why="left"), "time 2"),
    "the opponent left on one's own move": (claimed(TOM), Outcome("claimed", winner=2, by=2, why="left"), "time 1"),
    "closed by a moderator": (closed, Outcome("closed", why="moderator"), "closed"),
}
"""What ends a match at revision 2, where Tom (seat 2) holds the move."""


@pytest.mark.slow
@pytest.mark.parametrize("pace", [PACE, None])
@pytest.mark.parametrize(("end", "outcome", "result"), ENDS.values(), ids=ENDS)
async def test_who_ends_it_and_what_is_kept(
    club: Club, end: End, outcome: Outcome, result: str, pace: int | None
) -> None:
    before = await club.played(await club.paced(pace), HELD)
    club.now = LATER
    match = await end(club, before)
    assert match.outcome == outcome
    assert (match.winner, match.to_move, match.mover, match.clock) == (outcome.winner, None, None, (None, None, None))
    assert match.position == before.position
    assert match.record.headers == (("Result", result),)
    row = await club.row(match)
    assert row.cache == Cache(None, outcome.termination, LATER, outcome.winner, *points(before))
    assert row.cache == cache_of(match)
    assert (row.mover, row.revision, row.nudged_at) == (None, 3, None)
    assert await club.read(timers_of, match.id) == {}
    for reader in (club, club.restarted()):
        assert await reader.load(match.id) == match
    assert await club.matches.running_of(MINA) == []
    for again, *_ in ENDS.values():
        refusal = await club.refused(again(club, match), "ended")
        assert refusal.match == match


async def test_a_win_claimed_on_time_says_no_more_of_why(club: Club) -> None:
    match = await club.played(await club.paced(), HELD)
    club.now += PACE * DAY
    match = await club.matches.claim(match.id, 2, MINA)
    assert match.outcome == Outcome("claimed", winner=1, by=1, why="")
    assert match.record.headers == (("Result", "time 2"),)
    assert (await club.row(match)).cache == Cache(None, "claimed", club.now, 1, *points(match))


@pytest.mark.parametrize(("pace", "waits"), [(PACE, PACE * DAY + GRACE), (None, IDLE)])
async def test_nobody_wins_a_game_that_nobody_plays(club: Club, pace: int | None, waits: int) -> None:
    match = await club.paced(pace)
    club.now += waits
    (timer,) = [timer for timer in await club.timers.due() if timer.kind == "close"]
    closed = await asyncio.gather(*(club.timers.close_idle(timer) for _ in range(3)))
    assert sorted(closed) == [False, False, True]
    match = await club.load(match.id)
    assert match.outcome == Outcome("closed", winner=None, by=None, why="idle")
    assert match.record.headers == (("Result", "closed"),)
    assert (await club.row(match)).cache == Cache(None, "closed", club.now, None, *points(match))


@pytest.mark.parametrize("level", ["fellow", "legend"])
async def test_a_solo_game_is_ended_by_whoever_moves_last(club: Club, level: str) -> None:
    match = await club.stored(new_solo_match(level))
    while not match.outcome:
        match = await club.play(match.id, match.revision, MINA, match.position.legal_moves[0])
    assert match.outcome == Outcome("finished", match.position.winner, by=match.plies[-1].seat)
    assert (await club.row(match)).cache == Cache(None, "finished", START, match.winner, *points(match))


def test_the_automa_too_may_make_the_last_move() -> None:
    ended_by = set()
    for seed in (0, 2):
        match, rng = new_solo_match(), Random(seed)
        while not match.outcome:
            match = told_replies(told(match, "move", str(rng.choice(match.position.legal_moves))))
        ended_by.add(match.outcome.by)
        assert match.outcome == Outcome("finished", match.position.winner, by=match.plies[-1].seat)
    assert ended_by == {1, 2}


async def test_points_count_at_any_end_and_not_before(club: Club) -> None:
    """Everybody begins with 5 buttons and 81 empty squares, which count -2 each.

    Mina's patch of 6 squares costs 1 button, and crosses an income of 1.
    """
    fresh, begun = await club.stored(), await club.begun("21N@A1")
    assert [(await club.row(match)).cache for match in (fresh, begun)] == [Cache(1, None), Cache(2, None)]
    await club.matches.close(fresh.id, "moderator")
    await club.matches.resign(begun.id, 1, TOM)
    row = await club.row(fresh)
    assert (row.points1, row.points2, row.winner) == (5 - 2 * 81, 5 - 2 * 81, None)
    row = await club.row(begun)
    assert (row.points1, row.points2, row.winner) == (5 - 1 + 1 - 2 * 75, 5 - 2 * 81, None)
