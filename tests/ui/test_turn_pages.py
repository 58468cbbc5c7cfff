"""The private pages of a turn: whoever plays several games sees at once which one a page is about."""

from __future__ import annotations

from tests.ui.playing import asked, later, moved
from tests.ui.test_clocks import on_vacation
from tests.ui.world import World, offered, text


def first_line(page: str) -> str:
    return page.partition("\n")[0]


async def test_every_private_page_of_a_turn_begins_with_game_opponent_and_clock(world: World) -> None:
    await world.accepted_game(first="me", pace=3)
    deadline = (await world.match()).deadline
    number = next(control for control in offered(world.board()) if control in "123")
    panel = await world.press(world.mina, world.board(), number)
    home = await world.press(world.mina, panel, "home")
    preview = await world.press(world.mina, home, "advance")
    for page in (panel, home, preview):
        assert first_line(text(page)) == f"-# Game 1 against <@{world.tom.id}> · ⏳ <t:{deadline}:R>"


async def test_the_first_line_of_a_solo_game_names_the_automa(world: World) -> None:
    page = await world.slash(world.mina, "automa", where="private")
    preview = await world.press(world.mina, page, "advance")
    assert first_line(text(preview)).startswith("-# Game 1 against the Automa")


async def test_the_first_line_says_that_time_ran_out_or_that_the_clock_is_stopped(world: World) -> None:
    await world.accepted_game(first="me", pace=1)
    await on_vacation(world, world.mina, 1)
    assert "waits for you" in text(await world.press(world.mina, world.board(), "advance"))
    await later(world, 5 * 86_400)
    assert "time was up" in text(await world.press(world.mina, world.board(), "advance"))
    await moved(world, "+")
    await asked(world, world.mina, "pause")
    (question,) = [message for message in world.channel.history() if "agree" in offered(message)]
    await world.press(world.tom, question, "agree")
    assert "clock is stopped" in text(await world.press(world.tom, world.board(), "advance"))
