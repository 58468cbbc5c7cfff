"""Gives the bot, its commands or the game another name: in the program, which has them in one place, and in documents.

    python -m tools.rename --name Bodkin --game "Sewing Bee" --root bee

History stays as it was (the changelog, the decisions), and so does a line that names the author of the game, as the
disclaimer does: it says whose game it is. What is to be done by hand is printed. Why: decision 0102.
"""

import argparse
import re
import sys
from collections.abc import Iterator
from pathlib import Path

from bot.ui.kit.brand import GAME, HOME, NAME, ROOT

REPO = Path(__file__).resolve().parents[1]
PLACE = REPO / "bot/ui/kit/brand.py"
DOCUMENTS = (
    *("README.md", "docs/*.md", "docs/*.json", "tests/*.md", ".github/**/*.*"),
    *("deploy/*", "pyproject.toml", ".env.example", "LICENSE"),
)

AUTHOR = "Uwe"

LONGEST_GAME = 15  # in German and Portuguese, 17 of the 32 characters of the menu that challenges somebody are others
IN_A_COMMAND = r"(?<![\w.}}%/-])/{}(?=-admin\b|(?![\w@-]|[./]\w))"
"""The name of a command as somebody types it; not the end of a path."""

BY_HAND = """\
Now look at `git diff`, and then, by hand:
- each line above still names the game: it shall say whose it is, and nothing else
- {place} says how Japanese and Korean spell the game, if not in our letters (SPELLED)
- `python -m tools.measure.readme` draws the pictures in the README anew
- Discord's developer portal and the repository have a name and a description of their own"""


def main(arguments: list[str] | None = None) -> None:
    """Change all of it, or nothing, with one sentence why."""
    parser = argparse.ArgumentParser(prog="python -m tools.rename")
    parser.add_argument("--name", default=NAME, help="the bot, and its home page in small letters (now %(default)s)")
    parser.add_argument("--game", default=GAME, help="the game, in texts (now %(default)s)")
    parser.add_argument("--root", default=ROOT, help="what players' commands begin with (now %(default)s)")
    new = parser.parse_args(arguments)
    if refusal := _refusal(new.name, new.game, new.root):
        sys.exit(refusal)
    for path in _documents():
        text = path.read_text("utf-8")
        lines = text.splitlines(keepends=True)
        path.write_text("".join(_renamed(line, new.name, new.game, new.root) for line in lines), "utf-8")
        for number, line in enumerate(lines, 1):
            if AUTHOR in line and GAME in line:
                print(f"{path.relative_to(REPO)}:{number}: {line.strip()}")
    PLACE.write_text(_in_the_program(PLACE.read_text("utf-8"), new.name, new.game, new.root), "utf-8")
    print(BY_HAND.format(place=PLACE.relative_to(REPO)))


def _documents() -> Iterator[Path]:
    return (path for pattern in DOCUMENTS for path in sorted(REPO.glob(pattern)))


def _refusal(name: str, game: str, root: str) -> str:
    commands = {name.lower(), root, f"{root}-admin"}
    if len(commands) < 3 or not all(re.fullmatch(r"[\w-]{1,32}", each) and each == each.lower() for each in commands):
        return f"These cannot be three commands of Discord's: {', '.join(sorted(commands))}."
    if len(game) > LONGEST_GAME or set(game) & set('"\\'):
        return (
            f"{game} must have {LONGEST_GAME} characters at most, or a menu is too long, and no quotes or backslashes."
        )
    for old, new in ((NAME, name), (GAME, game)):
        there = [path for path in _documents() if re.search(rf"\b{re.escape(new)}\b", path.read_text("utf-8"))]
        if new != old and there:
            return f"{there[0].relative_to(REPO)} says {new} already, which could not be told from the new name later."
    return ""


def _renamed(line: str, name: str, game: str, root: str) -> str:
    for old, new in ((HOME, name.lower()), (ROOT, root)):
        line = re.sub(IN_A_COMMAND.format(re.escape(old)), f"/{new}", line)
    line = line.replace(f"OWNER/{HOME}", f"OWNER/{name.lower()}")  # the repository, and the image that it publishes
    line = re.sub(rf"\b{re.escape(NAME)}\b", name, line)
    return line if AUTHOR in line else re.sub(rf"\b{re.escape(GAME)}\b", game, line)


def _in_the_program(text: str, name: str, game: str, root: str) -> str:
    for constant, new in (("NAME", name), ("GAME", game), ("ROOT", root)):
        text = re.sub(rf'(?m)^{constant} = ".*"$', f'{constant} = "{new}"', text)
    return text if game == GAME else re.sub(r"(?m)^SPELLED.* = .*$", "SPELLED: dict[str, str] = {}", text)


if __name__ == "__main__":
    main()
