"""`respond` answers once, in time, whatever happens to the work, and does what is left to do."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable
from datetime import timedelta
from types import SimpleNamespace
from typing import Any, cast
from unittest.mock import AsyncMock

import discord
import pytest

from bot.ui.kit.answer import Line
from bot.ui.kit.custom_id import CustomId
from bot.ui.kit.interaction import Interaction
from bot.ui.kit.page import Button, Page
from bot.ui.kit.pictures import Animations, Pictures
from bot.ui.kit.private import PrivatePages
from bot.ui.kit.reply import ANSWER_SECONDS, Reply, respond
from bot.ui.kit.tasks import Tasks
from tests.loop import Clock
from tests.ui.faults import failing, refusal
from tests.ui.pictures import Sketches

PAGE = Page(("Here you are.",))

TOO_LONG = ANSWER_SECONDS + 1
"""Seconds that work takes which is late."""


class Response:
    """Discord's end of an answer: what it was sent."""

    def __init__(self) -> None:
        self.sent: list[str] = []

    def is_done(self) -> bool:
        return bool(self.sent)

    async def send_message(self, content: str = "", *, view: discord.ui.LayoutView | None = None, **_: object) -> Any:
        self.sent.append(shown(view) if view else content)
        return cast(Any, type("Sent", (), {"message_id": 5}))


def shown(view: discord.ui.LayoutView) -> str:
    return "\n".join(item.content for item in view.walk_children() if isinstance(item, discord.ui.TextDisplay))


class Asked:
    """An interaction, as much of it as an answer needs."""

    client = SimpleNamespace(command_ids={}, emoji_ids={})
    locale = "en-US"
    message = custom_id = None
    context = discord.app_commands.AppCommandContext(dm_channel=True)
    type = discord.InteractionType.component
    id, user, guild_id = 3, SimpleNamespace(id=1), None

    def __init__(self) -> None:
        self.response, self.extras = Response(), dict[str, int]()
        self.expires_at = discord.utils.utcnow() + timedelta(minutes=15)

    @property
    def followup(self) -> Asked:
        return self

    async def send(self, content: str = "", *, view: discord.ui.LayoutView | None = None, **_: object) -> None:
        self.response.sent.append(shown(view) if view else content)

    async def edit_original_response(self, *, view: discord.ui.LayoutView, **_: object) -> Any:
        self.response.sent[-1:] = [shown(view)]
        return SimpleNamespace(id=5)


class Served:
    """The services, which note which board has followed; people wait for them by a clock."""

    def __init__(self, clock: Clock) -> None:
        self.clock = clock
        self.pictures: Pictures = Sketches()
        self.animations = Animations(self.pictures)
        self.line = Line()
        self.private = PrivatePages()
        self.tasks = Tasks()
        self.preferences = SimpleNamespace(theme=AsyncMock(return_value=None))
        self.followed: list[int] = []

    def change(self, game: int) -> None:
        """What happens once a change of a game is committed: its board follows when its player has an answer."""
        self.tasks.once_answered(lambda: self.followed.append(game))

    async def answer(self, work: Awaitable[Reply]) -> list[str]:
        """What was sent, once everything is done that was left to do."""
        asked = Asked()
        answering = asyncio.create_task(respond(self, cast(Interaction, asked), work, "click 1", 7))
        await self.clock.advance(TOO_LONG)
        await answering
        return asked.response.sent


@pytest.fixture
def served(loop_clock: Clock) -> Served:
    return Served(loop_clock)


async def late(reply: Reply) -> Reply:
    await asyncio.sleep(TOO_LONG)
    return reply


async def test_work_that_is_late_is_told_so_once_and_what_it_changed_is_shown(served: Served) -> None:
    rest = AsyncMock(return_value=None)

    async def work() -> Reply:
        reply = await late(Reply(PAGE, background=rest))
        served.change(9)
        return reply

    (answer,) = await served.answer(work())
    assert "I was too slow" in answer
    assert served.followed == [9]
    rest.assert_awaited_once()


async def test_what_the_background_comes_to_takes_the_place_of_the_answer(served: Served) -> None:
    rest = AsyncMock(return_value=Page(("It is done.",)))
    assert await served.answer(_at_once(Reply(PAGE, background=rest))) == ["It is done."]
    slow, done = await served.answer(late(Reply(PAGE, background=rest)))
    assert "I was too slow" in slow
    assert done == "It is done."


FAILURES = [(refusal(403), "not allowed"), (refusal(404), "is gone"), (refusal(500), "just now")]
BROKEN = pytest.param(ZeroDivisionError(), "Something went wrong", marks=pytest.mark.logs_errors)


@pytest.mark.parametrize(("error", "why"), [*FAILURES, BROKEN])
async def test_who_asked_is_told_why_the_background_failed(served: Served, error: Exception, why: str) -> None:
    rest = AsyncMock(side_effect=error)
    answer, told = await served.answer(_at_once(Reply(PAGE, background=rest)))
    assert answer == PAGE.above[0]
    assert why in told


async def test_when_discord_hears_nothing_of_ours_no_apology_is_sent_either(served: Served) -> None:
    """As when Cloudflare answers everything with a page of HTML: a second request would only be refused as well."""
    with failing(Response, "send_message", refusal(429)) as tries:
        assert await served.answer(_at_once(Reply(PAGE))) == []
    assert len(tries) == 1


@pytest.mark.logs_errors
async def test_late_work_that_fails_is_logged_by_its_name(served: Served, caplog: pytest.LogCaptureFixture) -> None:
    async def fails() -> Reply:
        await asyncio.sleep(TOO_LONG)
        served.change(7)
        raise ZeroDivisionError

    assert len(await served.answer(fails())) == 1
    assert [record.getMessage() for record in caplog.records if record.levelno == logging.ERROR] == ["click 1 failed"]
    assert served.followed == [7]


@pytest.mark.logs_errors
async def test_a_page_that_cannot_be_composed_is_answered_with_a_sentence(served: Served) -> None:
    buttons = tuple(Button("one", CustomId(1, 0, "more", "more")) for _ in range(6))  # a row holds five
    (answer,) = await served.answer(_at_once(Reply(Page(rows=(buttons,)), public=True)))
    assert "Something went wrong" in answer


@pytest.mark.parametrize("is_shared", [True, False])
async def test_whoever_waits_for_what_is_cut_off_is_told_so(
    served: Served, caplog: pytest.LogCaptureFixture, *, is_shared: bool
) -> None:
    """Nothing in Python tells of a cancelled task: without a word of ours, the click would be lost without a trace."""
    shared = asyncio.create_task(asyncio.sleep(TOO_LONG))

    async def work() -> Reply:
        await (asyncio.shield(shared) if is_shared else shared)
        return Reply(PAGE)

    asyncio.get_running_loop().call_later(1, shared.cancel)
    (answer,) = await served.answer(work())
    assert "Something went wrong" in answer
    assert [record.getMessage() for record in caplog.records] == ["click 1 waited for what was cut off"]


async def test_an_answer_that_is_cut_off_leaves_its_change_shown(served: Served) -> None:
    async def work() -> Reply:
        await asyncio.sleep(2)
        served.change(9)
        return Reply(PAGE)

    asked = Asked()
    answering = asyncio.create_task(respond(served, cast(Interaction, asked), work(), "click 1", 7))
    await served.clock.advance(1)
    answering.cancel()
    await served.clock.advance(1)
    assert answering.cancelled()
    assert served.followed == [9]


async def test_what_a_click_changes_is_shown_once_its_player_is_answered(served: Served) -> None:
    before: list[list[int]] = []
    asked = Asked()
    await _changed_by(served, 8)
    assert served.followed == [8], "what nobody waits for is shown at once"

    async def work() -> Reply:
        await asyncio.create_task(_changed_by(served, 9))  # as a unit of work runs
        return Reply(PAGE)

    async def send_message(**page: Any) -> Any:
        before.append(list(served.followed))
        return await Response.send_message(asked.response, **page)

    asked.response.send_message = send_message  # type: ignore[assignment]
    await asyncio.create_task(respond(served, cast(Interaction, asked), work(), "click 1", 7))
    assert (before, served.followed) == ([[8]], [8, 9])


async def test_after_giving_up_nothing_more_is_begun(served: Served) -> None:
    rest = AsyncMock()
    working = asyncio.ensure_future(late(Reply(PAGE, background=rest)))
    answering = asyncio.create_task(respond(served, cast(Interaction, Asked()), working, "click 1"))
    await served.clock.advance(ANSWER_SECONDS)
    assert answering.done()
    await served.tasks.give_up()
    await served.clock.advance(TOO_LONG)
    assert working.done()
    served.tasks.coalesce("board", rest)
    await served.clock.rest()
    rest.assert_not_called()


async def _changed_by(served: Served, game: int) -> None:
    served.change(game)


async def _at_once(reply: Reply) -> Reply:
    return reply
