"""What each kind of click costs, in counts that no machine blurs: nobody makes one dearer without noticing it here."""

import re
from collections.abc import Callable, Iterator
from dataclasses import replace

import discord
import pytest
import simcord

from bot.ui.kit.pictures import Pictures
from bot.ui.publish import posts
from tests.ui.counting import Costs, Counter
from tests.ui.playing import advanced, by_hand, way_to
from tests.ui.walking import ROOT, Walk
from tests.ui.world import World

pytestmark = pytest.mark.sqlite

MOST_SENT = 115_000
"""Bytes that a turn may send: to whom has taken it, and to all."""


@pytest.fixture
def pictures() -> Callable[[], Pictures]:
    return Pictures


@pytest.fixture
def counter(monkeypatch: pytest.MonkeyPatch) -> Counter:
    """It counts from before the bot starts, and what is written together for many clicks is left out."""
    monkeypatch.setattr(posts, "PAUSE", 3600.0)
    return Counter(monkeypatch)


async def test_clicks_cost_no_more_than_this(counter: Counter, world: World) -> None:
    costs: dict[str, Costs] = {}

    async def click(kind: str, who: simcord.MemberActor, page: discord.Message, control: str) -> discord.Message:
        await world.app.tasks.idle()
        with counter.counting(world.env) as costs[kind]:
            page = await world.press(who, page, control)
            await world.app.tasks.idle()
        return page

    await world.accepted_game(first="me")
    panel = await click("open a patch", world.mina, world.board(), "3")
    panel = await click("arrow", world.mina, panel, "right")
    await click("sew, turn passes", world.mina, panel, "sew")
    page = await click("ask to advance", world.tom, world.board(), "advance")
    await click("advance, turn passes", world.tom, page, "goahead")
    assert costs == {
        "open a patch": Costs(statements=1, commits=0, hops=2, requests=1, files=1),
        "arrow": Costs(statements=1, commits=0, hops=2, requests=1, files=1),
        "sew, turn passes": Costs(statements=19, commits=2, hops=7, requests=4, files=2),
        "ask to advance": Costs(statements=1, commits=0, hops=2, requests=1, files=1),
        "advance, turn passes": Costs(statements=19, commits=2, hops=7, requests=4, files=2),
    }
    assert max(each.sent for each in costs.values()) <= MOST_SENT


@pytest.mark.usefixtures("private_pages_are_in_no_channel")
async def test_a_turn_sends_no_picture_twice(counter: Counter, world: World) -> None:
    """Not the table that stands right there. Who goes on needs no picture but the board's."""
    await by_hand(world)

    async def turn(who: simcord.MemberActor, way: str, last: str = "sew") -> Costs:
        page = await world.press(who, world.board(), way)
        await world.app.tasks.idle()
        with counter.counting(world.env) as costs:
            await world.press(who, page, last)
            await world.app.tasks.idle()
        return costs

    await world.accepted_game(first="me")
    called = await turn(world.mina, way_to(2, (await world.match()).position))
    stays = await turn(world.tom, way_to(2, (await world.match()).position))
    passes = await turn(world.tom, "advance", "goahead")
    assert (await world.match()).mover == world.mina.id
    assert (called.requests, called.files) == (4, 2)
    assert (passes.requests, passes.files) == (2, 2), "who is at the table is not called"
    assert (stays.requests, stays.files) == (2, 1)
    assert max(called.sent, passes.sent) <= MOST_SENT
    assert stays.sent <= 70_000


@pytest.mark.parametrize("level", ["pin", "thimble"])
async def test_a_rival_who_answers_soon_costs_one_answer_and_one_board(
    counter: Counter, world: World, level: str
) -> None:
    await by_hand(world)
    page = await world.slash(world.mina, "rival", where="here", level=level, first="me")
    for files in (1, 2):
        page = await world.press(world.mina, page, "advance")
        await world.app.tasks.idle()
        with counter.counting(world.env) as costs:
            page = await world.press(world.mina, page, "goahead")
            await world.app.tasks.idle()
        assert (await world.match()).plies[-1].seat == 2
        assert (costs.requests, costs.files) == (2, files)
        assert costs.sent <= files * 70_000
        await world.tom.send(world.channel, "Who wins?")  # now the board is not the last message any more


async def test_a_click_on_a_daily_quilt_costs_no_more_than_one_on_the_panel_of_a_game(
    counter: Counter, world: World
) -> None:
    page = await world.slash(world.mina, "daily")
    costs: list[Costs] = []
    for control in ("2", "sew", "2", "sew"):
        await world.app.tasks.idle()
        with counter.counting(world.env) as counted:
            page = await world.press(world.mina, page, control)
            await world.app.tasks.idle()
        costs.append(counted)
    preview, sewn = Costs(statements=1, commits=0, hops=2, requests=1, files=1), costs[-1]
    assert costs[::2] == [preview, preview]
    assert sewn == Costs(statements=6, commits=1, hops=2, requests=1, files=1)


async def test_a_plan_of_the_other_costs_a_mover_three_statements_where_it_is_read_and_nothing_elsewhere(
    counter: Counter, world: World
) -> None:
    """Whether it was there cannot be told by how long a click takes: a request to Discord takes a hundred times longer,
    and no two take as long. Each time a game is begun, and the first is to warm up: what was asked is remembered.
    """
    found: list[list[Costs]] = []
    for game in (1, 2, 3):
        there = world.guild.create_text_channel(f"channel-{game}")
        await world.press(world.tom, await world.challenge(world.mina, world.tom, there, first="me"), "accept")
        if game == 3:
            await world.app.plans.add(game, 0, world.tom.id, None)
        page, costs = world.boards(there)[0], list[Costs]()
        for control in ("more", "quilt2", "home", "advance", "goahead"):
            await world.app.tasks.idle()
            with counter.counting(world.env) as counted:
                page = await world.press(world.mina, page, control)
                await world.app.tasks.idle()
            costs.append(counted)
        found.append(costs)
    _, without, planned = found
    assert planned[:-1] == without[:-1]
    assert planned[-1] == replace(without[-1], statements=without[-1].statements + 3)


@pytest.fixture
def walk() -> Iterator[Walk]:
    walk = Walk()
    yield walk
    walk.close()


async def test_a_click_passes_through_no_more_files_than_this(walk: Walk, world: World) -> None:
    """CONTRIBUTING.md tells of this walk, with this number. Whom it leads to needs no tips any more.

    One of them, `matches/extras.py`, reads together what five files read before, each for itself; in another one,
    `store/query.py`, queries run since each is a value (decision 0076); in `kit/members.py` names lose what cannot be
    seen of them, wherever they are shown; and `publish/conversations.py` is asked whether the click is to be answered
    with the board (decision 0100).
    """
    await world.slash(world.tom, "settings", tips="off")
    await world.accepted_game(first="me")
    panel = await world.press(world.mina, world.board(), "1")
    await world.app.tasks.idle()
    with walk.walking("bot", "game") as files:
        await world.press(world.mina, panel, "sew")
        await world.app.tasks.idle()
    assert (await world.match()).mover == world.tom.id
    files = [each for each in files if each != "game/patches.py"]  # which a process passes through once for each patch
    assert len(files) <= 62, files
    told = re.findall(r"(?m)^\d+\. `([\w/]+\.py)`", (ROOT / ".github/CONTRIBUTING.md").read_text("utf-8"))
    assert len(told) == 18
    assert {f"bot/{file}" for file in told} <= {*files}


@pytest.mark.cheapest
async def test_discord_py_keeps_nothing_of_what_was_sent(world: World) -> None:
    await world.accepted_game(first="me")
    panel = await world.press(world.mina, world.board(), "3")
    await world.press(world.mina, await world.press(world.mina, panel, "right"), "sew")
    await world.press(world.tom, world.board(), "more")
    await world.app.tasks.idle()
    store = world.client._connection._view_store
    assert (store._views, store._synced_message_views, store._dynamic_items) == ({}, {}, {})


async def test_what_is_gone_is_forgotten_together(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """And deleted once only, though the next turn comes before."""
    monkeypatch.setattr(posts, "PAUSE", 3600.0)
    await world.accepted_game(first="me")
    for who in (world.mina, world.tom, world.mina):
        await advanced(world, who)
        await world.app.tasks.idle()
    deleted = [each.path for each in world.env.http_requests if each.method == "DELETE" and "/channels/" in each.path]
    assert len(deleted) == len(set(deleted)) > 1
