"""Help: a short first page, and a page behind each of its buttons."""

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

from bot.config import LINKS
from bot.ui.kit.brand import HOME, VERSION
from bot.ui.pages.help import TOPICS, help_page, topic_page
from tests.ui.every_page import SAY
from tests.ui.world import World, offered, text

MOST_WORDS = 120
"""More would not fit on the screen of a phone."""


@pytest.mark.parametrize(
    ("topic", "words"),
    [
        ("rules", "The player further back in time moves"),
        ("rules", "one of the next three patches"),
        ("picture", "**C** The time board"),
        ("clocks", "the other player may claim the win"),
        ("clocks", "After 12 hours (6 if a move may take a day), you can nudge"),
        ("rivals", "Loom"),
        ("rivals", "*Hint* says what a strong player would do."),
        ("alone", "The Intern is its easiest level"),
        ("commands", "What only you can see is at the bottom of the channel"),
        ("commands", "*More…* there leads to duels, groups, the Sunday quilt"),
    ],
)
def test_each_topic_has_a_page(topic: str, words: str) -> None:
    assert words in "".join(topic_page(SAY.in_words, topic).above)


@pytest.mark.cheapest
async def test_help_begins_with_how_to_begin_and_leads_from_each_page_to_every_other(world: World) -> None:
    front = page = await world.slash(world.eve, "help")
    for words in ("Two players each sew a quilt", f"/{HOME}", "unofficial", "Uwe Rosenberg", "Lookout"):
        assert words in text(page)
    assert offered(page) == ["learn", "about", *TOPICS, "more"]
    for topic in TOPICS:
        page = await world.press(world.eve, page, topic)
        assert page.id == front.id
        assert offered(page) == ["help" if each == topic else each for each in TOPICS]
    assert text(await world.press(world.eve, page, "help")) == text(front)


def test_no_page_of_help_is_longer_than_a_screen() -> None:
    for page in (help_page(SAY), *(topic_page(SAY, topic) for topic in TOPICS)):
        words = re.sub(r"</([a-z ]+):\d+>", r"\1", " ".join(page.above))
        assert len(re.findall(r"[\w×’']+", words)) <= MOST_WORDS


PROJECT = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text("utf-8"))["project"]


@pytest.mark.parametrize("settings", [{}, {"links": {name: f"https://example.org/{name}" for name in LINKS}}])
async def test_about_names_the_version_and_the_operators_addresses(world: World, settings: dict[str, Any]) -> None:
    words = text(await world.press(world.eve, await world.slash(world.eve, "help"), "about"))
    assert PROJECT["version"] == VERSION
    assert VERSION in words
    assert f"[Add me to a server]({world.client.invite})" in words or settings
    assert "unofficial" in words
    links = "[Source code](https://example.org/source) · [Support](https://example.org/support)"
    assert (links in words) == bool(settings)
    assert words.count("https://example.org/") == 4 * bool(settings)
