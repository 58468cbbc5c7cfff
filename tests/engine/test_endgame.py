"""The ends of games are solved as somebody would who tried everything by the rules of `game`."""

from collections.abc import Iterator
from functools import cache

import pytest

from engine.evaluations import choice_of
from engine.native import library
from engine.search import think
from engine.thoughts import Thought, never
from game import Move, Position, other
from game.squares import LAST
from tests.engine.playing import tidy_line

pytestmark = pytest.mark.skipif(library.loaded() is None, reason="the search is not compiled here")


class TooLong(Exception):
    """This end has too many ways for a test."""


def results(position: Position, patience: int) -> dict[Move, int]:
    """Four times the margin of the player after each move, with the best play of both, one more or less for who wins a
    tie. Looks at so many positions at most.
    """
    left = patience

    @cache
    def best(position: Position) -> int:
        nonlocal left
        left -= 1
        if left < 0:
            raise TooLong
        if position.over:
            margin = 4 * (position.score(1).total - position.score(2).total) + (1 if position.token == 2 else -1)
            assert (margin > 0) == (position.winner == 1)
            return margin
        found = [best(position.play(move).position) for move in position.legal_moves]
        return max(found) if position.turn == 1 else min(found)

    sign = 1 if position.turn == 1 else -1
    return {move: sign * best(position.play(move).position) for move in position.legal_moves}


def ends(seeds: range, left: int) -> Iterator[Position]:
    """The last positions of tidy games, when so many spaces are left and no more."""
    for seed in seeds:
        for position in tidy_line(seed, ("classic", "revised")[seed % 2]):
            if not position.over and sum(LAST - player.space for player in position.players) <= left:
                yield position


def solved(position: Position) -> Thought:
    thought = think(position, 1, never, 100_000)
    assert (thought.exact, thought.iterations) == (True, 0), str(position)
    return thought


@pytest.mark.slow
@pytest.mark.parametrize(
    ("seeds", "spaces", "patience"), [(7, 7, 3_000), pytest.param(30, 10, 10_000, marks=pytest.mark.night)]
)
def test_every_result_is_that_of_trying_everything(seeds: int, spaces: int, patience: int) -> None:
    """Of each patch, it is that of the best place."""
    compared = leather = taken = 0
    for position in ends(range(seeds), spaces):
        try:
            truth = results(position, patience)
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
