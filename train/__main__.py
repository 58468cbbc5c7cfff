"""``python -m train network|spots|automa FOLDER``: learn the weights of the value anew: see train/README.md."""

import argparse
import sys
import time
from pathlib import Path

from engine.native.build import NoCompiler
from train import recipes


def main() -> None:
    """Run a recipe, and say where the weights are."""
    parser = argparse.ArgumentParser(prog="python -m train", description="Learn the weights of the value anew.")
    parser.add_argument(
        "value",
        choices=["network", "spots", "automa"],
        help="what a position is worth, what ranks spots, or what a game against the Automa is worth",
    )
    parser.add_argument("folder", type=Path, help="where games and weights are written (about 600 MB)")
    parser.add_argument("--seed", type=int, default=recipes.SEED)
    parser.add_argument("--games", type=float, default=1.0, help="how many games to play, as a share of the recipe's")
    words = parser.parse_args()
    words.folder.mkdir(parents=True, exist_ok=True)
    begun = time.monotonic()
    try:
        weights = getattr(recipes, words.value)(words.folder, words.seed, words.games)
    except NoCompiler as error:
        sys.exit(str(error))
    print(f"{weights} after {time.monotonic() - begun:.0f} s")


if __name__ == "__main__":
    main()
