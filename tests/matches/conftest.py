"""A clock that stands still, matches and challenges in a fresh database."""

import random

import pytest

from bot.matches.blocks import Blocks
from bot.matches.challenges import Challenges
from bot.matches.play import Matches
from bot.matches.timers import Timers
from bot.store.backend.database import Database
from tests.matches.building import Hands


@pytest.fixture
def clock() -> Hands:
    """A clock that a test sets by hand."""
    return Hands()


@pytest.fixture
def matches(database: Database, clock: Hands) -> Matches:
    """The matches in the database."""
    return Matches(database, clock)


@pytest.fixture
def challenges(database: Database, clock: Hands) -> Challenges:
    """The challenges in the database; a player may have three games."""
    return Challenges(database, clock, max_games=3, rng=random.Random(1))


@pytest.fixture
def blocks(database: Database, clock: Hands) -> Blocks:
    """The blocks in the database."""
    return Blocks(database, clock)


@pytest.fixture
def timers(database: Database, clock: Hands) -> Timers:
    """The timers and clocks of the matches in the database."""
    return Timers(database, clock)
