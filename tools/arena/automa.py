"""Solo games: how often the search beats the Automa. Both leather layouts in turn.

The C copy plays, which makes the same moves (see tests/train/test_automa_copy.py). Where the backs of the cards show
the next budget, the search knows it, as people do.
"""

import subprocess
from pathlib import Path
from statistics import mean

from engine.automa import weights
from engine.automa.search import think
from game import ADVANCE, Automa, Move, Position, Reveal
from game.automa import CARDS, DECKS, LEVELS
from game.placements import PLACEMENTS
from game.position import start
from tests.engine.playing import leather_settled
from tools.arena.matches import wilson
from train.automa.build import compiled

WEIGHTS = Path(weights.__file__).with_name("weights.json")
TRACKS = ("classic", "revised")
CARD = 10_000
"""From here on numbers stand for cards, below for placements; -1 is to advance."""


def played(automa: Automa, games: int, iterations: int, seed: int = 1) -> list[str]:
    """Games that the C copy plays: a line each."""
    wanted = (seed, games, LEVELS.index(automa.level), list(DECKS).index(automa.deck), iterations)
    command = [str(compiled()), "play", str(WEIGHTS), *map(str, wanted)]
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout.splitlines()


def points(line: str) -> tuple[int, int, bool]:
    """The points of both at the end of a game, and whether the person has won."""
    mine, its, won = map(int, line.partition(";")[2].split())
    return mine, its, bool(won)


def follow(line: str, automa: Automa, iterations: int) -> Position:
    """The end of a game, once each of its moves is found to be the one that the engine makes."""
    track, *numbers = map(int, line.partition(";")[0].split())
    position = start(TRACKS[track], numbers[:33], automa=automa)
    cards = [DECKS[automa.deck][number - CARD] for number in numbers if number >= CARD]
    for number in numbers[33:]:
        if position.awaits_card:
            position = position.play(Reveal(cards.pop(0))).position
            continue
        budget = CARDS[cards[0]].budget if automa.deck == "tactical" and cards else None
        best = think(position, iterations, budget=budget).move
        assert best == made(number), f"the C copy plays otherwise in {position}"
        position = leather_settled(position.play(best).position)
    assert (*(position.score(seat).total for seat in (1, 2)), position.winner == 1) == points(line)
    return position


def made(number: int) -> Move:
    """A move by its number."""
    return PLACEMENTS[number] if number >= 0 else ADVANCE


def against(automa: Automa, demand: str = "", games: int = 200, iterations: int = 1_500) -> str:
    """Games against the Automa, as one line; the first was played in Python, too."""
    lines = played(automa, games, iterations)
    follow(lines[0], automa, iterations)
    results = [points(line) for line in lines]
    won = sum(has_won for _, _, has_won in results)
    low, high = wilson(won, games)
    mine, its = (mean(result[seat] for result in results) for seat in (0, 1))
    return (
        f"{f'{iterations} iterations':>24} v {automa!s:<24} {'both':8} {won:3} of {games} = {won / games:6.1%}"
        f" [{low:.1%} to {high:.1%}] {mine:5.1f} : {its:5.1f}  {demand:12} in Python too: 1"
    )
