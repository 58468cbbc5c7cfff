"""A database that goes away while people play, or takes nothing new, and comes back."""

import asyncio
import logging

import pytest

from bot.store.backend import postgresql
from bot.ui.kit.texts import speaker
from tests.store.server import OwnServer, why_none
from tests.ui.playing import advanced, moved
from tests.ui.world import World, text

pytestmark = [pytest.mark.postgresql, pytest.mark.skipif(bool(why_none()), reason=why_none() or "it is")]


@pytest.fixture
def url(backend: str, own_server: OwnServer) -> str:
    """The DATABASE_URL on a server that a test may stop."""
    return own_server.url("empty")


async def test_who_presses_meanwhile_is_told_and_everything_goes_on_afterwards(
    world: World, own_server: OwnServer, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(postgresql, "PAUSES", (0.01, 0.01))
    await world.accepted_game(first="me")
    await moved(world, "+")
    board = world.board()
    caplog.set_level(logging.INFO, "bot")
    caplog.clear()
    await asyncio.to_thread(own_server.stop)
    for control in ("more", "advance", "1"):
        answer = await world.press(world.tom, board, control)
        assert speaker("en")("failure.away") in text(answer)
    assert speaker("en")("failure.away") in text(await world.slash(world.mina, "games"))
    with pytest.raises(ConnectionError):
        await world.sweep()
    assert [record.getMessage().partition(" (")[0] for record in caplog.records] == ["the database does not answer"]
    await asyncio.to_thread(own_server.start)
    await moved(world, "+")
    await world.sweep()
    assert world.board().id != board.id


async def test_a_server_that_may_only_be_read_is_told_of_as_a_full_disk_is(
    world: World, own_server: OwnServer, caplog: pytest.LogCaptureFixture
) -> None:
    await world.accepted_game(first="me")
    await moved(world, "+")
    caplog.clear()
    await asyncio.to_thread(own_server.let_write, False)
    for _ in range(3):
        assert speaker("en")("failure.away") in text(await advanced(world, world.tom))
    with pytest.raises(ConnectionError, match="Nothing can be stored"):
        await world.sweep()
    told = [record.getMessage() for record in caplog.records if record.levelno >= logging.WARNING]
    assert [words.partition(" (")[0] for words in told] == ["nothing can be stored"]
    await asyncio.to_thread(own_server.let_write, True)
    await advanced(world, world.tom)
    await world.sweep()
    assert (await world.match()).revision == 2
