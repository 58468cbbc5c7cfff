"""The simulated Discord for the tests of what users see."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import simcord

from tests.ui.discord_schema import check_request
from tests.ui.world import World, new_client, settings_in


@pytest.fixture
async def world(tmp_path: Path) -> AsyncIterator[World]:
    """A running bot in a channel. At the end, every request it made is checked against Discord's own description."""
    settings = settings_in(tmp_path)
    client = new_client(settings)
    env = simcord.Env(client)
    await env.start()
    world = World(env, client, settings)
    yield world
    await env.shutdown()
    await world.client.finish()
    env.raise_errors()
    for request in env.http_requests:
        check_request(request)
