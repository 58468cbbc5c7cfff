"""Daily quilts in a channel: who has sewn one, and at the end of the day the wall, once, through whatever happens."""

import asyncio
import random
from datetime import UTC, datetime, timedelta
from typing import Any

import discord
import pytest
import simcord
from sqlalchemy import Connection

from bot.matches.walls import Walls
from bot.store.daily import DailyRow, save_daily
from bot.store.walls import WallRow, add_wall
from bot.ui.kit.texts import speaker
from bot.ui.publish.daily import AT_ONCE, DailyPosts
from daily import number_of, par_of, puzzle_of
from tests.store.building import SOON
from tests.ui.faults import failing, killed_before
from tests.ui.playing import forged, later, meanwhile, play_on
from tests.ui.test_daily import kept, sewn
from tests.ui.world import World, alt, offered, text

HOUR, DAY = 60 * 60, 24 * 60 * 60


async def ready(world: World) -> None:
    """The server has chosen the channel, some days after daily quilts have begun."""
    await world.env.advance_time(3 * DAY)
    await world.moderate(world.keeper, "daily", channel=world.channel)


async def sews(world: World, *people: simcord.MemberActor, seed: int | None = None) -> None:
    """Some people sew today's quilt."""
    for number, who in enumerate(people):
        rng = None if seed is None else random.Random(seed + number)
        await sewn(world, who, await world.slash(who, "daily"), rng)


async def tomorrow(world: World) -> None:
    """It becomes the next day, in UTC."""
    now = world.now()
    midnight = datetime(now.year, now.month, now.day, tzinfo=UTC) + timedelta(days=1)
    await later(world, (midnight - now).total_seconds())


async def test_a_message_says_who_has_sewn_it_and_becomes_the_wall(world: World) -> None:
    await ready(world)
    await sews(world, world.mina)
    (message,) = world.channel.history()
    assert message.flags.suppress_notifications
    assert f"<@{world.mina.id}> has sewn it." in text(message)
    row = await kept(world, world.mina)
    assert str(row.covered) not in text(message).replace(str(world.mina.id), "")
    assert offered(message) == ["sewdaily"]
    page = await world.press(world.tom, message, "sewdaily")
    await sewn(world, world.tom, page, random.Random(2))
    assert [each.id for each in world.channel.history()] == [message.id]
    (message,) = world.channel.history()
    assert f"<@{world.mina.id}> and <@{world.tom.id}> have sewn it." in text(message)
    await tomorrow(world)
    (wall,) = world.channel.history()
    assert wall.id == message.id
    assert "2 quilts" in text(wall)
    assert f"Par was {par_of(puzzle_of(row.number))}" in text(wall)
    assert "A wall with 2 quilts" in alt(wall)
    assert offered(wall) == ["owndaily", "dailygame"]
    assert f"{row.covered} of 49" in text(await world.press(world.mina, wall, "owndaily"))
    assert world.calls() == []


@pytest.mark.logs_errors
async def test_a_message_that_a_crash_left_unnoted_becomes_the_wall_though_the_day_is_over(world: World) -> None:
    await ready(world)
    with failing(world.app.walls, "note_message", ZeroDivisionError()):
        await sews(world, world.mina)
    await tomorrow(world)
    await later(world, HOUR)
    (wall,) = world.channel.history()
    assert "1 quilt" in text(wall)


async def test_walls_lead_back_day_by_day(world: World) -> None:
    await ready(world)
    for _ in range(2):
        await sews(world, world.mina)
        await tomorrow(world)
    first, second = world.channel.history()
    assert "lastwall" not in offered(first)
    back = await world.press(world.tom, second, "wallbefore")
    assert text(back) == text(first)
    await sews(world, world.tom)
    today = await world.slash(world.tom, "daily")
    assert text(await world.press(world.tom, today, "lastwall")) == text(second)


async def test_a_crash_before_the_message_is_noted_leaves_one_and_one_that_was_deleted_is_posted_again(
    world: World,
) -> None:
    await ready(world)
    async with killed_before(world, Walls, "note_message"):
        await sews(world, world.mina)
    (message,) = world.channel.history()
    assert "has sewn it" in text(message)
    async with killed_before(world, DailyPosts, "_show"):
        await sews(world, world.tom)
    (message,) = world.channel.history()
    assert "have sewn it" in text(message)
    await world.delete(message)
    await tomorrow(world)
    (wall,) = world.channel.history()
    assert "2 quilts" in text(wall)


async def test_thirty_finishers_are_one_wall_of_24_that_says_how_many_more(world: World) -> None:
    await ready(world)
    number, dailies = number_of(world.now().date()), world.app.dailies
    with world.env.time_context():
        for user in range(10_000, 10_030):
            await dailies.open(user, number, world.guild.id)
            for revision in range(10):
                await dailies.change(user, number, revision, lambda attempt: attempt.skip(), guild_id=world.guild.id)
    await world.sweep()
    (message,) = world.channel.history()
    assert "6 more have sewn it" in text(message)
    await tomorrow(world)
    (wall,) = world.channel.history()
    assert "30 quilts" in text(wall)
    assert "There are 6 more quilts" in text(wall)
    assert text(wall).count("<@") == 24


async def test_a_channel_that_is_gone_costs_nobody_their_quilt(world: World) -> None:
    await ready(world)
    gone, other = world.guild.create_text_channel("gone"), world.guild.create_text_channel("other")
    await world.moderate(world.keeper, "daily", channel=gone)
    world.env.backend.delete_channel(gone.id)
    await sews(world, world.mina)
    await world.sweep()
    assert await kept(world, world.mina)
    await world.moderate(world.keeper, "daily", channel=other)
    (message,) = other.history()
    assert f"<@{world.mina.id}> has sewn it" in text(message)
    answer = await world.moderate(world.keeper, "daily", nowhere=True)
    assert "shown in no channel" in text(answer)
    await world.app.tasks.idle()
    assert other.history() == []


async def test_whoever_is_forgotten_disappears_from_walls(world: World) -> None:
    await ready(world)
    await sews(world, world.mina, world.tom)
    for who, left in ((world.mina, 1), (world.tom, 0)):
        await world.forget(who)
        assert len(world.channel.history()) == left
        assert not any(str(who.id) in text(message) for message in world.channel.history())


async def hung_in(world: World, count: int) -> list[simcord.ChannelHandle]:
    """Somebody has finished a daily quilt in each of so many channels (of one server: then each is of another day), and
    all these days end together an hour from now.
    """
    rooms = [world.guild.create_text_channel(f"room{number}") for number in range(count)]
    await world.env.advance_time(count * DAY)  # that so many days have begun
    ends_at, today = int(world.now().timestamp()) + HOUR, number_of(world.now().date())

    def fill(connection: Connection) -> None:
        for number, room in zip(range(today, 0, -1), rooms, strict=False):
            laid, at = " ".join("-" * 10), ends_at - 60
            save_daily(connection, DailyRow(world.mina.id, number, 1, world.guild.id, 10, laid, at, 0))
            add_wall(connection, WallRow(world.guild.id, number, 1, room.id, "en", ends_at))

    await world.app.database.write(fill)
    return rooms


async def test_walls_that_are_killed_in_the_middle_are_all_there_and_each_once(world: World) -> None:
    rooms = await hung_in(world, AT_ONCE + 5)
    for after, what in ((0, "has sewn it"), (HOUR + 60, "1 quilt")):
        await world.env.advance_time(after)
        async with killed_before(world, Walls, "note_message"):
            await world.sweep()
        assert [text(message) for room in rooms for message in room.history() if what not in text(message)] == []
        assert [len(room.history()) for room in rooms] == [1] * len(rooms)


async def test_reminders_come_while_discord_is_busy_with_many_walls(world: World) -> None:
    await ready(world)
    await world.slash(world.tom, "daily", remind="0:30")
    await tomorrow(world)
    await hung_in(world, AT_ONCE + 5)
    await world.sweep()
    real, free, edits = discord.PartialMessage.edit, asyncio.Event(), list[object]()

    async def wait(*message: Any, **how: Any) -> object:
        edits.append(message)
        await free.wait()
        return await real(*message, **how)

    with pytest.MonkeyPatch.context() as patch, world.env.time_context():
        patch.setattr(discord.PartialMessage, "edit", wait)
        await world.env.advance_time(HOUR + 60)
        world.app.daily_posts.begin()
        async with asyncio.timeout(SOON):  # they are let through at the pace of Discord's limit
            while len(edits) < AT_ONCE or not world.told(world.tom.id):  # noqa: ASYNC110
                await asyncio.sleep(0.01)
        await meanwhile(world)
        assert (len(edits), len(world.told(world.tom.id))) == (AT_ONCE, 1)
        free.set()
        await world.app.tasks.idle()
    assert len(edits) == AT_ONCE + 5


@pytest.mark.cheapest
async def test_the_wall_of_a_server_that_cannot_be_reached_waits(world: World) -> None:
    await ready(world)
    number = number_of(world.now().date())
    far = (1 << 22) * 7 + 5
    row = WallRow(far, number, 1, 99, "en", int(world.now().timestamp()) + HOUR)
    await world.app.database.write(add_wall, row)
    await sews(world, world.mina)
    await world.sweep()
    assert len(world.channel.history()) == 1
    assert [each.guild_id for each in await world.app.walls.owed()] == [far]


async def test_a_reminder_speaks_as_the_server_does_in_which_somebody_sews(world: World) -> None:
    await ready(world)
    await sews(world, world.mina)
    await world.slash(world.mina, "daily", remind="0:30")
    await world.moderate(world.keeper, "language", language="de")
    await tomorrow(world)
    await later(world, HOUR)
    (told,) = world.told(world.mina.id)
    german = speaker("de")("direct.daily", number=number_of(world.now().date()))
    assert told.startswith(german.partition(".")[0])


async def test_a_sunday_quilt_is_played_and_hangs_on_a_wall_when_the_week_ends(world: World) -> None:
    await ready(world)
    page = await world.slash(world.mina, "sunday")
    assert "the same for all, against Bobbin" in text(page)
    assert "advance" in offered(page)
    assert "hint" not in offered(page)
    await play_on(world, game=1)
    (message,) = world.channel.history()
    assert f"<@{world.mina.id}> has played it." in text(message)
    assert message.flags.suppress_notifications
    page = await world.press(world.tom, message, "playsunday")
    assert "the same for all, against Bobbin" in text(page)
    await play_on(world, game=2)
    await world.restart()
    await later(world, 7 * DAY)
    await world.sweep()
    (wall,) = world.channel.history()
    assert "2 games against Bobbin" in text(wall)
    assert all(f"<@{who.id}>" in text(wall) for who in (world.mina, world.tom))
    assert len(wall.attachments) == 1
    assert world.calls() == []


async def test_the_game_of_a_week_does_not_begin_before_its_player_has_read_what_it_is(world: World) -> None:
    page = await world.choose(world.mina, await world.slash(world.mina, "help"), "more", "sunday")
    assert "A whole game against Bobbin, with the same patches for everybody, once a week." in text(page)
    assert offered(page) == ["playsunday", "start"]
    assert await world.app.matches.running_of(world.mina.id) == []
    page = await world.press(world.mina, page, "playsunday")
    assert "advance" in offered(page)
    page = await world.choose(world.mina, await world.slash(world.mina, "help"), "more", "sunday")
    assert "advance" in offered(page), "it goes on, and asks nothing"
    assert [row.id for row in await world.app.matches.running_of(world.mina.id)] == [1]


@pytest.mark.night
async def test_walls_of_sundays_lead_back_week_by_week(world: World) -> None:
    await ready(world)
    for game in (1, 2):
        await world.slash(world.mina, "sunday")
        await play_on(world, game=game)
        await later(world, 7 * DAY)
    first, second = world.channel.history()
    assert (offered(first), offered(second)) == ([], ["wallbefore"])
    back = await world.press(world.tom, second, "wallbefore")
    assert text(back) == text(first)
    for number in (0, 2**63 - 1):
        message = await forged(world, "sunday", "wallbefore", subject=number)
        assert "No wall has gone up" in text(await world.press(world.tom, message, "wallbefore"))
