"""``python -m train.automa FILE``: learn the weights of the Automa's model anew, from nothing but the rules.

The same seed gives the same weights on the same machine.
"""

import argparse
import subprocess
import sys
import time
from pathlib import Path

from engine.native.build import NoCompiler
from train.automa.build import compiled

RECIPE = ((5_000, 1), (5_000, 1), (5_000, 1), (5_000, 30), (10_000, 30), (15_000, 30), (15_000, 50), (15_000, 50))
"""The generations: how many games each plays, and with how many iterations a move."""

KEPT = 270_000
"""How many positions of earlier generations each one learns from, too."""


def main() -> None:
    """Run the recipe, and write the weights."""
    parser = argparse.ArgumentParser(prog="python -m train.automa", description=__doc__)
    parser.add_argument("file", type=Path, help="where the weights are written, as engine/automa/weights.json")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--games", type=float, default=1.0, help="how many games to play, as a share of the recipe's")
    words = parser.parse_args()
    begun = time.monotonic()
    generations = [str(number) for games, each in RECIPE for number in (max(1, round(games * words.games)), each)]
    try:
        program = compiled()
    except NoCompiler as error:
        sys.exit(str(error))
    command = [str(program), "learn", str(words.seed), str(KEPT), *generations]
    done = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True)  # noqa: S603 our own program
    words.file.write_text(done.stdout, encoding="utf-8")
    print(f"{words.file} after {time.monotonic() - begun:.0f} s")


if __name__ == "__main__":
    main()
