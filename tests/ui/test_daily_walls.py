"""Daily quilts in a channel: who has sewn one, and at the end of the day the wall, once, through whatever happens."""

import random
from datetime import UTC, datetime, timedelta

import discord
import pytest
import simcord

from bot.matches.walls import Walls
from bot.store.walls import WallRow, add_wall
from bot.ui.kit.texts import say
from bot.ui.publish.daily import DailyPosts
from daily import number_of, par_of, puzzle_of
from tests.ui.faults import killed_before, remember_nonces
from tests.ui.test_daily import forged, kept, sewn
from tests.ui.world import World, offered, text, walk

HOUR, DAY = 60 * 60, 24 * 60 * 60


@pytest.fixture
def keeper(world: World) -> simcord.MemberActor:
    """Somebody who manages the server."""
    return world.with_role("keeper", manage_guild=True, manage_messages=True)


async def ready(world: World, keeper: simcord.MemberActor) -> None:
    """The server has chosen the channel, some days after daily quilts have begun."""
    await world.env.advance_time(3 * DAY)
    await world.moderate(keeper, "daily", channel=world.channel)


async def sews(world: World, *people: simcord.MemberActor, seed: int | None = None) -> None:
    """Some people sew today's quilt."""
    for number, who in enumerate(people):
        rng = None if seed is None else random.Random(seed + number)
        await sewn(world, who, await world.slash(who, "daily"), rng)


async def tomorrow(world: World) -> None:
    """It becomes the next day, in UTC."""
    now = world.now()
    midnight = datetime(now.year, now.month, now.day, tzinfo=UTC) + timedelta(days=1)
    await world.env.advance_time((midnight - now).total_seconds())
    await world.sweep()


def pictures(message: discord.Message) -> list[str]:
    """The alt texts of a message's pictures."""
    return [item["items"][0]["description"] for item in walk(message) if item["type"] == 12]


async def test_a_message_says_who_has_sewn_it_and_becomes_the_wall(world: World, keeper: simcord.MemberActor) -> None:
    await ready(world, keeper)
    await sews(world, world.mina)
    (message,) = world.channel.history()
    assert message.flags.suppress_notifications
    assert f"<@{world.mina.id}> has sewn it." in text(message)
    row = await kept(world, world.mina)
    assert row
    assert str(row.covered) not in text(message).replace(str(world.mina.id), "")
    assert offered(message) == ["sewdaily"]
    page = await world.press(world.tom, message, "sewdaily")
    assert page.flags.ephemeral
    await sewn(world, world.tom, page, random.Random(2))
    assert [each.id for each in world.channel.history()] == [message.id]
    (message,) = world.channel.history()
    assert f"<@{world.mina.id}> and <@{world.tom.id}> have sewn it." in text(message)
    await tomorrow(world)
    (wall,) = world.channel.history()
    assert wall.id == message.id
    assert "2 quilts" in text(wall)
    assert f"Par was {par_of(puzzle_of(row.number))}" in text(wall)
    (alt,) = pictures(wall)
    assert "A wall with 2 quilts" in alt
    assert offered(wall) == ["owndaily", "dailygame"]
    assert f"{row.covered} of 49" in text(await world.press(world.mina, wall, "owndaily"))
    assert world.calls() == []


async def test_walls_lead_back_day_by_day(world: World, keeper: simcord.MemberActor) -> None:
    await ready(world, keeper)
    for _ in range(2):
        await sews(world, world.mina)
        await tomorrow(world)
    first, second = world.channel.history()
    assert "lastwall" not in offered(first)
    back = await world.press(world.tom, second, "wallbefore")
    assert back.flags.ephemeral
    assert text(back) == text(first)
    await sews(world, world.tom)
    today = await world.slash(world.tom, "daily")
    assert text(await world.press(world.tom, today, "lastwall")) == text(second)


@pytest.mark.night
async def test_eight_people_in_two_servers_and_two_time_zones_through_restarts(
    world: World, keeper: simcord.MemberActor, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Berlin's day ends an hour before that of UTC; one person sews in both servers, and hangs on one wall."""
    remember_nonces(monkeypatch)
    await ready(world, keeper)
    elsewhere = world.env.create_guild("Berlin")
    there = elsewhere.create_text_channel("flicken")
    boss = elsewhere.add_member(
        world.env.create_user("boss"),
        roles=[elsewhere.create_role("boss", permissions=discord.Permissions(manage_guild=True, manage_messages=True))],
    )
    await world.moderate_in(there, boss, "daily", channel=there, timezone="Europe/Berlin")
    here = [world.mina, world.tom, world.eve, world.guild.add_member(world.env.create_user("zoe"))]
    others = [elsewhere.add_member(world.env.create_user(name)) for name in ("ada", "bob", "cem", "dora")]
    for number, (one, two) in enumerate(zip(here, others, strict=True)):
        page = await world.slash_in(there, two, "daily")
        await sewn(world, two, page, random.Random(number))
        page = await sewn(world, one, await world.slash(one, "daily"), random.Random(number + 9), most=5)
        await world.restart()
        await sewn(world, one, await world.slash(one, "daily"), random.Random(number + 90))
        await world.env.advance_time(HOUR)
        await world.sweep()
    assert [len(channel.history()) for channel in (world.channel, there)] == [1, 1]
    assert all(f"<@{who.id}>" in text(there.history()[0]) for who in others)
    left = datetime.combine(world.now().date() + timedelta(days=1), datetime.min.time(), UTC) - world.now()
    await world.env.advance_time(left.total_seconds() - HOUR)
    await world.restart()
    await world.sweep()
    assert "4 quilts" in text(there.history()[0])
    assert "have sewn it" in text(world.channel.history()[0])
    await world.env.advance_time(HOUR)
    async with killed_before(world, Walls, "note_message"):
        await world.sweep()
    await world.sweep()
    for channel, people in ((world.channel, here), (there, others)):
        (wall,) = channel.history()
        assert "4 quilts" in text(wall)
        assert all(text(wall).count(f"<@{who.id}>") == 1 for who in people)
        assert len(pictures(wall)) == 1
    assert world.calls() == []


async def test_a_crash_before_the_message_is_noted_leaves_one(
    world: World, keeper: simcord.MemberActor, monkeypatch: pytest.MonkeyPatch
) -> None:
    remember_nonces(monkeypatch)
    await ready(world, keeper)
    async with killed_before(world, Walls, "note_message"):
        await sews(world, world.mina)
    (message,) = world.channel.history()
    assert "has sewn it" in text(message)
    async with killed_before(world, DailyPosts, "_show"):
        await sews(world, world.tom)
    (message,) = world.channel.history()
    assert "have sewn it" in text(message)


async def test_thirty_finishers_are_one_wall_of_24_that_says_how_many_more(
    world: World, keeper: simcord.MemberActor
) -> None:
    await ready(world, keeper)
    number = number_of(world.now().date())
    laid = "- - - - - - - - - -"
    with world.env.time_context():
        for user in range(10_000, 10_030):
            sewing = await world.app.dailies.open(user, number, world.guild.id)
            for _ in laid.split():
                sewing = await world.app.dailies.change(
                    user, number, sewing.revision, lambda attempt: attempt.skip(), guild_id=world.guild.id
                )
    await world.sweep()
    (message,) = world.channel.history()
    assert "6 more have sewn it" in text(message)
    await tomorrow(world)
    (wall,) = world.channel.history()
    assert "30 quilts" in text(wall)
    assert "There are 6 more quilts" in text(wall)
    assert text(wall).count("<@") == 24


async def test_a_channel_that_is_gone_costs_nobody_their_quilt(world: World, keeper: simcord.MemberActor) -> None:
    await ready(world, keeper)
    gone, other = world.guild.create_text_channel("gone"), world.guild.create_text_channel("other")
    await world.moderate(keeper, "daily", channel=gone)
    world.env.backend.delete_channel(gone.id)
    await sews(world, world.mina)
    await world.sweep()
    assert await kept(world, world.mina)
    await world.moderate(keeper, "daily", channel=other)
    await world.app.tasks.idle()
    (message,) = other.history()
    assert f"<@{world.mina.id}> has sewn it" in text(message)
    answer = await world.moderate(keeper, "daily", nowhere=True)
    assert "shown in no channel" in text(answer)
    await world.app.tasks.idle()
    assert other.history() == []


async def test_a_message_that_a_moderator_deleted_is_posted_again_for_the_wall(
    world: World, keeper: simcord.MemberActor
) -> None:
    await ready(world, keeper)
    await sews(world, world.mina)
    (message,) = world.channel.history()
    await world.delete(message)
    await tomorrow(world)
    (wall,) = world.channel.history()
    assert "1 quilt" in text(wall)


async def test_whoever_is_forgotten_disappears_from_walls(world: World, keeper: simcord.MemberActor) -> None:
    await ready(world, keeper)
    await sews(world, world.mina, world.tom)
    for who, left in ((world.mina, 1), (world.tom, 0)):
        with world.env.time_context():
            await world.app.privacy.forget(who.id)
        await world.sweep()
        assert len(world.channel.history()) == left
        assert not any(str(who.id) in text(message) for message in world.channel.history())


@pytest.mark.cheapest
async def test_the_wall_of_a_server_that_cannot_be_reached_waits(world: World, keeper: simcord.MemberActor) -> None:
    await ready(world, keeper)
    number = number_of(world.now().date())
    far = (1 << 22) * 7 + 5
    row = WallRow(far, number, 1, 99, "en", int(world.now().timestamp()) + HOUR)
    await world.app.database.write(add_wall, row)
    await sews(world, world.mina)
    await world.sweep()
    assert len(world.channel.history()) == 1
    assert [each.guild_id for each in await world.app.walls.owed()] == [far]


async def test_a_reminder_speaks_as_the_server_does_in_which_somebody_sews(
    world: World, keeper: simcord.MemberActor
) -> None:
    await ready(world, keeper)
    await sews(world, world.mina)
    await world.slash(world.mina, "daily", remind="0:30")
    await world.moderate(keeper, "language", language="de")
    await tomorrow(world)
    await world.env.advance_time(HOUR)
    await world.sweep()
    (told,) = world.told(world.mina.id)
    german = say("de", "direct.daily", number=number_of(world.now().date()))
    assert told.startswith(german.partition(".")[0])


async def test_a_sunday_quilt_is_played_and_hangs_on_a_wall_when_the_week_ends(
    world: World, keeper: simcord.MemberActor
) -> None:
    await ready(world, keeper)
    page = await world.slash(world.mina, "sunday")
    assert page.flags.ephemeral
    assert "a whole game against Bobbin" in text(page)
    assert "advance" in offered(page)
    assert "hint" not in offered(page)
    await ended(world, 1)
    (message,) = world.channel.history()
    assert f"<@{world.mina.id}> has played it." in text(message)
    assert message.flags.suppress_notifications
    page = await world.press(world.tom, message, "playsunday")
    assert "a whole game against Bobbin" in text(page)
    await ended(world, 2)
    await world.restart()
    await world.env.advance_time(7 * DAY)
    await world.sweep()
    await world.sweep()
    (wall,) = world.channel.history()
    assert "2 games against Bobbin" in text(wall)
    assert all(f"<@{who.id}>" in text(wall) for who in (world.mina, world.tom))
    assert len(pictures(wall)) == 1
    assert world.calls() == []


@pytest.mark.night
async def test_walls_of_sundays_lead_back_week_by_week(world: World, keeper: simcord.MemberActor) -> None:
    await ready(world, keeper)
    for game in (1, 2):
        await world.slash(world.mina, "sunday")
        await ended(world, game)
        await world.env.advance_time(7 * DAY)
        await world.sweep()
        await world.app.tasks.idle()
    first, second = world.channel.history()
    assert (offered(first), offered(second)) == ([], ["wallbefore"])
    back = await world.press(world.tom, second, "wallbefore")
    assert back.flags.ephemeral
    assert text(back) == text(first)
    for number in (0, 2**63 - 1):
        message = await forged(world, number, "wallbefore", page="sunday")
        assert "No wall has gone up" in text(await world.press(world.tom, message, "wallbefore"))


async def ended(world: World, game: int) -> None:
    """Play a game on by advancing, to its end."""
    match = await world.match(game)
    while not match.outcome:
        with world.env.time_context():
            if match.awaits_rival:
                match = await world.app.rival_moves.made(match.id)
                continue
            user, moves = match.mover, match.position.legal_moves
            assert user
            match = await world.app.matches.play(match.id, match.revision, user, moves[0])
    await world.app.tasks.idle()
