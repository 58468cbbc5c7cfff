"""Groups: three to six people, everybody against everybody, on one message that is edited."""

from pathlib import Path

import discord
import pytest
import simcord

from bot.matches.groups import Groups
from bot.store.backend.backup import back_up
from bot.ui.kit.texts import speaker
from bot.ui.pages.groups import group_page
from game import ADVANCE
from tests.ui.faults import killed_before
from tests.ui.playing import later, mover, with_buttons
from tests.ui.world import World, alt, ids, offered, text

DAY = 24 * 60 * 60


def messages(world: World) -> list[discord.Message]:
    return [message for message in world.channel.history() if ":group:" in str(ids(message))]


def message_of(world: World) -> discord.Message:
    (message,) = messages(world)
    return message


def board_of(world: World, game: int) -> discord.Message:
    (board,) = [each for each in world.boards() if ids(each)[0].startswith(f"q1:{game:x}:")]
    return board


async def opened(world: World, people: int = 3, **options: object) -> discord.Message:
    """A group that mina has opened; returns its message."""
    answer = await world.slash(world.mina, "group", people=people, **options)
    assert "Your group is open" in text(answer)
    await world.app.tasks.idle()
    return message_of(world)


async def begun(world: World, *others: simcord.MemberActor, **options: object) -> discord.Message:
    """A group that mina has opened, and that others have joined, until it began; returns its message."""
    message = await opened(world, 1 + len(others), **options)
    for person in others:
        answer = await world.press(person, message, "groupjoin")
    assert "the group begins" in text(answer)
    await world.sweep()
    return message_of(world)


async def leave_games(world: World, who: simcord.MemberActor, most: int = 9) -> None:
    """Let somebody give up so many of their games, after a move."""
    rows = await world.app.matches.running_of(who.id)
    with world.env.time_context():
        for row in rows[:most]:
            match = await world.match(row.id)
            if not match.plies:
                match = await world.app.matches.play(match.id, match.revision, mover(match), ADVANCE)
            await world.app.matches.resign(match.id, match.revision, who.id)
    await world.sweep()


@pytest.mark.cheapest
async def test_an_invitation_is_short_and_the_rules_are_a_tap_away_before_anybody_joins(world: World) -> None:
    until = int(world.now().timestamp()) + 9 * DAY
    await world.do(world.app.timers.vacation(world.mina.id, until))
    message = await opened(world, pace=7, length=14, leather="revised", where="thread")
    page = text(message)
    for words in ("a group of 3?", "lasts 2 weeks", "A move may take 7 days.", "revised", "thread"):
        assert words in page
    assert offered(message) == ["groupjoin", "groupcounts"]
    rules = await world.press(world.tom, message, "groupcounts")
    for rule in ("less time", "played on for fun", "fewer than half", "Vacations", "More wins"):
        assert rule in text(rules)
        assert rule not in page
    assert offered(rules) == []
    assert f"1 of 3 are in:** <@{world.mina.id}> (on vacation until <t:{until}:D>)" in page
    assert world.calls() == []
    shown = await world.slash(world.mina, "group")
    assert text(shown) == page
    assert offered(shown) == ["groupleave", "groupoff", "groupcounts"]
    assert "still open" in text(await world.slash(world.mina, "group", people=4))


async def test_with_the_last_seat_it_begins_and_games_call_whoever_starts(world: World) -> None:
    message = await opened(world)
    await world.press(world.tom, message, "groupjoin")
    assert "2 of 3 are in" in text(message_of(world))
    again = await world.press(world.tom, message, "groupjoin")
    assert "already" in text(again)
    assert offered(again) == ["groupleave"]
    await world.press(world.eve, message, "groupjoin")
    await world.sweep()
    assert message_of(world).id == message.id
    assert "A group of 3" in text(message_of(world))
    assert offered(message_of(world)) == ["groupleave", "groupcounts"]
    assert len(world.boards()) == 3
    called = [user for users, _ in world.calls() for user in users]
    assert sorted(called) == sorted([mover(await world.match(game)) for game in (1, 2, 3)])
    left = await world.send(discord.ui.LayoutView.from_message(message, timeout=None))
    assert "begun already" in text(await world.press(world.eve, left, "groupjoin"))
    shown = next(each for each in messages(world) if each != left)
    assert "What counts" in text(await world.press(world.eve, shown, "groupcounts"))


async def test_only_in_a_group_a_game_that_nobody_can_win_yet_is_said_to_give_a_point(world: World) -> None:
    await begun(world, world.tom, world.eve)
    game = await world.match()
    who, point = world.person(mover(game)), f"In your group, <@{game.opponent(mover(game))}> gets the point."
    assert point in text(await world.slash(who, "resign", game=1))
    await world.begin(world.mina, world.tom, world.guild.create_text_channel("elsewhere"))
    assert "group" not in text(await world.slash(world.mina, "resign", game=4))


async def test_the_table_follows_each_game_and_says_it_in_words(world: World) -> None:
    message = await begun(world, world.tom, world.eve)
    await leave_games(world, world.eve, 1)
    page = text(message_of(world))
    assert "1 win" in page
    assert "2 games to go" in page
    assert "beat" in alt(message_of(world))
    assert "still plays" in alt(message_of(world))
    await world.delete(message_of(world))
    assert "A group of 3" in text(await world.slash(world.tom, "group"))
    await leave_games(world, world.eve)
    assert message_of(world).id != message.id, "it comes back with the next change"
    await leave_games(world, world.tom)
    assert f"<@{world.mina.id}> has won the group" in text(message_of(world))
    assert offered(message_of(world)) == ["groupmeet", "groupcounts"]


async def test_the_picture_names_people_and_says_who_leads(world: World) -> None:
    await begun(world, world.tom, world.eve)
    await leave_games(world, world.eve)
    table = await world.app.groups.of(world.channel.id, world.mina.id)
    assert table
    page = group_page(speaker("en"), table, names=await world.app.group_posts.names_in(table))
    assert page.picture
    (rows,) = page.picture.drawing.arguments
    assert {row.name for row in rows} == {"mina", "tom", "eve"}  # type: ignore[attr-defined]
    assert [row.leads for row in rows] == [True, True, False], "the two who have won against her"  # type: ignore[attr-defined]


async def test_a_group_that_never_fills_goes_with_its_message(world: World) -> None:
    message = await opened(world)
    await world.press(world.tom, message, "groupjoin")
    await later(world, 3 * DAY)
    assert messages(world) == []
    assert world.boards() == []
    left = await world.send(discord.ui.LayoutView.from_message(message, timeout=None))
    assert "no more" in text(await world.press(world.tom, left, "groupjoin"))
    assert messages(world) == []


async def test_whoever_opened_it_calls_it_off_and_so_may_a_moderator(world: World) -> None:
    for who in (world.mina, world.keeper):
        message = await opened(world)
        await world.press(world.tom, message, "groupjoin")
        assert offered(await world.press(world.tom, message, "groupcounts")) == ["groupleave"]
        rules = await world.press(who, message, "groupcounts")
        assert "groupoff" in offered(rules)
        assert "called the group off" in text(await world.press(who, rules, "groupoff"))
        assert messages(world) == []
        await world.env.advance_time(700)


async def test_an_open_group_is_left_with_one_tap_and_one_that_goes_on_after_a_question(world: World) -> None:
    message = await opened(world)
    joined = await world.press(world.tom, message, "groupjoin")
    assert "You have left" in text(await world.press(world.tom, joined, "groupleave"))
    assert "1 of 3" in text(message_of(world))
    for person in (world.tom, world.eve):
        await world.press(person, message, "groupjoin")
    await world.sweep()
    outsider = world.with_role("outsider")
    assert "not in this group" in text(await world.press(outsider, message_of(world), "groupleave"))
    question = await world.press(world.tom, message_of(world), "groupleave")
    assert "2 games that you still play" in text(question)
    answer = await world.press(world.tom, question, "groupquit")
    assert "given up your games" in text(answer)
    await world.sweep()
    assert f"<@{world.tom.id}>: left early" in text(message_of(world))
    assert "counts for nobody" in alt(message_of(world))
    assert len(await world.app.matches.running_of(world.mina.id)) == 1


async def test_a_group_goes_on_when_its_channel_is_gone(world: World) -> None:
    channel = world.guild.create_text_channel("short-lived")
    await world.slash_in(channel, world.mina, "group", people=3)
    for person in (world.tom, world.eve):
        await world.press(person, channel.history()[0], "groupjoin")
    await world.sweep()
    world.env.backend.delete_channel(channel.id)
    with world.env.time_context():
        for game in (1, 2, 3):
            await world.app.matches.close(game, "moderator")
    await world.sweep()
    assert (await world.app.groups.cross_table(1)).group.stage == "over"


async def test_the_winners_of_two_groups_meet(world: World) -> None:
    ada, bob, cleo = world.more_people("ada", "bob", "cleo")
    await begun(world, world.tom, world.eve)
    await leave_games(world, world.eve)
    await leave_games(world, world.tom)
    first = message_of(world)
    assert "Only the winner of this group" in text(await world.press(world.tom, first, "groupmeet"))
    assert "No other group" in text(await world.press(world.mina, first, "groupmeet"))
    await world.slash(ada, "group", people=3)
    for person in (bob, cleo):
        await world.press(person, messages(world)[-1], "groupjoin")
    await world.sweep()
    for person in (bob, cleo):
        await leave_games(world, person)
    assert f"<@{ada.id}> has won" in text(messages(world)[-1])
    await world.press(ada, messages(world)[-1], "groupmeet")
    challenge = world.channel.history()[-1]
    assert world.pinged(challenge) == {world.mina.id}
    await world.press(world.mina, challenge, "accept")
    assert {*(await world.match(7)).people} == {ada.id, world.mina.id}


async def test_a_crash_before_the_message_is_noted_leaves_one_message(world: World) -> None:
    async with killed_before(world, Groups, "note_message"):
        await world.slash(world.mina, "group", people=3)
    await world.sweep()
    assert "1 of 3" in text(message_of(world))


@pytest.mark.sqlite
async def test_a_backup_that_is_put_back_shows_a_group_as_it_was(world: World, tmp_path: Path) -> None:
    await begun(world, world.tom, world.eve)
    back_up(world.app.config.database_url, tmp_path / "backup.db")
    await leave_games(world, world.eve, 1)
    assert "1 win" in text(message_of(world))
    await world.restore(tmp_path / "backup.db")
    await world.sweep()
    assert "1 win" not in text(message_of(world))


async def test_whoever_has_left_the_server_makes_room_before_it_begins(world: World) -> None:
    message = await opened(world)
    await world.press(world.tom, message, "groupjoin")
    world.guild.remove_member(world.tom)
    answer = await world.press(world.eve, message, "groupjoin")
    assert "You are in: 2 of 3" in text(answer)
    await world.app.tasks.idle()
    assert str(world.tom.id) not in text(message_of(world))


async def test_the_message_of_a_group_from_before_still_has_the_ways_out_of_it(world: World) -> None:
    message = await opened(world)
    join = ids(message)[0]
    ways = (join.replace("groupjoin", way) for way in ("groupleave", "groupoff"))
    before = await world.send(with_buttons(*ways))
    assert "not in this group" in text(await world.press(world.tom, before, "groupleave"))
    assert "Only the player who opened" in text(await world.press(world.tom, before, "groupoff"))
    assert "called the group off" in text(await world.press(world.mina, before, "groupoff"))
