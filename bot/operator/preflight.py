"""Whether the bot can see and write in the channels where games are running: Discord is asked, one after the other."""

import aiohttp
import discord

from bot.matches.audit import Told
from bot.matches.game_audit import Finding
from bot.store.backend.database import Database
from bot.store.games import channels_played_in
from bot.ui.kit.budget import Budget
from bot.ui.kit.permissions import lacking

SHARE = 0.1
"""The part of the requests that Discord allows the bot that is used here: the running bot may need the rest."""


async def check_channels(
    database: Database, token: str, requests: float, sample: int = 0, *, told: Told
) -> list[Finding]:
    """Find the channels of running games in which the bot cannot see or write. A ``sample`` of n looks at n channels,
    drawn evenly; 0 looks at all. ``requests`` is how many a second Discord allows the bot.

    Games in servers that the bot has left are skipped, and private ones have no channel. Raises what Discord answers to
    the login.
    """
    places = await database.read(channels_played_in)
    if 0 < sample < len(places):
        places = [places[len(places) * each // sample] for each in range(sample)]
    findings: list[Finding] = []
    trace = aiohttp.TraceConfig()
    Budget(SHARE * requests).pace(trace)
    async with discord.Client(intents=discord.Intents.none(), http_trace=trace) as client:
        await client.login(token)
        reach = _Reach(client)
        for guild_id, channel_id, game_id, games in places:
            try:
                missing = await reach.missing(guild_id, channel_id)
            except discord.HTTPException as error:
                problem = f"its channel {channel_id} cannot be reached: {error}"
            else:
                problem = f"the bot lacks {', '.join(missing)} in its channel" if missing else ""
            if problem:
                others = f" ({games - 1} more games are running there)" if games > 1 else ""
                findings.append(Finding(game_id, problem + others))
            told(1, len(places))
    return findings


class _Reach:
    """What the bot may do in channels. What Discord said of the last server is remembered."""

    def __init__(self, client: discord.Client) -> None:
        self._client = client
        self._guild_id = 0
        self._server: tuple[discord.Guild, discord.Member] | discord.HTTPException | None = None
        self._channels: dict[int, discord.abc.GuildChannel | discord.Thread] = {}

    async def missing(self, guild_id: int, channel_id: int) -> list[str]:
        """The permissions that the bot needs in a channel and does not have. Raises discord.HTTPException."""
        if guild_id != self._guild_id:
            self._guild_id, self._channels = guild_id, {}
            self._server = await self._asked(guild_id)
        assert self._server is not None
        if isinstance(self._server, discord.HTTPException):
            raise self._server
        guild, me = self._server
        channel = await self._channel(guild, channel_id)
        parent = await self._channel(guild, channel.parent_id) if isinstance(channel, discord.Thread) else channel
        return lacking(parent.permissions_for(me), channel)

    async def _asked(self, guild_id: int) -> tuple[discord.Guild, discord.Member] | discord.HTTPException:
        """A server with its roles, which otherwise only a gateway would tell, and the bot as a member of it."""
        assert self._client.user is not None
        try:
            guild = await self._client.fetch_guild(guild_id)
            return guild, await guild.fetch_member(self._client.user.id)
        except discord.HTTPException as error:
            return error

    async def _channel(self, guild: discord.Guild, channel_id: int) -> discord.abc.GuildChannel | discord.Thread:
        if channel_id not in self._channels:
            self._channels[channel_id] = await guild.fetch_channel(channel_id)
        return self._channels[channel_id]
