"""A move that is taken back has never been made, for the clock, too: nobody holds a game by making and undoing it."""

import pytest

from bot.matches.clock import DAY, GRACE, HOUR, IDLE, NUDGE, is_late
from bot.matches.match import Match
from tests.matches.building import FIRST, HELD, PACE, THIRD
from tests.matches.club import Club
from tests.store.building import MINA, TOM


async def held(club: Club, pace: int | None = PACE) -> Match:
    """A game in which Tom holds the move, and may sew once more after that."""
    return await club.played(await club.paced(pace), HELD)


async def undone(club: Club, match: Match, after: int) -> Match:
    """The match once Tom has sewn a patch and, some time later, taken that back."""
    match = await club.play(match.id, match.revision, TOM, THIRD)
    club.now += after
    return await club.undone(match)


async def test_ten_undos_leave_deadline_nudge_and_closing_where_they_stood(club: Club) -> None:
    match = await held(club, pace=1)
    began, deadline = club.now, match.deadline
    assert deadline == began + DAY
    for times in range(1, 11):
        match = await undone(club, match, 20 * HOUR)
        assert (match.deadline, match.acted_at) == (deadline, began)
        assert is_late(match, club.now) == (times > 1)
        due = await club.due_in()
        told = None if times > 2 else max(deadline, club.now)  # that time is up is told once
        assert (due["close"], due.get("expire")) == (deadline + GRACE, told)
        assert ("remind" in due) == (deadline - DAY // 3 > club.now)
    await club.timers.nudge(match.id, MINA)
    assert (await club.matches.claim(match.id, match.revision, MINA)).winner == 1


async def test_a_nudge_counts_on_after_an_undo(club: Club) -> None:
    match = await held(club)
    club.now += NUDGE
    nudged = await club.timers.nudge(match.id, MINA)
    match = await undone(club, match, 60)
    assert (match.nudged_at, await club.load(match.id)) == (nudged.nudged_at, match)


async def test_without_a_clock_an_undo_does_not_put_off_the_closing(club: Club) -> None:
    match = await held(club, pace=None)
    began = club.now
    match = await undone(club, match, 20 * HOUR)
    assert await club.due_in() == {"close": began + IDLE}


async def test_pauses_and_vacations_since_the_move_still_count(club: Club) -> None:
    match = await held(club)
    deadline = match.deadline or 0
    match = await club.play(match.id, match.revision, TOM, THIRD)
    await club.timers.pause(match.id, MINA, match.revision, "pause2")
    club.now += 5 * DAY
    await club.timers.resume(match.id, MINA)
    await club.timers.vacation(TOM, club.now + 7 * DAY)
    match = await club.undone(match)
    assert (match.deadline, match.away) == (deadline + 12 * DAY, club.now + 7 * DAY)


async def test_an_undo_on_vacation_does_not_save_who_was_late(club: Club) -> None:
    match = await held(club)
    club.now += 4 * DAY
    await club.timers.vacation(TOM, club.now + 7 * DAY)
    assert is_late(match, club.now)
    match = await undone(club, match, 60)
    assert (is_late(match, club.now), match.away) == (True, None)


@pytest.mark.parametrize(
    ("thought", "left"), [(HOUR, 3 * DAY - HOUR), (2 * DAY + 23 * HOUR, DAY)], ids=["at once", "after long"]
)
async def test_a_move_given_back_leaves_the_time_from_before_it_or_a_third(club: Club, thought: int, left: int) -> None:
    match = await club.paced()
    match = await club.play(match.id, 0, MINA, FIRST)
    club.now += thought
    match = await club.matches.give_back(match.id, match.revision, TOM)
    assert (match.deadline, match.to_move) == (club.now + left, 1)
