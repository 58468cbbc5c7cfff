"""Whoever wants to is told when they could plan: once a turn, in private, and not where they have said otherwise."""

import asyncio
from typing import Any
from unittest.mock import AsyncMock

import discord
import pytest

from bot.matches.clock import COULD_PLAN, DAY
from bot.matches.timers import Timers
from game import ADVANCE
from tests.ui.faults import held
from tests.ui.playing import farthest, later, move_that_leads_to, moved
from tests.ui.world import World

SOON = COULD_PLAN + 60


async def mina_waits(world: World, **settings: str) -> None:
    """A game in which mina has taken a patch of much time and tom is next; she has chosen something before."""
    await world.slash(world.mina, "settings", **{"next": "direct", **settings})
    await moved(world, farthest((await world.accepted_game(first="me", pace=3)).position))


async def tom_goes_on(world: World) -> None:
    """Let tom take a patch of little time, so that he moves again."""
    await moved(world, move_that_leads_to(2, (await world.match()).position))


def told(world: World) -> int:
    """How often mina was told that she could plan."""
    return sum("you could plan your next move" in words for words in world.told(world.mina.id))


def sent_by(world: World) -> list[Any]:
    return [each.json for each in world.env.http_requests if "Meanwhile you could plan" in str(each.json)]


async def test_who_waits_is_told_once_a_turn_and_nobody_sees_it(world: World) -> None:
    await mina_waits(world)
    await later(world, COULD_PLAN - 60)
    assert told(world) == 0, "she may be about to plan"
    public = [message.id for message in world.channel.history()]
    await later(world, 120)
    assert told(world) == 1
    (words,) = world.told(world.mina.id)
    assert f"<@{world.tom.id}> is to move in game 1." in words
    assert f"/{world.channel.id}" in words
    assert [message.id for message in world.channel.history()] == public
    await tom_goes_on(world)
    await world.restart()
    for _ in range(3):
        await later(world, SOON)
    assert told(world) == 1
    assert world.told(world.tom.id) == []
    await moved(world, "+", "+")
    await later(world, SOON)
    assert told(world) == 2, "the next turn is another one"


@pytest.mark.cheapest
async def test_the_first_turn_of_a_game_counts_as_well(world: World) -> None:
    await world.slash(world.tom, "settings", next="direct")
    await world.accepted_game(first="me")
    await later(world, SOON)
    assert len(world.told(world.tom.id)) == 1


@pytest.mark.parametrize("how", ["silent", "direct"])
async def test_a_silent_message_makes_no_sound(world: World, how: str) -> None:
    await mina_waits(world, next=how)
    await later(world, SOON)
    (sent,) = sent_by(world)
    assert bool((sent.get("flags") or 0) & discord.MessageFlags.suppress_notifications.flag) == (how == "silent")


async def test_who_has_planned_is_told_once_the_plan_is_carried_out(world: World) -> None:
    await mina_waits(world)
    await world.app.plans.add(1, 1, world.mina.id, ADVANCE)
    await moved(world, "+")
    match = await world.match()
    assert (match.mover, match.plies[-1].how) == (world.tom.id, "planned")
    await later(world, SOON)
    assert told(world) == 1


async def test_nobody_is_told_on_vacation_nor_of_somebody_whom_they_have_blocked(world: World) -> None:
    await mina_waits(world)
    await world.app.blocks.block(world.mina.id, world.tom.id)
    await later(world, SOON)
    await world.app.blocks.unblock(world.mina.id, world.tom.id)
    await moved(world, "+", "+")
    await world.app.timers.vacation(world.mina.id, int(world.now().timestamp()) + DAY)
    await later(world, SOON)
    assert told(world) == 0


async def test_nobody_is_told_of_a_game_that_is_paused_or_over(world: World) -> None:
    await mina_waits(world)
    await world.do(world.app.timers.pause(1, world.tom.id, 1, "pause1"))
    await later(world, SOON)
    with world.env.time_context():
        match = await world.app.timers.resume(1, world.tom.id)
        await world.app.matches.play(1, match.revision, world.tom.id, ADVANCE)
        await world.app.matches.play(1, match.revision + 1, world.mina.id, ADVANCE)
        await world.app.matches.resign(1, match.revision + 2, world.tom.id)
    await later(world, SOON)
    assert told(world) == 0


async def test_who_takes_no_private_messages_is_tried_once(world: World) -> None:
    world.env.inject_error("POST", "/users/@me/channels", status=403, code=50007, times=None)
    await mina_waits(world)
    for _ in range(3):
        await later(world, SOON)
    assert len([each for each in world.env.http_requests if each.path.endswith("/users/@me/channels")]) == 1


async def test_what_a_stop_cuts_off_is_sent_later_and_once(world: World) -> None:
    await mina_waits(world)
    await world.env.advance_time(SOON)
    with held(discord.abc.Messageable, "send") as (begun, _), world.env.time_context():
        sweeping = asyncio.create_task(world.app.sweep())
        await begun.wait()
        sweeping.cancel()
        await asyncio.wait([sweeping])
    await world.restart()
    for _ in range(3):
        await later(world, 60)
    assert told(world) == 1


async def test_what_a_kill_follows_is_sent_again_under_the_same_nonce(world: World) -> None:
    """By which Discord knows that it is there already."""
    await mina_waits(world)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Timers, "done", AsyncMock())
        await later(world, SOON)
    await tom_goes_on(world)
    await world.restart()
    await later(world, 60)
    (sent,) = sent_by(world)
    assert sent["enforce_nonce"]
    assert told(world) == 1
