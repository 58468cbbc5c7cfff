"""Moves without a choice: the board tells of them, and nobody is called for a turn that was made for them."""

import pytest

from bot.matches.clock import DAY
from game import ADVANCE
from tests.matches.building import not_new
from tests.ui.playing import by_hand, later, moved
from tests.ui.world import World, offered, text


async def poor_mina(world: World) -> None:
    """A game in which mina cannot pay for anything once tom has advanced."""
    await not_new(world.app.database, world.mina.id, world.tom.id)
    await world.accepted_game(first="me", pace=3)
    await world.press(world.mina, await world.press(world.mina, world.board(), "1"), "sew")
    await world.app.tasks.idle()


async def test_who_has_no_choice_is_not_called_and_both_read_what_happened(world: World) -> None:
    await poor_mina(world)
    called = len(world.calls())
    page = await world.press(world.tom, await world.press(world.tom, world.board(), "advance"), "goahead")
    await later(world, 600)
    match = await world.match()
    assert [ply.how for ply in match.plies] == [None, None, "forced"]
    assert match.mover == world.tom.id
    assert len(world.calls()) == called
    said = text(world.board())
    mina = f"<@{world.mina.id}>"
    told = f"{mina} could pay for no patch, so I advanced them 2 spaces. {mina} collected 2 and has "
    assert told in said
    assert said.index("advanced") < said.index("could pay for no")
    assert "**Your turn.**" in text(page)
    assert told in text(page)


@pytest.mark.cheapest
async def test_who_is_called_next_hears_of_all_that_happened(world: World) -> None:
    await poor_mina(world)
    await moved(world, "+")
    match = await world.match()
    over = next(move for move in match.position.legal_moves if match.position.play(move).position.turn == 1)
    await moved(world, str(over))
    people, said = world.calls()[-1]
    assert people == {world.mina.id}
    assert f"<@{world.mina.id}>, your move in game 1. <@{world.tom.id}> " in said
    assert "You had no choice before that. You advanced 2 spaces." in said, "nobody called her then"


async def test_undo_leads_back_to_the_moment_in_which_somebody_chose(world: World) -> None:
    await poor_mina(world)
    page = await world.press(world.tom, await world.press(world.tom, world.board(), "advance"), "goahead")
    page = await world.press(world.tom, page, "undo")
    match = await world.match()
    assert (len(match.plies), match.mover) == (1, world.tom.id)
    assert "You took your last move back." in text(page)
    assert "advance" in offered(page)


async def test_who_makes_forced_moves_by_hand_is_called_and_reminded_as_ever(world: World) -> None:
    await by_hand(world)
    await poor_mina(world)
    await moved(world, "+")
    assert (await world.match()).mover == world.mina.id
    assert world.calls()[-1][0] == {world.mina.id}
    await later(world, 2 * DAY + 100)
    assert "runs out" in world.calls()[-1][1]


async def test_a_replay_tells_which_moves_were_forced_and_which_were_planned(world: World) -> None:
    await poor_mina(world)
    await moved(world, "+")
    told = f"<@{world.mina.id}> could pay for no patch, so I advanced them 2 spaces."
    match = await world.match()
    assert match.mover == world.tom.id
    await world.app.plans.add(match.id, match.revision, world.mina.id, ADVANCE)
    over = next(move for move in match.position.legal_moves if match.position.play(move).position.turn == 1)
    match = await moved(world, str(over))
    page = await world.slash(world.tom, "replay")
    for ply in reversed(match.plies):
        assert (told in text(page)) == (ply.how == "forced")
        assert ("As planned." in text(page)) == (ply.how == "planned")
        page = await world.press(world.tom, page, "previous")
    assert [ply.how for ply in match.plies] == [None, None, "forced", None, "planned"]
