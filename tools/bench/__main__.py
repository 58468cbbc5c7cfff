"""``python -m tools.bench [WORD]``: run the benchmarks (those with the word in their name) and print a table.

The exit status is 1 if one of `tools.bounds` is passed, or another goal is missed by more than a tenth. What depends on
the machine, or what no user would notice, is printed and fails nothing.
"""

import platform
import sys
from collections.abc import Callable

from PIL import features

from bot.footprint import keep_small
from render import deflate
from tools.bench.asked import ASKED
from tools.bench.calls import CALLS
from tools.bench.click import CLICK
from tools.bench.engine import ENGINE
from tools.bench.ladder import LADDER
from tools.bench.measure import ROUNDS, Result
from tools.bench.pictures import PICTURES
from tools.bench.proposals import needless_pockets
from tools.bench.reviews import REVIEWS
from tools.bench.rules import legal_move_lists, random_games
from tools.bench.thinking import loop_thinking
from tools.bench.visits import VISITS
from tools.bench.waits import WAITS
from tools.bench.years import TEN_YEARS

BENCHMARKS: list[Callable[[], Result]] = [
    random_games,
    legal_move_lists,
    needless_pockets,
    *PICTURES,
    *ASKED,
    *ENGINE,
    *REVIEWS,
    loop_thinking,
    *VISITS,
    *CALLS,
    *WAITS,
    *TEN_YEARS,
    *LADDER,
    *CLICK,
]


def main() -> int:
    """Run and print, in a process whose memory is set up like the bot's. Returns the exit status."""
    keep_small()
    word = sys.argv[1] if len(sys.argv) > 1 else ""
    versions = f"Python {platform.python_version()}, Pillow's zlib {features.version('zlib')}, ours {deflate.NAME}"
    print(f"{versions}, median of {ROUNDS} rounds in turns in one process, by CPU time unless a row says otherwise")
    print(f"{'':24}{'ours':>12}{'theirs':>12}  {'yardstick':26}{'ratio':>8}  goal")
    broken = []
    for benchmark in BENCHMARKS:
        if word in benchmark.__name__:
            result = benchmark()
            print(result, flush=True)
            broken += [result.name] if result.broken else []
    if broken:
        print(f"missed: {'; '.join(broken)}")
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
