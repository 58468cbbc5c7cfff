"""The public messages of challenges."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import replace

from bot.matches.challenges import Challenges, Made, called_by
from bot.matches.ladders import Ladders
from bot.store.challenges import ChallengeRow
from bot.ui.kit.budget import NOW, Budget
from bot.ui.kit.failure import UNREACHED
from bot.ui.kit.page import Page
from bot.ui.kit.texts import Say
from bot.ui.pages.challenges import challenge_page, settled_page
from bot.ui.publish.channels import Backoff, Channels
from bot.ui.publish.messages import Messages, is_call, nonce_of

LOG = logging.getLogger(__name__)


class ChallengePosts:
    """Posts challenges, and takes down those that are over. ``speak`` gives the words of a language."""

    def __init__(
        self,
        challenges: Challenges,
        ladders: Ladders,
        messages: Messages,
        channels: Channels,
        budget: Budget,
        backoff: Backoff,
        speak: Callable[[str], Say],
    ) -> None:
        self._challenges = challenges
        self._ladders = ladders
        self._messages = messages
        self._channels = channels
        self._budget = budget
        self._backoff = backoff
        self._speak = speak
        self._posting: set[int] = set()
        self._taken: set[int] = set()

    async def sweep(self) -> None:
        """Take down the challenges that nobody answered in time, and finish those that a crash left half posted."""
        await self._challenges.forget_calls()
        for challenge in await self._challenges.expired():
            if self._may_try(challenge):
                is_gone = await self.take_down(challenge)
                if is_gone:
                    await self._challenges.remove(challenge.id)
                self._note(challenge, has_worked=is_gone)
        self._taken = {*self._posting}  # what is read now does not know of these when their turn comes
        for challenge in await self._challenges.not_shown():
            if self._may_try(challenge) and challenge.id not in self._taken:
                self._taken.add(challenge.id)
                try:
                    await self._show(challenge, called_by(challenge))
                except UNREACHED as error:
                    LOG.warning("challenge %s cannot be shown now: %s", challenge.id, error)
                    self._note(challenge, has_worked=False)

    async def post(self, made: Made) -> None:
        """Post a challenge, in place of an expired one. If Discord refuses it, it is forgotten.

        A sweep may have read it as soon as it was stored, and be showing it by now: then that is left to the sweep.
        """
        is_taken = made.challenge.id in self._taken
        self._posting.add(made.challenge.id)
        self._taken.add(made.challenge.id)
        try:
            if made.replaces:
                await self.take_down(made.replaces)
            if not is_taken:
                await self._show(made.challenge, made.ping)
        except UNREACHED:
            await self._challenges.forget(made)
            raise
        finally:
            self._posting.discard(made.challenge.id)

    async def take_down(self, challenge: ChallengeRow) -> bool:
        """Delete the message of a challenge that is over. True if it is gone."""
        if challenge.message_id is None:
            return True
        return await self._messages.take_down(challenge.channel_id, challenge.message_id)

    async def show_declined(self, challenge: ChallengeRow) -> None:
        """Show on the message of a challenge that it was declined."""
        if challenge.message_id is not None:
            page = settled_page(self._speak(challenge.language), challenge, "declined")
            await self._messages.edit(challenge.guild_id, challenge.channel_id, challenge.message_id, page)

    async def _show(self, challenge: ChallengeRow, ping: int | None) -> None:
        """Post a challenge, if that has not happened yet: as its call if it mentions somebody, which becomes its page.

        The call keeps its place in the line until it is the page: before, nobody can accept. Raises `UNREACHED` if it
        could not be posted. What is left to do after that is done by the sweep.
        """
        async with self._budget.turn(NOW):
            await self._post(challenge, ping)

    async def _post(self, challenge: ChallengeRow, ping: int | None) -> None:
        before = await self._challenges.game_before(challenge)
        counts = await self._ladders.stakes_of(challenge) is not None
        page = challenge_page(self._speak(challenge.language), challenge, before, counts=counts)
        if challenge.message_id is None:
            nonce = nonce_of("challenge", challenge.id)
            message = await self._messages.post(challenge.guild_id, challenge.channel_id, page, nonce, ping)
            challenge = replace(challenge, message_id=message.id, outdated=not message.components)
            if not await self._note_message(challenge):
                return
            if not challenge.outdated and is_call(message) and self._budget.has_room:
                await self._dress(challenge, page, ping)
        if challenge.outdated:
            try:
                await self._complete(challenge, page, ping)
                self._note(challenge, has_worked=True)
            except UNREACHED as error:
                LOG.warning("challenge %s is not complete: %s", challenge.id, error)
                self._note(challenge, has_worked=False)

    async def _dress(self, challenge: ChallengeRow, page: Page, ping: int | None) -> None:
        """Turn a whole call into its page. If Discord refuses that, it stays as it is: it can be answered."""
        assert challenge.message_id is not None
        try:
            await self._messages.edit(challenge.guild_id, challenge.channel_id, challenge.message_id, page, ping)
        except UNREACHED as error:
            LOG.info("challenge %s does not become its page now: %s", challenge.id, error)

    async def _complete(self, challenge: ChallengeRow, page: Page, ping: int | None) -> None:
        """Turn the words of a call into their page. If Discord refuses the edit, the page is posted anew, silently."""
        assert challenge.message_id is not None
        where = challenge.guild_id, challenge.channel_id
        if await self._messages.edit(*where, challenge.message_id, page, ping):
            await self._note_message(replace(challenge, outdated=False))
            return
        nonce = nonce_of("challenge", challenge.id, challenge.message_id)
        message = await self._messages.post(*where, page, nonce)
        await self._note_message(replace(challenge, message_id=message.id, outdated=False))
        await self.take_down(challenge)

    async def _note_message(self, challenge: ChallengeRow) -> bool:
        """Note the message of a challenge. False if it is over already: then the message is deleted."""
        assert challenge.message_id is not None
        if await self._challenges.note_message(challenge.id, challenge.message_id, outdated=challenge.outdated):
            return True
        await self.take_down(challenge)
        return False

    def _may_try(self, challenge: ChallengeRow) -> bool:
        is_resting = self._backoff.is_waiting(("challenge", challenge.id))
        return not is_resting and self._channels.is_open(challenge.guild_id, challenge.channel_id)

    def _note(self, challenge: ChallengeRow, *, has_worked: bool) -> None:
        if has_worked:
            self._backoff.worked(("challenge", challenge.id))
        else:
            self._backoff.failed(("challenge", challenge.id))
