"""The lesson: seven pages with pictures, toy tables to press on, and a first game at the end."""

import re
from collections.abc import Iterator

import discord
import pytest
import simcord

from bot.matches.seats import Rival
from bot.ui.kit.custom_id import CustomId
from bot.ui.kit.page import Page
from bot.ui.kit.pictures import Pictures
from bot.ui.pages.learn import PAGES, SEWN, Step, learn_page, press
from bot.ui.words.lesson_tables import END, GHOST, PLACING, QUILT, SEVEN, TOYS
from game import parse_position
from game.tidy import shut_in, tidiest
from render.lesson import ROWS
from tests.ui.every_page import SAY
from tests.ui.pictures import Sketches
from tests.ui.playing import forged, moved
from tests.ui.world import World, alt, controls, offered, text

MOST_WORDS = 90


def number_of(message: discord.Message) -> int:
    return int(re.findall(r"(\d) of 7", text(message))[0])


def all_pages() -> Iterator[Page]:
    for number in range(1, PAGES + 1):
        yield learn_page(SAY, Step(number))
        yield from (
            learn_page(SAY, Step(number, choice)) for choice in (TOYS[number].choices if number in TOYS else ())
        )
    yield from (learn_page(SAY, Step(PLACING, SEWN, ghost)) for ghost in tidiest(QUILT, GHOST.patch))


async def page(world: World, number: int) -> discord.Message:
    message = await world.slash(world.eve, "learn")
    for _ in range(number - 1):
        message = await world.press(world.eve, message, "next")
    return message


@pytest.mark.parametrize("pictures", [Sketches, pytest.param(Pictures, marks=pytest.mark.night)])
async def test_the_lesson_is_read_from_the_first_page_to_the_last_and_back_in_one_private_message(world: World) -> None:
    first = await world.slash(world.eve, "learn")
    titles, message = [], first
    for number in range(1, PAGES + 1):
        assert number_of(message) == number
        assert alt(message)
        titles.append(text(message).splitlines()[0])
        if number < PAGES:
            message = await world.press(world.eve, message, "next")
            assert message.id == first.id
    assert len(set(titles)) == PAGES
    assert offered(message) == ["pompom", "intern", "back", "help", "friend"]
    assert not world.channel.history(), "nobody else sees any of it"
    for number in range(PAGES - 1, 0, -1):
        message = await world.press(world.eve, message, "back")
        assert number_of(message) == number
        if number in TOYS:
            message = await world.press(world.eve, message, TOYS[number].choices[0])
            assert number_of(message) == number
    assert "back" not in offered(message)
    assert "learn" in offered(await world.press(world.eve, message, "help"))


@pytest.mark.parametrize(
    ("number", "choice", "said", "shown"),
    [
        (2, "1", "4 buttons for the quick L. Now you have 1 button. Your token moved 2 spaces", "5 − 4 = 1"),
        (2, "2", "2 buttons for the letter H. Now you have 3 buttons. Your token moved 3 spaces", "5 − 2 = 3"),
        (2, "3", "1 button for the big cross. Now you have 4 buttons. Your token moved 4 spaces", "5 − 1 = 4"),
        (4, "1", "You are still behind 🟧, so **you move once more**", "from space 12 to space 13"),
        (4, "2", "🟧 is further back, and moves next", "from space 12 to space 16"),
        (4, "3", "🟧 is further back, and moves next", "from space 12 to space 15"),
        (4, "advance", "You advanced 3 spaces and earned 3 buttons. Now you have 7 buttons", "4 + 3 = 7"),
        (5, "advance", "so you collected 3 buttons, too. Now you have 9 buttons", "2 + 4 + 3 = 9"),
    ],
)
async def test_what_is_tried_on_a_toy_table_is_told_with_its_sum_and_can_be_tried_otherwise(
    world: World, number: int, choice: str, said: str, shown: str
) -> None:
    before = await page(world, number)
    words = text(before)
    after = await world.press(world.eve, before, choice)
    assert after.id == before.id
    assert said in text(after)
    assert shown in alt(after)
    assert offered(after) == ["again", "back", "next"]
    assert text(await world.press(world.eve, after, "again")) == words


async def test_a_patch_is_turned_flipped_moved_and_sewn_and_the_lesson_says_whether_that_was_wise(world: World) -> None:
    before = await page(world, PLACING)
    assert offered(before) == ["left", "up", "down", "right", "turn", "flip", "sew", "back", "next"]
    message, seen = before, [alt(before)]
    for control in ("turn", "flip", "up", "left", "left"):
        message = await world.press(world.eve, message, control)
        assert message.id == before.id
        assert alt(message) not in seen
        seen.append(alt(message))
    sewn = await world.press(world.eve, message, "sew")
    assert "You have sewn it on, and it stays there." in text(sewn)
    assert offered(sewn) == ["again", "back", "next"]
    assert alt(await world.press(world.eve, sewn, "again")) == seen[0]


def test_the_lesson_says_where_an_arrow_went_that_found_no_room_straight_ahead() -> None:
    told = {False: 0, True: 0}
    for ghost in tidiest(QUILT, GHOST.patch)[::5]:
        step = press(CustomId(0, 0, f"learn.{PLACING}", shown=str(ghost)), "up")
        is_aside = step.ghost.column != ghost.column
        assert ("Moved aside, to " in learn_page(SAY, step).above[0]) == is_aside
        told[is_aside] += 1
    assert min(told.values()) > 0


def test_the_lesson_counts_what_a_placement_shuts_in() -> None:
    snug, *_ = tidiest(QUILT, GHOST.patch)
    assert "leaves no small hole" in learn_page(SAY, Step(PLACING, SEWN, snug)).above[0]
    open_ = next(one for one in tidiest(QUILT, GHOST.patch) if str(one) == "5N@E7")
    assert "in a corner or between patches you keep more room" in learn_page(SAY, Step(PLACING, SEWN, open_)).above[0]
    holes = {shut_in(QUILT.sew(one).free): one for one in tidiest(QUILT, GHOST.patch)}
    assert {0, 1, 2} <= set(holes)
    assert "1 square is shut in now" in learn_page(SAY, Step(PLACING, SEWN, holes[1])).above[0]
    assert "2 squares are shut in now" in learn_page(SAY, Step(PLACING, SEWN, holes[2])).above[0]


def test_toy_tables_are_real_positions_whose_patches_are_seen_where_they_are_sewn() -> None:
    for position in (END, SEVEN, *(toy.position for toy in TOYS.values())):
        assert parse_position(str(position)) == position
    assert END.over
    assert SEVEN.player(1).quilt.has_seven_by_seven
    for toy in TOYS.values():
        for choice in toy.choices:
            turn = toy.turn(choice)
            for placement in turn.after.player(1).quilt.patches:
                assert placement.row + placement.orientation.height <= ROWS


def test_no_page_takes_more_than_a_few_seconds_to_read() -> None:
    for each in all_pages():
        told = re.sub(r"<[^>]+>", "x", " ".join((*each.above, *each.below)))
        assert len(told.split()) <= MOST_WORDS, told
    words = sum(len(" ".join(learn_page(SAY, Step(number)).above).split()) for number in range(1, PAGES + 1))
    assert words / 240 <= 2, "most of its five minutes is left for trying"  # words a minute, as grown-ups read


@pytest.mark.parametrize(
    "where", ["learn", "learn.0", "learn.8", "learn.x", "learn.6.1", "learn.4.9", "learn.4.1.2", "learn.3.zz"]
)
def test_a_page_that_nobody_knows_leads_to_one_that_exists(where: str) -> None:
    for control in ("next", "back", "again", "1", "advance", "left", "flip", "sew"):
        for shown in ("", "5N@E6", "5N@A1", "17E@C4", "*E5"):
            assert learn_page(SAY, press(CustomId(0, 0, where, shown=shown), control)).picture


@pytest.mark.cheapest
async def test_an_old_page_in_a_channel_answers_whoever_presses_it_in_private(world: World) -> None:
    public = await forged(world, "learn.9.zz", "next", subject=0)
    answer = await world.press(world.tom, public, "next")
    assert answer.id != public.id
    assert number_of(answer) == 2
    begun = await world.press(world.eve, await forged(world, f"learn.{PAGES}", "pin", subject=0), "pin")
    assert "Game 1 against Pin" in text(begun), "the rival that it names"


@pytest.mark.parametrize("settings", [{"max_games": 2}])
async def test_the_lesson_ends_in_a_game_against_the_easiest_rival(world: World) -> None:
    await world.press(world.eve, await page(world, PAGES), "intern")
    for _ in range(2):  # a double tap
        begun = await world.press(world.eve, await page(world, PAGES), "pompom")
        assert text(begun).startswith("-# Game 2 against Pompom\n")
        assert "leads back here" not in text(begun), "the first tip stands in its place"
    assert (await world.match(2)).rival == Rival("pompom")
    assert "2 running private games" in text(await world.slash(world.eve, "automa"))


async def test_the_lesson_ends_in_a_game_against_an_intern_that_is_not_begun_twice(world: World) -> None:
    last = await page(world, PAGES)
    begun = await world.press(world.eve, last, "intern")
    assert begun.id == last.id
    assert "you begin." in text(begun)
    match = await world.match()
    assert str(match.setup.automa) == "intern normal"
    assert match.mover == world.eve.id
    assert match.place == "private", "nobody looks on while somebody learns"
    assert not world.boards()
    assert "Game 1" in text(await world.press(world.eve, await page(world, PAGES), "intern"))
    assert len(await world.app.matches.running_of(world.eve.id)) == 1
    await moved(world, "+")
    assert "Game 2" in text(await world.press(world.eve, await page(world, PAGES), "intern"))


async def test_the_lesson_ends_in_a_challenge_to_whoever_is_picked(world: World) -> None:
    assert "yourself" in text(await challenged(world, await page(world, PAGES), world.eve))
    assert not world.channel.history()
    last = await page(world, PAGES)
    answer = await challenged(world, last, world.tom)
    assert answer.id == last.id
    assert "I am asking" in text(answer)
    (challenge,) = world.channel.history()
    assert world.pinged(challenge) == {world.tom.id}
    await world.press(world.tom, challenge, "accept")
    assert {world.eve.id, world.tom.id} == {(await world.match()).user_at(seat) for seat in (1, 2)}


async def challenged(world: World, last: discord.Message, friend: simcord.MemberActor) -> discord.Message:
    """Pick a friend on the last page; returns what it becomes."""
    (select,) = (item["custom_id"] for item in controls(last) if item["custom_id"].startswith("u"))
    result = await world.eve.select(last, [friend], custom_id=select)
    assert result.acknowledged
    return (result.response.message if result.response else None) or last
