"""The core and the naive reference agree ply by ply: two independent readings of the rules."""

from random import Random

import pytest

from game import ADVANCE, Move, Placement
from game.position import start
from game.squares import SIZE, bits
from tests.game import naive
from tests.game.building import shuffled_ring

Squares = tuple[int, frozenset[tuple[int, int]]] | None
"""A patch and the (row, column) of every square it covers; None is to advance."""


def squares_of(move: Move) -> Squares:
    if not isinstance(move, Placement):
        return None
    return move.patch.id, frozenset(divmod(square, SIZE) for square in bits(move.mask))


def squares_of_naive(move: naive.Move) -> Squares:
    if move is None:
        return None
    patch, shape, row, column = move
    return patch, frozenset((row + y, column + x) for y, x in shape)


@pytest.mark.parametrize("track", ["classic", "revised"])
@pytest.mark.parametrize("hurry", [0.0, 0.3])
@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(1, 8))])
def test_legal_moves_and_everything_on_the_table_agree_at_every_ply(seed: int, hurry: float, track: str) -> None:
    rng = Random(seed)
    ring, first = shuffled_ring(rng), rng.choice((1, 2))
    position, game = start(track, ring, first), naive.NaiveGame(ring, track, first - 1)
    while True:
        theirs = {squares_of_naive(move): move for move in game.legal_moves()}
        ours = {squares_of(move): move for move in position.legal_moves}
        assert ours.keys() == theirs.keys()
        assert len(position.legal_moves) == len(game.legal_moves())
        assert position.ring == tuple(game.ring)
        for seat, player in enumerate(position.players):
            assert (player.space, player.buttons, player.income) == (
                game.spaces[seat],
                game.buttons[seat],
                game.incomes[seat],
            )
            assert position.score(seat + 1).total == game.score(seat)
        assert position.bonus == (0 if game.bonus is None else game.bonus + 1)
        assert position.leather_left == game.leather_left
        assert position.over == game.over
        if game.over:
            assert game.winner is not None
            assert position.winner == game.winner + 1
            break
        assert position.turn == game.seat + 1
        key = None if ADVANCE in ours.values() and rng.random() < hurry else rng.choice(list(ours))
        position = position.play(ours[key]).position
        game.play(theirs[key])
