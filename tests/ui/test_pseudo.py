"""Everybody speaks a language with longer words than English: nothing is refused, and no English is left."""

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from bot.matches.seats import Rival
from bot.ui.kit.page import LONGEST_ALT, LONGEST_LABEL, LONGEST_OPTION, LONGEST_PLACEHOLDER, Page
from game import Automa
from tests.ui import every_page
from tests.ui.pseudo import PSEUDO, speak_pseudo, untranslated
from tests.ui.test_pages_fit import check
from tests.ui.world import World, offered

SAME = ("mina", "tom", "eve", "keeper", "quilts", "i")
"""What people and channels are called, and Babel's *and*."""


@pytest.fixture(autouse=True)
def pseudo(monkeypatch: pytest.MonkeyPatch) -> None:
    speak_pseudo(monkeypatch)
    monkeypatch.setattr(every_page, "SAY", every_page.saying(PSEUDO))


def words_of(part: Any, name: str = "") -> Iterator[tuple[str, str]]:
    """All words in a request that people read, each with the name of the field that holds it."""
    if isinstance(part, list):
        for each in part:
            yield from words_of(each, name)
    elif isinstance(part, dict):
        for key, value in part.items():
            is_choice = key == "name" and {*part} <= {"name", "name_localizations", "value"}
            if isinstance(value, str) and (key in LIMITS or is_choice):
                yield key, value
            else:
                yield from words_of(value, key)


LIMITS = {
    "content": 4000,
    "label": max(LONGEST_LABEL, LONGEST_OPTION),
    "placeholder": LONGEST_PLACEHOLDER,
    "description": LONGEST_ALT,
}
"""The fields that people read, and how much Discord takes in them."""


def english_in(text: str) -> str:
    """What is left of a text besides names, numbers and squares."""
    left = re.sub(r"\b[A-I][1-9]?\b", "", untranslated(text))
    return " ".join(word for word in left.split() if word not in SAME)


def said(world: World, english: Callable[[str], object] = english_in) -> int:
    """How much people have been told so far: nothing in English, and no more of anything than Discord takes."""
    told = 0
    for request in world.env.http_requests:
        if request.method == "GET" or request.path.endswith("/commands") or request.json is None:
            continue
        words = list(words_of(request.json))
        assert sum(len(text) for field, text in words if field == "content") <= LIMITS["content"]
        for field, each in words:
            assert len(each) <= LIMITS.get(field, LONGEST_OPTION)
            assert not english(each), (request.method, request.path, field, each)
            told += 1
    return told


@pytest.mark.slow
@pytest.mark.parametrize("opponent", [None, Automa("legend", "tactical"), Rival("thimble")], ids=str)
def test_every_page_of_a_game_fits_and_is_translated(opponent: Automa | Rival | None) -> None:
    seen = 0
    for match in every_page.some_matches(1, opponent):
        for page in every_page.pages(match):
            look_at(page)
            seen += 1
    assert seen > 200


@pytest.mark.slow
def test_every_other_page_fits_and_is_translated() -> None:
    timed = [timed for match in list(every_page.matches(1))[::24] for timed in every_page.clocks(match)]
    pages = {*every_page.other_pages(), *(page for match in timed for page in every_page.pages(match))}
    assert len(pages) > 1000
    for page in pages:
        look_at(page)


def look_at(page: Page) -> None:
    check(page, None)
    for field, each in words_of([item.to_component_dict() for item in page.view().children]):
        assert not re.sub("W{32}", "", english_in(each)), (field, each)
    assert not english_in(page.notification)
    if page.picture:
        assert len(page.picture.alt) <= LONGEST_ALT or page.picture.alt.startswith("⟦Thé qüîltš"), page.picture.alt
        assert not english_in(page.picture.description)


async def all_looks(world: World) -> None:
    """Whatever can be seen of a game."""
    board = [*world.boards(), *(each for thread in world.channel.threads for each in world.boards(thread))][0]
    for control in ("more", "replay"):
        for name in offered(await world.press(world.mina, board, control)):
            if name in ("text", "ring", "quilt1", "quilt2", "following", "last", "animation", "mylevel"):
                await world.press(world.mina, await world.press(world.mina, board, control), name)


@pytest.mark.cheapest
async def test_a_thread_has_a_name_of_its_language(world: World) -> None:
    await world.accepted_game(first="me", pace=3, where="thread")
    await world.slash(world.mina, "rival", level="pin", where="thread")
    assert len(world.channel.threads) == 2
    assert not english_in(" ".join(str(thread.name) for thread in world.channel.threads))
    assert said(world)
