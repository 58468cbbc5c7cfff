import ast
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from discord import app_commands

import render
from bot.features import commands
from bot.ui.kit.brand import ADMIN, HOME, ROOT
from bot.ui.kit.page import Page, Select
from bot.ui.kit.texts import Commands, Ways, speaker, url_of
from bot.ui.pages.board import board_page, home_page
from bot.ui.pages.ghost import press
from bot.ui.pages.panel import panel_page
from bot.ui.pages.start import MORE
from bot.ui.words.names import EMOJI, ORIENTATION_ICONS
from game import PATCHES
from tests.ui.catalogues import ENGLISH
from tests.ui.every_page import BIG, SAY, buttons, matches, opened

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


def test_a_text_fills_its_places_and_a_count_chooses_the_plural_form() -> None:
    say = speaker("en")
    assert say("shape.stretch", first="C4", last="E4") == "C4 to E4"
    assert [say("count.buttons", count=count) for count in (0, 1, 2)] == [
        "0 buttons",
        "1 button",
        "2 buttons",
    ]
    assert speaker("en-US")("button.back") == speaker("xx")("button.back") == "Back", "an unknown language is English"
    with pytest.raises(KeyError, match=r"no\.such\.text"):
        speaker("en")("no.such.text")


def test_a_command_can_be_clicked_where_its_number_is_known() -> None:
    name = "games.none"
    assert f"`/{ROOT} challenge`" in speaker("en")(name)
    ids: dict[str, int] = {}
    spoken = speaker("en", ids)
    assert f"`/{ROOT} challenge`" in spoken(name)
    ids[ROOT] = 5  # they become known while the bot runs
    assert f"</{ROOT} challenge:5>" in spoken(name)
    assert f"`/{ROOT} challenge`" in speaker("en", {ADMIN: 5})(name)
    assert Commands({ROOT: 5, ADMIN: 6}).admin["end"] == f"</{ADMIN} end:6>"
    assert (Commands({HOME: 7}).home, Commands({}).home) == (f"</{HOME}:7>", f"`/{HOME}`")
    assert speaker("de", {HOME: 7})("refusal.group_over").count(f"</{HOME}:7> › *Gruppe*") == 1


def test_every_command_that_a_text_names_exists() -> None:
    there = {path for command in commands() for path in paths(command)}
    named = {
        f"{ADMIN if admin else ROOT} {path}"
        for texts in catalogue().values()
        for admin, path in re.findall(r"\{commands(\.admin)?\[([^]]+)\]\}", "".join(texts))
    }
    assert {f"{ROOT} games", f"{ADMIN} settings"} <= named
    assert not named - there
    ways = {way for texts in catalogue().values() for way in re.findall(r"\{ways\[(\w+)\]\}", "".join(texts))}
    assert "settings" in ways <= {*MORE}


def test_texts_name_commands_in_the_one_way_and_where_they_are_rendered() -> None:
    for plain in ("choice.", "button.", "select.", "option.", "alt."):
        texts = [text for name, forms in catalogue().items() if name.startswith(plain) for text in forms]
        assert texts
        assert not [text for text in texts if "{commands" in text or "{ways" in text]
    assert not [name for name, forms in catalogue().items() if re.search(r"`/\{", "".join(forms))]


def test_all_that_is_posted_speaks_with_the_commands_and_emoji_that_the_client_knows() -> None:
    modules = [module for room in ("ui/publish", "features") for module in sorted((BOT / room).glob("*.py"))]
    assert len(modules) > 30
    speaking = [module.name for module in modules if re.search(r"\bspeaker\b", module.read_text("utf-8"))]
    assert speaking == ["presence.py"], "whose sentence has neither"


WAYS = re.compile(
    r"\{commands|\{ways|\{time\}|\*[A-Z]\w+…?\*|\b(?:[Pp]lease|when|once|until|while|[Mm]eanwhile|again|[Aa]sk|[Ww]rite|[Cc]hoose|[Pp]ress"
    r"|[Ww]ait|[Uu]se|[Ii]nvite|[Nn]ext time|How hard|This is how|can still move|later)\b|from now"
)
"""A command or a button, a time, or what to do."""


def test_where_servers_commands_are_not_texts_name_the_way_from_the_home_page() -> None:
    named = {
        found for forms in catalogue().values() for text in forms for found in re.findall(r"{commands\[(\w+)\]", text)
    }
    assert len(named) > 5
    for name in named:
        assert Ways(SAY.anywhere)[name].startswith(f"`/{HOME}` › *"), name
    told = SAY.anywhere("games.none", count=0)
    assert f"`/{HOME}` › *A rival*" in told
    assert f"/{ROOT}" not in told
    assert SAY.anywhere.in_words("games.none", count=0) == told
    for name in named:
        assert not {"A friend…", "Open a seat"} & {*Ways(SAY.in_conversation)[name].split("*")}, "it has Play here"
    assert url_of(0, 5, 6) == "https://discord.com/channels/@me/5/6"


REFUSALS = {name: forms for name, forms in catalogue().items() if name.startswith(("refusal.", "failure"))}


def test_a_refusal_says_when_or_what_instead() -> None:
    assert len(REFUSALS) > 50
    assert [form for forms in REFUSALS.values() for form in forms if not WAYS.search(form)] == []


WORDS = speaker("en")
MATCH = next(matches(1))


def numbers_on(page: Page) -> list[int]:
    parts: list[Any] = [item.to_component_dict() for item in page.view().walk_children() if item.type.value in (2, 3)]
    controls = [control for part in parts for control in (part, *part.get("options", []))]
    return [int(control["emoji"]["id"]) for control in controls if control.get("emoji")]


def test_their_names_are_words_that_discord_takes() -> None:
    assert len(EMOJI) == 5 + sum(len(patch.orientations) for patch in PATCHES) == 149
    assert [name for name in EMOJI if not re.fullmatch(r"[A-Za-z0-9_]{2,32}", name)] == []
    assert ORIENTATION_ICONS[5, "N"] == "quick_L"
    assert ORIENTATION_ICONS[5, "e"] == "quick_L_flipped_right"


def test_every_emoji_that_a_text_names_is_drawn_and_every_sign_is_named_by_one() -> None:
    named = {name for texts in catalogue().values() for name in re.findall(r"\{emoji\[(\w+)\]:", "".join(texts))}
    on_a_button = {"leather"}
    assert set(render.SIGNS) <= named | on_a_button <= EMOJI.keys()


def test_one_emoji_that_is_not_uploaded_yet_is_words_and_the_others_are_pictures() -> None:
    """Of each one that a game may show, on whatever page it stands: in texts, on buttons, in lists."""
    for match in list(matches(1))[::6]:
        if match.outcome or match.position.leather:
            continue
        for patch in match.position.offers:
            looks = {ORIENTATION_ICONS[patch.id, lying.letter] for lying in patch.orientations}
            lacking = speaker("en", {}, {name: BIG for name in EMOJI if name not in looks})
            shown = [board_page(lacking, match), home_page(lacking, match)]
            if match.position.can_take(patch):
                panel = opened(match.position.player(match.position.turn).quilt, patch)
                shown += [panel_page(lacking, match, replace(panel, page=page)) for page in ("spots", "list")]
            for page in shown:
                sent = str([item.to_component_dict() for item in page.view().walk_children()])
                assert not any(f"{look}:" in sent or f"'{look}'" in sent for look in looks)
            assert f"<:button:{BIG}>" in home_page(lacking, match).below[-1]


def test_the_buttons_of_the_offers_show_their_patches() -> None:
    offered = {button.custom_id.control: button for button in buttons(board_page(SAY, MATCH))}
    for number, patch in enumerate(MATCH.position.offers, 1):
        emoji = offered[str(number)].emoji
        assert emoji is not None
        assert emoji.name in {ORIENTATION_ICONS[patch.id, lying.letter] for lying in patch.orientations}
    assert numbers_on(board_page(SAY, MATCH)) == [BIG] * 4  # and a button on Advance
    assert numbers_on(board_page(WORDS, MATCH)) == []


def test_the_list_shows_each_look_of_a_patch() -> None:
    quilt = MATCH.position.player(MATCH.position.turn).quilt
    patch = next(patch for patch in MATCH.position.offers if MATCH.position.can_take(patch))
    panel = opened(quilt, patch)
    page = panel_page(SAY, MATCH, press(quilt, panel, "list"))
    looks = next(row for row in page.rows if isinstance(row, Select))
    assert len(looks.options) == len(patch.orientations) > 1
    assert [option.emoji and option.emoji.name for option in looks.options] == [
        ORIENTATION_ICONS[patch.id, option.value] for option in looks.options
    ]
    assert numbers_on(page) == [BIG] * len(looks.options)
    assert numbers_on(page.without_emoji()) == []
