"""Solo games: how often the search beats the Automa. Both leather layouts in turn.

Where the backs of the cards show the next budget, the search knows it, as people do.
"""

from functools import partial
from random import Random
from statistics import mean

from engine.search import think
from game import Automa, Position, Reveal
from game.automa import CARDS
from game.position import start
from tests.game.building import card_order, shuffled_ring
from tools.arena.beginners import BEGINNERS, beginner
from tools.arena.matches import TRACKS, wilson


def played(automa: Automa, seed: int, iterations: int, clumsy: int = 0) -> tuple[Position, list[float]]:
    """The end of a game, and the chance that the search gave the person before each of its moves; the first ones, so
    many, are a beginner's.
    """
    rng = Random(seed)
    position, cards = start(TRACKS[seed % 2], shuffled_ring(rng), automa=automa), card_order(rng, automa.deck)
    somebody = partial(beginner, *rng.choice(BEGINNERS))
    said: list[float] = []
    while not position.over:
        if position.awaits_card:
            position = position.play(Reveal(cards.pop(0))).position
            continue
        if clumsy:
            position, clumsy = position.play(somebody(position)).position, clumsy - 1
            continue
        budget = CARDS[cards[0]].budget if automa.deck == "tactical" else None
        thought = think(position, iterations, budget=budget)
        said.append(thought.share)
        position = position.play(thought.move).position
    return position, said


def against(automa: Automa, first: int, demand: str = "", games: int = 200, iterations: int = 1_500) -> str:
    """Games against the Automa, the ``first`` of which is of that number, as one line."""
    ends = [played(automa, seed, iterations)[0] for seed in range(first, first + games)]
    won = sum(end.winner == 1 for end in ends)
    low, high = wilson(won, games)
    mine, its = (mean(end.score(seat).total for end in ends) for seat in (1, 2))
    return (
        f"{f'{iterations} iterations':>24} v {automa!s:<24} {'both':8} {won:3} of {games} = {won / games:6.1%}"
        f" [{low:.1%} to {high:.1%}] {mine:5.1f} : {its:5.1f}  {demand}"
    )
