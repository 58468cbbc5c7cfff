"""What players ask each other in public: to cancel, to pause, to take back; and to play."""

from __future__ import annotations

import discord

from bot.sessions.challenges import Challenges
from bot.sessions.session import Session
from bot.store import messages as store
from bot.store.challenges import ChallengeRow
from bot.store.database import Database
from bot.ui.address import Address
from bot.ui.challenge import challenge_page
from bot.ui.failure import UNREACHED
from bot.ui.notices import Notices
from bot.ui.page import NO_MENTIONS, Button, Page, mentioning
from bot.ui.sentences import mention
from bot.ui.texts import Say, speaker
from bot.ui.writer import Writer

QUESTIONS = ("offer", "pause", "takeback")
"""What is asked about a game, as the pages of the messages are called, before the seat that asks."""


class Questions:
    """The public questions of games: each holds at the revision at which it was asked."""

    def __init__(
        self, client: discord.Client, database: Database, challenges: Challenges, notices: Notices, writer: Writer
    ) -> None:
        self._client = client
        self._database = database
        self._challenges = challenges
        self._notices = notices
        self._writer = writer

    async def asked(self, session: Session, kind: str, seat: int) -> str:
        """What became of a seat's question at this revision: ``live``, ``refused``, or nothing if none was asked."""
        question = await self._database.read(store.standing_message, session.id, f"{kind}{seat}")
        return question.state if question and question.revision == session.revision else ""

    async def ask(self, session: Session, kind: str, seat: int, press: int) -> None:
        """Post a player's question, which mentions the other: once at a revision, however often it is posted.

        ``press`` is the id of the click that asks, by which Discord knows a retry from another post.
        """
        page = question_page(speaker(session.language), session, kind, seat)
        role = f"{kind}{seat}"
        async with self._writer.lock(session.id):
            again = await self.asked(session, kind, seat)
            if again == "refused":
                return
            other = 0 if again else await self._notices.to_mention(session, session.users[2 - seat], f"{role}.{press}")
            await self._writer.post(session, page, role, other, str(press))
        self._writer.refresh(session.id)

    async def refuse(self, session: Session, role: str, revision: int) -> None:
        """Note that the question of this revision was refused or withdrawn: it cannot be agreed to any more."""
        await self._database.write(store.refuse, session.id, role, revision)

    async def show_refused(self, session: Session, role: str, page: Page) -> None:
        """Show on a question that it was refused or withdrawn."""
        question = await self._database.read(store.standing_message, session.id, role)
        if question is not None and question.state == "refused":
            message = self._writer.message(question.channel_id, question.message_id)
            await message.edit(view=page.view(), attachments=[], allowed_mentions=NO_MENTIONS)

    async def challenge(self, challenge: ChallengeRow, expired: ChallengeRow | None) -> None:
        """Post a challenge, which mentions the challenged, in the place of an expired one."""
        if expired:
            await self.take_down(expired)
        page = challenge_page(speaker(challenge.language), challenge)
        channel = self._client.get_partial_messageable(challenge.channel_id, guild_id=challenge.guild_id)
        try:
            message = await channel.send(view=page.view(), allowed_mentions=mentioning(challenge.challenged))
        except UNREACHED:
            await self.posted(challenge, None)
            raise
        await self.posted(challenge, message.id)

    async def take_down(self, expired: ChallengeRow) -> None:
        """Delete the message of an expired challenge, whose place another one has taken."""
        if expired.message_id:
            await self._writer.take_down(expired.channel_id, expired.message_id)

    async def posted(self, challenge: ChallengeRow, message_id: int | None) -> None:
        """Note the message of a challenge; one that could not be posted (None) is taken away."""
        if message_id is None:
            await self._challenges.remove(challenge.id)
        elif not await self._challenges.shown(challenge.id, message_id):  # it was answered already
            await self._writer.take_down(challenge.channel_id, message_id)


def question_page(say: Say, session: Session, kind: str, seat: int) -> Page:
    """The public question of a seat to the other player: to cancel (``offer``), to ``pause``, to ``takeback``.

    Its buttons hold at this revision only.
    """
    address = Address(session.id, session.revision, f"{kind}{seat}")
    user, other = mention(session.users[seat - 1]), mention(session.users[2 - seat])
    buttons = (
        Button(say(f"button.{kind}.agree"), address.press("agree")),
        Button(say(f"button.{kind}.refuse"), address.press("refuse")),
    )
    return Page((say(f"question.{kind}", user=user, other=other, game=session.id),), rows=(buttons,))
