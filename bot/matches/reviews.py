"""Reviews of games between two quilts: made by the engine when asked for, then kept with the game (decision 0039)."""

import asyncio
from collections.abc import Callable
from typing import Protocol

from sqlalchemy.exc import IntegrityError

from bot.matches.match import Match, Refusal
from bot.matches.seats import Rival
from bot.matches.underway import Underway
from bot.store.backend.database import Database
from bot.store.reviews import ReviewRow, find_review, save_review
from engine.verdicts import Review, parse_review

Told = Callable[[int, int], None]
"""Is told how much of a review is done, of how much."""

FEWEST_MOVES = 8
"""With fewer moves there is no curve to speak of."""

STEPS = 5
"""How often somebody who waits is told how far a review is."""

MOST_WAITING, MOST_OF_ONE = 20, 2
"""How many reviews may be under way, in all and for one person. Each takes some seconds."""


class Reviewer(Protocol):
    """Makes reviews."""

    async def review(self, record: str, person: int, told: Told, seat: int) -> str | None:
        """The text of the review of a record that a person wants, of a seat or both (0); None if it cannot be made."""


def can_be_reviewed(match: Match) -> bool:
    """Tell whether a match is over, has enough moves, and was played by two quilts; a Sunday quilt waits for the end of
    its week, in which nobody is to be told what would have been better.
    """
    is_over = match.outcome is not None and match.duel != "sunday"
    return is_over and match.automa is None and len(match.plies) >= FEWEST_MOVES


def check_reviewed(match: Match) -> None:
    """Raise Refusal unless a match can be reviewed: ``review_running``, ``review_sunday``, ``review_automa``,
    ``review_short``.
    """
    if can_be_reviewed(match):
        return
    if match.outcome is None:
        raise Refusal("review_running")
    if match.duel == "sunday":
        raise Refusal("review_sunday")
    raise Refusal("review_automa") if match.automa else Refusal("review_short", count=FEWEST_MOVES)


def taught(match: Match) -> int:
    """Tell whose moments are worth a word: those of the one person who played against a rival; 0 for both."""
    people = [seat for seat in (1, 2) if not isinstance(match.seats[seat - 1], Rival)]
    return people[0] if len(people) == 1 else 0


class Making:
    """A review that is being made: ``done`` of the work, ``of`` how much (0 as long as it waits for its turn)."""

    task: asyncio.Task[Review | None]
    """Returns None if the review cannot be made, or if the game is gone meanwhile."""

    def __init__(self) -> None:
        self.done = self.of = 0
        self._moved = asyncio.Event()

    def note(self, done: int, of: int) -> None:
        """Note how far it is."""
        step = self.step
        self.done, self.of = done, of
        if self.step != step:
            self._moved.set()
            self._moved = asyncio.Event()

    async def passes(self, step: int) -> bool:
        """Wait until it has come further than a step: then True; False once it has ended."""
        while self.step == step and not self.task.done():
            moved = asyncio.ensure_future(self._moved.wait())
            await asyncio.wait([self.task, moved], return_when=asyncio.FIRST_COMPLETED)
            moved.cancel()
        return not self.task.done()

    @property
    def step(self) -> int:
        """How many of the `STEPS` are done; -1 as long as it waits for its turn."""
        return STEPS * self.done // self.of if self.of else -1


class Reviews:
    """The reviews of all games. One game's is made once, however many people ask for it."""

    def __init__(self, database: Database, reviewer: Reviewer) -> None:
        self._database = database
        self._reviewer = reviewer
        self._making = Underway[Making]((MOST_OF_ONE, "reviews_of_one"), (MOST_WAITING, "reviews_busy"))

    async def find(self, match: Match) -> Review | None:
        """The review of a match as it stands, if it was made already, by a release that told the same reasons."""
        row = await self._database.read(find_review, match.id)
        if row is None or row.revision != match.revision:
            return None
        try:
            review = parse_review(row.text)
        except ValueError:
            return None
        return None if review.is_outdated else review

    def begin(self, match: Match, user: int) -> Making:
        """Have the review of a match made for a user, or join those who wait for it. Raises Refusal
        ``reviews_of_one`` (the user has as many under way as one may), ``reviews_busy``.
        """
        making = self._making.find(match.id)
        if making is None:
            self._making.check(user)
            making = Making()
            making.task = asyncio.create_task(self._made(match, user, making))
            self._making.note(match.id, user, making, making.task)
        return making

    async def _made(self, match: Match, user: int, making: Making) -> Review | None:
        text = await self._reviewer.review(str(match.record), user, making.note, taught(match))
        if text is None:
            return None
        review = parse_review(text)
        try:
            await self._database.keep(save_review, ReviewRow(match.id, match.revision, text))
        except IntegrityError:
            return None
        return review
