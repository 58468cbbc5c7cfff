"""Open seats: opened, taken, closed, run out."""

import discord
import pytest
import simcord

from bot.matches.challenge import NewChallenge
from bot.matches.clock import DAY
from bot.ui.kit.brand import ROOT
from tests.ui.playing import later
from tests.ui.world import World, controls, offered, text


async def opened(world: World, **options: object) -> discord.Message:
    await world.slash(world.mina, "open", **options)
    return world.channel.history()[-1]


async def test_anybody_takes_a_seat_with_one_tap_and_whoever_has_opened_it_is_called(world: World) -> None:
    seat = await opened(world, pace=7, leather="revised")
    assert world.pinged(seat) == set()
    mina = f"<@{world.mina.id}>"
    assert f"{mina} has a seat for the first who takes it. A move may take 7 days. {mina} starts." in text(seat)
    assert "Leather patches: revised" in text(seat)
    assert offered(seat) == ["take", "rules"]
    answer = await world.press(world.eve, seat, "take")
    assert "The seat is yours, and game 1 begins" in text(answer)
    match = await world.match()
    assert (match.users, match.pace, match.setup.track) == ((world.mina.id, world.eve.id), 7, "revised")
    await world.app.tasks.idle()
    assert world.channel.history() == [world.board()]
    assert world.pinged(world.board()) == {world.mina.id}
    assert world.words(world.board()).startswith(f"{mina}, game 1 against")


@pytest.mark.cheapest
async def test_whoever_has_opened_a_seat_cannot_take_it_but_withdraw_it(world: World) -> None:
    answer = await world.slash(world.mina, "open")
    assert "Your seat is open" in text(answer)
    assert offered(answer) == ["withdraw", "rival"]
    answer = await world.press(world.mina, world.channel.history()[-1], "take")
    assert "or withdraw it" in text(answer), "as the button below says"
    assert offered(answer) == ["withdraw"]
    assert text(await world.press(world.mina, answer, "withdraw")) == "You have withdrawn your seat."
    assert world.channel.history() == []


async def test_a_seat_that_was_closed_makes_way_for_a_duel_and_for_a_group(world: World) -> None:
    await opened(world)
    answer = await world.slash(world.mina, "duel")
    assert "another seat open in this channel" in text(answer)
    await world.press(world.mina, answer, "withdraw")
    answer = await world.slash(world.mina, "duel")
    assert "Your seat is open" in text(answer)
    assert "Please wait 10 minutes" in text(await world.slash(world.mina, "group", people=3))
    await world.press(world.mina, answer, "withdraw")
    assert "Your group is open" in text(await world.slash(world.mina, "group", people=3))


async def test_a_seat_disappears_after_two_days(world: World) -> None:
    seat = await opened(world)
    await later(world, 2 * DAY - 60)
    assert world.channel.history() == [seat]
    await world.env.advance_time(60)
    answer = text(await world.press(world.tom, seat, "take"))
    assert "This seat is gone" in answer
    assert f"/{ROOT} play" in answer
    await world.sweep()
    assert world.channel.history() == []


async def test_a_seat_that_a_crash_left_unposted_is_posted_once_calls_nobody_and_can_be_taken(world: World) -> None:
    with world.env.time_context():
        asked = NewChallenge(guild_id=world.guild.id, channel_id=world.channel.id, challenger=world.mina.id, first=1)
        await world.app.challenges.open(asked)
    await world.restarted()
    await world.sweep()
    (seat,) = world.channel.history()
    assert offered(seat) == ["take", "rules"]
    assert world.pinged(seat) == set()
    await world.restart()
    await world.press(world.tom, seat, "take")
    assert world.channel.history() == [world.board()]


async def test_somebody_who_is_blocked_sees_a_seat_close_as_if_it_had_been_closed(world: World) -> None:
    await world.slash(world.mina, "settings", block=world.tom)
    seat = await opened(world)
    told = text(await world.press(world.tom, seat, "take"))
    assert world.channel.history() == []
    await world.slash(world.eve, "open")
    (seat,) = world.channel.history()
    await world.do(world.app.challenges.decline(2, world.eve.id))
    assert text(await world.press(world.tom, seat, "take")) == told


async def seat_page(
    world: World, who: simcord.MemberActor, channel: simcord.ChannelHandle | None = None
) -> discord.Message:
    """The page on which somebody can open a seat."""
    page = await world.slash_in(channel or world.channel, who, "play")
    return await world.press(who, await world.press(who, page, "friend"), "seat")


async def test_whoever_would_open_a_seat_is_shown_the_oldest_one_here(world: World) -> None:
    await opened(world)
    elsewhere = world.guild.create_text_channel("elsewhere")
    assert "take" not in offered(await seat_page(world, world.eve, elsewhere))
    assert "take" not in offered(await seat_page(world, world.mina)), "her own"
    page = await seat_page(world, world.eve)
    page = await world.choose(world.eve, page, "pace", "1")
    assert "The seat is yours, and game 1 begins" in text(await world.press(world.eve, page, "take"))
    await world.app.tasks.idle()
    assert world.channel.history() == [world.board()]


async def test_whoever_opens_a_seat_is_offered_rivals_meanwhile(world: World) -> None:
    answer = await world.slash(world.mina, "open")
    assert offered(answer) == ["withdraw", "rival"]
    assert controls(answer)[1]["placeholder"] == "Play a rival meanwhile…"
    assert len(world.channel.history()) == 1
    begun = await world.choose(world.mina, answer, "rival", "pompom")
    assert "Game 1 against Pompom" in text(begun)
    again = await world.slash(world.mina, "open")
    assert "Your seat in this channel is still open" in text(again)
    assert offered(again) == ["withdraw", "rival"]
    assert len(world.channel.history()) == 1


async def test_seats_are_opened_only_where_games_may_be(world: World) -> None:
    await world.moderate(world.keeper, "channel", channel=world.channel)
    elsewhere = world.guild.create_text_channel("elsewhere")
    assert f"<#{world.channel.id}>" in text(await world.slash_in(elsewhere, world.mina, "open"))
    assert "withdraw" not in offered(await world.slash_in(world.read_only(), world.mina, "open"))
    assert elsewhere.history() == []


async def test_whoever_has_left_the_server_keeps_no_seat(world: World) -> None:
    seat = await opened(world)
    world.guild.remove_member(world.mina)
    page = await seat_page(world, world.tom)
    assert "This seat is gone" in text(await world.press(world.tom, page, "take"))
    assert "This seat is gone" in text(await world.press(world.tom, seat, "take"))
    await world.sweep()
    assert world.channel.history() == []
    assert await world.app.matches.running_of(world.tom.id) == []
