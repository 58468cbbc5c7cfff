"""The ends of games are solved as somebody would who tried everything by the rules of `game`."""

from collections.abc import Iterator
from functools import cache

import pytest

from engine import endgame
from engine.thoughts import never
from game import Move, Position, other
from game.squares import LAST
from tests.engine.playing import tidy_line

PATIENCE = 3_000  # how many positions the slow way may look at


class TooLong(Exception):
    """This end has too many ways for a test."""


def margin_of(position: Position, seat: int, budget: list[int]) -> int:
    """Four times the margin of a seat with the best play of both, one more or less for the player who wins a tie."""

    @cache
    def best(position: Position) -> int:
        budget[0] -= 1
        if budget[0] < 0:
            raise TooLong
        if position.over:
            margin = 4 * (position.score(1).total - position.score(2).total) + (1 if position.token == 2 else -1)
            assert (margin > 0) == (position.winner == 1)
            return margin
        results = [best(position.play(move).position) for move in position.legal_moves]
        return max(results) if position.turn == 1 else min(results)

    result = best(position)
    return result if seat == 1 else -result


def ends(seeds: range, left: int) -> Iterator[Position]:
    """The last positions of tidy games, when so many spaces are left and no more."""
    for seed in seeds:
        for position in tidy_line(seed, ("classic", "revised")[seed % 2]):
            if not position.over and sum(LAST - player.space for player in position.players) <= left:
                yield position


def solved(position: Position) -> list[tuple[Move, int]]:
    return endgame.solve(position, 100_000, never)


@pytest.mark.slow
@pytest.mark.parametrize("seeds", [7, pytest.param(20, marks=pytest.mark.night)])
def test_every_result_is_that_of_trying_everything(seeds: int) -> None:
    compared = leather = taken = 0
    for position in ends(range(seeds), 7):
        try:
            truth = margin_of(position, position.turn, [PATIENCE])
        except TooLong:
            continue
        (move, result), *_ = solved(position)
        assert result == truth, f"{position}: {move}"
        after = position.play(move).position
        assert margin_of(after, position.turn, [PATIENCE]) == truth
        compared += 1
        leather += bool(position.leather)
        taken += str(move) != "+"
    assert (compared > 15, leather > 0, taken > 3) == (True, True, True)


def test_the_end_of_the_game_is_left_to_the_search_while_it_is_far_away() -> None:
    assert endgame.solve(tidy_line(1)[0], 100_000, never) == []


def test_an_end_with_too_many_ways_is_left_to_it_too() -> None:
    position = next(ends(range(10), 6))
    assert endgame.solve(position, 10_000, never)
    assert endgame.solve(position, 2, never) == []


def test_solving_stops_when_it_is_told_to() -> None:
    position = next(position for position in ends(range(30), 14) if not endgame.solve(position, 600, never))
    assert endgame.solve(position, 1_000_000, lambda: True) == []


def test_the_margin_that_is_told_is_the_one_that_both_then_play_to() -> None:
    """Of those too who will win a tie."""
    told = set()
    for position in ends(range(12), 5):
        (_, result), *_ = solved(position)
        seat, end = position.turn, position
        while not end.over:
            end = end.play(solved(end)[0][0]).position
        assert endgame.margin_of(result) == end.score(seat).total - end.score(other(seat)).total, str(position)
        told.add((seat == end.token, result % 4))
    assert len(told) == 2, "one who comes to the end last, and one who does not"
