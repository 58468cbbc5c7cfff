"""Two users play whole games through the buttons that the messages offer."""

import random

import pytest

from bot.matches.news import newly_sewn
from bot.ui.kit.pictures import Pictures
from bot.ui.words.names import signed
from game.quilt import EMPTY_QUILT
from game.tidy import tidiest
from tests.ui.pictures import Sketches
from tests.ui.playing import take_turn, termination
from tests.ui.world import World, offered, text

MORE = [pytest.param(*game, marks=pytest.mark.night) for game in ((0, Pictures), (1, Sketches))]


@pytest.mark.parametrize(("seed", "pictures"), [(2, Sketches), *MORE])
async def test_a_random_game_is_played_to_the_end_through_its_buttons(world: World, seed: int) -> None:
    rng = random.Random(seed)
    match = await world.accepted_game(leather=rng.choice(["classic", "revised"]))
    moves = 0
    while not match.outcome:
        page = await take_turn(world, rng, world.board())
        moves += 1
        while "undo" in offered(page) and rng.random() < 0.2:
            page = await world.press(world.person((await world.match()).mover), page, "undo")
            assert "You took your last move back." in text(page)
        if rng.random() < 0.05:
            await world.restart()
        match = await world.match()
    assert termination(match) == "finished"
    assert moves >= len(match.plies) > 20
    final = text(world.board())
    assert "wins" in final
    for seat in (1, 2):
        assert f"has {signed(match.position.score(seat).total)} point" in final
    assert [step.position for step in match.record.steps()][-1] == match.position


@pytest.mark.cheapest
async def test_a_turn_of_two_taps_sews_the_tidiest_spot(world: World) -> None:
    match = await world.accepted_game(first="me")
    number = next(control for control in offered(world.board()) if control in "123")
    panel = await world.press(world.mina, world.board(), number)
    done = await world.press(world.mina, panel, "sew")
    after = await world.match()
    assert len(after.plies) == 1
    assert "sewed the" in text(done)
    (sewn,), _ = newly_sewn(after)
    patch = match.position.offers[int(number) - 1]
    assert sewn == tidiest(EMPTY_QUILT, patch)[0]
    assert after.position.player(1).quilt.empty == 81 - patch.size
