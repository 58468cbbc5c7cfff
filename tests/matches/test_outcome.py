"""How a match ends: who has won, by whose act and why; and what the store keeps of it."""

from collections.abc import Awaitable, Callable
from dataclasses import replace
from random import Random

import pytest

from bot.matches.clock import DAY, GRACE, IDLE
from bot.matches.log import cache_of
from bot.matches.match import Match
from bot.matches.outcome import Outcome
from bot.matches.play import Matches
from bot.matches.timers import Timers
from bot.store.backend.database import Database
from bot.store.games import Cache, GameRow, find_game
from game import ADVANCE
from tests.matches.building import (
    HELD,
    PACE,
    START,
    Hands,
    mover_of,
    new_match,
    new_solo_match,
    paced,
    played,
    refused,
    stored,
    told,
    told_replies,
)
from tests.store.building import MINA, TOM, timers_of

LATER = START + DAY
"""When a match ends that somebody ends."""

End = Callable[[Matches, Match], Awaitable[Match]]


async def kept(database: Database, match: Match) -> GameRow:
    """What the store keeps of a match."""
    row = await database.read(find_game, match.id)
    assert row is not None
    return row


def points(match: Match) -> tuple[int, int]:
    """The points of both seats in the last position."""
    one, two = (match.position.score(seat).total for seat in (1, 2))
    return one, two


# --- by somebody's act: each at revision 2, where Tom (seat 2) holds the move

ENDS: dict[str, tuple[End, Outcome, str]] = {
    "resigned": (
        lambda matches, match: matches.resign(match.id, 2, TOM),
        Outcome("resigned", winner=1, by=2, why=""),
        "resign 2",
    ),
    "resigned when it is not one's move": (
        lambda matches, match: matches.resign(match.id, 2, MINA),
        Outcome("resigned", winner=2, by=1, why=""),
        "resign 1",
    ),
    "cancelled by the first": (
        lambda matches, match: matches.agree_to_cancel(match.id, 2, MINA, 2),
        Outcome("cancelled", winner=None, by=1, why=""),
        "cancelled",
    ),
    "cancelled by the second": (
        lambda matches, match: matches.agree_to_cancel(match.id, 2, TOM, 1),
        Outcome("cancelled", winner=None, by=2, why=""),
        "cancelled",
    ),
    "claimed because the opponent left": (
        lambda matches, match: matches.claim(match.id, 2, MINA, left=True),
        Outcome("claimed", winner=1, by=1, why="left"),
        "time 2",
    ),
    "claimed by the player to move, because the opponent left": (
        lambda matches, match: matches.claim(match.id, 2, TOM, left=True),
        Outcome("claimed", winner=2, by=2, why="left"),
        "time 1",
    ),
    "closed by a moderator": (
        lambda matches, match: matches.close(match.id, "moderator"),
        Outcome("closed", winner=None, by=None, why="moderator"),
        "closed",
    ),
}


@pytest.mark.slow
@pytest.mark.parametrize("pace", [PACE, None])
@pytest.mark.parametrize(("end", "outcome", "result"), ENDS.values(), ids=ENDS)
async def test_who_ends_it_and_what_is_kept(
    database: Database,
    matches: Matches,
    clock: Hands,
    end: End,
    outcome: Outcome,
    result: str,
    pace: int | None,
) -> None:
    before = await played(matches, await paced(database, pace), HELD)
    clock.now = LATER
    match = await end(matches, before)
    assert match.outcome == outcome
    assert (match.winner, match.to_move, match.mover, match.clock) == (outcome.winner, None, None, (None, None, None))
    assert match.position == before.position
    assert match.record.headers == (("Result", result),)
    row = await kept(database, match)
    assert row.cache == Cache(None, outcome.termination, LATER, outcome.winner, *points(before))
    assert row.cache == cache_of(match)
    assert (row.mover, row.revision, row.nudged_at) == (None, 3, None)
    assert await database.read(timers_of, match.id) == {}
    for reader in (matches, Matches(database, clock)):
        assert await reader.load(match.id) == match
    assert await matches.running_of(MINA) == []


# --- by time


@pytest.mark.slow
async def test_a_win_claimed_on_time_says_no_more_of_why(database: Database, matches: Matches, clock: Hands) -> None:
    match = await played(matches, await paced(database), "21N@A1")
    clock.now += PACE * DAY
    match = await matches.claim(match.id, 1, MINA)
    assert match.outcome == Outcome("claimed", winner=1, by=1, why="")
    assert match.record.headers == (("Result", "time 2"),)
    assert (await kept(database, match)).cache == Cache(None, "claimed", clock.now, 1, *points(match))


@pytest.mark.parametrize(("pace", "waits"), [(PACE, PACE * DAY + GRACE), (None, IDLE)])
async def test_nobody_wins_a_game_that_nobody_plays(
    database: Database, matches: Matches, timers: Timers, clock: Hands, pace: int | None, waits: int
) -> None:
    match = await paced(database, pace)
    clock.now += waits
    (timer,) = [timer for timer in await timers.due() if timer.kind == "close"]
    assert await timers.close_idle(timer)
    match = await matches.load(match.id)
    assert match.outcome == Outcome("closed", winner=None, by=None, why="idle")
    assert match.record.headers == (("Result", "closed"),)
    assert (await kept(database, match)).cache == Cache(None, "closed", clock.now, None, *points(match))


# --- played out


@pytest.mark.slow
@pytest.mark.parametrize("first", [1, 2])
async def test_a_game_that_is_played_out_is_won_by_points(
    database: Database, matches: Matches, clock: Hands, first: int
) -> None:
    match = await stored(database, new_match(first))
    while not match.outcome:
        move = match.position.legal_moves[0] if match.position.leather else ADVANCE
        clock.now += 60
        match = await matches.play(match.id, match.revision, mover_of(match), move)
    one, two = points(match)
    assert match.outcome == Outcome("finished", match.position.winner, by=match.plies[-1].seat, why="")
    assert match.winner == (1 if one > two else 2)
    assert match.record.headers == ()
    assert (await kept(database, match)).cache == Cache(None, "finished", clock.now, match.winner, one, two)


@pytest.mark.parametrize("level", ["fellow", "legend"])
async def test_a_solo_game_is_ended_by_whoever_moves_last(database: Database, matches: Matches, level: str) -> None:
    match = await stored(database, new_solo_match(level))
    while not match.outcome:
        match = await matches.play(match.id, match.revision, MINA, match.position.legal_moves[0])
    assert match.outcome == Outcome("finished", match.position.winner, by=match.plies[-1].seat)
    assert (await kept(database, match)).cache == Cache(None, "finished", START, match.winner, *points(match))


def test_the_automa_too_may_make_the_last_move() -> None:
    ended_by = set()
    for seed in (0, 2):
        match, rng = new_solo_match(), Random(seed)
        while not match.outcome:
            match = told_replies(told(match, "move", str(rng.choice(match.position.legal_moves))))
        ended_by.add(match.outcome.by)
        assert match.outcome == Outcome("finished", match.position.winner, by=match.plies[-1].seat)
    assert ended_by == {1, 2}


async def test_who_resigns_to_the_automa_has_lost_to_it(database: Database, matches: Matches) -> None:
    match = await stored(database, new_solo_match())
    match = await matches.play(match.id, 0, MINA, ADVANCE)
    match = await matches.resign(match.id, match.revision, MINA)
    assert match.outcome == Outcome("resigned", winner=2, by=1)
    assert (await kept(database, match)).winner == 2


# --- points


async def test_points_count_at_any_end(database: Database, matches: Matches) -> None:
    """Everybody begins with 5 buttons and 81 empty squares, which count -2 each.

    Mina's patch of 6 squares costs 1 button, and crosses an income of 1.
    """
    fresh, begun = await stored(database), await stored(database)
    begun = await played(matches, begun, "21N@A1")
    await matches.close(fresh.id, "moderator")
    await matches.resign(begun.id, 1, TOM)
    row = await kept(database, fresh)
    assert (row.points1, row.points2, row.winner) == (5 - 2 * 81, 5 - 2 * 81, None)
    row = await kept(database, begun)
    assert (row.points1, row.points2, row.winner) == (5 - 1 + 1 - 2 * 75, 5 - 2 * 81, 1)


async def test_nothing_of_an_end_is_kept_while_a_game_runs(database: Database, matches: Matches) -> None:
    match = await stored(database)
    assert (await kept(database, match)).cache == Cache(1, None)
    match = await played(matches, match, HELD)
    assert (match.outcome, match.winner) == (None, None)
    assert (await kept(database, match)).cache == Cache(2, None)


# --- an end is the end


@pytest.mark.slow
@pytest.mark.parametrize("end", [end for end, *_ in ENDS.values()], ids=ENDS)
async def test_it_ends_once(database: Database, matches: Matches, end: End) -> None:
    match = await end(matches, await played(matches, await stored(database), HELD))
    for again, *_ in ENDS.values():
        refusal = await refused(database, again(matches, match), "ended")
        assert refusal.match == match


def test_an_end_does_not_depend_on_the_clock_that_was_running() -> None:
    running = replace(new_match(), pace=PACE, deadline=5_000, away=4_000)
    for kind in ("resign", "cancel", "claim", "close"):
        assert told(running, kind).outcome == told(new_match(), kind).outcome
