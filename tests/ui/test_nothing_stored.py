"""A database that can be read and takes nothing new, as on a full disk: people are told whose fault it is not."""

import logging
from unittest.mock import AsyncMock

import pytest

from bot.matches.clock import DAY
from bot.store.practice import find_practice
from bot.store.reviews import find_review
from bot.ui.kit.texts import speaker
from daily import number_of
from engine.verdicts import Review
from game import ADVANCE
from tests.store.limits import no_longer_files
from tests.ui.every_page import invented_review
from tests.ui.playing import advanced, keep_review, moved
from tests.ui.test_exercises import tried
from tests.ui.test_reviews import long_enough
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


async def test_what_is_found_out_by_the_way_is_shown_and_kept_as_soon_as_it_can_be(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A review, what of it comes up in practice, and a par."""
    match = await long_enough(world)
    monkeypatch.setattr(world.app.thinking, "review", AsyncMock(return_value=str(invented_review(match))))
    number = number_of(world.now().date())
    for is_kept in (False, True):
        with no_longer_files(most=-1 if is_kept else 1):
            page = await world.press(world.mina, world.board(), "review")
            assert "Above the middle" in text(world.now_shown(world.mina, page))
            assert f"Daily quilt {number}" in text(await world.slash(world.mina, "daily"))
        rows = (
            await world.app.database.read(find_review, match.id),
            await world.app.database.read(find_practice, world.mina.id),
        )
        assert [bool(row) for row in rows] == [is_kept] * 2
        assert AWAY not in str([text(message) for message in world.private(world.mina)])


async def test_a_position_that_is_gone_is_passed_over_while_nobody_can_forget_it(world: World) -> None:
    match, _ = await tried(world)
    page = await world.slash(world.mina, "practice")
    await world.press(world.mina, page, "reveal")
    await keep_review(world, match, Review((500,) * (len(match.plies) + 1)))
    await world.env.advance_time(30 * DAY)
    with no_longer_files():
        assert "**Practice** · 1 of 3" in text(await world.slash(world.mina, "practice"))
    assert await world.app.database.read(find_practice, world.mina.id)
