"""How the weights come about: generations of self-play, each with what the last one learned."""

import subprocess
from pathlib import Path

import engine
from engine.native.build import program

NETWORK = ((7_000, 150), (8_000, 300), (3_500, 300), (6_000, 300), (5_000, 150))
"""Games and iterations a move of each generation. The first two are played by the network in the repository."""

SPOTS = 2_000
"""Games in which it is looked how good the snug spots of patches are."""

AUTOMA = ((5_000, 1), (5_000, 1), (5_000, 1), (5_000, 30), (10_000, 30), (15_000, 30), (15_000, 50), (15_000, 50))
"""Games against the Automa, and iterations a move, of each generation. They begin with a guess."""

KEPT = 270_000
"""How many positions of earlier generations each of these learns from, too."""

RANDOM_MOVES = 0.04

ENGINE = Path(engine.__file__).parent
RANKS, LEARNED, MODEL = ENGINE / "spots.json", ENGINE / "network.bin", ENGINE / "automa/weights.json"
"""The weights in the repository."""

SEED = 1


def network(folder: Path, seed: int, games: float = 1.0) -> Path:
    """Learn `network.bin` anew, from games that begin with the one in the repository."""
    weights, played = LEARNED, []
    for generation, (count, iterations) in enumerate(NETWORK, 1):
        games_of = folder / f"network-{generation}.games"
        run("data", weights, 1000 * seed + generation, round(count * games), iterations, RANDOM_MOVES, games_of)
        played.append(games_of)
        if generation > 1:
            weights = folder / f"network-{generation}.bin"
            fit_network(played, weights, seed)
    return weights


def spots(folder: Path, seed: int, games: float = 1.0) -> Path:
    """Learn on what ranks the places for a patch, `spots.json`, from searches with both in the repository."""
    weights = folder / "spots.json"
    run("rank", LEARNED, 7_000 + seed, round(SPOTS * games), weights)
    return weights


def automa(folder: Path, seed: int, games: float = 1.0) -> Path:
    """Learn the model of the Automa, `automa/weights.json`, anew, from nothing but the rules."""
    weights = folder / "weights.json"
    rounds = [number for count, iterations in AUTOMA for number in (max(1, round(count * games)), iterations)]
    run("automa", weights, seed, KEPT, *rounds)
    return weights


def fit_network(played: list[Path], into: Path, seed: int, epochs: int = 10) -> str:
    """Learn from games; returns what the error was after each epoch, on games that were held out."""
    return run("fit", into, "-", epochs, 0.002, 0.6, 0.5, seed, *played)


def run(what: str, *words: object) -> str:
    """Let the program in C do something, and return what it prints. Raises NoCompiler."""
    command = [str(program(Path(__file__).with_name("main.c"))), what, str(RANKS), *map(str, words)]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout  # noqa: S603 our own program
