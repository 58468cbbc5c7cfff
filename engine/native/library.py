"""The compiled search, loaded into this process: positions go in as numbers, and thoughts come out."""

from __future__ import annotations

import ctypes
import json
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path
from time import thread_time

from engine.moves import move_of
from engine.native.build import place
from engine.state import State, Table, encode, table_of
from engine.thoughts import IsCancelled, Line, Thought
from game import ADVANCE, Move, Position

_HALF = (1 << 64) - 1
_TRACKS = ("classic", "revised")
_RING = 33
_LINES = 19

STOPPED, SEARCHED, SOLVED, ENDED = range(4)
"""How an answer was come by: as in library.c."""


class _Question(ctypes.Structure):
    _fields_ = (
        ("mask", ctypes.c_uint64 * 2 * 2),
        ("left", ctypes.c_uint64),
        *((name, ctypes.c_int32 * 2) for name in ("buttons", "space", "income")),
        *((name, ctypes.c_int32) for name in ("pawn", "bonus", "leather", "track", "count")),
        ("ring", ctypes.c_int32 * _RING),
    )


class _Line(ctypes.Structure):
    _fields_ = (
        ("sewn", ctypes.c_uint64 * 2),
        ("share", ctypes.c_double),
        ("points", ctypes.c_double),
        ("patch", ctypes.c_int32),
        ("visits", ctypes.c_int32),
        ("result", ctypes.c_int32),
    )


class _Answer(ctypes.Structure):
    _fields_ = (
        ("how", ctypes.c_int32),
        ("count", ctypes.c_int32),
        ("iterations", ctypes.c_int32),
        ("line", _Line * _LINES),
    )


_CANCELLED = ctypes.CFUNCTYPE(ctypes.c_int)


class Library:
    """The search of one loaded file. It is for one thread."""

    def __init__(self, path: Path) -> None:
        """Load it, with the weights beside this package. Raises OSError if it is no library of ours."""
        self._c = ctypes.CDLL(str(path))
        engine = Path(__file__).parents[1]
        network = (engine / "network.bin").read_bytes()
        spots = json.loads((engine / "spots.json").read_text())
        windows, missing = (_ints(number for row in spots[name] for number in row) for name in ("windows", "missing"))
        if not self._c.open_library(network, len(network), windows, missing, len(windows) + len(missing)):
            raise OSError(f"{path} expects other weights, or another machine")

    def think(self, position: Position, iterations: int, states: int, cancelled: IsCancelled) -> Thought:
        """`engine.search.think`."""
        start = thread_time()
        table = table_of(position)
        state = encode(position, table)
        answer = _Answer()
        question = _question(state, table, leather=bool(position.leather))
        asked = _CANCELLED(cancelled)
        if not self._c.think(ctypes.byref(question), iterations, states, asked, ctypes.byref(answer)):
            raise ValueError(f"nothing can be searched from {position}")
        told = sorted(answer.line[: answer.count], key=_ORDERS[answer.how], reverse=True)
        lines = [_line(each, state) for each in told]
        exact, stopped = answer.how in (SOLVED, ENDED), answer.how == STOPPED
        cpu = thread_time() - start
        return Thought(lines[0].move, lines[0].share, tuple(lines), answer.iterations, cpu, exact, stopped)


@cache
def loaded() -> Library | None:
    """The library, if it was compiled from these very sources."""
    try:
        return Library(place())
    except OSError:
        return None


def _ints(numbers: Iterable[int]) -> ctypes.Array[ctypes.c_int32]:
    values = tuple(numbers)
    return (ctypes.c_int32 * len(values))(*values)


def _question(state: State, table: Table, *, leather: bool) -> _Question:
    mask, buttons, space, income, mask2, buttons2, space2, income2, left, pawn, bonus = state
    halves = ((mask & _HALF, mask >> 64), (mask2 & _HALF, mask2 >> 64))
    sides = ((buttons, buttons2), (space, space2), (income, income2))
    singles = (pawn, bonus, int(leather), _TRACKS.index(table.track), len(table.ring))
    return _Question(halves, left, *sides, *singles, table.ring)


def _line(line: _Line, state: State) -> Line:
    covered = (line.sewn[0] | line.sewn[1] << 64) ^ state[0]
    move: Move = ADVANCE if line.patch < 0 else move_of(line.patch, covered)
    return Line(move, line.visits, line.share, line.points)


def _by_result(line: _Line) -> tuple[float, float]:
    return line.result, 0.0


def _by_share(line: _Line) -> tuple[float, float]:
    return line.share, 0.0


def _by_visits(line: _Line) -> tuple[float, float]:
    return line.visits, line.share


_ORDERS: tuple[Callable[[_Line], tuple[float, float]], ...] = (_by_visits, _by_visits, _by_share, _by_result)
