"""How fast the engine searches, what it takes for a move, and how soon it stops: figures beside what they should be.

All but the iterations a second are measured at ``python -m engine``, as the bot starts it.
"""

import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

from engine.levels import LEVELS
from engine.native.library import loaded
from engine.search import think, think_in_python
from game import Position, parse_move
from game.position import start
from tests.render.positions import moves_of
from tools.bench.measure import ABSOLUTE, WALL, Result, at_most

REPO = Path(__file__).resolve().parents[2]
STRONGEST = list(LEVELS)[-1]

ITERATIONS = 3_000
OPENING, MIDDLE = slice(0, 6), slice(14, 26)
"""The moves of a game in which the speed is taken."""

QUEUED = 20
"""How many long searches are asked for before one says to stop: a single one may be over by then."""

GAMES = (5, 6)
"""Whose rings the engine plays at its strongest, against itself."""


def engine_opening() -> Result:
    """Iterations in a second of CPU in the opening, where every quilt is new, in Python."""
    return _speed("engine, opening", OPENING, 4_000)


def engine_middle() -> Result:
    """The same in the middle of the game."""
    return _speed("engine, middle game", MIDDLE, 8_000)


def engine_compiled() -> Result:
    """Tell how many times as fast the search in C is, over a game. Where it is not compiled, that is 1."""
    positions = [position for position in _game() if not position.over]
    in_python = sum(think_in_python(position, ITERATIONS).cpu for position in positions)
    compiled = sum(think(position, ITERATIONS, states=0).cpu for position in positions)
    return Result(
        "engine, compiled",
        f"{1000 * compiled:.0f} ms",
        f"{1000 * in_python:.0f} ms",
        "in Python",
        in_python / compiled,
        10 if loaded() else 0,
    )


def engine_move() -> Result:
    """The most CPU that a move of the strongest level takes."""
    return at_most("engine, longest move", _measured()["move"], 1.2, ABSOLUTE)


def engine_memory() -> Result:
    """The most memory that the process ever has while it plays two games at its strongest."""
    taken = _measured()["megabytes"]
    return Result("engine, memory", f"{taken:.0f} MB", "100 MB", "what it may", taken / 100, 1, at_most=True)


def engine_start() -> Result:
    """From the start of the process to its first answer."""
    return at_most("engine, start", _measured()["start"], 0.5, WALL)


def engine_stop() -> Result:
    """From ``stop`` to the answer, at worst."""
    return at_most("engine, stop", _measured()["stop"], 0.1, WALL)


ENGINE = [engine_opening, engine_middle, engine_compiled, engine_move, engine_memory, engine_start, engine_stop]


def _speed(name: str, moves: slice, goal: int) -> Result:
    thoughts = [think_in_python(position, ITERATIONS) for position in _game()[moves]]
    speed = sum(thought.iterations for thought in thoughts) / sum(thought.cpu for thought in thoughts)
    return Result(name, f"{speed:,.0f}/s", f"{goal:,}/s", "what it should", speed / goal, 1, loose=ABSOLUTE)


@cache
def _game() -> list[Position]:
    positions = [_start(GAMES[0])]
    while not positions[-1].over:
        positions.append(positions[-1].play(think(positions[-1], 30).move).position)
    return positions


def _start(seed: int) -> Position:
    return start("classic", moves_of(seed)[0])


@cache
def _measured() -> dict[str, float]:
    began = time.perf_counter()
    with _engine() as engine:
        first = _ask(engine, f"position {_start(GAMES[0])}", "go level pin")
        assert first.startswith("move")
        figures = {"start": time.perf_counter() - began}
        figures["move"] = max(cpu for seed in GAMES for cpu in _played(engine, _start(seed)))
        status = Path(f"/proc/{engine.pid}/status").read_text()
        figures["megabytes"] = int(status.split("VmHWM:")[1].split()[0]) / 1000
        figures["stop"] = max(
            _stopping(engine, position) for position in _game()[:30] if len(position.legal_moves) > 50
        )
    return figures


def _played(engine: subprocess.Popen[str], position: Position) -> Iterator[float]:
    """Seconds of CPU of each move of a game."""
    while not position.over:
        _, move, *_, milliseconds_taken = _ask(engine, f"position {position}", f"go level {STRONGEST}").split()
        position = position.play(parse_move(move)).position
        yield int(milliseconds_taken) / 1000


def _stopping(engine: subprocess.Popen[str], position: Position) -> float:
    _tell(engine, f"position {position}", *["go iterations 100000"] * QUEUED)
    time.sleep(0.1)
    began = time.perf_counter()
    answers = [_ask(engine, "stop"), *(_ask(engine) for _ in range(QUEUED - 1))]
    assert answers[-1] == "stopped", answers
    return time.perf_counter() - began


@contextmanager
def _engine() -> Iterator[subprocess.Popen[str]]:
    command = [sys.executable, "-m", "engine"]
    with subprocess.Popen(command, cwd=REPO, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as engine:
        yield engine
        _tell(engine, "quit")


def _tell(engine: subprocess.Popen[str], *lines: str) -> None:
    assert engine.stdin
    engine.stdin.write("".join(f"{line}\n" for line in lines))
    engine.stdin.flush()


def _ask(engine: subprocess.Popen[str], *lines: str) -> str:
    assert engine.stdout
    _tell(engine, *lines)
    return engine.stdout.readline().strip()
