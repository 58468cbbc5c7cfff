"""Every page that there is keeps Discord's limits, at every ply of whole games."""

import re
from collections.abc import Iterable
from functools import cache
from typing import Any
from unicodedata import east_asian_width
from zoneinfo import ZoneInfo

import discord
import pytest

from bot.store.players import PlayerRow
from bot.store.servers import ServerRow
from bot.ui.kit.catalogues import SOURCE
from bot.ui.kit.custom_id import read_id
from bot.ui.kit.page import LONGEST_FORM_TEXT, LONGEST_OPTION, LONGEST_TYPED, Button, Page, Select
from bot.ui.pages.board import board_page
from bot.ui.pages.preferences import times_form
from bot.ui.pages.servers import zone_form
from bot.ui.words.names import TOKEN_COLOURS
from game import Automa
from tests.ui import every_page
from tests.ui.catalogues import EACH_LANGUAGE, LABEL
from tests.ui.every_page import SAY, clocks, matches, other_pages, pages, some_matches

LINES = 3
"""How many lines a row of buttons may take on a phone."""


def check_all(pages: Iterable[Page]) -> int:
    """Assert it of pages, of equal ones once. Returns how many there were."""
    count, seen = 0, set[Page]()
    for count, page in enumerate(pages, 1):  # noqa: B007 (it is returned)
        if page not in seen:
            check(page)
            seen.add(page)
    return count


def check(page: Page, lines: int | None = LINES) -> None:
    """Assert that a page keeps Discord's limits, and those of a phone: a row of buttons takes so many lines at most."""
    view = page.view()
    parts: list[Any] = [item.to_component_dict() for item in view.walk_children()]
    assert len(parts) <= 40
    texts = [part["content"] for part in parts if part["type"] == 10]
    assert sum(map(len, texts)) <= 4000
    assert sum(len(text.encode()) for text in texts) <= 10_000
    assert all(texts)
    assert "Emoji(" not in "".join(texts)
    assert len(page.rows) <= 10  # what one takes in (settings); Discord counts only the parts
    ids: list[str] = []
    for part in parts:
        if "custom_id" in part:
            ids.append(part["custom_id"])
            assert len(part["custom_id"]) <= 100
            assert read_id(part["custom_id"])
        if part["type"] == 2:
            assert re.search(r"\w|[←↑↓→]", part["label"])
            assert len(part["label"]) <= (LABEL + 4 if lines else 80)  # patches and squares are filled in
        if part["type"] == 3:
            assert 1 <= len(part["options"]) <= 25
            assert sum(bool(option.get("default")) for option in part["options"]) <= 1
    assert len(set(ids)) == len(ids)
    assert sum(part.get("style") == discord.ButtonStyle.success.value for part in parts) <= 1
    kinds = [part["type"] for part in parts]
    assert kinds.count(1) == 1 or kinds.count(2) > 5 or {3, 5} & {*kinds} or 2 not in kinds, "few buttons in rows"
    assert page.accent in (None, *TOKEN_COLOURS.values())
    if page.picture:
        assert 0 < len(page.picture.description) <= 1024
    if lines:
        assert page.picture is None or page.picture.description == page.picture.alt, "nothing of it is cut"
        _rows_fit_a_phone(page, lines)
    _emoji_stand_only_where_discord_shows_them(page)


PHONE = 265
"""Room for buttons on a phone, in CSS pixels, as `make measure` shows it."""


def _rows_fit_a_phone(page: Page, lines: int) -> None:
    for row in page.rows:
        if isinstance(row, tuple):
            assert 1 <= len(row) <= 5
            assert _lines(row) <= lines


def _lines(row: tuple[Button, ...]) -> int:
    """How many lines a row of buttons takes on a phone: what does not fit beside the others goes below them."""
    lines, left = 0, -1
    for button in row:
        width = min(24 + _width(button.label) + 26 * (button.emoji is not None), PHONE)
        lines, left = (lines, left - width - 8) if width <= left else (lines + 1, PHONE - width - 8)
    return lines


NARROW = "fijlrtI .,:'\N{WORD JOINER}"


@cache
def _width(label: str) -> int:
    """How wide the words of a button are; signs of Korean and Japanese take the room of two letters."""
    return sum(16 if east_asian_width(each) in "WF" else 5 if each in NARROW else 8 for each in label)


def _emoji_stand_only_where_discord_shows_them(page: Page) -> None:
    words = [page.notification, page.picture.description if page.picture else "", page.file.name if page.file else ""]
    for row in page.rows:
        if isinstance(row, tuple):
            words += [button.label for button in row]
        else:
            options = row.options if isinstance(row, Select) else ()
            words += [row.placeholder, *(f"{option.label} {option.description}" for option in options)]
    assert "<:" not in "".join(words)


@pytest.fixture(params=EACH_LANGUAGE)
def language(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Each language that there is; all pages speak it."""
    language = str(request.param)
    monkeypatch.setattr(every_page, "SAY", every_page.saying(language))
    return language


OPPONENTS = pytest.mark.parametrize("opponent", [None, Automa("legend", "tactical")], ids=str)


@pytest.mark.slow
@OPPONENTS
def test_each_kind_of_page_fits(opponent: Automa | None, language: str) -> None:
    assert check_all(page for match in some_matches(1, opponent) for page in pages(match)) > 200


@pytest.mark.night
@pytest.mark.parametrize("seed", [1, 2, 3])
@OPPONENTS
def test_every_page_of_a_whole_game_fits(seed: int, opponent: Automa | None, language: str) -> None:
    assert check_all(page for match in matches(seed, opponent) for page in pages(match)) > 200


@pytest.mark.slow
def test_every_page_of_a_game_with_a_clock_fits(language: str) -> None:
    some = list(matches(1))[::16]
    assert check_all(page for match in some for timed in clocks(match) for page in pages(timed)) > 200


@pytest.mark.slow
def test_every_page_that_is_not_about_one_game_fits(language: str) -> None:
    assert check_all(other_pages()) > 1000


async def test_a_view_is_made_anew_each_time_and_is_over_before_it_is_sent() -> None:
    page = board_page(SAY, next(matches(1)))
    first, second = page.view(), page.view()
    assert first is not second
    assert first.timeout is None
    assert first.is_finished()
    assert page.notification_view().is_finished()


@pytest.mark.parametrize("language", [SOURCE, *EACH_LANGUAGE])
def test_forms_fit_and_say_everything(language: str) -> None:
    say = every_page.saying(language)
    player = PlayerRow(1, None, "mention", 1439, 1439, "America/Argentina/Buenos_Aires", 2**33)
    for form in (times_form(say, player, ZoneInfo(player.timezone)), zone_form(say, ServerRow(1))):
        assert len(form.title) <= LONGEST_FORM_TEXT
        for field in form.fields:
            assert len(field.label) <= LONGEST_FORM_TEXT
            assert len(field.hint) <= LONGEST_OPTION
            assert len(field.typed) <= LONGEST_TYPED
