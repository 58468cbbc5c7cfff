"""Solo games: how often the search beats the Automa. ``python -m tests.arena.automa [--level legend] [--games 200]``

Rings, cards and leather layouts come from seeds, the same for each level and deck. Where the backs of the cards show
the next budget, the search knows it, as people do.
"""

from __future__ import annotations

import argparse
from random import Random
from statistics import mean
from time import process_time

from engine.automa.search import think
from game import Automa, Position, Reveal
from game.automa import CARDS, DECKS, LEVELS
from game.position import start
from game.timeboard import LEATHER_SPACES
from tests.game.building import card_order, shuffled_ring

ITERATIONS = 1500
"""As for a hint."""


def play(seed: int, level: str, deck: str, iterations: int) -> Position:
    """A whole game of the search against the Automa: the position at its end."""
    rng = Random(seed)
    track = tuple(LEATHER_SPACES)[seed % 2]
    position = start(track, shuffled_ring(rng), automa=Automa(level, deck))
    cards = card_order(rng, deck)
    while not position.over:
        if position.awaits_card:
            position = position.play(Reveal(cards.pop(0))).position
        else:
            budget = CARDS[cards[0]].budget if deck == "tactical" else None
            position = position.play(think(position, iterations, budget=budget).move).position
    return position


def match(level: str, deck: str, games: int, iterations: int) -> str:
    """One line about a number of games."""
    begun = process_time()
    ends = [play(seed, level, deck, iterations) for seed in range(games)]
    seconds = (process_time() - begun) / games
    won = sum(end.winner == 1 for end in ends)
    low, high = wilson(won, games)
    ours, its = (mean(end.score(seat).total for end in ends) for seat in (1, 2))
    return (
        f"{level:10} {deck:8} {iterations:5} it: {won:3}/{games} = {won / games:5.1%} [{low:.0%}-{high:.0%}]  "
        f"{ours:.1f} v {its:.1f}  {seconds:.2f} CPU s a game"
    )


def wilson(won: int, games: int) -> tuple[float, float]:
    """The 95 % interval of a share."""
    z, share = 1.96, won / games
    centre, spread = share + z * z / (2 * games), z * (share * (1 - share) / games + z * z / (4 * games**2)) ** 0.5
    return (centre - spread) / (1 + z * z / games), (centre + spread) / (1 + z * z / games)


def main() -> None:
    """Play, and print a line for each level and deck."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--level", nargs="*", default=["master", "legend"], choices=LEVELS)
    parser.add_argument("--deck", nargs="*", default=["normal"], choices=[*DECKS])
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--iterations", type=int, default=ITERATIONS)
    wanted = parser.parse_args()
    for level in wanted.level:
        for deck in wanted.deck:
            print(match(level, deck, wanted.games, wanted.iterations), flush=True)  # noqa: T201


if __name__ == "__main__":
    main()
