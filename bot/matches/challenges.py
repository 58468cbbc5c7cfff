"""Challenges and open seats: making them and answering them (decisions 0020 and 0066)."""

from dataclasses import asdict, replace

from sqlalchemy import Connection
from sqlalchemy.exc import IntegrityError

from bot.matches.challenge import (
    CALL_SECONDS,
    CHALLENGE_SECONDS,
    MOST_OPEN,
    MOST_WAITING,
    SEAT_SECONDS,
    Made,
    NewChallenge,
)
from bot.matches.duels import begin_duel
from bot.matches.log import check_limit, shuffled_ring, store_new
from bot.matches.match import Match, Refusal
from bot.matches.refusals import ChallengeWaiting, NotYours, TakesNoChallenges
from bot.matches.seats import Person
from bot.matches.services import GameStarter
from bot.store import challenges as store
from bot.store.backend.database import reads_latest, writes
from bot.store.blocks import is_blocked
from bot.store.calls import forget_call, forget_calls, note_call
from bot.store.challenges import ChallengeRow
from bot.store.games import GameRow, find_game, find_rematch
from bot.store.locks import lock_ids
from bot.store.messages import MessageRow, record_message
from bot.store.players import find_player
from game import Setup


class Challenges(GameStarter):
    """The challenges in a database. Raises Refusal: ``challenge_gone`` (answered, withdrawn or expired), ``not_yours``,
    ``own_challenge``,
    ``yourself``, ``challenge_waiting`` (one is waiting in this channel), ``no_challenges`` (they want none),
    ``too_many_challenges``, ``too_many_games``, ``too_many_games_theirs``, ``rematch_exists``; of open seats
    ``seat_gone``, ``own_seat``, ``own_block`` (of its owner), ``seat_waiting`` (theirs, in this channel),
    ``seat_other`` (theirs, of the other kind), ``too_many_seats``, ``opened_lately``.
    """

    async def make(self, asked: NewChallenge) -> Made:
        """Challenge somebody to a game, once for each interaction that asks for it."""
        if asked.challenger == asked.challenged:
            raise Refusal("yourself")
        try:
            return await self._make(asked)
        except IntegrityError:  # another process was faster
            raise ChallengeWaiting(await self.between(asked.channel_id, asked.players)) from None

    @writes
    def _make(self, connection: Connection, asked: NewChallenge) -> Made:
        lock_ids(connection, *asked.players)
        if asked.made_by and (made := store.find_made(connection, asked.made_by)):
            return Made(made, before=True)
        if asked.rematch_of and (follower := find_rematch(connection, asked.rematch_of)):
            raise Refusal("rematch_exists", game=follower)
        now, (challenger, challenged) = self._now(), asked.players
        expired = store.find_challenge_between(connection, asked.channel_id, asked.players)
        if expired and expired.expires_at > now:
            raise ChallengeWaiting(expired)
        if find_player(connection, challenged).challenges == "nobody" or is_blocked(connection, challenged, challenger):
            raise TakesNoChallenges(challenged)
        if store.count_waiting(connection, challenger, now) >= MOST_WAITING:
            raise Refusal("too_many_challenges", count=MOST_WAITING)
        check_limit(connection, challenger, asked.players, self._max_games)
        if expired:
            store.remove_challenge(connection, expired.id)
        challenge = store.add_challenge(connection, **asdict(asked), expires_at=now + CHALLENGE_SECONDS)
        return Made(challenge, expired, note_call(connection, *asked.players, now, now - CALL_SECONDS))

    async def open(self, asked: NewChallenge) -> Made:
        """Open a seat, once for each interaction that asks for it."""
        try:
            return await self._open(asked)
        except IntegrityError:  # another process was faster
            raise ChallengeWaiting(await self.between(asked.channel_id, asked.players), "seat_waiting") from None

    @writes
    def _open(self, connection: Connection, asked: NewChallenge) -> Made:
        now, user = self._now(), asked.challenger
        lock_ids(connection, user)
        if asked.made_by and (made := store.find_made(connection, asked.made_by)):
            return Made(made, before=True)
        expired = store.find_challenge_between(connection, asked.channel_id, asked.players)
        if expired and expired.expires_at > now:
            is_other = (expired.rival is None) != (asked.rival is None)
            raise ChallengeWaiting(expired, "seat_other" if is_other else "seat_waiting")
        if store.count_open(connection, user, now) >= MOST_OPEN:
            raise Refusal("too_many_seats", count=MOST_OPEN)
        check_limit(connection, user, (user,), self._max_games)
        self._note_opened(connection, user)
        if expired:
            store.remove_challenge(connection, expired.id)
        return Made(store.add_challenge(connection, **asdict(asked), expires_at=now + SEAT_SECONDS), expired)

    async def open_seats_in(self, channel_id: int, user: int) -> list[int]:
        """The open seats in a channel that are not a user's own, the oldest first."""
        seats = await self._database.read_latest(store.open_seats, channel_id, self._now())
        return [seat.id for seat in seats if seat.challenger != user]

    @reads_latest
    def open_seat(self, connection: Connection, seat_id: int) -> ChallengeRow:
        """An open seat."""
        return self._waiting(connection, seat_id, "seat_gone")

    async def close(self, seat_id: int) -> None:
        """Let the time of a seat run out now, as its owner is gone."""
        await self._database.write(store.expire_challenge, seat_id, self._now())

    async def take(self, seat_id: int, user: int) -> tuple[ChallengeRow, Match]:
        """Start the game that a seat is open for, and doom its message. For somebody whom its owner has blocked a seat
        is gone, and from then on for everybody: so nobody can tell.
        """
        if taken := await self._taken(seat_id, user):
            return taken
        raise Refusal("seat_gone")

    @writes
    def _taken(self, connection: Connection, seat_id: int, user: int) -> tuple[ChallengeRow, Match] | None:
        seat = self._waiting(connection, seat_id, "seat_gone")
        if user == seat.challenger:
            raise ChallengeWaiting(seat, "own_seat")
        lock_ids(connection, seat.challenger, user)
        if is_blocked(connection, user, seat.challenger):
            raise TakesNoChallenges(seat.challenger, "own_block")
        if is_blocked(connection, seat.challenger, user):
            store.expire_challenge(connection, seat_id, self._now())
            self._note_closed(connection, seat.challenger, seat.expires_at - SEAT_SECONDS)
            return None
        return self._begin(connection, replace(seat, challenged=user), "seat_gone")

    async def accept(self, challenge_id: int, user: int) -> tuple[ChallengeRow, Match]:
        """Start the game that the challenged user was offered; of a duel, return theirs. This dooms the message."""
        try:
            return await self._accepted(challenge_id, user)
        except IntegrityError:  # the game that this one follows already has a rematch
            raise Refusal("challenge_gone") from None

    @writes
    def _accepted(self, connection: Connection, challenge_id: int, user: int) -> tuple[ChallengeRow, Match]:
        challenge = self._waiting(connection, challenge_id)
        if user == challenge.challenger:
            raise ChallengeWaiting(challenge, "own_challenge")
        if user != challenge.challenged:
            raise NotYours(challenge)
        lock_ids(connection, challenge.challenger, user)
        return self._begin(connection, challenge, "challenge_gone")

    @reads_latest
    def waiting(self, connection: Connection, challenge_id: int) -> ChallengeRow:
        """A challenge that waits for an answer."""
        return self._waiting(connection, challenge_id)

    @writes
    def decline(self, connection: Connection, challenge_id: int, user: int) -> ChallengeRow:
        """Remove a challenge: the challenged user declines it, or the challenger withdraws it."""
        challenge = self._waiting(connection, challenge_id)
        if user not in (challenge.challenger, challenge.challenged):
            raise NotYours(challenge)
        if not store.remove_challenge(connection, challenge_id):
            raise Refusal("challenge_gone")
        if challenge.is_open:
            self._note_closed(connection, user, challenge.expires_at - SEAT_SECONDS)
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
        return await self._database.read(store.challenges_owed, self._now(), shards=self._shards)

    async def to_call(self) -> list[ChallengeRow]:
        """The waiting challenges that were posted in somebody's quiet hours, which are over."""
        return await self._database.read(store.challenges_to_call, self._now(), shards=self._shards)

    async def note_message(
        self, challenge_id: int, message_id: int, *, owed: bool = False, call_at: int | None = None
    ) -> bool:
        """Note the message that shows a challenge, or (``owed``) only its call's words, and when it is to call. False
        if the challenge is gone.
        """
        return await self._database.write(store.note_challenge_message, challenge_id, message_id, owed, call_at)

    async def concerning(self, user: int) -> int:
        """Count how many challenges from or to somebody wait for an answer."""
        return await self._database.read_latest(store.count_concerning, user, self._now())

    async def between(self, channel_id: int, players: tuple[int, int]) -> ChallengeRow | None:
        """The challenge between two players in a channel, expired or not, or None."""
        return await self._database.read_latest(store.find_challenge_between, channel_id, players)

    async def game_before(self, challenge: ChallengeRow) -> GameRow | None:
        """The game that a challenge is to be the rematch of, or None."""
        return await self._database.read_latest(find_game, challenge.rematch_of) if challenge.rematch_of else None

    # --- within a unit

    def _waiting(self, connection: Connection, challenge_id: int, gone: str = "challenge_gone") -> ChallengeRow:
        """The challenge that waits for an answer. Raises the Refusal ``gone`` if it does not, or is of another kind."""
        challenge = store.find_challenge(connection, challenge_id)
        is_right = challenge and (gone == "challenge_gone" or challenge.is_open)
        if challenge is None or not is_right or challenge.expires_at <= self._now():
            raise Refusal(gone)
        return challenge

    def _begin(self, connection: Connection, challenge: ChallengeRow, gone: str) -> tuple[ChallengeRow, Match]:
        """Start the game of a challenge that the challenged user accepts. Raises the Refusal ``gone`` if it is over."""
        players = challenge.challenger, challenge.challenged
        check_limit(connection, challenge.challenged, players, self._max_games)
        if not store.remove_challenge(connection, challenge.id):
            raise Refusal(gone)
        first = challenge.first or self._rng.choice((1, 2))
        new = Match(
            id=0,
            guild_id=challenge.guild_id,
            channel_id=challenge.channel_id,
            seats=(Person(challenge.challenger), Person(challenge.challenged)),
            setup=Setup(challenge.track, shuffled_ring(self._rng), first),
            language=challenge.language,
            created_at=self._now(),
            pace=challenge.pace,
            place=challenge.place,
        )
        if challenge.rival:
            match = begin_duel(connection, challenge, new)
        else:
            match = store_new(connection, new, challenge.rematch_of)
        if challenge.message_id is not None:
            where = challenge.message_id, match.id, challenge.channel_id
            record_message(connection, MessageRow(*where, "challenge", 0, match.to_move, "doomed"))
        return challenge, match
