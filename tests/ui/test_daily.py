"""The daily quilt: ten patches, sewn in private, one attempt each; nothing is lost, and nobody is reminded of it."""

import random
import re

import discord
import pytest
import simcord

from bot.matches.daily import After, Sewing
from bot.store.daily import DailyRow, Sewn, find_daily
from bot.ui.kit.texts import speaker
from bot.ui.pages.daily import result_line, sewn_page
from daily import SQUARES, Attempt, number_of, par_of, parse_attempt, puzzle_of
from game.tidy import tidiest
from tests.matches.building import copied
from tests.ui.playing import forged, later
from tests.ui.world import World, controls, offered, text, walk

DAY = 24 * 60 * 60


def today(world: World) -> int:
    return number_of(world.now().date())


async def kept(world: World, who: simcord.MemberActor) -> DailyRow:
    """What the store knows of somebody's daily quilt of this day."""
    row = await world.app.database.read(find_daily, who.id, today(world))
    assert row
    return row


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
    return page


async def test_a_daily_quilt_is_sewn_in_twenty_taps_and_nobody_else_sees_it(world: World) -> None:
    page = await world.slash(world.mina, "daily")
    for words in (f"Daily quilt {today(world)}", "Cover as many squares as you can", "**Patch 1: "):
        assert words in text(page)
    taps = 0
    while "sew" in offered(page):
        for control in ("2" if "2" in offered(page) else "1", "sew"):
            page = await world.press(world.mina, page, control)
            taps += 1
    assert taps <= 20
    row = await kept(world, world.mina)
    assert row.covered
    par = par_of(puzzle_of(today(world)))
    assert f"`Daily quilt {today(world)}: {row.covered} of 49, par {par}`" in text(page)
    assert "first daily quilt" in text(page)
    assert world.channel.history() == []


async def test_what_was_sewn_stays_through_restarts_hours_and_windows(world: World) -> None:
    page = await sewn(world, world.mina, await world.slash(world.mina, "daily"), most=4)
    assert (await kept(world, world.mina)).revision == 4
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
    assert (await kept(world, world.mina)).revision == 5


async def test_a_patch_is_left_out_taken_back_and_placed(world: World) -> None:
    page = await world.slash(world.mina, "daily")
    assert "undo" not in offered(page)
    page = await world.press(world.mina, page, "leave")
    assert "0 of 49" in text(page)
    page = await world.press(world.mina, page, "undo")
    assert "Cover as many squares as you can" in text(page)
    page = await world.press(world.mina, page, "sew")
    page = await world.press(world.mina, page, "sew")
    assert "patch 3 of 10" in text(page)
    page = await world.press(world.mina, page, "undo")
    assert "patch 2 of 10" in text(page)
    row = await kept(world, world.mina)
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
    (placed,) = parse_attempt(puzzle_of(row.number), row.laid).laid
    assert placed
    assert placed.mask >> (6 * 9 + 6) & 1


async def test_a_whole_quilt_is_sewn_by_text_alone(world: World) -> None:
    await world.slash(world.mina, "settings", show="words")
    page = await world.slash(world.mina, "daily")
    rng, listed = random.Random(1), 0
    while "sew" in offered(page):
        assert not page.attachments
        assert "is 1 " not in text(page)
        assert re.search("Patch.*squares", text(page))
        places = [item for item in controls(page) if item["custom_id"].endswith(":place")]
        if places:
            value = rng.choice(places[0]["options"])["value"]
            page = await world.choose(world.mina, page, "place", value)
            listed += 1
        page = await world.press(world.mina, page, "sew")
    assert listed >= 5
    row = await kept(world, world.mina)
    assert row.covered is not None
    assert f"{row.covered} of 49" in text(page)


async def test_a_quilt_that_is_sewn_stays_cannot_be_sewn_again_and_becomes_a_whole_game(world: World) -> None:
    end = await sewn(world, world.mina, await world.slash(world.mina, "daily"))
    row = await kept(world, world.mina)
    again = await world.slash(world.mina, "daily")
    assert text(again) == text(end)
    assert "sew" not in offered(again)
    late = await forged(world, "sewing.spots", "undo", subject=today(world))
    assert "This quilt is sewn already." in text(await world.press(world.mina, late, "undo"))
    assert await kept(world, world.mina) == row
    await world.press(world.mina, await world.slash(world.mina, "daily"), "dailygame")
    match, drawn = await world.match(), puzzle_of(today(world)).ring
    at = drawn.index(match.setup.ring[0])
    assert drawn[at:] + drawn[:at] == match.setup.ring
    assert match.place == "private"
    told = copied(await world.app.privacy.export(world.mina.id))
    assert [row["number"] for row in told["dailies"]] == [today(world)]
    await world.forget(world.mina)
    assert await world.app.database.read(find_daily, world.mina.id, today(world)) is None


@pytest.mark.parametrize(
    ("is_late", "told"), [(False, "and that is par!"), (True, "it counts only on the day itself.")]
)
def test_par_is_reached_on_the_day_itself(is_late: bool, told: str) -> None:
    attempt = Attempt(puzzle_of(7))
    while attempt.patch:
        attempt = attempt.place(tidiest(attempt.quilt, attempt.patch)[0])
    sewing = Sewing(attempt, attempt.covered, 12, 0, 0, is_late)
    page = sewn_page(speaker("en"), sewing, Sewn(2, 1, 0, 0), After())
    assert told in page.below[0]
    assert page.below[1] == "You have sewn 2 daily quilts. 1 of them this month."
    assert sewn_page(speaker("en"), sewing, Sewn(2, 2, 0, 0), After()).below[1] == "You have sewn 2 daily quilts."


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
    too_late = await forged(world, "sewing.spots", "sew", subject=first, shown="0N@A1")
    assert "This quilt is sewn already." in text(await world.press(world.mina, too_late, "sew"))
    over = await forged(world, "sewing.spots", "sew", subject=first, shown="0N@A1")
    assert "those are over" in text(await world.press(world.tom, over, "sew"))


NO_DAY = "There is no such daily quilt. "
OTHER_DAYS = {0: NO_DAY, 9: "those are over", 10**6: "That day has not begun yet.", 2**40: NO_DAY, 2**62: NO_DAY}


@pytest.mark.parametrize(("control", "page"), [("sew", "sewing.spots"), ("showdaily", "sewn"), ("sewdaily", "wall")])
async def test_other_days_are_refused_in_one_sentence(world: World, control: str, page: str) -> None:
    await world.env.advance_time(40 * DAY)
    for number, sentence in OTHER_DAYS.items():
        message = await forged(world, page, control, subject=number, shown="0N@A1")
        answer = text(await world.press(world.mina, message, control))
        assert sentence in answer
        assert "\n" not in answer
    for page, control in (("sewn", "lastwall"), ("wall", "wallbefore")):
        message = await forged(world, page, control, subject=2**63 - 1)
        assert NO_DAY in text(await world.press(world.mina, message, control))


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
        message = await forged(world, page, control, subject=today(world), shown=shown)
        assert text(await world.press(world.mina, message, control))
        row = await world.app.database.read(find_daily, world.mina.id, today(world))
        assert row is None or row.laid == "", (control, shown, page)


async def test_a_finisher_shows_their_quilt_as_a_spoiler_with_one_plain_line(world: World) -> None:
    end = await sewn(world, world.mina, await world.slash(world.mina, "daily"))
    shown = await world.press(world.mina, end, "showdaily")
    assert not shown.flags.ephemeral
    assert shown.flags.suppress_notifications
    (gallery,) = [item for item in walk(shown) if item["type"] == 12]
    assert gallery["items"][0]["spoiler"]
    told = f"Daily quilt {today(world)}, sewn. It is hidden, so that nobody sees it before their own is sewn."
    assert gallery["items"][0]["description"] == told
    row = await kept(world, world.mina)
    line = f"Daily quilt {today(world)}: {row.covered} of {SQUARES}, par {par_of(puzzle_of(row.number))}"
    assert text(shown).splitlines() == [f"<@{world.mina.id}> wants to show you this.", line]
    assert world.calls() == []
    unfinished = await forged(world, "sewn", "showdaily", subject=today(world))
    assert "not finished this quilt" in text(await world.press(world.tom, unfinished, "showdaily"))


async def test_nobody_is_reminded_who_has_not_asked_for_it(world: World) -> None:
    await sewn(world, world.tom, await world.slash(world.tom, "daily"))
    answer = text(await world.slash(world.mina, "daily", remind="0:30"))
    assert "0:30 (UTC)" in answer
    for _ in range(47):
        await later(world, 60 * 60)
    assert [len(world.told(who.id)) for who in (world.mina, world.tom)] == [2, 0]
    assert "Daily quilt" in world.told(world.mina.id)[0]
    await world.slash(world.mina, "daily", remind="off")
    await later(world, 2 * DAY)
    assert len(world.told(world.mina.id)) == 2


async def test_whoever_has_sewn_it_is_not_reminded_and_a_missed_hour_is_let_go(world: World) -> None:
    hour = world.now().hour
    await world.slash(world.mina, "daily", remind=f"{(hour + 2) % 24}:00")
    await sewn(world, world.mina, await world.slash(world.mina, "daily"))
    for _ in range(4):
        await later(world, 30 * 60)
    await world.slash(world.tom, "daily", remind=f"{(hour + 4) % 24}:00")
    await later(world, 5 * 60 * 60)  # nobody was there to sweep
    assert world.told(world.mina.id) == world.told(world.tom.id) == []


def test_what_is_shared_of_another_scheme_names_the_one_by_which_it_was_drawn() -> None:
    lines = [result_line(speaker("en"), Sewing(Attempt(puzzle_of(7, scheme)), 44, 0, 0, 0)) for scheme in (1, 9)]
    assert "9" not in lines[0].replace("49", "")
    assert "9" in lines[1].replace("49", "")


async def test_a_reminder_moves_with_the_time_zone(world: World) -> None:
    await later(world, (19 - world.now().hour) % 24 * 60 * 60)  # 19:00 in UTC
    await world.slash(world.mina, "daily", remind="23:00")
    await world.slash(world.mina, "settings", timezone="America/New_York")
    told = list[int]()
    for _ in range(24):
        await later(world, 60 * 60)
        told += [world.now().hour] * (len(world.told(world.mina.id)) - len(told))
    assert told == [4]
