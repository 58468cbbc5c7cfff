"""How the bot is packed: nothing that is not pinned or that tells a password."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


def test_actions_are_pinned_by_commit() -> None:
    used = [
        line for file in (ROOT / ".github/workflows").iterdir() for line in re.findall("uses: .*", file.read_text())
    ]
    assert used
    assert [line for line in used if not re.fullmatch(r"uses: [\w-]+/[\w-]+@[0-9a-f]{40} # v[0-9.]+", line)] == []


def test_images_are_pinned_by_digest() -> None:
    """In lines of which dependabot can make newer ones: it leaves whatever is an argument of the build as it is."""
    dockerfile, compose = (ROOT / "Dockerfile").read_text(), (ROOT / "compose.yaml").read_text()
    pinned = r"[a-z]+:[\w.-]+@sha256:[0-9a-f]{64}"
    below, *others = re.findall(r"(?m)^FROM (.*)$", dockerfile)
    assert re.fullmatch(f"{pinned} AS base", below)
    assert {each.split()[0] for each in others} == {"base"}
    images = [each for each in re.findall(r"(?m)^ +image: (\S+)", compose) if each != "thimble"]
    assert images
    assert [each for each in images if not re.fullmatch(pinned, each)] == []


def test_packages_are_pinned_by_hash() -> None:
    for file in ROOT.glob("requirements*.txt"):
        packages = re.split(r"\n(?=\S)", re.sub(r"(?m)^#.*\n", "", file.read_text()).strip())
        assert packages
        assert [each for each in packages if "==" not in each or "--hash=sha256:" not in each] == [], file.name


def test_whatever_the_bot_needs_of_ours_is_in_its_image() -> None:
    shipped = {line[1:] for line in (ROOT / ".dockerignore").read_text().splitlines() if line.startswith("!")}
    code = [file.read_text() for each in shipped for file in (ROOT / each).rglob("*.py")]
    imported = {name for text in code for name in re.findall(r"(?m)^ *(?:from|import) (\w+)", text)}
    ours = {file.parent.name for file in ROOT.glob("*/__init__.py")}
    assert {"bot", "game"} <= imported & ours
    assert imported & ours <= shipped


def test_no_password_is_in_the_environment_of_a_container() -> None:
    compose = (ROOT / "compose.yaml").read_text()
    assert not re.search("PASSWORD[:=]", compose)
    assert "://" not in compose.replace("sqlite+aiosqlite://", "")
    assert "/secrets/" in (ROOT / ".gitignore").read_text().splitlines()
    assert "!secrets" not in (ROOT / ".dockerignore").read_text()
