"""``python -m tests.bench [WORD]``: run the benchmarks (those with the word in their name) and print a table."""

from __future__ import annotations

import platform
import sys
from collections.abc import Callable

from PIL import features

from render import deflate
from tests.bench.click import CLICK
from tests.bench.engine import ENGINE
from tests.bench.measure import ROUNDS, Result
from tests.bench.pictures import (
    loop_lag,
    panel_bytes,
    panel_picture,
    picture_bytes,
    replay,
    turn_picture,
    two_threads,
)
from tests.bench.rules import legal_move_lists, random_games
from tests.bench.thinking import loop_thinking
from tests.bench.waits import WAITS

BENCHMARKS: list[Callable[[], Result]] = [
    random_games,
    legal_move_lists,
    turn_picture,
    panel_picture,
    picture_bytes,
    panel_bytes,
    two_threads,
    loop_lag,
    replay,
    *ENGINE,
    loop_thinking,
    *WAITS,
    *CLICK,
]


def main() -> None:
    """Run and print. The ratios are goals to look at, not gates: the exit status is always 0."""
    word = sys.argv[1] if len(sys.argv) > 1 else ""
    versions = f"Python {platform.python_version()}, Pillow's zlib {features.version('zlib')}, ours {deflate.NAME}"
    print(f"{versions}, median of {ROUNDS} interleaved rounds in one process, by CPU time")
    print(f"{'':24}{'ours':>12}{'theirs':>12}  {'yardstick':26}{'ratio':>8}  goal")
    for benchmark in BENCHMARKS:
        if word in benchmark.__name__:
            print(benchmark(), flush=True)


if __name__ == "__main__":
    main()
