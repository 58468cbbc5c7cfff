"""After the turn a private page is one line and the quilt, and leads on to the next game that waits."""

import discord
import pytest
import simcord

from bot.matches.clock import DAY
from game import ADVANCE
from tests.ui.playing import by_hand, later, moved, play_on, solo_games
from tests.ui.world import World, controls, offered, text, walk


async def handed_on(world: World, board: discord.Message, who: simcord.MemberActor) -> discord.Message:
    """What somebody sees after an advance with which the turn passes."""
    return await world.press(who, await world.press(who, board, "advance"), "goahead")


async def second_game(world: World, **options: object) -> discord.Message:
    """One more game of mina's and tom's in a channel of its own, in which mina moves first; returns its board."""
    there = world.guild.create_text_channel("elsewhere")
    challenge = await world.challenge(world.mina, world.tom, there, first="me", **options)
    await world.press(world.tom, challenge, "accept")
    (board,) = world.boards(there)
    return board


async def test_the_turn_ends_in_one_line_with_the_own_quilt(world: World) -> None:
    await world.accepted_game(first="me")
    page = await handed_on(world, world.board(), world.mina)
    assert text(page) == f"You advanced 1 space and earned 1 button. You have 6 buttons. <@{world.tom.id}> is next."
    (alt,) = [item["description"] for each in walk(page) for item in each.get("items", [])]
    assert alt.startswith("The quilt of the round blue token")
    assert offered(page) == ["plan", "more"]


async def test_what_may_still_be_asked_is_under_more(world: World) -> None:
    await world.accepted_game(first="me")
    page = await world.press(world.mina, await handed_on(world, world.board(), world.mina), "more")
    assert {"takeback", "resignpage"} < set(offered(page))


async def test_the_next_game_is_the_most_urgent_of_those_that_wait(world: World) -> None:
    await world.accepted_game(first="me")
    await second_game(world, pace=1)
    await solo_games(world, 1)
    page = await handed_on(world, world.boards()[0], world.mina)
    (following,) = [item for item in controls(page) if item["custom_id"].endswith(":home")]
    assert (following["label"], following["style"]) == ("Next game (2)", discord.ButtonStyle.primary.value)
    taken = await world.press(world.mina, page, "home")
    assert taken.id == page.id
    assert "Game 2 against" in text(taken)
    assert "advance" in offered(taken)


async def test_games_in_which_somebody_else_moves_do_not_wait(world: World) -> None:
    await world.accepted_game(first="me")
    await moved(world, "+")
    page = await handed_on(world, await second_game(world), world.mina)
    assert offered(page) == ["plan", "more"]


async def test_the_last_move_of_a_game_leads_to_the_next_one(world: World) -> None:
    await by_hand(world)
    await world.accepted_game(first="me")
    match = await play_on(world, plies=40)
    await second_game(world)
    while not match.position.play(ADVANCE).position.over:
        match = await play_on(world, plies=1)
    who = world.person(match.mover)
    page = await handed_on(world, world.board(), who)
    assert ("home" in offered(page)) == (who is world.mina)


async def test_the_list_of_games_says_who_must_move_until_when_and_how_far_they_are(world: World) -> None:
    await world.accepted_game(first="me", pace=1)
    match = await moved(world, "+")
    listed = text(await world.slash(world.mina, "games"))
    assert f"against <@{world.tom.id}>, move 2. Their move. Their time runs out <t:{match.deadline}:R>" in listed
    listed = text(await world.slash(world.tom, "games"))
    assert f"move 2. **Your move.** Your time runs out <t:{match.deadline}:R>" in listed
    await later(world, DAY + 60)
    assert "so you can claim the win" in text(await world.slash(world.mina, "games"))
    assert "but a move still counts" in text(await world.slash(world.tom, "games"))


async def test_the_list_of_games_says_that_a_clock_is_paused(world: World) -> None:
    match = await world.accepted_game(first="me", pace=3)
    with world.env.time_context():
        await world.app.timers.pause(1, world.tom.id, match.revision, "pause1")
    assert "move 1. **Your move.** The clock is paused." in text(await world.slash(world.mina, "games"))
    assert "move 1. Their move. The clock is paused." in text(await world.slash(world.tom, "games"))


@pytest.mark.cheapest
async def test_a_move_that_was_taken_back_is_not_counted(world: World) -> None:
    await world.slash(world.mina, "automa", level="intern", where="private")
    match = await world.match()
    number = next(number for number, patch in enumerate(match.position.offers, 1) if match.position.can_take(patch))
    listed = await world.slash(world.mina, "games")
    assert "Game 1 (only for you) against the Automa, move 1. **Your move.**" in text(listed)
    panel = await world.press(world.mina, await world.press(world.mina, listed, "home"), str(number))
    played = await world.press(world.mina, panel, "sew")
    if "undo" in offered(played):
        await world.press(world.mina, played, "undo")
        assert "move 1. **Your move.**" in text(await world.slash(world.mina, "games"))
