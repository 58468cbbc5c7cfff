"""The ends of games are solved as somebody would who tried everything."""

from collections.abc import Iterator

import pytest

from engine.evaluations import choice_of
from engine.moves import Child, arrived
from engine.native import library
from engine.search import think
from engine.state import State, Table, encode, is_over, points, table_of
from engine.tables import FULL, LEATHER, SPOTS
from engine.thoughts import Thought, never
from game import Move, Position, other
from game.squares import LAST
from tests.engine.playing import tidy_line
from tests.engine.test_native import positions

pytestmark = pytest.mark.skipif(library.loaded() is None, reason="the search is not compiled here")


class TooLong(Exception):
    """This end has too many ways for a test."""


class Everything:
    """Tries everything from an end, and looks at so many states at most.

    A result is four times the margin of the player, one more or less for who wins a tie.
    """

    def __init__(self, position: Position, patience: int) -> None:
        self.table, self.patience = table_of(position), patience
        self.known: dict[State, tuple[int, int]] = {}

    def results(self, position: Position) -> dict[Move, int]:
        """The result of each move."""
        after = {move: position.play(move).position for move in position.legal_moves}
        return {move: self.of(each) * (1 if each.turn == position.turn else -1) for move, each in after.items()}

    def of(self, position: Position) -> int:
        if position.leather:
            return max(self.results(position).values())
        return self.best(encode(position, self.table), -1_000, 1_000)

    def best(self, state: State, low: int, high: int) -> int:
        """The result of a state if it lies between ``low`` and ``high``, else a bound."""
        if is_over(state):
            mine, theirs = points(state)
            return 4 * (mine - theirs) - 1
        least, most = self.known.get(state, (-1_000, 1_000))
        if least == most or least >= high or most <= low:
            return most if most <= low else least
        self.patience -= 1
        if self.patience < 0:
            raise TooLong
        best = -1_000
        for child, passed in dict.fromkeys(all_moves(state, self.table)):
            floor = max(best, low)
            best = max(best, -self.best(child, -high, -floor) if passed else self.best(child, floor, high))
            if best >= high:
                break
        self.known[state] = (best if best > low else least, best if best < high else most)
        return best


def all_moves(state: State, table: Table) -> Iterator[Child]:
    """What every move leads to, with every spot of its patch and every hole for leather that it wins."""
    mask, buttons, space, income, _, _, space2, _, left, pawn, _ = state
    ways = [([mask], buttons + min(space2 + 1, LAST) - space, min(space2 + 1, LAST), income, left, pawn)]
    for patch, cost, time, earns, left_then, pawn_then in table.offers(left, pawn):
        if cost <= buttons:
            spots = [mask | covered for covered, _, _ in SPOTS[patch] if not covered & mask]
            ways.append((spots, buttons - cost, min(space + time, LAST), income + earns, left_then, pawn_then))
    for spots, buttons, end, income, left, pawn in ways:
        masks = spots
        if end > space2 and table.leathers[end] > table.leathers[space2]:
            masks = [sewn | hole for sewn in spots for hole, _, _ in SPOTS[LEATHER] if not sewn & hole or sewn == FULL]
        for sewn in masks:
            yield arrived(state, sewn, buttons, end, income, left, pawn, table)


def spaces_left(position: Position) -> int:
    return sum(LAST - player.space for player in position.players)


def ends(seeds: range, left: int) -> Iterator[Position]:
    """The last positions of tidy games, when so many spaces are left and no more."""
    for seed in seeds:
        for position in tidy_line(seed, ("classic", "revised")[seed % 2]):
            if not position.over and spaces_left(position) <= left:
                yield position


def solved(position: Position) -> Thought:
    thought = think(position, 1, never, 100_000)
    assert (thought.exact, thought.iterations) == (True, 0), str(position)
    return thought


@pytest.mark.slow
@pytest.mark.parametrize(
    ("seeds", "patience"), [(range(12), 2_000), pytest.param(range(100), 20_000, marks=pytest.mark.night)], ids=str
)
def test_every_result_is_that_of_trying_everything(seeds: range, patience: int) -> None:
    """Of each patch, it is that of the best place."""
    compared = leather = taken = 0
    searched = (position for seed in seeds for position in positions(seed, 10) if spaces_left(position) <= 14)
    for position in searched:
        try:
            truth = Everything(position, patience).results(position)
        except TooLong:
            continue
        thought = solved(position)
        assert thought.share == (max(truth.values()) > 0)
        for line in thought.lines:
            best = max(result for move, result in truth.items() if choice_of(move) == choice_of(line.move))
            assert (truth[line.move], line.points) == (best, (best + 2) // 4), f"{position}: {line.move}"
        assert truth[thought.move] == max(truth.values())
        compared += 1
        leather += bool(position.leather)
        taken += str(thought.move) != "+"
    assert (compared > 15, leather > 0, taken > 3) == (True, True, True)


def test_the_end_of_the_game_is_left_to_the_tree_while_it_is_far_away() -> None:
    assert think(tidy_line(1)[0], 1, never, 100_000).iterations == 1


def test_an_end_with_too_many_ways_is_left_to_it_too() -> None:
    position = next(ends(range(10), 6))
    assert think(position, 1, never, 2).iterations == 1


def test_solving_stops_when_it_is_told_to() -> None:
    position = next(position for position in ends(range(30), 14) if not think(position, 1, never, 4_000).exact)
    assert think(position, 10**6, lambda: True, 10**6).stopped


def test_the_margin_that_is_told_is_the_one_that_both_then_play_to() -> None:
    """Of those too who will win a tie."""
    told = set()
    for position in ends(range(12), 5):
        thought = solved(position)
        seat, end = position.turn, position
        while not end.over:
            end = end.play(solved(end).move).position
        assert thought.lines[0].points == end.score(seat).total - end.score(other(seat)).total, str(position)
        told.add((seat == end.token, thought.share))
    assert len(told) == 4, "one who comes to the end last, and one who does not, wins and loses"
