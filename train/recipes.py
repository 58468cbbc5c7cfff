"""How the weights come about: generations of self-play, each with what the last one learned."""

import ctypes
import os
import re
from pathlib import Path

from engine.native.build import around
from engine.native.library import AUTOMA, NETWORK, SPOTS, numbers_of, opened

GENERATIONS = ((7_000, 150), (8_000, 300), (3_500, 300), (6_000, 300), (5_000, 150))
"""Games and iterations a move of each network. The first two are played by the network in the repository."""

RANKED = 2_000
"""Games in which it is looked how good the snug spots of patches are."""

ALONE = ((5_000, 1), (5_000, 1), (5_000, 1), (5_000, 30), (10_000, 30), (15_000, 30), (15_000, 50), (15_000, 50))
"""Games against the Automa, and iterations a move, of each generation. They begin with a guess."""

KEPT = 270_000
"""How many positions of earlier generations each of these learns from, too."""

RECORD = 256  # bytes of a position in a file of games (`games.h`)
RANDOM_MOVES = 0.04
EPOCHS = 10
SEED = 1


def network(folder: Path, games: float = 1.0) -> Path:
    """Learn `network.bin` anew, from games that begin with the one in the repository."""
    weights, played = NETWORK, folder / "network.games"
    played.unlink(missing_ok=True)
    for generation, (count, iterations) in enumerate(GENERATIONS, 1):
        write_games(weights, 1000 * SEED + generation, round(count * games), iterations, RANDOM_MOVES, played)
        if generation > 1:
            weights = folder / f"network-{generation}.bin"
            fit_network(played, weights)
    return weights


def spots(folder: Path, games: float = 1.0) -> Path:
    """Learn on what ranks the places for a patch, `spots.json`, from searches with both in the repository."""
    weights = numbers_of(SPOTS)
    _trainer().rank_spots(ctypes.c_uint64(7_000 + SEED), round(RANKED * games), ctypes.c_double(RANDOM_MOVES), weights)
    return _written(folder, SPOTS, weights)


def automa(folder: Path, games: float = 1.0) -> Path:
    """Learn the model of the Automa, `automa/weights.json`, anew, from nothing but the rules."""
    weights = numbers_of(AUTOMA)
    rounds = [number for count, iterations in ALONE for number in (max(1, round(count * games)), iterations)]
    order = (ctypes.c_int * len(rounds))(*rounds)
    _trainer().learn_alone(ctypes.c_uint64(SEED), KEPT, len(ALONE), order, weights)
    return _written(folder, AUTOMA, weights)


def write_games(network: Path, seed: int, games: int, iterations: int, randomness: float, into: Path) -> None:
    """Add games of a network with itself to a file; so many of the moves are random. Raises NoCompiler and OSError."""
    how = ctypes.c_uint64(seed), games, iterations, ctypes.c_double(randomness)
    if not _trainer(network).write_games(*how, os.fsencode(into)):
        raise OSError(f"cannot write {into}")


def fit_network(played: Path, into: Path, epochs: int = EPOCHS) -> list[float]:
    """Learn from games. Returns how far shares were off in games that were held out, before each epoch and at the end:
    the cross entropy.
    """
    positions, weights = played.read_bytes(), ctypes.create_string_buffer(NETWORK.stat().st_size)
    errors = (ctypes.c_double * (epochs + 1))()
    count = ctypes.c_long(len(positions) // RECORD)
    _trainer().fit(positions, count, epochs, ctypes.c_uint64(SEED), weights, errors)
    into.write_bytes(weights.raw)
    return list(errors)


def _trainer(network: Path = NETWORK) -> ctypes.CDLL:
    return opened(around(Path(__file__).with_name("train.c")), network)


def _written(folder: Path, like: Path, numbers: ctypes.Array[ctypes.c_int32]) -> Path:
    """Write a file like another one, with other numbers in their places."""
    path, left = folder / like.name, iter(numbers)
    path.write_text(re.sub(r"-?\d+", lambda _: str(next(left)), like.read_text()))
    return path
