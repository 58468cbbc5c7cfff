"""A run of the probe: try out on the real Discord what the bot believes of it, and undo all that again."""

import asyncio
import logging
import signal
import time
from collections.abc import Awaitable, Callable, Sequence

import discord

from bot.config import Config
from bot.operator.run import REFUSALS, CannotRun, final, shortly, stop_signals
from bot.ui.kit.permissions import lacking
from tools.probe import conversation, emoji, hour, pictures, posts, presses
from tools.probe.made import Made
from tools.probe.rows import DIRECT, LONG, ROWS, Seen
from tools.probe.sessions import Presses, connected
from tools.probe.stage import PATIENCE, STAYS, Patience, Stage, words
from tools.probe.table import lines
from tools.probe.traffic import Traffic

SHARE = 0.1
"""The part of DISCORD_REQUESTS that the probe uses: the bot may be running beside it."""

Tell = Callable[[str], None]


def probe(config: Config, token: str, channel: int, tell: Tell, *, long: bool = False, direct: bool = False) -> bool:
    """Ask for all rows in a channel, or for those of conversations, and tell what was seen. True if nothing is
    otherwise than the bot believes.

    Raises CannotRun, also if it is told to stop: then, too, it has undone what it had made.
    """
    logging.getLogger("discord").setLevel(logging.CRITICAL)  # the table tells what Discord refuses
    try:
        return asyncio.run(_until_stopped(run(config, token, channel, tell, long=long, direct=direct)))
    except (KeyboardInterrupt, asyncio.CancelledError):
        raise CannotRun("The probe was stopped, and has taken away what it had made.") from None
    except REFUSALS as error:
        sentence = final(error, is_first=True, shards=config.shards)
        raise CannotRun(sentence or f"Discord does not answer now ({shortly(error)}): try again later.") from error


async def run(
    config: Config,
    token: str,
    channel_id: int,
    tell: Tell,
    *,
    long: bool = False,
    direct: bool = False,
    patience: Patience = PATIENCE,
) -> bool:
    """The same where an event loop runs. Raises `REFUSALS`, too."""
    traffic, seen = Traffic(config.discord_requests * SHARE), dict[str, Seen]()
    async with discord.Client(
        intents=discord.Intents.none(), max_ratelimit_timeout=30.0, http_trace=traffic.trace()
    ) as client:
        await client.login(token)
        guild = await _checked(client, channel_id)
        channel = client.get_partial_messageable(channel_id, guild_id=guild)
        made = Made(client, channel)
        stage = Stage(config, client, channel, made, traffic, patience, tell, seen)
        gone, unseen = await made.clear()
        _tell(tell, [f"Taken away from an earlier run: {gone}."] * bool(gone) + unseen)
        where = 0 if direct else guild  # conversations are of the shard of no server
        async with connected(client, config, traffic, token, where, patience.connection) as heard:
            try:
                await (conversation.ask(stage, heard) if direct else _ask(stage, heard, guild, long=long))
                stage.leave(DIRECT, "not asked: 'make probe ARGS=--direct' asks for it, in a conversation")
                stage.leave(ROWS, "not asked")
            finally:
                tell("Taking away what the probe has made …")
                _tell(tell, await made.undo())
    _tell(tell, ["", *lines(seen)])
    return not any(each.holds is False for each in seen.values())


async def _ask(stage: Stage, heard: Presses, guild: int, *, long: bool) -> None:
    old, posted_at = await stage.post(words(STAYS)), time.monotonic()
    posted = await posts.first(stage)
    kept = await presses.ask(stage, heard, guild, long=long)
    stage.tell("Thank you. What follows needs no hands.")
    await pictures.ask(stage)
    await posts.ask(stage)
    await emoji.ask(stage)
    await posts.ask_memory(stage, posted)
    if long:
        await hour.ask(stage, kept, old, posted_at)
    stage.leave(LONG, "not asked: 'make probe ARGS=--long' takes an hour for it")


async def _checked(client: discord.Client, channel_id: int) -> int:
    """The server of the channel. Raises CannotRun unless the bot may do there what the probe needs."""
    try:
        channel = await client.fetch_channel(channel_id)
    except (discord.NotFound, discord.Forbidden, discord.InvalidData) as error:
        raise CannotRun(
            f"The bot cannot see the channel {channel_id}: copy the id of a channel of your test server, to which you "
            "have invited the bot."
        ) from error
    if not isinstance(channel, discord.TextChannel):
        raise CannotRun(f"{channel_id} is not a text channel: name one of your test server.")
    guild = await client.fetch_guild(channel.guild.id)  # brings its roles
    channel = await guild.fetch_channel(channel_id)
    assert client.user is not None
    missing = lacking(channel.permissions_for(await guild.fetch_member(client.user.id)), channel)
    if missing:
        raise CannotRun(f"The bot lacks {', '.join(missing)} in the channel {channel_id}: give it these permissions.")
    return guild.id


async def _until_stopped(running: Awaitable[bool]) -> bool:
    """Let SIGTERM, and the end of the terminal, do what Ctrl-C does."""
    loop, task = asyncio.get_running_loop(), asyncio.current_task()
    assert task is not None
    for each in stop_signals():
        signal.signal(each, lambda *_: loop.call_soon_threadsafe(task.cancel))
    return await running


def _tell(tell: Tell, sentences: Sequence[str]) -> None:
    for sentence in sentences:
        tell(sentence)
