"""The folder: what one process has painted is there for the next, and a fault of the disk costs no picture."""

import logging
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from errno import EACCES, ENOSPC
from pathlib import Path

import pytest

import game
import render
from render import DAYLIGHT, disk_cache, shelf
from render.disk_cache import BLOCK, Folder, Key
from render.sewing import sewn_stamp
from render.shelf import kept
from render.stamp import Stamp
from render.theme import NIGHT
from tests.render.positions import quilts as pictures
from tests.render.seen import same
from tests.render.test_kept import forget_all
from tests.wire.process import REPOSITORY


@pytest.fixture(autouse=True)
def nothing_kept() -> Iterator[None]:
    """Nothing lies in memory yet, and afterwards there is no folder any more."""
    forget_all()
    yield
    render.keep_stamps_in(None)


def key(number: int) -> Key:
    return sewn_stamp, (number, "N", 56, DAYLIGHT)


def painted(number: int) -> Stamp:
    return sewn_stamp(number, "N", 56, DAYLIGHT)


def file_of(path: Path) -> Path:
    """The one file there."""
    (file,) = path.iterdir()
    return file


@pytest.mark.slow
def test_pictures_are_the_same_with_and_without_what_was_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    without = pictures()
    forget_all()
    render.keep_stamps_in(tmp_path)
    assert pictures() == without
    forget_all()
    monkeypatch.setattr(Folder, "put", lambda *_: pytest.fail("something was painted again"))
    assert pictures() == without
    assert not shelf.folded_stamps.pieces, "no stamp is kept in memory as well"


@pytest.mark.slow
def test_another_process_finds_what_this_one_has_painted(tmp_path: Path) -> None:
    render.keep_stamps_in(tmp_path)
    pictures()
    names = {each.name for each in tmp_path.iterdir()}
    nothing = "Folder.put = lambda *_: sys.exit('something was painted again')"
    assert drawing(tmp_path, nothing).wait(120) == 0
    assert {each.name for each in tmp_path.iterdir()} == names


def drawing(path: Path, first: str = "") -> subprocess.Popen[bytes]:
    """Another process that draws pictures with a folder, and does something else first."""
    program = (
        f"import pathlib, sys; from render.disk_cache import Folder\n{first}\n"
        "import render; from tests.render.positions import quilts as pictures\n"
        f"render.keep_stamps_in(pathlib.Path({str(path)!r})); pictures()"
    )
    return subprocess.Popen([sys.executable, "-c", program], cwd=REPOSITORY)


@pytest.mark.night
def test_two_processes_may_paint_the_same_at_the_same_time(tmp_path: Path) -> None:
    both = [drawing(tmp_path) for _ in range(2)]
    assert [each.wait(120) for each in both] == [0, 0]
    assert all("." not in each.name and "tmp" not in each.name for each in tmp_path.iterdir()), "nothing is left over"
    render.keep_stamps_in(tmp_path)
    kept_there = pictures()
    forget_all()
    render.keep_stamps_in(None)
    assert kept_there == pictures()


@pytest.mark.parametrize(
    "damage",
    [
        lambda whole: b"",
        lambda whole: whole[:7],
        lambda whole: whole[: len(whole) // 2],
        lambda whole: whole[:200] + bytes([whole[200] ^ 1]) + whole[201:],
        lambda whole: b"\0" * len(whole),
        lambda whole: whole + b"more",
    ],
    ids=["empty", "a few bytes", "half", "one bit", "zeros", "longer"],
)
def test_of_a_damaged_file_nothing_is_used(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, damage: Callable[[bytes], bytes]
) -> None:
    there = Folder(tmp_path)
    assert there.put(key(1), painted(1).fold())
    whole = file_of(tmp_path).read_bytes()
    file_of(tmp_path).write_bytes(damage(whole))
    assert there.get(key(1)) is None
    assert caplog.messages == [f"{tmp_path / there.name(key(1))} was damaged; what it showed is painted anew"]
    assert there.put(key(1), painted(1).fold())
    assert file_of(tmp_path).read_bytes() == whole


def test_a_file_is_not_taken_for_another_or_for_one_that_another_program_has_painted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    there = Folder(tmp_path)
    there.put(key(1), painted(1).fold())
    found = there.get(key(1))
    assert found
    assert same(found.unfold(), painted(1))
    with monkeypatch.context() as patched:
        patched.setattr(disk_cache, "_painter", lambda: b"another version of Pillow, say")
        assert there.get(key(1)) is None
    file_of(tmp_path).rename(tmp_path / there.name(key(2)))
    assert there.get(key(2)) is None


@pytest.mark.parametrize("change", ["table.py", "palettes.txt", "../game/patches.py"])
def test_every_change_to_what_paints_makes_another_program(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, change: str
) -> None:
    for name in ("render", "game"):
        (tmp_path / name).mkdir()
        for file in (REPOSITORY / name).glob("*.[pt]*[yt]"):
            (tmp_path / name / file.name).write_bytes(file.read_bytes())
    monkeypatch.setattr(disk_cache, "__file__", str(tmp_path / "render" / "disk_cache.py"))
    monkeypatch.setattr(game, "__file__", str(tmp_path / "game" / "__init__.py"))
    before = disk_cache._painter.__wrapped__()
    assert before == disk_cache._painter.__wrapped__()
    with (tmp_path / "render" / change).open("a") as changed:
        changed.write("\n")
    assert disk_cache._painter.__wrapped__() != before


def test_what_differs_in_anything_has_a_file_of_its_own(tmp_path: Path) -> None:
    there = Folder(tmp_path)
    names = {
        there.name((paint, (patch, letter, cell, theme)))
        for paint in (sewn_stamp, painted)
        for patch in (1, 11)
        for letter in ("N", "n")
        for cell in (56, 96)
        for theme in (DAYLIGHT, NIGHT)
    }
    assert len(names) == 32


@pytest.mark.slow
@pytest.mark.parametrize(
    "fault",
    [
        "the disk is full",
        *(pytest.param(each, marks=pytest.mark.night) for each in ("a file lies there", "it may not be written")),
    ],
)
def test_without_a_folder_the_bot_paints_and_says_so_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, fault: str
) -> None:
    path = tmp_path / "cache"
    if fault == "a file lies there":
        path.write_text("")
    else:
        # Root may write everywhere, so the test cannot just forbid it.
        where, number = ("mkdir", EACCES) if fault == "it may not be written" else ("replace", ENOSPC)

        def refuse(*_: object, **__: object) -> None:
            raise OSError(number, os.strerror(number))

        monkeypatch.setattr(Path, where, refuse)
    render.keep_stamps_in(path)
    drawn = pictures()
    (said,) = caplog.messages
    assert re.fullmatch(re.escape(str(path)) + r" cannot be (read|written) \([A-Z].*\): patches are painted .*", said)
    assert not list(path.parent.glob("*/*")), "nothing is left over"
    assert caplog.records[0].levelno == logging.WARNING
    assert shelf.folded_stamps.pieces, "memory holds them instead"
    assert drawn == pictures()


def test_when_there_are_too_many_the_oldest_go(tmp_path: Path) -> None:
    there = Folder(tmp_path, room=8 * BLOCK)
    piece = painted(1).fold()
    assert len(piece.data) < BLOCK - 200
    for number in range(9):
        assert len(list(tmp_path.iterdir())) == number
        there.put(key(number), piece)
        os.utime(tmp_path / there.name(key(number)), (number, number))
    assert [there.get(key(number)) is not None for number in range(9)] == [*[False] * 3, *[True] * 6]
    again = Folder(tmp_path, room=4 * BLOCK)
    again.put(key(9), piece)
    assert len(list(tmp_path.iterdir())) == 3


def test_a_folder_that_was_deleted_is_made_again(tmp_path: Path) -> None:
    there = Folder(tmp_path / "data" / "cache")
    for _ in range(2):
        assert there.put(key(1), painted(1).fold())
        assert there.get(key(1)) is not None
        shutil.rmtree(tmp_path / "data")
        assert there.get(key(1)) is None


def test_threads_share_it(tmp_path: Path) -> None:
    render.keep_stamps_in(tmp_path)
    numbered = kept(painted)
    with ThreadPoolExecutor(4) as threads:
        found = list(threads.map(numbered, [1, 2, 3, 4] * 5))
    assert shelf.ready_stamps.taken == sum(piece.size for piece in shelf.ready_stamps.pieces.values())
    forget_all()
    assert all(same(each, painted(number)) for each, number in zip(found, [1, 2, 3, 4] * 5, strict=True))
    assert len(list(tmp_path.iterdir())) == 8, "the function of this test has files of its own"
