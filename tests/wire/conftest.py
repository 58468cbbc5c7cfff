"""A stand-in for Discord, and one bot on it."""

from __future__ import annotations

import random
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.wire.people import Pace, Table
from tests.wire.process import Bot
from tests.wire.standin import StandIn


@pytest.fixture
async def discord() -> AsyncIterator[StandIn]:
    """A stand-in; at the end, nothing that Discord would refuse was asked of it, and nothing that it does not know."""
    async with StandIn() as standin:
        yield standin
        assert standin.wrong == []


@pytest.fixture
async def bot(discord: StandIn, tmp_path: Path) -> AsyncIterator[Bot]:
    """A bot that is not started yet. Its log holds no ERROR at the end."""
    process = Bot(discord.url, tmp_path)
    yield process
    if process.running:
        await process.kill()
    assert process.errors() == []


def tables(discord: StandIn, count: int, seed: int = 1, rate: float | None = None) -> list[Table]:
    """So many tables, each in a channel of its own; every fifth with a solo game."""
    pace = Pace(rate)
    made = []
    for number in range(count):
        solo = number % 5 == 4
        users = (1001 + 2 * number, 1001 + 2 * number + (not solo))
        made.append(Table(discord, discord.new_channel(), users, random.Random(f"{seed} {number}"), pace, solo))
    return made
