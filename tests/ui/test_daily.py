"""`/patchwork daily`: ten patches, sewn in private, one attempt each; nothing is lost, and nobody is reminded of it."""

import json
import random

import discord
import pytest
import simcord

from bot.matches.daily import Sewing
from bot.store.daily import DailyRow, find_daily
from bot.ui.kit.custom_id import CustomId
from bot.ui.kit.page import Button, Page
from bot.ui.kit.texts import speaker
from bot.ui.pages.daily import result_line
from daily import SQUARES, Attempt, number_of, par_of, parse_attempt, puzzle_of
from tests.ui.world import World, controls, offered, text, walk

DAY = 24 * 60 * 60


def today(world: World) -> int:
    """The number of the daily quilt of this day, in UTC."""
    return number_of(world.now().date())


async def kept(world: World, who: simcord.MemberActor, number: int = 0) -> DailyRow | None:
    """What the store knows of somebody's daily quilt."""
    return await world.app.database.read(find_daily, who.id, number or today(world))


async def sewn(
    world: World, who: simcord.MemberActor, page: discord.Message, rng: random.Random | None = None, most: int = 10
) -> discord.Message:
    """Sew on, each patch at the place that the panel proposes, or (with ``rng``) at one of those that it numbers."""
    for _ in range(most):
        if "sew" not in offered(page):
            break
        if rng:
            page = await world.press(who, page, rng.choice([each for each in offered(page) if each in "1234"]))
        page = await world.press(who, page, "sew")
    await world.app.tasks.idle()
    return page


async def forged(
    world: World, number: int, control: str, *, shown: str = "", page: str = "sewing.spots"
) -> discord.Message:
    """A message with a button of a daily quilt that nobody was shown."""
    return await world.send(Page(rows=((Button("!", CustomId(number, 0, page, control, shown)),),)).view())


async def test_a_daily_quilt_is_sewn_in_twenty_taps_and_nobody_else_sees_it(world: World) -> None:
    page = await world.slash(world.mina, "daily")
    assert page.flags.ephemeral
    assert f"Daily quilt {today(world)}" in text(page)
    assert "Ten patches come one after the other" in text(page)
    assert "Then come" in text(page)
    taps = 0
    while "sew" in offered(page):
        page = await world.press(
            world.mina, await world.press(world.mina, page, "2" if "2" in offered(page) else "1"), "sew"
        )
        taps += 2
    assert taps <= 20
    row = await kept(world, world.mina)
    assert row
    assert row.covered
    par = par_of(puzzle_of(today(world)))
    assert f"`Daily quilt {today(world)}: {row.covered} of 49, par {par}`" in text(page)
    assert "first daily quilt" in text(page)
    assert world.channel.history() == []


async def test_what_was_sewn_stays_through_restarts_hours_and_windows(world: World) -> None:
    page = await sewn(world, world.mina, await world.slash(world.mina, "daily"), most=4)
    before = await kept(world, world.mina)
    assert before
    assert before.revision == 4
    await world.restart()
    await world.env.advance_time(60 * 60)
    again = await world.slash(world.mina, "daily")
    assert text(again) == text(page)
    assert "patch 5 of 10" in text(again)
    page = await world.press(world.mina, page, "sew")  # the button from before the restart
    assert "patch 6 of 10" in text(page)
    stale = await world.press(world.mina, again, "leave")
    assert "gone on in another window" in text(stale)
    assert "patch 6 of 10" in text(stale)
    row = await kept(world, world.mina)
    assert row
    assert row.revision == 5


async def test_a_double_tap_sews_once_and_is_no_mistake(world: World) -> None:
    page = await world.slash(world.mina, "daily")
    await world.restart()  # a newer page would take this one away
    twin = await world.slash(world.mina, "daily")
    page = await world.press(world.mina, page, "sew")
    other = await world.press(world.mina, twin, "sew")
    assert text(page) == text(other)
    row = await kept(world, world.mina)
    assert row
    assert row.revision == 1


async def test_a_patch_is_left_out_taken_back_and_placed(world: World) -> None:
    page = await world.slash(world.mina, "daily")
    assert "undo" not in offered(page)
    page = await world.press(world.mina, page, "leave")
    assert "0 of 49" in text(page)
    page = await world.press(world.mina, page, "undo")
    assert "Ten patches come one after the other" in text(page)
    page = await world.press(world.mina, page, "sew")
    page = await world.press(world.mina, page, "sew")
    assert "patch 3 of 10" in text(page)
    page = await world.press(world.mina, page, "undo")
    assert "patch 2 of 10" in text(page)
    row = await kept(world, world.mina)
    assert row
    assert (row.revision, len(row.laid.split())) == (5, 1)


async def test_whoever_would_end_the_quilt_is_told_before_they_sew(world: World) -> None:
    """At the end nothing can be taken back, so it must not come as a surprise."""
    page, told = await world.slash(world.mina, "daily"), False
    while "sew" in offered(page):
        assert not told
        told = "no other patch fits, and your quilt is done" in text(page)
        page = await world.press(world.mina, page, "sew")
    assert told
    assert "There was no room for" in text(page)  # more than one patch was still to come


@pytest.mark.cheapest
async def test_the_panel_is_the_one_of_the_game(world: World) -> None:
    page = await world.slash(world.mina, "daily")
    for control in ("right", "turn", "down"):
        if control in offered(page):
            page = await world.press(world.mina, page, control)
    page = await world.press(world.mina, page, "square")
    assert [each for each in offered(page) if each.startswith("k")] == [f"k{column}" for column in "ABCDEFG"]
    assert [len(row["components"]) for row in walk(page) if row["type"] == 1][:2] == [4, 3]  # lest it be a row taller
    page = await world.press(world.mina, page, "kG")
    page = await world.press(world.mina, page, "k7")
    page = await world.press(world.mina, page, "sew")
    row = await kept(world, world.mina)
    assert row
    (placed,) = parse_attempt(puzzle_of(row.number), row.laid).laid
    assert placed
    assert placed.mask >> (6 * 9 + 6) & 1


async def test_a_whole_quilt_is_sewn_by_text_alone(world: World) -> None:
    await world.slash(world.mina, "settings", show="words")
    page = await world.slash(world.mina, "daily")
    rng, listed = random.Random(1), 0
    while "sew" in offered(page):
        assert not [item for item in walk(page) if item["type"] == 12]
        assert "is 1 " not in text(page)
        assert "Patch" in text(page)
        assert "squares" in text(page)
        places = [item for item in controls(page) if item["custom_id"].endswith(":place")]
        if places:
            value = rng.choice(places[0]["options"])["value"]
            page = await world.choose(world.mina, page, "place", value)
            listed += 1
        page = await world.press(world.mina, page, "sew")
    assert listed >= 5
    row = await kept(world, world.mina)
    assert row
    assert row.covered is not None
    assert f"{row.covered} of 49" in text(page)


async def test_a_quilt_that_is_sewn_stays_and_cannot_be_sewn_again(world: World) -> None:
    page = await world.slash(world.mina, "daily")
    end = await sewn(world, world.mina, page)
    row = await kept(world, world.mina)
    again = await world.slash(world.mina, "daily")
    assert text(again) == text(end)
    assert "sew" not in offered(again)
    late = await forged(world, today(world), "undo")
    assert "This quilt is sewn already." in text(await world.press(world.mina, late, "undo"))
    assert await kept(world, world.mina) == row


async def test_yesterdays_and_the_day_befores_can_still_be_sewn(world: World) -> None:
    await world.slash(world.mina, "daily")
    first = today(world)
    await world.env.advance_time(2 * DAY)
    end = await sewn(world, world.mina, await world.slash(world.mina, "daily"))
    assert f"Daily quilt {first + 2}" in text(end)
    assert offered(end).count("otherday") == 2
    before = await world.slash(world.mina, "daily", day="before")
    assert f"Daily quilt {first}**" in text(before)
    end = await sewn(world, world.mina, before)
    assert "You have sewn 2 daily quilts" in text(end)
    await world.env.advance_time(DAY)
    too_late = await forged(world, first + 1 - 1, "sew", shown="0N@A1")
    assert "This quilt is sewn already." in text(await world.press(world.mina, too_late, "sew"))
    over = await forged(world, first, "sew", shown="0N@A1")
    assert "those are over" in text(await world.press(world.tom, over, "sew"))


OTHER_DAYS = {
    0: "There is no such daily quilt. ",
    9: "those are over",
    10**6: "That day has not begun yet.",
    2**40: "There is no such daily quilt. ",
    2**62: "There is no such daily quilt. ",
}


@pytest.mark.parametrize(("control", "page"), [("sew", "sewing.spots"), ("showdaily", "sewn"), ("sewdaily", "wall")])
async def test_other_days_are_refused_in_one_sentence(world: World, control: str, page: str) -> None:
    await world.env.advance_time(40 * DAY)
    for number, sentence in OTHER_DAYS.items():
        message = await forged(world, number, control, shown="0N@A1", page=page)
        answer = text(await world.press(world.mina, message, control))
        assert sentence in answer
        assert "\n" not in answer


FORGED = [
    ("sew", "", "sewing.spots"),
    ("sew", "32N@H8", "sewing.spots"),
    ("turn", "", "sewing"),
    ("right", "0N@A1", "sewing.cover.Z9"),
    ("sew", "0N@H1", "sewing.spots"),
    ("sew", "*A1", "sewing.spots"),
    ("k9", "0N@A1", "sewing.row.A"),
    ("undo", "", "sewing.spots"),
]


async def test_forged_buttons_change_nothing(world: World) -> None:
    for control, shown, page in FORGED:
        message = await forged(world, today(world), control, shown=shown, page=page)
        assert text(await world.press(world.mina, message, control))
        row = await kept(world, world.mina)
        assert row is None or row.laid == "", (control, shown, page)


async def test_a_finisher_shows_their_quilt_as_a_spoiler_with_one_plain_line(world: World) -> None:
    end = await sewn(world, world.mina, await world.slash(world.mina, "daily"))
    shown = await world.press(world.mina, end, "showdaily")
    assert not shown.flags.ephemeral
    assert shown.flags.suppress_notifications
    (gallery,) = [item for item in walk(shown) if item["type"] == 12]
    assert gallery["items"][0]["spoiler"]
    row = await kept(world, world.mina)
    assert row
    line = f"Daily quilt {today(world)}: {row.covered} of {SQUARES}, par {par_of(puzzle_of(row.number))}"
    assert text(shown).splitlines() == [f"<@{world.mina.id}> wants to show you this.", line]
    assert world.calls() == []
    unfinished = await forged(world, today(world), "showdaily", page="sewn")
    assert "not finished this quilt" in text(await world.press(world.tom, unfinished, "showdaily"))


async def test_a_day_becomes_a_whole_game(world: World) -> None:
    end = await sewn(world, world.mina, await world.slash(world.mina, "daily"))
    page = await world.press(world.mina, end, "dailygame")
    assert page.flags.ephemeral
    await world.app.tasks.idle()
    ring = (await world.match()).setup.ring
    drawn = puzzle_of(today(world)).ring
    at = drawn.index(ring[0])
    assert drawn[at:] + drawn[:at] == ring
    assert (await world.match()).place == "private"


async def test_an_export_has_daily_quilts_and_forgetting_takes_them_away(world: World) -> None:
    await sewn(world, world.mina, await world.slash(world.mina, "daily"))
    with world.env.time_context():
        told = json.loads(await world.app.privacy.export(world.mina.id))
        assert [row["number"] for row in told["dailies"]] == [today(world)]
        await world.app.privacy.forget(world.mina.id)
    assert await kept(world, world.mina) is None


async def test_nobody_is_reminded_who_has_not_asked_for_it(world: World) -> None:
    await sewn(world, world.tom, await world.slash(world.tom, "daily"))
    answer = text(await world.slash(world.mina, "daily", remind="0:30"))
    assert "0:30 (UTC)" in answer
    for _ in range(47):
        await world.env.advance_time(60 * 60)
        await world.sweep()
    assert [len(world.told(who.id)) for who in (world.mina, world.tom)] == [2, 0]
    assert "Daily quilt" in world.told(world.mina.id)[0]
    await world.slash(world.mina, "daily", remind="off")
    await world.env.advance_time(2 * DAY)
    await world.sweep()
    assert len(world.told(world.mina.id)) == 2


@pytest.mark.parametrize(("control", "page"), [("lastwall", "sewn"), ("wallbefore", "wall")])
async def test_before_no_day_there_is_no_wall(world: World, control: str, page: str) -> None:
    message = await forged(world, 2**63 - 1, control, page=page)
    assert "There is no such daily quilt. " in text(await world.press(world.mina, message, control))


async def test_a_reminder_moves_with_the_time_zone(world: World) -> None:
    left = (19 - world.now().hour) % 24
    await world.env.advance_time(left * 60 * 60)  # 19:00 in UTC
    await world.slash(world.mina, "daily", remind="23:00")
    await world.slash(world.mina, "settings", timezone="America/New_York")
    told = list[int]()
    for _ in range(24):
        await world.env.advance_time(60 * 60)
        await world.sweep()
        told += [world.now().hour] * (len(world.told(world.mina.id)) - len(told))
    assert told == [4]


async def test_whoever_has_sewn_it_is_not_reminded_and_a_missed_hour_is_let_go(world: World) -> None:
    hour = world.now().hour
    await world.slash(world.mina, "daily", remind=f"{(hour + 2) % 24}:00")
    await sewn(world, world.mina, await world.slash(world.mina, "daily"))
    for _ in range(4):
        await world.env.advance_time(30 * 60)
        await world.sweep()
    await world.slash(world.tom, "daily", remind=f"{(hour + 4) % 24}:00")
    await world.env.advance_time(5 * 60 * 60)  # nobody was there to sweep
    await world.sweep()
    assert world.told(world.mina.id) == world.told(world.tom.id) == []


def test_what_is_shared_of_another_scheme_names_the_one_by_which_it_was_drawn() -> None:
    lines = [result_line(speaker("en"), Sewing(Attempt(puzzle_of(7, scheme)), 44, 0, 0, 0)) for scheme in (1, 9)]
    assert "9" not in lines[0].replace("49", "")
    assert "9" in lines[1].replace("49", "")
