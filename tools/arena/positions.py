"""``python -m tools.arena.positions > bot/matches/collection.txt``: positions of rivals' games, for people to practise.

Rivals of all levels play each other. Their games are reviewed, and of what is told,
that is kept which searches of `LONGEST` iterations find, too. Then each level is asked what it would play: a position
gets the name of the weakest from which on all find the move, or one as good; what the strongest does not find is left
out. So the same seed gives the same text, as long as the engine is the same. It takes an hour or so of one CPU.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count, islice, product
from random import Random

from bot.matches.problems import solves
from engine.evaluations import choice_of
from engine.following import pair_of, why
from engine.levels import LEVELS, play
from engine.review import review
from engine.verdicts import POINT, Moment, Weighed, graded
from game import Move, Position, Record, Setup
from game.position import from_pawn
from tests.game.building import shuffled_ring
from tools.arena.matches import TRACKS
from tools.arena.reviews import LONG, LONGEST, Judge

COUNT = 400
"""How many positions there are to be."""

SEED = 62

MOST_OF_GAME = 4
"""How many positions of one game are kept at most."""

MOST_OF_LEVEL = COUNT // 5
"""How many positions may have the name of one level: hard ones, and easy ones, are rarer than those between."""

STRONG = ("bobbin", "needle", "thimble")
"""Levels that do not play each other: there is little to find in their games."""

STRIDE = 11
"""How far apart two games in a row are in the list of pairs, so that easy and hard positions come mixed."""


@dataclass(frozen=True)
class Found:
    """A moment as long searches see it, and the weakest level from which on all find the move."""

    moment: Moment
    level: str


class Collector:
    """Finds positions in games between rivals."""

    def __init__(self) -> None:
        self._judge = Judge()

    def played(self, levels: tuple[str, str], seed: int) -> Record:
        """A game between two levels."""
        rng = Random(seed)
        setup = Setup(TRACKS[seed % 2], from_pawn(shuffled_ring(rng)), 1 + seed // 2 % 2)
        position, moves = setup.start, list[Move]()
        while not position.over:
            moves.append(play(position, levels[position.turn - 1]).move)
            position = position.play(moves[-1]).position
        return Record(setup, tuple(moves))

    def found_in(self, record: Record) -> Iterator[Found]:
        """The moments of a game that hold, and that the strongest level finds."""
        self._judge = Judge()  # which forgets the game before
        positions = [record.setup.start, *(step.position for step in record.steps())]
        for moment in review(record, think=self._judge.think).moments:
            before, played = positions[moment.ply - 1], record.moves[moment.ply - 1]
            seen = self._seen(moment, before, played)
            if seen and (level := self._level(seen, before, played)):
                yield Found(seen, level)

    def _seen(self, moment: Moment, before: Position, played: Move) -> Moment | None:
        """A moment as long searches see it; None if it is none then, or too slight."""
        lines = self._judge.think(before, LONGEST).lines
        best = lines[0].move
        if moment.why == "best":
            other = next((line.move for line in lines if choice_of(line.move) != choice_of(best)), None)
        else:
            other = played
        if other is None or other == best or (moment.why == "best" and played != best):
            return None
        weighed, share = self._weighed(before, other, best, LONGEST), self._share(before, best)
        why = moment.why if moment.why == "best" else "place" if choice_of(best) == choice_of(played) else "choice"
        seen = Moment(
            moment.ply,
            share,
            share - weighed.share,
            weighed.points,
            why,
            other if why == "best" else best,
            () if why == "best" else weighed.reasons,
        )
        return seen if graded(weighed.share, weighed.points) in ("mistake", "blunder") else None

    def _level(self, moment: Moment, before: Position, played: Move) -> str:
        """The weakest level from which on all find the move; nothing if the strongest does not."""
        best = played if moment.why == "best" else moment.better
        weakest = ""
        for level in reversed(LEVELS):
            move = play(before, level).move
            if move != best and not solves(moment, self._weighed(before, move, best, LONG)):
                break
            weakest = level
        return weakest

    def _share(self, before: Position, best: Move) -> int:
        return round(self._judge.seen(before.play(best).position, before.turn, LONGEST)[0])

    def _weighed(self, before: Position, move: Move, than: Move, iterations: int) -> Weighed:
        """`engine.weighing.weigh`."""
        left, spared = (before.play(each).position for each in (move, than))
        worse, better = (self._judge.seen(each, before.turn, iterations) for each in (left, spared))
        pair, points = pair_of(before, move, than, self._judge.best), better[1] - worse[1]
        return Weighed(round(better[0] - worse[0]), round(points), why(pair, points / POINT))


def lines(most: int = COUNT, seed: int = SEED) -> Iterator[str]:
    """The text of a collection, game by game."""
    yield f"# {COUNT} positions of games between rivals, by `python -m tools.arena.positions` with seed {seed}."
    yield "# Of a game: track, who begins, both levels, and the ring; then its moves; then its positions, each with the"
    yield "# weakest level that finds the move, as do all above it, and a moment as in a review (see docs/engine.md)."
    pairs = [pair for pair in product(LEVELS, LEVELS) if not {*pair} <= {*STRONG}]
    kept, left = Counter[str](), most
    collector = Collector()
    for number in count():
        levels = pairs[number * STRIDE % len(pairs)]
        record = collector.played(levels, 1_000 * seed + number)
        wanted = (found for found in collector.found_in(record) if kept[found.level] < MOST_OF_LEVEL)
        found = list(islice(wanted, min(MOST_OF_GAME, left)))
        if found:
            yield from _told(record, levels, found)
        kept.update(each.level for each in found)
        left -= len(found)
        if not left:
            return


def _told(record: Record, levels: tuple[str, str], found: list[Found]) -> Iterator[str]:
    """A game and its positions, as far as these need it."""
    setup, last = record.setup, max(each.moment.ply for each in found)
    yield f"game {setup.track} {setup.first} {' '.join(levels)} {' '.join(map(str, setup.ring))}"
    yield " ".join(map(str, record.moves[:last]))
    yield from (f"{each.level} {each.moment}" for each in found)


if __name__ == "__main__":
    for line in lines():
        print(line, flush=True)
