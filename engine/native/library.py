"""The compiled search, loaded into this process: positions go in as numbers, and thoughts come out."""

from __future__ import annotations

import ctypes
import re
from functools import cache
from pathlib import Path
from time import thread_time

from engine.automa.state import TO_MOVE, Solo
from engine.automa.state import encode as encode_solo
from engine.automa.value import honest
from engine.moves import move_of
from engine.native.build import place
from engine.state import encode, table_of
from engine.thoughts import IsCancelled, Line, Thought
from game import ADVANCE, Move, Position
from game.automa import DECKS

_HALF = (1 << 64) - 1
_TRACKS = ("classic", "revised")
_RING = 33
_LINES = 37

STOPPED, _, SOLVED, ENDED, _ = range(5)
"""How an answer was come by: as in library.c."""


class Question(ctypes.Structure):
    """What library.c is asked."""

    _fields_ = (
        ("mask", ctypes.c_uint64 * 2 * 2),
        ("left", ctypes.c_uint64),
        *((name, ctypes.c_int32 * 2) for name in ("buttons", "space", "income")),
        *((name, ctypes.c_int32) for name in ("pawn", "bonus", "leather", "track", "count")),
        ("ring", ctypes.c_int32 * _RING),
        *((name, ctypes.c_int32) for name in ("level", "deck", "budget", "cards")),
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


ENGINE = Path(__file__).parents[1]
NETWORK, SPOTS, AUTOMA = ENGINE / "network.bin", ENGINE / "spots.json", ENGINE / "automa/weights.json"
"""The weights."""


def opened(path: Path, network: Path = NETWORK) -> ctypes.CDLL:
    """Load a library, with the weights. Raises OSError if it is none of ours."""
    c = ctypes.CDLL(str(path))
    learned = network.read_bytes()
    sized = (each for ints in map(numbers_of, (SPOTS, AUTOMA)) for each in (ints, len(ints)))
    if not c.open_library(learned, len(learned), *sized):
        raise OSError(f"{path} expects other weights, or another machine")
    return c


def numbers_of(path: Path) -> ctypes.Array[ctypes.c_int32]:
    """All the numbers of a JSON file, in their order."""
    values = tuple(map(int, re.findall(r"-?\d+", path.read_text())))
    return (ctypes.c_int32 * len(values))(*values)


class Library:
    """The search of one loaded file. It is for one thread."""

    def __init__(self, path: Path) -> None:
        """Load it. Raises OSError if it is no library of ours."""
        self._c = opened(path)

    def think(
        self, position: Position, iterations: int, cancelled: IsCancelled, states: int, budget: int | None = None
    ) -> Thought:
        """`engine.search.think`."""
        start = thread_time()
        question, answer = question_of(position, budget), _Answer()
        if not self._c.think(ctypes.byref(question), iterations, states, _CANCELLED(cancelled), ctypes.byref(answer)):
            raise ValueError(f"nothing can be searched from {position}")
        told = answer.line[: answer.count]
        if position.automa:
            for line in told:
                line.share = honest(line.share, position.automa.deck)
        solved = answer.how == SOLVED
        told.sort(key=lambda line: (0 if solved else line.visits, line.result, line.share), reverse=True)
        lines = tuple(_line(each, question) for each in told)
        exact, stopped = solved or answer.how == ENDED, answer.how == STOPPED
        return Thought(lines[0].move, lines[0].share, lines, answer.iterations, thread_time() - start, exact, stopped)


@cache
def loaded() -> Library | None:
    """The library, if it was compiled from these very sources."""
    try:
        return Library(place())
    except OSError:
        return None


def question_of(position: Position, budget: int | None = None) -> Question:
    """A position as it is asked; ``budget`` is that of the Automa's next card, if it is known."""
    solo = Solo(position, budget) if position.automa else None
    table = solo or table_of(position)
    state = encode_solo(position, solo) if solo else encode(position, table)
    mask, buttons, space, income, mask2, buttons2, space2, income2, left, pawn, bonus = state
    automa = 0, 0, -1, 0
    if solo and position.automa:
        deck, known = tuple(DECKS).index(position.automa.deck), -1 if budget is None else budget
        automa, income2 = (solo.level, deck, known, income2 & ~TO_MOVE), 0
    halves = ((mask & _HALF, mask >> 64), (mask2 & _HALF, mask2 >> 64))
    sides = ((buttons, buttons2), (space, space2), (income, income2))
    singles = (pawn, bonus, int(bool(position.leather)), _TRACKS.index(position.track), len(table.ring))
    return Question(halves, left, *sides, *singles, table.ring, *automa)


def _line(line: _Line, question: Question) -> Line:
    covered = line.sewn[0] ^ question.mask[0][0] | (line.sewn[1] ^ question.mask[0][1]) << 64
    move: Move = ADVANCE if line.patch < 0 else move_of(line.patch, covered)
    return Line(move, line.visits, line.share, line.points)
