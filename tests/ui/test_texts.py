import ast
import re
from pathlib import Path
from typing import Any

import pytest
from discord import app_commands

from bot.features import commands
from bot.ui.kit.brand import ADMIN, ROOT
from bot.ui.kit.texts import Commands, say, speaker
from tests.ui.catalogues import ENGLISH

BOT = Path(__file__).parents[2] / "bot"


def catalogue() -> dict[str, tuple[str, ...]]:
    return {name: text.forms for name, text in ENGLISH.by_name.items()}


def paths(command: app_commands.Command[Any, ..., Any] | app_commands.Group | app_commands.ContextMenu) -> set[str]:
    """The full names of a command, or of all commands in a group."""
    if isinstance(command, app_commands.Group):
        return {path for inner in command.commands for path in paths(inner)}
    return {command.qualified_name}


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


@pytest.mark.slow
def test_every_text_is_used_and_every_name_in_the_code_has_a_text() -> None:
    texts, (whole, beginnings) = catalogue(), names_in_code()
    unused = {name for name in texts if name not in whole and not name.startswith(tuple(beginnings))}
    assert not unused
    calls = re.findall(r'\bsay\(\s*"([a-z_.0-9]+)"', "\n".join(p.read_text("utf-8") for p in BOT.rglob("*.py")))
    assert calls
    assert not {name for name in calls if name not in texts}


def test_a_text_fills_its_places() -> None:
    assert say("en", "shape.stretch", first="C4", last="E4") == "C4 to E4"


def test_a_count_chooses_the_plural_form() -> None:
    assert [say("en", "count.buttons", count=count) for count in (0, 1, 2)] == ["0 buttons", "1 button", "2 buttons"]


def test_a_command_can_be_clicked_where_its_number_is_known() -> None:
    name = "games.none"
    assert f"`/{ROOT} challenge`" in speaker("en")(name)
    ids: dict[str, int] = {}
    spoken = speaker("en", ids)
    assert f"`/{ROOT} challenge`" in spoken(name)
    ids[ROOT] = 5  # they become known while the bot runs
    assert f"</{ROOT} challenge:5>" in spoken(name)
    assert f"`/{ROOT} challenge`" in speaker("en", {ADMIN: 5})(name)
    assert Commands({ROOT: 5, ADMIN: 6}).admin["list"] == f"</{ADMIN} list:6>"


def test_every_command_that_a_text_names_exists() -> None:
    there = {path for command in commands() for path in paths(command)}
    named = {
        f"{ADMIN if admin else ROOT} {path}"
        for texts in catalogue().values()
        for admin, path in re.findall(r"\{commands(\.admin)?\[([^]]+)\]\}", "".join(texts))
    }
    assert {f"{ROOT} board", f"{ROOT} settings"} <= named
    assert not named - there


@pytest.mark.parametrize("plain", ["choice.", "button.", "select.", "option.", "alt."])
def test_texts_that_are_not_rendered_name_no_command_that_could_be_clicked(plain: str) -> None:
    texts = [text for name, forms in catalogue().items() if name.startswith(plain) for text in forms]
    assert texts
    assert not [text for text in texts if "{commands" in text]


def test_all_other_texts_name_commands_in_the_one_way() -> None:
    assert not [name for name, forms in catalogue().items() if re.search(r"`/(\{|patchwork)", "".join(forms))]


def test_an_unknown_language_falls_back_to_english() -> None:
    assert speaker("en-US")("button.back") == speaker("xx")("button.back") == "Back"


def test_an_unknown_name_is_an_error() -> None:
    with pytest.raises(KeyError, match=r"no\.such\.text"):
        say("en", "no.such.text")


def test_all_that_is_posted_speaks_with_the_commands_and_emoji_that_the_client_knows() -> None:
    modules = [module for room in ("ui/publish", "features") for module in sorted((BOT / room).glob("*.py"))]
    assert len(modules) > 30
    assert [module.name for module in modules if re.search(r"\bspeaker\b", module.read_text("utf-8"))] == []
