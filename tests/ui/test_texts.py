from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

from bot.ui.kit.texts import LOCALES, say, speaker

BOT = Path(__file__).parents[2] / "bot"


def catalogue() -> dict[str, tuple[str, ...]]:
    with (LOCALES / "en.po").open("rb") as file:
        messages = [message for message in read_po(file) if message.id]
    return {
        (message.id if isinstance(message.id, str) else message.id[0]): (
            (message.string,) if isinstance(message.string, str) else tuple(message.string or ())
        )
        for message in messages
    }


def names_in_code() -> tuple[set[str], set[str]]:
    """The names of texts in the source, and the fixed beginnings of names put together from parts."""
    whole: set[str] = set()
    beginnings: set[str] = set()
    for path in BOT.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                whole.add(node.value)
            if isinstance(node, ast.JoinedStr) and isinstance(node.values[0], ast.Constant):
                beginnings.add(str(node.values[0].value))
    return whole, {beginning for beginning in beginnings if "." in beginning}


def test_every_text_is_used_and_every_name_in_the_code_has_a_text() -> None:
    texts, (whole, beginnings) = catalogue(), names_in_code()
    unused = {name for name in texts if name not in whole and not name.startswith(tuple(beginnings))}
    assert not unused
    calls = re.findall(r'\bsay\(\s*"([a-z_.0-9]+)"', "\n".join(p.read_text("utf-8") for p in BOT.rglob("*.py")))
    assert calls
    assert not {name for name in calls if name not in texts}


def test_a_text_fills_its_places() -> None:
    assert say("en", "alt.candidate", number=2, square="C4") == "2 at C4"


def test_a_count_chooses_the_plural_form() -> None:
    assert [say("en", "count.buttons", count=count) for count in (0, 1, 2)] == ["0 buttons", "1 button", "2 buttons"]


def test_an_unknown_language_falls_back_to_english() -> None:
    assert speaker("en-US")("button.back") == speaker("xx")("button.back") == "Back"


def test_an_unknown_name_is_an_error() -> None:
    with pytest.raises(KeyError, match=r"no\.such\.text"):
        say("en", "no.such.text")
