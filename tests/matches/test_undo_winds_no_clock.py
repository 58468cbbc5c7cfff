"""A move that is taken back has never been made, for the clock, too: nobody holds a game by making and undoing it."""

import pytest

from bot.matches.clock import DAY, GRACE, HOUR, IDLE, NUDGE, is_late
from bot.matches.match import Match
from bot.matches.play import Matches
from bot.matches.timers import Timers
from bot.store.backend.database import Database
from tests.matches.building import FIRST, HELD, PACE, THIRD, Hands, due_in, paced, played
from tests.store.building import MINA, TOM


async def held(database: Database, matches: Matches, pace: int | None = PACE) -> Match:
    """A game in which Tom holds the move, and may sew once more after that."""
    return await played(matches, await paced(database, pace), HELD)


async def undone(matches: Matches, match: Match, clock: Hands, after: int) -> Match:
    """The match once Tom has sewn a patch and, some time later, taken that back."""
    match = await matches.play(match.id, match.revision, TOM, THIRD)
    clock.now += after
    return await matches.undo(match.id, match.revision, TOM)


async def test_ten_undos_leave_the_deadline_the_nudge_and_the_closing_where_they_stood(
    database: Database, matches: Matches, timers: Timers, clock: Hands
) -> None:
    match = await held(database, matches, pace=1)
    began, deadline = clock.now, match.deadline
    assert deadline == began + DAY
    for times in range(1, 11):
        match = await undone(matches, match, clock, 20 * HOUR)
        assert (match.deadline, match.acted_at) == (deadline, began)
        assert is_late(match, clock.now) == (times > 1)
        due = await due_in(database)
        assert (due["close"], due["expire"]) == (deadline + GRACE, max(deadline, clock.now))
        assert ("remind" in due) == (deadline - DAY // 3 > clock.now)
    await timers.nudge(match.id, MINA)
    assert (await matches.claim(match.id, match.revision, MINA)).winner == 1


async def test_a_nudge_counts_on_after_an_undo(
    database: Database, matches: Matches, timers: Timers, clock: Hands
) -> None:
    match = await held(database, matches)
    clock.now += NUDGE
    nudged = await timers.nudge(match.id, MINA)
    match = await undone(matches, match, clock, 60)
    assert (match.nudged_at, await matches.load(match.id)) == (nudged.nudged_at, match)


async def test_without_a_clock_an_undo_does_not_put_off_the_closing(
    database: Database, matches: Matches, clock: Hands
) -> None:
    match = await held(database, matches, pace=None)
    began = clock.now
    match = await undone(matches, match, clock, 20 * HOUR)
    assert await due_in(database) == {"close": began + IDLE}


async def test_pauses_and_vacations_since_the_move_still_count(
    database: Database, matches: Matches, timers: Timers, clock: Hands
) -> None:
    match = await held(database, matches)
    deadline = match.deadline or 0
    match = await matches.play(match.id, match.revision, TOM, THIRD)
    await timers.pause(match.id, MINA, match.revision, "pause2")
    clock.now += 5 * DAY
    await timers.resume(match.id, MINA)
    await timers.vacation(TOM, clock.now + 7 * DAY)
    match = await matches.undo(match.id, match.revision, TOM)
    assert (match.deadline, match.away) == (deadline + 12 * DAY, clock.now + 7 * DAY)


@pytest.mark.parametrize(
    ("thought", "left"), [(HOUR, 3 * DAY - HOUR), (2 * DAY + 23 * HOUR, DAY)], ids=["at once", "after long"]
)
async def test_a_move_that_is_given_back_leaves_the_time_from_before_it_or_a_third(
    database: Database, matches: Matches, clock: Hands, thought: int, left: int
) -> None:
    match = await paced(database)
    match = await matches.play(match.id, 0, MINA, FIRST)
    clock.now += thought
    match = await matches.give_back(match.id, match.revision, TOM)
    assert (match.deadline, match.to_move) == (clock.now + left, 1)
