"""Preferences: how players are told, what pictures they see, and what is said to bad input."""

import re
from datetime import UTC, datetime

import pytest

import render
from bot.matches.clock import DAY
from bot.ui.kit.pictures import drawing
from bot.ui.pages.preferences import KEEP
from bot.ui.publish.messages import Messages
from game import ADVANCE
from render import THEMES
from tests.ui.faults import failing, refusal
from tests.ui.pictures import drawn
from tests.ui.playing import asked, handed_over, later
from tests.ui.world import World, chosen, controls, offered, text


@drawn
async def test_a_player_sees_their_own_theme_and_the_board_that_of_the_server(world: World) -> None:
    await world.moderate(world.keeper, "theme", theme="contrast")
    match = await world.accepted_game(first="me")
    shown = drawing(render.draw_table, match.position, new=(), new_seat=0, left=1, card=0, next_budget=None)
    await world.slash(world.mina, "settings", theme="night")
    page = await asked(world, world.mina, "home")
    assert await page.attachments[0].read() == shown.encoded(THEMES["night"])
    assert await world.board().attachments[0].read() == shown.encoded(THEMES["contrast"])


async def test_settings_survive_a_restart(world: World) -> None:
    await world.slash(
        world.tom, "settings", notify="direct", quiet_from="22", quiet_to="7:30", timezone="Europe/Berlin"
    )
    await world.restart()
    await world.accepted_game(first="me")
    shown = await world.press(world.tom, await world.slash(world.tom, "games"), "settings")
    shown = await world.press(world.tom, shown, "when")
    assert "Your move: private message" in chosen(shown)
    assert "Quiet hours: 22:00 to 7:30" in chosen(shown)
    assert "Your time zone is Europe/Berlin" in text(shown)
    shown = await world.slash(world.tom, "settings", timezone="Asia/Tokyo")
    assert "Quiet hours: 22:00 to 7:30" in chosen(shown)
    assert "Your time zone is Asia/Tokyo" in text(shown)


async def test_quiet_hours_can_be_switched_off_and_are_marked_though_they_are_not_on_offer(world: World) -> None:
    offs = {"quiet_from": "7", "quiet_to": "7:00"}, {"quiet_from": "off"}
    for off in offs:
        page = await world.slash(world.tom, "settings", quiet_from="21:15", quiet_to="6:45")
        assert "Quiet hours: 21:15 to 6:45" in chosen(page)
        assert "Quiet hours: none" in chosen(await world.slash(world.tom, "settings", **off)), off
    page = await world.slash(world.tom, "settings", quiet_from="21:15", quiet_to="6:45")
    page = await world.choose(world.tom, page, "notify", "direct")
    assert "Quiet hours: 21:15 to 6:45" in chosen(page)
    page = await world.choose(world.tom, page, "quiet", "0-0")
    assert "Quiet hours: none" in chosen(page)


WHEN = ("notify", "quiet", "next")

CHOICES = [
    ("theme", "night", "Pictures: night", "theme", "night"),
    ("notify", "nothing", "Your move: no notification", "notify", "nothing"),
    ("quiet", "1320-480", "Quiet hours: 22:00 to 8:00", "quiet_to", 480),
    ("challenges", "nobody", "Challenges: from nobody", "challenges", "nobody"),
    ("show", "words", "Games: in words", "words", True),
    ("advice", "off", "First-turn tips: off", "advice", False),
    ("forced", "off", "Forced moves: you make them", "forced", False),
    ("next", "silent", "When you could plan: silent message", "next", "silent"),
]


@pytest.mark.cheapest
async def test_each_choice_holds_at_once_and_its_page_marks_it(world: World) -> None:
    page = await world.slash(world.tom, "settings")
    assert chosen(page) == [
        "Language: Discord's",
        "Pictures: server's choice",
        "Games: in pictures",
        "First-turn tips: on",
        "Forced moves: made for you",
        "Profile: for everybody",
        "Challenges: from anybody",
    ]
    page = await world.press(world.tom, page, "when")
    assert chosen(page) == [
        "Your move: a mention",
        "Quiet hours: none",
        "Several games: one call every 3 hours until you look",
        "Vacation: none",
        "When you could plan: no message",
    ]
    for control, value, words, field, kept in CHOICES:
        page = (
            await world.press(world.tom, page, "when" if control in WHEN else "settings")
            if control not in offered(page)
            else page
        )
        before, shown = chosen(page), page.id
        page = await world.choose(world.tom, page, control, value)
        assert page.id == shown
        assert set(chosen(page)) - set(before) == {words}
        assert len(chosen(page)) == len(before)
        assert getattr(await world.app.preferences.of(world.tom.id), field) == kept


async def test_whatever_is_on_offer_can_be_chosen(world: World) -> None:
    for first, count in (("settings", 7), ("when", 5)):
        page = await world.slash(world.tom, "settings")
        if first == "when":
            page = await world.press(world.tom, page, "when")
        names = [item["custom_id"].rpartition(":")[2] for item in controls(page) if item.get("options")]
        for control in names:
            (select,) = [item for item in controls(page) if item["custom_id"].endswith(":" + control)]
            for option in select["options"]:
                page = await world.choose(world.tom, page, control, option["value"])
                assert len(chosen(page)) == len(names) == count


async def test_a_vacation_stops_the_clock_and_ends_with_another_choice(world: World) -> None:
    match = await world.accepted_game(first="me", pace=1)
    page = await world.press(world.mina, await world.slash(world.mina, "settings"), "when")
    page = await world.choose(world.mina, page, "vacation", "7")
    assert re.search(r"On vacation until the end of <t:\d+:D>", text(page))
    assert "Vacation: as it is now" in chosen(page)
    away = (await world.match()).away
    assert away is not None
    assert away - world.now().timestamp() == pytest.approx(7.5 * DAY, abs=DAY / 2)
    await world.sweep()
    assert "is on vacation until" in text(world.board())
    page = await world.choose(world.mina, page, "vacation", KEEP)
    assert (await world.match()).away == away
    page = await world.choose(world.mina, page, "vacation", "0")
    assert "Vacation: none" in chosen(page)
    assert (await world.match()).deadline == pytest.approx(match.deadline, abs=60)


ZONES = [("europe/berlin", "Europe/Berlin"), ("Tokyo", "Asia/Tokyo"), ("new york", "America/New_York"), ("utc", "UTC")]


async def test_a_time_zone_is_known_by_its_name_or_its_city(world: World) -> None:
    for typed, zone in ZONES:
        assert f"Your time zone is {zone}" in text(await world.slash(world.mina, "settings", timezone=typed))


async def test_a_form_that_is_sent_as_it_stands_changes_nothing(world: World) -> None:
    await world.slash(world.mina, "settings", quiet_from="21:15", quiet_to="6:45", timezone="Asia/Tokyo")
    page = await world.press(world.mina, await world.slash(world.mina, "settings"), "when")
    page = await world.choose(world.mina, page, "vacation", "7")
    before = await world.app.preferences.of(world.mina.id)
    page = await world.fill(world.mina, page, "times", {})
    assert await world.app.preferences.of(world.mina.id) == before
    assert "Quiet hours: 21:15 to 6:45" in chosen(page)
    page = await world.fill(world.mina, page, "times", {0: "", 2: ""})
    assert {"Quiet hours: none", "Vacation: none"} < set(chosen(page))


async def test_when_to_be_reminded_of_the_daily_quilt_is_typed_there_too(world: World) -> None:
    """Where no command of servers is, there is no other way."""
    page = await world.press(world.mina, await world.slash(world.mina, "settings"), "when")
    page = await world.fill(world.mina, page, "times", {3: "18:30"})
    player = await world.app.preferences.of(world.mina.id)
    assert player.daily_at == 18 * 60 + 30
    assert player.daily_due
    assert datetime.fromtimestamp(player.daily_due, UTC).hour == 18
    page = await world.fill(world.mina, page, "times", {1: "Asia/Tokyo"})
    player = await world.app.preferences.of(world.mina.id)
    assert player.daily_due
    assert datetime.fromtimestamp(player.daily_due, UTC).hour == 9
    page = await world.fill(world.mina, page, "times", {3: "late"})
    assert "late" in text(page)
    assert await world.app.preferences.of(world.mina.id) == player
    await world.fill(world.mina, page, "times", {3: ""})
    player = await world.app.preferences.of(world.mina.id)
    assert (player.daily_at, player.daily_due) == (None, None)


async def test_whom_somebody_blocks_they_can_take_challenges_from_again(world: World) -> None:
    page = await world.pick(world.mina, await world.slash(world.mina, "settings"), "block", world.tom)
    assert f"Blocked: <@{world.tom.id}>" in text(page)
    (select,) = [item for item in controls(page) if item["custom_id"].endswith(":unblock")]
    assert [option["label"] for option in select["options"]] == ["tom"]
    page = await world.choose(world.mina, page, "unblock", str(world.tom.id))
    assert "unblock" not in offered(page)
    assert await world.app.blocks.blocked_by(world.mina.id) == []


@pytest.mark.parametrize(
    ("notify", "takes_them", "is_told", "is_pinged"),
    [("direct", True, True, False), ("direct", False, False, True), ("nothing", True, False, False)],
)
async def test_a_private_message_takes_the_place_of_the_mention_if_its_reader_takes_them(
    world: World, notify: str, takes_them: bool, is_told: bool, is_pinged: bool
) -> None:
    await world.accepted_game()
    for person in (world.mina, world.tom):
        await world.slash(person, "settings", notify=notify)
    if not takes_them:
        world.env.inject_error("POST", "/users/@me/channels", status=403, code=50007, times=None)
    user = (await handed_over(world))[1].id
    assert world.pinged(world.board()) == ({user} if is_pinged else set())
    assert sum("your move in game 1" in words for words in world.told(user)) == is_told


BAD: list[tuple[dict[str, str], str]] = [
    ({"quiet_from": "25", "quiet_to": "7"}, "is not a time"),
    ({"quiet_from": "22", "quiet_to": "7", "timezone": "Mars/Olympus"}, "do not know the time zone"),
    ({"timezone": "Central"}, "do not know the time zone"),
    ({"quiet_from": "22"}, "both when your quiet hours begin and when they end"),
    ({"quiet_to": "7"}, "both when your quiet hours begin and when they end"),
    ({"vacation": "tomorrow"}, "is not a day"),
    ({"vacation": "1999-01-01"}, "has to end in the future"),
    ({"vacation": "9999-12-31"}, "is not a day"),
    ({"vacation": "2999-01-01"}, "at most 30 days"),
]


async def test_bad_input_gets_one_sentence(world: World) -> None:
    for options, words in BAD:
        answer = await world.slash(world.mina, "settings", **options)
        assert words in text(answer), options
        page = await world.press(world.mina, await world.slash(world.mina, "settings"), "when")
        assert "Quiet hours: none" in chosen(page)


async def test_a_board_that_cannot_be_posted_tells_nobody_again_and_again(world: World) -> None:
    await world.accepted_game()
    for person in (world.mina, world.tom):
        await world.slash(person, "settings", notify="direct")
    before = {person.id: len(world.told(person.id)) for person in (world.mina, world.tom)}
    with failing(Messages, "post", refusal(503)):
        user = (await handed_over(world))[1].id
        for _ in range(3):
            await later(world, 7 * 3600)
    assert len(world.told(user)) - before[user] == 1


async def test_boards_that_wait_tell_in_private_once_each(world: World) -> None:
    await world.slash(world.tom, "settings", notify="direct")
    await world.app.preferences.change(world.tom.id, call_gap=0)
    await world.accepted_game(first="me")
    await world.begin(world.mina, world.tom, world.guild.create_text_channel("two"), first="me")
    with world.unheard():
        for game in (1, 2):
            await world.app.matches.play(game, 0, world.mina.id, ADVANCE)
    with failing(Messages, "post", refusal(503)):
        for _ in range(4):
            await later(world, 3600)
    assert len(world.told(world.tom.id)) == 2
