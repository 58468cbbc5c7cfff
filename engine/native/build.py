"""Compiling the search in C, with its tables written from `game`."""

import hashlib
import platform
import shutil
import subprocess
import tempfile
from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path

from engine.windows import KIND
from game.automa import BONUS_SPACES, CARDS, DECKS, Card
from game.patches import LEATHER, PATCHES
from game.placements import OF_PATCH, PLACEMENTS
from game.quilt import SEVEN_BY_SEVEN
from game.squares import INCOME, LAST, LEATHER_SPACES

HERE = Path(__file__).parent

FLAGS = (
    *("-O3", "-fno-loop-interchange", "-ffp-contract=off", "-fno-math-errno"),
    *("-std=gnu11", "-Wall", "-Wextra", "-Wno-unused-function"),
)
"""For every machine of its kind. Without contraction, so that doubles come out as Python's; without `errno`, so that
rounding is one instruction; and rows of weights are added one by one, as they lie in memory.
"""

COUNTING = ("-mpopcnt",) if platform.machine().lower() in ("x86_64", "amd64") else ()
"""All such machines since 2009 can count bits at once; the library says if this one cannot."""


class NoCompiler(Exception):
    """Nothing can be compiled here; the text says why, in a sentence."""


SHARED = ("-shared", "-fPIC")


def library() -> Path:
    """The library, compiled unless it is there already. Raises NoCompiler."""
    path = place()
    if not path.exists():
        compile_to(path, HERE / "library.c", SHARED)
        for old in HERE.glob("search-*.so"):
            if old != path:
                old.unlink(missing_ok=True)
    return path


def place() -> Path:
    """Find where the library of these sources is, once it is compiled."""
    return HERE / f"search-{digest(HERE / 'library.c')}.so"


def slowly() -> str:
    """Say that the search is not compiled, and what helps; nothing if it is."""
    if place().exists():
        return ""
    return "The engine thinks in Python, some thirty times as slowly as in C: 'python -m engine.native' compiles it."


def around(main: Path) -> Path:
    """A library around this one, compiled for this machine into the temporary folder. Raises NoCompiler."""
    path = Path(tempfile.gettempdir()) / f"thimble-{digest(main)}.so"
    if not path.exists():
        compile_to(path, main, (*SHARED, "-march=native"))
    return path


def digest(main: Path) -> str:
    """Tell sources from any others, and machines of other kinds: those beside ``main``, ours, and the tables."""
    sources = {
        path for folder in (HERE, main.parent) for path in folder.iterdir() if path.suffix in (".c", ".h", ".py")
    }
    words = main.name, platform.system(), platform.machine(), tables()
    contents = [*(word.encode() for word in words), *(path.read_bytes() for path in sorted(sources))]
    return hashlib.sha256(b"\0".join(contents)).hexdigest()[:16]


def compile_to(path: Path, main: Path, flags: Sequence[str]) -> None:
    """Compile a program or a library into a file, which is whole or not there. Raises NoCompiler."""
    compiler = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
    if compiler is None:
        raise NoCompiler("there is no C compiler here (on Debian: apt-get install gcc libc6-dev).")
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "tables.h").write_text(tables())
        made = Path(folder) / "made"
        command = [compiler, *FLAGS, *COUNTING, *flags, f"-I{folder}", f"-I{HERE}", str(main), "-o", str(made), "-lm"]
        done = subprocess.run(command, capture_output=True, text=True)  # noqa: S603 our own sources
        if done.returncode:
            raise NoCompiler(f"{compiler} could not compile it: {done.stderr.strip()[-300:]}")
        unfinished = path.with_suffix(f".{Path(folder).name}")
        shutil.copy(made, unfinished)
        unfinished.replace(path)


@cache
def tables() -> str:
    """The header tables.h."""
    firsts = *(OF_PATCH[patch].first for patch in range(len(PATCHES) + 1)), len(PLACEMENTS)
    leathers = [_ahead(LEATHER_SPACES[track]) for track in ("classic", "revised")]
    cards = ((CARDS[number] for number in deck) for deck in DECKS.values())
    arrays: dict[str, Iterable[object]] = {
        "int COST[]": (patch.cost for patch in PATCHES),
        "int TIME[]": (patch.time for patch in PATCHES),
        "int INCOME_OF[]": (patch.income for patch in PATCHES),
        "int SIZE_OF[]": (patch.size for patch in (*PATCHES, LEATHER)),
        "int FIRST[]": firsts,
        "Mask PLACED[]": (placement.mask for placement in PLACEMENTS),
        "Mask AREAS[]": SEVEN_BY_SEVEN,
        "int WINDOW_KIND[]": KIND,
        "int INCOMES_LEFT[]": map(len, _ahead(INCOME)),
        "int LEATHERS_LEFT[][54]": (map(len, marks) for marks in leathers),
        "int LEATHER_NEXT[][54]": ((min(ahead, default=99) for ahead in marks) for marks in leathers),
        "int TILE_SPACE[]": (0, *BONUS_SPACES.values()),
        "Card CARDS[][12]": (((card.budget, card.income, _letters(card)) for card in deck) for deck in cards),
    }
    return "\n".join(
        [
            f"#define PLACED_COUNT {len(PLACEMENTS)}",
            "typedef unsigned __int128 Mask;",
            "typedef struct { int budget, income; const char *filters; } Card;",
            *(f"static const {name} = {_braced(values)};" for name, values in arrays.items()),
            "",
        ]
    )


def _ahead(marks: Iterable[int]) -> list[list[int]]:
    """The marked spaces ahead of each space of the time board."""
    return [[mark for mark in marks if mark > space] for space in range(LAST + 1)]


def _braced(value: object) -> str:
    if isinstance(value, Iterable) and not isinstance(value, str):
        return f"{{{', '.join(map(_braced, value))}}}"
    if isinstance(value, int):
        return f"(Mask){value >> 64:#x} << 64 | {value & (1 << 64) - 1:#x}" if value >> 64 else f"{value:#x}"
    return f'"{value}"'


def _letters(card: Card) -> str:
    return "".join(name[0] for name in card.filters)
