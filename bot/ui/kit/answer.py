"""Answers: how a page reaches the user of a command or a control. Discord takes one answer to each interaction."""

import asyncio
import contextlib
import logging
import time
from collections.abc import Callable, Iterator
from typing import Any

import discord

from bot.ui.kit.failure import BROKE_DOWN, apologise, has_come_through, is_over, was_answered
from bot.ui.kit.interaction import ANSWERED, BESIDE, PROMISED, Interaction, edit_page, is_answered
from bot.ui.kit.page import NO_MENTIONS, Page, mentioning, with_emoji_or_without
from bot.ui.kit.private import Tokens

LOG = logging.getLogger(__name__)

SLOW_SECONDS = 1.2
"""How long a picture may be expected to take until its answer is put off first. Discord waits for 3 seconds; the
work may have taken some of them, and what is uploaded beside it slows it down."""

CUT_SECONDS, LAST_SECONDS = 1.6, 2.2
"""How long an answer with a picture may be on its way until it is put off all the same; and how long after its
interaction came, if the work took some time."""

LATENCY = 0.3
"""How many seconds of any answer are Discord's own, whatever its size."""

SMALL = 30_000
"""Bytes of a picture from which on its time tells something of the line."""


class Line:
    """The line to Discord: knows how fast answers with pictures have gone over it lately, by a ``clock`` in seconds."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._pace = 0.0
        """In seconds a byte."""

    def is_slow_for(self, size: int) -> bool:
        """Tell whether so many bytes would take long."""
        return size * self._pace > SLOW_SECONDS

    @contextlib.contextmanager
    def carrying(self, size: int) -> Iterator[None]:
        """Note how long so many bytes take, be it too long for Discord. The latest answers count most."""
        begun = self._clock()
        try:
            yield
        finally:
            if size >= SMALL:
                self._pace = (self._pace + max(0.0, self._clock() - begun - LATENCY) / size) / 2


class Answer:
    """The answer to one interaction. Its methods raise `UNREACHED` when Discord refuses it or cannot be reached.

    It is a new message that everybody sees if ``public``, and that calls the user ``ping`` in plain words; else it is
    shown in place of the message that was clicked if that is private, or if ``in_place``; else it is a new message, and
    private. With ``tokens``, which keep the click's for the message that was clicked, this new one stands beside the
    original response, which is that message. ``since`` is when the interaction came, by the clock of the event loop;
    now, if it is not given.
    """

    def __init__(
        self,
        interaction: Interaction,
        *,
        in_place: bool = False,
        public: bool = False,
        ping: int | None = None,
        tokens: Tokens | None = None,
        since: float | None = None,
    ) -> None:
        message = interaction.message
        was_private = bool(message and message.flags.ephemeral)
        self._interaction = interaction
        self._replaces = not public and (in_place or was_private)
        self._is_private = not public and (was_private or not in_place)
        self._ping = ping
        self._mentions = mentioning(ping) if ping else NO_MENTIONS
        self._tokens = tokens if self._is_private and not self._replaces else None
        self.since = asyncio.get_running_loop().time() if since is None else since
        self._is_awaited = self._is_shown = False
        self.private_id: int | None = None
        """The id of the message that only the user sees, once the answer stands in one."""

    async def send(self, page: Page, picture: bytes, line: Line) -> None:
        """Answer with a page. If Discord refuses it, as it may with uploads, put the answer off, and then edit it.

        Over a ``line`` that is too slow for the picture, the answer is put off at once; one that is still on its way
        after `CUT_SECONDS` is cut off, and then put off. If the private page that was clicked has just been taken away,
        the answer is a new one.
        """
        is_put_off = self._tokens is not None or line.is_slow_for(len(picture))
        try:
            with line.carrying(len(picture)):
                await with_emoji_or_without(lambda page: self._send(page, picture, is_put_off=is_put_off), page)
        except discord.HTTPException as error:
            is_gone = isinstance(error, discord.NotFound) and not is_over(error)
            if self._replaces and self._is_private and is_gone:
                self._replaces = False
                is_taken = is_answered(self._interaction)
                await (self._show_beside(page, picture) if is_taken else self.send(page, picture, line))
                return
            if is_over(error) or (error.status != 400 and error.status < 500):
                raise
            LOG.warning("an answer was refused, and is sent again as an edit: %s", error)
            await self.put_off()
            await self.show(page, picture)
        self._is_shown = True

    async def _send(self, page: Page, picture: bytes, *, is_put_off: bool) -> None:
        is_put_off = is_put_off or is_answered(self._interaction)
        if not is_put_off:
            with contextlib.suppress(TimeoutError):
                cut_at = min(asyncio.get_running_loop().time() + CUT_SECONDS, self.since + LAST_SECONDS)
                async with asyncio.timeout_at(cut_at if picture else None):
                    await self._send_whole(page, picture)
                return
        await self.put_off(was_cut=not is_put_off)
        await self.show(page, picture)

    async def _send_whole(self, page: Page, picture: bytes) -> None:
        response, view, files = self._interaction.response, page.view(), page.files(picture)
        private = self._is_private
        if self._replaces:
            await response.edit_message(
                content=self._no_words, view=view, attachments=files, allowed_mentions=NO_MENTIONS
            )
            clicked = self._interaction.message
            self.private_id = clicked.id if clicked and private else None
        else:
            how: dict[str, Any] = {"files": files, "allowed_mentions": self._mentions, "ephemeral": private}
            if self._ping:
                sent = await response.send_message(page.notification, view=page.notification_view(), **how)
            else:
                sent = await response.send_message(view=view, silent=not private, **how)
            self.private_id = sent.message_id if private else None

    @property
    def _no_words(self) -> Any:
        """What takes away the words of a call that is edited: a page has no content beside it. One that was cut off may
        stand already.
        """
        clicked = self._interaction.message
        has_words = self._ping or (self._replaces and clicked and clicked.content)
        return None if has_words else discord.utils.MISSING

    async def put_off(self, *, was_cut: bool = False) -> None:
        """Let Discord know that the answer comes later: up to 15 minutes. The user is told that we are thinking.

        An answer that ``was_cut`` may have come through after all: then it stands already where the later one will.
        """
        BROKE_DOWN.set(False)
        try:
            if not is_answered(self._interaction):
                thinks = not (self._tokens or self._replaces)
                private = thinks and self._is_private
                await self._interaction.response.defer(ephemeral=private, thinking=thinks)
        except discord.HTTPException as error:
            if not (has_come_through(error) or (was_cut and was_answered(error))):
                raise
            self._interaction.extras[ANSWERED] = True
        may_stand = was_cut and ANSWERED in self._interaction.extras
        self._is_awaited = not (self._tokens or self._replaces or may_stand)
        self._interaction.extras[PROMISED] = True

    async def show(self, page: Page, picture: bytes) -> None:
        """Show a page where the answer stands, or is awaited."""
        if self._tokens and BESIDE not in self._interaction.extras:
            await self._show_beside(page, picture)
            if clicked := self._interaction.message:  # whose token is from now on known
                self._tokens.note(clicked.id, self._interaction)
            return

        async def show(page: Page) -> None:
            how = {"view": page.view(), "attachments": page.files(picture), "allowed_mentions": self._mentions}
            shown = await edit_page(self._interaction, content=self._no_words, **how)
            self.private_id = shown.id if self._is_private else None

        await with_emoji_or_without(show, page)
        self._is_awaited, self._is_shown = False, True
        self._interaction.extras.pop(PROMISED, None)

    async def _show_beside(self, page: Page, picture: bytes) -> None:
        """Show a page for the first time beside the message that was clicked, or in place of one that is gone."""
        shown = await self._follow(page, picture)
        self._interaction.extras[BESIDE] = self.private_id = shown.id
        self._is_shown = True
        self._interaction.extras.pop(PROMISED, None)

    async def follow(self, page: Page, picture: bytes) -> None:
        """Show the user another page: in place of the answer if that is private and still there, else beside it."""
        if self._is_shown and self._is_private:
            with contextlib.suppress(discord.NotFound):  # a newer page may have taken it away
                await self.show(page, picture)
                return
        await self._follow(page, picture)

    async def _follow(self, page: Page, picture: bytes) -> discord.WebhookMessage:

        async def send(page: Page) -> discord.WebhookMessage:
            return await self._interaction.followup.send(
                view=page.view(), files=page.files(picture), allowed_mentions=NO_MENTIONS, ephemeral=True, wait=True
            )

        return await with_emoji_or_without(send, page)

    async def apologise(self, name: str) -> None:
        """Tell the user, with the text called ``name``, that something did not work. Never raises."""
        await apologise(self._interaction, name, awaited=self._is_awaited)
        self._is_awaited = False
