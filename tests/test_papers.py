"""What the papers and the comments cite is there: files, headings, modules, targets of make, decisions."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
ROOMS = ("bot", "daily", "docs", "engine", "game", "render", "tests", "tools", "train", ".ci", ".github")

FILE = re.compile(r"[\w.-]+(/[\w.-]+)*(\.(py|md|json|c|h|toml|ya?ml|txt|sh|po|bin|sql|png|gif|service)|/)")
"""The name of a file or, with a slash at its end, of a folder."""

IN_A_ROOM = re.compile(rf"(?<![\w/.-])(?:{'|'.join(map(re.escape, ROOMS))})/[\w./-]*\w/?")
"""A path from the root on."""

EXAMPLES = {
    *("de.po", "pt_BR.po", "zh_TW.po", "pt-BR.po"),  # languages that may come
    *("bot/features/stats.py", "bot/matches/stats.py"),  # the feature that a recipe adds
    *("emoji-22.png", "emoji-128.png"),  # what `make gallery` draws
    *("table.png",),  # what Discord calls an attachment
}


def texts(*endings: str) -> Iterator[tuple[Path, str]]:
    """The files with some endings, and what is in them; but not the changelog, which tells what was."""
    for place in (ROOT.glob, *((ROOT / room).rglob for room in ROOMS)):
        for ending in endings:
            yield from ((path, path.read_text("utf-8")) for path in place(f"*{ending}") if path.name != "CHANGELOG.md")


@cache
def names() -> frozenset[str]:
    """Every path, and every end of one: a file may be cited without the folders that it is in."""
    found = [*ROOT.iterdir(), *(path for room in ROOMS for path in (ROOT / room).rglob("*"))]
    parts = [path.relative_to(ROOT).parts for path in found if "__pycache__" not in path.parts]
    return frozenset("/".join(each[start:]) for each in parts for start in range(len(each)))


def is_there(cited: str) -> bool:
    return cited.rstrip("/") in names()


def cited_files(paper: str) -> Iterator[str]:
    """The names of files and folders between backticks."""
    for span in re.findall(r"`([^`\n]+)`", paper):
        words = [word.split("::")[0] for word in re.split(r"[\s,;:()=]+", span)]
        yield from (word for word in words if FILE.fullmatch(word) or IN_A_ROOM.fullmatch(word))


def decisions(source: str) -> Iterator[str]:
    """The numbers of the decisions that a comment names: one, or ``decisions 0058, 0060``."""
    for named in re.findall(r"\b[Dd]ecisions? ((?:\d{4}(?:, | and )?)+)", source):
        yield from re.findall(r"\d{4}", named)


def anchors(paper: str) -> set[str]:
    """The ends of links to the headings of a paper."""
    headings = re.findall(r"(?m)^#+ (.+)$", paper)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def test_every_file_that_a_paper_names_is_there() -> None:
    cited = {(path.name, file) for path, paper in texts(".md") for file in cited_files(paper)}
    assert len(cited) > 100
    assert {(paper, file) for paper, file in cited if not is_there(file) and file not in EXAMPLES} == set()


def test_every_link_of_a_paper_leads_somewhere() -> None:
    for path, paper in texts(".md"):
        for link in re.findall(r"\]\((?!https?:|mailto:)([^)\s]+)\)", paper):
            file, _, anchor = link.partition("#")
            target = path.parent / file if file else path
            assert target.exists(), (path.name, link)
            assert not anchor or anchor in anchors(target.read_text("utf-8")), (path.name, link)


def test_every_command_of_a_paper_can_be_given() -> None:
    makefile = (ROOT / "Makefile").read_text("utf-8")
    for path, paper in texts(".md"):
        for module in re.findall(rf"-m ((?:{'|'.join(ROOMS)})\b[\w.]*\w)", paper):
            file = module.replace(".", "/")
            assert is_there(f"{file}.py") or is_there(f"{file}/__main__.py"), (path.name, module)
        for target in re.findall(r"`make ([a-z-]+)", paper):
            assert f"\n{target}: " in makefile, (path.name, target)


@pytest.mark.slow
def test_every_path_and_decision_that_a_comment_names_is_there() -> None:
    cited = set()
    for path, source in texts(".py", ".c", ".h", ".yml", "Makefile"):
        cited |= {(path.name, each.rstrip(".")) for each in IN_A_ROOM.findall(source)}
        for number in decisions(source):
            assert list(ROOT.glob(f"docs/decisions/{number}-*")), (path.name, number)
    assert len(cited) > 10
    assert {(source, file) for source, file in cited if not is_there(file) and file not in EXAMPLES} == set()


@pytest.mark.slow
def test_every_decision_is_named_beside_what_follows_it() -> None:
    named = {number for _, source in texts(".py", ".c", ".h") for number in decisions(source)}
    decided = {path.name[:4] for path in (ROOT / "docs/decisions").glob("[0-9]*.md")}
    assert len(decided) > 60
    assert decided - named == set()


@pytest.mark.slow
def test_docstrings_of_functions_begin_with_what_they_do() -> None:
    asks = re.compile(r"(What|Whether|How|Who|Where|Which|Why|When)\b")
    found, wrong = 0, set()
    for path, source in texts(".py"):
        if path.relative_to(ROOT).parts[0] in ("tests", "docs"):
            continue
        for function in ast.walk(ast.parse(source)):
            if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef) and (says := ast.get_docstring(function)):
                found += 1
                if asks.match(says) and not any("property" in ast.unparse(each) for each in function.decorator_list):
                    wrong.add((path.name, function.name))
    assert found > 2000
    assert wrong == set()
