"""Each language that there is, played: nothing is refused, nothing stays English, and every text can be said."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from itertools import islice

import discord
import pytest

from bot.store.reviews import ReviewRow, save_review
from bot.ui.kit.catalogues import SOURCE, forms_of, language_of, name_of
from bot.ui.kit.texts import CATALOGUES, Emoji, speaker
from bot.ui.pages.help import TOPICS
from bot.ui.pages.learn import PAGES
from tests.ui import every_page
from tests.ui.catalogues import ENGLISH, placed
from tests.ui.playing import asked, more, play_on, resigned, take_turn
from tests.ui.pseudo import speak
from tests.ui.test_daily import today
from tests.ui.test_daily_walls import ready, sews, tomorrow
from tests.ui.test_pseudo import LIMITS, all_looks, words_of
from tests.ui.world import World, text

OTHERS = sorted(set(CATALOGUES) - {SOURCE})

ENGLISH_WORDS = re.compile(
    r"\b(the|your?|have|this|that|with|would|and|not|is|are|it|of|nobody|next|first|"
    r"moves?|patch(es)?|buttons?|quilts?|spaces?|game|leather)\b",
    re.IGNORECASE,
)
"""Words of which one stands in three of four English texts, and none in a text of another language."""

COUNTS = (0, 1, 2, 5, 21, 81)

NAMES = ("Mina", "Łucja", "Ольга", "美奈", "미나", "مينا", "w" * 32)
"""People in each script, and one whose name is as long as Discord lets it be."""

pytestmark = pytest.mark.slow


def locale_of(language: str) -> str:
    """A language of Discord's that a catalogue speaks."""
    return next(str(locale) for locale in discord.Locale if language_of(str(locale), CATALOGUES) == language)


@pytest.fixture(params=OTHERS)
def language(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Each language; everybody speaks it."""
    name = str(request.param)
    speak(monkeypatch, locale_of(name))
    return name


def read(world: World) -> int:
    """How much people have been told: nothing in English, and no more of anything than Discord takes."""
    told = 0
    for request in world.env.http_requests:
        if request.method == "GET" or request.path.endswith("/commands") or request.json is None:
            continue
        for field, each in words_of(request.json):
            assert len(each) <= LIMITS.get(field, 100)
            bare = re.sub(r"<[^<>]*>|`[^`]*`|https?://\S+", "", each)
            assert not ENGLISH_WORDS.search(bare), (request.method, request.path, field, each)
            told += 1
    return told


async def test_two_people_play_plan_and_look_back(world: World, language: str) -> None:
    rng = random.Random(1)
    match = await world.accepted_game(first="me", pace=3)
    await world.press(world.tom, await more(world, world.tom), "plan")
    for _ in range(8):
        await take_turn(world, rng, world.board())
    await asked(world, world.mina, "text", "pictures")
    for control in ("ring", "quilt1"):
        await asked(world, world.mina, control)
    match = await play_on(world)
    review = every_page.invented_review(match)
    await world.app.database.write(save_review, ReviewRow(match.id, match.revision, str(review)))
    page = await world.press(world.mina, world.board(), "review")
    for _ in review.moments:
        page = await world.press(world.mina, page, "following")
    await all_looks(world)
    await world.press(world.mina, world.board(), "rematch")
    await world.app.tasks.idle()
    assert match.language == language
    assert read(world) > 200


@pytest.mark.parametrize("opponent", ["automa", "rival"])
async def test_somebody_plays_alone(world: World, language: str, opponent: str) -> None:
    rng = random.Random(3)
    await world.slash(world.mina, opponent, level="intern" if opponent == "automa" else "pompom", where="here")
    for _ in range(6):
        await take_turn(world, rng, world.board())
        await world.app.tasks.idle()
    await resigned(world, world.mina)
    await all_looks(world)
    assert read(world) > 50


async def test_all_that_is_beside_a_game(world: World, language: str) -> None:
    page = await world.slash(world.eve, "learn")
    for _ in range(PAGES - 1):
        page = await world.press(world.eve, page, "next")
    page = await world.slash(world.eve, "help")
    for topic in TOPICS:
        page = await world.press(world.eve, page, topic)
    await play_on_for_results(world)
    for command in ("settings", "games", "profile", "ladder", "practice", "open", "privacy"):
        await world.slash(world.mina, command)
    await world.slash(world.mina, "duel", friend=world.tom)
    await world.slash(world.tom, "group", people=3)
    await world.app.tasks.idle()
    keeper = world.with_role("keeper", manage_messages=True, manage_guild=True)
    for command in ("list", "channel", "language"):
        await world.moderate(keeper, command)
    await world.slash(world.tom, "challenge", friend=world.tom)
    assert read(world) > 100


async def test_a_daily_quilt_and_the_wall(world: World, language: str) -> None:
    keeper = world.with_role("keeper", manage_messages=True, manage_guild=True)
    await ready(world, keeper)
    for _ in range(2):
        await sews(world, world.mina, world.tom, seed=1)
        await tomorrow(world)
    *_, wall = world.channel.history()
    assert speaker(language)("daily.wall", number=today(world) - 1, count=2) in text(wall)
    await world.press(world.eve, wall, "wallbefore")
    await world.press(world.mina, wall, "owndaily")
    await world.slash(world.mina, "daily", day="yesterday")
    await world.slash(world.mina, "daily", remind="18:30")
    await world.slash(world.mina, "sunday")
    assert read(world) > 100


async def play_on_for_results(world: World) -> None:
    """A game that has ended, for profiles and ladders."""
    await world.accepted_game()
    await play_on(world)
    await world.app.tasks.idle()


# --- and every text


def values() -> Iterator[tuple[str, int]]:
    """Names, and numbers that bend words in one language or another."""
    yield from ((name, count) for count in COUNTS for name in NAMES)


@pytest.mark.parametrize("language", sorted(CATALOGUES))
def test_every_text_can_be_said_of_everybody_and_of_any_number(language: str) -> None:
    say = speaker(language)
    for message in ENGLISH:
        if not (name := name_of(message)):
            continue
        fields = {place.rstrip(":"): place.endswith(":") for place in placed(forms_of(message)) if "[" not in place}
        is_counted = not isinstance(message.id, str)
        for who, count in islice(values(), None if is_counted else len(NAMES)):
            filled = {field: Emoji("button") if is_emoji else who for field, is_emoji in fields.items()}
            told = say(name, **filled | ({"count": count} if is_counted else {}))
            assert told.strip(), name
            assert not re.search(r"[{}]", told), name
