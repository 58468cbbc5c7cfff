"""The private pages of a turn: whoever plays several games sees at once which one a page is about."""

import pytest
import simcord

from game.tidy import tidiest
from tests.ui.playing import asked, later, moved, play_on
from tests.ui.test_clicks import with_button
from tests.ui.test_clocks import on_vacation
from tests.ui.world import World, ids, offered, text


def first_line(page: str) -> str:
    return page.partition("\n")[0]


async def test_every_private_page_of_a_turn_begins_with_game_opponent_and_clock(world: World) -> None:
    await world.accepted_game(first="me", pace=3)
    deadline = (await world.match()).deadline
    number = next(control for control in offered(world.board()) if control in "123")
    panel = await world.press(world.mina, world.board(), number)
    home = await world.press(world.mina, panel, "home")
    preview = await world.press(world.mina, home, "advance")
    for page in (panel, home, preview):
        assert first_line(text(page)) == f"-# Game 1 against <@{world.tom.id}> · ⏳ <t:{deadline}:R>"


async def test_the_first_line_of_a_solo_game_names_the_automa(world: World) -> None:
    page = await world.slash(world.mina, "automa", where="private")
    preview = await world.press(world.mina, page, "advance")
    assert first_line(text(preview)).startswith("-# Game 1 against the Automa")


@pytest.mark.cheapest
async def test_after_a_move_that_is_followed_by_ones_own_turn_the_game_comes_first_too(world: World) -> None:
    page = await world.slash(world.mina, "automa", where="private")
    done = await world.press(world.mina, await world.press(world.mina, page, "advance"), "goahead")
    assert text(done).splitlines()[0] == "-# Game 1 against the Automa · **Your turn.**"


async def test_the_first_line_says_that_time_ran_out_or_that_the_clock_is_stopped(world: World) -> None:
    await world.accepted_game(first="me", pace=1)
    await on_vacation(world, world.mina, 1)
    assert "stopped for a vacation" in text(await world.press(world.mina, world.board(), "advance"))
    await later(world, 5 * 86_400)
    assert "time ran out" in text(await world.press(world.mina, world.board(), "advance"))
    await moved(world, "+")
    await asked(world, world.mina, "pause")
    (question,) = [message for message in world.channel.history() if "agree" in offered(message)]
    await world.press(world.tom, question, "agree")
    assert "clock is paused" in text(await world.press(world.tom, world.board(), "advance"))


async def before_leather(world: World) -> tuple[simcord.MemberActor, str, str]:
    """Play until a move can win a leather patch; returns who may make it, with which patch, and where."""
    await world.accepted_game(first="me")
    for seed in range(200):
        match = await world.match()
        who, position = world.person(match.mover), match.position
        for number, patch in enumerate(position.offers, 1):
            for place in tidiest(position.player(position.turn).quilt, patch)[:1] if position.can_take(patch) else ():
                if position.play(place).position.leather:
                    return who, str(number), str(place)
        await play_on(world, plies=1, seed=seed)
    raise AssertionError("nobody ever wins leather")


async def test_leather_is_sewn_with_two_taps_after_the_one_that_won_it(world: World) -> None:
    who, number, place = await before_leather(world)
    panel = await world.press(who, world.board(), number)
    won = await world.press(who, panel, "sew")
    assert "You won a leather patch" in text(won)
    assert first_line(text(won)).startswith("-# Game 1 against")
    chosen = await world.press(who, won, "2" if "2" in offered(won) else "1")
    await world.press(who, chosen, "sew")
    match = await world.match()
    assert [str(ply.move)[0] for ply in match.plies[-2:]] == [place[0], "*"]


@pytest.mark.night
async def test_leather_is_sewn_with_three_taps_from_the_board(world: World) -> None:
    who, _, place = await before_leather(world)
    await moved(world, place)
    panel = await world.press(who, world.board(), "leather")
    assert not {"turn", "flip", "left", "right"} & set(offered(panel))
    panel = await world.press(who, panel, "2" if "2" in offered(panel) else "1")
    await world.press(who, panel, "sew")
    assert not (await world.match()).position.leather


async def test_a_second_tap_on_sew_here_does_not_sew_the_leather(world: World) -> None:
    who, number, _ = await before_leather(world)
    panel = await world.press(who, world.board(), number)
    (sew,) = [each for each in ids(panel) if each.endswith(":sew")]
    won = await world.press(who, panel, "sew")
    assert "sew" not in offered(won)  # where the second tap would fall on the new page
    again = await world.press(who, await world.send(with_button(sew)), "sew")  # and where it still meets the old one
    assert "You won a leather patch" in text(again)
    match = await world.match()
    assert match.position.leather
    undone = await world.press(who, again, "undo")
    assert "took your last move back" in text(undone)


async def test_another_way_to_a_place_for_leather_is_the_name_of_its_square(world: World) -> None:
    who, number, _ = await before_leather(world)
    page = await world.press(who, await world.press(who, world.board(), number), "sew")
    page = await world.press(who, page, "square")
    for _ in ("column", "row"):
        page = await world.press(who, page, [key for key in offered(page) if key.startswith("k")][-1])
    await world.press(who, page, "sew")
    match = await world.match()
    *_, last = match.plies
    assert str(last.move).startswith("*")


@pytest.mark.parametrize("way", ["1", "advance"])
async def test_back_does_not_draw_the_table_a_second_time_under_its_board(world: World, way: str) -> None:
    await world.accepted_game(first="me")
    number = next(control for control in offered(world.board()) if control in "123")
    panel = await world.press(world.mina, world.board(), number if way == "1" else way)
    back = await world.press(world.mina, panel, "home")
    assert not back.attachments
    assert "New game" not in text(back)
    assert {number, "advance", "more"} <= set(offered(back))
    assert "Game 1 against" in text(back)
    again = await world.press(world.mina, back, "advance")
    assert again.attachments


async def test_back_shows_the_table_where_no_board_of_it_stands(world: World) -> None:
    page = await world.slash(world.mina, "automa", where="private")
    back = await world.press(world.mina, await world.press(world.mina, page, "advance"), "home")
    assert back.attachments
    await world.accepted_game(first="me")
    listed = await world.slash_in(world.guild.create_text_channel("elsewhere"), world.mina, "games")
    home = await world.press(world.mina, listed, "home")
    back = await world.press(world.mina, await world.press(world.mina, home, "advance"), "home")
    assert back.attachments
