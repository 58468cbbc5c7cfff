"""Looks for what ruff does not know: papers and comments that name what is not there, and what is not pinned.

    python -m tools.lint

prints what is wrong, each after its file and line, and fails if there is anything.
"""

import ast
import re
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
ROOMS = (
    *("bot", "daily", "deploy", "docs", "engine", "game", "render", "requirements", "tests", "tools", "train"),
    *(".ci", ".github"),
)

Wrong = tuple[Path, int, str]
"""A file, a line in it, and what is wrong there."""

FILE = re.compile(r"[\w.-]+(/[\w.-]+)*(\.(py|md|json|c|h|toml|ya?ml|txt|sh|po|bin|sql|png|gif|service)|/)")
"""The name of a file or, with a slash at its end, of a folder."""

IN_A_ROOM = re.compile(rf"(?<![\w/.-])(?:{'|'.join(map(re.escape, ROOMS))})/[\w./-]*\w/?")
"""A path from the root on."""

EXAMPLES = {
    *("de.po", "pt_BR.po", "zh_TW.po", "pt-BR.po"),  # languages that may come
    *("bot/features/stats.py", "bot/matches/stats.py"),  # the feature that a recipe adds
    *("emoji-22.png", "emoji-128.png"),  # what `make gallery` draws
    *("table.png", "openapi.json"),  # what Discord calls an attachment, and its description of itself
    "tests/__pycache__",
}

QUESTION = re.compile(r"(What|Whether|How|Who|Where|Which|Why|When)\b")

PINNED_IMAGE = r"[a-z]+:[\w.-]+@sha256:[0-9a-f]{64}"

OWN_IMAGE = "${BOT_IMAGE:-thimble}"

TWO_OF_THEM = {
    *("Restart=on-failure", "Restart=always", "Type=notify", "TimeoutStartSec=10min"),
    "EnvironmentFile=-/etc/thimble/settings-%i",
    "ExecStartPre=/opt/thimble/.venv/bin/python -m bot migrate",
}
"""The settings of only one of the units for systemd: they make two processes of one, which are confined alike."""


def files(*endings: str) -> Iterator[Path]:
    """Yield the files with some endings, but not the changelog, which tells what was."""
    for place in (ROOT.glob, *((ROOT / room).rglob for room in ROOMS)):
        for ending in endings:
            yield from (path for path in place(f"*{ending}") if path.name != "CHANGELOG.md")


def lines(*paths: Path) -> Iterator[tuple[Path, int, str]]:
    """Yield the lines of some files with their numbers."""
    for path in paths:
        yield from ((path, number, line) for number, line in enumerate(path.read_text("utf-8").splitlines(), 1))


@cache
def names() -> frozenset[str]:
    """Every path, and every end of one: a file may be cited without the folders that it is in."""
    found = [*ROOT.iterdir(), *(path for room in ROOMS for path in (ROOT / room).rglob("*"))]
    parts = [path.relative_to(ROOT).parts for path in found if "__pycache__" not in path.parts]
    return frozenset("/".join(each[start:]) for each in parts for start in range(len(each)))


def is_there(cited: str) -> bool:
    """Tell whether a file or folder is there, or need not be."""
    return cited.rstrip("/") in names() or cited in EXAMPLES


def cited_files(line: str) -> Iterator[str]:
    """Yield the names of files and folders between backticks."""
    for span in re.findall(r"`([^`\n]+)`", line):
        words = [word.split("::")[0] for word in re.split(r"[\s,;:()=]+", span)]
        yield from (word for word in words if FILE.fullmatch(word) or IN_A_ROOM.fullmatch(word))


def decisions(line: str) -> Iterator[str]:
    """Yield the numbers of the decisions that a comment names: one, or ``decisions 0058, 0060``."""
    for named in re.findall(r"\b[Dd]ecisions? ((?:\d{4}(?:, | and )?)+)", line):
        yield from re.findall(r"\d{4}", named)


@cache
def anchors(paper: Path) -> frozenset[str]:
    """The ends of links to the headings of a paper."""
    headings = re.findall(r"(?m)^#+ (.+)$", paper.read_text("utf-8"))
    return frozenset(re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings)


def papers() -> Iterator[Wrong]:
    """Look for files, links and commands in papers that lead nowhere."""
    makefile = (ROOT / "Makefile").read_text("utf-8")
    for path, number, line in lines(*files(".md")):
        missing = [file for file in cited_files(line) if not is_there(file)]
        for link in re.findall(r"\]\((?!https?:|mailto:)([^)\s]+)\)", line):
            file, _, anchor = link.partition("#")
            target = path.parent / file if file else path
            if not target.exists() or (anchor and anchor not in anchors(target)):
                missing.append(link)
        for module in re.findall(rf"-m ((?:{'|'.join(ROOMS)})\b[\w.]*\w)", line):
            file = module.replace(".", "/")
            if not is_there(f"{file}.py") and not is_there(f"{file}/__main__.py"):
                missing.append(module)
        missing += [f"make {each}" for each in re.findall(r"`make ([a-z-]+)", line) if f"\n{each}: " not in makefile]
        yield from ((path, number, f"there is no {each}") for each in missing)


def comments() -> Iterator[Wrong]:
    """Look for paths and decisions in code that are not there, and for decisions that no code names."""
    decided = {path.name[:4]: path for path in (ROOT / "docs/decisions").glob("[0-9]*.md")}
    named = set[str]()
    for path, number, line in lines(*files(".py", ".c", ".h", ".yml", "Makefile")):
        for file in IN_A_ROOM.findall(line):
            if not is_there(file.rstrip(".")):
                yield path, number, f"there is no {file}"
        for decision in decisions(line):
            named.add(decision)
            if decision not in decided:
                yield path, number, f"there is no decision {decision}"
    for decision in sorted(decided.keys() - named):
        yield decided[decision], 1, "no code names this decision beside what follows it"


def docstrings() -> Iterator[Wrong]:
    """Look for docstrings of functions that ask instead of saying what is done."""
    for path in files(".py"):
        if path.relative_to(ROOT).parts[0] in ("tests", "docs"):
            continue
        for function in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef):
                is_property = any("property" in ast.unparse(each) for each in function.decorator_list)
                if QUESTION.match(ast.get_docstring(function) or "") and not is_property:
                    yield (
                        path,
                        function.lineno,
                        f"the docstring of {function.name} does not begin with a verb",
                    )


def pins() -> Iterator[Wrong]:
    """Look for actions and images that are not pinned.

    Images are pinned in lines that dependabot renews: it leaves arguments of the build alone.
    """
    for path, number, line in lines(*(ROOT / ".github/workflows").iterdir()):
        if "uses: " in line and not re.fullmatch(r"[ -]*uses: [\w-]+/[\w-]+@[0-9a-f]{40} # v[0-9.]+", line):
            yield path, number, "this action is not pinned by a commit"
    for path, number, line in lines(ROOT / "deploy/Dockerfile", ROOT / "deploy/compose.yaml"):
        image = re.match(r"(?:FROM| +image:) (.*)", line)
        if image and not re.fullmatch(rf"{PINNED_IMAGE}( AS base)?|base( AS \w+)?|{re.escape(OWN_IMAGE)}", image[1]):
            yield path, number, "this image is not pinned by a digest"


def passwords() -> Iterator[Wrong]:
    """Look for passwords in the environment of containers, and for what would commit them."""
    for path, number, line in lines(ROOT / "deploy/compose.yaml"):
        if re.search("PASSWORD[:=]", line) or "://" in line.replace("sqlite+aiosqlite://", ""):
            yield path, number, "this may tell a password: a file in secrets/ can hold it"
    if "/secrets/" not in (ROOT / ".gitignore").read_text("utf-8").splitlines():
        yield ROOT / ".gitignore", 1, "/secrets/ is not left out"


def units() -> Iterator[Wrong]:
    """Look for what only one of the units for systemd sets, though it does not make two processes of one."""
    one, two = (ROOT / "deploy" / name for name in ("thimble.service", "thimble@.service"))
    for setting in sorted(_settings(one) ^ _settings(two) ^ TWO_OF_THEM):
        yield two, 1, f"{setting} is not to be in both units, or in one of them"


def _settings(unit: Path) -> set[str]:
    """The settings of a unit, with the path of its clone as in the plain one."""
    text = unit.read_text("utf-8").replace("/opt/thimble-%i", "/opt/thimble")
    return {line for line in text.splitlines() if "=" in line and not line.startswith(("#", "Description="))}


def main() -> None:
    """Print all that is wrong."""
    wrong = [each for look in (papers, comments, docstrings, pins, passwords, units) for each in look()]
    for path, number, words in wrong:
        print(f"{path.relative_to(ROOT)}:{number}: {words}")
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
