"""Ids and values that none of our messages holds: whoever sends one past Discord gets a sentence, and harms nothing."""

import random
from typing import Any

import discord
import pytest
import simcord
from discord import ui

import bot.features  # noqa: F401 (which registers the handlers)
from bot.features.dispatch import router
from bot.ui.kit.custom_id import _base36, read_id
from game.placements import PLACEMENTS
from tests.ui.every_page import Control
from tests.ui.playing import resigned
from tests.ui.world import World, text
from tests.ui.world import controls as controls_of

SUBJECTS = (*range(6), 2**31, 2**63 - 1, 2**63, 36**13 - 1)
REVISIONS = (*range(4), 2**31 - 1, 2**31, 36**6 - 1)
SHOWN = ("-", "zz", "0N@A1", "*I9", "99N@A1", "12@@@@@@")
ODD_PAGES = ("nowhere", "replay", "replay.99999999", "cover", "cover.Z9", "row", "cancel9", "pause", "learn.9", "...")
ODD_CONTROLS = ("nothing", "k", "kZ", "k9", "kA", "quilt9", "5")
VALUES = (*("1", "0", "-1", str(2**63), "9" * 90, "keep", "0-0", "999999-1", "nobody", "N", "A"), *("pin", "x" * 99))


@pytest.fixture
def ids(controls: set[Control], tries: int) -> list[str]:
    """Ids that have the form of ours, always the same, whether we make such ones or not."""
    rng = random.Random(21)
    pages = [*sorted({page for page, _, _ in controls}), *ODD_PAGES]
    names = [*sorted({control for _, control in router.routes}), *ODD_CONTROLS]
    shown = [*SHOWN, *map(str, rng.sample(PLACEMENTS, 6))]
    ids = []
    for _ in range(tries):
        place = f"{_base36(rng.choice(SUBJECTS))}:{_base36(rng.choice(REVISIONS))}:{rng.choice(shown)}"
        kind = rng.choice(sorted(router.routes)) if rng.random() < 0.7 else None
        page, control = (kind[0] or rng.choice(pages), kind[1]) if kind else (rng.choice(pages), rng.choice(names))
        ids.append(f"{rng.choice('qsu')}1:{place}:{page}:{control}")
    assert all(map(read_id, ids))
    return ids


def forged(custom_id: str, values: list[str]) -> ui.LayoutView:
    """A message with a select of this id in which this can be chosen, or with a button."""
    view = ui.LayoutView(timeout=None)
    control: Any = ui.Button(label="Psst", custom_id=custom_id)
    if values:
        control = ui.Select(custom_id=custom_id, options=[discord.SelectOption(label="Psst", value=values[0])])
    view.add_item(ui.ActionRow(control))
    view.stop()
    return view


@pytest.mark.parametrize(
    "tries", [pytest.param(60, marks=pytest.mark.cheapest), pytest.param(400, marks=pytest.mark.night)]
)
async def test_whatever_is_forged_is_answered_once_with_a_sentence(world: World, ids: list[str]) -> None:
    await world.accepted_game(first="me")
    await resigned(world, world.tom)
    await world.accepted_game(first="me")
    await world.slash(world.mina, "automa", where="private")
    await world.slash(world.mina, "rival", where="here")
    rng, people = random.Random(4), (world.mina, world.tom, world.eve)
    for custom_id in ids:
        values = [rng.choice(VALUES)] * (rng.random() < 0.5)
        message, who = await world.send(forged(custom_id, values)), rng.choice(people)
        answer = await use(who, message, custom_id, values)
        assert answer.acknowledged, custom_id
        await world.app.tasks.idle()


async def use(who: simcord.MemberActor, message: discord.Message, custom_id: str, values: list[str]) -> Any:
    if values:
        return await who.select(message, values, custom_id=custom_id)
    return await who.click(message, custom_id=custom_id)


CHOICES = {"gap": "5", "vacation": "9999", "quiet": "1440-0", "notify": "shout", "challenges": "-1"}


async def test_a_choice_that_no_select_offers_changes_nothing(world: World) -> None:
    pages = [await world.slash(world.tom, "settings")]
    pages.append(await world.press(world.tom, await world.slash(world.tom, "settings"), "when"))
    before = await world.app.preferences.of(world.tom.id)
    offered = [item["custom_id"] for page in pages for item in controls_of(page)]
    for control, value in CHOICES.items():
        custom_id = next(each for each in offered if each.endswith(f":{control}"))
        answer = await use(world.tom, await world.send(forged(custom_id, [value])), custom_id, [value])
        assert "from an older version" in text(answer.response.message), control
    assert await world.app.preferences.of(world.tom.id) == before
