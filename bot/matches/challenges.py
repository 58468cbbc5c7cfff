"""Challenges and open seats: making them and answering them (decisions 0020 and 0066)."""

import random
from dataclasses import replace

from sqlalchemy import Connection
from sqlalchemy.exc import IntegrityError

from bot.matches.challenge import CALL_SECONDS, Asking, Made, NewChallenge
from bot.matches.match import Match, Refusal
from bot.matches.play import Now
from bot.matches.refusals import ChallengeWaiting, NotYours, TakesNoChallenges
from bot.matches.units import reads_latest, writes
from bot.store import challenges as store
from bot.store.backend.database import Database
from bot.store.blocks import is_blocked
from bot.store.calls import forget_call, forget_calls
from bot.store.challenges import ANYBODY, ChallengeRow
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
        self, database: Database, now: Now, *, max_games: int, rng: random.Random | None = None, shards: Shards = EVERY
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
            raise ChallengeWaiting(await self.between(asked.channel_id, asked.players), "seat_waiting") from None

    async def open_seats_in(self, channel_id: int, user: int) -> list[int]:
        """The open seats in a channel that are not a user's own, the oldest first."""
        seats = await self._database.read_latest(store.open_seats, channel_id, self._now())
        return [seat.id for seat in seats if seat.challenger != user]

    @reads_latest
    def open_seat(self, connection: Connection, seat_id: int) -> ChallengeRow:
        """An open seat."""
        return self._asking(connection).waiting(seat_id, "seat_gone")

    async def close(self, seat_id: int) -> None:
        """Let the time of a seat run out now, as its owner is gone."""
        await self._database.write(store.expire_challenge, seat_id, self._now())

    async def take(self, seat_id: int, user: int) -> tuple[ChallengeRow, Match]:
        """Start the game that a seat is open for: the first to come is the one challenged. This dooms its message.

        For somebody whom its owner has blocked a seat is gone, and from then on for everybody: so nobody can tell.
        """
        if taken := await self._taken(seat_id, user):
            return taken
        raise Refusal("seat_gone")

    @writes
    def _taken(self, connection: Connection, seat_id: int, user: int) -> tuple[ChallengeRow, Match] | None:
        seat = self._asking(connection).waiting(seat_id, "seat_gone")
        if user == seat.challenger:
            raise ChallengeWaiting(seat, "own_seat")
        lock_ids(connection, seat.challenger, user)
        if is_blocked(connection, user, seat.challenger):
            raise TakesNoChallenges(seat.challenger, "own_block")
        if is_blocked(connection, seat.challenger, user):
            store.expire_challenge(connection, seat_id, self._now())
            forget_call(connection, seat.challenger, ANYBODY)  # they may open another one at once
            return None
        return self._asking(connection).begin(replace(seat, challenged=user), "seat_gone")

    async def accept(self, challenge_id: int, user: int) -> tuple[ChallengeRow, Match]:
        """Start the game that the challenged user was offered; of a duel, return theirs. This dooms the message."""
        try:
            return await self._accepted(challenge_id, user)
        except IntegrityError:  # the game that this one follows already has a rematch
            raise Refusal("challenge_gone") from None

    @writes
    def _accepted(self, connection: Connection, challenge_id: int, user: int) -> tuple[ChallengeRow, Match]:
        challenge = self._asking(connection).waiting(challenge_id)
        if user != challenge.challenged:
            raise NotYours(challenge)
        lock_ids(connection, challenge.challenger, user)
        return self._asking(connection).begin(challenge, "challenge_gone")

    @reads_latest
    def waiting(self, connection: Connection, challenge_id: int) -> ChallengeRow:
        """A challenge that waits for an answer."""
        return self._asking(connection).waiting(challenge_id)

    @writes
    def decline(self, connection: Connection, challenge_id: int, user: int) -> ChallengeRow:
        """Remove a challenge: the challenged user declines it, or the challenger withdraws it."""
        challenge = self._asking(connection).waiting(challenge_id)
        if user not in (challenge.challenger, challenge.challenged):
            raise NotYours(challenge)
        if not store.remove_challenge(connection, challenge_id):
            raise Refusal("challenge_gone")
        return challenge

    async def expired(self) -> list[ChallengeRow]:
        """The challenges that nobody answered in time: `remove` them once their message is deleted."""
        return await self._database.read(store.expired_challenges, self._now(), shards=self._shards)

    async def remove(self, challenge_id: int) -> None:
        """Drop a challenge whose message is gone."""
        await self._database.write(store.remove_challenge, challenge_id)

    async def forget_calls(self) -> None:
        """Forget who called whom, once it does not matter any more."""
        await self._database.write(forget_calls, self._now() - CALL_SECONDS)

    @writes
    def forget(self, connection: Connection, made: Made) -> None:
        """Drop a challenge that could not be posted: it has called nobody."""
        store.remove_challenge(connection, made.challenge.id)
        if made.calls:
            forget_call(connection, made.challenge.challenger, made.challenge.challenged)

    async def owed(self) -> list[ChallengeRow]:
        """The waiting challenges that no message shows, or only the words of a call."""
        return await self._database.read(store.challenges_not_shown, self._now(), shards=self._shards)

    async def note_message(self, challenge_id: int, message_id: int, *, outdated: bool = False) -> bool:
        """Note the message that shows a challenge, or (``outdated``) only its call's words. False if it is gone."""
        return await self._database.write(store.note_challenge_message, challenge_id, message_id, outdated)

    async def concerning(self, user: int) -> int:
        """Count how many challenges from or to somebody wait for an answer."""
        return await self._database.read_latest(store.count_concerning, user, self._now())

    async def between(self, channel_id: int, players: tuple[int, int]) -> ChallengeRow | None:
        """The challenge between two players in a channel, expired or not, or None."""
        return await self._database.read_latest(store.find_challenge_between, channel_id, players)

    async def game_before(self, challenge: ChallengeRow) -> GameRow | None:
        """The game of which a challenge is to be the rematch, or None."""
        return await self._database.read_latest(find_game, challenge.rematch_of) if challenge.rematch_of else None

    def _asking(self, connection: Connection) -> Asking:
        return Asking(connection, self._now(), self._rng, self._max_games)
