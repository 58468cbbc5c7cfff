"""Which games no board shows as they are."""

from collections.abc import Callable
from typing import Any

import pytest

from bot.store.backend.database import Database
from bot.store.changes import append
from bot.store.games import Cache
from bot.store.messages import forget_messages, note_shown, owe_board, record_message
from bot.store.pending_boards import games_not_shown
from tests.store.building import board, doom, event, new_game

OLD, CURRENT = board(5, 1), board(5, 1, revision=1)
OWED = board(5, 1, revision=1, owed=True)
LAST = board(6, 1, revision=2, to_move=None)
END = (append, 1, event(2, "resign"), Cache(None, "finished", 1_005, 2, 17, -3))


@pytest.mark.parametrize(
    ("is_shown", "steps"),
    [
        (False, []),
        (True, [(record_message, CURRENT)]),
        (False, [(record_message, OLD)]),
        (True, [(record_message, OLD), (note_shown, OLD, 1, 2)]),
        (False, [(record_message, CURRENT), (owe_board, 1)]),
        (True, [(record_message, CURRENT), (owe_board, 1), (note_shown, OWED, 1, 2)]),
        (False, [(record_message, CURRENT), (doom, 5)]),
        (False, [(record_message, CURRENT), (forget_messages, [5])]),
        (False, [(record_message, board(5, 1, revision=1, role="offer"))]),
        (True, [(record_message, CURRENT), (record_message, board(6, 1, revision=1))]),
        (False, [(record_message, CURRENT), END]),
        (True, [(record_message, CURRENT), END, (record_message, LAST)]),
    ],
)
async def test_a_game_is_shown_by_a_live_board_of_its_last_event_alone(
    database: Database, game: int, is_shown: bool, steps: list[tuple[Callable[..., object], Any]]
) -> None:
    for unit, *arguments in steps:
        await database.write(unit, *arguments)
    assert await database.read(games_not_shown) == ([] if is_shown else [game])


async def test_the_board_of_one_game_does_not_show_another(database: Database, game: int) -> None:
    others = [await database.write(new_game) for _ in range(3)]
    await database.write(record_message, board(5, others[1], revision=0))
    assert await database.read(games_not_shown) == [game, others[0], others[2]]
