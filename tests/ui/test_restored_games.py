"""What channels show after a restore: games as they were, although newer boards may stand there, or older be gone."""

from pathlib import Path

import discord
import pytest

from bot.store.backend.backup import back_up
from bot.ui.kit.custom_id import ids_in
from tests.ui.playing import moved, play_on, resigned
from tests.ui.world import World

pytestmark = pytest.mark.sqlite


@pytest.fixture
def backup(tmp_path: Path) -> Path:
    return tmp_path / "backup.db"


async def test_a_newer_board_does_not_stand_for_long_as_the_future(world: World, backup: Path) -> None:
    await world.accepted_game(first="me")
    await moved(world, "+")
    back_up(world.app.config.database_url, backup)
    await moved(world, "+")
    await moved(world, "+")
    newer = world.board()
    await world.restore(backup)
    await world.sweep()
    (board,) = [message for message in world.boards() if message.id != newer.id]
    assert shown(board) == 1
    assert world.pinged(board) == set()
    await world.press(world.eve, newer, "more")
    assert world.board().id == board.id
    await moved(world, "+")
    assert shown(world.board()) == 2


async def test_the_board_that_came_next_goes_back_and_calls_nobody(world: World, backup: Path) -> None:
    """Discord still knows its nonce, and gives it back in place of the one that the restored bot posts."""
    await world.accepted_game(first="me")
    await moved(world, "+")
    back_up(world.app.config.database_url, backup)
    with world.unheard():  # of two moves, the board follows but the second
        await moved(world, "+", "+")
    newer, calls = world.board(), world.calls()
    assert shown(newer) == 3
    await world.restore(backup)
    await world.sweep()
    assert (world.board().id, shown(world.board())) == (newer.id, 1)
    assert world.calls() == calls


async def test_a_board_that_was_edited_since_goes_back_too(world: World, backup: Path) -> None:
    after = await world.accepted_game()
    before, board = None, world.board()
    while before is None or before.mover != after.mover:  # until somebody moves twice
        backup = backup.with_name(f"{after.revision}.db")
        back_up(world.app.config.database_url, backup)
        before, board = after, world.board()
        after = await play_on(world, plies=1)
    assert shown(world.board()) == after.revision
    await world.restore(backup)
    await world.sweep()
    assert (world.board().id, shown(world.board())) == (board.id, before.revision)


@pytest.mark.cheapest
async def test_a_game_is_not_left_without_a_board(world: World, backup: Path) -> None:
    """The one that the backup knows is gone, and somebody presses the newer one."""
    await world.accepted_game()
    ended = await resigned(world, world.tom)
    back_up(world.app.config.database_url, backup)
    await world.app.boards.repost(1)
    await world.app.tasks.idle()
    newer = world.board()
    await world.restore(backup)
    await world.sweep()
    assert world.board().id == newer.id  # of a game that has ended, there can be no newer state
    await world.press(world.eve, newer, "more")
    _, messages = await world.app.matches.with_messages(1)
    assert newer.id in {row.message_id for row in messages}, "it is the board of the game now"
    assert shown(world.board()) == ended.revision
    assert world.pinged(world.board()) == set()


def shown(board: discord.Message) -> int:
    """The revision that a board shows."""
    return next(ids_in(board.components)).revision
