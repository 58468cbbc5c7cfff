"""Duels: two people play the same ring against the same rival, each alone, and are compared when both are done."""

import discord
import pytest
import simcord

from bot.matches.duels import Duels
from bot.matches.match import Match, Refusal
from bot.store.duels import DuelRow
from bot.store.results import results_of
from bot.ui.kit.texts import speaker
from bot.ui.pages.duels import parted_line
from tests.matches.building import new_match, told_moves
from tests.ui.every_page import invented_review
from tests.ui.faults import killed_before
from tests.ui.playing import keep_review, later, play_on, termination
from tests.ui.world import World, alt, ids, offered, text

DAY = 24 * 60 * 60


async def begun(world: World, **options: object) -> discord.Message:
    """A duel that mina asked tom for, and that he has taken up; returns its public message."""
    await world.slash(world.mina, "duel", friend=world.tom, level="pompom", **options)
    await world.press(world.tom, world.channel.history()[-1], "accept")
    (message,) = world.channel.history()
    return message


async def game_of(world: World, who: simcord.MemberActor) -> Match:
    game = (await world.app.duels.find(1)).game_of(who.id)
    assert game is not None
    return await world.match(game)


async def played(world: World, who: simcord.MemberActor, most: int = 1_000) -> Match:
    """Play somebody's game on, by so many moves, or to its end."""
    game = (await game_of(world, who)).id
    return await play_on(world, most, game=game, seed=game)


async def test_a_duel_is_asked_for_taken_up_and_both_play_the_same_alone(world: World) -> None:
    await world.slash(world.mina, "duel", friend=world.tom, level="pompom")
    (challenge,) = world.channel.history()
    assert world.pinged(challenge) == {world.tom.id}
    assert "the same patches against Pompom, each alone, within 3 days" in text(challenge)
    answer = await world.press(world.tom, challenge, "accept")
    assert "against Pompom" in text(answer)
    assert "hint" not in offered(answer)
    await world.app.tasks.idle()
    (message,) = world.channel.history()
    assert world.pinged(message) == {world.mina.id}
    assert offered(message) == ["duelplay", "rules"]
    one, two = await game_of(world, world.mina), await game_of(world, world.tom)
    assert one.setup == two.setup
    assert (one.people, two.people) == ((world.mina.id,), (world.tom.id,))
    assert (one.rival, one.place) == (two.rival, "private")
    mine = await world.press(world.mina, message, "duelplay")
    assert "advance" in offered(mine)
    assert "hint" not in offered(mine)
    assert "This duel is between two others" in text(await world.press(world.eve, message, "duelplay"))


async def test_the_list_of_games_tells_which_are_of_a_duel_and_which_is_a_sunday_quilt(world: World) -> None:
    await begun(world)
    await world.slash(world.mina, "sunday")
    await world.slash(world.mina, "rival", level="pin", where="private")
    listed = text(await world.slash(world.mina, "games"))
    duel, sunday, alone = sorted(row.id for row in await world.app.matches.running_of(world.mina.id))
    assert f"Game {duel} (duel) against Pompom" in listed
    assert f"Game {sunday} (Sunday quilt) against Bobbin" in listed
    assert f"Game {alone} (only for you) against Pin" in listed


async def test_the_rival_of_a_duel_suits_the_stronger_unless_somebody_is_named(world: World) -> None:
    for game in (1, 2, 3):
        await world.slash(world.tom, "rival", level="button", where="here")
        await play_on(world, 6, game=game)
        await world.do(world.app.tasks.idle())  # the rival moves, too
        await world.do(world.app.matches.resign(game, (await world.match(game)).revision, world.tom.id))
    for who, friend in ((world.mina, world.tom), (world.tom, world.eve)):
        await world.slash(who, "duel", friend=friend)
        assert "against Pin," in text(world.channel.history()[-1])
    await world.slash(world.mina, "duel")
    assert "against Pompom," in text(world.channel.history()[-1]), "nobody knows who will come"


async def test_a_duel_is_an_open_seat_too(world: World) -> None:
    answer = await world.slash(world.mina, "duel", level="pompom")
    assert "Your seat is open" in text(answer)
    await world.app.tasks.idle()
    (seat,) = world.channel.history()
    assert offered(seat) == ["take", "rules"]
    assert "Who would like to duel?" in text(seat)
    await world.slash(world.tom, "open")  # which finds no game here, and opens a seat for one
    assert len(world.channel.history()) == 2
    await world.press(world.eve, seat, "take")
    assert (await world.app.duels.find(1)).users == (world.mina.id, world.eve.id)
    assert {world.mina.id} in [called for called, _ in world.calls()]


async def test_both_games_are_compared_on_one_page_once_both_have_ended(world: World) -> None:
    await begun(world)
    one = await played(world, world.mina)
    assert one.outcome
    (message,) = world.channel.history()
    assert offered(message) == ["duelplay", "rules"]
    await world.restarted()
    two = await played(world, world.tom)
    await world.sweep()
    (message,) = world.channel.history()
    mine, theirs = (match.position.score(1).total for match in (one, two))
    assert str(max(mine, theirs)).replace("-", "−") in text(message)
    for who, match in ((world.mina, one), (world.tom, two)):
        own, rivals = (str(match.position.score(seat).total).replace("-", "−") for seat in (1, 2))
        how = "beat" if match.position.winner == 1 else "lost to"
        assert f"<@{who.id}> {how} Pompom, {own} to {rivals}" in text(message)
    assert "They parted at move" in text(message)
    assert offered(message) == ["review", "review", "replay", "replay"]
    assert world.pinged(message) == {world.mina.id}  # who had to wait
    assert "The quilts of two games" in alt(message)
    await world.restarted()
    assert world.channel.history() == [message]
    for match in (one, two):
        await keep_review(world, match, invented_review(match))
    for custom_id, words in zip(ids(message), ("Review", "Review", "Replay", "Replay"), strict=True):
        result = await world.eve.click(message, custom_id=custom_id)
        assert result.response
        assert words in text(result.response.message), "others see both games, too"
        await world.press(world.eve, result.response.message, "following")


@pytest.mark.parametrize(
    ("one", "two", "said"),
    [
        ("21N@A1", "+", "They parted at move 1. 🔵 <@1> sewed the bench. 🟧 <@2> advanced 1 space."),
        ("21N@A1", "21N@A2", "They parted at move 1: both sewed the bench, but in different places."),
        (
            "21N@A1 29N@A1",
            "21N@A1 +",
            (
                "They parted at move 2, which was the rival's. "
                "Against 🔵 <@1>, Pompom sewed the propeller at A1–\u2060D3. Against 🟧 <@2>, Pompom advanced 6 spaces."
            ),
        ),
        ("21N@A1", "21N@A1 +", "Both games went the same for 1 move; then one of them stopped."),
        ("21N@A1", "21N@A1", "Both games went the same from the first move to the last."),
    ],
)
def test_where_two_games_parted_is_told_in_whole_sentences(one: str, two: str, said: str) -> None:
    duel = DuelRow(1, 1, 1, 1, 2, 3, 4, "pompom", "en", 0)
    assert parted_line(speaker("en"), duel, (told_moves(new_match(), one), told_moves(new_match(), two))) == said


async def test_when_time_is_up_each_has_what_they_have(world: World) -> None:
    await begun(world)
    one = await played(world, world.mina, 6)
    await later(world, 3 * DAY - 60)
    assert offered(world.channel.history()[0]) == ["duelplay", "rules"]
    await later(world, 60)
    (message,) = world.channel.history()
    assert text(message).count("as it stood when time was up") == 2
    assert termination(await world.match(one.id)) == "closed"
    assert "Time is up" in text(await world.slash(world.mina, "games", game=one.id))


async def test_nobody_learns_anything_before_both_have_ended(world: World) -> None:
    await begun(world)
    one = await played(world, world.mina)
    await world.sweep()
    for command in ("board", "replay"):
        answer = text(await world.slash(world.tom, command, game=one.id))
        assert answer == text(await world.slash(world.tom, command, game=999)).replace("999", str(one.id))
    with world.env.time_context():
        assert await world.app.database.read(results_of, world.mina.id) == []
        profile = await world.app.profiles.of(world.mina.id, world.tom.id)
        assert profile
        assert not profile.games
        assert profile.days.now == 0
        with pytest.raises(Refusal, match="duel_goes_on"):
            await world.app.solo.share(one.id, world.mina.id, world.guild.id, world.channel.id)
    shared = await world.slash(world.mina, "replay", game=one.id, share=True)
    assert "Others still play the same patches" in text(shared)
    assert len(world.channel.history()) == 1
    await played(world, world.tom)
    await world.sweep()
    with world.env.time_context():
        assert len(await world.app.database.read(results_of, world.mina.id)) == 1


@pytest.mark.night
async def test_a_page_that_was_posted_but_not_noted_is_found_again(world: World) -> None:
    await begun(world)
    await played(world, world.tom)
    match = await game_of(world, world.mina)
    await world.env.advance_time(60)
    async with killed_before(world, Duels, "note_message"):
        await world.do(world.app.matches.resign(match.id, match.revision, world.mina.id))
    (message,) = world.channel.history()
    assert "review" in offered(message)
    assert sum({world.tom.id} == called for called, words in world.calls() if "duel with" in words) == 1


async def test_somebody_who_is_forgotten_is_somebody_on_the_page(world: World) -> None:
    await begun(world)
    await played(world, world.tom)
    for who in (world.mina, world.tom):
        await world.forget(who)
        (message,) = world.channel.history()
        assert str(who.id) not in text(message)
        assert "somebody" in text(message).lower()


@pytest.mark.cheapest
async def test_the_harder_rivals_play_it_too(world: World) -> None:
    await world.slash(world.mina, "duel", friend=world.tom, level="thimble", leather="revised")
    (challenge,) = world.channel.history()
    assert "against Loom" in text(challenge)
    assert "Leather patches: revised" in text(challenge)


async def test_a_message_that_a_crash_left_from_the_beginning_goes_when_it_is_pressed(world: World) -> None:
    message = await begun(world)
    await played(world, world.mina)
    await played(world, world.tom)
    left = await world.send(discord.ui.LayoutView.from_message(message, timeout=None))
    assert text(await world.press(world.mina, left, "duelplay"))
    assert left not in world.channel.history()
    assert len(world.channel.history()) == 1
