"""``python -m tests.bench [WORD]``: run the benchmarks (those with the word in their name) and print a table."""

from __future__ import annotations

import platform
import sys
from collections.abc import Callable

from tests.bench.measure import ROUNDS, Result
from tests.bench.rules import legal_move_lists, random_games

BENCHMARKS: list[Callable[[], Result]] = [random_games, legal_move_lists]


def main() -> None:
    """Run and print. The ratios are goals to look at, not gates: the exit status is always 0."""
    word = sys.argv[1] if len(sys.argv) > 1 else ""
    print(f"Python {platform.python_version()}, median of {ROUNDS} interleaved rounds in one process")
    print(f"{'':20}{'ours':>12}{'theirs':>12}  {'yardstick':20}{'ratio':>8}{'goal':>10}")
    for benchmark in BENCHMARKS:
        if word in benchmark.__name__:
            result = benchmark()
            goal = f">= {result.goal:g} " + ("" if result.ratio >= result.goal else "missed")
            print(
                f"{result.name:20}{result.ours:10,.0f}/s{result.theirs:10,.0f}/s  "
                f"{result.yardstick:20}{result.ratio:7.1f}x  {goal}"
            )


if __name__ == "__main__":
    main()
