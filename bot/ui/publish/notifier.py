"""How a player is told that a match needs them: by a mention, by a private message, or not at all."""

from __future__ import annotations

from bot.matches.match import Match
from bot.matches.preferences import Preferences
from bot.ui.kit.texts import speaker
from bot.ui.publish.messages import Messages, nonce_of
from bot.ui.words.sentences import url_of


class Notifier:
    """Tells each player once, in the way they have chosen."""

    def __init__(self, messages: Messages, preferences: Preferences) -> None:
        self._messages = messages
        self._preferences = preferences
        self._told: dict[tuple[int, int], tuple[int, str]] = {}

    async def to_mention(self, match: Match, user: int | None, notice: str = "turn") -> int | None:
        """Whom a message should mention: the user, or nobody if they want nothing or were told in private.

        ``notice`` tells this message from others at the same revision.
        """
        if match.outcome:
            for player in match.people:
                self._told.pop((player, match.id), None)
        if user is None or user < 0:
            return None
        notify = (await self._preferences.of(user)).notify
        if notify == "direct" and not match.outcome and await self._tell(match, user, notice):
            return None
        return None if notify == "nothing" else user

    async def _tell(self, match: Match, user: int, notice: str) -> bool:
        """Tell a user in private to look at a match. False if they accept no messages."""
        if self._told.get((user, match.id)) == (match.revision, notice):
            return True  # the board could not be posted then, and is tried again
        link = url_of(match.guild_id, match.channel_id)
        name = "direct.turn" if user == match.mover else "direct.look"
        text = speaker(match.language)(name, game=match.id, link=link)
        if not await self._messages.tell(user, text, nonce_of(match.id, match.revision, notice)):
            return False
        self._told[user, match.id] = (match.revision, notice)
        return True
