"""``python -m train network|spots|automa FOLDER``: learn the weights of the value anew: see train/README.md."""

import argparse
import signal
import sys
import time
from pathlib import Path

from engine.native.build import NoCompiler
from train import recipes

RECIPES = {each.__name__: each for each in (recipes.network, recipes.spots, recipes.automa)}


def main() -> None:
    """Run a recipe, and say where the weights are."""
    parser = argparse.ArgumentParser(prog="python -m train", description="Learn the weights of the value anew.")
    value = "what a position is worth, what ranks spots, or what a game against the Automa is worth"
    parser.add_argument("value", choices=RECIPES, help=value)
    parser.add_argument("folder", type=Path, help="where games and weights are written (about 400 MB)")
    words = parser.parse_args()
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # nothing in Python runs meanwhile
    words.folder.mkdir(parents=True, exist_ok=True)
    begun = time.monotonic()
    try:
        weights = RECIPES[words.value](words.folder)
    except (NoCompiler, OSError) as error:
        sys.exit(str(error))
    print(f"{weights} after {time.monotonic() - begun:.0f} s")


if __name__ == "__main__":
    main()
