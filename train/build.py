"""The C copy of the engine: compiled on demand with gcc, its tables written from `game`."""

import hashlib
import shutil
import subprocess
import tempfile
from collections.abc import Iterable, Mapping
from pathlib import Path

from game.patches import PATCHES
from game.placements import OF_PATCH, PLACEMENTS
from game.squares import LEATHER_SPACES, SIZE, square_at

HERE = Path(__file__).parent

FLAGS = ("-O3", "-march=native", "-ffp-contract=off", "-std=gnu11", "-Wall", "-Wextra", "-Wno-unused-function")
"""Without contraction, so that doubles come out as Python's."""


def compiled(main: Path = HERE / "main.c", more: Mapping[str, str] | None = None) -> Path:
    """A program, compiled unless the temporary folder holds it already. Raises RuntimeError without gcc.

    Its sources lie beside ``main`` and here. ``more`` are headers that are written for it, by their names.
    """
    gcc = shutil.which("gcc")
    if gcc is None:
        raise RuntimeError("The C copy needs gcc: install it (apt-get install gcc) and try again.")
    sources = sorted(path for folder in {HERE, main.parent} for path in folder.iterdir() if path.suffix in (".c", ".h"))
    written = {"tables.h": _tables(), **(more or {})}
    contents = [*(text.encode() for text in written.values()), *(path.read_bytes() for path in (main, *sources))]
    name = hashlib.sha256(b"\0".join(contents)).hexdigest()[:16]
    folder = Path(tempfile.gettempdir()) / f"thimble-{name}"
    program = folder / "copy"
    if not program.exists():
        folder.mkdir(exist_ok=True)
        for header, text in written.items():
            (folder / header).write_text(text)
        unfinished = folder / f"copy-{id(folder)}"
        command = [gcc, *FLAGS, f"-I{folder}", str(main), "-o", str(unfinished), "-lm"]
        subprocess.run(command, check=True)  # noqa: S603 our own sources
        unfinished.replace(program)
    return program


def _tables() -> str:
    span = [OF_PATCH[id] for id in range(len(PATCHES) + 1)]
    areas = [
        sum(1 << square_at(column + x, row + y) for x in range(7) for y in range(7))
        for row in range(SIZE - 6)
        for column in range(SIZE - 6)
    ]
    return "\n".join(
        [
            f"#define PLACED_COUNT {len(PLACEMENTS)}",
            _ints("COST", (patch.cost for patch in PATCHES)),
            _ints("TIME", (patch.time for patch in PATCHES)),
            _ints("INCOME_OF", (patch.income for patch in PATCHES)),
            _ints("SIZE_OF", (patch.size for patch in PATCHES)),
            _ints("FIRST", [*(one.first for one in span), len(PLACEMENTS)]),
            _masks("PLACED", (placement.mask for placement in PLACEMENTS)),
            _masks("AREAS", areas),
            "static const int LEATHER_SPACE[2][5] = {"
            + ", ".join("{" + ", ".join(map(str, LEATHER_SPACES[track])) + "}" for track in ("classic", "revised"))
            + "};",
            "",
        ]
    )


def _ints(name: str, numbers: Iterable[int]) -> str:
    texts = [str(number) for number in numbers]
    return f"static const int {name}[{len(texts)}] = {{{', '.join(texts)}}};"


def _masks(name: str, masks: Iterable[int]) -> str:
    halves = [f"{{{mask & (1 << 64) - 1}ull, {mask >> 64}ull}}" for mask in masks]
    return f"static const uint64_t {name}[{len(halves)}][2] = {{{', '.join(halves)}}};"
