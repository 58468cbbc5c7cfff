"""Clocks as players see them: deadlines on the board, reminders, nudges, claims, pauses, vacations."""

import asyncio
import re
from datetime import timedelta
from typing import Any

import aiohttp
import discord
import pytest
import simcord

from bot.app import Parts, open_app
from bot.matches.clock import DAY, GRACE, HOUR
from bot.matches.match import Match
from bot.ui.kit.budget import Budget
from bot.ui.publish.reminders import LEASE
from tests.ui.faults import refusal
from tests.ui.pictures import Sketches
from tests.ui.playing import later, more, moved, posted, termination, the_post, waiting
from tests.ui.world import World, ids, offered, text


async def on_vacation(world: World, who: simcord.MemberActor, days: int) -> None:
    """Take a vacation until the end of the day in so many days."""
    await world.slash(who, "settings", vacation=str(world.now().date() + timedelta(days=days)))


@pytest.mark.parametrize(
    ("pace", "words"), [(1, "may take 1 day."), (14, "may take 14 days."), (0, "is no time limit.")]
)
async def test_the_pace_is_shown_before_accepting_and_the_deadline_after(world: World, pace: int, words: str) -> None:
    challenge = await world.challenge(world.mina, world.tom, pace=pace)
    assert words in text(challenge)
    await world.press(world.tom, challenge, "accept")
    deadline = (await world.match()).deadline
    assert (f"<t:{deadline}:R>" in text(world.board())) == bool(pace)
    assert (deadline is None) == (pace == 0)


async def test_a_reminder_comes_once_and_leaves_one_board_through_a_restart_too(world: World) -> None:
    match = await world.accepted_game(pace=3)
    first = world.board()
    await later(world, 2 * DAY + 60)
    board = world.board()
    assert board.id != first.id
    assert "⏰" in text(board)
    assert world.pinged(board) == {match.mover}
    await world.restart()
    for _ in range(2):
        await later(world, 3600)
    assert world.board().id == board.id


async def test_the_first_reminder_of_a_player_mentions_plans_and_no_other_does(world: World) -> None:
    match = await world.accepted_game(first="me", pace=3)
    await world.app.plans.add(1, 0, world.tom.id, None)
    told = []
    for _ in range(4):
        await later(world, 2 * DAY + 60)
        assert "⏰" in text(world.board())
        told.append("*Plan* says what you will do next" in text(world.board()))
        match = await moved(world, "+")
        await world.restart()
    assert told == [True, False, False, False], "mina was told, and tom has planned already"
    assert match.revision == 4


async def test_two_processes_remind_once(world: World) -> None:
    match = await world.accepted_game(pace=3)
    board = world.board()
    other = await open_app(world.app.config, world.client, Budget(50), Parts(pictures=Sketches()))
    await world.env.advance_time(2 * DAY + 60)
    with world.env.time_context():
        await asyncio.gather(world.app.sweep(), other.sweep())
        await asyncio.gather(world.app.tasks.idle(), other.tasks.idle())
    await other.close()
    assert world.board().id != board.id
    assert world.pinged(world.board()) == {match.mover}
    sent = [each for each in world.env.http_requests if each.method == "POST" and "⏰" in str(each.json)]
    assert len(sent) == 1


async def test_a_reminder_that_discord_refuses_comes_later(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    match = await world.accepted_game(pace=3)

    async def refused(*_: object, **__: object) -> None:
        raise refusal(500)

    with monkeypatch.context() as patch:
        patch.setattr(discord.abc.Messageable, "send", refused)
        await later(world, 2 * DAY + 60)
    assert "⏰" not in text(world.board())
    await later(world, LEASE + 60)
    assert "⏰" in text(world.board())
    assert world.pinged(world.board()) == {match.mover}


@pytest.mark.logs_errors
async def test_a_fault_in_one_reminder_does_not_hold_up_the_others(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    for _ in range(2):
        await world.accepted_game(pace=3)
    call = world.app.boards.call

    async def broken_for_one(match: Match, *args: Any) -> None:
        if match.id == 1:
            raise ZeroDivisionError
        await call(match, *args)

    with monkeypatch.context() as patch:
        patch.setattr(world.app.boards, "call", broken_for_one)
        await later(world, 2 * DAY + 60)
    assert [ids(board)[0].split(":")[1] for board in world.boards() if "⏰" in text(board)] == ["2"]
    await later(world, LEASE + 60)
    assert len([board for board in world.boards() if "⏰" in text(board)]) == 2


async def test_no_reminder_in_quiet_hours_but_after_them(world: World) -> None:
    match = await world.accepted_game(pace=3)
    mover = world.person(match.mover)
    now = world.now()
    ahead = [(now.hour + hours) % 24 for hours in (0, 4)]
    await world.slash(mover, "settings", quiet_from=f"{ahead[0]}:00", quiet_to=f"{ahead[1]}:00", timezone="UTC")
    first = world.board()
    await later(world, 2 * DAY + 60)
    assert world.board().id == first.id
    await later(world, 5 * 3600)
    assert world.pinged(world.board()) == {match.mover}


async def test_after_the_time_the_other_may_claim_the_win(world: World) -> None:
    await world.accepted_game(pace=1)
    match = await moved(world, "+")
    other = waiting(world, match)
    assert "claimpage" not in offered(await more(world, other))
    await later(world, DAY + 60)
    board = world.board()
    assert f"<@{other.id}> may claim" in text(board)
    question = await world.press(other, await more(world, other), "claimpage")
    assert "moretime" in offered(question)
    answer = await world.press(other, question, "claim")
    assert "claimed the win" in text(answer)
    match = await world.match()
    assert match.winner == match.seat_of(other.id)
    await world.sweep()
    assert f"<@{other.id}> wins: <@{match.opponent(other.id)}> ran out of time" in text(world.board())


async def test_nobody_wins_against_somebody_whom_moderators_keep_from_playing(world: World) -> None:
    await world.accepted_game(pace=1)
    match = await moved(world, "+")
    mover, other = match.mover, waiting(world, match)
    assert mover is not None
    await later(world, DAY + 60)
    member = world.env.backend.get_guild(world.guild.id).members[mover]
    member.timed_out_until = (world.now() + timedelta(hours=1)).isoformat()
    question = await world.press(other, await more(world, other), "claimpage")
    assert "in time-out" in text(await world.press(other, question, "claim"))
    assert (await world.match()).outcome is None
    await later(world, 3700)
    question = await world.press(other, await more(world, other), "claimpage")
    assert "claimed the win" in text(await world.press(other, question, "claim"))


async def test_more_time_can_be_given_and_the_late_player_is_called(world: World) -> None:
    match = await world.accepted_game(pace=1)
    other = waiting(world, match)
    await later(world, DAY + 60)
    question = await world.press(other, await more(world, other), "claimpage")
    assert f"<@{match.mover}> has run out of time" in text(question)
    answer = await world.press(other, question, "moretime")
    await world.app.tasks.idle()
    assert f"<@{match.mover}> has 24 hours more." in text(answer)
    deadline = (await world.match()).deadline
    assert deadline is not None
    board = world.board()
    assert f"<t:{deadline}:R>" in text(board)
    assert f"<@{other.id}> has given you 24 hours more" in text(board)
    assert world.pinged(board) == {match.mover}
    assert "claimpage" not in offered(await more(world, other))


async def test_nobody_is_called_about_more_time_in_quiet_hours(world: World) -> None:
    match = await world.accepted_game(pace=1)
    mover, other = world.person(match.mover), waiting(world, match)
    hour = world.now().hour
    quiet = {"quiet_from": f"{hour}:00", "quiet_to": f"{(hour + 4) % 24}:00", "timezone": "UTC"}
    await later(world, DAY + 60)
    await world.slash(mover, "settings", **quiet)
    await world.press(other, await world.press(other, await more(world, other), "claimpage"), "moretime")
    await world.app.tasks.idle()
    assert world.pinged(world.board()) != {match.mover}
    assert f"<t:{(await world.match()).deadline}:R>" in text(world.board())


async def test_an_abandoned_game_is_closed_without_a_winner(world: World) -> None:
    await world.accepted_game(pace=1)
    await later(world, DAY + GRACE + 60)
    match = await world.match()
    assert (termination(match), match.winner) == ("closed", None)
    assert "Closed without a winner" in text(world.board())
    assert "rematch" in offered(world.board())
    assert not world.pinged(world.board())


async def test_a_nudge_calls_the_mover_once_in_twelve_hours(world: World) -> None:
    match = await world.accepted_game()
    other = waiting(world, match)
    assert "nudge" not in offered(await more(world, other))
    await later(world, 12 * HOUR)
    before = world.board().id
    answer = await world.press(other, await more(world, other), "nudge")
    assert f"Nudged <@{match.mover}>." in text(answer)
    assert "nudge" not in offered(answer)
    await world.sweep()
    board = world.board()
    assert board.id != before
    assert world.pinged(board) == {match.mover}
    assert "nudge" not in offered(await more(world, other))
    await later(world, 12 * HOUR)
    assert "nudge" in offered(await more(world, other))
    assert "nudge" not in offered(await more(world, world.person(match.mover)))


async def test_whoever_nudges_too_often_is_told_when_it_is_possible(world: World) -> None:
    match = await world.accepted_game(first="me")
    await later(world, 12 * HOUR)
    page = await more(world, world.tom)
    await world.restart()  # so that the page stays when there is another one
    await world.press(world.tom, await more(world, world.tom), "nudge")
    board = world.board().id
    answer = await world.press(world.tom, page, "nudge")
    assert re.search(rf"Give <@{match.mover}> some time. You can nudge them <t:\d+:R>", text(answer))
    assert world.board().id == board


async def test_an_agreed_pause_stops_the_clock_visibly(world: World) -> None:
    match = await world.accepted_game(pace=3)
    asker, other = world.mina, world.tom
    await world.press(asker, await more(world, asker), "pause")
    await world.sweep()
    asked = the_post(world, "would like to pause")
    assert world.pinged(asked) == {other.id}
    mine = await world.press(asker, asked, "agree")
    assert "only the other player can answer" in text(mine)
    await world.press(other, asked, "agree")
    await world.sweep()
    assert (await world.match()).deadline is None
    assert "agreed to pause" in text(world.board())
    assert posted(world, "would like to pause") == []
    await later(world, 20 * DAY)
    assert (await world.match()).outcome is None
    await world.press(asker, await more(world, asker), "resume")
    await world.sweep()
    resumed = await world.match()
    assert resumed.deadline is not None
    assert match.deadline is not None
    assert abs(resumed.deadline - match.deadline - 20 * DAY) < 3600
    assert "pause" not in text(world.board())


@pytest.mark.cheapest
async def test_a_clock_that_stands_cannot_be_asked_to_pause(world: World) -> None:
    await world.accepted_game(pace=3, first="me")
    page = await more(world, world.mina)
    await paused(world, world.tom)
    assert "No clock is running" in text(await world.press(world.mina, page, "pause"))
    assert posted(world, "would like to pause") == []


async def test_a_vacation_stands_on_the_board(world: World) -> None:
    match = await world.accepted_game(pace=1)
    mover = world.person(match.mover)
    until = str(world.now().date() + timedelta(days=9))
    answer = await world.slash(mover, "settings", vacation=until)
    assert re.search(r"On vacation until the end of <t:\d+:D>", text(answer))
    await world.sweep()
    assert "is on vacation until" in text(world.board())
    await world.slash(mover, "settings", vacation="no")
    await world.sweep()
    assert "vacation" not in text(world.board())
    assert abs(((await world.match()).deadline or 0) - (match.deadline or 0)) <= 60


async def test_a_vacation_that_was_renewed_too_often_ends_on_the_board_too(world: World) -> None:
    match = await world.accepted_game(pace=1)
    mover, other = world.person(match.mover), waiting(world, match)
    for _ in range(2):
        await on_vacation(world, mover, days=28)
        await later(world, 29 * DAY)
    await later(world, DAY)
    refused = await world.slash(mover, "settings", vacation=str(world.now().date() + timedelta(days=20)))
    assert "All your vacations of a year may last 60 days together" in text(refused)
    await world.slash(other, "board")
    assert "claimpage" in offered(await more(world, other))
    assert "clock is stopped" not in text(world.board())


async def test_who_wants_nothing_is_not_reminded(world: World) -> None:
    match = await world.accepted_game(pace=3)
    await world.slash(world.person(match.mover), "settings", notify="nothing")
    board = world.board().id
    await later(world, 2 * DAY + 60)
    assert world.board().id == board
    assert "⏰" not in text(world.board())


async def test_a_nudge_that_could_not_be_sent_may_be_sent_again(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    match = await world.accepted_game()
    other = waiting(world, match)
    await later(world, 12 * HOUR)
    page = await more(world, other)

    async def failing(*_: object, **__: object) -> None:
        raise aiohttp.ClientConnectionError

    with monkeypatch.context() as patch:
        patch.setattr(discord.abc.Messageable, "send", failing)
        (nudge,) = [control for control in ids(page) if control.endswith(":nudge")]
        await other.click(page, custom_id=nudge)
        await world.app.tasks.idle()
    answer = await world.press(other, await more(world, other), "nudge")
    assert "Nudged" in text(answer)
    assert world.pinged(world.board()) == {match.mover}


async def test_a_pause_may_be_agreed_on_twice_in_one_turn(world: World) -> None:
    await world.accepted_game(pace=3, first="me")
    await world.slash(world.tom, "settings", notify="direct")
    for count in (1, 2):
        await world.press(world.mina, await more(world, world.mina), "pause")
        await world.sweep()
        assert len(world.told(world.tom.id)) == count
        asked = the_post(world, "would like to pause")
        await world.press(world.tom, asked, "agree")
        await world.sweep()
        assert "agreed to pause" in text(world.board())
        await world.press(world.mina, await more(world, world.mina), "resume")
        await world.sweep()
    assert (await world.match()).deadline is not None


async def paused(world: World, who: simcord.MemberActor) -> Match:
    """The game with its clock stopped, as if the other player had asked somebody to."""
    with world.env.time_context():
        return await world.app.timers.pause(1, who.id, (await world.match()).revision, "pause1")


async def test_the_board_says_when_time_is_up_during_and_after_a_vacation(world: World) -> None:
    match = await world.accepted_game(pace=14)
    await on_vacation(world, world.person(match.mover), days=3)
    await world.sweep()
    assert f"<t:{(await world.match()).deadline}:R>" in text(world.board())


async def test_more_time_brings_another_reminder_and_notice_in_private(world: World) -> None:
    match = await world.accepted_game(pace=3)
    mover, other = world.person(match.mover), waiting(world, match)
    for player in (mover, other):
        await world.slash(player, "settings", notify="direct")
    for count in (1, 2):
        await later(world, 2 * DAY + 60)
        assert len([words for words in world.told(mover.id) if "runs out" in words]) == count
        await later(world, DAY + 60)
        assert len(world.told(other.id)) == count
        claim = await world.press(other, await more(world, other), "claimpage")
        await world.press(other, claim, "moretime")


async def test_an_agreed_pause_leaves_no_question_even_after_a_kill(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await world.accepted_game(pace=3)
    await world.press(world.mina, await more(world, world.mina), "pause")
    await world.sweep()
    asked = the_post(world, "would like to pause")
    with monkeypatch.context() as patch:
        patch.setattr(world.app.boards, "refresh", lambda *_: None)  # killed right after the answer
        await world.press(world.tom, asked, "agree")
    await world.restart()
    await world.sweep()
    assert "agreed to pause" in text(world.board())
    assert posted(world, "would like to pause") == []
