"""A line to the C copy: states go in as numbers, answers come out."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from dataclasses import dataclass
from types import TracebackType

from engine.moves import move_of
from engine.search import Line, Thought
from engine.state import State, Table, encode, table_of
from engine.tables import LEATHER
from game import ADVANCE, Move, Position
from train.build import compiled

_HALF = (1 << 64) - 1
_TRACKS = ("classic", "revised")


@dataclass(frozen=True)
class Answer:
    """A `Thought` of the copy; of its lines only the visits, as its tree has them."""

    move: Move
    share: float
    iterations: int
    exact: bool
    visits: list[int]


class Copy:
    """The C program, answering questions about states with the weights of a player (see `play.h`)."""

    def __init__(self, player: str) -> None:
        command = [str(compiled()), "pipe", player]
        self._process = subprocess.Popen(  # noqa: S603 our own program
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
        )

    def __enter__(self) -> Copy:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._process.communicate()

    def value(self, state: State, table: Table) -> int:
        """`engine.value.value`."""
        return int(self.ask(f"value {_text(state, table)}"))

    def children(self, state: State, table: Table, width: int) -> list[tuple[State, bool]]:
        """`engine.moves.children`."""
        lines = self.ask(f"children {width} {_text(state, table)}").split(";")
        return [_child(list(map(int, line.split()))) for line in lines]

    def think(self, position: Position, iterations: int) -> Answer:
        """`engine.search.think`, without a limit of CPU."""
        table = table_of(position)
        state = encode(position, table)
        told = self.ask(f"think {iterations} {int(position.leather > 0)} {_text(state, table)}").split()
        patch, low, high = map(int, told[:3])
        move = ADVANCE if patch == -1 else move_of(LEATHER if patch == -2 else patch, (low | high << 64) ^ state[0])
        return Answer(move, float(told[3]), int(told[4]), told[5] == "1", [int(each) for each in told[6:]])

    def weigh(self, position: Position, iterations: int) -> Thought:
        """`engine.search.think`, but for its CPU and how many iterations it took."""
        table = table_of(position)
        state = encode(position, table)
        how, *told = self.ask(f"weigh {iterations} {int(position.leather > 0)} {_text(state, table)}").split(";")
        lines = [_line(state, *line.split()) for line in told[:-1]]
        by: dict[str, Callable[[Line], tuple[float, float]]] = {
            "ended": lambda line: (line.points, 0.0),
            "solved": lambda line: (line.share, 0.0),
            "searched": lambda line: (line.visits, line.share),
        }
        lines.sort(key=by[how], reverse=True)
        return Thought(lines[0].move, lines[0].share, tuple(lines), iterations, 0.0, how != "searched")

    def ask(self, question: str) -> str:
        """Its answer to a line."""
        assert self._process.stdin
        assert self._process.stdout
        self._process.stdin.write(question + "\n")
        self._process.stdin.flush()
        return self._process.stdout.readline().rstrip("\n")


def _text(state: State, table: Table) -> str:
    mask, buttons, space, income, mask2, buttons2, space2, income2, left, pawn, bonus = state
    mine = (mask & _HALF, mask >> 64, buttons, space, income)
    theirs = (mask2 & _HALF, mask2 >> 64, buttons2, space2, income2)
    numbers = (_TRACKS.index(table.track), len(table.ring), *table.ring, *mine, *theirs, left, pawn, bonus)
    return " ".join(map(str, numbers))


def _line(state: State, patch: str, low: str, high: str, visits: str, share: str, points: str) -> Line:
    covered = (int(low) | int(high) << 64) ^ state[0]
    move = ADVANCE if patch == "-1" else move_of(LEATHER if patch == "-2" else int(patch), covered)
    return Line(move, int(visits), float(share), float(points))


def _child(n: list[int]) -> tuple[State, bool]:
    mask, mask2 = n[0] | n[1] << 64, n[5] | n[6] << 64
    return (mask, n[2], n[3], n[4], mask2, n[7], n[8], n[9], n[10], n[11], n[12]), bool(n[13])
