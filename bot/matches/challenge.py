"""What a challenge or an open seat asks for; and how one is made and accepted, within a unit of work."""

from __future__ import annotations

import random
from dataclasses import asdict, dataclass, replace

from sqlalchemy import Connection

from bot.matches.duels import begin_duel
from bot.matches.log import check_limit, shuffled_ring, store_new
from bot.matches.match import Match, Refusal
from bot.matches.refusals import ChallengeWaiting, TakesNoChallenges
from bot.matches.seats import Person
from bot.store import challenges as store
from bot.store.blocks import is_blocked
from bot.store.calls import note_call
from bot.store.challenges import ANYBODY, ChallengeRow
from bot.store.games import find_rematch
from bot.store.locks import lock_ids
from bot.store.messages import MessageRow, record_message
from bot.store.players import find_player
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
"""How long after a challenge its challenger mentions the same person in no other, and after a seat opens no other."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NewChallenge:
    """What somebody asks for when they challenge another, or open a seat. ``first`` is 1 for the challenger, 2 for the
    challenged, 0 for any; ``pace`` how many days a move may take (None: no clock); ``made_by`` the interaction that
    asks; ``rival`` the level that both meet in a duel.
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
    """A challenge just made, the expired one that it ``replaces``, and whether it may mention the challenged user; or
    one that the same interaction has made ``before``, which somebody else is posting.
    """

    challenge: ChallengeRow
    replaces: ChallengeRow | None = None
    calls: bool = True
    before: bool = False

    @property
    def ping(self) -> int | None:
        """Whom its message mentions."""
        return called_by(self.challenge) if self.calls else None


class Asking:
    """The steps of a unit of work at a time ``now``. Raises what `Challenges` raises."""

    def __init__(self, connection: Connection, now: int, rng: random.Random, max_games: int) -> None:
        self._connection = connection
        self._now = now
        self._rng = rng
        self._max_games = max_games

    def make(self, asked: NewChallenge) -> Made:
        """Challenge somebody, once for each interaction that asks for it."""
        lock_ids(self._connection, *asked.players)
        if asked.made_by and (made := store.find_made(self._connection, asked.made_by)):
            return Made(made, before=True)
        if asked.rematch_of and (follower := find_rematch(self._connection, asked.rematch_of)):
            raise Refusal("rematch_exists", game=follower)
        expired = _remove_expired(self._connection, asked.channel_id, asked.players, self._now)
        self._check(asked.challenger, asked.challenged)
        challenge = store.add_challenge(self._connection, **asdict(asked), expires_at=self._now + CHALLENGE_SECONDS)
        calls = note_call(self._connection, *asked.players, self._now, self._now - CALL_SECONDS)
        return Made(challenge, expired, calls)

    def open(self, asked: NewChallenge) -> Made:
        """Open a seat, once for each interaction that asks for it."""
        lock_ids(self._connection, asked.challenger)
        now, user = self._now, asked.challenger
        if asked.made_by and (made := store.find_made(self._connection, asked.made_by)):
            return Made(made, before=True)
        seat = store.find_challenge_between(self._connection, asked.channel_id, asked.players)
        if seat and seat.expires_at > now:
            raise ChallengeWaiting(seat, "seat_waiting")
        if store.count_open(self._connection, user, now) >= MOST_OPEN:
            raise Refusal("too_many_seats", count=MOST_OPEN)
        check_limit(self._connection, user, (user,), self._max_games)
        if not note_call(self._connection, user, ANYBODY, now, now - CALL_SECONDS):
            raise Refusal("seat_lately", count=CALL_SECONDS // 60)
        if seat:
            store.remove_challenge(self._connection, seat.id)
        return Made(store.add_challenge(self._connection, **asdict(asked), expires_at=now + SEAT_SECONDS), seat)

    def waiting(self, challenge_id: int, gone: str = "challenge_gone") -> ChallengeRow:
        """The challenge that waits for an answer. Raises the Refusal ``gone`` if it does not, or is of another kind."""
        challenge = store.find_challenge(self._connection, challenge_id)
        is_right = challenge and (gone == "challenge_gone" or challenge.is_open)
        if challenge is None or not is_right or challenge.expires_at <= self._now:
            raise Refusal(gone)
        return challenge

    def begin(self, challenge: ChallengeRow, gone: str) -> tuple[ChallengeRow, Match]:
        """Start the game of a challenge that the challenged user accepts. Raises the Refusal ``gone`` if it is over."""
        players = challenge.challenger, challenge.challenged
        check_limit(self._connection, challenge.challenged, players, self._max_games)
        if not store.remove_challenge(self._connection, challenge.id):
            raise Refusal(gone)
        if challenge.rival:
            match = begin_duel(self._connection, challenge, self._begun(challenge))
        else:
            match = store_new(self._connection, self._begun(challenge), challenge.rematch_of)
        if challenge.message_id is not None:
            where = challenge.message_id, match.id, challenge.channel_id
            record_message(self._connection, MessageRow(*where, "challenge", 0, match.to_move, "doomed"))
        return challenge, match

    def _check(self, challenger: int, challenged: int) -> None:
        takes_none = find_player(self._connection, challenged).challenges == "nobody"
        if takes_none or is_blocked(self._connection, challenged, challenger):
            raise TakesNoChallenges(challenged)
        if store.count_waiting(self._connection, challenger, self._now) >= MOST_WAITING:
            raise Refusal("too_many_challenges", count=MOST_WAITING)
        check_limit(self._connection, challenger, (challenger, challenged), self._max_games)

    def _begun(self, challenge: ChallengeRow) -> Match:
        first = challenge.first or self._rng.choice((1, 2))
        return Match(
            id=0,
            guild_id=challenge.guild_id,
            channel_id=challenge.channel_id,
            seats=(Person(challenge.challenger), Person(challenge.challenged)),
            setup=Setup(challenge.track, shuffled_ring(self._rng), first),
            language=challenge.language,
            created_at=self._now,
            pace=challenge.pace,
            place=challenge.place,
        )


def called_by(challenge: ChallengeRow) -> int | None:
    """Whom the message of a challenge calls: nobody, if it is an open seat."""
    return None if challenge.is_open else challenge.challenged


def _remove_expired(connection: Connection, channel_id: int, players: tuple[int, int], now: int) -> ChallengeRow | None:
    """Remove an expired challenge between two players, whose place another may take. Raises ChallengeWaiting."""
    challenge = store.find_challenge_between(connection, channel_id, players)
    if challenge is None:
        return None
    if challenge.expires_at > now:
        raise ChallengeWaiting(challenge)
    store.remove_challenge(connection, challenge.id)
    return challenge
