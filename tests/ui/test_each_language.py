"""Each language that there is, played: nothing is refused, nothing stays English, and every text can be said."""

import random
import re
from itertools import product

import discord
import pytest
import simcord

from bot.matches.match import Match
from bot.ui.kit.catalogues import SOURCE, language_of, placed
from bot.ui.kit.texts import CATALOGUES, Emoji, speaker
from bot.ui.pages.help import TOPICS
from bot.ui.pages.learn import PAGES
from tests.ui import every_page
from tests.ui.catalogues import EACH_LANGUAGE, ENGLISH
from tests.ui.playing import asked, keep_review, later, more, play_on, take_turn
from tests.ui.pseudo import PSEUDO, speak, speak_pseudo
from tests.ui.test_daily import today
from tests.ui.test_daily_walls import DAY, ready, sews, tomorrow
from tests.ui.test_duels import begun as duel_begun
from tests.ui.test_groups import board_of, message_of
from tests.ui.test_pseudo import all_looks, said
from tests.ui.world import World, controls, offered, text

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


by_night = pytest.mark.parametrize(
    "language",
    [PSEUDO, *(pytest.param(each, marks=pytest.mark.night) for each in sorted(CATALOGUES) if each != SOURCE)],
    indirect=True,
)
"""What takes long is played with each change in the pseudo-locale, and at night in all languages."""


@pytest.fixture(
    params=[
        *(each for each in EACH_LANGUAGE if each.values != (SOURCE,)),
        pytest.param(PSEUDO, marks=pytest.mark.cheapest),
    ]
)
def language(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Each language, and the pseudo-locale; everybody speaks it."""
    name = str(request.param)
    if name == PSEUDO:
        speak_pseudo(monkeypatch)
    else:
        locales = (str(locale) for locale in discord.Locale)
        speak(monkeypatch, next(locale for locale in locales if language_of(locale, CATALOGUES) == name))
    return name


def read(world: World, language: str) -> int:
    """How much people have been told: nothing in English, and no more of anything than Discord takes."""
    if language == PSEUDO:
        return said(world)
    return said(world, lambda each: ENGLISH_WORDS.search(re.sub(r"<[^<>]*>|`[^`]*`|https?://\S+", "", each)))


@by_night
async def test_two_people_play_plan_and_look_back(world: World, language: str) -> None:
    rng = random.Random(1)
    match = await world.accepted_game(first="me", pace=3)
    page = await world.press(world.tom, await more(world, world.tom), "plan")
    page = await world.press(world.tom, page, next(each for each in offered(page) if each in "123"))
    await world.press(world.tom, page, "planit")
    for _ in range(8):
        await take_turn(world, rng, world.board())
    await asked(world, world.mina, "text", "pictures")
    await asked(world, world.mina, "quilt1", "ring", "more")
    match = await play_on(world)
    await reviewed(world, match, world.mina, world.board())
    await all_looks(world)
    await world.press(world.mina, world.board(), "rematch")
    assert match.language == language
    assert read(world, language) > 200


@by_night
@pytest.mark.parametrize("opponent", ["automa", "rival"])
async def test_somebody_plays_alone(world: World, language: str, opponent: str) -> None:
    rng = random.Random(3)
    await world.slash(world.mina, opponent, level="intern" if opponent == "automa" else "pompom", where="here")
    for _ in range(6):
        await take_turn(world, rng, world.board())
    match = await play_on(world)
    if opponent == "rival":
        await reviewed(world, match, world.mina, world.board())
    await all_looks(world)
    assert read(world, language) > 50


async def reviewed(world: World, match: Match, who: simcord.MemberActor, message: discord.Message) -> None:
    """Read all pages of a game's review, which is made up: each kind of moment is in it. The last one is shared."""
    review = every_page.invented_review(match)
    await keep_review(world, match, review)
    page = await world.press(who, message, "review")
    for _ in review.moments:
        page = await world.press(who, page, "following")
    await world.press(who, page, "share")


async def test_all_that_is_beside_a_game(world: World, language: str) -> None:
    page = await world.slash(world.eve, "learn")
    for _ in range(PAGES - 1):
        page = await world.press(world.eve, page, "next")
    page = await world.slash(world.eve, "help")
    for topic in TOPICS:
        page = await world.press(world.eve, page, topic)
    await world.accepted_game()
    await play_on(world)
    for first in ("settings", "when"):
        page = await world.slash(world.mina, "settings")
        page = await world.press(world.mina, page, "when") if first == "when" else page
        for select in [each for each in controls(page) if each.get("options")]:
            control = select["custom_id"].rpartition(":")[2]
            if control != "language":
                page = await world.choose(world.mina, page, control, str(select["options"][-1]["value"]))
    await world.slash(world.mina, "settings", show="pictures")
    for command in ("games", "profile", "ladder", "practice", "open", "privacy"):
        await world.slash(world.mina, command)
    for command in ("list", "channel", "language"):
        await world.moderate(world.keeper, command)
    await world.slash(world.tom, "challenge", friend=world.tom)
    await world.press(world.tom, await world.challenge(world.mina, world.tom), "decline")
    assert read(world, language) > 100


@by_night
async def test_a_duel_is_played_whole(world: World, language: str) -> None:
    rng = random.Random(5)
    message = await duel_begun(world)
    for game in (1, 2):
        who = world.person((await world.match(game)).people[0])
        await take_turn(world, rng, await world.press(who, message, "duelplay"), game=game)
        await play_on(world, game=game)
    (message,) = world.channel.history()
    assert offered(message) == ["review", "review", "replay", "replay"], "both games have ended"
    assert read(world, language) > 50


@by_night
async def test_a_group_of_three_is_played_whole(world: World, language: str) -> None:
    rng = random.Random(7)
    await world.slash(world.mina, "group", people=3)
    for who in (world.tom, world.eve):
        await world.app.tasks.idle()
        await world.press(who, message_of(world), "groupjoin")
    await world.sweep()
    await world.press(world.mina, message_of(world), "groupcounts")
    for game in (1, 2, 3):
        await take_turn(world, rng, board_of(world, game), game=game)
        await play_on(world, game=game, seed=game)
    first = (await world.app.groups.cross_table(1)).rows[0].member.user_id
    assert speaker(language)("group.won", user=f"<@{first}>") in text(message_of(world))
    assert read(world, language) > 100


@by_night
async def test_a_daily_quilt_a_sunday_quilt_and_their_walls(world: World, language: str) -> None:
    await ready(world)
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
    await play_on(world, game=1)
    await later(world, 7 * DAY)
    assert len(world.channel.history()[-1].attachments) == 1, "the wall of the week is up"
    assert read(world, language) > 100


@pytest.mark.parametrize("language", sorted(CATALOGUES))
def test_every_text_can_be_said_of_everybody_and_of_any_number(language: str) -> None:
    say = speaker(language)
    for name, entry in ENGLISH.by_name.items():
        fields = {place.rstrip(":"): place.endswith(":") for place in placed(entry) if "[" not in place}
        for who, count in product(NAMES, COUNTS if entry.is_counted else (1,)):
            filled = {field: Emoji("button") if is_emoji else who for field, is_emoji in fields.items()}
            told = say(name, **filled | ({"count": count} if entry.is_counted else {}))
            assert told.strip(), name
            assert not re.search(r"[{}]", told), name
