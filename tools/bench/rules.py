"""How fast the rules are: whole games and lists of legal moves, against the naive reference."""

from copy import deepcopy
from random import Random

from game import Position
from game.position import start
from tests.game.naive import NaiveGame
from tools.bench.measure import Result, compare

YARDSTICK = "naive 2-D lists"
SEEDS = range(30)
"""One game each. Both list their moves in the same order, so that one seed gives the same game."""


def random_games() -> Result:
    """Whole games in which every move is chosen with the same chance among all legal ones."""
    for seed in SEEDS:
        ours, theirs = _random_game(seed), _naive_random_game(seed)
        assert [ours.score(1).total, ours.score(2).total] == [theirs.score(0), theirs.score(1)]
    return compare(
        "random games",
        YARDSTICK,
        15,
        len(SEEDS),
        lambda: [_random_game(seed) for seed in SEEDS],
        lambda: [_naive_random_game(seed) for seed in SEEDS],
    )


def legal_move_lists() -> Result:
    """The list of legal moves of every position of these games."""
    positions: list[Position] = []
    snapshots: list[NaiveGame] = []
    for seed in SEEDS:
        _random_game(seed, positions)
        _naive_random_game(seed, snapshots)
    assert [len(position.legal_moves) for position in positions] == [len(game.legal_moves()) for game in snapshots]
    return compare(
        "legal-move lists",
        YARDSTICK,
        8,
        len(positions),
        lambda: [list(position.legal_moves) for position in positions],
        lambda: [game.legal_moves() for game in snapshots],
    )


def _random_game(seed: int, passed: list[Position] | None = None) -> Position:
    """The last position of a game played through the public interface; the others go to ``passed``."""
    rng = Random(seed)
    position = start("classic", rng.sample(range(33), 33))
    while not position.over:
        if passed is not None:
            passed.append(position)
        position = position.play(rng.choice(position.legal_moves)).position
    return position


def _naive_random_game(seed: int, passed: list[NaiveGame] | None = None) -> NaiveGame:
    rng = Random(seed)
    game = NaiveGame(rng.sample(range(33), 33))
    while not game.over:
        if passed is not None:
            passed.append(deepcopy(game))
        game.play(rng.choice(game.legal_moves()))
    return game
