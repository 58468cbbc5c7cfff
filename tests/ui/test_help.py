"""Help: a short first page, and a page behind each of its buttons."""

import re

import pytest

from bot.ui.pages.help import TOPICS, help_page, topic_page
from tests.ui.every_page import SAY
from tests.ui.world import World, offered, text

MOST_WORDS = 120
"""More would not fit on the screen of a phone."""


@pytest.mark.cheapest
async def test_help_begins_with_how_to_begin_and_the_disclaimer(world: World) -> None:
    page = await world.slash(world.eve, "help")
    assert page.flags.ephemeral
    for words in ("Two players each sew a quilt", "challenge", "rival", "unofficial", "Uwe Rosenberg", "Lookout"):
        assert words in text(page)
    assert offered(page) == ["learn", "about", *TOPICS]


@pytest.mark.parametrize(
    ("topic", "words"),
    [
        ("rules", "Whoever is further back in time moves"),
        ("picture", "**C** The time board"),
        ("clocks", "the other player may claim the win"),
        ("rivals", "Loom"),
        ("alone", "The Intern is its easiest level"),
        ("commands", "What only you can see is at the bottom of the channel"),
        ("commands", "**daily** is a short puzzle, **sunday** a game for everybody"),
    ],
)
async def test_each_topic_is_a_page_in_the_same_place_and_leads_back(world: World, topic: str, words: str) -> None:
    front = await world.slash(world.eve, "help")
    page = await world.press(world.eve, front, topic)
    assert page.id == front.id
    assert words in text(page)
    assert text(await world.press(world.eve, page, "help")) == text(front)


async def test_from_each_page_of_help_one_press_leads_to_every_other(world: World) -> None:
    page = await world.slash(world.eve, "help")
    for topic in TOPICS:
        page = await world.press(world.eve, page, topic)
        assert offered(page) == ["help" if each == topic else each for each in TOPICS]


def test_the_help_says_when_nudging_is_possible_and_that_one_chooses_from_three_patches() -> None:
    assert "After 12 hours (6 if a move may take a day), you can nudge" in topic_page(SAY, "clocks").above[0]
    assert "one of the next three patches" in topic_page(SAY, "rules").above[0]


def test_no_page_of_help_is_longer_than_a_screen() -> None:
    for page in (help_page(SAY), *(topic_page(SAY, topic) for topic in TOPICS)):
        words = re.sub(r"</([a-z ]+):\d+>", r"\1", " ".join(page.above))
        assert len(re.findall(r"[\w×’']+", words)) <= MOST_WORDS
