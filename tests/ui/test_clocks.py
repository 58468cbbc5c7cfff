"""Clocks as players see them: deadlines on the board, reminders, nudges, claims, pauses, vacations."""

import asyncio
from datetime import timedelta
from typing import Any

import aiohttp
import discord
import pytest
import simcord

from bot.app import Parts, open_app
from bot.matches.clock import DAY, HOUR
from bot.matches.match import Match
from bot.ui.kit.budget import Budget
from bot.ui.publish.reminders import LEASE
from tests.ui.faults import failing
from tests.ui.pictures import Sketches
from tests.ui.playing import asked, forged, later, more, moved, posted, the_post, waiting
from tests.ui.world import World, chosen, ids, offered, text


async def on_vacation(world: World, who: simcord.MemberActor, days: int) -> None:
    """Take a vacation until the end of the day in so many days."""
    await world.slash(who, "settings", vacation=str(world.now().date() + timedelta(days=days)))


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


@pytest.mark.cheapest
async def test_a_reminder_that_discord_refuses_comes_later(world: World) -> None:
    match = await world.accepted_game(pace=3)
    with failing(discord.abc.Messageable, "send"):
        await later(world, 2 * DAY + 60)
    assert "⏰" not in text(world.board())
    await later(world, LEASE + 60)
    assert "⏰" in text(world.board())
    assert world.pinged(world.board()) == {match.mover}


@pytest.mark.logs_errors
async def test_a_fault_in_one_reminder_does_not_hold_up_others(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
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
    match = await moved(world, "+", "+")
    other = waiting(world, match)
    assert "claimpage" not in offered(await more(world, other))
    await later(world, DAY + 60)
    board = world.board()
    assert f"<@{other.id}> may claim" in text(board)
    question = await asked(world, other, "claimpage")
    assert "moretime" in offered(question)
    answer = await world.press(other, question, "claim")
    assert "claimed the win" in text(answer)
    match = await world.match()
    assert match.winner == match.seat_of(other.id)
    await world.sweep()
    assert f"<@{other.id}> wins: <@{match.opponent(other.id)}> ran out of time" in text(world.board())


@pytest.mark.parametrize("plies", [0, 1, 2])
async def test_a_claim_promises_a_win_only_if_both_have_moved(world: World, plies: int) -> None:
    await world.accepted_game(first="me", pace=1)
    match = await moved(world, *"+" * plies)
    early = await forged(world, "claim", "claim", revision=plies)
    early = await world.press(waiting(world, match), early, "claim")
    assert text(early).startswith(f"<@{match.mover}> still has time. It runs out <t:{match.deadline}:R>.\n")
    await later(world, DAY + 60)
    may = "claim the win" if plies == 2 else "call the game off"
    assert f"may {may} or give more time" in text(world.board())
    assert f"you can {may.replace('the game', 'it')}, or give more time" in world.calls()[-1][1]
    question = await asked(world, waiting(world, match), "claimpage")
    said = "Claim the win" if plies == 2 else "so nobody would win: call it off"
    assert said in text(question)
    await world.press(waiting(world, match), question, "claim")
    assert ((await world.match()).winner is not None) == (plies == 2)


async def test_nobody_wins_against_somebody_whom_moderators_keep_from_playing(world: World) -> None:
    await world.accepted_game(pace=1)
    match = await moved(world, "+", "+")
    mover, other = match.mover, waiting(world, match)
    assert mover is not None
    await later(world, DAY + 60)
    member = world.env.backend.get_guild(world.guild.id).members[mover]
    member.timed_out_until = (world.now() + timedelta(hours=1)).isoformat()
    question = await asked(world, other, "claimpage")
    assert "in time-out" in text(await world.press(other, question, "claim"))
    assert (await world.match()).outcome is None
    await later(world, 3700)
    question = await asked(world, other, "claimpage")
    assert "claimed the win" in text(await world.press(other, question, "claim"))


@pytest.mark.parametrize("is_quiet", [False, True])
async def test_more_time_is_given_and_the_late_player_called_unless_it_is_quiet(world: World, is_quiet: bool) -> None:
    match = await world.accepted_game(pace=1)
    mover, other = world.person(match.mover), waiting(world, match)
    await later(world, DAY + 60)
    if is_quiet:
        hour = world.now().hour
        quiet = {"quiet_from": f"{hour}:00", "quiet_to": f"{(hour + 4) % 24}:00", "timezone": "UTC"}
        await world.slash(mover, "settings", **quiet)
    question = await asked(world, other, "claimpage")
    assert f"<@{match.mover}> has run out of time" in text(question)
    answer = await world.press(other, question, "moretime")
    assert f"<@{match.mover}> has 24 hours more." in text(answer)
    board = world.board()
    assert f"<t:{(await world.match()).deadline}:R>" in text(board)
    assert (f"<@{other.id}> has given you 24 hours more" in text(board)) == (not is_quiet)
    assert (world.pinged(board) == {match.mover}) == (not is_quiet)
    assert "claimpage" not in offered(await more(world, other))


async def test_a_nudge_calls_the_mover_once_in_twelve_hours(world: World) -> None:
    match = await world.accepted_game()
    other = waiting(world, match)
    assert "nudge" not in offered(await more(world, other))
    await later(world, 12 * HOUR)
    before = world.board().id
    answer = await asked(world, other, "nudge")
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
    old = await forged(world, "more", "pause")
    assert "No clock is running" in text(await world.press(asker, old, "pause"))
    await later(world, 20 * DAY)
    assert (await world.match()).outcome is None
    await world.press(asker, await more(world, asker), "resume")
    await world.sweep()
    resumed = await world.match()
    assert resumed.deadline is not None
    assert match.deadline is not None
    assert abs(resumed.deadline - match.deadline - 20 * DAY) < 3600
    assert "pause" not in text(world.board())


async def test_a_vacation_that_was_renewed_too_often_ends_on_the_board_too(world: World) -> None:
    match = await world.accepted_game(pace=1)
    mover, other = world.person(match.mover), waiting(world, match)
    for _ in range(2):
        await on_vacation(world, mover, days=28)
        assert f"<t:{(await world.match()).deadline}:R>" in text(world.board())
        await later(world, 29 * DAY)
    await later(world, DAY)
    refused = await world.slash(mover, "settings", vacation=str(world.now().date() + timedelta(days=20)))
    assert "All your vacations of a year may last 60 days together" in text(refused)
    await world.slash(other, "board")
    assert "claimpage" in offered(await more(world, other))
    assert "clock is stopped" not in text(world.board())
    assert "Vacation: none" in chosen(await world.slash(mover, "settings", vacation="no"))


async def test_a_nudge_that_could_not_be_sent_may_be_sent_again(world: World) -> None:
    match = await world.accepted_game()
    other = waiting(world, match)
    await later(world, 12 * HOUR)
    page = await more(world, other)
    with failing(discord.abc.Messageable, "send", aiohttp.ClientConnectionError()):
        (nudge,) = [control for control in ids(page) if control.endswith(":nudge")]
        await other.click(page, custom_id=nudge)
        await world.app.tasks.idle()
    assert "Nudged" in text(await asked(world, other, "nudge"))
    assert world.pinged(world.board()) == {match.mover}


async def paused(world: World, who: simcord.MemberActor) -> Match:
    """The game with its clock stopped, as if the other player had asked somebody to."""
    with world.env.time_context():
        return await world.app.timers.pause(1, who.id, (await world.match()).revision, "pause1")


async def test_an_agreed_pause_leaves_no_question_after_a_kill(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    await world.accepted_game(pace=3)
    await world.press(world.mina, await more(world, world.mina), "pause")
    await world.sweep()
    asked = the_post(world, "would like to pause")
    with monkeypatch.context() as patch:
        patch.setattr(world.app.boards, "refresh", lambda *_: None)  # killed right after the answer
        await world.press(world.tom, asked, "agree")
    await world.restarted()
    assert "agreed to pause" in text(world.board())
    assert posted(world, "would like to pause") == []


async def test_two_processes_remind_once_and_nobody_who_wants_nothing(world: World) -> None:
    for who in ("me", "friend"):
        await world.accepted_game(pace=3, first=who)
    await world.slash(world.tom, "settings", notify="nothing")
    other = await open_app(world.app.config, world.client, Budget(50), Parts(pictures=Sketches()))
    await world.env.advance_time(2 * DAY + 60)
    with world.env.time_context():
        await asyncio.gather(world.app.sweep(), other.sweep())
        await asyncio.gather(world.app.tasks.idle(), other.tasks.idle())
    await other.close()
    (reminded,) = [board for board in world.boards() if "⏰" in text(board)]
    assert world.pinged(reminded) == {world.mina.id}
    sent = [each for each in world.env.http_requests if each.method == "POST" and "⏰" in str(each.json)]
    assert len(sent) == 1
