"""The private pages of a turn: whoever plays several games sees at once which one a page is about."""

import discord
import pytest
import simcord

from bot.matches.clock import DAY
from bot.matches.extras import Extras
from bot.ui.pages.board import home_page, is_crowded
from bot.ui.pages.turn import with_extras
from game import Automa
from game.tidy import tidiest
from tests.ui.every_page import SAY, matches
from tests.ui.playing import advanced, asked, later, moved, play_on, solo_games, with_buttons
from tests.ui.test_clocks import on_vacation
from tests.ui.world import World, alt, controls, ids, offered, text


def first_line(page: str) -> str:
    return page.partition("\n")[0]


async def test_the_private_page_of_a_turn_begins_with_game_opponent_and_clock(world: World) -> None:
    await world.accepted_game(first="me", pace=3)
    deadline = (await world.match()).deadline
    number = next(control for control in offered(world.board()) if control in "123")
    panel = await world.press(world.mina, world.board(), number)
    home = await world.press(world.mina, panel, "home")
    preview = await world.press(world.mina, home, "advance")
    assert not panel.content
    assert first_line(text(panel)).startswith("**"), "the patch that is being placed"
    assert first_line(text(home)) == f"-# Game 1 against <@{world.tom.id}> · ⏳ <t:{deadline}:R>"
    assert first_line(text(preview)).startswith("You would have ")


@pytest.mark.cheapest
async def test_who_plays_alone_and_moves_again_is_told_so_where_there_are_no_news(world: World) -> None:
    page = await world.slash(world.mina, "automa", where="private")
    done = await advanced(world, world.mina, page)
    assert first_line(text(done)).startswith("The Automa ")
    again = next(match for match in matches(1, Automa("intern", "normal")) if match.undoable and match.mover)
    told = home_page(SAY, again, note=SAY("note.move_again"))
    assert told.above == ()
    assert told.below[0] == "**You move once more.**"


def test_undo_and_prices_have_a_second_row_if_all_patches_can_be_taken_and_then_nothing_else_is_told() -> None:
    crowded = next(match for match in matches(4) if is_crowded(match))
    page = home_page(SAY, crowded, note=SAY("note.move_again"))
    rows = [[each.custom_id.control for each in row] for row in page.rows if isinstance(row, tuple)]
    assert rows == [["1", "2", "3", "advance"], ["undo", "more"]]
    assert with_extras(SAY, page, crowded, Extras(turn=2)) == page, "no tip"
    assert (page.above, len(page.below)) == ((), 1)
    beside = home_page(SAY, crowded, note=SAY("note.move_again"), beside_board=True)
    assert "You move once more" in beside.above[0], "without a picture there is room for it"
    assert "Tip" in with_extras(SAY, beside, crowded, Extras(turn=2)).below[-1]


async def test_the_first_line_says_that_time_ran_out_or_that_the_clock_is_stopped(world: World) -> None:
    await world.accepted_game(first="me", pace=1)
    await on_vacation(world, world.mina, 1)
    preview = await world.press(world.mina, world.board(), "advance")
    assert "stopped for a vacation" in text(await world.press(world.mina, preview, "home"))
    await later(world, 5 * 86_400)
    preview = await world.press(world.mina, world.board(), "advance")
    assert "time ran out" in text(await world.press(world.mina, preview, "home"))
    await moved(world, "+")
    await asked(world, world.mina, "pause")
    await world.press(world.tom, world.channel.history()[-1], "agree")
    preview = await world.press(world.tom, world.board(), "advance")
    assert "clock is paused" in text(await world.press(world.tom, preview, "home"))


async def before_leather(world: World) -> tuple[simcord.MemberActor, str]:
    """Play until a move can win a leather patch; returns who may make it, and with which patch."""
    await world.accepted_game(first="me")
    for seed in range(200):
        match = await world.match()
        who, position = world.person(match.mover), match.position
        for number, patch in enumerate(position.offers, 1):
            for place in tidiest(position.player(position.turn).quilt, patch)[:1] if position.can_take(patch) else ():
                if position.play(place).position.leather:
                    return who, str(number)
        await play_on(world, plies=1, seed=seed)
    raise AssertionError("nobody ever wins leather")


async def test_a_second_tap_on_sew_here_does_not_sew_the_leather(world: World) -> None:
    who, number = await before_leather(world)
    panel = await world.press(who, world.board(), number)
    (sew,) = [each for each in ids(panel) if each.endswith(":sew")]
    won = await world.press(who, panel, "sew")
    assert first_line(text(won)).startswith("You: ")
    assert "sew" not in offered(won)  # where the second tap would fall on the new page
    again = await world.press(who, await world.send(with_buttons(sew)), "sew")  # and where it still meets the old one
    assert "You won a leather patch" in text(again)
    match = await world.match()
    assert match.position.leather
    undone = await world.press(who, again, "undo")
    assert "took your last move back" in text(undone)


@pytest.mark.parametrize("way", ["1", "advance"])
async def test_back_does_not_draw_the_table_a_second_time_under_its_board(world: World, way: str) -> None:
    await world.accepted_game(first="me")
    number = next(control for control in offered(world.board()) if control in "123")
    panel = await world.press(world.mina, world.board(), number if way == "1" else way)
    back = await world.press(world.mina, panel, "home")
    assert not back.attachments
    assert {number, "advance", "more"} <= set(offered(back))
    assert "Game 1 against" in text(back)
    again = await world.press(world.mina, back, "advance")
    assert again.attachments


async def test_the_own_page_of_a_first_turn_needs_no_word_of_what_its_buttons_say(world: World) -> None:
    await world.accepted_game(first="me")
    page = await asked(world, world.mina, "home")
    assert "New game" in text(world.board())
    assert "New game" not in text(page)


async def test_back_shows_the_table_where_no_board_of_it_stands(world: World) -> None:
    page = await world.slash(world.mina, "automa", where="private")
    back = await world.press(world.mina, await world.press(world.mina, page, "advance"), "home")
    assert back.attachments
    await world.accepted_game(first="me")
    listed = await world.slash_in(world.guild.create_text_channel("elsewhere"), world.mina, "games")
    home = await world.press(world.mina, listed, "home")
    back = await world.press(world.mina, await world.press(world.mina, home, "advance"), "home")
    assert back.attachments


async def test_more_leads_back_to_the_turn_first_of_all(world: World) -> None:
    await world.accepted_game(first="me")
    page = await asked(world, world.mina)
    back = controls(page)[0]
    assert (back["label"], back["custom_id"].rpartition(":")[2]) == ("Back", "home")
    assert {"1", "advance"} & set(offered(await world.press(world.mina, page, "home")))
    assert "home" not in offered(await asked(world, world.tom)), "it is not their turn"


async def second_game(world: World, **options: object) -> discord.Message:
    """One more game of mina's and tom's in a channel of its own, in which mina moves first; returns its board."""
    there = world.guild.create_text_channel("elsewhere")
    await world.begin(world.mina, world.tom, there, first="me", **options)
    (board,) = world.boards(there)
    return board


async def test_the_turn_ends_in_one_line_with_the_own_quilt(world: World) -> None:
    await world.accepted_game(first="me")
    page = await advanced(world, world.mina)
    assert text(page) == f"You advanced 1 space and earned 1 button. You have 6 buttons. <@{world.tom.id}> is next."
    assert alt(page).startswith("The quilt of the round blue token")
    assert offered(page) == ["plan", "more"]
    assert {"takeback", "resignpage"} < set(offered(await world.press(world.mina, page, "more")))
    page = await advanced(world, world.mina, await second_game(world))
    assert offered(page) == ["plan", "more"], "a game in which somebody else moves does not wait"


async def test_the_next_game_is_the_most_urgent_of_those_that_wait(world: World) -> None:
    await world.accepted_game(first="me")
    await second_game(world, pace=1)
    await solo_games(world, 1)
    page = await advanced(world, world.mina, world.boards()[0])
    (following,) = [item for item in controls(page) if item["custom_id"].endswith(":home")]
    assert (following["label"], following["style"]) == ("Next game (2)", discord.ButtonStyle.primary.value)
    taken = await world.press(world.mina, page, "home")
    assert taken.id == page.id
    assert "Game 2 against" in text(taken)
    assert "advance" in offered(taken)


async def test_the_list_of_games_says_who_must_move_until_when_and_how_far_they_are(world: World) -> None:
    match = await world.accepted_game(first="me", pace=1)
    await world.do(world.app.timers.pause(1, world.tom.id, match.revision, "pause1"))
    assert "move 1. **Your move.** The clock is paused." in text(await world.slash(world.mina, "games"))
    assert "move 1. Their move. The clock is paused." in text(await world.slash(world.tom, "games"))
    await world.do(world.app.timers.resume(1, world.tom.id))
    match = await moved(world, "+")
    listed = text(await world.slash(world.mina, "games"))
    assert f"against <@{world.tom.id}>, move 2. Their move. Their time runs out <t:{match.deadline}:R>" in listed
    listed = text(await world.slash(world.tom, "games"))
    assert f"move 2. **Your move.** Your time runs out <t:{match.deadline}:R>" in listed
    await later(world, DAY + 60)
    assert "so you need not wait any longer" in text(await world.slash(world.mina, "games"))
    assert "but a move still counts" in text(await world.slash(world.tom, "games"))
