"""A line to the C copy: states go in as numbers, answers come out."""

from __future__ import annotations

import subprocess
from pathlib import Path
from types import TracebackType

from engine.state import State, Table
from engine.train.build import compiled

_HALF = (1 << 64) - 1
_TRACKS = ("classic", "revised")


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

    def ask(self, question: str) -> str:
        """Its answer to a line."""
        assert self._process.stdin
        assert self._process.stdout
        self._process.stdin.write(question + "\n")
        self._process.stdin.flush()
        return self._process.stdout.readline().rstrip("\n")


def weights_file(name: str) -> Path:
    """Where weights lie that the bot does not need."""
    return Path(__file__).with_name(name)


def _text(state: State, table: Table) -> str:
    mask, buttons, space, income, mask2, buttons2, space2, income2, left, pawn, bonus = state
    mine = (mask & _HALF, mask >> 64, buttons, space, income)
    theirs = (mask2 & _HALF, mask2 >> 64, buttons2, space2, income2)
    numbers = (_TRACKS.index(table.track), len(table.ring), *table.ring, *mine, *theirs, left, pawn, bonus)
    return " ".join(map(str, numbers))


def _child(n: list[int]) -> tuple[State, bool]:
    mask, mask2 = n[0] | n[1] << 64, n[5] | n[6] << 64
    return (mask, n[2], n[3], n[4], mask2, n[7], n[8], n[9], n[10], n[11], n[12]), bool(n[13])
