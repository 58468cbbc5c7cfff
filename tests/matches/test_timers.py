"""Timers: what is due is done once, by one of several; nudges; and what stops a clock or lets it go on."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path

import pytest

from bot.matches.blocks import Blocks
from bot.matches.clock import DAY, GRACE, HOUR, NUDGE
from bot.matches.match import Match
from bot.matches.outcome import Outcome
from bot.matches.play import Matches
from bot.matches.preferences import Preferences
from bot.matches.timers import Timers
from bot.store.backend.database import Database
from bot.store.messages import record_message
from bot.store.timers import TimerRow, set_timers
from game import ADVANCE
from tests.matches.building import FIRST, PACE, Hands, due_in, paced, refused
from tests.store.building import MINA, TOM, board, messages_of, opened, rows


async def timers_about(database: Database, number: int) -> dict[str, int]:
    """When what is due about a game, a user, or whatever has this number, by kind."""
    found = (await database.read(rows, "timers"))["timers"]
    return {kind: due for kind, subject, due in found if subject == number}


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
    clock.now += NUDGE - 1
    await refused(database, timers.nudge(match.id, TOM), "nudged")
    clock.now += 1
    nudges = await asyncio.gather(*(timers.nudge(match.id, TOM) for _ in range(3)), return_exceptions=True)
    assert sum(isinstance(nudge, Match) for nudge in nudges) == 1
    clock.now += NUDGE - 1
    await refused(database, timers.nudge(match.id, TOM), "nudged")
    clock.now += 1
    assert (await timers.nudge(match.id, TOM)).mover == MINA


@pytest.mark.parametrize(("days", "hours"), [(1, 6), (3, 12), (14, 12), (None, 12)])
async def test_where_moves_are_quick_a_nudge_comes_sooner(
    database: Database, timers: Timers, clock: Hands, days: int | None, hours: int
) -> None:
    match = await paced(database, days)
    for _ in range(2):
        clock.now += hours * HOUR - 1
        await refused(database, timers.nudge(match.id, TOM), "nudged")
        clock.now += 1
        assert await timers.nudge(match.id, TOM)


async def test_more_time_does_not_put_off_a_nudge(database: Database, timers: Timers, clock: Hands) -> None:
    match = await paced(database)
    clock.now = (match.deadline or 0) + 1
    await timers.give_more_time(match.id, TOM)
    assert await timers.nudge(match.id, TOM)


async def test_nobody_is_nudged_who_does_not_want_it(database: Database, timers: Timers, clock: Hands) -> None:
    match = await paced(database)
    clock.now += NUDGE
    preferences = Preferences(database)
    await preferences.change(MINA, notify="nothing")
    await refused(database, timers.nudge(match.id, TOM), "not_now")
    await preferences.change(MINA, notify="direct", quiet_from=0, quiet_to=23 * 60)
    await refused(database, timers.nudge(match.id, TOM), "not_now")
    await preferences.change(MINA, quiet_from=None)
    assert await timers.nudge(match.id, TOM)


async def test_nobody_is_nudged_in_a_pause(database: Database, timers: Timers, clock: Hands) -> None:
    match = await paced(database)
    clock.now += NUDGE
    await timers.pause(match.id, TOM, 0, "pause1")
    await refused(database, timers.nudge(match.id, TOM), "resting")
    await timers.resume(match.id, TOM)
    assert await timers.nudge(match.id, TOM)


async def test_who_has_blocked_somebody_is_not_nudged_by_them(
    database: Database, timers: Timers, blocks: Blocks, clock: Hands
) -> None:
    match = await paced(database)
    clock.now += NUDGE
    await blocks.block(TOM, MINA)  # the other direction does not matter
    await blocks.block(MINA, TOM)
    await refused(database, timers.nudge(match.id, TOM), "not_now")
    await blocks.unblock(MINA, TOM)
    await timers.nudge(match.id, TOM)


async def test_a_move_lets_the_next_player_be_nudged(
    database: Database, matches: Matches, timers: Timers, clock: Hands
) -> None:
    match = await paced(database)
    clock.now += NUDGE
    await timers.nudge(match.id, TOM)
    match = await matches.play(match.id, 0, MINA, FIRST)
    assert match.mover == TOM
    clock.now += NUDGE
    assert (await timers.nudge(match.id, MINA)).mover == TOM


async def test_who_could_not_be_called_is_nudged_again_at_once(
    database: Database, timers: Timers, clock: Hands
) -> None:
    match = await paced(database)
    clock.now += NUDGE
    await timers.nudge(match.id, TOM)
    await timers.forget_nudge(match.id)
    assert await timers.nudge(match.id, TOM)


# --- who may stop a clock, and let it go on

Ask = Callable[[Timers, int, int], Awaitable[Match]]
ASKS: dict[str, Ask] = {
    "pause": lambda timers, match_id, user: timers.pause(match_id, user, 0, "pause1"),
    "resume": lambda timers, match_id, user: timers.resume(match_id, user),
    "more time": lambda timers, match_id, user: timers.give_more_time(match_id, user),
}


@pytest.mark.parametrize("ask", ASKS.values(), ids=ASKS)
async def test_there_is_no_clock_where_there_is_no_game(database: Database, timers: Timers, ask: Ask) -> None:
    assert (await refused(database, ask(timers, 77, MINA), "no_game")).match is None


@pytest.mark.parametrize("revision", [-1, 0, 2])
async def test_a_pause_that_was_asked_for_before_the_last_move_is_stale(
    database: Database, matches: Matches, timers: Timers, revision: int
) -> None:
    match = await paced(database)
    await asked(database, match, "pause1")
    match = await matches.play(match.id, 0, MINA, FIRST)
    for user in (MINA, TOM):
        refusal = await refused(database, timers.pause(match.id, user, revision, "pause1"), "stale")
        assert refusal.match == match


async def test_without_a_clock_there_is_nothing_to_pause_or_to_go_on_with(database: Database, timers: Timers) -> None:
    match = await paced(database, None)
    await refused(database, timers.pause(match.id, TOM, 0, "pause1"), "no_clock")
    await refused(database, timers.resume(match.id, TOM), "not_paused")
    await refused(database, timers.give_more_time(match.id, TOM), "no_clock")


async def test_a_pause_takes_its_question_away_and_outdates_the_board(database: Database, timers: Timers) -> None:
    match = await paced(database)
    await asked(database, match, "pause1", "cancel2", "board")
    await timers.pause(match.id, TOM, 0, "pause1")
    messages = await database.read(messages_of, match.id)
    assert {(row.role, row.state, row.owed) for row in messages} == {
        ("pause1", "doomed", False),
        ("cancel2", "live", False),
        ("board", "live", True),
    }


async def test_a_pause_during_a_vacation_keeps_the_whole_time(database: Database, timers: Timers, clock: Hands) -> None:
    match = await paced(database)
    for days in (9, 20):  # it is prolonged
        await timers.vacation(MINA, clock.now + days * DAY)
        clock.now += DAY
    paused = await timers.pause(match.id, TOM, 0, "pause1")
    assert (paused.deadline, paused.paused, paused.away) == (None, PACE * DAY, None)


async def asked(database: Database, match: Match, *roles: str) -> None:
    """Live messages of a match in some roles."""
    for number, role in enumerate(roles, 1):
        await database.write(record_message, board(number, match.id, role=role, revision=match.revision))


# --- timers of several kinds


async def test_a_timer_about_no_game_is_left_alone_by_all_that_happens_in_one(
    database: Database, matches: Matches, timers: Timers, clock: Hands
) -> None:
    match = await paced(database)
    await database.write(set_timers, match.id, {"digest": 7_000})  # it is about a user, say, who has the same number
    await database.write(set_timers, TOM, {"digest": 8_000})
    changes: list[Callable[[], Awaitable[object]]] = [
        lambda: matches.play(match.id, 0, MINA, FIRST),
        lambda: matches.play(match.id, 1, TOM, ADVANCE),
        lambda: timers.vacation(MINA, clock.now + 9 * DAY),
        lambda: timers.pause(match.id, MINA, 2, "pause2"),
        lambda: timers.resume(match.id, MINA),
        lambda: matches.resign(match.id, 2, TOM),
    ]
    for change in changes:
        await change()
        assert (await timers_about(database, match.id))["digest"] == 7_000
    assert await timers_about(database, match.id) == {"digest": 7_000}
    assert await timers_about(database, TOM) == {"digest": 8_000}


async def test_timers_that_are_not_named_stay_as_they_are(database: Database, timers: Timers, clock: Hands) -> None:
    await database.write(set_timers, 5, {"digest": 1_500, "remind": 2_000, "close": 3_000})
    await database.write(set_timers, 5, {"remind": None, "close": 4_000})
    assert await timers_about(database, 5) == {"digest": 1_500, "close": 4_000}
    clock.now = 5_000
    assert await timers.due() == [TimerRow("digest", 5, 1_500), TimerRow("close", 5, 4_000)]


async def test_a_timer_that_waits_comes_up_later(database: Database, timers: Timers, clock: Hands) -> None:
    await paced(database)
    clock.now += 2 * DAY
    (timer,) = await timers.due()
    await timers.postpone(timer, clock.now + 60)
    assert await timers.due() == []
    clock.now += 60
    assert await timers.due() == [replace(timer, due=clock.now)]


async def test_a_timer_that_somebody_else_has_claimed_does_not_wait(
    database: Database, timers: Timers, clock: Hands
) -> None:
    await paced(database)
    clock.now += 2 * DAY
    (timer,) = await timers.due()
    claimed = await timers.claim(timer, clock.now + 60)
    await timers.postpone(timer, clock.now + 999)
    await timers.done(timer)
    clock.now += 60
    assert await timers.due() == [claimed]


async def test_what_is_done_is_not_taken_away_once_it_was_set_anew(
    database: Database, matches: Matches, timers: Timers, clock: Hands
) -> None:
    match = await paced(database)
    clock.now += 2 * DAY
    (timer,) = await timers.due()
    claimed = await timers.claim(timer, clock.now + 60)
    assert claimed is not None
    await matches.play(match.id, 0, MINA, FIRST)
    await timers.done(claimed)
    assert (await due_in(database))["remind"] == clock.now + 2 * DAY


async def test_a_game_that_has_ended_is_not_closed(
    database: Database, matches: Matches, timers: Timers, clock: Hands
) -> None:
    match = await paced(database)
    clock.now += PACE * DAY + GRACE
    (timer,) = [timer for timer in await timers.due() if timer.kind == "close"]
    ended = await matches.resign(match.id, 0, TOM)
    assert not await timers.close_idle(timer)
    assert await matches.load(match.id) == ended
