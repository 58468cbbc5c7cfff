"""``make arena``: who beats whom, with 95 % intervals. Each ring is played from both seats.

The C copy plays, which makes the same moves as the engine (see tests/train/test_copy.py), but without a limit of CPU.
The first games of each match are played in Python, too, and must come out the same to the point. The weakest levels and
the beginners are quick, and play in Python alone.
"""

import sys
from concurrent.futures import ProcessPoolExecutor
from itertools import pairwise

from engine.levels import LEVELS
from game import Automa
from tools.arena import reviews, shares
from tools.arena.automa import against
from tools.arena.beginners import BEGINNERS
from tools.arena.matches import (
    GREEDY,
    TRACKS,
    Competitor,
    Result,
    by_copy,
    in_python,
    level,
    limited,
    linear,
    playing,
    rings,
    searching,
    wilson,
)

PAIRS = 100
CHECKED = 1
"""How many rings of a match are played in Python, too."""

BEGINNERS_MEET = 4
"""How many levels the beginners play, from the weakest on."""

STEP = "65 to 85 %"
"""How often a level is to beat the one below."""

MEETS = {("worth, tidy", "tassel"), ("largest, sloppy", "pompom")}
"""Who is to find a rival of the same strength in which level."""


def show(one: Competitor, two: Competitor, demand: str, track: str = "revised", pairs: int = PAIRS) -> None:
    """Play a match and print a line."""
    dealt = list(rings(pairs, seed=15))
    if not (one.copy and two.copy):
        tell(one, two, demand, track, in_python(one, two, track, dealt), "all in Python")
        return
    results = by_copy(one, two, track, dealt)
    checked = CHECKED if one.move and two.move and pairs else 0
    assert in_python(one, two, track, dealt[:checked]) == results[: 2 * checked], "the C copy plays otherwise"
    tell(one, two, demand, track, results, f"in Python too: {2 * checked}")


def show_limited(one: str, two: str, demand: str, track: str = "revised") -> None:
    """Play a match of levels with their limits of CPU, all of it in Python, and print a line."""
    players = limited(one), limited(two)
    with ProcessPoolExecutor() as processes:
        results = in_python(*players, track, list(rings(PAIRS, seed=15)), processes.map)
    tell(*players, demand, track, results, "all in Python")


def show_starters(player: Competitor, count: int = 600) -> None:
    """Let somebody play against itself, on both layouts, and print how often the first player has won."""
    play = by_copy if player.copy else in_python
    results = [each for track in TRACKS for each in play(player, player, track, list(rings(count, seed=16)))[::2]]
    won, played = sum(winner == 1 for _, _, winner in results), len(results)
    low, high = wilson(won, played)
    print(
        f"{player.name:>24} v itself: the first player wins {won} of {played} = {won / played:.1%}"
        f" [{low:.1%} to {high:.1%}]",
        flush=True,
    )


def tell(one: Competitor, two: Competitor, demand: str, track: str, results: list[Result], how: str) -> None:
    """Print the line of a match."""
    won, played = sum(winner == 1 for _, _, winner in results), len(results)
    low, high = wilson(won, played)
    mine, theirs = (sum(result[seat] for result in results) / played for seat in (0, 1))
    print(
        f"{one.name:>24} v {two.name:<24} {track:8} {won:3} of {played} = {won / played:6.1%}"
        f" [{low:.1%} to {high:.1%}] {mine:5.1f} : {theirs:5.1f}  {demand:12} {how}",
        flush=True,
    )


def main() -> None:
    """Play all matches, or those whose first player is named; ``beginners``, ``starters``, ``reviews``, ``shares``,
    ``limited`` (an hour of CPU).
    """
    chosen = sys.argv[1:]
    names = list(LEVELS)
    if not chosen or "greedy" in chosen:
        show(searching(30), GREEDY, ">= 93 %")
        show(searching(1_500), GREEDY, ">= 99 %")
    if not chosen or "linear" in chosen:
        show(searching(1_000), linear(1_000), ">= 55 %")
    if not chosen or "beginners" in chosen:
        for taste, hand in BEGINNERS:
            for name in names[:BEGINNERS_MEET]:
                one = playing(taste, hand)
                show(one, level(name), "40 to 60 %" if (one.name, name) in MEETS else "")
    for track in TRACKS[::-1]:
        for below, name in pairwise(names):
            if not chosen or name in chosen:
                show(level(name), level(below), STEP, track)
    if not chosen or "automa" in chosen:
        print(against(Automa("master", "normal"), ">= 80 %"), flush=True)
        print(against(Automa("legend", "normal"), ">= 40 %"), flush=True)
    if "limited" in chosen:
        for track in TRACKS[::-1]:
            show_limited(names[-1], names[-2], STEP, track)
    if "tactical" in chosen:
        print(against(Automa("legend", "tactical")), flush=True)
    for two_below, _, name in zip(names, names[1:], names[2:], strict=False):
        if not chosen or name in chosen:
            show(level(name), level(two_below), ">= 85 %")
    if not chosen or "starters" in chosen:
        for player in (*map(level, ("pompom", "pin", "needle")), searching(400)):
            show_starters(player)
    if not chosen or "shares" in chosen:
        for line in (*shares.lines(), *shares.alone_lines()):
            print(line, flush=True)
    if not chosen or "reviews" in chosen:
        for seed in [int(word) for word in chosen if word.isdecimal()] or [reviews.SEED]:
            for line in reviews.lines(seed=seed):
                print(line, flush=True)


if __name__ == "__main__":
    main()
