"""Who asked for something in public is told when Discord does not let it be posted."""

import discord
import pytest

from bot.matches.clock import HOUR
from tests.ui.faults import refusal
from tests.ui.playing import later, more, resigned
from tests.ui.world import World, ids


@pytest.mark.parametrize("control", ["cancel", pytest.param("nudge", marks=pytest.mark.cheapest), "rematch"])
async def test_who_asks_is_told_when_the_question_cannot_be_posted(
    world: World, monkeypatch: pytest.MonkeyPatch, control: str
) -> None:
    await world.accepted_game(first="me")
    await later(world, 12 * HOUR)
    page = await more(world, world.tom)
    if control == "cancel":
        page = await world.press(world.tom, page, "resignpage")
    if control == "rematch":
        await resigned(world, world.tom)
        page = world.board()

    async def failing(*_: object, **__: object) -> None:
        raise refusal(500)

    monkeypatch.setattr(discord.abc.Messageable, "send", failing)
    (custom_id,) = [name for name in ids(page) if name.endswith(":" + control)]
    result = await world.tom.click(page, custom_id=custom_id)
    await world.app.tasks.idle()
    assert result.acknowledged
    (told,) = [each for each in world.env.http_requests if "Discord did not let me" in str(each)]
    assert "/webhooks/" in told.path
