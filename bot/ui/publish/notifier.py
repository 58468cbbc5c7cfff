"""How a player is told that a match needs them: by a mention, by a private message, or not at all."""

from __future__ import annotations

from collections.abc import Callable

from bot.matches.match import Match
from bot.matches.preferences import Preferences
from bot.matches.seats import is_nobody
from bot.ui.kit.markup import url_of
from bot.ui.kit.texts import Say
from bot.ui.publish.messages import Messages, nonce_of


class Notifier:
    """Tells each player once, in the way they have chosen. ``speak`` gives the words of a language."""

    def __init__(self, messages: Messages, preferences: Preferences, speak: Callable[[str], Say]) -> None:
        self._messages = messages
        self._preferences = preferences
        self._speak = speak
        self._told: dict[tuple[int, int], tuple[int, str]] = {}

    async def to_mention(self, match: Match, user: int | None, words: str, notice: str) -> int | None:
        """Whom a message should mention: the user, or nobody if they want nothing or were told the words in private.

        ``notice`` tells this message from others at the same revision.
        """
        if match.outcome:
            for player in match.people:
                self._told.pop((player, match.id), None)
        if user is None or is_nobody(user):
            return None
        notify = (await self._preferences.of(user)).notify
        if notify == "direct" and not match.outcome and await self._tell(match, user, words, notice):
            return None
        return None if notify == "nothing" else user

    async def marked(self, user: int | None) -> int | None:
        """Whom a message that has called a user still marks when it is edited: the user, if they want mentions."""
        if user is None or is_nobody(user):
            return None
        return user if (await self._preferences.of(user)).notify == "mention" else None

    async def _tell(self, match: Match, user: int, words: str, notice: str) -> bool:
        """Tell a user in private what has happened in a match, and where. False if they accept no messages."""
        if self._told.get((user, match.id)) == (match.revision, notice):
            return True  # the board could not be posted then, and is tried again
        link = url_of(match.guild_id, match.channel_id)
        text = self._speak(match.language)("direct.text", words=words, link=link)
        if not await self._messages.tell(user, text, nonce_of(match.id, match.revision, notice)):
            return False
        self._told[user, match.id] = (match.revision, notice)
        return True
