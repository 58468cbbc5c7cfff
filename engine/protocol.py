"""The engine's line protocol: questions come in line by line, and answers go out (see docs/engine.md).

A thread reads, so that ``stop`` is heard while the engine thinks.
"""

import queue
import re
import threading
from collections.abc import Callable, Iterator
from functools import partial
from itertools import takewhile
from pathlib import Path
from typing import BinaryIO

from engine import levels
from engine.evaluations import Evaluation, choice_of, parse_question
from engine.following import pair_of, why
from engine.native import library as native
from engine.review import review
from engine.search import think
from engine.thoughts import Cancelled, Line, Thought
from engine.verdicts import POINT, Reasons, reasons_text
from engine.weighing import best_move, weigh
from game import BadText, Move, Position, Record, parse_move, parse_position, parse_records
from game.automa import CARDS
from game.errors import shown

MOST_ITERATIONS = 100_000  # how many iterations may be asked for: a tree of so many still fits into memory

HINTED_ENDS = 8_000  # how many states a hint may look at to solve an end: it is to take 0.1 s at most

MOST_BUDGET = max(card.budget for card in CARDS.values())
"""The highest budget of a card of the Automa."""

MOST_ID = 999_999_999  # the highest number that a question can be given
LONGEST_LINE = 1 << 16  # how many bytes a line may have

Tell = Callable[[str], None]


class Refused(Exception):
    """A line cannot be obeyed; the text says why, in a sentence."""


class Inbox:
    """The lines that come in, numbered from 1. A ``stop`` is not among them: it cancels all that came before it.

    So does ``quit``, which also ends them.
    """

    def __init__(self, source: BinaryIO) -> None:
        self._source = source
        self._lines: queue.SimpleQueue[bytes] = queue.SimpleQueue()
        self._came = self._taken = self._cancelled = 0
        threading.Thread(target=self._read, name="inbox", daemon=True).start()

    def __iter__(self) -> Iterator[str]:
        while line := self._lines.get():
            self._taken += 1
            yield line.decode("utf-8", "surrogateescape").strip()

    def is_cancelled(self) -> bool:
        """Tell whether the line that was taken last was cancelled."""
        return self._taken <= self._cancelled

    def _read(self) -> None:
        while line := self._source.readline(LONGEST_LINE):
            command = line.strip()
            if command in (b"stop", b"quit"):
                self._cancelled = self._came
                if command == b"quit":
                    break
            else:
                self._came += 1
                self._lines.put(line)
            while len(line) == LONGEST_LINE and not line.endswith(b"\n"):  # what is too long is cut short
                line = self._source.readline(LONGEST_LINE)
        self._lines.put(b"")


class Session:
    """Answers the lines of an inbox, and keeps the number and the position that were given last."""

    def __init__(self, inbox: Inbox, tell: Tell) -> None:
        self._inbox = inbox
        self._lines = iter(inbox)
        self._tell_plainly = tell
        self._number = ""
        self._position: Position | None = None
        self._commands: dict[str, Callable[[str], None]] = {
            "id": self._take_number,
            "position": self._take_position,
            "go": self._go,
            "hints": self._hints,
            "weigh": self._weigh,
            "review": self._review,
        }

    def run(self) -> bool:
        """Answer until there are no more lines. Returns whether all of them could be obeyed."""
        return sum(not self._obeyed(*line.split(maxsplit=1)) for line in self._lines if line) == 0

    def _obeyed(self, word: str, rest: str = "") -> bool:
        try:
            self._command(word)(rest)
        except (Refused, BadText) as error:
            self._tell(f"error {error}")
            return False
        except Cancelled:
            self._tell("stopped")
        return True

    def _command(self, word: str) -> Callable[[str], None]:
        if word not in self._commands:
            raise Refused(f"'{shown(word)}' is not one of {', '.join(self._commands)}, stop and quit")
        return self._commands[word]

    def _tell(self, line: str) -> None:
        self._tell_plainly(f"{self._number} {line}" if self._number else line)

    def _take_number(self, text: str) -> None:
        """From now on answers begin with a number, so that nobody takes them for others; without one, no more."""
        self._number = ""
        if text:
            self._number = str(_number("id", text, MOST_ID, 0))
        else:
            self._tell(f"thimble search {'c' if native.loaded() else 'python'}")

    def _take_position(self, text: str) -> None:
        self._position = None
        self._position = parse_position(text)

    def _go(self, text: str) -> None:
        position = self._to_move()
        how, _, much = text.partition(" ")
        match how:
            case "iterations":
                thought = think(position, _number(how, much, MOST_ITERATIONS), self._inbox.is_cancelled)
            case "level":
                if much not in levels.LEVELS:
                    raise Refused(f"'{shown(much)}' is not one of the levels {', '.join(levels.LEVELS)}")
                if position.automa:
                    raise Refused("levels are for games between two quilts: go iterations N")
                thought = levels.play(position, much, self._inbox.is_cancelled)
            case _:
                raise Refused("go wants to know how long: iterations N, or level L")
        share, milliseconds = f"{thought.whole().share:.4f}", round(thought.cpu * 1000)
        self._tell(f"move {thought.move} share {share} iterations {thought.iterations} cpu {milliseconds}")

    def _hints(self, text: str) -> None:
        iterations, word, budget = text.partition(" budget ")
        position = self._to_move()
        known = _number("budget", budget, MOST_BUDGET, 0) if word else None
        much = _number("hints", iterations, MOST_ITERATIONS)
        lines = _best_of_each(think(position, much, self._inbox.is_cancelled, HINTED_ENDS, known).whole())
        because = self._why(position, lines)
        for line in lines:
            points = round(line.points * POINT)
            self._tell(f"hint {line.move} share {line.share:.4f} points {points} visits {line.visits}")
        if because:
            self._tell(f"because {reasons_text(because)}")
        self._tell("done")

    def _why(self, position: Position, lines: list[Line]) -> Reasons:
        if len(lines) < 2:
            return ()
        first, second = lines[:2]
        best = partial(best_move, cancelled=self._inbox.is_cancelled)
        pair = pair_of(position, second.move, first.move, best)
        return why(pair, first.points - second.points)

    def _weigh(self, text: str) -> None:
        position = self._to_move()
        if position.automa:
            raise Refused("moves are weighed in games between two quilts")
        move, than, iterations = [*text.split(), "", "", ""][:3]
        moves = _legal(position, move), _legal(position, than)
        times = _number("weigh", iterations, MOST_ITERATIONS)
        self._tell(str(weigh(position, *moves, times, self._inbox.is_cancelled)))

    def _review(self, text: str) -> None:
        """Review the games in a file, or (-) the one whose record follows (- SEAT: told to that seat)."""
        if not text:
            raise Refused("review wants to know which games: those in a FILE, or - and the record of one")
        try:
            if text in ("-", "- 1", "- 2"):
                self._review_game(*parse_question(takewhile(bool, self._lines)), int(text[1:] or 0))
                return
            for record in parse_records(Path(text).read_text("utf-8-sig")):
                self._review_game(record, [])
        except OSError as error:
            raise Refused(f"'{shown(text)}' cannot be read: {error.strerror}") from error
        except ValueError as error:
            raise Refused(str(error)) from error

    def _review_game(self, record: Record, known: list[Evaluation], seat: int = 0) -> None:
        if record.setup.automa:
            raise Refused("only games between two quilts are reviewed")

        def told(done: int, of: int, evaluation: Evaluation) -> None:
            self._tell(f"progress {done} {of}")
            if evaluation not in known:
                self._tell(str(evaluation))

        found = review(record, known, told, self._inbox.is_cancelled, seat=seat)
        for line in (*str(found).splitlines(), "done"):
            self._tell(line)

    def _to_move(self) -> Position:
        if self._position is None:
            raise Refused("there is no position yet")
        if self._position.over:
            raise Refused("the game is over")
        if self._position.awaits_card:
            raise Refused("it is the Automa's turn, which needs a card and no thought")
        return self._position


def _number(name: str, text: str, most: int, least: int = 1) -> int:
    number = int(text) if re.fullmatch("[0-9]{1,9}", text, re.ASCII) else -1
    if not least <= number <= most:
        raise Refused(f"{name} takes a whole number from {least} to {most}")
    return number


def _legal(position: Position, text: str) -> Move:
    move = parse_move(text)
    if move not in position.legal_moves:
        raise Refused(f"'{shown(text)}' is not possible here")
    return move


def _best_of_each(thought: Thought) -> list[Line]:
    """The best line of each patch and of advancing, the best first."""
    best: dict[int, Line] = {}
    for line in thought.lines:
        best.setdefault(choice_of(line.move), line)
    return list(best.values())
