"""Giving up, and winning because the other player has left or is late."""

import pytest

import render
from bot.matches.clock import DAY
from bot.ui.kit.pictures import drawing
from bot.ui.kit.texts import say
from bot.ui.words.labels import poster_label
from tests.ui.pictures import sketch
from tests.ui.playing import asked, later, more, moved, play_on, resigned, waiting
from tests.ui.world import World, controls, offered, text, walk


async def test_resigning_asks_first_and_then_names_the_winner(world: World) -> None:
    await world.accepted_game(first="me")
    await moved(world, "+")
    question = await world.slash(world.tom, "resign")
    assert f"<@{world.mina.id}> would win" in text(question)
    assert (await world.match()).outcome is None
    done = await world.press(world.tom, question, "resign")
    assert "You have resigned" in text(done)
    assert "has resigned" in text(world.board())
    assert world.pinged(world.board()) == {world.mina.id}


async def test_the_button_says_what_the_question_asks(world: World) -> None:
    await world.accepted_game(first="me")
    assert [button["label"] for button in controls(await world.slash(world.mina, "resign"))][-1] == "Yes, call it off"
    await moved(world, "+")
    assert [button["label"] for button in controls(await world.slash(world.mina, "resign"))][-1] == "Yes, resign"


@pytest.mark.parametrize("way", [("resignpage", "resign"), ("claimpage", "claim")])
async def test_a_game_in_which_nobody_moved_is_called_off_without_winner_or_poster(
    world: World, way: tuple[str, str]
) -> None:
    match = await world.accepted_game(pace=1)
    other = waiting(world, match)
    await later(world, DAY + 60)
    done = await asked(world, other, *way)
    assert "The game is called off" in text(done)
    assert (await world.match()).winner is None
    await world.sweep()
    board = world.board()
    assert "Called off before the first move: nobody wins" in text(board)
    assert board.attachments == []
    assert "rematch" in offered(board)
    assert "replay" not in offered(board) + offered(await more(world, other))


async def test_a_player_who_left_the_server_can_be_resigned_against(world: World) -> None:
    await world.accepted_game(first="me")
    world.guild.remove_member(world.tom)
    page = await world.press(world.mina, world.board(), "advance")
    await world.press(world.mina, page, "goahead")
    assert f"<@{world.tom.id}>" in text(world.board())
    await world.press(world.mina, await world.slash(world.mina, "resign"), "resign")
    assert (await world.match()).winner == 2


async def test_one_wins_when_the_other_has_left_the_server(world: World) -> None:
    await world.accepted_game()
    await moved(world, "+")
    assert "still in this server" in text(await asked(world, world.mina, "resignpage", "gone"))
    world.guild.remove_member(world.tom)
    await asked(world, world.mina, "resignpage", "gone")
    match = await world.match()
    assert match.winner == match.seat_of(world.mina.id)


async def test_leaving_is_looked_at_in_the_server_of_the_game(world: World) -> None:
    await world.accepted_game()
    elsewhere = world.env.create_guild()
    channel = elsewhere.create_text_channel("elsewhere")
    mina = elsewhere.add_member(world.user(world.mina.id))
    question = await world.slash_in(channel, mina, "resign", game=1)
    await world.press(mina, question, "gone")
    assert (await world.match()).outcome is None


async def test_the_loser_is_told_of_a_claim(world: World) -> None:
    match = await world.accepted_game(pace=1)
    late, other = world.person(match.mover), waiting(world, match)
    await later(world, DAY + 60)
    assert world.pinged(world.board()) == {other.id}
    assert f"<@{other.id}> may claim the win or give more time under *More*" in text(world.board())
    assert text(world.board()).count("⌛") == 1
    await asked(world, other, "claimpage", "claim")
    assert world.pinged(world.board()) == {late.id}


@pytest.mark.cheapest
async def test_a_game_that_was_given_up_shows_who_has_won_and_nothing_that_comes_next(world: World) -> None:
    await world.accepted_game(first="me")
    await play_on(world, plies=3, seed=4)
    match = await resigned(world, world.tom)
    looks = {"winner": 1, "label": poster_label(match), "names": ("mina", "tom")}
    board, poster = world.board(), drawing(render.draw_poster, match.position, ended=True, **looks)
    assert await board.attachments[0].read() == sketch(poster)
    replay = await world.slash(world.mina, "replay", share=True)
    for message in (board, replay):
        (alt,) = [item["description"] for each in walk(message) for item in each.get("items", [])]
        assert f"The {say('en', 'token.1')} has won." in alt
        assert "to move" not in alt
    standing = text(await more(world, world.mina))
    for word in ("next", "7×7", "ended now"):
        assert word not in standing
