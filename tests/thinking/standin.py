"""``python -m tests.thinking.standin SECONDS [FAULT]``: speaks the engine's protocol, thinks for so many seconds, and
then makes any legal move, always the same in a position.

A fault is one of ``dies``, ``silent``, ``nonsense``, ``speechless``, ``illegal``, ``complains`` and

- ``hangs``: in the middle of a long question it hears nothing any more;
- ``babbles``: there it goes on telling how far it is, whatever it hears;
- ``repeats``: it answers the question before once more, and then this one;
- ``unasked``: it answers what nobody has asked, without a number.

With ``once:PATH:`` before it, only the process has it that finds no file at that path, and makes it; with
``until:PATH:``, all of them have it until one is there.
"""

import os
import queue
import random
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

from game import ADVANCE, LEATHER, Position, parse_position
from game.tidy import tidiest

STOPPED = "stopped"
SAYS = {"complains": "error this is no position", "nonsense": "what a lovely quilt", "speechless": "move"}


def main() -> None:
    seconds, fault = float(sys.argv[1]), _fault(sys.argv[2]) if len(sys.argv) > 2 else ""
    lines: queue.Queue[str] = queue.Queue()
    threading.Thread(target=_read, args=(lines,), daemon=True).start()
    position, number = None, ""
    while True:
        word, _, rest = lines.get().partition(" ")
        if word == "id":
            number = rest
        elif word == "position":
            position = parse_position(rest)
        elif word == "go" and position:
            if fault in ("repeats", "unasked"):
                _tell(str(int(number) - 1) if fault == "repeats" else "", "move +")
            _tell(number, _answer(position, seconds, fault, lines))
        elif word == "hints" and position:
            answer = _answer(position, seconds, fault, lines)
            for line in _hints(position) if answer.startswith("move") and not fault else [answer]:
                _tell(number, line)
        elif word == "weigh" and position:
            answer = _answer(position, seconds, fault, lines)
            _tell(number, "worse 120 41 leather:26" if answer.startswith("move") and not fault else answer)
        elif word == "count":
            for line in _counted(int(rest), seconds, fault, lines):
                _tell(number, line)


def _tell(number: str, line: str) -> None:
    sys.stdout.write(f"{number} {line}\n".lstrip())
    sys.stdout.flush()


def _counted(to: int, seconds: float, fault: str, lines: queue.Queue[str]) -> Iterator[str]:
    """Up to so many, a line each, like a review."""
    for number in range(1, to + 1):
        is_stopped = _is_stopped(seconds, lines)
        if fault == "hangs" and number > 1:
            time.sleep(600)
        if is_stopped and fault != "babbles":
            yield STOPPED
            return
        yield f"progress {number}"
    yield "done"


def _read(lines: queue.Queue[str]) -> None:
    for line in sys.stdin:
        lines.put(line.strip())
    os._exit(0)  # nobody asks any more


def _fault(named: str) -> str:
    *when, fault = named.split(":")
    if when and Path(when[1]).exists():
        return ""
    if when[:1] == ["once"]:
        Path(when[1]).touch()
    return fault


def _answer(position: Position, seconds: float, fault: str, lines: queue.Queue[str]) -> str:
    if fault == "silent":
        time.sleep(60)
    if fault == "dies":
        sys.exit("I have had enough")
    if fault in SAYS:
        return SAYS[fault]
    if fault == "illegal":
        return "move *A1" if not position.leather else "move +"
    return STOPPED if _is_stopped(seconds, lines) else f"move {chosen(position)} share 0.5 iterations 1 cpu 1"


def _is_stopped(seconds: float, lines: queue.Queue[str]) -> bool:
    """Think; whether somebody has said to stop meanwhile."""
    try:
        return lines.get(timeout=seconds) == "stop" if seconds else False
    except queue.Empty:
        return False


def _hints(position: Position) -> list[str]:
    """What it would choose itself, and advancing; ended like the engine's."""
    best = chosen(position)
    moves = [best, *([ADVANCE] if ADVANCE in position.legal_moves and best != ADVANCE else [])]
    worths = ((0.62, 21), (0.53, 8))
    found = zip(moves, worths, strict=False)
    hints = (f"hint {move} share {share} points {points} visits 9" for move, (share, points) in found)
    return [*hints, *(["because leather:26"] if len(moves) > 1 else []), "done"]


def chosen(position: Position) -> object:
    """A tidy move, always the same in a position."""
    rng = random.Random(str(position))
    quilt = position.player(position.turn).quilt
    patches = [LEATHER] if position.leather else position.offers
    tidy = [place for patch in patches for place in tidiest(quilt, patch)[:1] if place in position.legal_moves]
    return rng.choice(tidy) if tidy else ADVANCE


if __name__ == "__main__":
    main()
