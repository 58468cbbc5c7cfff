"""Presses at once, as only a real connection brings them: of their private pages one is left."""

import asyncio

import pytest

from tests.wire.bodies import controls_of
from tests.wire.checks import all_shown
from tests.wire.people import boards_in, named_first, tables, turns
from tests.wire.process import Bot
from tests.wire.standin import StandIn, answered
from tests.wire.world import until

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
    await until(lambda: [page.gone for page in pages].count(False) == 1)
    (left,) = (page for page in pages if not page.gone)

    # one that is clicked while it goes is answered all the same
    click = await discord.press(named_first(board), left, controls_of(left.body)["goahead"])
    left.gone = True
    assert (await answered(click)).accepted == 1
    assert click.answer is not left
    assert "You " in click.told
