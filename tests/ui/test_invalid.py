"""Requests that Discord refuses have a ceiling of our own, below the one at which it bans; nothing is lost by it."""

from collections.abc import AsyncIterator

import aiohttp
import pytest
from aiohttp import web

from bot.ui.kit.budget import Budget
from bot.ui.kit.invalid_requests import CAREFUL, MOST, SPAN, STEP, InvalidRequestCounter, TooManyRefused
from bot.ui.publish.channels import LONGEST_PAUSE, Backoff
from tests.ui.playing import moved
from tests.ui.test_closed_channels import CLOSED, refuse_posts
from tests.ui.world import World, text


class Clock:
    """A clock that stands until it is set."""

    time = 0.0

    def __call__(self) -> float:
        return self.time


@pytest.mark.parametrize(
    ("status", "scope", "counts"),
    [
        *[(401, "", True), (403, "", True), (429, "", True), (429, "user", True), (429, "global", True)],
        *[(429, "shared", False), (200, "", False), (400, "", False), (404, "", False), (500, "", False)],
    ],
)
def test_what_discord_counts_is_counted(status: int, scope: str, counts: bool) -> None:
    invalid = InvalidRequestCounter()
    invalid.note(status, scope)
    assert invalid.count == counts


def test_it_is_forgotten_after_ten_minutes() -> None:
    clock = Clock()
    invalid = InvalidRequestCounter(3, 5, clock)
    for clock.time in (0.0, 1.0, 300.0, 301.0, 500.0):
        invalid.note(403)
    assert (invalid.count, invalid.is_near_limit, invalid.is_full) == (5, True, True)
    clock.time = SPAN + STEP
    assert (invalid.count, invalid.is_near_limit, invalid.is_full) == (3, True, False)
    clock.time = 1_200.0
    assert invalid.count == 0
    assert not invalid.complaint


def test_each_ceiling_is_told_in_a_sentence_and_logged_once(caplog: pytest.LogCaptureFixture) -> None:
    invalid = InvalidRequestCounter(2, 4)
    for _ in range(6):
        invalid.note(429)
    assert [record.getMessage().rpartition(": ")[2] for record in caplog.records] == [
        "the bot sends nothing to channels that refuse it for now.",
        "the bot only answers for now.",
    ]
    assert invalid.complaint.startswith("Discord has refused 6 requests in ten minutes, ")


@pytest.fixture
async def refusing() -> AsyncIterator[tuple[str, list[str]]]:
    """A server that refuses everything, and the paths it was asked for."""
    asked: list[str] = []

    async def refuse(request: web.Request) -> web.Response:
        asked.append(request.path)
        return web.Response(status=403)

    app = web.Application()
    app.router.add_route("*", "/{path:.*}", refuse)
    runner = web.AppRunner(app, shutdown_timeout=0.1)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    host, port = runner.addresses[0][:2]
    yield f"http://{host}:{port}", asked
    await runner.cleanup()


async def test_at_the_ceiling_only_answers_go_out_until_the_time_has_passed(refusing: tuple[str, list[str]]) -> None:
    url, asked = refusing
    clock = Clock()
    budget, trace = Budget(1000, invalid=InvalidRequestCounter(2, 4, clock)), aiohttp.TraceConfig()
    budget.pace(trace)
    post, answer = f"{url}/api/v10/channels/1/messages", f"{url}/api/v10/interactions/1/x/callback"
    async with aiohttp.ClientSession(trace_configs=[trace]) as session:
        for _ in range(4):
            await session.post(post)
        with pytest.raises(TooManyRefused):
            await session.post(post)
        await session.post(answer)
        await session.patch(f"{url}/api/v10/webhooks/1/x/messages/@original")
        await session.get(f"{url}/api/v10/gateway/bot")
        assert len(asked) == 7
        clock.time = SPAN + STEP
        await session.post(post)
    assert (len(asked), budget.invalid.count) == (8, 1)


async def test_when_many_were_refused_a_closed_channel_is_left_alone_and_its_game_goes_on(world: World) -> None:
    await world.accepted_game(first="me")
    refused(world, CAREFUL)
    refuse_posts(world, world.channel, *CLOSED)
    before = posts(world)
    await moved(world, "+")
    assert posts(world) > before, "until it has refused something, it is tried"
    before = posts(world)
    await moved(world, "+")
    await world.env.advance_time(40)
    answer = await world.slash(world.mina, "board")
    assert posts(world) == before
    assert "does not let me post" in text(answer)
    assert (await world.match()).revision == 2
    there = world.guild.create_text_channel("there")
    assert "goes on here" in text(await world.slash_in(there, world.mina, "board", game=1)), "others are open"


@pytest.mark.cheapest
async def test_below_that_what_was_pressed_is_tried_all_the_same(world: World) -> None:
    await world.accepted_game(first="me")
    refused(world, CAREFUL - 1)
    refuse_posts(world, world.channel, *CLOSED)
    await moved(world, "+")
    before = posts(world)
    await moved(world, "+")
    assert posts(world) > before


async def test_whoever_takes_no_private_messages_is_not_tried_for_a_day(world: World) -> None:
    await world.accepted_game(first="me")
    await world.slash(world.tom, "settings", notify="direct")
    world.env.inject_error("POST", "/users/@me/channels", status=403, code=50007, times=None)
    tried = []
    for _ in range(3):
        match = await world.match()
        await moved(world, "+")
        tried.append(requests(world, "/users/@me/channels"))
        assert match.revision + 1 == (await world.match()).revision
    await world.env.advance_time(25 * 60 * 60)
    await moved(world, "+")
    await moved(world, "+")
    tried.append(requests(world, "/users/@me/channels"))
    assert tried == [1, 1, 1, 2]
    await world.slash(world.tom, "settings", notify="direct")
    assert not await world.app.direct.send(world.tom.id, "Hello.", "nonce")
    assert requests(world, "/users/@me/channels") == 3, "once they have said that they want some"


def refused(world: World, count: int) -> None:
    """Let so many requests have been refused."""
    assert count < MOST
    for _ in range(count):
        world.client.invalid.note(403)


def posts(world: World) -> int:
    return requests(world, f"/channels/{world.channel.id}/messages")


def requests(world: World, path: str) -> int:
    return sum((sent.method, sent.path) == ("POST", path) for sent in world.env.http_requests)


@pytest.mark.parametrize(
    ("quick", "longest", "expected"),
    [((2, 8), LONGEST_PAUSE, [2, 8, 60, 120, 240]), ((), 300, [60, 120, 240, 300, 300])],
)
def test_pauses_begin_quickly_and_then_double_up_to_the_longest(
    quick: tuple[float, ...], longest: float, expected: list[float]
) -> None:
    time = 0.0
    backoff = Backoff(60, lambda: time, quick, longest)
    pauses = []
    for _ in range(25):
        pauses.append(backoff.failed("a board"))
        assert backoff.is_waiting("a board")
        assert not backoff.is_waiting("another")
        time += pauses[-1]
        assert not backoff.is_waiting("a board")
    assert (pauses[:5], pauses[-1]) == (expected, longest)
    backoff.succeeded("a board")
    assert backoff.failed("a board") == expected[0]


def test_refusals_during_a_pause_do_not_make_it_longer() -> None:
    """As of a channel that is closed for a moment while many games are played in it."""
    time = 0.0
    backoff = Backoff(60, lambda: time)
    assert backoff.failed("a channel") == 60
    time = 15.0
    assert [backoff.failed("a channel") for _ in range(9)] == [45] * 9
    time = 60.0
    assert not backoff.is_waiting("a channel")
    assert backoff.failed("a channel") == 120
    backoff.failed("a channel", for_ever=True)
    time = 1e9
    assert backoff.is_waiting("a channel")


@pytest.mark.parametrize("fault", [None, aiohttp.ClientError("no network")], ids=["it says so", "it raises"])
async def test_what_cannot_be_shown_is_left_alone_for_a_while_and_keeps_nothing_else(fault: Exception | None) -> None:
    time, shown = 0.0, list[float]()
    backoff = Backoff(60, lambda: time)

    async def show() -> bool:
        shown.append(time)
        if fault and time < 100:
            raise fault
        return time >= 100

    for moment in (0.0, 59.0, 61.0, 180.0, 181.0, 182.0):
        time = moment
        await backoff.attempt("wall", show, "wall %s cannot be shown now", 1)
    assert shown == [0.0, 61.0, 181.0, 182.0], "60 seconds, then twice as long; once it has worked, none"
