"""A game in a fresh database."""

import pytest

from bot.store.backend.database import Database
from bot.store.changes import append
from tests.store.building import START, event, new_game


@pytest.fixture
async def game(database: Database) -> int:
    """A game at revision 1."""
    game_id = await database.write(new_game)
    await database.write(append, game_id, event(1), START)
    return game_id
