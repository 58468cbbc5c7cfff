"""Challenges and open seats: making them and answering them (decisions 0020 and 0066)."""

from __future__ import annotations

import random
from dataclasses import asdict, dataclass, replace

from sqlalchemy import Connection
from sqlalchemy.exc import IntegrityError

from bot.matches.duels import begin_duel
from bot.matches.log import check_limit, shuffled_ring, store_new
from bot.matches.match import Match, Refusal
from bot.matches.play import Now
from bot.matches.refusals import ChallengeWaiting, NotYours, OwnBlock, OwnSeat, SeatWaiting, TakesNoChallenges
from bot.matches.seats import Person
from bot.store.backend.database import Database
from bot.store.blocks import is_blocked
from bot.store.calls import forget_call, forget_calls, note_call
from bot.store.challenges import (
    ANYBODY,
    ChallengeRow,
    add_challenge,
    challenges_not_shown,
    count_concerning,
    count_open,
    count_waiting,
    expire_challenge,
    expired_challenges,
    find_challenge,
    find_challenge_between,
    find_made,
    note_challenge_message,
    open_seats,
    remove_challenge,
)
from bot.store.games import GameRow, find_game, find_rematch
from bot.store.locks import lock_ids
from bot.store.messages import MessageRow, record_message
from bot.store.players import find_player
from bot.store.shards import EVERY, Shards
from bot.store.tables import Place
from game import Setup

CHALLENGE_SECONDS = 24 * 60 * 60
"""How long a challenge waits for an answer."""

SEAT_SECONDS = 2 * CHALLENGE_SECONDS
"""How long a seat stays open."""

MOST_OPEN = 2
"""How many seats of one person may be open, in all servers together, and in different channels."""

MOST_WAITING = 5
"""How many challenges of one person may wait for an answer, in all servers together."""

CALL_SECONDS = 10 * 60
"""How long after a challenge that mentioned somebody the next one from the same person does not; and how long after
somebody has opened a seat they open no other.
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class NewChallenge:
    """What somebody asks for when they challenge another, or open a seat.

    ``first`` is 1 for the challenger, 2 for the challenged, 0 to choose at random; ``pace`` how many days a move may
    take (None: no clock); ``rematch_of`` the game that this one follows; ``place`` where it will be played; ``made_by``
    the interaction that asks; ``rival`` the level of the rival whom both are to meet, if it is a duel.
    """

    guild_id: int
    channel_id: int
    challenger: int
    challenged: int = ANYBODY
    track: str = "classic"
    first: int = 0
    pace: int | None = None
    rematch_of: int | None = None
    place: Place = "here"
    language: str = "en"
    made_by: int | None = None
    rival: str | None = None

    @property
    def players(self) -> tuple[int, int]:
        """The challenger and the challenged."""
        return self.challenger, self.challenged

    def to(self, user: int) -> NewChallenge:
        """The same, asked of one user."""
        return replace(self, challenged=user)


@dataclass(frozen=True, slots=True)
class Made:
    """A challenge just made, the expired one that it ``replaces``, and whether it may mention the challenged user.

    Or one that the same interaction has made ``before``, which somebody else is posting.
    """

    challenge: ChallengeRow
    replaces: ChallengeRow | None = None
    calls: bool = True
    before: bool = False

    @property
    def ping(self) -> int | None:
        """Whom its message mentions."""
        return called_by(self.challenge) if self.calls else None


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
            return await self._database.write(self._make, asked)
        except IntegrityError:  # another process was faster
            raise ChallengeWaiting(await self.between(asked.channel_id, asked.players)) from None

    async def open(self, asked: NewChallenge) -> Made:
        """Open a seat, once for each interaction that asks for it."""
        try:
            return await self._database.write(self._open, asked)
        except IntegrityError:  # another process was faster
            raise SeatWaiting(await self.between(asked.channel_id, asked.players)) from None

    async def open_seats_in(self, channel_id: int, user: int) -> list[int]:
        """The open seats in a channel that are not a user's own, the oldest first."""
        seats = await self._database.read_latest(open_seats, channel_id, self._now())
        return [seat.id for seat in seats if seat.challenger != user]

    async def open_seat(self, seat_id: int) -> ChallengeRow:
        """An open seat."""
        return await self._database.read_latest(self._waiting, seat_id, "seat_gone")

    async def close(self, seat_id: int) -> None:
        """Let the time of a seat run out now: whoever has opened it is gone."""
        await self._database.write(expire_challenge, seat_id, self._now())

    async def take(self, seat_id: int, user: int) -> tuple[ChallengeRow, Match]:
        """Start the game that a seat is open for: whoever comes first is the one challenged. This dooms its message.

        For somebody whom its owner has blocked a seat is gone, and from then on for everybody: so nobody can tell.
        """

        def work(connection: Connection) -> tuple[ChallengeRow, Match] | None:
            seat = self._waiting(connection, seat_id, "seat_gone")
            if user == seat.challenger:
                raise OwnSeat(seat)
            lock_ids(connection, seat.challenger, user)
            if is_blocked(connection, user, seat.challenger):
                raise OwnBlock(seat.challenger)
            if is_blocked(connection, seat.challenger, user):
                expire_challenge(connection, seat_id, self._now())
                forget_call(connection, seat.challenger, ANYBODY)  # they may open another one at once
                return None
            return self._begin(connection, replace(seat, challenged=user), "seat_gone")

        taken = await self._database.write(work)
        if taken is None:
            raise Refusal("seat_gone")
        return taken

    async def accept(self, challenge_id: int, user: int) -> tuple[ChallengeRow, Match]:
        """Start the game that was offered; of a duel, this returns that of the challenged user, who alone may.

        This dooms the challenge's message.
        """

        def work(connection: Connection) -> tuple[ChallengeRow, Match]:
            challenge = self._waiting(connection, challenge_id)
            if user != challenge.challenged:
                raise NotYours(challenge)
            lock_ids(connection, challenge.challenger, user)
            return self._begin(connection, challenge, "challenge_gone")

        try:
            return await self._database.write(work)
        except IntegrityError:  # the game that this one follows already has a rematch
            raise Refusal("challenge_gone") from None

    async def waiting(self, challenge_id: int) -> ChallengeRow:
        """A challenge that waits for an answer."""
        return await self._database.read_latest(self._waiting, challenge_id)

    async def decline(self, challenge_id: int, user: int) -> ChallengeRow:
        """Remove a challenge: the challenged user declines it, or the challenger withdraws it."""

        def work(connection: Connection) -> ChallengeRow:
            challenge = self._waiting(connection, challenge_id)
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

    async def not_shown(self) -> list[ChallengeRow]:
        """The waiting challenges that no message shows, or only the words of a call."""
        return await self._database.read(challenges_not_shown, self._now(), shards=self._shards)

    async def note_message(self, challenge_id: int, message_id: int, *, outdated: bool = False) -> bool:
        """Note the message that shows a challenge, or only the words of its call (``outdated``).

        False if the challenge is already gone.
        """
        return await self._database.write(note_challenge_message, challenge_id, message_id, outdated)

    async def concerning(self, user: int) -> int:
        """Count how many challenges from or to somebody wait for an answer."""
        return await self._database.read_latest(count_concerning, user, self._now())

    async def between(self, channel_id: int, players: tuple[int, int]) -> ChallengeRow | None:
        """The challenge between two players in a channel, expired or not, or None."""
        return await self._database.read_latest(find_challenge_between, channel_id, players)

    async def game_before(self, challenge: ChallengeRow) -> GameRow | None:
        """The game of which a challenge is to be the rematch, or None."""
        return await self._database.read_latest(find_game, challenge.rematch_of) if challenge.rematch_of else None

    def _open(self, connection: Connection, asked: NewChallenge) -> Made:
        lock_ids(connection, asked.challenger)
        now, user = self._now(), asked.challenger
        if asked.made_by and (made := find_made(connection, asked.made_by)):
            return Made(made, before=True)
        seat = find_challenge_between(connection, asked.channel_id, asked.players)
        if seat and seat.expires_at > now:
            raise SeatWaiting(seat)
        if count_open(connection, user, now) >= MOST_OPEN:
            raise Refusal("too_many_seats", count=MOST_OPEN)
        check_limit(connection, user, (user,), self._max_games)
        if not note_call(connection, user, ANYBODY, now, now - CALL_SECONDS):
            raise Refusal("seat_lately", count=CALL_SECONDS // 60)
        if seat:
            remove_challenge(connection, seat.id)
        return Made(add_challenge(connection, **asdict(asked), expires_at=now + SEAT_SECONDS), seat)

    def _begin(self, connection: Connection, challenge: ChallengeRow, gone: str) -> tuple[ChallengeRow, Match]:
        """Start the game of a challenge that the challenged user accepts. Raises the Refusal ``gone`` if it is over."""
        players = challenge.challenger, challenge.challenged
        check_limit(connection, challenge.challenged, players, self._max_games)
        if not remove_challenge(connection, challenge.id):
            raise Refusal(gone)
        if challenge.rival:
            match = begin_duel(connection, challenge, self._begun(challenge))
        else:
            match = store_new(connection, self._begun(challenge), challenge.rematch_of)
        if challenge.message_id is not None:
            doomed = MessageRow(
                challenge.message_id, match.id, challenge.channel_id, "challenge", 0, match.to_move, "doomed"
            )
            record_message(connection, doomed)
        return challenge, match

    def _make(self, connection: Connection, asked: NewChallenge) -> Made:
        lock_ids(connection, *asked.players)
        now = self._now()
        if asked.made_by and (made := find_made(connection, asked.made_by)):
            return Made(made, before=True)
        if asked.rematch_of and (follower := find_rematch(connection, asked.rematch_of)):
            raise Refusal("rematch_exists", game=follower)
        expired = _remove_expired(connection, asked.channel_id, asked.players, now)
        self._check(connection, asked.challenger, asked.challenged, now)
        challenge = add_challenge(connection, **asdict(asked), expires_at=now + CHALLENGE_SECONDS)
        calls = note_call(connection, *asked.players, now, now - CALL_SECONDS)
        return Made(challenge, expired, calls)

    def _check(self, connection: Connection, challenger: int, challenged: int, now: int) -> None:
        """Raise Refusal if a challenge is not wanted, or if either of the two has enough to do."""
        if find_player(connection, challenged).challenges == "nobody" or is_blocked(connection, challenged, challenger):
            raise TakesNoChallenges(challenged)
        if count_waiting(connection, challenger, now) >= MOST_WAITING:
            raise Refusal("too_many_challenges", count=MOST_WAITING)
        check_limit(connection, challenger, (challenger, challenged), self._max_games)

    def _waiting(self, connection: Connection, challenge_id: int, gone: str = "challenge_gone") -> ChallengeRow:
        """The challenge that waits for an answer; the Refusal ``gone`` if it does not, or is none of that kind."""
        challenge = find_challenge(connection, challenge_id)
        is_right = challenge and (gone == "challenge_gone" or challenge.is_open)
        if challenge is None or not is_right or challenge.expires_at <= self._now():
            raise Refusal(gone)
        return challenge

    def _begun(self, challenge: ChallengeRow) -> Match:
        first = challenge.first or self._rng.choice((1, 2))
        return Match(
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


def called_by(challenge: ChallengeRow) -> int | None:
    """Whom the message of a challenge calls: nobody, if it is an open seat."""
    return None if challenge.is_open else challenge.challenged


def _remove_expired(connection: Connection, channel_id: int, players: tuple[int, int], now: int) -> ChallengeRow | None:
    """Remove an expired challenge between two players, whose place another may take. Raises ChallengeWaiting."""
    challenge = find_challenge_between(connection, channel_id, players)
    if challenge is None:
        return None
    if challenge.expires_at > now:
        raise ChallengeWaiting(challenge)
    remove_challenge(connection, challenge.id)
    return challenge
