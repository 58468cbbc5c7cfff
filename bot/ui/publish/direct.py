"""Private messages on Discord, to people who take them."""

import logging

import discord

from bot.clock import now
from bot.ui.kit.failure import UNREACHED
from bot.ui.kit.page import NO_MENTIONS
from bot.ui.publish.channels import Backoff

LOG = logging.getLogger(__name__)

A_DAY = 24 * 60 * 60
"""Seconds for which nobody is sent private messages who takes none."""


class DirectMessages:
    """Sends private messages, and remembers who has just refused them."""

    def __init__(self, client: discord.Client) -> None:
        self._client = client
        self._closed = Backoff(A_DAY, now, longest=A_DAY)

    async def send(self, user: int, text: str, nonce: str, *, silent: bool = False) -> bool:
        """Tell a user something in a private message. False if they accept none; then they are not tried for a day."""
        if not self.may_send(user):
            return False
        try:
            channel = await self._client.create_dm(discord.Object(user))
            await channel.send(text, allowed_mentions=NO_MENTIONS, nonce=nonce, silent=silent)
        except UNREACHED as error:
            LOG.info("user %s takes no private messages: %s", user, error)
            if isinstance(error, discord.Forbidden):
                self._closed.failed(user)
            return False
        self._closed.succeeded(user)
        return True

    def may_send(self, user: int) -> bool:
        """Tell whether a user has refused no private messages lately."""
        return not self._closed.is_waiting(user)

    def try_again(self, user: int) -> None:
        """Send a user private messages again: they have just said that they want some."""
        self._closed.succeeded(user)
