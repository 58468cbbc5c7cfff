"""How a player is told that a game wants them: by a mention, by a private message, or not at all."""

from __future__ import annotations

import logging

import discord

from bot.sessions.preferences import Preferences
from bot.sessions.session import Session
from bot.ui.failure import UNREACHED
from bot.ui.page import NO_MENTIONS
from bot.ui.texts import speaker

LOG = logging.getLogger(__name__)


class Notices:
    """Tells each player in the way that they have chosen, once."""

    def __init__(self, client: discord.Client, preferences: Preferences) -> None:
        self._client = client
        self._preferences = preferences
        self._told: dict[tuple[int, int], tuple[int, str]] = {}

    async def to_mention(self, session: Session, user: int, key: str = "d") -> int:
        """Whom a message is to mention: the user, or 0 if they want nothing, or could be told in private.

        ``key`` tells this notice from others at the same revision.
        """
        if session.ending:
            for player in session.users:
                self._told.pop((player, session.id), None)
        if not user:
            return 0
        notify = (await self._preferences.of(user)).notify
        if notify == "direct" and not session.ending and await self._tell(session, user, key):
            return 0
        return 0 if notify == "nothing" else user

    async def _tell(self, session: Session, user: int, key: str) -> bool:
        """Tell a user in private to look at a game. False if they do not take messages."""
        notice = (session.revision, key)
        if self._told.get((user, session.id)) == notice:  # the board could not be posted then, and is tried again
            return True
        link = f"https://discord.com/channels/{session.guild_id}/{session.channel_id}"
        name = "direct.turn" if user == session.mover else "direct.look"
        text = speaker(session.language)(name, game=session.id, link=link)
        try:
            channel = await self._client.create_dm(discord.Object(user))
            await channel.send(text, allowed_mentions=NO_MENTIONS, nonce=f"{session.id}.{session.revision}.{key}"[-25:])
        except UNREACHED as error:
            LOG.info("game %s: user %s takes no private messages: %s", session.id, user, error)
            return False
        self._told[user, session.id] = notice
        return True
