"""A club in a fresh database, and another program beside it."""

from collections.abc import AsyncIterator

import pytest

from bot.store.backend.database import Database
from tests.matches.building import Hands
from tests.matches.club import Club
from tests.store.building import opened


@pytest.fixture
def clock() -> Hands:
    """A clock that a test sets by hand."""
    return Hands()


@pytest.fixture
def club(database: Database, clock: Hands) -> Club:
    """What people do in the database."""
    return Club(database, clock)


@pytest.fixture
async def elsewhere(club: Club, url: str) -> AsyncIterator[Club]:
    """The same club, as another program has it."""
    async with opened(url) as database:
        yield Club(database, club.clock)
