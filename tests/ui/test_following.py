"""Boards and rivals follow whatever changes a match, though nobody asks them to."""

from collections.abc import Awaitable, Callable, Iterator

import pytest
from sqlalchemy import Connection

from bot.matches.match import Match
from bot.matches.play import close_within
from bot.monitoring.metrics import Metrics
from bot.store.results import ResultRow, results_of
from bot.ui.kit.interaction import also
from bot.ui.pages.learn import PAGES
from bot.ui.publish.delivery import newest_board, shows
from bot.ui.publish.sweep import AT_ONCE
from game import ADVANCE
from tests.ui.playing import moved, mover, resigned, solo_games, termination
from tests.ui.test_learn import page
from tests.ui.world import World, text


async def play(world: World, match: Match) -> Match:
    return await world.app.matches.play(match.id, match.revision, mover(match), ADVANCE)


async def close(world: World, match: Match) -> Match:
    return await world.app.matches.close(match.id, "moderator")


async def move_to(world: World, match: Match) -> Match:
    return await world.app.matches.move_to(match.id, world.guild.create_text_channel("other").id)


@pytest.mark.parametrize("change", [play, close, move_to])
async def test_the_board_follows_a_change_that_nobody_shows(
    world: World, change: Callable[[World, Match], Awaitable[Match]]
) -> None:
    before = await world.accepted_game(first="me")
    with world.env.time_context():
        after = await change(world, before)
        await world.app.tasks.idle()
    assert (after.revision, after.where) != (before.revision, before.where)
    match, messages = await world.app.matches.with_messages(1)
    board = newest_board(messages)
    assert shows(board, match)
    assert board
    assert board.channel_id == match.channel_id


async def test_a_rival_answers_a_move_that_nobody_tells_it_of(world: World) -> None:
    await world.slash(world.mina, "rival", level="needle", where="here")
    with world.env.time_context():
        match = await play(world, await world.match())
        assert match.awaits_rival
        await world.app.tasks.idle()
    match, messages = await world.app.matches.with_messages(1)
    assert match.mover == world.mina.id
    assert shows(newest_board(messages), match)


async def test_nothing_follows_a_change_that_is_undone(world: World) -> None:
    await world.accepted_game(first="me")
    match = await moved(world)
    asked = len(world.env.http_requests)

    def work(connection: Connection) -> None:
        close_within(connection, match.id, "moderator", match.created_at)
        raise KeyError("on purpose")

    with pytest.raises(KeyError):
        await world.app.database.write(work)
    await world.app.tasks.idle()
    assert len(world.env.http_requests) == asked
    assert termination(await world.match()) is None


async def test_boards_follow_a_change_of_many_games(world: World) -> None:
    await solo_games(world, AT_ONCE + 1)
    with world.env.time_context():
        await world.app.tasks.idle()
        await world.do(world.app.privacy.forget(world.mina.id))
    for game in range(1, AT_ONCE + 2):
        match, messages = await world.app.matches.with_messages(game)
        assert shows(newest_board(messages), match)
        assert termination(match) == "cancelled"
    assert not [board for board in world.boards() if "mina" in text(board)]


@pytest.fixture
def metrics(world: World) -> Iterator[Metrics]:
    metrics = Metrics()
    also(world.client, "on_changes", metrics.count_results)
    yield metrics
    metrics.close()


async def test_metrics_count_each_game_that_ends_once(world: World, metrics: Metrics) -> None:
    match = await world.accepted_game(first="me")
    await world.app.matches.close(match.id, "moderator")
    await world.do(world.app.privacy.forget(world.mina.id))
    figures = (await metrics.read(is_ready=False)).decode()
    assert 'thimble_games_ended_total{ending="closed"} 1.0' in figures
    assert 'thimble_games_ended_total{ending="resigned"} 0.0' in figures


@pytest.mark.cheapest
async def test_a_first_board_that_is_refused_is_tried_once_though_two_ask_for_it(world: World) -> None:
    """The new game has changed, and who begins it waits to hear why it is not shown."""
    challenge = await world.challenge(world.mina, world.tom)
    world.env.inject_error("POST", "/channels/*/messages", status=403, code=50013, times=None)
    asked = len(world.env.http_requests)
    assert "does not let me post" in text(await world.hear(world.tom, challenge, "accept"))
    posts = [each for each in world.env.http_requests[asked:] if each.method == "POST" and "/channels/" in each.path]
    assert len(posts) == 1


async def interactions(world: World, table: str, column: str) -> list[int | None]:
    """The interactions that are noted in a column, in the order of its rows."""

    def read(connection: Connection) -> list[int | None]:
        found = connection.exec_driver_sql(f"SELECT {column} FROM {table} ORDER BY id")  # noqa: S608
        return list(found.scalars())

    return await world.app.database.read(read)


async def test_what_a_command_or_a_button_makes_is_noted_with_its_interaction(world: World) -> None:
    """So one that arrives twice makes it once."""
    await world.accepted_game()
    await resigned(world, world.tom)
    await world.press(world.mina, world.board(), "rematch")
    await world.point_at(world.eve, world.tom)
    await world.challenge(world.eve, world.mina)
    await world.slash(world.mina, "automa", where="here")
    await world.press(world.eve, await page(world, PAGES), "intern")
    made, begun = await interactions(world, "challenges", "made_by"), await interactions(world, "games", "begun_by")
    assert len({number for number in made if number}) == len(made) == 3
    assert len({number for number in begun if number}) == len(begun) - 1 == 2


async def kept(world: World) -> list[ResultRow]:
    return await world.app.database.read(results_of, world.mina.id)


async def test_what_a_crash_leaves_uncounted_is_counted_by_the_sweep(world: World) -> None:
    await world.accepted_game(first="me")
    with world.unheard():
        await resigned(world, world.tom)
    assert await kept(world) == []
    await world.restarted()
    assert [row.won for row in await kept(world)] == [True]


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
