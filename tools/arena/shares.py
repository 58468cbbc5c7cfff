"""``make arena ARGS="shares alone"``: do those who are said to win 70 % win 70 %, in games that taught nobody?"""

import tempfile
from collections.abc import Iterator, Sequence
from itertools import product
from math import log, pow
from pathlib import Path
from random import Random
from statistics import mean
from typing import NamedTuple

from engine.native.library import NETWORK
from engine.value import SLOPE
from game import Automa
from game.automa import DECKS, LEVELS
from game.squares import LAST
from tools.arena.automa import played
from train.recipes import RECORD, write_games

GAMES, ITERATIONS, UNSEEN = 800, 300, 2_000_001
"""From the last on are the seeds of games from which nothing was learned."""

SLIPS = 0.01
"""The share of moves made at random. Without any, shares are surer than they are of people (a slope of 1.55)."""

GAMES_ALONE, HINT = 400, 2_000
"""Games against each level of the Automa with each deck, and how many iterations a hint has."""

IN_DOUBT = 0.1, 0.5
"""Between which shares what is said and what happened are to differ by 0.08 at most, against each level."""

SPACES, WON, SAID = 204, 231, 234
"""Where a position of self-play has both spaces, who won, and what the search said (see `train/games.h`)."""

SLOPES = [1 + step / 20 for step in range(17)]


Games = Sequence[Sequence[tuple[float, bool]]]
"""Of the positions of some games, what was said in each and whether it happened."""

DRAWN = 400
"""How often games are drawn anew for an interval."""


class Said(NamedTuple):
    """The mean share of a search for the side to move, whether that side won, and the spaces gone by both tokens."""

    share: float
    won: bool
    gone: int


def positions(seed: int, games: int) -> list[Said]:
    """Collect what was said in games of the engine with itself, but where the search came to their ends."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "games"
        write_games(NETWORK, UNSEEN + seed, games, ITERATIONS, SLIPS, file)
        raw = file.read_bytes()
    said = (_said(raw[at : at + RECORD]) for at in range(0, len(raw), RECORD))
    return [each for each in said if 0.001 < each.share < 0.999]


def alone(automa: Automa, games: int, seed: int) -> Games:
    """List what a hint says in each position of some games of the search against the Automa, and whether it happened.

    In four of five games a beginner makes the first moves: otherwise hardly any against the weaker levels are in doubt.
    """
    first = UNSEEN + 1_000 * seed
    ends = (played(automa, number, HINT, clumsy=number % 5 * 4) for number in range(first, first + games))
    return [[(share, end.winner == 1) for share in said] for end, said in ends]


def alone_lines(seed: int, games: int = GAMES_ALONE) -> Iterator[str]:
    """For each level and deck of the Automa a line for each tenth of what hints say, and one for what is in doubt."""
    for deck, level in product(DECKS, LEVELS):
        automa = Automa(level, deck)
        seen = alone(automa, games, seed)
        for low, high in (*((tenth / 10, (tenth + 1) / 10) for tenth in range(10)), IN_DOUBT):
            if here := _between(seen, low, high):
                told, happened = (mean(each) for each in zip(*here, strict=True))
                yield f"{automa}: said {told:.2f}, happened {happened:.2f} ({len(here)} positions)"
        yield f"{automa}: in doubt, {_more(seen, Random(seed))} happened than was said"


def _between(seen: Games, low: float, high: float) -> list[tuple[float, bool]]:
    return [each for game in seen for each in game if low <= each[0] < high]


def _more(seen: Games, chance: Random) -> str:
    """Say how much more happened than was said in doubt: an interval of 95 %, by drawing games anew, since all
    that is said in a game comes true or not together.
    """
    drawn = (_between(chance.choices(seen, k=len(seen)), *IN_DOUBT) for _ in range(DRAWN))
    more = sorted(mean(won - share for share, won in each) for each in drawn if each)
    return f"{more[len(more) // 40]:+.2f} to {more[-len(more) // 40]:+.2f}" if more else "nothing"


def _said(row: bytes) -> Said:
    return Said(int.from_bytes(row[SAID : SAID + 2], "little") / 65535, row[WON] == 1, row[SPACES] + row[SPACES + 1])


def steeper(share: float, slope: float) -> float:
    """A share with the log of its odds so many times as large."""
    for_it, against = pow(share, slope), pow(1 - share, slope)
    return for_it / (for_it + against)


def fitted(said: list[Said]) -> float:
    """The slope under which what happened is likeliest."""

    def surprise(slope: float) -> float:
        return sum(-log(steeper(each.share if each.won else 1 - each.share, slope)) for each in said)

    return min(SLOPES, key=surprise)


def lines(seed: int, games: int = GAMES) -> Iterator[str]:
    """The slope that fits best, and with the one in use a line for each tenth of what is said."""
    said = positions(seed, games)
    yield f"slope {fitted(said):.2f}; in use {SLOPE}"
    for part in range(3):
        here = [each for each in said if each.gone * 3 // (2 * LAST + 1) == part]
        brier = mean((steeper(each.share, SLOPE) - each.won) ** 2 for each in here)
        yield f"third {part + 1} of the game: slope {fitted(here):.2f}, Brier {brier:.3f} ({len(here)} positions)"
    for tenth in range(10):
        here = [each for each in said if int(10 * steeper(each.share, SLOPE)) == tenth]
        told, before = mean(steeper(each.share, SLOPE) for each in here), mean(each.share for each in here)
        happened = mean(each.won for each in here)
        yield f"said {told:.2f}, before the slope {before:.2f}, happened {happened:.2f} ({len(here)} positions)"
