"""Emoji stand on pages where Discord has them; words, or common emoji, stand in for the others."""

import re
from dataclasses import replace
from typing import Any

import render
from bot.ui.kit.page import Button, Page, Select
from bot.ui.kit.texts import speaker
from bot.ui.pages.board import board_page, home_page
from bot.ui.pages.ghost import open_panel, press
from bot.ui.pages.panel import panel_page
from bot.ui.pages.textboard import text_page
from bot.ui.words.names import EMOJI, ORIENTATION_ICONS
from bot.ui.words.preview import offer_lines
from game import PATCHES
from tests.ui.every_page import BIG, SAY, matches
from tests.ui.test_texts import catalogue

WORDS = speaker("en")
MATCH = next(matches(1))


def buttons(page: Page) -> dict[str, Button]:
    """The buttons of a page, by what they do."""
    return {button.custom_id.control: button for row in page.rows if isinstance(row, tuple) for button in row}


def numbers_on(page: Page) -> list[int]:
    """Discord's numbers of all emoji on the controls of a page, as they are sent."""
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


def test_an_offer_is_told_in_pictures_or_in_words() -> None:
    first = MATCH.position.offers[0]
    in_words = offer_lines(WORDS, MATCH, to_mover=False).splitlines()[0]
    assert f"{first.cost} button" in in_words
    assert f"{first.time} space" in in_words
    in_pictures = offer_lines(SAY, MATCH, to_mover=False).splitlines()[0]
    assert f"{first.cost} <:button:{BIG}>" in in_pictures
    assert f"{first.time} <:time:{BIG}>" in in_pictures
    assert offer_lines(SAY.in_words, MATCH, to_mover=False).splitlines()[0] == in_words


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
                panel = open_panel(match.position.player(match.position.turn).quilt, patch)
                assert panel
                shown += [panel_page(lacking, match, replace(panel, page=page)) for page in ("spots", "list")]
            for page in shown:
                sent = str([item.to_component_dict() for item in page.view().walk_children()])
                assert not any(f"{look}:" in sent or f"'{look}'" in sent for look in looks)
            name, number = lacking(f"patch.{patch.id}"), match.position.number_of(patch)
            lines = offer_lines(lacking, match, to_mover=True).splitlines()
            (line,) = [line for line in lines if line.startswith(f"**{number}** {name}: ")]
            assert f"<:button:{BIG}>" in line


def test_tokens_have_common_emoji_until_there_are_ours() -> None:
    assert board_page(WORDS, MATCH).above[0].startswith("### 🔵")
    assert board_page(SAY, MATCH).above[0].startswith(f"### <:round_blue_token:{BIG}>")


def test_the_buttons_of_the_offers_show_their_patches() -> None:
    offered = buttons(board_page(SAY, MATCH))
    for number, patch in enumerate(MATCH.position.offers, 1):
        emoji = offered[str(number)].emoji
        assert emoji is not None
        assert emoji.name in {ORIENTATION_ICONS[patch.id, lying.letter] for lying in patch.orientations}
    assert numbers_on(board_page(SAY, MATCH)) == [BIG] * 4  # and a button on Advance
    assert numbers_on(board_page(WORDS, MATCH)) == []


def test_the_list_shows_each_look_of_a_patch() -> None:
    quilt = MATCH.position.player(MATCH.position.turn).quilt
    patch = next(patch for patch in MATCH.position.offers if MATCH.position.can_take(patch))
    panel = open_panel(quilt, patch)
    assert panel
    page = panel_page(SAY, MATCH, press(quilt, panel, "list"))
    looks = next(row for row in page.rows if isinstance(row, Select))
    assert len(looks.options) == len(patch.orientations) > 1
    assert [option.emoji and option.emoji.name for option in looks.options] == [
        ORIENTATION_ICONS[patch.id, option.value] for option in looks.options
    ]
    assert numbers_on(page) == [BIG] * len(looks.options)
    assert numbers_on(page.without_emoji()) == []


def test_the_text_board_is_all_words() -> None:
    texts = text_page(SAY, MATCH, BIG)
    assert "<:" not in "".join((*texts.above, *texts.below))
