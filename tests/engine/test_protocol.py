"""``python -m engine``: every line is answered in one line, and nothing that comes in brings it down."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from threading import Timer

import pytest

from engine.following import pair_of
from engine.protocol import LONGEST_LINE, MOST_ITERATIONS
from engine.reasons import KINDS
from engine.thoughts import never
from engine.verdicts import parse_reasons
from engine.weighing import best_move
from game import Position, parse_move
from tests.engine.playing import said, tidy_line
from tests.game.building import REPO, after, seat, solo
from tests.wire.world import LONG_ENOUGH

MIDDLE = tidy_line(3)[20]
ALONE = solo(seat(4, 9), 6, 4, (8, 7, 14), deck="tactical", level="legend")
COMMANDS = "id, position, go, hints, weigh, review, stop and quit"
ANSWER = re.compile(r"move (\S+) share ([01]\.[0-9]{4}) iterations ([0-9]+) cpu ([0-9]+)")


def move_in(answer: str, position: Position) -> tuple[float, int]:
    """The share and the iterations of an answer, whose move is legal."""
    match = ANSWER.fullmatch(answer)
    assert match, answer
    assert parse_move(match[1]) in position.legal_moves
    return float(match[2]), int(match[3])


@contextmanager
def started() -> Iterator[subprocess.Popen[bytes]]:
    """The engine with a bare interpreter, in a process of its own; if that hangs, it is killed."""
    command = [sys.executable, "-S", "-m", "engine"]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, cwd=REPO, stdin=pipe, stdout=pipe, stderr=pipe) as engine:
        guard = Timer(LONG_ENOUGH, engine.kill)
        guard.start()
        try:
            yield engine
        finally:
            guard.cancel()
            engine.kill()


def ask(engine: subprocess.Popen[bytes], *lines: str) -> None:
    assert engine.stdin
    engine.stdin.write("".join(f"{line}\n" for line in lines).encode())
    engine.stdin.flush()


def answer(engine: subprocess.Popen[bytes]) -> str:
    assert engine.stdout
    return engine.stdout.readline().decode().rstrip("\n")


@pytest.mark.parametrize(
    "how", ["iterations 50", "level pompom", "level tassel", "level pin", "level button", "level bobbin"]
)
def test_a_position_and_how_long_to_think_give_a_move(how: str) -> None:
    (line,) = said(f"position {MIDDLE}\ngo {how}\n")
    share, _ = move_in(line, MIDDLE)
    assert 0 < share < 1


def test_hints_are_the_best_line_of_each_patch_and_of_advancing() -> None:
    *hints, done = said(f"position {MIDDLE}\nhints 100\n")
    assert done == "done"
    hints = [line for line in hints if line.startswith("hint")]
    moves = [hint.split()[1] for hint in hints]
    assert all(parse_move(move) in MIDDLE.legal_moves for move in moves)
    patches = [re.sub("[A-Za-z@].*", "", move) for move in moves]
    assert len(set(patches)) == len(patches) > 1
    assert [int(hint.split()[-1]) for hint in hints] == sorted((int(hint.split()[-1]) for hint in hints), reverse=True)


def test_hints_tell_by_how_many_tenths_of_a_point_each_move_wins() -> None:
    for position in (tidy_line(3)[-3], ALONE):
        for hint in said(f"position {position}\nhints 100\n"):
            if hint.startswith("hint"):
                _, _, _, share, word, points, *_ = hint.split()
                assert word == "points"
                assert (float(share) > 0.5) == (int(points) > 0)


def test_hints_say_why_the_best_is_better_than_the_next_if_it_can_be_counted() -> None:
    position = tidy_line(3)[8]
    best, second, *_, because, done = said(f"position {position}\nhints 300\n")
    moves = [parse_move(line.split()[1]) for line in (best, second)]
    pair = pair_of(position, moves[1], moves[0], partial(best_move, cancelled=never))
    counted = [weighed[1] for kind in KINDS if (weighed := kind(pair))]
    assert {*parse_reasons(because.removeprefix("because "))} <= {*counted}
    assert done == "done"


def test_answers_carry_the_number_of_their_question_if_it_has_one() -> None:
    lines = f"position {MIDDLE}\nid 7\ngo level pin\nhints 20\nid 8\nposition nonsense\ngo level pin\nid\ngo level pin"
    move, *hints, bad, none, name, plain = said(lines)
    assert move.startswith("7 move ")
    said_of = [line.split()[:2] for line in hints if "because" not in line]
    assert said_of == [["7", "hint"]] * (len(said_of) - 1) + [["7", "done"]]
    assert bad.startswith("8 error 'nonsense' is not a position")
    assert name.startswith("thimble search ")
    assert (none, plain) == ("8 error there is no position yet", "error there is no position yet")


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ("go iterations 5", "there is no position yet"),
        ("hints 5", "there is no position yet"),
        ("position", "'' is not a position: it is not spelled as one"),
        ("position classic", "'classic' is not a position: it is not spelled as one"),
        ("hello", "'hello' is not one of " + COMMANDS),
        ("id x", "id takes a whole number from 0 to 999999999"),
        ("id -1", "id takes a whole number from 0 to 999999999"),
        ("GO level pin", "'GO' is not one of " + COMMANDS),
        (b"\xff\x00\x1b[2J", r"'\udcff\x00\x1b[2J' is not one of " + COMMANDS),
        (f"position {tidy_line(3)[-1]}\ngo level pin", "the game is over"),
        (
            f"position {after(solo(seat(3)), '')}\ngo level pin",
            "it is the Automa's turn, which needs a card and no thought",
        ),
    ],
)
def test_a_line_that_cannot_be_obeyed_gets_one_sentence(given: str | bytes, sentence: str) -> None:
    assert said(given) == [f"error {sentence}"]


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ("go", "go wants to know how long: iterations N, or level L"),
        ("go fast", "go wants to know how long: iterations N, or level L"),
        ("go level", "'' is not one of the levels pompom, tassel, pin, button, bobbin, needle, thimble"),
        ("go level expert", "'expert' is not one of the levels pompom, tassel, pin, button, bobbin, needle, thimble"),
        ("go iterations", f"iterations takes a whole number from 1 to {MOST_ITERATIONS}"),
        ("go iterations 0", f"iterations takes a whole number from 1 to {MOST_ITERATIONS}"),
        ("go iterations -1", f"iterations takes a whole number from 1 to {MOST_ITERATIONS}"),
        ("go iterations ٣", f"iterations takes a whole number from 1 to {MOST_ITERATIONS}"),
        (f"go iterations {'9' * 5000}", f"iterations takes a whole number from 1 to {MOST_ITERATIONS}"),
        ("hints many", f"hints takes a whole number from 1 to {MOST_ITERATIONS}"),
    ],
)
def test_so_does_a_budget_that_is_none(given: str, sentence: str) -> None:
    assert said(f"position {MIDDLE}\n{given}") == [f"error {sentence}"]


def test_a_line_that_is_too_long_gets_one_answer_and_an_empty_one_or_an_idle_stop_none() -> None:
    assert len(said(b"x" * (3 * LONGEST_LINE) + f"\nposition {MIDDLE}\ngo iterations 5\n".encode())) == 2
    assert said("\n\nstop\n \nstop\n") == []


@pytest.mark.slow
def test_stop_is_heard_while_it_thinks_and_the_next_question_is_answered() -> None:
    long = ["go iterations 100000"] * 30
    with started() as engine:
        ask(engine, f"position {MIDDLE}", "go iterations 20", *long)
        move_in(answer(engine), MIDDLE)
        ask(engine, "stop")
        assert [answer(engine) for _ in long][-1] == "stopped", "how soon is told by make bench"
        ask(engine, "go iterations 20")
        move_in(answer(engine), MIDDLE)
        ask(engine, "quit")
        assert engine.wait(LONG_ENOUGH) == 0


@pytest.mark.slow
def test_it_answers_garbage_too_before_standard_input_ends() -> None:
    garbage = b"\n".join(line.replace(b"\n", b" ") for line in (b"x" + os.urandom(200) for _ in range(50)))
    with started() as engine:
        asked = f"position {MIDDLE}\ngo iterations 30\nposition\n".encode() + garbage
        out, err = engine.communicate(asked, LONG_ENOUGH)
        assert (engine.returncode, err) == (0, b"")
        first, *others = out.splitlines()
        move_in(first.decode(), MIDDLE)
        assert [line[:6] for line in others] == [b"error "] * 51


@pytest.mark.slow
def test_it_ends_without_a_word_when_nobody_listens_or_it_is_interrupted() -> None:
    with started() as engine:
        assert engine.stdout
        assert engine.stderr
        engine.stdout.close()
        ask(engine, "hello")
        assert engine.wait(LONG_ENOUGH) == 1
        assert engine.stderr.read() == b""


@pytest.mark.night
def test_a_hundred_megabytes_are_enough_for_a_whole_game() -> None:
    position = tidy_line(8)[0]
    with started() as engine:
        for _ in range(12):
            ask(engine, f"position {position}", "go iterations 4000")
            move = answer(engine).split()[1]
            position = position.play(parse_move(move)).position
        with Path(f"/proc/{engine.pid}/status").open() as status:
            (peak,) = (int(line.split()[1]) for line in status if line.startswith("VmHWM"))
        ask(engine, "quit")
    assert peak < 100_000


def test_a_game_against_the_automa_is_thought_about_too_but_not_at_a_level() -> None:
    move, refused = said(f"position {ALONE}\ngo iterations 60\ngo level pin")
    move_in(move, ALONE)
    assert refused == "error levels are for games between two quilts: go iterations N"


def test_hints_know_the_next_budget_where_it_is_shown() -> None:
    answers = {budget: said(f"position {ALONE}\nhints 200{budget}") for budget in ("", " budget 1", " budget 10")}
    assert all(lines[-1] == "done" and lines[0].startswith("hint ") for lines in answers.values())
    assert len({lines[0] for lines in answers.values()}) == 3
    assert said(f"position {ALONE}\nhints 200 budget 11") == ["error budget takes a whole number from 0 to 10"]
