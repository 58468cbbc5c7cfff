"""Clocks: deadlines, claims, more time, pauses and vacations."""

import pytest
from sqlalchemy import Connection, update

from bot.matches.clock import DAY, GRACE, IDLE, is_late
from bot.matches.outcome import Outcome
from bot.matches.play import Matches
from bot.matches.timers import Timers
from bot.store.backend.database import Database
from bot.store.tables import games
from tests.matches.building import FIRST, PACE, START, Hands, due_in, paced, refused
from tests.store.building import MINA, TOM


async def test_a_new_game_has_a_deadline_a_reminder_and_an_end(database: Database, matches: Matches) -> None:
    match = await matches.load((await paced(database)).id)
    assert match.deadline == START + PACE * DAY
    assert await due_in(database) == {
        "remind": START + 2 * DAY,
        "expire": START + PACE * DAY,
        "close": START + PACE * DAY + GRACE,
    }


async def test_a_game_without_a_pace_only_ends_when_nobody_plays(database: Database, matches: Matches) -> None:
    match = await matches.load((await paced(database, None)).id)
    assert match.deadline is None
    assert await due_in(database) == {"close": START + IDLE}


async def test_who_is_late_may_still_move(database: Database, matches: Matches, clock: Hands) -> None:
    match = await paced(database)
    clock.now += PACE * DAY
    assert is_late(await matches.load(match.id), clock.now)
    match = await matches.play(match.id, 0, MINA, FIRST)
    assert not is_late(match, clock.now)
    await refused(database, matches.claim(match.id, 1, MINA), "not_late")


async def test_only_the_waiting_player_claims_and_only_when_time_is_up(
    database: Database, matches: Matches, clock: Hands
) -> None:
    match = await paced(database)
    clock.now += PACE * DAY - 1
    await refused(database, matches.claim(match.id, 0, TOM), "not_late")
    clock.now += 1
    await refused(database, matches.claim(match.id, 0, MINA), "own_clock")
    await refused(database, matches.claim(match.id, 0, 5), "not_playing")
    match = await matches.claim(match.id, 0, TOM)
    assert (match.outcome, match.mover) == (Outcome("cancelled", by=2, why="unplayed"), None)  # nobody has moved
    assert await due_in(database) == {}
    await refused(database, matches.play(match.id, 1, MINA, FIRST), "ended")


async def test_after_a_move_who_claims_has_won(database: Database, matches: Matches, clock: Hands) -> None:
    match = await paced(database)
    match = await matches.play(match.id, 0, MINA, FIRST)
    late = match.mover
    clock.now += PACE * DAY
    claimant = TOM if late == MINA else MINA
    match = await matches.claim(match.id, match.revision, claimant)
    seat = match.seat_of(claimant)
    assert match.outcome == Outcome("claimed", winner=seat, by=seat)
    assert (await matches.load(match.id)).winner == seat


async def test_more_time_is_the_whole_time_again(database: Database, timers: Timers, clock: Hands) -> None:
    match = await paced(database)
    await refused(database, timers.give_more_time(match.id, TOM), "not_late")
    clock.now += PACE * DAY + 5
    await refused(database, timers.give_more_time(match.id, MINA), "own_clock")
    given = await timers.give_more_time(match.id, TOM)
    assert given.deadline == clock.now + PACE * DAY
    assert given.revision == 0
    assert (await due_in(database))["close"] == clock.now + PACE * DAY + GRACE


async def test_a_pause_keeps_what_is_left(database: Database, timers: Timers, clock: Hands) -> None:
    match = await paced(database)
    clock.now += DAY
    paused = await timers.pause(match.id, TOM, 0, "pause1")
    assert (paused.deadline, paused.paused) == (None, 2 * DAY)
    assert await due_in(database) == {"close": clock.now + IDLE}
    clock.now += 30 * DAY
    going = await timers.resume(match.id, MINA)
    assert (going.deadline, going.paused) == (clock.now + 2 * DAY, None)


async def test_a_vacation_moves_the_deadline_on_and_back(
    database: Database, matches: Matches, timers: Timers, clock: Hands
) -> None:
    match = await paced(database)
    before = match.deadline or 0
    back = clock.now + 10 * DAY
    assert await timers.vacation(MINA, back) == [match.id]
    assert (await matches.load(match.id)).deadline == before + 10 * DAY
    clock.now += 4 * DAY
    assert await timers.vacation(MINA, 0) == [match.id]
    assert (await matches.load(match.id)).deadline == before + 4 * DAY
    assert (await due_in(database))["close"] == before + 4 * DAY + GRACE


async def prolonged(timers: Timers, clock: Hands, *vacations: tuple[int, int]) -> None:
    """Let Mina go on vacation for so many days, of which so many pass before she prolongs it."""
    for days, passed in vacations:
        await timers.vacation(MINA, clock.now + days * DAY)
        clock.now += passed * DAY


async def test_a_vacation_that_is_prolonged_and_ends_early_leaves_the_whole_time(
    database: Database, matches: Matches, timers: Timers, clock: Hands
) -> None:
    match = await paced(database)
    await prolonged(timers, clock, (28, 27), (2, 1))
    await timers.vacation(MINA, 0)
    assert (await matches.load(match.id)).deadline == clock.now + PACE * DAY


async def test_a_longer_vacation_takes_no_time_away(
    database: Database, matches: Matches, timers: Timers, clock: Hands
) -> None:
    match = await paced(database)
    await timers.pause(match.id, TOM, 0, "pause1")
    await prolonged(timers, clock, (0, 55), (20, 0))
    before = (await timers.resume(match.id, MINA)).deadline
    assert before
    await timers.vacation(MINA, clock.now + 21 * DAY)
    assert (await matches.load(match.id)).deadline == before, "which was as late as vacations may make it"


async def test_a_clock_of_an_older_version_is_understood(
    database: Database, matches: Matches, timers: Timers, clock: Hands
) -> None:
    """It cut the deadline of a vacation that was prolonged too often, and not the vacation."""
    match = await paced(database)
    await prolonged(timers, clock, (28, 20), (9, 0))

    def write(connection: Connection) -> None:
        cut = {"deadline": clock.now + (10 + PACE) * DAY, "away": clock.now + 58 * DAY}
        connection.execute(update(games).values(**cut))

    await database.write(write)
    await timers.vacation(MINA, 0)
    assert (await matches.load(match.id)).deadline == clock.now + PACE * DAY


async def test_who_was_reminded_before_a_vacation_is_not_reminded_in_it_nor_again(
    database: Database, timers: Timers, clock: Hands
) -> None:
    await paced(database)
    clock.now += 2 * DAY + DAY // 2
    for timer in await timers.due():
        await timers.done(timer)
    await timers.vacation(MINA, clock.now + 8 * DAY)
    assert "remind" not in await due_in(database)


async def test_who_is_late_cannot_flee_into_a_vacation(
    database: Database, matches: Matches, timers: Timers, clock: Hands
) -> None:
    match = await paced(database)
    clock.now += PACE * DAY
    assert await timers.vacation(MINA, clock.now + 9 * DAY) == []
    assert (await matches.claim(match.id, 0, TOM)).outcome


@pytest.mark.slow
async def test_vacations_last_thirty_days_at_a_time_and_sixty_in_a_year(
    database: Database, matches: Matches, timers: Timers, clock: Hands
) -> None:
    match = await paced(database)
    await refused(database, timers.vacation(MINA, clock.now + 31 * DAY), "long_vacation")
    for _ in range(2):
        await timers.vacation(MINA, clock.now + 20 * DAY)
        clock.now += 15 * DAY
        await refused(database, timers.vacation(MINA, clock.now + 16 * DAY), "long_vacation")
        await timers.vacation(MINA, clock.now + 15 * DAY)
        clock.now += 15 * DAY
    assert (await matches.load(match.id)).deadline == START + PACE * DAY + 60 * DAY
    await refused(database, timers.vacation(MINA, clock.now + DAY), "vacation_spent")
    await timers.vacation(MINA, 0)
    clock.now = START + 354 * DAY
    await refused(database, timers.vacation(MINA, clock.now + 10 * DAY), "vacation_spent")
    clock.now = START + 365 * DAY
    await timers.vacation(MINA, clock.now + 30 * DAY)  # by its end, the first one is more than a year ago


async def test_a_vacation_that_ends_early_leaves_the_rest_for_later(
    database: Database, matches: Matches, timers: Timers, clock: Hands
) -> None:
    match = await paced(database)
    for _ in range(6):
        await timers.vacation(MINA, clock.now + 30 * DAY)
        clock.now += 5 * DAY
        await timers.vacation(MINA, 0)
    await timers.vacation(MINA, clock.now + 30 * DAY)
    assert (await matches.load(match.id)).deadline == START + PACE * DAY + 60 * DAY
    clock.now += 30 * DAY
    await refused(database, timers.vacation(MINA, clock.now + DAY), "vacation_spent")
