"""Results are kept once a game has ended, whoever ended it, and nobody waits for them."""

import pytest

from bot.store.results import ResultRow, results_of
from tests.ui.playing import play_on, resigned, solo_games
from tests.ui.world import World


async def kept(world: World) -> list[ResultRow]:
    return await world.app.database.read(results_of, world.mina.id)


async def test_a_game_is_counted_once_its_last_move_is_made(world: World) -> None:
    await world.accepted_game(first="me")
    match = await play_on(world)
    (row,) = await kept(world)
    assert (row.won, row.points) == (match.winner == row.seat, match.position.score(row.seat).total)


async def test_a_click_that_ends_a_game_has_it_counted(world: World) -> None:
    await world.accepted_game(first="me")
    page = await world.press(world.tom, world.board(), "more")
    await world.press(world.tom, await world.press(world.tom, page, "resignpage"), "resign")
    await world.app.tasks.idle()
    assert [row.ending for row in await kept(world)] == ["cancelled"]


async def test_what_a_crash_leaves_uncounted_is_counted_by_the_sweep(world: World) -> None:
    await world.accepted_game(first="me")
    with world.unheard():
        await resigned(world, world.tom)
    assert await kept(world) == []
    await world.restart()
    await world.sweep()
    assert [row.won for row in await kept(world)] == [True]


@pytest.mark.cheapest
async def test_many_games_are_counted_some_at_a_time(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    await solo_games(world, 7)
    with world.unheard():
        for game in range(1, 8):
            await world.app.matches.close(game, "idle")
    monkeypatch.setattr("bot.ui.publish.post_game.AT_ONCE", 2)
    monkeypatch.setattr("bot.ui.publish.post_game.MOST", 4)
    world.app.counting.begin()
    await world.app.tasks.idle()
    assert len(await kept(world)) == 4
    world.app.counting.begin()
    await world.app.tasks.idle()
    assert len(await kept(world)) == 7


async def test_whoever_is_forgotten_leaves_no_results_behind(world: World) -> None:
    """Their running games are resigned, and counted under nobody's number."""
    await world.accepted_game(first="me")
    await play_on(world, plies=2)
    page = await world.press(world.mina, await world.slash(world.mina, "privacy"), "forgetpage")
    await world.press(world.mina, page, "forget")
    await world.app.tasks.idle()
    assert await kept(world) == []
    (row,) = await world.app.database.read(results_of, world.tom.id)
    assert (row.won, row.other) == (True, -(2 * row.game_id + 2 - row.seat))
