"""A clock that stands still, games and challenges in a fresh database."""

from __future__ import annotations

import random

import pytest

from bot.sessions.challenges import Challenges
from bot.sessions.clockwork import Clockwork
from bot.sessions.games import Games
from bot.store.database import Database
from tests.sessions.building import Hands


@pytest.fixture
def clock() -> Hands:
    """A clock that a test sets by hand."""
    return Hands()


@pytest.fixture
def games(database: Database, clock: Hands) -> Games:
    """The games in the database."""
    return Games(database, clock)


@pytest.fixture
def challenges(database: Database, clock: Hands) -> Challenges:
    """The challenges in the database; a player may have three games."""
    return Challenges(database, clock, max_games=3, rng=random.Random(1))


@pytest.fixture
def clockwork(database: Database, clock: Hands) -> Clockwork:
    """The clocks of the games in the database."""
    return Clockwork(database, clock)
