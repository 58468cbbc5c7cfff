"""The stand-in itself: it refuses and forgets what Discord does."""

import asyncio
import contextlib
import time
from types import SimpleNamespace
from typing import Any

import aiohttp
import pytest
from aiohttp import web

from bot.ui.kit.brand import ROOT
from tests.loop import Clock
from tests.wire import limits
from tests.wire.checks import double_calls
from tests.wire.gateway import Line, Session
from tests.wire.places import CONNECT, CONVERSATION, DIRECT, SEND, SILENT, V2, VOICE, Channel
from tests.wire.standin import StandIn
from tests.wire.world import Interaction

PAGE = {"flags": V2 | SILENT, "components": [{"type": 10, "content": "a board"}]}


class Caller:
    """Asks the stand-in for things, as the bot would."""

    def __init__(self, discord: StandIn, http: aiohttp.ClientSession) -> None:
        self.discord = discord
        self._http = http

    async def ask(self, method: str, path: str, body: Any = None) -> tuple[int, Any]:
        """The status of an answer, and its JSON or its code."""
        async with self._http.request(method, self.discord.url + path, json=body) as response:
            found = await response.json() if response.content_type == "application/json" else None
            return response.status, found["code"] if isinstance(found, dict) and response.status >= 400 else found

    async def post(self, channel: Channel, body: Any) -> int:
        """Post a message that is taken. Returns its id."""
        status, message = await self.ask("POST", f"/channels/{channel.id}/messages", body)
        assert status == 200, message
        return int(message["id"])

    def click(self, channel: Channel) -> Interaction:
        """A command that somebody has just sent."""
        new = Interaction(
            len(self.discord.interactions) + 1, f"t{len(self.discord.interactions)}", 2, 1, channel.id, "", None
        )
        self.discord.remember(new)
        return new

    async def answer(self, click: Interaction, body: Any) -> tuple[int, Any]:
        """Answer a click."""
        return await self.ask("POST", f"/interactions/{click.id}/{click.token}/callback", body)


@pytest.fixture
async def caller(discord: StandIn) -> Any:
    async with aiohttp.ClientSession() as http:
        yield Caller(discord, http)


async def test_a_call_in_plain_words_becomes_a_page_and_cannot_go_back(caller: Caller) -> None:
    discord, channel = caller.discord, caller.discord.new_channel()
    named = {"allowed_mentions": {"parse": [], "users": [5]}}
    number = await caller.post(channel, {"content": "<@5>, your move", **named})
    path = f"/channels/{channel.id}/messages/{number}"
    assert await caller.ask("PATCH", path, PAGE) == (400, 50035)  # it would keep its content
    assert (await caller.ask("PATCH", path, {"content": None, **PAGE}))[0] == 200
    assert await caller.ask("PATCH", path, {"content": "words", "flags": 0, "components": []}) == (400, 50035)
    assert (channel.messages[number].push, channel.messages[number].pinged) == ("<@5>, your move", (5,))
    assert discord.wordless == []
    await caller.post(channel, {"flags": V2, "components": [{"type": 10, "content": "<@5>, your move"}], **named})
    await caller.post(channel, {**PAGE, "flags": V2})
    await caller.post(channel, PAGE)
    assert (len(discord.wordless), len(discord.loud)) == (1, 1)
    assert len(discord.wrong) == 2
    for noticed in (discord.wrong, discord.calls, discord.loud):
        noticed.clear()


async def test_whoever_is_called_twice_to_the_same_turn_is_noticed(caller: Caller) -> None:
    discord, channel = caller.discord, caller.discord.new_channel()

    async def call(words: str, revision: int) -> None:
        button = {"type": 2, "style": 2, "label": "More", "custom_id": f"q1:7:{revision}:-:board:more"}
        body = {"content": words, "components": [{"type": 1, "components": [button]}]}
        await caller.post(channel, {**body, "allowed_mentions": {"parse": [], "users": [5]}})

    for words, revision in (("<@5>, your move", 3), ("<@5>, your move", 4), ("⏰ <@5>, your time runs out", 4)):
        await call(words, revision)
    assert double_calls(discord) == []
    await call("<@5>, your move again", 4)
    assert double_calls(discord) == [
        f"called 2 times in {channel.id}, at 7:4:board: <@5>, your move | <@5>, your move again"
    ]


async def test_components_v2_need_their_flag(caller: Caller) -> None:
    channel = caller.discord.new_channel()
    body = {"content": "words", "components": [{"type": 10, "content": "more words"}]}
    assert await caller.ask("POST", f"/channels/{channel.id}/messages", body) == (400, 50035)
    caller.discord.wrong.clear()


async def test_what_the_bot_never_asks_for_is_noticed(caller: Caller) -> None:
    assert (await caller.ask("GET", "/users/5"))[0] == 400
    assert "not among those of discord_api.json: GET /users/5" in caller.discord.wrong.pop()


async def test_a_nonce_that_saves_a_post_is_counted_and_known_when_the_message_is_deleted(caller: Caller) -> None:
    channel = caller.discord.new_channel()
    body = {"nonce": "7", "enforce_nonce": True, **PAGE}
    number = await caller.post(channel, body)
    assert await caller.post(channel, body) == number
    await caller.post(channel, {**body, "nonce": "8"})
    assert caller.discord.saved_by_nonce == 1
    assert await caller.ask("DELETE", f"/channels/{channel.id}/messages/{number}") == (204, None)
    assert await caller.ask("POST", f"/channels/{channel.id}/messages", body) == (404, 10008)


async def test_channels_that_only_look_open(caller: Caller) -> None:
    discord = caller.discord
    text, voice = discord.new_channel(), discord.new_channel(VOICE)

    async def refusal(channel: Channel) -> tuple[int, Any]:
        return await caller.ask("POST", f"/channels/{channel.id}/messages", PAGE)

    voice.permissions ^= CONNECT
    assert await refusal(voice) == (403, 50001)
    text.permissions ^= SEND
    assert await refusal(text) == (403, 50013)
    discord.home.here = False
    assert await refusal(text) == (403, 50001)
    assert len(discord.refused) == 3


async def test_where_the_bot_is_no_member_it_can_answer_and_nothing_else(caller: Caller) -> None:
    discord, server = caller.discord, caller.discord.new_server()
    server.here = False
    there, conversation = discord.new_channel(server=server), discord.new_channel(CONVERSATION)
    for channel, is_private in ((there, True), (conversation, False)):
        click = caller.click(channel)
        assert (await caller.answer(click, {"type": 4, "data": PAGE}))[0] == 200
        follow_up = f"/webhooks/700/{click.token}"
        told = [await caller.ask("POST", follow_up, PAGE) for _ in range(6)]
        assert [status for status, _ in told] == [200] * 5 + [400]
        assert told[-1][1] == 40094
        assert (len(channel.messages) == 0) is is_private
        assert await caller.ask("POST", f"/channels/{channel.id}/messages", PAGE) == (403, 50001)
    assert discord.wrong == [f"a request to {conversation.id}, where the bot is no member"]
    discord.wrong.clear()


async def test_a_thread_has_the_id_of_its_message_and_can_be_archived(caller: Caller) -> None:
    channel = caller.discord.new_channel()
    number = await caller.post(channel, PAGE)
    path = f"/channels/{channel.id}/messages/{number}/threads"
    assert (await caller.ask("POST", path, {"name": "Mina and Tom", "auto_archive_duration": 10080}))[0] == 200
    assert await caller.ask("POST", path, {"name": "again"}) == (400, 160004)
    thread = caller.discord.channels[number]
    await caller.post(thread, PAGE)
    assert (await caller.ask("PATCH", f"/channels/{number}", {"archived": True}))[0] == 200
    last = next(iter(thread.messages))
    assert await caller.ask("PATCH", f"/channels/{number}/messages/{last}", PAGE) == (400, 50083)
    await caller.post(thread, PAGE)
    assert not thread.archived


@pytest.mark.parametrize(("late", "are_taken"), [(0.0, [1, 1, 0, 0]), (0.2, [1, 1, 1, 0]), (2.0, [1, 1, 1, 1])])
def test_what_may_have_come_in_time_is_not_refused(
    monkeypatch: pytest.MonkeyPatch, late: float, are_taken: list[int]
) -> None:
    limit, clock = limits.GlobalLimit(2, late=lambda: late), iter((10.0, 10.5, 10.9, 10.95))
    with monkeypatch.context() as patch:
        patch.setattr(time, "perf_counter", lambda: next(clock))
        taken = [limit.refusal("/channels/1/messages") is None for _ in are_taken]
    assert taken == are_taken


class Hands:
    """A clock that a test sets by hand."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Hands:
    """The clock by which the stand-in limits what is asked of it: it stands still, but when the test sets it."""
    hands = Hands()
    hands.now = time.perf_counter()
    monkeypatch.setattr(limits, "time", SimpleNamespace(perf_counter=hands))
    return hands


async def test_the_stand_in_knows_for_how_long_it_stood_still(clock: Hands, loop_clock: Clock) -> None:
    stalls = limits.Stalls()
    watching = asyncio.create_task(stalls.watch())
    await loop_clock.rest()
    clock.now += 0.4
    assert stalls.longest() >= 0.3, "while nobody else has run"
    await loop_clock.advance(0.1)
    assert stalls.longest() >= 0.3, "and after that"
    watching.cancel()


@pytest.mark.usefixtures("clock")
async def test_a_limit_for_all_routes_and_a_slow_line(caller: Caller) -> None:
    discord, channel = caller.discord, caller.discord.new_channel(DIRECT)
    discord.limit.a_second = 50
    asked = await asyncio.gather(*(caller.ask("GET", f"/channels/{channel.id}") for _ in range(60)))
    assert sum(status == 429 for status, _ in asked) == 10
    assert len(discord.refused) == 10
    assert (await caller.answer(caller.click(channel), {"type": 4, "data": PAGE}))[0] == 200
    discord.limit.a_second, discord.uplink.speed = None, 20_000
    before = time.perf_counter()
    await caller.post(channel, {"content": "a" * 2000, "flags": SILENT})
    assert time.perf_counter() - before > 0.09


async def begun(discord: StandIn, http: aiohttp.ClientSession, *shard: int) -> tuple[str, list[int]]:
    """Begin a session of a shard. Returns what comes of it, and the servers that it is told of."""
    async with http.ws_connect(discord.gateway_url) as socket:
        await socket.receive_json()
        await socket.send_json({"op": 2, "d": {"shard": shard}})
        answer = await socket.receive()
        if answer.type is aiohttp.WSMsgType.CLOSE:
            return f"closed with {answer.data}", []
        frame = answer.json()
        if frame["op"] == 9:
            return "invalid session", []
        servers = [int(guild["id"]) for guild in frame["d"]["guilds"]]
        told = [int((await socket.receive_json())["d"]["id"]) for _ in servers]
        assert told == servers
        return frame["t"], servers


async def test_a_shard_is_told_of_its_own_servers(discord: StandIn, caller: Caller) -> None:
    first, second, third = discord.home, discord.new_server(), discord.new_server()
    discord.shards = 2
    assert (await caller.ask("GET", "/gateway/bot"))[1]["shards"] == 2
    async with aiohttp.ClientSession() as http:
        assert await begun(discord, http, 0, 2) == ("READY", [first.id, third.id])
        assert await begun(discord, http, 1, 2) == ("READY", [second.id])
        assert await begun(discord, http, 0, 1) == ("READY", [first.id, second.id, third.id])


async def test_shards_of_one_bucket_begin_five_seconds_apart_and_not_too_often(
    discord: StandIn, caller: Caller, clock: Hands
) -> None:
    discord.starts = limits.Starts(total=6, concurrency=2, is_strict=True)
    async with aiohttp.ClientSession() as http:
        assert (await begun(discord, http, 0, 4))[0] == "READY"
        assert (await begun(discord, http, 1, 4))[0] == "READY", "another bucket"
        assert (await begun(discord, http, 2, 4))[0] == "invalid session"
        clock.now += limits.IDENTIFY_SECONDS
        assert (await begun(discord, http, 2, 4))[0] == "READY"
        assert (discord.starts.refused, discord.starts.described()["remaining"]) == (1, 2)
        assert (await caller.ask("GET", "/gateway/bot"))[1]["session_start_limit"]["max_concurrency"] == 2
        assert (await begun(discord, http, 3, 4))[0] == "READY"
        assert (await begun(discord, http, 3, 4))[0] == "invalid session"
        assert (await begun(discord, http, 0, 4))[0] == "closed with 4004"


async def test_every_session_of_a_shard_hears_of_a_click_and_the_first_answer_counts(
    discord: StandIn, caller: Caller
) -> None:
    channel = discord.new_channel(server=discord.new_server())
    discord.commands = [{"id": "1", "name": ROOT, "options": [{"name": "games", "type": 1}]}]
    async with aiohttp.ClientSession() as http, contextlib.AsyncExitStack() as stack:
        sockets = [await stack.enter_async_context(http.ws_connect(discord.gateway_url)) for _ in range(3)]
        for socket, shard in zip(sockets, (1, 1, 0), strict=True):
            await socket.receive_json()
            await socket.send_json({"op": 2, "d": {"shard": [shard, 2]}})
            await socket.receive_json()
            await socket.receive_json()
        click = await discord.slash(5, channel, "games")
        for socket in sockets[:2]:
            assert (await socket.receive_json())["t"] == "INTERACTION_CREATE"
        await discord.gateway.remove(discord.home)
        assert (await sockets[2].receive_json())["t"] == "GUILD_DELETE", "which came after the click"
    assert (await caller.answer(click, {"type": 4, "data": PAGE}))[0] == 200
    assert await caller.answer(click, {"type": 4, "data": PAGE}) == (400, 40060)
    assert (click.accepted, click.again) == (1, 1)


async def test_what_is_said_to_a_bot_that_dies_just_now_is_kept_for_its_return() -> None:
    class Dying(web.WebSocketResponse):
        async def send_str(self, *_: object) -> None:
            raise aiohttp.ClientConnectionResetError

    session = Session("s", Line(Dying(), ""))
    await session.dispatch("INTERACTION_CREATE", {})
    assert session.events == [("INTERACTION_CREATE", {})]
