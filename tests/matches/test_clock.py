"""Vacations, and what they leave of the time for a move. All else that a clock does is held in
`test_games_in_any_order.py`.
"""

import pytest

from bot.matches.clock import DAY
from tests.matches.building import PACE, START
from tests.matches.club import Club
from tests.store.building import MINA, TOM


async def prolonged(club: Club, *vacations: tuple[int, int]) -> None:
    """Let Mina go on vacation for so many days, of which so many pass before she prolongs it."""
    for days, passed in vacations:
        await club.timers.vacation(MINA, club.now + days * DAY)
        club.now += passed * DAY


async def test_a_vacation_that_is_prolonged_and_ends_early_leaves_the_whole_time(club: Club) -> None:
    match = await club.paced()
    await prolonged(club, (28, 27), (2, 1))
    await club.timers.vacation(MINA, 0)
    assert (await club.load(match.id)).deadline == club.now + PACE * DAY


async def test_a_longer_vacation_takes_no_time_away(club: Club) -> None:
    match = await club.paced()
    await club.timers.pause(match.id, TOM, 0, "pause1")
    await prolonged(club, (0, 55), (20, 0))
    before = (await club.timers.resume(match.id, MINA)).deadline
    assert before
    await club.timers.vacation(MINA, club.now + 21 * DAY)
    assert (await club.load(match.id)).deadline == before, "which was as late as vacations may make it"


async def test_a_clock_of_an_older_version_is_understood(club: Club) -> None:
    """It cut the deadline of a vacation that was prolonged too often, and not the vacation."""
    match = await club.paced()
    await prolonged(club, (28, 20), (9, 0))
    deadline, away = club.now + (10 + PACE) * DAY, club.now + 58 * DAY
    await club.spoil(f"UPDATE games SET deadline = {deadline}, away = {away}")  # noqa: S608
    await club.timers.vacation(MINA, 0)
    assert (await club.load(match.id)).deadline == club.now + PACE * DAY


async def test_who_was_reminded_before_a_vacation_is_not_reminded_in_it_nor_again(club: Club) -> None:
    await club.paced()
    club.now += 2 * DAY + DAY // 2
    for timer in await club.timers.due():
        await club.timers.done(timer)
    await club.timers.vacation(MINA, club.now + 8 * DAY)
    assert "remind" not in await club.due_in()


@pytest.mark.slow
async def test_vacations_last_thirty_days_at_a_time_and_sixty_in_a_year(club: Club) -> None:
    match = await club.paced()
    await club.refused(club.timers.vacation(MINA, club.now + 31 * DAY), "long_vacation")
    for _ in range(2):
        await prolonged(club, (20, 15))
        await club.refused(club.timers.vacation(MINA, club.now + 16 * DAY), "long_vacation")
        await prolonged(club, (15, 15))
    assert (await club.load(match.id)).deadline == START + PACE * DAY + 60 * DAY
    await club.refused(club.timers.vacation(MINA, club.now + DAY), "vacation_spent")
    await club.timers.vacation(MINA, 0)
    club.now = START + 354 * DAY
    await club.refused(club.timers.vacation(MINA, club.now + 10 * DAY), "vacation_spent")
    club.now = START + 365 * DAY
    await club.timers.vacation(MINA, club.now + 30 * DAY)  # by its end, the first one is more than a year ago


async def test_a_vacation_that_ends_early_leaves_the_rest_for_later(club: Club) -> None:
    match = await club.paced()
    for _ in range(6):
        await prolonged(club, (30, 5))
        await club.timers.vacation(MINA, 0)
    await club.timers.vacation(MINA, club.now + 30 * DAY)
    assert (await club.load(match.id)).deadline == START + PACE * DAY + 60 * DAY
    club.now += 30 * DAY
    await club.refused(club.timers.vacation(MINA, club.now + DAY), "vacation_spent")
