"""The simulated Discord for the tests of what users see."""

import json
import os
import random
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import Any

import pytest
import simcord
from discord import ui
from discord.webhook.async_ import async_context

from bot.app import Parts
from bot.config import Config
from bot.connection.client import Client
from bot.features.dispatch import router
from bot.ui.kit import budget
from bot.ui.kit.custom_id import CustomId
from bot.ui.kit.page import Page
from bot.ui.kit.pictures import Pictures
from bot.ui.publish import posts
from tests.store.building import SOON
from tests.thinking.building import standin
from tests.ui.discord_schema import check_request
from tests.ui.every_page import Control, all_pages, controls_of, custom_ids
from tests.ui.faults import remember_nonces
from tests.ui.once import copy_quickly, search_for_par_once, translate_commands_once
from tests.ui.pictures import Sketches
from tests.ui.private_pages import keep_apart
from tests.ui.world import World

LOOK = 0.001
"""Seconds after which simcord looks again whether the bot has done its work. Its own 0.05 are most of a click's time:
it waits for them even when all that is left to do is the next turn of the loop.
"""

simcord.Env._schedule_timer = lambda *_: None  # type: ignore[method-assign]  # private to simcord
"""By simcord's own rule, the bot's clock also goes on with the machine's, and something comes too late where that is
busy. Here, only a test lets time pass (`advance_time`), and people who wait for an answer."""

simcord.Env._settle_internal.__kwdefaults__ |= {"idle": LOOK}  # type: ignore[operator]  # private to simcord
copy_quickly()
translate_commands_once()
search_for_par_once()


@pytest.fixture
def pictures() -> Callable[[], Pictures]:
    """What draws the pictures; `tests.ui.pictures.drawn` has them really drawn."""
    return Sketches


@pytest.fixture
def settings() -> dict[str, Any]:
    """What the operator has set; parametrize it to set something."""
    return {}


@pytest.fixture
def rng() -> Callable[[], random.Random]:
    """What shuffles the rings and the cards; parametrize it to have them lie otherwise."""
    return lambda: random.Random(7)


@pytest.fixture
def fault() -> str:
    """What is wrong with the program that thinks for rivals; parametrize it to have something be."""
    return ""


@pytest.fixture
def engine(fault: str) -> tuple[str, ...]:
    """The program that thinks for rivals: a stand-in that answers at once. Parametrize it to have another one."""
    return standin("0", *([fault] if fault else []))


@pytest.fixture(scope="session")
def controls(tmp_path_factory: pytest.TempPathFactory) -> set[Control]:
    """The controls of all pages that there are. The first worker that needs them finds them, for all: it takes 3 s."""
    place = tmp_path_factory.getbasetemp()
    file = (place.parent if "PYTEST_XDIST_WORKER" in os.environ else place) / "controls.json"
    if not file.exists():
        found = {control for page in all_pages() for control in controls_of(page)}
        mine = place / "controls.json.new"
        mine.write_text(json.dumps(sorted(found)), "utf-8")
        mine.replace(file)
    return {Control(*each) for each in json.loads(file.read_text("utf-8"))}


@pytest.fixture
def private_pages_are_in_no_channel(world: World) -> None:
    """Nobody's channel is unread because somebody else was shown a private page: it is not its newest message."""
    keep_apart(world.env.backend)


@pytest.fixture(autouse=True)
def messages_that_are_gone_are_forgotten_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """By a sweep that a test has the bot make, for which a second would be a real one; by clicks, once time passes."""
    monkeypatch.setattr(posts, "PAUSE", 0.0)


@pytest.fixture(autouse=True)
def every_control_has_a_handler(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Whatever page a test comes to see, each of its controls leads somewhere."""
    view = Page.view
    unknown: list[CustomId] = []

    def noted(page: Page) -> ui.LayoutView:
        unknown.extend(custom_id for custom_id in custom_ids(page) if not router.find(custom_id))
        return view(page)

    monkeypatch.setattr(Page, "view", noted)
    yield
    assert not unknown, unknown


@pytest.fixture(autouse=True)
def others_do_not_meet_the_simulated_discord() -> Iterator[None]:
    """Whatever fails here: by this variable, discord.py would send answers to it in all later tests of this process.

    pytest-asyncio takes back what a fixture has set, but not if the fixture raises something at its end.
    """
    before = async_context.get()
    yield
    async_context.set(before)


@pytest.fixture
def no_room(monkeypatch: pytest.MonkeyPatch) -> None:
    """There is never room in the budget of requests."""
    monkeypatch.setattr(budget, "ROOM", 0.0)


@pytest.fixture(autouse=True)
def nonces_are_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    """As Discord does, and simcord does not: what is posted again after a crash is posted once."""
    remember_nonces(monkeypatch)


@pytest.fixture
def open_world(
    request: pytest.FixtureRequest,
    pictures: Callable[[], Pictures],
    settings: dict[str, Any],
    rng: Callable[[], random.Random],
    engine: tuple[str, ...],
) -> Callable[[str], AbstractAsyncContextManager[World]]:
    """A running bot in a channel, on a database. At the end, every request it made is checked against Discord's own
    description.
    """

    @asynccontextmanager
    async def opened(url: str) -> AsyncIterator[World]:
        config = Config(url, **settings)

        def new_client() -> Client:
            parts = Parts(rng=rng(), pictures=pictures(), engine=engine)
            return Client(config, sweeps=False, parts=parts, shard_count=1)

        client = new_client()
        env = simcord.Env(client, settle_timeout=SOON)
        await env.start()
        world = World(env, client, new_client)
        yield world
        await env.shutdown()
        await world.client.finish()
        if not request.node.get_closest_marker("logs_errors"):
            env.raise_errors()
        for sent in env.http_requests:
            check_request(sent)

    return opened


@pytest.fixture
async def world(url: str, open_world: Callable[[str], AbstractAsyncContextManager[World]]) -> AsyncIterator[World]:
    """The one world of a test."""
    async with open_world(url) as world:
        yield world
