"""An answer that Discord refuses is put off and edited; one that it may have taken is never given again."""

import asyncio
import logging
from typing import Any, cast
from unittest.mock import AsyncMock

import discord
import pytest
import simcord

from bot.ui.kit.answer import CUT_SECONDS, Line
from bot.ui.kit.interaction import BESIDE, PROMISED, is_answered
from bot.ui.words.names import EMOJI
from tests.ui.faults import Response, refusal
from tests.ui.playing import more, with_buttons
from tests.ui.world import ANSWER_SECONDS, World, ids, offered, picture

INVALID, ANSWERED_ALREADY, TOO_LATE = 50035, 40060, 10062
GONE = (10008, 404)
"""What a page that is gone may be called: Discord's own code, and what another server says."""


def refused(patch: pytest.MonkeyPatch, error: Exception, *methods: str) -> list[str]:
    """From now on, Discord refuses such answers. Returns the names of what was tried, as it is tried."""
    tried: list[str] = []

    def refusing(name: str) -> Any:
        async def refuse(*_: object, **__: object) -> None:
            tried.append(name)
            raise error

        return refuse

    for name in methods:
        owner = discord.Interaction if name == "edit_original_response" else discord.InteractionResponse
        patch.setattr(owner, name, refusing(name))
    return tried


async def panel_of_a_game(world: World) -> discord.Message:
    await world.accepted_game(first="me")
    return await world.press(world.mina, world.board(), "1")


async def click(world: World, page: discord.Message, control: str) -> simcord.InteractionResult:
    """What comes of a click of mina's, answered or not."""
    (custom_id,) = [each for each in ids(page) if each.endswith(":" + control)]
    return await world.mina.click(page, custom_id=custom_id)


def slow_down(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Line, "is_slow_for", lambda _line, size: size > 0)


@pytest.mark.parametrize("error", [refusal(400, INVALID), refusal(503)], ids=["upload", "server"])
async def test_a_refused_answer_is_edited(world: World, monkeypatch: pytest.MonkeyPatch, error: Exception) -> None:
    await world.accepted_game(first="me")
    tried = refused(monkeypatch, error, "send_message", "edit_message")
    panel = await world.press(world.mina, world.board(), "1")
    before = await picture(panel)
    after = await world.press(world.mina, panel, "right")
    assert tried == ["send_message", "edit_message"]
    assert after.id == panel.id
    assert "sew" in offered(after)
    assert await picture(after) != before


async def test_over_a_slow_line_an_answer_is_deferred_and_edited(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    slow_down(monkeypatch)
    panel = await panel_of_a_game(world)
    before = await picture(panel)
    result = await click(world, panel, "right")
    assert result.deferred
    assert result.response
    assert result.response.id == panel.id
    (after,) = result.response.attachments
    assert await after.read() != before


@pytest.mark.parametrize("code", GONE)
async def test_the_answer_to_a_lost_page_is_new(world: World, monkeypatch: pytest.MonkeyPatch, code: int) -> None:
    panel = await panel_of_a_game(world)
    refused(monkeypatch, refusal(404, code), "edit_message")
    result = await click(world, panel, "right")
    assert result.response
    assert result.response.ephemeral
    assert result.response.id != panel.id


@pytest.mark.parametrize("code", GONE)
async def test_over_a_slow_line_the_answer_to_a_lost_page_is_new(
    world: World, monkeypatch: pytest.MonkeyPatch, code: int
) -> None:
    panel = await panel_of_a_game(world)
    slow_down(monkeypatch)
    clicks = world.clicks()
    tried = refused(monkeypatch, refusal(404, code), "edit_original_response")
    result = await click(world, panel, "right")
    assert tried == ["edit_original_response"]
    (new,) = result.followups
    assert new.ephemeral
    assert len(new.attachments) == 1
    assert [click.extras for click in clicks] == [{BESIDE: new.id}]
    assert [*world.app.private._shown] == [new.id], "the next page takes it away"


async def test_over_a_slow_line_a_lost_page_may_be_refused_at_once(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    panel = await panel_of_a_game(world)
    slow_down(monkeypatch)
    defer = discord.InteractionResponse.defer
    tried: list[bool] = []

    async def refusing(response: Any, *, thinking: bool = False, **how: Any) -> object:
        tried.append(thinking)
        if not thinking:
            raise refusal(404, GONE[1])
        return await defer(response, thinking=thinking, **how)

    monkeypatch.setattr(discord.InteractionResponse, "defer", refusing)
    result = await click(world, panel, "right")
    assert tried == [False, True]
    assert result.response
    assert result.response.ephemeral
    assert len(result.response.attachments) == 1


@pytest.mark.parametrize("comes_through", [False, True])
async def test_an_answer_that_hangs_is_deferred(
    world: World, monkeypatch: pytest.MonkeyPatch, comes_through: bool
) -> None:
    panel = await panel_of_a_game(world)
    before = await picture(panel)
    edit, cut = discord.InteractionResponse.edit_message, []

    async def hang(response: Any, **how: Any) -> None:
        if comes_through:
            await edit(response, **how)
            response._response_type = None  # nobody here knows it
        try:
            await asyncio.sleep(ANSWER_SECONDS)
        except asyncio.CancelledError:
            cut.append("edit_message")
            raise

    monkeypatch.setattr(discord.InteractionResponse, "edit_message", hang)
    clicks = world.clicks()
    result = await click(world, panel, "right")
    assert not cut
    await world.env.advance_time(CUT_SECONDS)
    assert [is_answered(click) for click in clicks] == [True]
    assert cut == ["edit_message"]
    assert result.response
    assert result.response.id == panel.id
    assert result.followups == []
    (after,) = result.response.attachments
    assert await after.read() != before


def test_a_line_is_slow_while_pictures_take_long_or_come_too_late() -> None:
    times = iter([0.0, 4.0, 4.0, 4.1, 4.1, 4.2, 5.0, 9.0])
    line = Line(lambda: next(times))
    seen = []
    for _ in range(3):
        with line.carrying(60_000):
            pass
        seen.append(line.is_slow_for(60_000))
    assert seen == [True, False, False]
    with pytest.raises(discord.NotFound), line.carrying(60_000):
        raise refusal(404, TOO_LATE)
    assert line.is_slow_for(60_000)
    assert not line.is_slow_for(0)


def test_small_pictures_do_not_make_a_line_slow() -> None:
    times = iter([0.0, 0.9, 1.0, 1.9])
    line = Line(lambda: next(times))
    for _ in range(2):
        with line.carrying(10_000):
            pass
    assert not line.is_slow_for(200_000)


async def test_when_the_edit_is_refused_too_the_user_is_told(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    panel = await panel_of_a_game(world)
    refused(monkeypatch, refusal(400, INVALID), "edit_message", "edit_original_response")
    result = await click(world, panel, "right")
    (told,) = result.followups
    assert told.ephemeral
    assert "Something went wrong" in told.content


@pytest.mark.parametrize("apology", [None, refusal(503)], ids=["told", "not told"])
async def test_a_deferred_answer_stays_promised_until_something_is_shown(
    world: World, monkeypatch: pytest.MonkeyPatch, apology: Exception | None
) -> None:
    panel = await panel_of_a_game(world)
    clicks = world.clicks()
    with monkeypatch.context() as patch:
        refused(patch, refusal(400, INVALID), "edit_message")
        panel = await world.press(world.mina, panel, "right")
    refused(monkeypatch, refusal(400, INVALID), "edit_message", "edit_original_response")
    if apology:
        monkeypatch.setattr(discord.Webhook, "send", AsyncMock(side_effect=apology))
    await click(world, panel, "right")
    assert [PROMISED in click.extras for click in clicks] == [False, apology is not None]


@pytest.mark.parametrize("error", [refusal(400, ANSWERED_ALREADY), refusal(404, TOO_LATE)], ids=["twice", "late"])
async def test_an_answer_that_came_twice_or_too_late_is_not_given_again(
    world: World, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, error: Exception
) -> None:
    await world.accepted_game(first="me")
    page = await more(world, world.mina)
    tried = refused(monkeypatch, error, "edit_message", "send_message", "defer", "edit_original_response")
    asked = len(world.env.http_requests)
    result = await click(world, page, "quilt1")
    assert not result.acknowledged
    assert tried == ["edit_message"]
    assert len(world.env.http_requests) == asked
    assert [record.levelno for record in caplog.records if record.name.startswith("bot.")] == [logging.WARNING]


async def test_an_answer_that_may_have_arrived_is_not_repeated(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """As when Discord has taken the answer, but says that something went wrong on its side."""
    await world.accepted_game(first="me")
    page = await more(world, world.mina)
    refused(monkeypatch, refusal(502), "edit_message")
    tried = refused(monkeypatch, refusal(400, ANSWERED_ALREADY), "defer", "send_message", "edit_original_response")
    await click(world, page, "quilt1")
    assert tried == ["defer"]


@pytest.mark.cheapest
async def test_a_refusal_that_is_no_text_is_survived(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    message = await world.send(with_buttons("old"))
    tried = refused(monkeypatch, UnicodeDecodeError("utf-8", b"\xff", 0, 1, "invalid start byte"), "send_message")
    await world.mina.click(message, custom_id="old")  # the world's end raises whatever was raised here
    assert tried == ["send_message"]


@pytest.mark.parametrize("method", ["send_message", "edit_message", "edit_original_response"])
async def test_a_deleted_emoji_is_left_out(world: World, monkeypatch: pytest.MonkeyPatch, method: str) -> None:
    await world.accepted_game(first="me")
    page = await more(world, world.mina)
    world.client.emoji_ids.update(dict.fromkeys(EMOJI, 5))
    owner = discord.Interaction if method == "edit_original_response" else discord.InteractionResponse
    send = getattr(owner, method)
    tried: list[object] = []

    async def checking(self: object, *, view: discord.ui.LayoutView, **rest: Any) -> Any:
        tried.append(any(isinstance(item, discord.ui.Button) and item.emoji for item in view.walk_children()))
        if tried[-1]:
            told = {"code": INVALID, "message": "In components.0.emoji.id: Invalid emoji"}
            raise discord.HTTPException(cast(Any, Response(400)), told)
        return await send(self, view=view, **rest)

    monkeypatch.setattr(owner, method, checking)
    if method == "send_message":
        answer = await world.slash(world.mina, "automa", where="private")
    else:
        if method == "edit_original_response":
            refused(monkeypatch, refusal(503), "edit_message")
        answer = await world.press(world.mina, page, "home")
    assert tried == [True, False]
    assert "advance" in offered(answer)
