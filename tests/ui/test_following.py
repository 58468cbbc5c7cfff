"""Boards and rivals follow whatever changes a match, though nobody asks them to."""

from collections.abc import Awaitable, Callable, Iterator

import pytest
from sqlalchemy import Connection

from bot.matches.match import Match
from bot.matches.play import close_within
from bot.monitoring.metrics import Metrics
from bot.ui.kit.interaction import also
from bot.ui.publish.delivery import newest_board, shows
from bot.ui.publish.sweep import AT_ONCE
from game import ADVANCE
from tests.ui.playing import moved, mover, solo_games, termination
from tests.ui.world import World, text


async def play(world: World, match: Match) -> Match:
    return await world.app.matches.play(match.id, match.revision, mover(match), ADVANCE)


async def close(world: World, match: Match) -> Match:
    return await world.app.matches.close(match.id, "moderator")


async def move_to(world: World, match: Match) -> Match:
    return await world.app.matches.move_to(match.id, world.guild.create_text_channel("other").id)


CHANGES: dict[Callable[[World, Match], Awaitable[Match]], tuple[str, ...]] = {
    play: (),
    close: (),
    move_to: (),
}
"""Each way to change a match between people, and the moves that come before."""


@pytest.mark.parametrize("change", CHANGES, ids=lambda change: change.__name__)
async def test_the_board_follows_a_change_that_nobody_shows(
    world: World, change: Callable[[World, Match], Awaitable[Match]]
) -> None:
    await world.accepted_game(first="me")
    before = await moved(world, *CHANGES[change])
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
    await world.app.tasks.idle()
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
        await world.app.privacy.forget(world.mina.id)
        await world.app.tasks.idle()
    for game in range(1, AT_ONCE + 2):
        match, messages = await world.app.matches.with_messages(game)
        assert shows(newest_board(messages), match)
        assert termination(match) == "cancelled"
    assert not [board for board in world.boards() if "mina" in text(board)]


async def test_the_answer_comes_before_the_board_that_follows(world: World) -> None:
    await world.accepted_game(first="me")
    page = await world.press(world.mina, world.board(), "advance")
    await world.app.tasks.idle()
    asked = len(world.env.http_requests)
    await world.press(world.mina, page, "goahead")
    await world.app.tasks.idle()
    first, *others = [(each.method, each.path) for each in world.env.http_requests[asked:]]
    assert first[1].endswith("/callback")
    assert ("POST", f"/channels/{world.channel.id}/messages") in others


@pytest.fixture
def metrics(world: World) -> Iterator[Metrics]:
    metrics = Metrics()
    also(world.client, "on_changes", metrics.count_results)
    yield metrics
    metrics.close()


async def test_metrics_count_each_game_that_ends_once(world: World, metrics: Metrics) -> None:
    match = await world.accepted_game(first="me")
    await world.app.matches.close(match.id, "moderator")
    await world.app.privacy.forget(world.mina.id)  # that changes the game once more
    await world.app.tasks.idle()
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
    await world.app.tasks.idle()
    posts = [each for each in world.env.http_requests[asked:] if each.method == "POST" and "/channels/" in each.path]
    assert len(posts) == 1
