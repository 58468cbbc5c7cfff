"""Presses at once, as only a real connection brings them: of their private pages one is left."""

import asyncio

import pytest

from tests.wire.bodies import controls_of
from tests.wire.checks import all_shown
from tests.wire.people import boards_in, named_first, tables, turns
from tests.wire.places import Message
from tests.wire.process import Bot
from tests.wire.standin import StandIn, answered
from tests.wire.world import LONG_ENOUGH

pytestmark = [pytest.mark.slow, pytest.mark.sqlite]


async def test_of_ten_presses_at_once_each_is_answered_and_one_page_is_left(discord: StandIn, bot: Bot) -> None:
    (table,) = tables(discord, 1)
    await bot.connect(discord)
    await table.play(moves=1)
    assert await all_shown(bot.database, [table.channel]) == []
    board = boards_in(table.channel)[-1]
    ways = controls_of(board.body)
    sent = [await discord.press(named_first(board), board, ways[turns(board)[-1]]) for _ in range(10)]
    clicks = await asyncio.gather(*map(answered, sent))
    assert [click.accepted for click in clicks] == [1] * 10
    pages = [click.answer for click in clicks if click.answer]
    (left,) = await settled(pages)
    done = await answered(await discord.press(named_first(board), left, controls_of(left.body)["goahead"]))
    assert done.accepted == 1


async def test_a_page_that_is_clicked_while_it_goes_is_answered_all_the_same(discord: StandIn, bot: Bot) -> None:
    (table,) = tables(discord, 1)
    await bot.connect(discord)
    await table.play(moves=1)
    assert await all_shown(bot.database, [table.channel]) == []
    board = boards_in(table.channel)[-1]
    mover, advance = named_first(board), controls_of(board.body)[turns(board)[-1]]
    page = (await answered(await discord.press(mover, board, advance))).answer
    assert page
    click = await discord.press(mover, page, controls_of(page.body)["goahead"])
    page.gone = True
    assert (await answered(click)).accepted == 1
    assert click.answer is not page
    assert "You " in click.told


async def settled(pages: list[Message]) -> list[Message]:
    """The page that is left, once only one is."""
    async with asyncio.timeout(LONG_ENOUGH):
        while len(left := [page for page in pages if not page.gone]) > 1:  # noqa: ASYNC110
            await asyncio.sleep(0.05)
    return left
