"""Messages on Discord: posted, edited, deleted. What is known of them is kept elsewhere."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from hashlib import blake2b
from typing import Any

import discord

from bot.matches.preferences import Preferences
from bot.ui.kit.failure import UNREACHED
from bot.ui.kit.page import NO_MENTIONS, Page, mentioning
from bot.ui.kit.pictures import Pictures

LOG = logging.getLogger(__name__)

_CANNOT_BE_EDITED = (400, 404, 429)
"""404: deleted. 400: too many edits of an old message (30046), an archived thread, or a refused picture."""


class Messages:
    """Posts pages in channels, with their pictures in the theme of the server."""

    def __init__(self, client: discord.Client, pictures: Pictures, preferences: Preferences) -> None:
        self._client = client
        self._pictures = pictures
        self._preferences = preferences

    async def post(self, guild_id: int, channel_id: int, page: Page, ping: int | None, nonce: str) -> discord.Message:
        """Post a page, which mentions one user or nobody. Soon afterwards, the same ``nonce`` posts nothing new."""
        picture = await self._drawn(page, guild_id)
        channel = self._client.get_partial_messageable(channel_id, guild_id=guild_id)
        send: Callable[..., Awaitable[discord.Message]] = channel.send
        return await send(view=page.view(), files=page.files(picture), allowed_mentions=mentioning(ping), nonce=nonce)

    async def edit(self, guild_id: int, channel_id: int, message_id: int, page: Page) -> bool:
        """Show another page on a message, silently. False if the message is gone, or Discord refuses the edit."""
        picture = await self._drawn(page, guild_id)
        edit: Callable[..., Awaitable[Any]] = self._message(channel_id, message_id).edit
        try:
            await edit(view=page.view(), attachments=page.files(picture), allowed_mentions=NO_MENTIONS)
        except discord.HTTPException as error:
            if error.status not in _CANNOT_BE_EDITED:
                raise
            LOG.info("message %s cannot be edited: %s", message_id, error)
            return False
        return True

    async def take_down(self, channel_id: int, message_id: int) -> bool:
        """Delete one of our messages. True if it is gone."""
        try:
            await self._message(channel_id, message_id).delete()
        except discord.NotFound:
            return True
        except UNREACHED as error:
            LOG.warning("message %s cannot be deleted now: %s", message_id, error)
            return False
        return True

    async def tell(self, user: int, text: str, nonce: str) -> bool:
        """Tell a user something in a private message. False if they accept none."""
        try:
            channel = await self._client.create_dm(discord.Object(user))
            await channel.send(text, allowed_mentions=NO_MENTIONS, nonce=nonce)
        except UNREACHED as error:
            LOG.info("user %s takes no private messages: %s", user, error)
            return False
        return True

    async def _drawn(self, page: Page, guild_id: int) -> bytes:
        if page.picture is None:
            return b""
        return await self._pictures.draw(page.picture.drawing, await self._preferences.theme(guild_id))

    def _message(self, channel_id: int, message_id: int) -> discord.PartialMessage:
        return self._client.get_partial_messageable(channel_id).get_partial_message(message_id)


def nonce_of(*parts: object) -> str:
    """A Discord nonce (at most 25 characters) from whatever identifies a message."""
    return blake2b(".".join(map(str, parts)).encode(), digest_size=12).hexdigest()
