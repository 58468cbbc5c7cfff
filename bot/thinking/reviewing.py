"""Asking for a review: a question that can be put again where its answer was interrupted."""

from collections.abc import Callable, Sequence

Told = Callable[[int, int], None]
"""Progress callback: (done, total)."""

PATIENCE = 60.0
"""Seconds without a line after which a process that reviews counts as stuck. One search takes about one."""


class Reviewing:
    """A review in the making: what to ask for it, and what has been heard so far. Of a ``seat``, or of both (0)."""

    def __init__(self, record: str, told: Told, seat: int = 0) -> None:
        self._record = record
        self._seat = seat
        self._told = told
        self._looks: list[str] = []
        self._lines: list[str] = []

    @property
    def text(self) -> str:
        """The review, once all of it has been heard."""
        return "\n".join(self._lines)

    def ask(self) -> Sequence[str]:
        """The lines of the question, with what has been found already."""
        of = f" {self._seat}" if self._seat else ""
        return (f"review -{of}", *self._record.splitlines(), *self._looks, "")

    def steps(self) -> int:
        """Count the positions that have been looked at."""
        return len(self._looks)

    def hear(self, line: str) -> bool:
        """Hear a line of the answer; True if it was the last one. Raises ValueError if it is nonsense."""
        match line.split(" ", maxsplit=1):
            case ["progress", rest]:
                done, of = map(int, rest.split())
                self._told(done, of)
            case ["look", _]:
                self._looks.append(line)
            case ["shares" | "lost" | "besides" | "moment", _]:
                self._lines.append(line)
            case ["done"]:
                return True
            case _:
                raise ValueError(line)
        return False
