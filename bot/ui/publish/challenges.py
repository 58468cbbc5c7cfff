"""The public messages of challenges."""

from __future__ import annotations

from bot.matches.challenges import Challenges, Made
from bot.store.challenges import ChallengeRow
from bot.ui.kit.failure import UNREACHED
from bot.ui.kit.texts import speaker
from bot.ui.pages.challenges import challenge_page
from bot.ui.publish.backoff import Backoff
from bot.ui.publish.messages import Messages, nonce_of


class ChallengePosts:
    """Posts challenges, and takes down those that are over."""

    def __init__(self, challenges: Challenges, messages: Messages, backoff: Backoff) -> None:
        self._challenges = challenges
        self._messages = messages
        self._backoff = backoff

    async def sweep(self) -> None:
        """Take down the challenges that nobody answered in time, and forget old calls."""
        await self._challenges.forget_calls()
        for challenge in await self._challenges.expired():
            waiting = ("challenge", challenge.id)
            if not self._backoff.is_waiting(waiting):
                is_gone = await self.take_down(challenge)
                if is_gone:
                    await self._challenges.remove(challenge.id)
                self._backoff.note(waiting, has_worked=is_gone)

    async def post(self, made: Made) -> None:
        """Post a challenge, in place of an expired one."""
        challenge = made.challenge
        if made.replaces:
            await self.take_down(made.replaces)
        page = challenge_page(speaker(challenge.language), challenge)
        nonce = nonce_of("challenge", challenge.id)
        try:
            message = await self._messages.post(challenge.guild_id, challenge.channel_id, page, made.ping, nonce)
        except UNREACHED:
            await self.note_post(made, None)
            raise
        await self.note_post(made, message.id)

    async def note_post(self, made: Made, message_id: int | None) -> None:
        """Note the message of a challenge; one that could not be posted (None) is forgotten."""
        challenge = made.challenge
        if message_id is None:
            await self._challenges.forget(made)
        elif not await self._challenges.note_message(challenge.id, message_id):  # it was answered already
            await self._messages.take_down(challenge.channel_id, message_id)

    async def take_down(self, challenge: ChallengeRow) -> bool:
        """Delete the message of a challenge that is over. True if it is gone."""
        if challenge.message_id is None:
            return True
        return await self._messages.take_down(challenge.channel_id, challenge.message_id)
