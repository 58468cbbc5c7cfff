"""What the running bot says of itself: /ready is 503 soon after something goes wrong, and 200 once it is right."""

import asyncio
import http.client
import json
import os
import re
import resource
import signal
from collections.abc import Callable
from pathlib import Path

import pytest

from bot.operator.run import OPEN_FILES
from tests.store.server import OwnServer
from tests.wire.bodies import controls_of
from tests.wire.fair import FAIR
from tests.wire.faults import ANSWERS, POSTS
from tests.wire.people import boards_in, tables
from tests.wire.process import Bot
from tests.wire.standin import StandIn, answered
from tests.wire.test_rival import thinks
from tests.wire.world import LONG_ENOUGH

pytestmark = pytest.mark.slow

WRONG_WITHIN, RIGHT_WITHIN = 2.0, 5.0
"""Seconds within which it has to be told, of those in which the bot could run."""

FEW_FILES = 500
"""How many files a process may open that was allowed no more."""


class Door:
    """The address at which a bot says how it is."""

    def __init__(self, port: int) -> None:
        self.port = port

    async def ask(self, path: str) -> tuple[int, str]:
        """The status and the text of an answer; 0 for none."""
        return await asyncio.to_thread(self._ask, path)

    def _ask(self, path: str) -> tuple[int, str]:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=5)
        try:
            connection.request("GET", path)
            answer = connection.getresponse()
            return answer.status, answer.read().decode()
        except OSError as error:
            return 0, str(error)
        finally:
            connection.close()

    async def turns(self, status: int, within: float) -> str:
        """Wait until /ready has a status, and print how long that took. Returns its sentence."""
        begun = FAIR.time()
        while True:
            found, text = await self.ask("/ready")
            if found == status:
                print(f"/ready {status} after {FAIR.time() - begun:.2f} s: {text.strip()}")  # noqa: T201 (acceptance figure 9)
                return text
            assert FAIR.time() - begun < within, (found, text)
            await asyncio.sleep(0.05)


@pytest.fixture
def door(unused_tcp_port: int) -> Door:
    return Door(unused_tcp_port)


@pytest.fixture
def settings(door: Door) -> dict[str, str]:
    return {"HEALTH": f"127.0.0.1:{door.port}"}


async def test_before_discord_lets_it_in_it_lives_and_is_not_ready(discord: StandIn, bot: Bot, door: Door) -> None:
    discord.gateway.mute = True
    await bot.start()
    text = await door.turns(503, LONG_ENOUGH)
    assert text == "The bot is not connected to Discord yet.\n"
    assert await door.ask("/live") == (200, "The bot runs.\n")
    discord.gateway.mute = False


@pytest.mark.night
async def test_a_cut_connection_and_an_event_loop_that_is_late_are_told(discord: StandIn, bot: Bot, door: Door) -> None:
    await bot.start()
    assert await door.turns(200, LONG_ENOUGH) == "All is well.\n"
    discord.gateway.mute = True
    await discord.gateway.close(4000)
    assert await door.turns(503, WRONG_WITHIN) == "Shard 0 is not connected to Discord.\n"
    assert (await door.ask("/live"))[0] == 200
    discord.gateway.mute = False
    await door.turns(200, RIGHT_WITHIN)

    bot.send(signal.SIGSTOP)
    await asyncio.sleep(1.5)
    bot.send(signal.SIGCONT)
    text = await door.turns(503, WRONG_WITHIN)
    late = re.fullmatch(r"The event loop was (\d+\.\d) s late\.\n", text)
    assert late, text
    assert float(late[1]) >= 1.2
    await door.turns(200, RIGHT_WITHIN)


@pytest.mark.night
@pytest.mark.postgresql
async def test_a_database_that_is_gone_is_told(another: Callable[..., Bot], door: Door, own_server: OwnServer) -> None:
    bot = another(DATABASE_URL=own_server.url("empty"))
    await bot.start()
    await door.turns(200, LONG_ENOUGH)
    await asyncio.to_thread(own_server.stop)
    assert await door.turns(503, WRONG_WITHIN) == "The database does not answer.\n"
    assert (await door.ask("/live"))[0] == 200
    await asyncio.to_thread(own_server.start)
    await door.turns(200, RIGHT_WITHIN)
    assert await bot.stop() == 0, "before its server does"


async def test_the_metrics_count_what_happens(discord: StandIn, bot: Bot, door: Door) -> None:
    (table,), before = tables(discord, 1), FAIR.starved()
    await bot.start()
    await door.turns(200, LONG_ENOUGH)
    discord.trap("missing permissions", POSTS)
    await table.play(moves=3)
    await answered(await discord.type(1001, table.channel, "games", "game", ""))
    await bot.database.swept()
    status, text = await door.ask("/metrics")
    assert status == 200
    figures = figures_in(text)
    assert figures["thimble_ready"] == 1
    assert figures["thimble_games_running"] == 1
    assert figures["thimble_boards_owed"] == 0
    assert figures["thimble_timers_late"] == 0
    assert figures['thimble_answer_seconds_count{kind="click"}'] >= 3
    assert figures['thimble_answer_seconds_count{kind="command"}'] >= 1
    assert figures['thimble_answer_seconds_count{kind="suggestion"}'] == 1
    assert figures['thimble_unit_seconds_count{kind="write"}'] >= 3
    assert figures['thimble_unit_seconds_count{kind="read"}'] >= 3
    assert figures['thimble_unanswered_total{kind="click"}'] == 0
    assert figures["thimble_invalid_requests"] == 1
    assert {name for name in figures if name.startswith("thimble_discord_429_total")} == {
        f'thimble_discord_429_total{{scope="{scope}"}}' for scope in ("user", "global", "shared", "cloudflare")
    }
    assert not [name for name in figures if "_created" in name]
    assert figures["thimble_loop_lag_seconds_count"] >= 3
    starved = FAIR.starved() - before
    assert abs(figures["thimble_clock_ahead_seconds"]) < 2 + starved
    assert 0 <= figures['thimble_shard_latency_seconds{shard="0"}'] < 1 + starved
    posts = 'thimble_discord_requests_total{method="POST",route="/channels/:id/messages",status="200"}'
    assert figures[posts] >= 2
    answers = 'thimble_discord_requests_total{method="POST",route="/interactions/:id/:token/callback",status="200"}'
    assert figures[answers] >= 4


def highest_file() -> int:
    """Find the highest number that this process has given to an open file."""
    return max(int(each.name) for each in Path("/proc/self/fd").iterdir())


@pytest.mark.night
@pytest.mark.parametrize("cold", [True], ids=["cold"])
async def test_it_may_open_as_many_files_as_the_system_lets_it(discord: StandIn, bot: Bot) -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    few = highest_file() + FEW_FILES
    resource.setrlimit(resource.RLIMIT_NOFILE, (few, hard))
    try:
        await bot.start()
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    await discord.connected()
    assert resource.prlimit(bot.pid, resource.RLIMIT_NOFILE) == (min(hard, OPEN_FILES), hard)
    assert min(hard, OPEN_FILES) > few


@pytest.mark.night
async def test_the_questions_that_wait_for_the_engine_are_counted(discord: StandIn, bot: Bot, door: Door) -> None:
    """Eight moves of a rival who is held up meanwhile; it is told how many wait until none does."""
    await bot.start()
    await door.turns(200, LONG_ENOUGH)
    channel = discord.new_channel()
    options = {"level": "thimble", "first": "rival", "where": "private"}
    await answered(await discord.slash(1000, channel, "rival", **options))
    (engine,) = filter(thinks, bot.children())
    os.kill(engine, signal.SIGSTOP)
    sent = [await discord.slash(user, channel, "rival", **options) for user in range(1001, 1009)]
    for interaction in sent:
        await answered(interaction)
    seen = {await waiting(door)}
    os.kill(engine, signal.SIGCONT)
    async with asyncio.timeout(LONG_ENOUGH):
        while 0 not in seen:
            seen.add(await waiting(door))
            await asyncio.sleep(0.1)
    assert max(seen) > 1


async def waiting(door: Door) -> float:
    """How many questions wait for the engine."""
    _, text = await door.ask("/metrics")
    return figures_in(text)["thimble_engine_waiting"]


@pytest.mark.night
async def test_what_was_not_answered_leaves_a_trace(discord: StandIn, bot: Bot, door: Door) -> None:
    (table,) = tables(discord, 1)
    await bot.start()
    await door.turns(200, LONG_ENOUGH)
    await table.play(moves=1)
    board = boards_in(table.channel)[-1]
    discord.trap("unknown interaction", ANSWERS, 1)
    click = 'thimble_unanswered_total{kind="click"}'
    await discord.press(1001, board, more := controls_of(board.body)["more"])
    async with asyncio.timeout(LONG_ENOUGH):
        while not (figures := figures_in((await door.ask("/metrics"))[1]))[click]:  # noqa: ASYNC110
            await asyncio.sleep(0.2)
    assert figures[click] == 1
    assert f"component {more} was not answered in time" in bot.log()
    board = boards_in(table.channel)[-1]
    press = await answered(await discord.press(1001, board, controls_of(board.body)["more"]))
    assert press.accepted == 1
    assert await bot.stop() == 0
    assert bot.log().count("was not answered") == 1


async def test_a_click_that_comes_with_a_message_without_its_control_is_answered(discord: StandIn, bot: Bot) -> None:
    (table,) = tables(discord, 1)
    await bot.connect(discord)
    await table.play(moves=1)
    board = boards_in(table.channel)[-1]
    for _ in range(2):
        press = await answered(await discord.press(1001, board, controls_of(board.body)["more"], bare=True))
        assert (press.accepted, press.again) == (1, 0)
        assert press.answer
        assert "resignpage" in controls_of(press.answer.body)


async def test_an_address_that_is_taken_is_got_when_it_is_free(discord: StandIn, bot: Bot, door: Door) -> None:
    other = await asyncio.start_server(lambda *_: None, "127.0.0.1", door.port)
    await bot.connect(discord)
    assert f"HEALTH=127.0.0.1:{door.port} is taken by another process" in bot.log()
    other.close()
    await other.wait_closed()
    await door.turns(200, LONG_ENOUGH)


async def test_an_address_of_another_machine_ends_the_program_with_a_sentence(discord: StandIn, tmp_path: Path) -> None:
    status, printed = await Bot(discord.url, tmp_path, settings={"HEALTH": "192.0.2.1:8080"}).run()
    assert status == 1
    assert printed.startswith("HEALTH names 192.0.2.1:8080, which cannot be used (")
    assert printed.count("\n") == 1


async def test_a_log_for_programs_is_one_object_a_line(discord: StandIn, tmp_path: Path) -> None:
    (table,) = tables(discord, 1)
    bot = Bot(discord.url, tmp_path, settings={"LOG_FORMAT": "json", "LOG_LEVEL": "DEBUG"}, sketches=True)
    await bot.connect(discord)
    await table.play(moves=2)
    await discord.gateway.refuse(4014)
    assert await bot.ended() == 1
    lines = [json.loads(line) for line in bot.log().splitlines()]
    assert {"time", "level", "logger", "text"} <= set.intersection(*(set(line) for line in lines))
    assert any(line.get("shard") == 0 and line["logger"] == "discord.gateway" for line in lines)
    clicked = [line for line in lines if "interaction" in line and "game" in line]
    assert clicked
    assert all(line["game"] == 1 and line["shard"] == 0 for line in clicked)
    assert any("revision" in line for line in clicked)
    assert (lines[-1]["level"], lines[-1]["logger"]) == ("CRITICAL", "bot")
    assert "closed the connection for good (code 4014)" in lines[-1]["text"]


def figures_in(text: str) -> dict[str, float]:
    """What Prometheus would read."""
    found = (line.rpartition(" ") for line in text.splitlines() if not line.startswith("#"))
    return {name: float(value) for name, _, value in found}
