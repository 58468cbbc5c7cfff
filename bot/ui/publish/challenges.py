"""The public messages of challenges."""

import logging
from dataclasses import replace

from bot.clock import now
from bot.matches.challenge import Made, called_by
from bot.matches.challenges import Challenges
from bot.matches.ladders import Ladders
from bot.matches.preferences import Preferences
from bot.store.challenges import ChallengeRow
from bot.ui.kit.budget import NOW
from bot.ui.kit.failure import UNREACHED
from bot.ui.kit.page import Page
from bot.ui.pages.challenges import challenge_page, settled_page
from bot.ui.publish.messages import is_call, nonce_of
from bot.ui.publish.publisher import Publisher

LOG = logging.getLogger(__name__)


class ChallengePosts:
    """Posts challenges, and takes down those that are over."""

    def __init__(
        self, challenges: Challenges, ladders: Ladders, preferences: Preferences, publisher: Publisher
    ) -> None:
        self._challenges = challenges
        self._ladders = ladders
        self._preferences = preferences
        self._publisher = publisher
        self._posting: set[int] = set()
        self._taken: set[int] = set()

    async def sweep(self) -> None:
        """Take down the challenges that nobody answered in time, finish those that a crash left half posted, and call
        people whose quiet hours are over.
        """
        await self._challenges.forget_calls()
        expired = await self._challenges.expired()
        for answered in (row for row in expired if not row.guild_id):
            await self._challenges.remove(answered.id)
        await self._publisher.show_each("challenge", expired, self._remove)
        self._taken = {*self._posting}  # what is read now does not know of these when their turn comes
        await self._publisher.show_each("challenge", await self._challenges.owed(), self._finish)
        await self._publisher.show_each("call of challenge", await self._challenges.to_call(), self._call_late)

    async def post(self, made: Made) -> None:
        """Post a challenge, in place of an expired one. If Discord refuses it, it is forgotten.

        A sweep may have read it as soon as it was stored, and be showing it by now: then that is left to the sweep.
        """
        is_taken = made.challenge.id in self._taken
        self._posting.add(made.challenge.id)
        self._taken.add(made.challenge.id)
        try:
            if made.replaces:
                await self._publisher.take_down(made.replaces)
            if not is_taken:
                await self._show(made.challenge, made.ping)
        except UNREACHED:
            await self._challenges.forget(made)
            raise
        finally:
            self._posting.discard(made.challenge.id)

    async def show_declined(self, challenge: ChallengeRow) -> None:
        """Show on the message of a challenge that it was declined."""
        await self._publisher.edit(challenge, settled_page(self._publisher.say(challenge), challenge, "declined"))

    async def _remove(self, challenge: ChallengeRow) -> bool:
        is_gone = await self._publisher.take_down(challenge)
        if is_gone:
            await self._challenges.remove(challenge.id)
        return is_gone

    async def _finish(self, challenge: ChallengeRow) -> bool:
        """Show a challenge that is owed, unless it is being posted. False if it is still owed."""
        if challenge.id in self._taken:
            return True
        self._taken.add(challenge.id)
        return await self._show(challenge, called_by(challenge))

    async def _show(self, challenge: ChallengeRow, ping: int | None) -> bool:
        """Post a challenge, if that has not happened yet: as its call if it mentions somebody, which becomes its page.

        The call keeps its place in the line until it is the page: before, nobody can accept. Raises `UNREACHED` if it
        could not be posted. What is left to do after that is done by the sweep: then it returns False. In the quiet
        hours of whom it mentions, it is posted silently, and calls them later; the message says which of them it was,
        as it may be that of an earlier try, which a kill has left unnoted.
        """
        async with self._publisher.budget.turn(NOW):
            page = await self.page(challenge)
            if challenge.message_id is None:
                quiet, nonce = await self._quiet_until(challenge, ping), nonce_of("challenge", challenge.id)
                message = await self._publisher.post(challenge, page, nonce, None if quiet else ping)
                call_at = None if ping is None or is_call(message) else quiet or now()
                ping = ping if is_call(message) else None
                is_owed = not message.components
                challenge = replace(challenge, message_id=message.id, owed=is_owed, call_at=call_at)
                if not await self._note_message(challenge):
                    return True
                if not challenge.owed and is_call(message) and self._publisher.budget.has_room:
                    try:
                        await self._publisher.edit(challenge, page, ping)
                    except UNREACHED as error:  # it stays as it is: it can be answered
                        LOG.info("challenge %s does not become its page now: %s", challenge.id, error)
            try:
                if challenge.owed:
                    await self._complete(challenge, page, ping)
            except UNREACHED as error:
                LOG.warning("challenge %s is not complete: %s", challenge.id, error)
                return False
        return True

    async def page(self, challenge: ChallengeRow) -> Page:
        """The public page of a challenge or of an open seat."""
        before = await self._challenges.game_before(challenge)
        counts = await self._ladders.stakes_of(challenge) is not None
        return challenge_page(self._publisher.say(challenge), challenge, before, counts=counts)

    async def _quiet_until(self, challenge: ChallengeRow, ping: int | None) -> int:
        if ping is None:
            return 0
        return await self._preferences.quiet_until(await self._preferences.of(ping), challenge.guild_id, now())

    async def _call_late(self, challenge: ChallengeRow) -> None:
        """Call the challenged player after all: the message is posted again, unless it is quiet for them once more."""
        ping, message_id = called_by(challenge), challenge.message_id
        quiet = await self._quiet_until(challenge, ping)
        if quiet and message_id:
            await self._challenges.note_message(challenge.id, message_id, owed=challenge.owed, call_at=quiet)
            return
        async with self._publisher.budget.turn(NOW):
            if challenge not in await self._challenges.to_call():  # it was answered meanwhile
                return
            page, nonce = await self.page(challenge), nonce_of("challenge", challenge.id, "late")
            message = await self._publisher.post(challenge, page, nonce, ping)
            called = replace(challenge, message_id=message.id, owed=not message.components, call_at=None)
            await self._publisher.take_down(challenge)
            if await self._note_message(called):
                await self._complete(called, page, ping)

    async def _complete(self, challenge: ChallengeRow, page: Page, ping: int | None) -> None:
        """Turn the words of a call into their page. If Discord refuses the edit, the page is posted anew, silently."""
        if await self._publisher.edit(challenge, page, ping):
            await self._note_message(replace(challenge, owed=False))
            return
        nonce = nonce_of("challenge", challenge.id, challenge.message_id)
        message = await self._publisher.post(challenge, page, nonce)
        await self._note_message(replace(challenge, message_id=message.id, owed=False))
        await self._publisher.take_down(challenge)

    async def _note_message(self, challenge: ChallengeRow) -> bool:
        """Note the message of a challenge. False if it is over already: then the message is deleted."""
        assert challenge.message_id is not None
        if await self._challenges.note_message(
            challenge.id, challenge.message_id, owed=challenge.owed, call_at=challenge.call_at
        ):
            return True
        await self._publisher.take_down(challenge)
        return False
