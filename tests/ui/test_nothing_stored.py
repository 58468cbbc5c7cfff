"""A database that can be read and takes nothing new, as on a full disk: people are told whose fault it is not."""

import logging

import pytest

from bot.ui.kit.texts import speaker
from game import ADVANCE
from tests.store.limits import no_longer_files
from tests.ui.playing import advanced, moved
from tests.ui.world import World, text

pytestmark = pytest.mark.sqlite

AWAY = speaker("en")("failure.away")


@pytest.mark.cheapest
async def test_who_presses_is_told_nothing_is_sent_and_all_goes_on_by_itself(
    world: World, caplog: pytest.LogCaptureFixture
) -> None:
    await world.accepted_game(first="me")
    await moved(world, "+")
    board, before = world.board(), len(world.channel.history())
    caplog.set_level(logging.INFO, "bot")
    caplog.clear()
    with no_longer_files():
        page = await world.press(world.tom, board, "more")
        assert AWAY not in text(page), "who only looks sees everything"
        for _ in range(3):
            assert AWAY in text(await advanced(world, world.tom))
            assert AWAY in text(await world.slash(world.mina, "challenge", friend=world.tom))
        for _ in range(2):
            with pytest.raises(ConnectionError, match="Nothing can be stored"):
                await world.sweep()
        assert len(world.channel.history()) == before, "nor is anything sent, again and again"
        (told,) = caplog.records
        assert (told.levelname, told.exc_info) == ("WARNING", None)
        assert told.getMessage().startswith("nothing can be stored (disk I/O error): ")
    await advanced(world, world.tom)
    await world.sweep()
    assert world.board().id != board.id
    assert (await world.match()).revision == 2
    assert caplog.messages[1] == "everything can be stored again"


async def test_what_is_owed_is_not_sent_while_nobody_could_note_that_it_was(world: World) -> None:
    await world.accepted_game(first="me")
    with world.unheard():
        await world.do(world.app.matches.play(1, 0, world.mina.id, ADVANCE))
    before = world.board()
    with no_longer_files():
        assert AWAY in text(await world.slash(world.mina, "challenge", friend=world.tom))
        sent = len(world.env.http_requests)
        for _ in range(2):
            with pytest.raises(ConnectionError, match="Nothing can be stored"):
                await world.sweep()
            await world.app.tasks.idle()
        assert len(world.env.http_requests) == sent
    await world.sweep()
    assert world.board().id != before.id
