"""Messages on Discord: posted, edited, deleted. What is known of them is kept elsewhere."""

import asyncio
import logging
import secrets
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from hashlib import blake2b

import discord
from discord.utils import snowflake_time

from bot.clock import now
from bot.matches.preferences import Preferences
from bot.ui.kit.failure import UNREACHED, code_of
from bot.ui.kit.interaction import Interaction
from bot.ui.kit.page import Kept, Page, mentioning, pictures_of, with_emoji_or_without
from bot.ui.kit.pictures import Pictures
from bot.ui.kit.private import Tokens
from bot.ui.publish.channels import Channels, is_closed

LOG = logging.getLogger(__name__)

FREE_SECONDS = 5.0
"""How long Discord may take for an edit by token: it may make us wait, and then the usual way is quicker."""

LATE_SECONDS = 60.0
"""How long after it was cut off an edit may still be made, even after newer ones: an old board would stand there."""

NONCE_BYTES = 12
"""A nonce is at most 25 characters long."""

_CANNOT_BE_EDITED = (400, 404)
"""404: deleted. 400: an archived thread or a refused picture."""

_TOO_MANY_EDITS, _OLD = 30046, 60 * 60
"""What Discord calls the error about too many edits of an old message, and the seconds after which it is old."""

REMEMBERED = 1_000
"""Of how many messages we remember which picture they have, at most."""

TRIES = 3
"""After how many edits in a row in which Discord has not kept a picture all of them are sent again."""


_Edit = Callable[..., Awaitable[discord.Message]]


class Messages:
    """Posts pages in channels, with their pictures in the theme of the server; calls ``whole`` or as words alone."""

    def __init__(
        self, channels: Channels, pictures: Pictures, preferences: Preferences, tokens: Tokens, *, whole: bool = True
    ) -> None:
        self._channels = channels
        self._pictures = pictures
        self._preferences = preferences
        self._tokens = tokens
        self._is_whole = whole
        self._uncertain_until: dict[int, float] = {}
        self._attached: OrderedDict[int, tuple[int, int]] = OrderedDict()
        """Of messages: what their picture shows, as a number, and the id of its attachment."""
        self._tries = TRIES

    async def post(
        self, guild_id: int, channel_id: int, page: Page, nonce: str, ping: int | None = None
    ) -> discord.Message:
        """Post a page silently, mentioning nobody. To notify the user ``ping``, post the words of its call, with its
        picture and its controls, unless calls are words alone: `is_call`.

        Soon afterwards, the same ``nonce`` posts nothing new.
        """
        ping_alone = ping is not None and not self._is_whole
        theme = None if ping_alone else await self._theme(page, guild_id)
        picture = b"" if ping_alone else await self._drawn(page, theme)
        send: Callable[..., Awaitable[discord.Message]] = self._channels.at(channel_id, guild_id).send

        def post(page: Page, nonce: str) -> Awaitable[discord.Message]:
            if ping_alone:
                return send(page.notification, allowed_mentions=mentioning(ping), nonce=nonce)
            files, allowed = page.files(picture), mentioning(ping)
            if ping:
                words, view = page.notification, page.notification_view()
                return send(words, view=view, files=files, allowed_mentions=allowed, nonce=nonce)
            return send(view=page.view(), files=files, allowed_mentions=allowed, nonce=nonce, silent=True)

        with self._channels.noting(channel_id):
            message = await with_emoji_or_without(lambda page: _once(partial(post, page), nonce), page)
        self._note_picture(message, page, theme)
        return message

    async def edit(
        self,
        guild_id: int,
        channel_id: int,
        message_id: int,
        page: Page,
        ping: int | None = None,
        *,
        may_be_gone: bool = False,
    ) -> bool:
        """Show another page on a message, which notifies nobody; whom it has called, ``ping``, it still marks.

        A picture that it has already is named, and not sent again. False if Discord refuses the edit, or the message is
        gone. If it ``may_be_gone``, it needs no edit then.
        """
        if await self.edit_by_token(guild_id, message_id, page, ping):
            return True
        message = self._channels.at(channel_id).get_partial_message(message_id)
        try:
            with self._channels.noting(channel_id):
                await self._show(message.edit, message_id, page, ping, await self._theme(page, guild_id))
        except (discord.HTTPException, discord.RateLimited) as error:
            if is_closed(error) or not _is_refused(error, message_id):
                raise
            LOG.info("message %s cannot be edited: %s", message_id, error)
            return may_be_gone and isinstance(error, discord.NotFound)
        return True

    async def edit_by_token(self, guild_id: int, message_id: int, page: Page, ping: int | None = None) -> bool:
        """The same by the token of a click on the message alone. False if that cannot be."""
        if not self.is_free(message_id):
            return False
        theme = await self._theme(page, guild_id)
        return await self._by_token(
            message_id, lambda click: self._show(click.edit_original_response, message_id, page, ping, theme)
        )

    async def take_down(self, channel_id: int, message_id: int) -> bool:
        """Delete one of our messages. True if it is gone."""
        if await self._by_token(message_id, lambda click: click.delete_original_response()):
            self._tokens.forget(message_id)
            return True
        try:
            with self._channels.noting(channel_id):
                await self._channels.at(channel_id).get_partial_message(message_id).delete()
        except discord.NotFound:
            return True
        except UNREACHED as error:
            LOG.warning("message %s cannot be deleted now: %s", message_id, error)
            return False
        return True

    def is_free(self, message_id: int) -> bool:
        """Tell whether an edit of a message is none that Discord counts."""
        return self._tokens.find(message_id) is not None

    async def _by_token(self, message_id: int, act: Callable[[Interaction], Awaitable[object]]) -> bool:
        """Edit or delete a message by the token of a click on it. False if that must be done in the usual way."""
        click = self._tokens.find(message_id)
        if click is None:
            return False
        try:
            async with asyncio.timeout(FREE_SECONDS):
                await act(click)
        except (*UNREACHED, TimeoutError) as error:
            LOG.info("message %s: the token of a click is of no use: %s", message_id, error)
            self._tokens.forget(message_id)
            if isinstance(error, TimeoutError):
                self._uncertain_until[message_id] = now() + LATE_SECONDS
            return False
        return True

    def uncertain(self) -> list[int]:
        """The messages that no edit reaches any more which was cut off, so that one more of ours is the last."""
        return [message_id for message_id, until in self._uncertain_until.items() if until <= now()]

    def settle(self, message_ids: list[int]) -> None:
        """Note that messages which were uncertain are edited once more."""
        for message_id in message_ids:
            if self._uncertain_until[message_id] <= now():
                del self._uncertain_until[message_id]
                self._attached.pop(message_id, None)

    async def _show(self, edit: _Edit, message_id: int, page: Page, ping: int | None, theme: str | None) -> None:
        """Show a page on a message, by another edit if the first one has not kept the picture (decision 0089)."""

        def show(page: Page, files: Sequence[object]) -> Awaitable[discord.Message]:
            looks = {"content": None, "view": page.view(), "attachments": files}
            return edit(**looks, allowed_mentions=mentioning(ping))

        kept = self._kept(message_id, page, theme)
        if kept and await _shows(kept, with_emoji_or_without(lambda page: show(page, [kept]), page)):
            self._tries = TRIES
            return
        picture = await self._drawn(page, theme)
        shown = await with_emoji_or_without(lambda page: show(page, page.files(picture)), page)
        self._note_picture(shown, page, theme)
        if kept:
            LOG.info("message %s: Discord has not kept its picture, so it was sent again", message_id)
            self._tries -= 1

    def _kept(self, message_id: int, page: Page, theme: str | None) -> Kept | None:
        """The picture of a page, if a message has it already and Discord keeps pictures."""
        look, attachment = self._attached.get(message_id, (0, 0))
        if page.picture is None or page.file or self._tries < 1 or look != hash((page.picture, theme)):
            return None
        return Kept(attachment, page.picture.file_name, page.picture.description)

    def _note_picture(self, message: discord.Message, page: Page, theme: str | None) -> None:
        """Note that a message has the picture of a page, unless it is an older one that shows something else."""
        self._attached.pop(message.id, None)
        if page.picture and (attachment := pictures_of(message).get(page.picture.file_name)):
            self._attached[message.id] = hash((page.picture, theme)), attachment
            if len(self._attached) > REMEMBERED:
                self._attached.popitem(last=False)

    async def _theme(self, page: Page, guild_id: int) -> str | None:
        return await self._preferences.theme(guild_id) if page.picture else None

    async def _drawn(self, page: Page, theme: str | None) -> bytes:
        return await self._pictures.draw(page.picture.drawing, theme) if page.picture else b""


def is_call(message: discord.Message) -> bool:
    """Tell whether one of our messages still says the words of a call, and is yet to become its page."""
    return bool(message.content)


async def _shows(kept: Kept, editing: Awaitable[discord.Message]) -> bool:
    """Tell whether a message shows a picture after an edit that was to keep it, and that Discord may refuse."""
    try:
        return kept.filename in pictures_of(await editing)
    except discord.HTTPException as error:
        if error.status != 400:
            raise
        return False


def _is_refused(error: Exception, message_id: int) -> bool:
    """Tell whether Discord refuses to edit this message, now and later. Whatever else it answers, it may take soon.

    A 429 is no refusal, but for one: too many edits of an old message. When the wait for that is long, discord.py
    keeps its code from us; only old messages ever have to wait so long for an edit.
    """
    if isinstance(error, discord.RateLimited):
        return now() - snowflake_time(message_id).timestamp() > _OLD
    return getattr(error, "status", 0) in _CANNOT_BE_EDITED or code_of(error) == _TOO_MANY_EDITS


async def _once(post: Callable[[str], Awaitable[discord.Message]], nonce: str) -> discord.Message:
    """Post with a nonce; with another one if Discord answers that what it knows by this is gone: a deleted message."""
    try:
        return await post(nonce)
    except discord.NotFound as error:
        if is_closed(error):
            raise
        return await post(secrets.token_hex(NONCE_BYTES))


def nonce_of(*parts: object) -> str:
    """A Discord nonce from whatever identifies a message."""
    return blake2b(".".join(map(str, parts)).encode(), digest_size=NONCE_BYTES).hexdigest()
