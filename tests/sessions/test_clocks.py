"""Clocks: deadlines, claims, pauses, vacations, and timers that fire once."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from bot.sessions.clocks import DAY, GRACE, IDLE, NUDGE, is_late, more_time, pause, resume
from bot.sessions.clockwork import Clockwork
from bot.sessions.games import Games
from bot.sessions.preferences import Preferences, quiet_until
from bot.sessions.session import Session
from bot.store.database import Database
from bot.store.players import PlayerRow
from tests.sessions.building import FIRST, HELD, SECOND, Hands, new_session, played, refused, stored
from tests.store.building import MINA, TOM, opened, rows

PACE = 3
START = 1_000
"""When the stored games begin, by the hands of the clock."""


async def paced(database: Database, pace: int | None = PACE) -> Session:
    """A stored game with a pace; mina moves first."""
    return await stored(database, replace(new_session(), pace=pace))


async def timers(database: Database) -> dict[str, int]:
    return {kind: due for _, kind, due in (await database.read(rows))["timers"]}


async def test_a_new_game_has_a_deadline_a_reminder_and_an_end(database: Database, games: Games) -> None:
    session = await games.load((await paced(database)).id)
    assert session.deadline == START + PACE * DAY
    assert await timers(database) == {
        "remind": START + 2 * DAY,
        "expire": START + PACE * DAY,
        "close": START + PACE * DAY + GRACE,
    }


async def test_a_game_without_a_pace_only_ends_when_nobody_plays(database: Database, games: Games) -> None:
    session = await games.load((await paced(database, None)).id)
    assert session.deadline is None
    assert await timers(database) == {"close": START + IDLE}


async def test_every_move_sets_the_clock_anew(database: Database, games: Games, clock: Hands) -> None:
    session = await paced(database)
    clock.now += DAY
    session = await games.play(session.id, 0, MINA, FIRST)
    assert session.deadline == (await games.load(session.id)).deadline == clock.now + PACE * DAY
    assert (await timers(database))["close"] == clock.now + PACE * DAY + GRACE


async def test_who_is_late_may_still_move(database: Database, games: Games, clock: Hands) -> None:
    session = await paced(database)
    clock.now += PACE * DAY
    assert is_late(await games.load(session.id), clock.now)
    session = await games.play(session.id, 0, MINA, FIRST)
    assert not is_late(session, clock.now)
    await refused(database, games.claim(session.id, 1, MINA), "not_late")


async def test_only_the_waiting_player_claims_and_only_when_time_is_up(
    database: Database, games: Games, clock: Hands
) -> None:
    session = await paced(database)
    clock.now += PACE * DAY - 1
    await refused(database, games.claim(session.id, 0, TOM), "not_late")
    clock.now += 1
    await refused(database, games.claim(session.id, 0, MINA), "not_late")
    await refused(database, games.claim(session.id, 0, 5), "not_playing")
    session = await games.claim(session.id, 0, TOM)
    assert (session.ending, session.winner, session.mover) == ("claimed", 2, 0)
    assert (await games.load(session.id)).winner == 2
    assert await timers(database) == {}
    await refused(database, games.play(session.id, 1, MINA, FIRST), "ended")


async def test_more_time_is_the_whole_time_again(database: Database, clockwork: Clockwork, clock: Hands) -> None:
    session = await paced(database)
    await refused(database, clockwork.wind(session.id, TOM, more_time), "not_late")
    clock.now += PACE * DAY + 5
    await refused(database, clockwork.wind(session.id, MINA, more_time), "own_clock")
    given = await clockwork.wind(session.id, TOM, more_time)
    assert given.deadline == clock.now + PACE * DAY
    assert given.revision == 0
    assert (await timers(database))["close"] == clock.now + PACE * DAY + GRACE


async def test_a_pause_keeps_what_is_left(database: Database, clockwork: Clockwork, clock: Hands) -> None:
    session = await paced(database)
    clock.now += DAY
    paused = await clockwork.wind(session.id, TOM, pause)
    assert (paused.deadline, paused.paused) == (None, 2 * DAY)
    assert await timers(database) == {"close": clock.now + IDLE}
    clock.now += 30 * DAY
    going = await clockwork.wind(session.id, MINA, resume)
    assert (going.deadline, going.paused) == (clock.now + 2 * DAY, None)


async def test_a_move_ends_a_pause(database: Database, games: Games, clockwork: Clockwork, clock: Hands) -> None:
    session = await paced(database)
    await clockwork.wind(session.id, TOM, pause)
    session = await games.play(session.id, 0, MINA, FIRST)
    assert (session.deadline, session.paused) == (clock.now + PACE * DAY, None)


async def test_a_vacation_moves_the_deadline_on_and_back(
    database: Database, games: Games, clockwork: Clockwork, clock: Hands
) -> None:
    session = await paced(database)
    before = session.deadline or 0
    back = clock.now + 10 * DAY
    assert await clockwork.vacation(MINA, back) == [session.id]
    assert (await games.load(session.id)).deadline == before + 10 * DAY
    clock.now += 4 * DAY
    assert await clockwork.vacation(MINA, 0) == [session.id]
    assert (await games.load(session.id)).deadline == before + 4 * DAY
    assert (await timers(database))["close"] == before + 4 * DAY + GRACE


async def test_a_turn_that_comes_during_a_vacation_starts_after_it(
    database: Database, games: Games, clockwork: Clockwork, clock: Hands
) -> None:
    session = await paced(database)
    back = clock.now + 10 * DAY
    assert await clockwork.vacation(TOM, back) == []
    session = await played(games, session, "21N@A1")
    assert session.mover == TOM
    assert session.deadline == back + PACE * DAY


async def test_an_idle_game_is_closed_once(
    database: Database, games: Games, clockwork: Clockwork, clock: Hands
) -> None:
    session = await paced(database)
    clock.now += PACE * DAY + GRACE - 1
    assert [timer.kind for timer in await clockwork.due()] == ["remind", "expire"]
    clock.now += 1
    (timer,) = [timer for timer in await clockwork.due() if timer.kind == "close"]
    assert sorted(await asyncio.gather(*(clockwork.close_idle(timer) for _ in range(3)))) == [False, False, True]
    session = await games.load(session.id)
    assert (session.ending, session.winner, session.why, session.revision) == ("closed", None, "idle", 1)


async def test_a_game_that_moved_on_is_not_closed(
    database: Database, games: Games, clockwork: Clockwork, clock: Hands
) -> None:
    session = await paced(database)
    clock.now += PACE * DAY + GRACE
    (timer,) = [timer for timer in await clockwork.due() if timer.kind == "close"]
    await games.play(session.id, 0, MINA, FIRST)
    assert not await clockwork.close_idle(timer)
    assert (await games.load(session.id)).ending is None


async def test_of_two_programs_one_gets_the_timer(path: Path, clock: Hands) -> None:
    async with opened(path) as one, opened(path) as two:
        first, second = Clockwork(one, clock), Clockwork(two, clock)
        await paced(one)
        clock.now += 2 * DAY
        (timer,) = await first.due()
        claims = await asyncio.gather(first.postpone(timer, clock.now + 60), second.postpone(timer, clock.now + 60))
        (claimed,) = [claim for claim in claims if claim]
        assert await second.due() == []
        clock.now += 60
        assert await second.due() == [claimed]  # whoever claimed it did not report it done
        await second.done(claimed)
        assert await first.due() == []


async def test_a_nudge_comes_every_twelve_hours_at_most(database: Database, clockwork: Clockwork, clock: Hands) -> None:
    session = await paced(database)
    await refused(database, clockwork.nudge(session.id, MINA), "not_waiting")
    nudges = await asyncio.gather(*(clockwork.nudge(session.id, TOM) for _ in range(3)), return_exceptions=True)
    assert sum(isinstance(nudge, Session) for nudge in nudges) == 1
    clock.now += NUDGE - 1
    await refused(database, clockwork.nudge(session.id, TOM), "nudged")
    clock.now += 1
    assert (await clockwork.nudge(session.id, TOM)).mover == MINA


async def test_nobody_is_nudged_who_does_not_want_it(database: Database, clockwork: Clockwork, clock: Hands) -> None:
    session = await paced(database)
    preferences = Preferences(database)
    await preferences.change(MINA, notify="nothing")
    await refused(database, clockwork.nudge(session.id, TOM), "not_now")
    await preferences.change(MINA, notify="direct", quiet_from=0, quiet_to=23 * 60)
    await refused(database, clockwork.nudge(session.id, TOM), "not_now")
    await preferences.change(MINA, quiet_from=None)
    assert await clockwork.nudge(session.id, TOM)


async def test_the_last_move_can_be_given_back_after_the_hand_over(database: Database, games: Games) -> None:
    session = await played(games, await paced(database), HELD)
    session = await played(games, session, "3N@A5 +")
    assert session.mover == MINA
    ply = session.plies[-1]
    await refused(database, games.give_back(session.id, session.revision, TOM), "nothing_to_give_back")
    given = await games.give_back(session.id, session.revision, MINA)
    assert given.mover == TOM
    assert given.revision == session.revision + 1
    assert given.plies == session.plies[:-1]
    assert given.record.moves == tuple(ply.move for ply in given.plies)
    assert (await games.load(session.id)) == given
    assert ply.seat == 2


async def test_giving_back_and_moving_race_for_the_revision(database: Database, games: Games) -> None:
    session = await played(games, await paced(database), "21N@A1")
    assert session.mover == TOM
    results = await asyncio.gather(
        games.give_back(session.id, 1, TOM),
        games.play(session.id, 1, TOM, SECOND),
        return_exceptions=True,
    )
    assert sum(isinstance(result, Session) for result in results) == 1
    assert (await games.load(session.id)).revision == 2


async def test_a_moderator_closes_a_game_once(database: Database, clockwork: Clockwork) -> None:
    session = await paced(database)
    closed = await clockwork.close(session.id, "moderator")
    assert (closed.ending, closed.why, closed.winner, closed.mover) == ("closed", "moderator", None, 0)
    await refused(database, clockwork.close(session.id, "moderator"), "ended")


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
    database: Database, games: Games, clockwork: Clockwork, clock: Hands
) -> None:
    session = await paced(database)
    await clockwork.wind(session.id, TOM, pause)
    await clockwork.vacation(MINA, clock.now + 9 * DAY)
    resumed = await clockwork.wind(session.id, TOM, resume)
    assert resumed.deadline == clock.now + 9 * DAY + PACE * DAY
    clock.now += 2 * DAY
    await clockwork.vacation(MINA, 0)
    assert (await games.load(session.id)).deadline == clock.now + PACE * DAY


async def test_who_is_late_cannot_flee_into_a_vacation(
    database: Database, games: Games, clockwork: Clockwork, clock: Hands
) -> None:
    session = await paced(database)
    clock.now += PACE * DAY
    assert await clockwork.vacation(MINA, clock.now + 9 * DAY) == []
    assert (await games.claim(session.id, 0, TOM)).winner == 2


async def test_vacations_renewed_again_and_again_hold_up_one_move_for_sixty_days(
    database: Database, games: Games, clockwork: Clockwork, clock: Hands
) -> None:
    session = await paced(database)
    for _ in range(5):
        await clockwork.vacation(MINA, clock.now + 59 * DAY)
        clock.now += 58 * DAY
    assert (await games.load(session.id)).deadline == START + PACE * DAY + 60 * DAY


async def test_a_move_lets_the_next_player_be_nudged(database: Database, games: Games, clockwork: Clockwork) -> None:
    session = await paced(database)
    await clockwork.nudge(session.id, TOM)
    session = await games.play(session.id, 0, MINA, FIRST)
    assert session.mover == TOM
    assert (await clockwork.nudge(session.id, MINA)).mover == TOM
