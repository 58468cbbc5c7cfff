"""Two users play whole games through the buttons that the messages offer."""

from __future__ import annotations

import random

import discord
import pytest
import simcord

from bot.sessions.session import Session
from bot.ui.cards import signed
from tests.ui.world import World, controls, offered, text

PANEL_STEPS = ("left", "right", "up", "down", "turn", "flip", "1", "2", "3", "4")


async def take_turn(world: World, rng: random.Random, message: discord.Message) -> discord.Message:
    """One move of whoever is to move, from a board or a private page that offers it. Returns the answer."""
    session = await world.session()
    who = world.person(session.mover)
    choices = [control for control in offered(message) if control in ("1", "2", "3", "advance", "leather")]
    page = await world.press(who, message, rng.choice(choices))
    if "goahead" in offered(page):
        return await world.press(who, page, "goahead")
    for _ in range(rng.randrange(4)):
        page = await wander(world, rng, who, page)
    return await world.press(who, page, "sew")


async def wander(world: World, rng: random.Random, who: simcord.MemberActor, page: discord.Message) -> discord.Message:
    """Move the ghost about: an arrow, a number, the list, or a square that must be covered."""
    way = rng.choice([*PANEL_STEPS, "list", "square"])
    if way not in offered(page):
        return page
    page = await world.press(who, page, way)
    if way == "list":
        control = rng.choice(["look", "column", "row"])
        select = next(item for item in controls(page) if item["custom_id"].endswith(":" + control))
        page = await world.choose(who, page, control, rng.choice(select["options"])["value"])
        return await world.press(who, page, "spots") if rng.random() < 0.5 else page
    if way == "square":
        for _ in ("column", "row"):
            page = await world.press(who, page, rng.choice([key for key in offered(page) if key.startswith("k")]))
        if "later" in offered(page):
            page = await world.press(who, page, "later")
    return page


@pytest.mark.parametrize("seed", range(3))
async def test_a_random_game_is_played_to_the_end_through_its_buttons(world: World, seed: int) -> None:
    rng = random.Random(seed)
    session = await world.accepted_game(leather=rng.choice(["classic", "revised"]))
    moves = 0
    while not session.ending:
        page = await take_turn(world, rng, world.board())
        moves += 1
        while "undo" in offered(page) and rng.random() < 0.2:
            page = await world.press(world.person((await world.session()).mover), page, "undo")
            assert "took the last move back" in text(page)
        if rng.random() < 0.05:
            await world.restart()
        session = await world.session()
    assert session.ending == "finished"
    assert moves >= len(session.plies) > 20
    final = text(world.board())
    assert "wins" in final
    for seat in (1, 2):
        assert f"**{signed(session.position.score(seat).total)}**" in final
    assert [step.position for step in session.record.steps()][-1] == session.position


async def test_a_turn_of_two_taps_sews_the_tidiest_spot(world: World) -> None:
    session = await world.accepted_game(first="me")
    number = next(control for control in offered(world.board()) if control in "123")
    panel = await world.press(world.mina, world.board(), number)
    done = await world.press(world.mina, panel, "sew")
    after: Session = await world.session()
    assert len(after.plies) == 1
    assert "sewed the" in text(done)
    assert after.position.player(1).quilt.empty == 81 - after.plies[0].move.patch.size  # type: ignore[union-attr]
    assert session.revision == 0
