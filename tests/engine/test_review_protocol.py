"""``review`` over the line protocol: how far it is, what was found, and taking it up again after a stop."""

import os
import subprocess
import sys
import time
from functools import partial
from pathlib import Path

import pytest

from engine import protocol
from engine.evaluations import parse_look
from engine.protocol import Inbox, Session
from engine.review import review
from engine.verdicts import parse_review
from game import Record
from tests.engine.playing import said
from tests.engine.test_review import BUDGETS, careless
from tests.game.building import REPO
from tests.wire.world import LONG_ENOUGH

FOUND = ("shares", "lost", "besides", "moment")

SHORT, LONGER = careless(1, 3), careless(1, 12)
"""The first moves of a game that was given up, and some more of them."""


@pytest.fixture
def briefly(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let reviews think little: these tests are not about how deep they look."""
    monkeypatch.setattr(protocol, "review", partial(review, budgets=BUDGETS))


def words(lines: list[str]) -> list[str]:
    return [line.partition(" ")[0] for line in lines]


def found(lines: list[str]) -> list[str]:
    """The review itself, without how far it was and what was looked at."""
    return [line for line in lines if line.partition(" ")[0] in FOUND]


@pytest.mark.slow
@pytest.mark.usefixtures("briefly")
def test_a_review_tells_how_far_it_is_what_it_saw_and_what_it_found() -> None:
    lines = said(f"review -\n{SHORT}\n\nreview nowhere\n")
    assert lines[-1].startswith("error 'nowhere' cannot be read")
    *lines, done, _ = lines
    assert done == "done"
    assert words(lines)[:4] == ["progress", "look", "progress", "look"]
    assert len(parse_review("\n".join(found(lines))).shares) == len(SHORT.moves) + 1
    steps = [tuple(map(int, line.split()[1:])) for line in lines if line.startswith("progress")]
    assert steps == sorted(steps)
    assert all(0 < done <= of == steps[-1][1] for done, of in steps)
    assert 2 * steps[-1][0] >= steps[-1][1], "of a short game, too, the bar comes to the middle at least"


@pytest.mark.slow
@pytest.mark.usefixtures("briefly")
def test_what_was_seen_already_is_not_searched_again(monkeypatch: pytest.MonkeyPatch) -> None:
    first = said(f"review -\n{SHORT}\n\n")
    looks = [line for line in first if line.startswith("look")]
    assert all(str(parse_look(line)) == line for line in looks)
    unable = partial(review, budgets=BUDGETS, think=lambda *_, **__: pytest.fail("it thinks again"))
    monkeypatch.setattr(protocol, "review", unable)
    again = said("\n".join(("review -", str(SHORT), *looks, "", "")))
    assert "look" not in words(again)
    assert found(again) == found(first)


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ("review -\n", "header Ring: there is no Ring"),
        ("review -\nlook at this\n\n", "'look at this' is no line that says look"),
        (f"review -\n{SHORT.setup}\n+ nonsense\n\n", "ply 2, nonsense: 'nonsense' is not a move"),
        (f"review -\n{SHORT.setup}\n*A1\n\n", "ply 1, *A1: there is no leather patch to sew now"),
        (f'review -\n{SHORT.setup}\n[Automa "fellow normal"]\n\n', "only games between two quilts are reviewed"),
        ("review", "review wants to know which games: those in a FILE, or - and the record of one"),
        ("review \x00", "embedded null byte"),
    ],
)
def test_what_is_no_record_gets_one_sentence(given: str, sentence: str) -> None:
    assert said(given) == [f"error {sentence}"]


def test_all_games_in_a_file_are_reviewed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "games.txt"
    file.write_text(f"{SHORT}\n\n{SHORT.setup}\n", "utf-8")
    monkeypatch.setattr(protocol, "review", lambda record, *_, **__: careful(record))
    lines = said(f"review {file}\n")
    assert words(lines) == ["shares", "done", "shares", "done"]


def careful(record: Record) -> str:
    return "shares " + " ".join("500" for _ in (*record.moves, None))


@pytest.mark.slow
@pytest.mark.usefixtures("briefly")
def test_it_is_stopped_and_taken_up_where_it_was() -> None:
    lines: list[str] = []

    def hear(line: str) -> None:
        """After five looks, say to stop; then ask again, with what was seen."""
        lines.append(line)
        looks = [line for line in lines if line.startswith("look")]
        if line.startswith("look") and len(looks) == 5:
            asking.write(b"stop\n")
            end = time.monotonic() + LONG_ENOUGH
            while not inbox.is_cancelled():
                assert time.monotonic() < end, "it hears nothing"
                time.sleep(0.001)
        if line == "stopped":
            asking.write("\n".join(("review -", str(LONGER), *looks, "", "")).encode())
            asking.close()

    given, asked = os.pipe()
    with os.fdopen(given, "rb") as source, os.fdopen(asked, "wb", buffering=0) as asking:
        inbox = Inbox(source)
        asking.write(f"review -\n{LONGER}\n\n".encode())
        Session(inbox, hear).run()
    assert (words(lines).count("stopped"), lines[-1]) == (1, "done")
    before = lines.index("stopped")
    assert words(lines[:before]).count("look") == 5
    seen = [line for line in lines if line.startswith("look")]
    assert len(seen) == len(set(seen)) > 5
    assert len(found(lines)) == 4 + len(parse_review("\n".join(found(lines))).moments)


def run(*arguments: str) -> tuple[int, str]:
    """The status of ``python -m engine``, and what it prints."""
    command = [sys.executable, "-S", "-m", "engine", *arguments]
    done = subprocess.run(command, cwd=REPO, capture_output=True, text=True, timeout=LONG_ENOUGH, check=False)
    assert done.stderr == ""
    return done.returncode, done.stdout


@pytest.mark.slow
def test_the_command_reviews_a_file(tmp_path: Path) -> None:
    file = tmp_path / "a game.txt"
    file.write_text(str(careless(1, 1)), "utf-8")
    status, printed = run("review", str(file))
    assert found(printed.splitlines())[0].startswith("shares ")
    assert (status, printed[-6:]) == (0, "\ndone\n")


@pytest.mark.slow
@pytest.mark.parametrize("arguments", [["review", "/nope"], ["review"], ["rewiev", "x"], ["go", "level", "pin"]])
def test_a_command_that_cannot_be_obeyed_says_why_and_fails(arguments: list[str]) -> None:
    status, printed = run(*arguments)
    assert (status, printed[:6]) == (1, "error ")


def test_a_review_may_be_of_one_seat(monkeypatch: pytest.MonkeyPatch) -> None:
    seats: list[int] = []

    def of_a_seat(record: Record, *_: object, seat: int) -> str:
        seats.append(seat)
        return careful(record)

    monkeypatch.setattr(protocol, "review", of_a_seat)
    for of in ("-", "- 1", "- 2"):
        assert words(said(f"review {of}\n{SHORT}\n\n")) == ["shares", "done"]
    assert seats == [0, 1, 2]
    assert words(said(f"review - 3\n{SHORT}\n\n"))[0] == "error"
