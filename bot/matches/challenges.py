"""Challenges and open seats: making them and answering them (decisions 0020 and 0066)."""

import random
from dataclasses import replace

from sqlalchemy import Connection
from sqlalchemy.exc import IntegrityError

from bot.matches.challenge import CALL_SECONDS, Asking, Made, NewChallenge
from bot.matches.match import Match, Refusal
from bot.matches.play import Now
from bot.matches.refusals import ChallengeWaiting, NotYours, OwnBlock, OwnSeat, SeatWaiting
from bot.store.backend.database import Database
from bot.store.blocks import is_blocked
from bot.store.calls import forget_call, forget_calls
from bot.store.challenges import (
    ANYBODY,
    ChallengeRow,
    challenges_owed,
    count_concerning,
    expire_challenge,
    expired_challenges,
    find_challenge_between,
    note_challenge_message,
    open_seats,
    remove_challenge,
)
from bot.store.games import GameRow, find_game
from bot.store.locks import lock_ids
from bot.store.shards import EVERY, Shards


class Challenges:
    """The challenges in a database. Raises Refusal: ``challenge_gone`` (answered, withdrawn or expired), ``not_yours``,
    ``yourself``, ``challenge_waiting`` (one is waiting in this channel), ``no_challenges`` (they want none),
    ``too_many_challenges``, ``too_many_games``, ``too_many_games_theirs``, ``rematch_exists``; of open seats
    ``seat_gone``, ``own_seat``, ``own_block`` (of whoever has opened it), ``seat_waiting`` (theirs, in this channel),
    ``too_many_seats``, ``seat_lately``.
    """

    def __init__(
        self,
        database: Database,
        now: Now,
        *,
        max_games: int,
        rng: random.Random | None = None,
        shards: Shards = EVERY,
    ) -> None:
        self._database = database
        self._now = now
        self._shards = shards
        self._max_games = max_games
        self._rng = rng or random.SystemRandom()

    async def make(self, asked: NewChallenge) -> Made:
        """Challenge somebody to a game, once for each interaction that asks for it."""
        if asked.challenger == asked.challenged:
            raise Refusal("yourself")
        try:
            return await self._database.write(lambda connection: self._asking(connection).make(asked))
        except IntegrityError:  # another process was faster
            raise ChallengeWaiting(await self.between(asked.channel_id, asked.players)) from None

    async def open(self, asked: NewChallenge) -> Made:
        """Open a seat, once for each interaction that asks for it."""
        try:
            return await self._database.write(lambda connection: self._asking(connection).open(asked))
        except IntegrityError:  # another process was faster
            raise SeatWaiting(await self.between(asked.channel_id, asked.players)) from None

    async def open_seats_in(self, channel_id: int, user: int) -> list[int]:
        """The open seats in a channel that are not a user's own, the oldest first."""
        seats = await self._database.read_latest(open_seats, channel_id, self._now())
        return [seat.id for seat in seats if seat.challenger != user]

    async def open_seat(self, seat_id: int) -> ChallengeRow:
        """An open seat."""
        return await self._database.read_latest(
            lambda connection: self._asking(connection).waiting(seat_id, "seat_gone")
        )

    async def close(self, seat_id: int) -> None:
        """Let the time of a seat run out now: whoever has opened it is gone."""
        await self._database.write(expire_challenge, seat_id, self._now())

    async def take(self, seat_id: int, user: int) -> tuple[ChallengeRow, Match]:
        """Start the game that a seat is open for: whoever comes first is the one challenged. This dooms its message.

        For somebody whom its owner has blocked a seat is gone, and from then on for everybody: so nobody can tell.
        """

        def work(connection: Connection) -> tuple[ChallengeRow, Match] | None:
            seat = self._asking(connection).waiting(seat_id, "seat_gone")
            if user == seat.challenger:
                raise OwnSeat(seat)
            lock_ids(connection, seat.challenger, user)
            if is_blocked(connection, user, seat.challenger):
                raise OwnBlock(seat.challenger)
            if is_blocked(connection, seat.challenger, user):
                expire_challenge(connection, seat_id, self._now())
                forget_call(connection, seat.challenger, ANYBODY)  # they may open another one at once
                return None
            return self._asking(connection).begin(replace(seat, challenged=user), "seat_gone")

        taken = await self._database.write(work)
        if taken is None:
            raise Refusal("seat_gone")
        return taken

    async def accept(self, challenge_id: int, user: int) -> tuple[ChallengeRow, Match]:
        """Start the game that was offered; of a duel, this returns that of the challenged user, who alone may.

        This dooms the challenge's message.
        """

        def work(connection: Connection) -> tuple[ChallengeRow, Match]:
            challenge = self._asking(connection).waiting(challenge_id)
            if user != challenge.challenged:
                raise NotYours(challenge)
            lock_ids(connection, challenge.challenger, user)
            return self._asking(connection).begin(challenge, "challenge_gone")

        try:
            return await self._database.write(work)
        except IntegrityError:  # the game that this one follows already has a rematch
            raise Refusal("challenge_gone") from None

    async def waiting(self, challenge_id: int) -> ChallengeRow:
        """A challenge that waits for an answer."""
        return await self._database.read_latest(lambda connection: self._asking(connection).waiting(challenge_id))

    async def decline(self, challenge_id: int, user: int) -> ChallengeRow:
        """Remove a challenge: the challenged user declines it, or the challenger withdraws it."""

        def work(connection: Connection) -> ChallengeRow:
            challenge = self._asking(connection).waiting(challenge_id)
            if user not in (challenge.challenger, challenge.challenged):
                raise NotYours(challenge)
            if not remove_challenge(connection, challenge_id):
                raise Refusal("challenge_gone")
            return challenge

        return await self._database.write(work)

    async def expired(self) -> list[ChallengeRow]:
        """The challenges that nobody answered in time: `remove` them once their message is deleted."""
        return await self._database.read(expired_challenges, self._now(), shards=self._shards)

    async def remove(self, challenge_id: int) -> None:
        """Drop a challenge whose message is gone."""
        await self._database.write(remove_challenge, challenge_id)

    async def forget_calls(self) -> None:
        """Forget who called whom, once it does not matter any more."""
        await self._database.write(forget_calls, self._now() - CALL_SECONDS)

    async def forget(self, made: Made) -> None:
        """Drop a challenge that could not be posted: it has called nobody."""

        def work(connection: Connection) -> None:
            remove_challenge(connection, made.challenge.id)
            if made.calls:
                forget_call(connection, made.challenge.challenger, made.challenge.challenged)

        await self._database.write(work)

    async def owed(self) -> list[ChallengeRow]:
        """The waiting challenges that no message shows, or only the words of a call."""
        return await self._database.read(challenges_owed, self._now(), shards=self._shards)

    async def note_message(self, challenge_id: int, message_id: int, *, owed: bool = False) -> bool:
        """Note the message that shows a challenge, or only the words of its call (``owed``).

        False if the challenge is already gone.
        """
        return await self._database.write(note_challenge_message, challenge_id, message_id, owed)

    async def concerning(self, user: int) -> int:
        """Count how many challenges from or to somebody wait for an answer."""
        return await self._database.read_latest(count_concerning, user, self._now())

    async def between(self, channel_id: int, players: tuple[int, int]) -> ChallengeRow | None:
        """The challenge between two players in a channel, expired or not, or None."""
        return await self._database.read_latest(find_challenge_between, channel_id, players)

    async def game_before(self, challenge: ChallengeRow) -> GameRow | None:
        """The game of which a challenge is to be the rematch, or None."""
        return await self._database.read_latest(find_game, challenge.rematch_of) if challenge.rematch_of else None

    def _asking(self, connection: Connection) -> Asking:
        return Asking(connection, self._now(), self._rng, self._max_games)
