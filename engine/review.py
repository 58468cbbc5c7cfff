"""Reviewing a game: every decision is searched briefly, the most suspicious ones again, and what is told for long.

What does not hold when one looks longer is not told. A review depends on the record and on nothing else, so that it can
be interrupted and taken up again: what was found so far are lines of text, which can be given back (`Evaluation`).
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import cache, partial

from engine.cliffs import one_cliff_each, size
from engine.evaluations import Evaluation, choice_of, evaluate, outlook, result
from engine.following import pair_of, why
from engine.native import library as native
from engine.reasons import bought
from engine.search import think
from engine.thoughts import IsCancelled, Thought, never
from engine.verdicts import GRADES, KNOWN, MOST, POINT, WHOLE, Grade, Lost, Moment, Review, Why, graded
from game import ADVANCE, Move, Position, Record

IN_PYTHON, COMPILED = (1_800, 3_000, 7_000), (4_000, 10_000, 50_000)
"""Iterations for every decision, for the most suspicious ones, and for the moments that are told."""

POSITIONS, AT_LAST, FEWEST = 20, 6, 1
"""How many positions are looked at again at most, how many moments longest, and how many are told even without a
reason.
"""

LEAST, LEAST_POINTS = 20, 1 * POINT
"""What a move must seem to have cost to be searched again, of `WHOLE` or in tenths of a point."""

PLAIN = 400, 6 * POINT
"""What a move must seem to have cost, of `WHOLE` and in tenths of a point, to be told without a second look."""

BRIEFER = 10  # how many times as many the second look takes as a look at each move of what follows

WELL = 1.5 * POINT  # who gives away less at each move plays well
CONTRARY = 10  # if the chances rise by more than that, of `WHOLE`, points that seem to be lost are not told
BRILLIANT = 150  # by how much, of `WHOLE`, all other choices must be worse than the best move of the game

Budgets = tuple[int, int, int]
Search = Callable[..., Thought]

Told = Callable[[int, int, Evaluation], None]
"""A callback for progress: how much is done, of how much, and what was found last."""


def usual() -> Budgets:
    """Say how many iterations each kind of look takes: more where the search is compiled."""
    return COMPILED if native.loaded() else IN_PYTHON


def review(
    record: Record,
    known: Iterable[Evaluation] = (),
    told: Told = lambda *_: None,
    cancelled: IsCancelled = never,
    budgets: Budgets | None = None,
    think: Callable[..., Thought] = think,
    seat: int = 0,
) -> Review:
    """Review a game between two quilts. ``known`` are looks of the same review, which was interrupted.
    ``think`` may be another search that finds the same. Of a ``seat``, its moments are told, and one of the other's.

    Raises Cancelled, and BadRecord if the record breaks a rule.
    """
    return _Reviewing(record, known, told, budgets or usual(), partial(think, cancelled=cancelled), seat).result()


class _Reviewing:
    def __init__(
        self, record: Record, known: Iterable[Evaluation], told: Told, budgets: Budgets, think: Search, seat: int = 0
    ) -> None:
        self._think, self._seat = think, seat
        self.moves = record.moves
        self.positions = [record.setup.start, *(step.position for step in record.steps())]
        self._looks = {(look.count, look.iterations): look for look in known}
        self._told = told
        self._screen, self._again, self._longest = budgets
        self._deepest: dict[int, Evaluation] = {}
        self._done = 0
        self._of = 3 * self._screen * len(self.positions)  # longer looks take about twice as much as the first ones

    def result(self) -> Review:
        for count in range(len(self.positions)):
            self._look(count, self._screen)
        praised, briefly = self._brilliant(), [dict(self._deepest)]
        self._look_again(_chosen(self._suspicious(), POSITIONS - 2 * len(praised)) + praised, self._again)
        briefly.append(dict(self._deepest))
        found = [moment for count in self._decisions() if (moment := self._moment(count, briefly))]
        ordered = self._concerning(sorted(one_cliff_each(found), key=size, reverse=True))
        best = self._concerning([moment for count in praised if (moment := self._praise(count))], others=0)
        told, left = self._borne_out(ordered, MOST - len(best), briefly)
        told += map(self._explained, best)
        shares = tuple(self._seen(count, 1)[0] for count in range(len(self.positions)))
        besides = sorted(ply for moment in left for ply in (moment.ply, *moment.again))
        ordered = sorted(told, key=lambda moment: moment.ply)
        return Review(shares, (self._lost(1), self._lost(2)), tuple(ordered), tuple(besides))

    # --- looking

    def _look(self, count: int, iterations: int) -> None:
        """Look at a position; at an end only once, whether that is solved then or not."""
        if not self._is_open(count):
            return
        look = self._looks.get((count, iterations))
        briefer = self._deepest.get(count)
        if look is None and briefer and not briefer.visits:
            look = replace(briefer, iterations=iterations)
        if look is None:
            tried = {"states": 0} if briefer else {}
            thought = self._think(self.positions[count], iterations, **tried)
            look = evaluate(thought.whole(), count, iterations, self._played(count))
        if count not in self._deepest or self._deepest[count].iterations < iterations:
            self._deepest[count] = look
        self._done = min(self._done + iterations, self._of)
        self._told(self._done, self._of, look)

    def _look_again(self, counts: Sequence[int], iterations: int) -> None:
        for at in sorted({at for count in counts for at in (count, count + 1)}):
            self._look(at, iterations)

    def _played(self, count: int) -> Move | None:
        return self.moves[count] if count < len(self.moves) else None

    def _is_open(self, count: int) -> bool:
        """Tell whether there is something to find out: the game is not over, and more than advancing was possible."""
        position = self.positions[count]
        return not position.over and (self._played(count) != ADVANCE or len(position.legal_moves) > 1)

    # --- what was found

    def _decisions(self) -> list[int]:
        """The moves at which there was something to choose, from 0."""
        return [count for count in sorted(self._deepest) if count < len(self.moves)]

    def _seen(self, count: int, seat: int, looks: dict[int, Evaluation] | None = None) -> tuple[int, int]:
        """The chances of a seat after so many moves, and by how many tenths of a point it will win."""
        position = self.positions[count]
        if position.over:
            return result(position, seat)
        look = (self._deepest if looks is None else looks).get(count)
        if look is None:
            return self._seen(count + 1, seat, looks)
        share, points = look.best.share, look.best.points
        return (share, points) if position.turn == seat else (WHOLE - share, -points)

    def _cost(self, count: int, looks: dict[int, Evaluation] | None = None) -> tuple[int, int]:
        """Say what a move cost its player: of their chances, and in tenths of a point."""
        seat = self.positions[count].turn
        before, after = self._seen(count, seat, looks), self._seen(count + 1, seat, looks)
        return before[0] - after[0], before[1] - after[1]

    def _lost(self, seat: int) -> Lost:
        """Count what a seat gave away by moves that were not the best and cost a point or more: less is noise."""
        mine = [count for count in range(len(self.moves)) if self.positions[count].turn == seat]
        choosing = placing = 0
        for count in mine:
            look, (_, points) = self._deepest.get(count), self._cost(count)
            if look and look.best.move != self.moves[count] and points >= POINT:
                placed = self._placing(count, look, points)
                choosing, placing = choosing + points - placed, placing + placed
        return Lost(choosing, placing, sum(self._cost(count)[1] for count in mine), len(mine))

    def _plays_well(self, seat: int) -> bool:
        lost = self._lost(seat)
        return lost.moves >= KNOWN // 2 and lost.all < WELL * lost.moves

    def _placing(self, count: int, look: Evaluation, points: int) -> int:
        """Say how much of what a move cost is due to the place where it was sewn."""
        if self.moves[count] == ADVANCE or look.same is None:
            return 0
        if choice_of(look.best.move) == choice_of(self.moves[count]):
            return points
        _, after = self._seen(count + 1, self.positions[count].turn)
        return min(max(look.same.points - after, 0), points)

    def _suspicious(self) -> list[int]:
        """The decisions that are worth a second look, the worst first: even one that looks best may be a mistake."""
        costs = {count: self._cost(count) for count in self._decisions()}
        sizes = {count: max(cost / LEAST, points / LEAST_POINTS) for count, (cost, points) in costs.items()}
        doubtful = (count for count in sizes if sizes[count] >= 1 and not _is_plain(*costs[count]))
        return sorted(doubtful, key=lambda count: (-sizes[count], count))

    def _moment(self, count: int, briefly: Sequence[dict[int, Evaluation]]) -> Moment | None:
        """Describe a move, if it is worth that and a briefer look agrees."""
        look, played = self._deepest[count], self.moves[count]
        cost, points = self._cost(count)
        grade = graded(cost, points)
        if look.best.move == played or cost < -CONTRARY or grade is None or not self._holds(count, grade, briefly):
            return None
        kind: Why = "place" if choice_of(look.best.move) == choice_of(played) else "choice"
        before = look.best.share
        return Moment(count + 1, before, before - cost, points, kind, look.best.move)

    def _explained(self, moment: Moment) -> Moment:
        """Add the reasons to a moment that is told: of the best move of a game, why it was better than the next."""
        played, better = self.moves[moment.ply - 1], moment.better
        if moment.why == "best":
            played, better = better, played
        best = cache(self._best)
        pair = pair_of(self.positions[moment.ply - 1], played, better, best, self._taken_after(moment.ply))
        return replace(moment, reasons=why(pair, moment.points / POINT))

    def _taken_after(self, ply: int) -> dict[int, int]:
        """The patches that the player of a move took later in the game, and how many moves later."""
        seat = self.positions[ply - 1].turn
        later = enumerate(zip(self.positions[ply:], self.moves[ply:], strict=False), 1)
        return {
            patch.id: count for count, (position, move) in later if position.turn == seat and (patch := bought(move))
        }

    def _best(self, position: Position) -> Move:
        """The best move, as far as a brief look sees it."""
        return self._think(position, self._again // BRIEFER).whole().move

    def _holds(self, count: int, grade: Grade, briefly: Sequence[dict[int, Evaluation]]) -> bool:
        """Tell whether a briefer look than the deepest says half as much of a move; every one all of an inaccuracy.

        Who plays well is believed more: then inaccuracies are noise, and every look must agree on a mistake. But what
        they overlook, a brief look overlooks, too: what a longer one calls a blunder by the chances is believed.
        """
        share, worth = GRADES[grade]
        if self._deepest[count].iterations > self._screen and self._cost(count)[0] >= GRADES["blunder"][0]:
            return True
        costs = [self._cost(count, looks) for looks in briefly if looks.get(count) != self._deepest[count]]
        if not costs:
            return _is_plain(*self._cost(count))
        plays_well = self._plays_well(self.positions[count].turn)
        if grade == "inaccuracy" and plays_well:
            return False
        if grade == "inaccuracy" or (grade == "mistake" and plays_well):
            return all(cost >= share or points >= worth for cost, points in costs)
        return any(2 * cost >= share or 2 * points >= worth for cost, points in costs)

    def _is_own(self, moment: Moment) -> bool:
        return self._seat in (0, self.positions[moment.ply - 1].turn)

    def _concerning(self, moments: Sequence[Moment], others: int = 1) -> list[Moment]:
        """Choose those of the seat whose moments are told, and the first ones of the other; all, if it is of both."""
        theirs = [moment for moment in moments if not self._is_own(moment)][:others]
        return [moment for moment in moments if self._is_own(moment) or moment in theirs]

    def _borne_out(
        self, ordered: Sequence[Moment], most: int, briefly: Sequence[dict[int, Evaluation]]
    ) -> tuple[list[Moment], list[Moment]]:
        """Search moments that have a reason longest until so many hold; return these, and those that are left: for want
        of room, or of a reason, unless there are too few.
        """
        told, dark, left, searched = list[Moment](), list[Moment](), list[Moment](), 0
        for moment in ordered:
            if len(told) == most or searched == AT_LAST or not self._explained(moment).reasons:
                left.append(moment)
                continue
            searched += 1
            if found := self._held(moment, briefly):
                (told if found.reasons else dark).append(found)
        while left and len(told + dark) < min(FEWEST, most) and searched < AT_LAST:
            searched += 1
            dark += filter(None, [self._held(left.pop(0), briefly)])
        few = max(min(FEWEST, most) - len(told), 0)
        return told + dark[:few], dark[few:] + left

    def _held(self, moment: Moment, briefly: Sequence[dict[int, Evaluation]]) -> Moment | None:
        """Search a moment longest, and explain it if it holds: its better move must keep half of what it promised when
        it is searched itself.
        """
        self._look_again([moment.ply - 1], self._longest)
        found = self._moment(moment.ply - 1, briefly)
        return self._explained(replace(found, again=moment.again)) if found and self._keeps_half(found) else None

    def _keeps_half(self, moment: Moment) -> bool:
        before = self.positions[moment.ply - 1]
        better = self._after(before.play(moment.better).position, before.turn)
        played = self._seen(moment.ply, before.turn)
        share, worth = GRADES["blunder"]
        if moment.cost / share >= moment.points / worth:
            return 2 * (better[0] - played[0]) >= moment.cost
        return 2 * (better[1] - played[1]) >= moment.points

    def _after(self, position: Position, seat: int) -> tuple[int, int]:
        """The chances and the points of a seat after a move that was not made."""
        return outlook(position, seat, partial(self._think, iterations=self._again))

    def _brilliant(self) -> list[int]:
        """The best move of the game, if there is one: that whose every other choice was worse by most."""
        gaps = {count: self._gap(count) for count in self._decisions()}
        best = max(gaps, key=lambda count: (gaps[count], -count), default=None)
        return [best] if best is not None and gaps[best] >= BRILLIANT else []

    def _gap(self, count: int) -> int:
        """Say how much worse all other choices were, if the one that was made was the best."""
        look = self._deepest[count]
        is_good = graded(*self._cost(count)) is None and choice_of(look.best.move) == choice_of(self.moves[count])
        return look.best.share - look.next.share if look.next and is_good else 0

    def _praise(self, count: int) -> Moment | None:
        look = self._deepest[count]
        if self._gap(count) < BRILLIANT or look.next is None:
            return None
        points = look.best.points - look.next.points
        return Moment(count + 1, look.best.share, look.next.share, points, "best", look.next.move)


def _is_plain(cost: int, points: int) -> bool:
    """Tell whether a move cost so much, of the chances and in points, that one look is enough."""
    return cost >= PLAIN[0] and points >= PLAIN[1]


def _chosen(counts: Iterable[int], most: int) -> list[int]:
    """The first of some decisions: so many that no more than ``most`` positions are before and after them."""
    chosen: list[int] = []
    positions: set[int] = set()
    for count in counts:
        more = positions | {count, count + 1}
        if len(more) <= most:
            chosen, positions = [*chosen, count], more
    return chosen
