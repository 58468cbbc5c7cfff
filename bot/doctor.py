"""``python -m bot doctor``: check that everything stored is sound, and report what is not."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

import discord

from bot.config import Config
from bot.matches.audit import Audit, Finding
from bot.now import now
from bot.starts import REFUSALS, final, shortly
from bot.store.address import way_back
from bot.store.database import Database
from bot.store.errors import StoreError, Unusable, in_short
from bot.store.games import GameRow, running_games
from bot.store.opening import open_existing
from bot.store.servers import known_servers
from bot.ui.kit.permissions import lacking

LISTED = 50
"""How many findings are printed."""


def examine(config: Config, token: str | None, *, repair: bool) -> tuple[list[str], bool]:
    """Examine the database, and with a token the channels of running games.

    Returns the report, line by line, and whether all is sound. Raises StoreError.
    """
    return asyncio.run(_examine(config.database_url, token, repair=repair))


async def _examine(url: str, token: str | None, *, repair: bool) -> tuple[list[str], bool]:
    database = await open_existing(url, to_write=repair)
    try:
        audit = Audit(database, now)
        mended = await audit.repair() if repair else []
        games, findings = await audit.examine()
        unchecked = await _check_channels(database, token, findings)
    except Unusable as error:
        raise StoreError(
            f"The database cannot be {'mended' if repair else 'read'} ({in_short(error)}): {way_back(url)}."
        ) from error
    finally:
        await database.close()
    return [*mended, *_report(games, findings, unchecked)], not findings and not (token and unchecked)


def _report(games: int, findings: list[Finding], unchecked: str) -> Iterator[str]:
    for finding in findings[:LISTED]:
        where = f"game {finding.game_id}" if finding.game_id else "the database"
        yield f"{where}: {finding.sentence}" + (" (--repair mends it)" if finding.repairable else "")
    if len(findings) > LISTED:
        yield f"… and {len(findings) - LISTED} more."
    if unchecked:
        yield f"Channels and permissions were not checked. {unchecked}"
    yield f"Games replayed: {games}, findings: {len(findings)}."


async def _check_channels(database: Database, token: str | None, findings: list[Finding]) -> str:
    """Add what is wrong with the channels of running games; a sentence if Discord cannot be asked."""
    if not token:
        return "DISCORD_TOKEN is not set."
    try:
        findings += await _channels(database, token)
    except REFUSALS as error:
        return final(error, is_first=True) or f"Discord does not answer now ({shortly(error)}): try again later."
    return ""


async def _channels(database: Database, token: str) -> list[Finding]:
    """The running games whose channel the bot cannot see or write in.

    Those in servers that it has left rest, and private ones have none.
    """
    left_at = await database.read(known_servers)
    running = [row for row in await database.read(running_games, None) if row.place != "private"]
    rows = [row for row in running if left_at.get(row.guild_id) is None]
    findings: list[Finding] = []
    async with discord.Client(intents=discord.Intents.none()) as client:
        await client.login(token)
        for row in rows:
            try:
                missing = await _missing(client, row)
            except discord.HTTPException as error:
                findings.append(Finding(row.id, f"its channel {row.channel_id} cannot be reached: {error}"))
            else:
                if missing:
                    findings.append(Finding(row.id, f"the bot lacks {', '.join(missing)} in its channel"))
    return findings


async def _missing(client: discord.Client, row: GameRow) -> list[str]:
    """The permissions that the bot needs in a game's channel and does not have."""
    assert client.user is not None
    guild = await client.fetch_guild(row.guild_id)  # brings its roles, which otherwise only a gateway would
    me = await guild.fetch_member(client.user.id)
    channel = await guild.fetch_channel(row.channel_id)
    parent = await guild.fetch_channel(channel.parent_id) if isinstance(channel, discord.Thread) else channel
    return lacking(parent.permissions_for(me), channel)
