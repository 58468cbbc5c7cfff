"""Threads of matches' own: opened when a match begins, archived once its final board stands."""

import logging
from collections.abc import Callable
from typing import Final

import discord

from bot.matches.match import Match
from bot.matches.threads import GameThreads
from bot.ui.kit.failure import is_final
from bot.ui.kit.members import find_member, shown_name
from bot.ui.kit.texts import Say
from bot.ui.pages.threads import anchor_page, refused_page, thread_name
from bot.ui.publish.messages import Messages, nonce_of

LOG = logging.getLogger(__name__)

ARCHIVE_MINUTES: Final = 10080
"""Minutes without a message after which Discord archives a thread: 7 days, the longest that it offers."""

ALREADY_OPENED = 160004


class Threads:
    """Opens and archives threads. Each step is noted in the store; a step that is repeated changes nothing."""

    def __init__(
        self, client: discord.Client, places: GameThreads, messages: Messages, speak: Callable[[str], Say]
    ) -> None:
        self._client = client
        self._places = places
        self._messages = messages
        self._speak = speak

    async def open(self, match: Match) -> bool:
        """Open the thread of a match, which is played there from then on; where Discord forbids it, in the channel.

        False if the bot is not in its server. Raises `UNREACHED` if it cannot be told yet what Discord allows.
        """
        say = self._speak(match.language)
        anchor = await self._places.anchor(match.id)
        if not anchor:
            where, nonce = (match.guild_id, match.channel_id), nonce_of("thread", match.id)
            anchor = (await self._messages.post(*where, anchor_page(say, match), nonce)).id
            await self._places.note_anchor(match, anchor)
        guild = self._client.get_guild(match.guild_id)
        members = [await find_member(guild, user) if guild else None for user in match.people]
        name = thread_name(say, match, [shown_name(member) if member else None for member in members])
        channel = self._client.get_partial_messageable(match.channel_id, guild_id=match.guild_id)
        if channel.guild is None:
            return False
        try:
            await channel.get_partial_message(anchor).create_thread(name=name, auto_archive_duration=ARCHIVE_MINUTES)
        except discord.HTTPException as error:
            if error.code != ALREADY_OPENED:
                if not is_final(error):
                    raise
                LOG.info("game %s: no thread can be opened: %s", match.id, error)
                page = refused_page(say, match)
                await self._messages.edit(match.guild_id, match.channel_id, anchor, page)
                await self._places.stay(match)
                return True
        await self._places.note_opened(match, anchor)
        return True

    async def archive(self, match: Match) -> None:
        """Archive the thread of a match that has ended, unless that was done or refused before."""
        if match.place != "thread" or await self._places.anchor(match.id) is None:
            return
        try:
            thread = self._client.get_channel(match.channel_id) or await self._client.fetch_channel(match.channel_id)
            if isinstance(thread, discord.Thread):
                await thread.edit(archived=True)
        except discord.HTTPException as error:
            if not is_final(error):
                raise
            LOG.info("game %s: its thread cannot be archived: %s", match.id, error)
        await self._places.note_archived(match.id)
