"""Solo games: how often the search beats the Automa.

Rings, cards and leather layouts come from seeds, the same for each level and deck. Where the backs of the cards show
the next budget, the search knows it, as people do.
"""

from random import Random
from statistics import mean
from time import process_time

from engine.automa.search import think
from game import Automa, Position, Reveal
from game.automa import CARDS
from game.position import start
from game.timeboard import LEATHER_SPACES
from tests.arena.matches import wilson
from tests.game.building import card_order, shuffled_ring

ITERATIONS = 1500
"""Somewhat fewer than a hint is thought about."""


def play(seed: int, automa: Automa, iterations: int) -> Position:
    """A whole game of the search against the Automa: the position at its end."""
    rng = Random(seed)
    position = start(tuple(LEATHER_SPACES)[seed % 2], shuffled_ring(rng), automa=automa)
    cards = card_order(rng, automa.deck)
    while not position.over:
        if position.awaits_card:
            position = position.play(Reveal(cards.pop(0))).position
        else:
            budget = CARDS[cards[0]].budget if automa.deck == "tactical" else None
            position = position.play(think(position, iterations, budget=budget).move).position
    return position


def against(automa: Automa, demand: str = "", games: int = 200, iterations: int = ITERATIONS) -> str:
    """Games against the Automa, as one line."""
    begun = process_time()
    ends = [play(seed, automa, iterations) for seed in range(games)]
    seconds = (process_time() - begun) / games
    won = sum(end.winner == 1 for end in ends)
    low, high = wilson(won, games)
    mine, its = (mean(end.score(seat).total for end in ends) for seat in (1, 2))
    return (
        f"{f'{iterations} iterations':>24} v {automa!s:<24} {'both':8} {won:3} of {games} = {won / games:6.1%}"
        f" [{low:.1%} to {high:.1%}] {mine:5.1f} : {its:5.1f}  {demand:12} {seconds:.1f} s of CPU a game"
    )
