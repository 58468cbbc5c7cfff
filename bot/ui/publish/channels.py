"""Which channels may be written to now, and for how long to leave alone what Discord keeps refusing."""

import logging
import math
from collections.abc import Awaitable, Callable, Hashable, Iterator
from contextlib import contextmanager

import aiohttp
import discord

from bot.store.shards import Shards
from bot.ui.kit.failure import code_of, pause_after, report
from bot.ui.kit.invalid_requests import InvalidRequestCounter
from bot.ui.kit.tasks import Tasks

LOG = logging.getLogger(__name__)

UNKNOWN_CHANNEL = 10003

QUICK = (2.0, 8.0, 30.0)
"""Seconds after which a match that was refused is tried again by itself; then it is left to the sweep."""

LONGEST_PAUSE = 6 * 60 * 60
"""The longest time between two tries, in seconds."""


class Backoff:
    """How long to leave something alone after Discord refused it: the ``quick`` pauses, one after each refusal, then
    ``first`` seconds, and then twice as long each time, up to ``longest``.
    """

    def __init__(
        self, first: float, now: Callable[[], float], quick: tuple[float, ...] = (), longest: float = LONGEST_PAUSE
    ) -> None:
        self._first = first
        self._longest = longest
        self._now = now
        self._quick = quick
        self._refused: dict[Hashable, tuple[int, float]] = {}

    def is_waiting(self, what: Hashable) -> bool:
        """Tell whether to leave something alone for now."""
        _, until = self._refused.get(what, (0, 0.0))
        return until > self._now()

    def succeeded(self, what: Hashable) -> None:
        """Note that a try has worked."""
        self._refused.pop(what, None)

    def failed(self, what: Hashable, *, for_ever: bool = False) -> float:
        """Note that a try has failed. Returns the pause in seconds; ``for_ever`` lasts until the next start.

        The pause of a try during a pause is what is left of that: else several tries at once would make it hours.
        """
        times, until = self._refused.get(what, (0, 0.0))
        if self.is_waiting(what) and not for_ever:
            return until - self._now()
        if for_ever:
            pause = math.inf
        elif times < len(self._quick):
            pause = self._quick[times]
        else:
            pause = pause_after(times - len(self._quick) + 1, self._first, self._longest)
        self._refused[what] = (times + 1, self._now() + pause)
        return pause

    async def attempt(
        self, what: Hashable, show: Callable[[], Awaitable[object]], message: str, *values: object
    ) -> None:
        """Show something that is owed, unless it is to be left alone for now, and note whether that has worked: not if
        it returns False or raises. Never raises, so that nothing keeps others from being shown; what is raised is
        logged with a message.
        """
        if self.is_waiting(what):
            return
        try:
            is_shown = await show() is not False
        except Exception as error:
            report(LOG, error, message, *values)
            is_shown = False
        if is_shown:
            self.succeeded(what)
        else:
            self.failed(what)

    def retry(self, what: Hashable, tasks: Tasks, again: Callable[[], object]) -> None:
        """Note that a try has failed. After the ``quick`` pauses, try again; after longer ones, the sweep does."""
        pause = self.failed(what)
        if self._quick and pause <= self._quick[-1]:
            tasks.later(pause, again)


class ChannelBlocked(aiohttp.ClientError):
    """A message that is not sent: the channel has refused others, and Discord too many requests."""


class Channels:
    """Knows the servers that the bot is in, and remembers which channels have just refused it.

    Only what happens by itself asks: what somebody has just pressed is tried all the same, and opens the channel again
    when it works. But when many requests were ``invalid`` lately, that is not tried either.
    """

    def __init__(
        self, client: discord.Client, backoff: Backoff, invalid: InvalidRequestCounter, shards: Shards
    ) -> None:
        self._client = client
        self._shards = shards
        self._backoff = backoff
        self._invalid = invalid

    def is_open(self, guild_id: int, channel_id: int) -> bool:
        """Tell whether the bot is in a server that can be reached, and the channel has not just refused it."""
        return self.is_here(guild_id) and not self.is_refusing(channel_id)

    def is_ours(self, guild_id: int) -> bool:
        """Tell whether this process writes the boards of a server, and no other."""
        return guild_id in self._shards

    def is_here(self, guild_id: int) -> bool:
        """Tell whether the bot is in a server, and the server can be reached."""
        guild = self._client.get_guild(guild_id)
        return guild is not None and not guild.unavailable

    def at(self, channel_id: int, guild_id: int | None = None) -> discord.PartialMessageable:
        """A channel to send messages to, and to find them in."""
        return self._client.get_partial_messageable(channel_id, guild_id=guild_id)

    def is_refusing(self, channel_id: int) -> bool:
        """Tell whether a channel has just refused the bot."""
        return self._backoff.is_waiting(channel_id)

    @contextmanager
    def noting(self, channel_id: int) -> Iterator[None]:
        """Note whether a channel takes what is sent to it. Raises ChannelBlocked if nothing may be sent there."""
        if self.is_refusing(channel_id) and self._invalid.is_near_limit:
            raise ChannelBlocked(f"channel {channel_id} has refused the bot, and Discord too many requests")
        try:
            yield
        except discord.HTTPException as error:
            if is_closed(error):
                self._backoff.failed(channel_id, for_ever=error.code == UNKNOWN_CHANNEL)
            raise
        self._backoff.succeeded(channel_id)


def is_closed(error: Exception) -> bool:
    """Tell whether Discord refuses the whole channel, not this message only: it is gone, or the bot may not write."""
    return isinstance(error, discord.Forbidden | ChannelBlocked) or code_of(error) == UNKNOWN_CHANNEL
