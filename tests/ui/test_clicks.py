"""Clicks that are late, double, or not one's own: each gets a clear private answer and changes nothing."""

import re

import discord
import pytest

from game import PATCHES
from tests.ui.faults import failing, refusal
from tests.ui.playing import farthest, more, move_that_leads_to, moved, with_buttons
from tests.ui.world import World, alt, controls, ids, offered, text

PRICES = [f" {patch.cost}, {patch.time}, {patch.income}" for patch in PATCHES]
"""As the alt text of the ring tells them."""


async def test_the_other_player_is_told_whose_move_it_is(world: World) -> None:
    await world.accepted_game(first="me")
    answer = await world.press(world.tom, world.board(), "advance")
    assert text(answer).startswith(f"It is <@{world.mina.id}>'s move. Meanwhile, you can look around.")
    assert text(answer).count(f"<@{world.mina.id}> to move") == 1
    assert "quilt2" in offered(answer)
    assert "home" not in offered(answer)


async def test_all_prices_are_one_press_away_and_from_each_page_of_more_one_leads_back_to_them(world: World) -> None:
    await world.accepted_game(first="me")
    for person in (world.mina, world.eve):
        first = await more(world, person)
        assert "ring" not in offered(first)
        ring = alt(first)
        assert [price for price in PRICES if price not in alt(first)] == []
        for control in ("quilt1", "quilt2", "more"):
            page = await world.press(person, first, control)
            assert alt(page) != ring
            assert alt(await world.press(person, page, "ring")) == ring
    preview = await world.press(world.mina, world.board(), "advance")
    assert alt(await world.press(world.mina, preview, "more")) == ring


async def test_a_spectator_may_look_but_not_touch(world: World) -> None:
    await world.accepted_game(first="me")
    answer = await world.press(world.eve, world.board(), "advance")
    assert "You are watching" in text(answer)
    for control in ("quilt1", "quilt2", "ring"):
        answer = await world.press(world.eve, answer, control)
        assert alt(answer)
    assert "The patches in the order in which they come" in alt(answer)
    assert not {"resignpage", "undo", "home"} & set(offered(answer))
    assert (await world.match()).revision == 0


async def test_a_stale_panel_replaces_itself_with_the_current_state(world: World) -> None:
    await world.accepted_game(first="me")
    number = next(control for control in offered(world.board()) if control in "123")
    panel = await world.press(world.mina, world.board(), number)
    step = next(control for control in offered(panel) if control in ("left", "up", "down", "right"))
    for control in (step, "sew"):
        panel = await world.press(world.mina, world.board(), number)
        revision = (await moved(world, "+", "+")).revision
        answer = await world.press(world.mina, panel, control)
        assert answer.id == panel.id
        assert "has moved on" in text(answer)
        assert "advance" in offered(answer)
        assert (await world.match()).revision == revision


async def test_a_double_tap_makes_one_move_and_two_calm_answers(world: World) -> None:
    await world.accepted_game(first="me")
    pages = [await world.press(world.mina, world.board(), "advance")]
    await world.restart()  # it knows nothing of private pages, so the first one stays
    pages += [await world.press(world.mina, world.board(), "advance")]
    first, second = [await world.press(world.mina, page, "goahead") for page in pages]
    assert (await world.match()).revision == 1
    assert "advanced 1 space" in text(first)
    assert "advanced 1 space" in text(second)
    assert "has moved on" not in text(second)


@pytest.mark.parametrize("old", ["pw0:1:old", "board:dance", "panel:resign2", "17X@C4:spots:sew"])
async def test_a_control_that_nobody_knows_is_answered_as_an_old_button(world: World, old: str) -> None:
    await world.accepted_game(first="me")
    custom_id = old if old.startswith("pw") else f"q1:1:0:{old if '@' in old else '-:' + old}"
    answer = await world.press(world.mina, await world.send(with_buttons(custom_id)), old.rpartition(":")[2])
    assert "older version" in text(answer)
    assert (await world.match()).revision == 0


@pytest.mark.cheapest
@pytest.mark.logs_errors
async def test_a_fault_in_a_click_is_logged_and_answered(world: World) -> None:
    await world.accepted_game()
    with failing(world.app.matches, "load", ZeroDivisionError()):
        assert "No move is lost" in text(await more(world, world.mina))


async def test_a_click_that_cannot_be_answered_does_no_harm(world: World, caplog: pytest.LogCaptureFixture) -> None:
    await world.accepted_game(first="me")
    with failing(discord.InteractionResponse, "send_message"), failing(discord.InteractionResponse, "defer"):
        await world.mina.click(world.board(), custom_id=ids(world.board())[-1])
    assert "could not tell a user" in caplog.text
    assert "to move" in text(await more(world, world.mina))


async def test_the_undo_button_is_there_while_the_move_is_held_and_names_it_in_words(world: World) -> None:
    match = await world.accepted_game(first="me")
    match = await moved(world, farthest(match.position))
    assert "undo" not in offered(await more(world, world.mina)), "the turn has passed"
    held = move_that_leads_to(2, match.position)
    await moved(world, held)
    page = await more(world, world.tom)
    heard = await world.press(world.tom, page, "text")
    labels = [item["label"] for message in (page, heard) for item in controls(message) if ":undo" in str(item)]
    assert labels[0] == "Undo"
    assert re.fullmatch(rf"Undo: [\w ]+ at {held[-2:]}.*", labels[1])
    undone = await world.press(world.tom, heard, "undo")
    assert "You took your last move back." in text(undone)
    assert (await world.match()).position == match.position


@pytest.mark.logs_errors
async def test_a_move_whose_answer_fails_is_shown_all_the_same(world: World) -> None:
    await world.accepted_game(first="me")
    page = await world.press(world.mina, world.board(), "advance")
    with failing(discord.InteractionResponse, "edit_message", refusal(404, 10062)):
        await world.mina.click(page, custom_id=next(each for each in ids(page) if each.endswith(":goahead")))
        await world.app.tasks.idle()
    assert (await world.match()).revision == 1
    assert "Advance +" in text(world.board())
