"""The compiled search is the one in Python, to the last bit, and bears whatever comes in."""

import os
import random
import shutil
import subprocess
import sys
from collections.abc import Iterator
from ctypes import byref, c_int32
from itertools import cycle
from pathlib import Path

import pytest

from engine.native import build, library
from engine.native.library import AUTOMA, NETWORK, SPOTS, Library
from engine.search import think, think_in_python
from engine.thoughts import Thought, never
from game import Position, parse_position
from game.automa import CARDS
from game.patches import PATCHES
from game.position import start
from tests.engine.playing import said, tidy_line, tidy_solo
from tests.engine.test_automa import PAIRS, positions_of

TRACKS = ("classic", "revised")

ALWAYS_FINE = {False: ("deck", "budget", "cards"), True: ("budget",)}
"""What may be anything, with an Automa and without: nothing is looked up by it."""

TILE_OUT_OF_REACH = (
    "revised token=1 leather=0 bonus=0 ring=10,25,22,7,26,8,14,18,13,12,2,19"
    " 1=46/21/1E@A3,3N@A6,4N@D7,5E@A2,6S@G8,9E@A7,17n@E8,23n@B8,28N@C2,29e@B4,32N@D4,*G6,*H7"
    " 2=47/29/0E@E7,11N@D1,15S@G8,16E@F6,20E@H4,21S@C8,24E@F1,27n@F3,30E@D3,31E@A5,*E5,*D8"
)
TILE_MARGIN = 7
"""By how many points the player to move wins it."""

ADVANCED_BEFORE_BOUGHT = (
    "revised token=1 leather=0 bonus=0 ring=8,2,12,18,20,10,16,32"
    " 1=45/26/5E@H6,9n@B6,17S@A8,21S@D1,22S@F8,24E@E2,25w@A1,26S@F5,29N@C7,31E@B3,*G4,*C5,*E5,*F5"
    " 2=49/10/0E@C5,1N@D7,3E@A4,4N@E8,6E@G4,7W@F1,11N@D9,13E@H6,14W@A5,15N@B1,19N@B2,23N@D4,27e@D5,28S@A7,30N@G1"
)

TOO_MANY_SPOTS = (
    "revised token=2 leather=0 bonus=0 ring=8,2,25,10,4,20,15,19,21,1,23,18,13,6"
    " 1=46/27/0N@D8,3W@H4,5W@F7,9e@G7,11N@A9,17e@H6,24E@F2,27e@D3,28N@D5,31E@C1,*D5,*F5"
    " 2=46/15/7S@E6,12W@C1,14s@E4,16E@G5,22S@C8,26E@G3,29n@F7,30N@D1,32N@B5,*D2,*H3"
)
"""The player to move wins it by 4 points, which takes more than 150,000 states; with few spots by 3."""

needs_library = pytest.mark.skipif(library.loaded() is None, reason="the search is not compiled here")
needs_compiler = pytest.mark.skipif(not any(map(shutil.which, ("cc", "gcc", "clang"))), reason="needs a C compiler")


@pytest.fixture
def compiled() -> Library:
    found = library.loaded()
    assert found
    return found


def told(thought: Thought) -> object:
    """All of a thought but its time, and points to a billionth: their sums are taken in another order."""
    lines = [(line.move, line.visits, line.share, round(line.points, 9)) for line in thought.lines]
    return thought.move, thought.share, lines, thought.iterations, thought.exact


def positions(seed: int, iterations: int) -> Iterator[Position]:
    """Those of a game of searches, each of which may take another patch now and then."""
    chance = random.Random(seed)
    position = start(TRACKS[seed % 2], chance.sample(range(len(PATCHES)), len(PATCHES)))
    while not position.over:
        yield position
        lines = think(position, iterations).lines
        position = position.play(chance.choice(lines[:3]).move).position


@needs_library
@pytest.mark.parametrize(
    ("seeds", "iterations"),
    [
        (range(2), 40),
        pytest.param(range(400), 10, marks=pytest.mark.night),
        pytest.param(range(10, 14), 400, marks=pytest.mark.night),
    ],
    ids=str,
)
def test_both_think_the_same_all_game_long(compiled: Library, seeds: range, iterations: int) -> None:
    """Twenty thousand positions of the second kind. Ends are left to the tree here."""
    for seed in seeds:
        for position in positions(seed, iterations):
            ours = think_in_python(position, iterations)
            assert told(compiled.think(position, iterations, never, 0)) == told(ours), str(position)


@needs_library
@pytest.mark.parametrize(
    ("seeds", "iterations"),
    [
        (range(2), 12),
        pytest.param(range(120), 12, marks=pytest.mark.night),
        pytest.param(range(5, 15), 400, marks=pytest.mark.night),
    ],
    ids=str,
)
def test_both_think_the_same_against_the_automa(seeds: range, iterations: int) -> None:
    """All levels, decks and layouts, the next budget known or not. Twenty thousand agreed when it was written."""
    for seed in seeds:
        budgets = cycle((None, *{card.budget for card in CARDS.values()}))
        for position, budget in zip(positions_of(seed), budgets, strict=False):
            if not position.over and not position.awaits_card:
                ours = think_in_python(position, iterations, budget=budget)
                assert told(think(position, iterations, budget=budget)) == told(ours), f"{position} {budget}"


@needs_library
def test_an_end_whose_tile_is_open_but_out_of_reach_is_solved(compiled: Library) -> None:
    """It took more than 60,000 states when every area that has few dead squares counted as open."""
    thought = compiled.think(parse_position(TILE_OUT_OF_REACH), 1, never, 40_000)
    assert (thought.exact, thought.lines[0].points) == (True, TILE_MARGIN)


@needs_library
def test_a_patch_after_an_advance_may_go_beyond_the_end(compiled: Library) -> None:
    """Bounds that left that out cut the best line off, and said 34 points."""
    thought = compiled.think(parse_position(ADVANCED_BEFORE_BOUGHT), 1, never, 1_000)
    assert (thought.exact, thought.lines[0].points) == (True, 35)


@needs_library
def test_an_end_with_too_many_spots_is_solved_with_few_of_each_patch(compiled: Library) -> None:
    """The weaker levels do not get that, and nothing is told as certain."""
    position = parse_position(TOO_MANY_SPOTS)
    thought = compiled.think(position, 100, never, 30_000)
    assert (thought.exact, thought.iterations, thought.lines[0].points) == (False, 0, 3)
    assert 0.5 < thought.share < 1
    assert compiled.think(position, 100, never, 1_000).iterations > 0


@needs_library
def test_it_can_be_cancelled_and_says_so(compiled: Library) -> None:
    answers = iter([False, False, True])
    thought = compiled.think(tidy_line(3)[24], 10**9, lambda: next(answers), 0)
    assert thought.stopped
    assert thought.move in tidy_line(3)[24].legal_moves


@needs_library
@pytest.mark.parametrize("alone", [False, True])
def test_what_is_no_position_is_refused(compiled: Library, *, alone: bool) -> None:
    """Each number alone, far out and a little; a position as it is can be searched."""
    position = (
        next(each for each in tidy_solo(3, *PAIRS[1], "classic")[20:] if each.turn == 1) if alone else tidy_line(3)[20]
    )
    answer = library._Answer()

    def ask(question: library.Question) -> int:
        taken: int = compiled._c.think(byref(question), 20, 100, library._CANCELLED(never), byref(answer))
        return taken

    assert ask(library.question_of(position)) == 1
    for name, *_ in library.Question._fields_:
        for number in (-1, 34, 64, 2**31 - 1, -(2**31)):
            question = library.question_of(position)
            array = getattr(question, name)
            if name == "mask":
                array[0][1] = number & 2**64 - 1
            elif name == "left":
                question.left = number & 2**64 - 1
            elif isinstance(array, int):
                setattr(question, name, number)
            else:
                array[0] = c_int32(number).value
            assert ask(question) in (0, 1)
            assert ask(question) == 0 or 0 <= number <= 64 or name in ALWAYS_FINE[alone], (name, number)


@pytest.mark.parametrize("is_there", [False, True])
def test_without_it_the_engine_says_so_and_plays(monkeypatch: pytest.MonkeyPatch, *, is_there: bool) -> None:
    if is_there and library.loaded() is None:
        pytest.skip("the search is not compiled here")
    if not is_there:
        monkeypatch.setattr(library, "loaded", lambda: None)
    name, move = said(f"id\nposition {tidy_line(3)[20]}\ngo iterations 40\n")
    assert name == f"thimble search {'c' if is_there else 'python'}"
    assert move.startswith("move ")


def test_without_a_compiler_it_is_told_what_helps(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(build.NoCompiler, match="there is no C compiler here"):
        build.compile_to(tmp_path / "made", build.HERE / "library.c", ())
    monkeypatch.setattr(build, "HERE", tmp_path)
    assert "python -m engine.native" in build.slowly()


@needs_library
def test_every_process_looks_for_the_library_in_the_same_place() -> None:
    """However Python orders sets in it."""
    asked = [sys.executable, "-c", "from engine.native.build import place; print(place())"]
    places = {subprocess.check_output(asked, env={**os.environ, "PYTHONHASHSEED": seed}) for seed in "123"}
    assert places == {f"{build.place()}\n".encode()}


@needs_compiler
def test_sources_that_do_not_compile_leave_no_library_behind(tmp_path: Path) -> None:
    (tmp_path / "broken.c").write_text("int main(")
    with pytest.raises(build.NoCompiler, match="could not compile it"):
        build.compile_to(tmp_path / "made", tmp_path / "broken.c", ())
    assert [path.name for path in tmp_path.iterdir()] == ["broken.c"]


@needs_compiler
@pytest.mark.night
def test_made_up_positions_break_nothing_that_sanitizers_see(tmp_path: Path) -> None:
    """A million of them were tried when it was written; the last number is how many here."""
    sanitizers = ("-g", "-O1", "-fsanitize=address,undefined", "-fno-sanitize-recover=all")
    build.compile_to(tmp_path / "fuzz", Path(__file__).with_name("fuzz.c"), sanitizers)
    command = [str(each) for each in (tmp_path / "fuzz", NETWORK, SPOTS, AUTOMA, 1, 5_000)]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[-2000:]
    taken, ended, alone = map(int, done.stdout.split())
    assert taken > 3_000
    assert ended > 300
    assert alone > 1_000
