"""``python -m bot doctor``: what is wrong with the stored games, and with the permissions where they are played."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator

import aiohttp
import discord

from bot.sessions.examination import Examination, Finding
from bot.settings import Settings
from bot.store.database import open_existing
from bot.ui.permissions import NEEDED


async def examine(settings: Settings, token: str | None, *, repair: bool) -> tuple[list[str], bool]:
    """Examine everything. Returns what to print, line by line, and whether nothing is (any longer) broken.

    Permissions are looked up at Discord, if there is a token. Raises StoreError if the database cannot be opened.
    """
    database = await open_existing(settings.database_url)
    try:
        examination = Examination(database, lambda: int(time.time()))
        rows = await examination.games()
        places = sorted({(row.guild_id, row.channel_id) for row in rows if row.ending is None})
        lines = [
            f"{len(rows)} games, {sum(row.ending is None for row in rows)} of them running, in {len(places)} channels."
        ]
        healthy = True
        for finding in await examination.findings():
            mended = repair and await _mended(examination, finding)
            healthy = healthy and mended
            lines.append(finding.text + _what_follows(finding, mended, repair))
        lines += await examination.waiting()
    finally:
        await database.close()
    if token is None:
        return [*lines, "Permissions are not checked: DISCORD_TOKEN is not set."], healthy
    lacking = [line async for line in _lacking(token, places)]
    return [*lines, *lacking], healthy and not lacking


async def _mended(examination: Examination, finding: Finding) -> bool:
    return bool(finding.mendable) and await examination.mend(finding.mendable)


def _what_follows(finding: Finding, mended: bool, repair: bool) -> str:
    if mended:
        return " Repaired."
    if finding.mendable and not repair:
        return " --repair writes it anew from the log."
    return ""


async def _lacking(token: str, places: list[tuple[int, int]]) -> AsyncIterator[str]:
    """What the bot may not do in the channels of running games."""
    async with discord.Client(intents=discord.Intents.none()) as client:
        try:
            await client.login(token)
        except discord.LoginFailure:
            yield "Discord does not accept DISCORD_TOKEN, so permissions are not checked."
            return
        except (discord.HTTPException, aiohttp.ClientError) as error:
            yield f"Discord cannot be reached ({error}), so permissions are not checked."
            return
        for guild_id, channel_id in places:
            try:
                missing = await _missing(client, guild_id, channel_id)
            except (discord.HTTPException, discord.InvalidData) as error:
                yield f"Channel {channel_id} of server {guild_id} cannot be seen: {error}."
                continue
            if missing:
                yield f"Channel {channel_id} of server {guild_id}: the bot lacks {', '.join(missing)}."


async def _missing(client: discord.Client, guild_id: int, channel_id: int) -> list[str]:
    assert client.user is not None
    guild = await client.fetch_guild(guild_id, with_counts=False)
    me, place = await guild.fetch_member(client.user.id), await guild.fetch_channel(channel_id)
    sends = "send_messages"
    if isinstance(place, discord.Thread):  # whose permissions are its parent's
        place, sends = await guild.fetch_channel(place.parent_id), "send_messages_in_threads"
    allowed = place.permissions_for(me)
    needed = ("view_channel", sends, "attach_files")
    return [name for name in needed if getattr(NEEDED, name) and not getattr(allowed, name)]
