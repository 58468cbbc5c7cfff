"""Which channels may be written to now."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import aiohttp
import discord

from bot.ui.kit.failure import code_of
from bot.ui.kit.invalid import Invalid
from bot.ui.publish.backoff import Backoff

UNKNOWN_CHANNEL = 10003


class KeptOut(aiohttp.ClientError):
    """A message that is not sent: the channel has refused others, and Discord too many requests."""


class Channels:
    """Knows the servers that the bot is in, and remembers which channels have just refused it.

    Only what happens by itself asks: what somebody has just pressed is tried all the same, and opens the channel again
    when it works. But when many requests were ``invalid`` lately, that is not tried either.
    """

    def __init__(self, client: discord.Client, backoff: Backoff, invalid: Invalid) -> None:
        self._client = client
        self._backoff = backoff
        self._invalid = invalid

    def is_open(self, guild_id: int, channel_id: int) -> bool:
        """Whether the bot is in a server that can be reached, and the channel has not just refused it."""
        return self.is_here(guild_id) and not self.is_refusing(channel_id)

    def is_here(self, guild_id: int) -> bool:
        """Whether the bot is in a server, and the server can be reached."""
        guild = self._client.get_guild(guild_id)
        return guild is not None and not guild.unavailable

    def is_refusing(self, channel_id: int) -> bool:
        """Whether a channel has just refused the bot."""
        return self._backoff.is_waiting(channel_id)

    @contextmanager
    def noting(self, channel_id: int) -> Iterator[None]:
        """Note whether a channel takes what is sent to it meanwhile. Raises KeptOut if nothing may be sent there."""
        if self._invalid.calls_for_care and self.is_refusing(channel_id):
            raise KeptOut(f"channel {channel_id} has refused the bot, and Discord too many requests")
        try:
            yield
        except discord.HTTPException as error:
            if is_closed(error):
                self._backoff.failed(channel_id, for_ever=error.code == UNKNOWN_CHANNEL)
            raise
        self._backoff.worked(channel_id)


def is_closed(error: Exception) -> bool:
    """Whether Discord refuses not this message only, but the whole channel: it is gone, or the bot may not write."""
    return isinstance(error, discord.Forbidden | KeptOut) or code_of(error) == UNKNOWN_CHANNEL
