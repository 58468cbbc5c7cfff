"""Clocks: deadlines, claims, pauses, vacations, and timers that fire once."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from bot.matches.clock import DAY, GRACE, IDLE, NUDGE, is_late
from bot.matches.match import Match, Outcome
from bot.matches.play import Matches
from bot.matches.preferences import Preferences, quiet_until
from bot.matches.timers import Timers
from bot.store.database import Database
from bot.store.players import PlayerRow
from tests.matches.building import FIRST, HELD, SECOND, Hands, new_match, played, refused, stored
from tests.store.building import MINA, TOM, opened, rows

PACE = 3
START = 1_000
"""When the stored games begin, by the hands of the clock."""


async def paced(database: Database, pace: int | None = PACE) -> Match:
    """A stored game with a pace; mina moves first."""
    return await stored(database, replace(new_match(), pace=pace))


async def due_in(database: Database) -> dict[str, int]:
    return {kind: due for kind, _, due in (await database.read(rows))["timers"]}


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


async def test_every_move_sets_the_clock_anew(database: Database, matches: Matches, clock: Hands) -> None:
    match = await paced(database)
    clock.now += DAY
    match = await matches.play(match.id, 0, MINA, FIRST)
    assert match.deadline == (await matches.load(match.id)).deadline == clock.now + PACE * DAY
    assert (await due_in(database))["close"] == clock.now + PACE * DAY + GRACE


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
    await refused(database, matches.claim(match.id, 0, MINA), "not_late")
    await refused(database, matches.claim(match.id, 0, 5), "not_playing")
    match = await matches.claim(match.id, 0, TOM)
    assert (match.outcome, match.mover) == (Outcome("claimed", winner=2, by=2), None)
    assert (await matches.load(match.id)).winner == 2
    assert await due_in(database) == {}
    await refused(database, matches.play(match.id, 1, MINA, FIRST), "ended")


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


async def test_a_move_ends_a_pause(database: Database, matches: Matches, timers: Timers, clock: Hands) -> None:
    match = await paced(database)
    await timers.pause(match.id, TOM, 0, "pause1")
    match = await matches.play(match.id, 0, MINA, FIRST)
    assert (match.deadline, match.paused) == (clock.now + PACE * DAY, None)


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


async def test_a_turn_that_comes_during_a_vacation_starts_after_it(
    database: Database, matches: Matches, timers: Timers, clock: Hands
) -> None:
    match = await paced(database)
    back = clock.now + 10 * DAY
    assert await timers.vacation(TOM, back) == []
    match = await played(matches, match, "21N@A1")
    assert match.mover == TOM
    assert match.deadline == back + PACE * DAY


async def test_an_idle_game_is_closed_once(database: Database, matches: Matches, timers: Timers, clock: Hands) -> None:
    match = await paced(database)
    clock.now += PACE * DAY + GRACE - 1
    assert [timer.kind for timer in await timers.due()] == ["remind", "expire"]
    clock.now += 1
    (timer,) = [timer for timer in await timers.due() if timer.kind == "close"]
    assert sorted(await asyncio.gather(*(timers.close_idle(timer) for _ in range(3)))) == [False, False, True]
    match = await matches.load(match.id)
    assert (match.outcome, match.winner, match.revision) == (Outcome("closed", why="idle"), None, 1)


async def test_a_game_that_moved_on_is_not_closed(
    database: Database, matches: Matches, timers: Timers, clock: Hands
) -> None:
    match = await paced(database)
    clock.now += PACE * DAY + GRACE
    (timer,) = [timer for timer in await timers.due() if timer.kind == "close"]
    await matches.play(match.id, 0, MINA, FIRST)
    assert not await timers.close_idle(timer)
    assert (await matches.load(match.id)).outcome is None


async def test_of_two_programs_one_gets_the_timer(path: Path, clock: Hands) -> None:
    async with opened(path) as one, opened(path) as two:
        first, second = Timers(one, clock), Timers(two, clock)
        await paced(one)
        clock.now += 2 * DAY
        (timer,) = await first.due()
        claims = await asyncio.gather(first.claim(timer, clock.now + 60), second.claim(timer, clock.now + 60))
        (claimed,) = [claim for claim in claims if claim]
        assert await second.due() == []
        clock.now += 60
        assert await second.due() == [claimed]  # whoever claimed it did not report it done
        await second.done(claimed)
        assert await first.due() == []


async def test_a_nudge_comes_every_twelve_hours_at_most(database: Database, timers: Timers, clock: Hands) -> None:
    match = await paced(database)
    await refused(database, timers.nudge(match.id, MINA), "not_waiting")
    nudges = await asyncio.gather(*(timers.nudge(match.id, TOM) for _ in range(3)), return_exceptions=True)
    assert sum(isinstance(nudge, Match) for nudge in nudges) == 1
    clock.now += NUDGE - 1
    await refused(database, timers.nudge(match.id, TOM), "nudged")
    clock.now += 1
    assert (await timers.nudge(match.id, TOM)).mover == MINA


async def test_nobody_is_nudged_who_does_not_want_it(database: Database, timers: Timers, clock: Hands) -> None:
    match = await paced(database)
    preferences = Preferences(database)
    await preferences.change(MINA, notify="nothing")
    await refused(database, timers.nudge(match.id, TOM), "not_now")
    await preferences.change(MINA, notify="direct", quiet_from=0, quiet_to=23 * 60)
    await refused(database, timers.nudge(match.id, TOM), "not_now")
    await preferences.change(MINA, quiet_from=None)
    assert await timers.nudge(match.id, TOM)


async def test_the_last_move_can_be_given_back_after_the_hand_over(database: Database, matches: Matches) -> None:
    match = await played(matches, await paced(database), HELD)
    match = await played(matches, match, "3N@A5 +")
    assert match.mover == MINA
    ply = match.plies[-1]
    await refused(database, matches.give_back(match.id, match.revision, TOM), "nothing_to_give_back")
    given = await matches.give_back(match.id, match.revision, MINA)
    assert given.mover == TOM
    assert given.revision == match.revision + 1
    assert given.plies == match.plies[:-1]
    assert given.record.moves == tuple(ply.move for ply in given.plies)
    assert (await matches.load(match.id)) == given
    assert ply.seat == 2


async def test_giving_back_and_moving_race_for_the_revision(database: Database, matches: Matches) -> None:
    match = await played(matches, await paced(database), "21N@A1")
    assert match.mover == TOM
    results = await asyncio.gather(
        matches.give_back(match.id, 1, TOM),
        matches.play(match.id, 1, TOM, SECOND),
        return_exceptions=True,
    )
    assert sum(isinstance(result, Match) for result in results) == 1
    assert (await matches.load(match.id)).revision == 2


async def test_a_moderator_closes_a_game_once(database: Database, matches: Matches) -> None:
    match = await paced(database)
    closed = await matches.close(match.id, "moderator")
    assert (closed.outcome, closed.winner, closed.mover) == (Outcome("closed", why="moderator"), None, None)
    await refused(database, matches.close(match.id, "moderator"), "ended")


@pytest.mark.parametrize(
    ("hour", "minute", "start", "end", "zone", "left"),
    [
        (23, 0, 22 * 60, 7 * 60, "UTC", 8 * 60),
        (6, 59, 22 * 60, 7 * 60, "UTC", 1),
        (7, 0, 22 * 60, 7 * 60, "UTC", None),
        (21, 59, 22 * 60, 7 * 60, "UTC", None),
        (12, 30, 12 * 60, 13 * 60, "UTC", 30),
        (6, 30, 22 * 60, 7 * 60, "Europe/Berlin", None),
        (21, 30, 22 * 60, 7 * 60, "Europe/Berlin", 8 * 60 + 30),
    ],
)
def test_quiet_hours_end_when_they_should(
    hour: int, minute: int, start: int, end: int, zone: str, left: int | None
) -> None:
    now = int(datetime(2026, 1, 15, hour, minute, 30, tzinfo=UTC).timestamp())
    player = PlayerRow(MINA, quiet_from=start, quiet_to=end, timezone=zone)
    assert quiet_until(player, now) == (0 if left is None else now - 30 + left * 60)


def test_without_quiet_hours_it_is_never_quiet() -> None:
    assert quiet_until(PlayerRow(MINA), 10**9) == 0


async def test_a_pause_that_ends_during_a_vacation_costs_nothing(
    database: Database, matches: Matches, timers: Timers, clock: Hands
) -> None:
    match = await paced(database)
    await timers.pause(match.id, TOM, 0, "pause1")
    await timers.vacation(MINA, clock.now + 9 * DAY)
    resumed = await timers.resume(match.id, TOM)
    assert resumed.deadline == clock.now + 9 * DAY + PACE * DAY
    clock.now += 2 * DAY
    await timers.vacation(MINA, 0)
    assert (await matches.load(match.id)).deadline == clock.now + PACE * DAY


async def test_who_is_late_cannot_flee_into_a_vacation(
    database: Database, matches: Matches, timers: Timers, clock: Hands
) -> None:
    match = await paced(database)
    clock.now += PACE * DAY
    assert await timers.vacation(MINA, clock.now + 9 * DAY) == []
    assert (await matches.claim(match.id, 0, TOM)).winner == 2


async def test_vacations_renewed_again_and_again_hold_up_one_move_for_sixty_days(
    database: Database, matches: Matches, timers: Timers, clock: Hands
) -> None:
    match = await paced(database)
    for _ in range(5):
        await timers.vacation(MINA, clock.now + 59 * DAY)
        clock.now += 58 * DAY
    assert (await matches.load(match.id)).deadline == START + PACE * DAY + 60 * DAY


async def test_a_move_lets_the_next_player_be_nudged(database: Database, matches: Matches, timers: Timers) -> None:
    match = await paced(database)
    await timers.nudge(match.id, TOM)
    match = await matches.play(match.id, 0, MINA, FIRST)
    assert match.mover == TOM
    assert (await timers.nudge(match.id, MINA)).mover == TOM
