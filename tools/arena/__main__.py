"""``make arena``: who beats whom, with 95 % intervals. Each ring is played from both seats.

With the search in Python it takes a day.
"""

import sys
from collections.abc import Sequence
from itertools import pairwise, product
from random import randrange

from engine.levels import LEVELS
from game import Automa
from tools.arena import advice, ends, reviews, shares
from tools.arena.automa import against
from tools.arena.beginners import BEGINNERS
from tools.arena.matches import (
    GREEDY,
    TRACKS,
    Competitor,
    Result,
    level,
    match,
    playing,
    rings,
    searching,
    wilson,
)

PAIRS, PAIRS_MET = 100, 500

BEGINNERS_MEET = 4
"""How many levels the beginners play, from the weakest on."""

STEP = "65 to 85 %"
"""How often a level is to beat the one below."""

MEETS = {("worth, tidy", "tassel"), ("largest, sloppy", "pompom")}
"""Who is to find a rival of the same strength in which level."""


def show(one: Competitor, two: Competitor, demand: str, seed: int, track: str = "revised", pairs: int = PAIRS) -> None:
    """Play a match and print a line."""
    tell(one, two, demand, track, match(one, two, track, list(rings(pairs, seed))))


def show_beginners(seed: int) -> None:
    """Let the beginners play the weakest levels; more, and on both layouts, where somebody is to find their equal."""
    for one, name in product([playing(*who) for who in BEGINNERS], list(LEVELS)[:BEGINNERS_MEET]):
        if (one.name, name) in MEETS:
            for track in TRACKS:
                show(one, level(name), "40 to 60 %", seed, track, PAIRS_MET)
        else:
            show(one, level(name), "", seed)


def show_starters(player: Competitor, seed: int, count: int = 600) -> None:
    """Let somebody play against itself, on both layouts, and print how often the first player has won."""
    results = [each for track in TRACKS for each in match(player, player, track, list(rings(count, seed)))[::2]]
    won, played = sum(winner == 1 for _, _, winner in results), len(results)
    low, high = wilson(won, played)
    print(
        f"{player.name:>24} v itself: the first player wins {won} of {played} = {won / played:.1%}"
        f" [{low:.1%} to {high:.1%}]",
        flush=True,
    )


def tell(one: Competitor, two: Competitor, demand: str, track: str, results: list[Result]) -> None:
    """Print the line of a match."""
    won, played = sum(winner == 1 for _, _, winner in results), len(results)
    low, high = wilson(won, played)
    mine, theirs = (sum(result[seat] for result in results) / played for seat in (0, 1))
    print(
        f"{one.name:>24} v {two.name:<24} {track:8} {won:3} of {played} = {won / played:6.1%}"
        f" [{low:.1%} to {high:.1%}] {mine:5.1f} : {theirs:5.1f}  {demand}",
        flush=True,
    )


def main() -> None:
    """Play all matches, or those whose first player is named; ``beginners``, ``starters``, ``reviews``, ``shares``,
    ``alone``, ``ends``, ``advice``.

    Numbers say what rings are dealt: the same number, the same rings. Without one they are new each time.
    """
    seeds = [int(word) for word in sys.argv[1:] if word.isdecimal()] or [randrange(10**6)]
    chosen = [word for word in sys.argv[1:] if not word.isdecimal()]
    for seed in seeds:
        print(f"rings of {seed}:", flush=True)
        play(chosen, seed)


def play(chosen: Sequence[str], seed: int) -> None:
    """Play what was chosen, or everything."""
    names = list(LEVELS)
    if not chosen or "greedy" in chosen:
        show(searching(30), GREEDY, ">= 93 %", seed)
        show(searching(1_500), GREEDY, ">= 99 %", seed)
    if not chosen or "beginners" in chosen:
        show_beginners(seed)
    for track in TRACKS[::-1]:
        for below, name in pairwise(names):
            if not chosen or name in chosen:
                show(level(name), level(below), STEP, seed, track)
    if not chosen or "automa" in chosen:
        print(against(Automa("master", "normal"), 1_000 * seed, ">= 80 %"), flush=True)
        print(against(Automa("legend", "normal"), 1_000 * seed, ">= 40 %"), flush=True)
    if "tactical" in chosen:
        print(against(Automa("legend", "tactical"), 1_000 * seed), flush=True)
    for two_below, _, name in zip(names, names[1:], names[2:], strict=False):
        if not chosen or name in chosen:
            show(level(name), level(two_below), ">= 85 %", seed)
    if not chosen or "starters" in chosen:
        for player in (*map(level, ("pompom", "pin", "needle")), searching(400)):
            show_starters(player, seed)
    for word, lines in (
        ("shares", shares.lines),
        ("alone", shares.alone_lines),
        ("ends", ends.lines),
        ("reviews", reviews.lines),
        ("advice", advice.lines),
    ):
        if not chosen or word in chosen:
            for line in lines(seed):
                print(line, flush=True)


if __name__ == "__main__":
    main()
