"""``make arena ARGS=reviews``: whether reviews tell the truth, all of it, and why, and what they cost.

Games of programs that play as beginners do, of middling ones and of strong ones are reviewed. What is said is held
against searches sixty times as long as the first look of a review, what is not said against ten times as long ones.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import partial
from random import Random
from statistics import mean
from time import thread_time

from engine.evaluations import Evaluation
from engine.following import pair_of, why
from engine.levels import glance
from engine.review import review, usual
from engine.search import think
from engine.thoughts import Thought
from engine.value import UNIT
from engine.verdicts import GRADES, POINT, WHOLE, Moment, Reasons, Review
from game import Move, Position, Record, Setup, other
from game.position import from_pawn
from tests.game.building import shuffled_ring
from tools.arena.beginners import BEGINNERS, beginner
from tools.arena.matches import wilson

GAMES = 15
"""Of each kind: some 200 moments are told of all."""

LONG, LONGEST = 10 * 1_000, 60 * 1_800
"""Iterations against which is held what is not said, and what is."""

Player = Callable[[Position], Move]


@dataclass
class Costs:
    """The seconds of CPU of one review: for all decisions, and for looking again."""

    screen: float = 0.0
    again: float = 0.0
    _since: float = field(default_factory=thread_time)

    def note(self, _done: int, _of: int, look: Evaluation) -> None:
        """Add what the last search took."""
        now = thread_time()
        if look.iterations == usual()[0]:
            self.screen += now - self._since
        else:
            self.again += now - self._since
        self._since = now


class Judge:
    """Long searches, each made once."""

    def __init__(self) -> None:
        self._known: dict[tuple[str, int], Thought] = {}

    def think(self, position: Position, iterations: int, **_: object) -> Thought:
        """`engine.search.think`."""
        key = str(position), iterations
        if key not in self._known:
            self._known[key] = think(position, iterations)
        return self._known[key]

    def best(self, position: Position) -> Move:
        """The best move, as far as a long look sees it."""
        return self.think(position, LONGEST).move

    def seen(self, position: Position, seat: int, iterations: int) -> tuple[float, float]:
        """The chances of a seat, of `WHOLE`, and its points. What must happen happens first."""
        while not position.over and len(moves := list(position.legal_moves)) == 1:
            position = position.play(moves[0]).position
        if position.over:
            margin = position.score(seat).total - position.score(other(seat)).total
            return float(WHOLE * (position.winner == seat)), float(POINT * margin)
        thought = self.think(position, iterations)
        share, points = WHOLE * thought.share, POINT * thought.lines[0].points
        return (share, points) if position.turn == seat else (WHOLE - share, -points)

    def cost(self, before: Position, after: Position, iterations: int) -> tuple[float, float]:
        """Say what a move cost, of `WHOLE` and in tenths of a point."""
        one, two = (self.seen(position, before.turn, iterations) for position in (before, after))
        return one[0] - two[0], one[1] - two[1]

    def gain(self, before: Position, better: Move, after: Position) -> tuple[float, float]:
        """Say what a better move would have brought more than the one played, as `cost`."""
        spared, left = (self.seen(each, before.turn, LONGEST) for each in (before.play(better).position, after))
        return spared[0] - left[0], spared[1] - left[1]


@dataclass
class Tally:
    """What was counted in the reviews of some games."""

    big: int = 0
    told: int = 0
    grades: Counter[str] = field(default_factory=Counter)
    held: Counter[str] = field(default_factory=Counter)
    reasons: Counter[str] = field(default_factory=Counter)
    agreed: Counter[str] = field(default_factory=Counter)
    named: Counter[str] = field(default_factory=Counter)
    """Moments that name a better move, those where it keeps half of what it promised, and where it is better at all."""
    moments: list[int] = field(default_factory=list)
    said: list[tuple[float, float, bool]] = field(default_factory=list)
    """The chances of seat 1 between strong players and between these two, from 0 to 1, and whether it won."""

    def add(self, record: Record, found: Review, judge: Judge) -> None:
        """Hold a review against long searches."""
        positions = [record.setup.start, *(step.position for step in record.steps())]
        named = {ply for moment in found.moments for ply in (moment.ply, *moment.again)} | set(found.besides)
        self.moments.append(len(found.moments))
        won = positions[-1].winner == 1
        pairs = ((share, found.honest(share)) for share in found.shares[:-1])
        self.said += [(share / WHOLE, honest / WHOLE, won) for share, honest in pairs if honest is not None]
        for count, played in enumerate(record.moves):
            before, after = positions[count : count + 2]
            if len(list(before.legal_moves)) > 1 and judge.think(before, LONG).move != played:
                is_big = judge.cost(before, after, LONG)[0] >= GRADES["blunder"][0]
                self.big += is_big
                self.told += is_big and count + 1 in named
        for moment in found.moments:
            if moment.grade != "best":
                before, after = positions[moment.ply - 1 : moment.ply + 1]
                self._hold(moment, before, after, record.moves[moment.ply - 1], judge)

    def _hold(self, moment: Moment, before: Position, after: Position, played: Move, judge: Judge) -> None:
        """Tell whether a moment keeps half its size, and its reason, when one looks much longer."""
        cost, points = judge.cost(before, after, LONGEST)
        share, worth = GRADES["blunder"]
        is_of_chances = moment.cost / share >= moment.points / worth
        self.grades[moment.grade] += 1
        self.held[moment.grade] += 2 * cost >= moment.cost if is_of_chances else 2 * points >= moment.points
        gained, brought = judge.gain(before, moment.better, after)
        self.named["all"] += 1
        self.named["half"] += 2 * gained >= moment.cost if is_of_chances else 2 * brought >= moment.points
        self.named["better"] += gained > 0 or brought > 0
        self.named["points"] += abs(points - moment.points) <= 3 * POINT
        kind = _kinds(moment.reasons)
        self.reasons[kind] += 1
        deeply = why(pair_of(before, played, moment.better, judge.best), points / POINT)
        self.agreed[kind] += _kinds(deeply) == kind

    def lines(self, name: str) -> Iterator[str]:
        """Say what was counted, in words."""
        yield f"{name}: {sum(self.moments) / len(self.moments):.1f} moments a game; {min(self.moments)} at least"
        big = _share(self.told, self.big)
        yield f"{name}: of moves that cost 30 % at {LONG:,} iterations, {big} are told; demanded: 90 %"
        for grade in ("inaccuracy", "mistake", "blunder"):
            held = _share(self.held[grade], self.grades[grade])
            yield f"{name}: told as {grade}, half as large at {LONGEST:,} iterations: {held}"
        yield f"{name}: all that is told: {_share(self.held.total(), self.grades.total())}; demanded: 75 %"
        for word, said in (
            ("half", "keep half"),
            ("better", "are better"),
            ("points", "within 3 points of the cost said"),
        ):
            yield f"{name}: of the moves named, {said}: {_share(self.named[word], self.named['all'])}"
        told = self.reasons.total()
        yield f"{name}: with a reason: {_share(told - self.reasons['none'], told)}; demanded: 90 %"
        for kind, count in self.reasons.most_common():
            agreed = _share(self.agreed[kind], count)
            yield f"{name}: reason {kind}: {count}, the same at {LONGEST:,} iterations: {agreed}"

    def shares(self, name: str) -> Iterator[str]:
        """Tell for each tenth of what is said how often it happened."""
        for tenth in range(10):
            here = [(honest, won) for _, honest, won in self.said if int(10 * honest) == tenth]
            if here:
                told, happened = (mean(each) for each in zip(*here, strict=True))
                yield f"{name}: chances said {told:.2f}, happened {happened:.2f} ({len(here)} positions)"
        strong, between = (mean((each[at] - each[2]) ** 2 for each in self.said) for at in (0, 1))
        yield f"{name}: Brier score {between:.3f}; {strong:.3f} as between strong players"


def _kinds(reasons: Reasons) -> str:
    return " and ".join(each.kind for each in reasons) or "none"


def _share(some: int, all: int) -> str:
    if not all:
        return "none of 0"
    low, high = wilson(some, all)
    return f"{some} of {all} = {some / all:.0%} [{low:.0%} to {high:.0%}]"


def kinds() -> dict[str, list[tuple[Player, Player]]]:
    """Name who plays the games of each kind."""
    novices: list[Player] = [partial(beginner, taste, hand) for taste, hand in BEGINNERS]
    middling: list[Player] = [partial(_glancing, error) for error in (4.0, 0.25)]
    strong: list[Player] = [partial(_searching, iterations) for iterations in (150, 1_000)]
    return {
        "novice": [(one, two) for one in novices for two in novices[2:5]],
        "middling": [(one, two) for one in middling for two in middling],
        "strong": [(one, two) for one in strong for two in strong],
    }


def _glancing(error: float, position: Position) -> Move:
    return glance(position, round(error * UNIT)).move


def _searching(iterations: int, position: Position) -> Move:
    return think(position, iterations).move


def played(seed: int, players: tuple[Player, Player]) -> Record:
    """A game of two players."""
    rng = Random(seed)
    setup = Setup(("revised", "classic")[seed % 2], from_pawn(shuffled_ring(rng)), 1 + seed // 2 % 2)
    position, moves = setup.start, list[Move]()
    while not position.over:
        moves.append(players[position.turn - 1](position))
        position = position.play(moves[-1]).position
    return Record(setup, tuple(moves))


def lines(seed: int, games: int = GAMES) -> Iterator[str]:
    """Review so many games of each kind."""
    judge, whole, costs = Judge(), Tally(), list[Costs]()
    for name, players in kinds().items():
        tally = Tally()
        for number in range(games):
            record = played(1_000 * seed + number, players[number % len(players)])
            costs.append(Costs())
            found = review(record, told=costs[-1].note)
            for each in (tally, whole):
                each.add(record, found, judge)
        yield from tally.lines(name)
        yield from tally.shares(name)
    yield from whole.lines("all")
    yield from _seconds(costs)


def _seconds(costs: Iterable[Costs]) -> Iterator[str]:
    costs = list(costs)
    for name, seconds in (
        ("all decisions", [each.screen for each in costs]),
        ("looking again", [each.again for each in costs]),
    ):
        yield f"CPU for {name}: {mean(seconds):.2f} s on average, {max(seconds):.2f} s at most"
