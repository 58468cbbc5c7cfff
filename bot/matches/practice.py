"""Practice: positions to find the move in, from one's own games and then from those that come with the bot. Each comes
back after some days until it was solved twice (decision 0062).
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from itertools import chain
from zlib import crc32

from sqlalchemy import Connection

from bot.matches.clock import DAY
from bot.matches.collection import KeptPosition, collection, problem_of
from bot.matches.days import next_reminder, zone_of
from bot.matches.log import load_match
from bot.matches.match import Match, Refusal
from bot.matches.play import Now
from bot.matches.problems import Problem
from bot.matches.seats import LEVELS
from bot.matches.services import Service
from bot.store.backend.database import Database, reads, writes
from bot.store.locks import lock_ids
from bot.store.players import find_player
from bot.store.practice import KEPT, PracticeRow, drop_practice, drop_untried, find_practice, save_practice
from bot.store.reviews import ReviewRow, find_review, reviews_of_player
from engine.verdicts import Moment, Review, parse_review

AWAY = (2 * DAY, 7 * DAY, 21 * DAY)
"""Seconds after which a position comes back: after it was tried once, twice, and each time after that."""

ENOUGH = 2
"""How often a position is to be solved; then it does not come back."""

A_ROUND = 3
"""How many positions are practised one after the other."""

RECENTLY = 12 * 60 * 60
"""Seconds for which positions count as those of today."""

LOOKED_AT = 20
"""In how many of a user's newest reviews positions are looked for that were not practised yet."""

Key = tuple[int, int]
"""A position: the id of a game (or `KEPT`), and the number of the move (or of the position that is kept)."""

Rows = Mapping[Key, PracticeRow]
"""All that a user has tried."""


@dataclass(frozen=True, slots=True)
class Exercise:
    """A problem to practise: its past, how many were tried today, and the weakest level that finds it, if known."""

    problem: Problem
    row: PracticeRow
    today: int
    level: str = ""

    @property
    def key(self) -> Key:
        """Which position it is."""
        return self.row.game_id, self.row.number


class Practice(Service):
    """What people practise, in a database."""

    def __init__(self, database: Database, now: Now, kept: Callable[[], Sequence[KeptPosition]] = collection) -> None:
        super().__init__(database, now)
        self._kept = kept

    async def today(self, user: int) -> int:
        """Count the positions that a user has tried today."""
        return _recent(await self._database.read(_rows, user), self._now())

    async def following(self, user: int, level: str) -> Exercise:
        """The position that a user is to practise next: one that has come back, a new one of their own games, or one
        that comes with the bot, near their ``level``. Raises Refusal ``practice_done`` if there is none.
        """
        found, gone = await self._following(user, level)
        for game_id, number in gone:
            await self._database.keep(drop_practice, user, game_id, number)
        if found is None:
            raise Refusal("practice_done")
        return found

    @reads
    def _following(self, connection: Connection, user: int, level: str) -> tuple[Exercise | None, list[Key]]:
        """The position to practise next, and those that were to come back and are gone."""
        kept, rows, gone = self._kept(), _rows(connection, user), list[Key]()
        back = sorted((row.due, key) for key, row in rows.items() if row.tried and row.due and row.due <= self._now())
        due = (key for _, key in back)
        known = {key for key, row in rows.items() if row.tried or (row.due and row.due > self._now())}
        for key in chain(due, _own(connection, user, known), _others(kept, rows, user, level)):
            if problem := _problem(connection, kept, user, key):
                return self._exercise(rows, user, key, problem), gone
            gone.append(key)
        return None, gone

    async def read(self, match: Match, review: Review, user: int) -> None:
        """Note that somebody reads what a review tells of their moves: these come up from the day after on."""
        rows = await self._database.read(_rows, user)
        if any(key not in rows for key in _told(match, review.moments, user)):
            await self._database.keep(self._note_told, match, review, user)

    def _note_told(self, connection: Connection, match: Match, review: Review, user: int) -> None:
        now = self._now()
        lock_ids(connection, user)
        drop_untried(connection, user, now)
        zone = zone_of(connection, find_player(connection, user), match.guild_id)
        tomorrow = max(next_reminder(0, zone, now), now + RECENTLY)
        rows = _rows(connection, user)
        for key in _told(match, review.moments, user):
            if key not in rows:
                save_practice(connection, PracticeRow(user, *key, tried=0, solved=0, at=0, due=tomorrow))

    @reads
    def find(self, connection: Connection, user: int, key: Key, tried: int) -> Exercise:
        """A position that a user has ``tried`` so often. Raises Refusal ``practice_gone``, or ``practice_answered`` if
        they have tried it since, in another window.
        """
        rows = _rows(connection, user)
        _check(rows, key, tried)
        problem = _problem(connection, self._kept(), user, key)
        if problem is None:
            raise Refusal("practice_gone")
        return self._exercise(rows, user, key, problem)

    @writes
    def note(self, connection: Connection, exercise: Exercise, *, is_solved: bool) -> Exercise:
        """Note what became of a position. Returns it as it is then. Raises Refusal ``practice_answered``."""
        before, now = exercise.row, self._now()
        lock_ids(connection, before.user_id)
        rows = _rows(connection, before.user_id)
        _check(rows, exercise.key, before.tried)
        tried, solved = before.tried + 1, before.solved + is_solved
        due = now + AWAY[min(tried, len(AWAY)) - 1] if solved < ENOUGH else None
        row = replace(before, tried=tried, solved=solved, at=now, due=due)
        save_practice(connection, row)
        return replace(exercise, row=row, today=_recent({**rows, exercise.key: row}, now))

    def _exercise(self, rows: Rows, user: int, key: Key, problem: Problem) -> Exercise:
        game_id, number = key
        row = rows.get(key) or PracticeRow(user, game_id, number, tried=0, solved=0, at=0, due=None)
        level = self._kept()[number - 1].level if game_id == KEPT else ""
        return Exercise(problem, row, _recent(rows, self._now()), level)


def _rows(connection: Connection, user: int) -> Rows:
    return {(row.game_id, row.number): row for row in find_practice(connection, user)}


def _check(rows: Rows, key: Key, tried: int) -> None:
    if (rows[key].tried if key in rows else 0) != tried:
        raise Refusal("practice_answered")


def _recent(rows: Rows, now: int) -> int:
    return sum(row.at > now - RECENTLY for row in rows.values())


# --- which positions there are


def _problem(connection: Connection, kept: Sequence[KeptPosition], user: int, key: Key) -> Problem | None:
    """A position as a problem; None if it is gone: its game, its review, or the moment in that."""
    game_id, number = key
    if game_id == KEPT:
        return problem_of(kept[number - 1], user) if 0 < number <= len(kept) else None
    review = find_review(connection, game_id)
    moment = next((moment for moment in _moments(review) if moment.ply == number), None)
    if review is None or moment is None:
        return None
    match = load_match(connection, game_id)
    is_theirs = match.outcome is not None and match.revision == review.revision and match.seat_of(user) is not None
    return Problem(match, moment, user) if is_theirs else None


def _moments(review: ReviewRow | None) -> tuple[Moment, ...]:
    try:
        moments = parse_review(review.text).moments if review else ()
    except ValueError:
        return ()
    return tuple(moment for moment in moments if moment.why != "best")


def _own(connection: Connection, user: int, known: Set[Key]) -> Iterator[Key]:
    """The positions of a user's own mistakes that are not known yet, those of the newest game first."""
    for review in reviews_of_player(connection, user, LOOKED_AT):
        new = [moment for moment in _moments(review) if (review.game_id, moment.ply) not in known]
        if new:
            yield from _told(load_match(connection, review.game_id), new, user)


def _told(match: Match, moments: Iterable[Moment], user: int) -> Iterator[Key]:
    """The mistakes among some moments that are a user's own."""
    mine = {number for number, ply in enumerate(match.plies, 1) if match.user_at(ply.seat) == user}
    yield from ((match.id, moment.ply) for moment in moments if moment.why != "best" and moment.ply in mine)


def _others(kept: Sequence[KeptPosition], rows: Rows, user: int, level: str) -> Iterator[Key]:
    """The positions that come with the bot and were not practised yet: near the user's level first, in their order."""
    left = [number for number in range(1, len(kept) + 1) if (KEPT, number) not in rows]
    own = LEVELS.index(level)
    far = {number: abs(LEVELS.index(kept[number - 1].level) - own) for number in left}
    yield from ((KEPT, number) for number in sorted(left, key=lambda each: (far[each], crc32(b"%d %d" % (user, each)))))
