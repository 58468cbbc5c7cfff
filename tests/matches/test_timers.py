"""Timers: what is due is done once, by one of several; whom nobody may nudge; and what a pause takes away."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace

import pytest

from bot.matches.clock import DAY, GRACE, HOUR, NUDGE
from bot.matches.match import Match
from bot.store.messages import record_message
from bot.store.timers import TimerRow, set_timers
from game import ADVANCE
from tests.matches.building import FIRST, PACE
from tests.matches.club import Club
from tests.store.building import MINA, TOM, board, messages_of


async def timers_about(club: Club, number: int) -> dict[str, int]:
    """When what is due about a game, a user, or whatever has this number, by kind."""
    return {kind: due for kind, subject, due in await club.rows("timers") if subject == number}


async def about_to_close(club: Club) -> tuple[Match, TimerRow]:
    """A game that nobody has played for too long, and the timer that closes it."""
    match = await club.paced()
    club.now += PACE * DAY + GRACE
    (timer,) = [timer for timer in await club.timers.due() if timer.kind == "close"]
    return match, timer


async def reminder(club: Club) -> tuple[Match, TimerRow]:
    """A game, and its reminder, which is due."""
    match = await club.paced()
    club.now += 2 * DAY
    (timer,) = await club.timers.due()
    return match, timer


async def test_a_game_that_moved_on_or_has_ended_is_not_closed(club: Club) -> None:
    match, timer = await about_to_close(club)
    match = await club.play(match.id, 0, MINA, FIRST)
    assert not await club.timers.close_idle(timer)
    ended = await club.matches.resign(match.id, 1, TOM)
    assert not await club.timers.close_idle(timer)
    assert await club.load(match.id) == ended


async def test_of_two_programs_one_gets_the_timer(club: Club, elsewhere: Club) -> None:
    _, timer = await reminder(club)
    claims = await asyncio.gather(*(each.timers.claim(timer, club.now + 60) for each in (club, elsewhere)))
    (claimed,) = [claim for claim in claims if claim]
    await club.timers.postpone(timer, club.now + 999)  # too late, as somebody else has it
    await club.timers.done(timer)
    assert await elsewhere.timers.due() == []
    club.now += 60
    assert await elsewhere.timers.due() == [claimed]  # whoever claimed it did not report it done
    await elsewhere.timers.done(claimed)
    assert await club.timers.due() == []


async def test_a_timer_that_waits_comes_up_later(club: Club) -> None:
    _, timer = await reminder(club)
    await club.timers.postpone(timer, club.now + 60)
    assert await club.timers.due() == []
    club.now += 60
    assert await club.timers.due() == [replace(timer, due=club.now)]


async def test_what_is_done_is_not_taken_away_once_it_was_set_anew(club: Club) -> None:
    match, timer = await reminder(club)
    claimed = await club.timers.claim(timer, club.now + 60)
    assert claimed is not None
    await club.play(match.id, 0, MINA, FIRST)
    await club.timers.done(claimed)
    assert (await club.due_in())["remind"] == club.now + 2 * DAY


async def test_of_nudges_at_once_one_is_made_and_one_that_called_nobody_may_be_made_again(club: Club) -> None:
    match = await club.paced()
    club.now += NUDGE
    nudges = await asyncio.gather(*(club.timers.nudge(match.id, TOM) for _ in range(3)), return_exceptions=True)
    assert sum(isinstance(nudge, Match) for nudge in nudges) == 1
    await club.timers.forget_nudge(match.id)
    assert (await club.timers.nudge(match.id, TOM)).mover == MINA


async def test_nobody_is_nudged_who_does_not_want_it_or_has_blocked_the_other(club: Club) -> None:
    match = await club.paced()
    club.now += NUDGE
    await club.refused(club.timers.nudge(match.id, MINA), "not_waiting")
    await club.preferences.change(MINA, notify="nothing")
    await club.refused(club.timers.nudge(match.id, TOM), "not_now")
    await club.preferences.change(MINA, notify="direct", quiet_from=0, quiet_to=23 * 60)
    await club.refused(club.timers.nudge(match.id, TOM), "not_now")
    await club.preferences.change(MINA, quiet_from=None)
    await club.timers.pause(match.id, TOM, 0, "pause1")
    await club.refused(club.timers.nudge(match.id, TOM), "resting")
    await club.timers.resume(match.id, TOM)
    await club.blocks.block(TOM, MINA)  # this direction does not matter
    await club.blocks.block(MINA, TOM)
    await club.refused(club.timers.nudge(match.id, TOM), "not_now")
    await club.blocks.unblock(MINA, TOM)
    assert await club.timers.nudge(match.id, TOM)


@pytest.mark.parametrize(("days", "hours"), [(1, 6), (3, 12), (14, 12), (None, 12)])
async def test_where_moves_are_quick_a_nudge_comes_sooner(club: Club, days: int | None, hours: int) -> None:
    match = await club.paced(days)
    for _ in range(2):
        club.now += hours * HOUR - 1
        await club.refused(club.timers.nudge(match.id, TOM), "nudged")
        club.now += 1
        assert await club.timers.nudge(match.id, TOM)


async def test_there_is_no_clock_where_there_is_no_game_or_no_pace(club: Club) -> None:
    timers = club.timers
    match = await club.paced(None)
    await club.refused(timers.pause(match.id, TOM, 0, "pause1"), "no_clock")
    for asked in (timers.pause(77, MINA, 0, "pause1"), timers.resume(77, MINA), timers.give_more_time(77, MINA)):
        assert (await club.refused(asked, "no_game")).match is None


async def test_a_pause_takes_its_question_away_and_outdates_the_board(club: Club) -> None:
    match = await club.paced()
    for number, role in enumerate(("pause1", "cancel2", "board"), 1):
        await club.write(record_message, board(number, match.id, role=role, revision=match.revision))
    await club.timers.pause(match.id, TOM, 0, "pause1")
    assert {(row.role, row.state, row.owed) for row in await club.read(messages_of, match.id)} == {
        ("pause1", "doomed", False),
        ("cancel2", "live", False),
        ("board", "live", True),
    }


async def test_a_timer_about_no_game_is_left_alone_by_all_that_happens_in_one(club: Club) -> None:
    match = await club.paced()
    await club.write(set_timers, match.id, {"digest": 7_000})  # it is about a user, say, who has the same number
    await club.write(set_timers, TOM, {"digest": 8_000})
    changes: list[Callable[[], Awaitable[object]]] = [
        lambda: club.play(match.id, 0, MINA, FIRST),
        lambda: club.play(match.id, 1, TOM, ADVANCE),
        lambda: club.timers.vacation(MINA, club.now + 9 * DAY),
        lambda: club.timers.pause(match.id, MINA, 2, "pause2"),
        lambda: club.timers.resume(match.id, MINA),
        lambda: club.matches.resign(match.id, 2, TOM),
    ]
    for change in changes:
        await change()
        assert (await timers_about(club, match.id))["digest"] == 7_000
    assert await timers_about(club, match.id) == {"digest": 7_000}
    assert await timers_about(club, TOM) == {"digest": 8_000}


async def test_timers_that_are_not_named_stay_as_they_are(club: Club) -> None:
    await club.write(set_timers, 5, {"digest": 1_500, "remind": 2_000, "close": 3_000})
    await club.write(set_timers, 5, {"remind": None, "close": 4_000})
    assert await timers_about(club, 5) == {"digest": 1_500, "close": 4_000}
    club.now = 5_000
    assert await club.timers.due() == [TimerRow("digest", 5, 1_500), TimerRow("close", 5, 4_000)]
