"""Challenges: to make one, and to answer it."""

from __future__ import annotations

import random

from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.sessions.games import Clock, check_limit, shuffled_ring, store_session
from bot.sessions.refusals import Refusal
from bot.sessions.session import Session
from bot.store.challenges import (
    ChallengeRow,
    add_challenge,
    expired_challenges,
    find_challenge,
    find_challenge_between,
    note_challenge_message,
    remove_challenge,
)
from bot.store.database import Database
from bot.store.games import find_rematch
from bot.store.messages import MessageRow, record_message
from game import Setup

CHALLENGE_SECONDS = 24 * 60 * 60
"""How long a challenge waits for an answer."""


class Challenges:
    """The challenges in a database. Raises Refusal: ``challenge_gone`` (answered, withdrawn or expired), ``not_yours``,
    ``yourself``, ``challenge_waiting`` (one waits in this channel), ``too_many_games``,
    ``too_many_games_theirs``, ``rematch_exists``.
    """

    def __init__(self, database: Database, clock: Clock, *, max_games: int, rng: random.Random | None = None) -> None:
        self._database = database
        self._clock = clock
        self._max_games = max_games
        self._rng = rng or random.SystemRandom()

    async def make(
        self,
        *,
        guild_id: int,
        channel_id: int,
        challenger: int,
        challenged: int,
        track: str = "classic",
        first: int = 0,
        pace: int | None = None,
        rematch_of: int | None = None,
        language: str = "en",
    ) -> tuple[ChallengeRow, ChallengeRow | None]:
        """Challenge somebody to a game. Returns the challenge, and the expired one whose place it takes.

        ``first`` is 1 for the challenger, 2 for the challenged, 0 to draw lots; ``pace`` the days that a move may take,
        None for no clock; ``rematch_of`` the game that this one follows.
        """
        if challenger == challenged:
            raise Refusal("yourself")
        players = (challenger, challenged)

        async def work(connection: AsyncConnection) -> tuple[ChallengeRow, ChallengeRow | None]:
            now = self._clock()
            if rematch_of and (follower := await find_rematch(connection, rematch_of)):
                raise Refusal("rematch_exists", game=follower)
            waiting = await find_challenge_between(connection, channel_id, players)
            if waiting and waiting.expires_at > now:
                raise Refusal("challenge_waiting", challenge=waiting)
            if waiting:
                await remove_challenge(connection, waiting.id)
            await check_limit(connection, challenger, players, self._max_games)
            challenge = await add_challenge(
                connection,
                guild_id=guild_id,
                channel_id=channel_id,
                challenger=challenger,
                challenged=challenged,
                track=track,
                first=first,
                pace=pace,
                rematch_of=rematch_of,
                language=language,
                expires_at=now + CHALLENGE_SECONDS,
            )
            return challenge, waiting

        try:
            return await self._database.write(work)
        except IntegrityError:  # another process was faster
            raise Refusal("challenge_waiting", challenge=await self.between(channel_id, players)) from None

    async def accept(self, challenge_id: int, user: int) -> tuple[ChallengeRow, Session]:
        """Start the game that was offered. Only the challenged user may. Its message is then doomed."""

        async def work(connection: AsyncConnection) -> tuple[ChallengeRow, Session]:
            challenge = await self._waiting(connection, challenge_id)
            if user != challenge.challenged:
                raise Refusal("not_yours", challenge=challenge)
            await check_limit(connection, user, (challenge.challenger, challenge.challenged), self._max_games)
            if not await remove_challenge(connection, challenge_id):
                raise Refusal("challenge_gone")
            session = await self._start(connection, challenge)
            if challenge.message_id is not None:
                row = MessageRow(
                    challenge.message_id, session.id, challenge.channel_id, "challenge", 0, session.mover, "doomed"
                )
                await record_message(connection, row)
            return challenge, session

        try:
            return await self._database.write(work)
        except IntegrityError:  # the game that this one follows has another follower already
            raise Refusal("challenge_gone") from None

    async def decline(self, challenge_id: int, user: int) -> ChallengeRow:
        """Take a challenge away: the challenged user declines it, or the challenger withdraws it."""

        async def work(connection: AsyncConnection) -> ChallengeRow:
            challenge = await self._waiting(connection, challenge_id)
            if user not in (challenge.challenger, challenge.challenged):
                raise Refusal("not_yours", challenge=challenge)
            if not await remove_challenge(connection, challenge_id):
                raise Refusal("challenge_gone")
            return challenge

        return await self._database.write(work)

    async def expired(self) -> list[ChallengeRow]:
        """The challenges that nobody answered in time. They cannot be accepted any more; `remove` them when unseen."""
        return await self._database.read(expired_challenges, self._clock())

    async def remove(self, challenge_id: int) -> None:
        """Forget a challenge whose message is gone."""
        await self._database.write(remove_challenge, challenge_id)

    async def shown(self, challenge_id: int, message_id: int) -> bool:
        """Note the message that shows a challenge. False if the challenge is gone already."""
        return await self._database.write(note_challenge_message, challenge_id, message_id)

    async def between(self, channel_id: int, players: tuple[int, int]) -> ChallengeRow | None:
        """The challenge between two players in a channel, expired or not, or None."""
        return await self._database.read(find_challenge_between, channel_id, players)

    async def _waiting(self, connection: AsyncConnection, challenge_id: int) -> ChallengeRow:
        challenge = await find_challenge(connection, challenge_id)
        if challenge is None or challenge.expires_at <= self._clock():
            raise Refusal("challenge_gone")
        return challenge

    async def _start(self, connection: AsyncConnection, challenge: ChallengeRow) -> Session:
        first = challenge.first or self._rng.choice((1, 2))
        session = Session(
            id=0,
            guild_id=challenge.guild_id,
            channel_id=challenge.channel_id,
            users=(challenge.challenger, challenge.challenged),
            setup=Setup(challenge.track, shuffled_ring(self._rng), first),
            language=challenge.language,
            created_at=self._clock(),
            pace=challenge.pace,
        )
        return await store_session(connection, session, challenge.rematch_of)
