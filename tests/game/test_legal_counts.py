"""The number of legal moves before every ply of three fixed games: any change of the rules shows here.

The ring is every so-many-th patch; ply *n* (from 1) is legal move number 7919 n, counted round.
"""

import pytest

from game.position import start

PRIME = 7919
GAMES = [
    (1, "classic", (-7, -11), """
        639 813 1 604 365 1 1 217 1 1 232 237 351 59 460 134 24 29 47 123 35 48 7 2 10 2 1 2 1 2 1 2 1 2 1 40 2 40 74
        27 9 6 29 5 5"""),
    (5, "revised", (-21, -16), """
        673 99 392 302 83 1 1 1 205 212 1 35 1 320 16 2 193 1 1 108 22 3 37 194 1 1 1 1 99 43 30 1 1 2 9 37 2 1 7 5 1
        26 5 3 34 26 14 2 2"""),
    (20, "classic", (-23, -29), """
        393 743 251 325 189 1 236 1 1 1 270 1 111 192 1 1 29 13 54 1 1 106 11 45 88 1 75 24 41 22 1 32 27 8 1 8 30 11
        2 23 3 2"""),
]  # fmt: skip


@pytest.mark.parametrize(("every", "track", "scores", "expected"), GAMES, ids=("1", "5", "20"))
def test_the_counts_of_a_fixed_game_stay(every: int, track: str, scores: tuple[int, int], expected: str) -> None:
    position, counts = start(track, [place * every % 33 for place in range(33)]), []
    while not position.over:
        counts.append(len(position.legal_moves))
        position = position.play(position.legal_moves[PRIME * len(counts) % counts[-1]]).position
    assert counts == [int(count) for count in expected.split()]
    assert (position.score(1).total, position.score(2).total) == scores
