"""``python -m tools.mutants``: change small things in the code at random, and print the changes that no test notices.

Each mutant is one change in a copy of the checkout, where the quick tests of its room run. It dies when one fails or
hangs. A survivor asks for a test, or shows a line that may go, or changes nothing that matters.
"""

import argparse
import ast
import asyncio
import os
import random
import re
import signal
import sys
import tempfile
from asyncio.subprocess import DEVNULL
from collections import namedtuple
from collections.abc import Iterator
from contextlib import suppress
from itertools import accumulate
from pathlib import Path
from shutil import copytree, ignore_patterns
from typing import Any

from tests.memory import keep_files_in_memory
from tests.program import REPO

ROOMS = {"game": "game daily", "daily": "daily", "bot/matches": "matches", "bot/store": "store matches"}
ROOMS["bot/ui/publish"] = "ui"
"""Where the tests of each room are; those in `ui` only if they mention what is changed, or sweeps."""

TABLES = re.compile("store/(migrations/|tables.py)")  # they say what tables are like, and a test compares the two
QUICK = "fast or push and not slow"
PYTEST = "-m pytest -qx --tb=no -p no:cacheprovider -o faulthandler_timeout=60 -o faulthandler_exit_on_timeout=true -m"
FIRST, LONGEST = 6, 1200
"""How many files of tests run before the others, and the seconds that either may take."""

OTHER: dict[Any, Any] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.In: ast.NotIn, ast.NotIn: ast.In, ast.And: ast.Or, ast.Or: ast.And,
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Add, ast.Div: ast.Mult, ast.FloorDiv: ast.Mult,
    ast.Mod: ast.Mult, ast.BitOr: ast.BitAnd, ast.BitAnd: ast.BitOr, ast.Break: ast.Continue, ast.Continue: ast.Break,
}  # fmt: skip
NAMES = {"min": "max", "max": "min", "any": "all", "all": "any", "sorted": "list"}
Mutant = namedtuple("Mutant", "room file name line span before after")
"""A change in a file, within a function or class of this name."""


def changes(node: Any, name: str) -> Iterator[tuple[Any, Any]]:
    """Find what may be changed in a node, and how. Numbers outside functions and classes stay: they are settings."""

    def but(**fields: object) -> Any:
        return type(node)(**dict(ast.iter_fields(node)) | fields)

    def one_less(field: str) -> Iterator[tuple[Any, Any]]:
        items = getattr(node, field)
        yield from ((node, but(**{field: [*items[:at], *items[at + 1 :]]})) for at in range(len(items)))

    match node:
        case ast.Compare():
            yield node, but(ops=[OTHER[type(sign)]() for sign in node.ops])
        case ast.BoolOp(op=sign) | ast.BinOp(op=sign) if name and type(sign) in OTHER:
            yield node, but(op=OTHER[type(sign)]())
        case ast.UnaryOp(op=ast.Not()):
            yield node, node.operand
        case ast.Constant(value=int(value)) if name:
            for other in [not value] if isinstance(value, bool) else [value + 1, value - 1]:
                yield node, ast.Constant(other)
        case ast.If() | ast.IfExp():
            yield node.test, ast.Constant(False)
        case ast.comprehension():
            yield from ((test, ast.Constant(True)) for test in node.ifs)
        case ast.Return(value=ast.expr()) if not isinstance(node.value, ast.Constant):
            yield node.value, ast.Constant(None)
        case ast.Expr(value=ast.Call() | ast.Await()) | ast.Raise() | ast.AugAssign() | ast.Delete():
            yield node, ast.Pass()
        case ast.Assign(targets=[ast.Attribute() | ast.Subscript()]):
            yield node, ast.Pass()
        case ast.Break() | ast.Continue():
            yield node, OTHER[type(node)]()
        case ast.Call(func=ast.Name(id=called)) if called in NAMES:
            yield node.func, ast.Name(NAMES[called])
        case ast.Call():
            yield from one_less("keywords")
            yield from one_less("args") if getattr(node.func, "attr", None) in ("where", "order_by") else ()
        case ast.Tuple(ctx=ast.Load()) if not name and not isinstance(node.elts[0], ast.Constant):
            yield from one_less("elts")


def walk(node: Any, name: str) -> Iterator[tuple[str, Any, Any]]:
    """All changes below a node. Hints of types, decorators, asserts, and what is logged or raised stay as they are."""
    name = node.name if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) else name
    is_logged = isinstance(node, ast.Expr) and ast.unparse(node).startswith("LOG.")
    if is_logged or isinstance(node, ast.Assert | ast.JoinedStr) or (not name and isinstance(node, ast.Subscript)):
        return
    yield from ((name, old, new) for old, new in changes(node, name))
    for field, value in ast.iter_fields(node):
        if field not in ("annotation", "returns", "decorator_list", "bases", "exc"):
            for child in value if isinstance(value, list) else [value]:
                yield from walk(child, name) if isinstance(child, ast.AST) else ()


def mutants_of(room: str, path: Path) -> Iterator[Mutant]:
    """All mutants of a file."""
    source = path.read_bytes()
    lines = [0, *accumulate(map(len, source.splitlines(keepends=True)))]
    for name, old, new in walk(ast.parse(source), ""):
        span = slice(lines[old.lineno - 1] + old.col_offset, lines[old.end_lineno - 1] + old.end_col_offset)
        after = f"({ast.unparse(new)})" if isinstance(new, ast.expr) else ast.unparse(new)
        yield Mutant(room, str(path.relative_to(REPO)), name, old.lineno, span, ast.unparse(old), after)


def tests_of(mutant: Mutant) -> list[str]:
    """The files of tests of its room, and others that import its file: first the likeliest to notice it."""
    stem, module, ranks = Path(mutant.file).stem, mutant.file[:-3].replace("/", "."), []
    for path in (REPO / "tests").rglob("test_*.py"):
        found = (text := path.read_text()).count(stem) + text.count(mutant.name or stem)
        imports, is_room = f"from {module} import" in text, path.parent.name in ROOMS[mutant.room].split()
        if imports or (is_room and (mutant.room != "bot/ui/publish" or found or "sweep" in text)):
            ranks.append((path.stem != f"test_{stem}", not imports, -found, str(path.relative_to(REPO))))
    return [rank[-1] for rank in sorted(ranks)]


async def survives(copy: Path, number: int, mutant: Mutant, marks: str) -> bool:
    """Tell whether all tests pass in a copy that has a mutant. What they have started ends with them."""
    path, tests = copy / mutant.file, tests_of(mutant)
    source = path.read_bytes()
    path.write_bytes(source[: mutant.span.start] + mutant.after.encode() + source[mutant.span.stop :])
    os.utime(path, (number, number))  # so that Python takes nothing for it that it compiled from another one
    options: Any = {"cwd": copy, "env": os.environ | {"TMPDIR": str(copy)}, "stdout": DEVNULL, "stderr": DEVNULL}
    status = 0
    for some in (tests[:FIRST], tests[FIRST:]):
        if some and status in (0, 5):  # 5: none of them has these marks
            command, status = [sys.executable, *PYTEST.split(), marks, *some], 1
            process = await asyncio.create_subprocess_exec(*command, **options, start_new_session=True)
            try:
                with suppress(TimeoutError):
                    status = await asyncio.wait_for(process.wait(), LONGEST)
            finally:
                with suppress(ProcessLookupError):
                    os.killpg(process.pid, signal.SIGKILL)
                await process.wait()
    path.write_bytes(source)
    return status in (0, 5)


async def main() -> None:
    """Draw mutants, try some at a time, and print what becomes of each. The number 0 is none: all tests must pass."""
    parser = argparse.ArgumentParser(prog="python -m tools.mutants", description=__doc__)
    parser.add_argument("--count", type=int, default=40, help="how many are drawn (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=random.randrange(1000), help="draw the same ones again")
    parser.add_argument("--only", type=int, nargs="+", help="try only these numbers of the draw")
    parser.add_argument("--jobs", type=int, default=2, help="how many are tried at a time (default: %(default)s)")
    parser.add_argument("--marks", default=QUICK, help="which tests run, as pytest's -m has it (default: %(default)s)")
    options = parser.parse_args()
    files = [(room, path) for room in ROOMS for path in sorted((REPO / room).rglob("*.py"))]
    mutants = [each for room, path in files if not TABLES.search(str(path)) for each in mutants_of(room, path)]
    random.Random(options.seed).shuffle(mutants)
    drawn = [(number, mutants[number - 1]) for number in options.only or range(1, options.count + 1)]
    unchanged = {each.room: (0, each._replace(span=slice(0, 0), before="", after="")) for _, each in drawn}
    todo, tried, survivors = iter([*unchanged.values(), *drawn]), [], []

    async def work(copy: Path) -> None:
        copytree(REPO, copy, ignore=ignore_patterns(".?*", "__pycache__", "gallery"))
        for number, each in todo:
            lives = await survives(copy, number, each, options.marks)
            what = f"{each.file}:{each.line}: {each.before} → {each.after} (seed {options.seed}, number {number})"
            print("survives" if lives else "dies", what, flush=True)
            if not lives and not number:
                sys.exit(f"the tests of {each.room} fail as they are")
            tried.extend([what] if number else [])
            survivors.extend([what] if number and lives else [])

    if task := asyncio.current_task():
        asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, task.cancel)
    keep_files_in_memory()
    with tempfile.TemporaryDirectory(prefix="mutants") as folder, suppress(asyncio.CancelledError):
        async with asyncio.TaskGroup() as group:
            for each in range(options.jobs):
                group.create_task(work(Path(folder, str(each))))
    print(f"{len(survivors)} of {len(tried)} survive", *survivors, sep="\n")


if __name__ == "__main__":
    asyncio.run(main())
