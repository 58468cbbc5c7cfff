"""How the weights came about: generations of self-play, each with what the last one learned."""

import json
import subprocess
from collections.abc import Callable
from pathlib import Path

import engine
from engine.windows import KIND, WINDOWS
from train.build import compiled

LINEAR = ((1_500, 60),) * 3 + ((4_000, 100),) * 3 + ((7_000, 150),)
"""Games and iterations a move of each generation of the linear value; it is at its limit then."""

NETWORK = ((7_000, 150), (8_000, 300), (3_500, 300), (6_000, 300), (5_000, 150))
"""The same for the network; the first two generations are played by the linear value."""

KEPT = 2
"""From how many generations the linear value learns at a time. The network learns from all there are."""

SPOTS = 2_000
"""Games in which it is looked how good the snug spots of patches are."""

RANDOM_MOVES = 0.04

YARDSTICK = Path(__file__).with_name("linear.json")
"""The linear value that played the first games."""

SEED = 1
"""With it, the recipes give `engine/network.bin` and `engine/spots.json` to the byte."""


def linear(folder: Path, seed: int, games: float = 1.0) -> Path:
    """Learn `linear.json`, beginning with a rule of thumb."""
    learn = _linear_learner()
    weights, played = folder / "linear-0.json", []
    weights.write_text(json.dumps(rule_of_thumb()))
    for generation, (count, iterations) in enumerate(LINEAR, 1):
        games_of = folder / f"linear-{generation}.games"
        played.append(_play(games_of, str(weights), 1000 * seed + generation, round(count * games), iterations))
        weights = folder / f"linear-{generation}.json"
        learn(played[-KEPT:], weights)
    return weights


def network(folder: Path, seed: int, games: float = 1.0) -> Path:
    """Learn `network.bin`, beginning with games of the linear value that is in the repository."""
    quilts = str(YARDSTICK)
    weights, played = folder / "network-0.bin", []
    for generation, (count, iterations) in enumerate(NETWORK, 1):
        player = quilts if generation <= 2 else f"{quilts}+{weights}"
        games_of = folder / f"network-{generation}.games"
        played.append(_play(games_of, player, 1000 * seed + generation, round(count * games), iterations))
        if generation > 1:
            weights = folder / f"network-{generation}.bin"
            fit_network(played, weights, seed)
    return weights


def spots(folder: Path, seed: int, games: float = 1.0) -> Path:
    """Learn `spots.json`, what ranks the places for a patch, from searches with the network in the repository."""
    network, weights = Path(engine.__file__).with_name("network.bin"), folder / "spots.json"
    words = ["rank", f"{YARDSTICK}+{network}", 7_000 + seed, round(SPOTS * games), weights]
    subprocess.run([str(compiled()), *map(str, words)], check=True)  # noqa: S603 our own program
    return weights


def _play(path: Path, player: str, seed: int, games: int, iterations: int) -> Path:
    words = ["data", player, seed, games, iterations, RANDOM_MOVES, path]
    subprocess.run([str(compiled()), *map(str, words)], check=True)  # noqa: S603 our own program
    return path


def fit_network(played: list[Path], into: Path, seed: int, epochs: int = 10) -> str:
    """Learn from games; returns what the error was after each epoch, on games that were held out."""
    words = ["fit", into, "-", epochs, 0.002, 0.6, 0.5, seed, *played]
    command = [str(compiled()), *map(str, words)]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout  # noqa: S603 our own program


def _linear_learner() -> Callable[[list[Path], Path], None]:
    """Make what learns linear weights from games, and writes them. Raises RuntimeError without numpy."""
    try:
        from train import linear
        from train.data import Positions
    except ModuleNotFoundError as missing:
        raise RuntimeError(
            "The linear value is learned with numpy: run `pip install numpy` in an environment of your own."
        ) from missing
    return lambda played, into: linear.save(linear.fit(Positions(*played)), into)


def rule_of_thumb() -> dict[str, list[list[int]]]:
    """The weights before anything was learned: squares, straight edges, no holes, buttons, income and time."""
    windows = [0] * WINDOWS
    for window, kind in enumerate(KIND):
        covered, beside = window >> 4 & 1, [window >> square & 1 for square in (1, 3, 5, 7)]
        edges = sum(square != covered for square in beside)
        windows[kind] = round(256 * (2 * covered - 0.15 * edges - 2 * (edges == 4 and not covered)))
    rest = [0, 0, 256, 0, 256, *[0] * 8]
    side = [[*windows, *rest, 256 * (time - 162)] for time in (175, 88, 0)]
    return {"side": side, "mover": [[0, 0, 0, 0, 128, 40, 0, -20]] * 3}
