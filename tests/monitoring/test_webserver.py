"""The web server at which the bot says how it is: right for programs that ask, and harmless before those that don't."""

import asyncio
import contextlib
import socket
from collections.abc import AsyncIterator
from pathlib import Path

import aiohttp
import pytest
from aiohttp import web

from bot.monitoring.webserver import BACKLOG, MOST, PATIENCE, Webserver
from tests.loop import Clock

pytestmark = pytest.mark.usefixtures("loop_clock")  # nobody is too slow, unless a test lets time pass

FLOOD = 500
"""Connections of somebody who means no good."""

REQUEST = b"GET /%s HTTP/1.1\r\nHost: localhost\r\n\r\n"

LARGE = 30_000_000
"""Bytes that no system keeps for somebody who does not read them."""


async def hello() -> web.Response:
    return web.Response(text="Hello, you.\n")


async def broken() -> web.Response:
    raise ZeroDivisionError


async def large() -> web.Response:
    return web.Response(body=bytes(LARGE))


async def endless() -> web.Response:
    await asyncio.Event().wait()
    raise AssertionError


@pytest.fixture
async def port(unused_tcp_port: int) -> AsyncIterator[int]:
    server = Webserver({"/hello": hello, "/broken": broken, "/large": large, "/endless": endless})
    await server.open("127.0.0.1", unused_tcp_port)
    yield unused_tcp_port
    await server.close()


async def said(port: int, request: bytes) -> bytes:
    """The whole answer to whatever is sent."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(request)
    answer = await reader.read()
    await closed(writer)
    return answer


async def asked(port: int, path: str, method: str = "GET") -> tuple[int, str]:
    async with aiohttp.ClientSession() as session, session.request(method, f"http://127.0.0.1:{port}{path}") as answer:
        return answer.status, await answer.text()


async def closed(*writers: asyncio.StreamWriter) -> None:
    for writer in writers:
        writer.close()
    for writer in writers:
        with contextlib.suppress(ConnectionError):
            await writer.wait_closed()


async def cut(reader: asyncio.StreamReader) -> bool:
    """Wait until the server has closed a connection; tell whether it has said nothing."""
    with contextlib.suppress(ConnectionError):
        return await reader.read() == b""
    return True


def descriptors() -> int:
    return len(list(Path("/proc/self/fd").iterdir()))


async def test_it_answers_at_its_paths_alone(port: int) -> None:
    assert await asked(port, "/hello") == (200, "Hello, you.\n")
    assert await asked(port, "/hello?at=once") == (200, "Hello, you.\n")
    assert await asked(port, "/hello", "HEAD") == (200, "")
    assert (await asked(port, "/hello/you"))[0] == 404
    assert (await asked(port, "/hello", "POST"))[0] == 405
    answer = await said(port, REQUEST % b"hello" * 2)
    assert answer.count(b"Hello, you.") == 1, "each answer closes its connection"


@pytest.mark.logs_errors
async def test_a_mistake_of_ours_is_logged_and_answered(port: int, caplog: pytest.LogCaptureFixture) -> None:
    assert (await asked(port, "/broken"))[0] == 500
    assert [record.getMessage() for record in caplog.records] == ["/broken cannot be answered"]


async def test_what_is_no_request_is_refused_without_a_word_in_the_log(
    port: int, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("DEBUG", "aiohttp")
    for request in (b"\x16\x03\x01\x02\r\n\r\n", b"HELO me\r\n\r\n", b"GET /hello HTTP/1.1\r\nX: " + b"x" * 10_000):
        assert (await said(port, request)).startswith(b"HTTP/1.0 400 ")
    assert not caplog.records
    assert (await asked(port, "/hello"))[0] == 200


@pytest.mark.parametrize("sent", [b"", b"GET /hello HT", REQUEST % b"endless"])
async def test_no_connection_lasts(port: int, loop_clock: Clock, sent: bytes) -> None:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(sent)
    closing = asyncio.create_task(cut(reader))
    for _ in range(int(2 * PATIENCE) + 1):
        await loop_clock.advance(1)
    assert closing.done()
    assert closing.result()
    await closed(writer)


async def test_who_does_not_read_the_answer_is_left(port: int, loop_clock: Clock) -> None:
    before = descriptors()
    with socket.create_connection(("127.0.0.1", port)) as line:
        line.send(REQUEST % b"large")
        await loop_clock.advance(PATIENCE / 2)
        assert descriptors() == before + 2
        await loop_clock.advance(2 * PATIENCE)
        assert descriptors() == before + 1


async def test_the_oldest_make_room_for_others(port: int) -> None:
    silent = [await asyncio.open_connection("127.0.0.1", port) for _ in range(MOST)]
    for _ in range(3):
        assert (await asked(port, "/hello"))[0] == 200
    (first, _), (last, writer) = silent[0], silent[-1]
    assert await cut(first), "who came first is turned away"
    writer.write(REQUEST % b"hello")
    assert (await last.read()).startswith(b"HTTP/1.1 200 "), "who came last is still heard"
    await closed(*(writer for _, writer in silent))


@pytest.mark.slow
async def test_a_flood_of_silent_connections_leaves_nothing(port: int) -> None:
    """Who asks meanwhile is answered or refused, but does not wait: no time passes here."""
    before = descriptors()
    silent: list[asyncio.StreamWriter] = []
    most = 0

    async def flood() -> None:
        nonlocal most
        for _ in range(FLOOD):
            silent.append((await asyncio.open_connection("127.0.0.1", port))[1])
            most = max(most, descriptors() - before - len(silent))

    flooding, answers = asyncio.create_task(flood()), 0
    while not flooding.done():
        with contextlib.suppress(aiohttp.ClientError):
            assert (await asked(port, "/hello"))[0] == 200
            answers += 1
    await flooding
    assert answers
    assert most <= MOST + 3 * BACKLOG
    assert (await asked(port, "/hello"))[0] == 200
    await closed(*silent)
    assert (await asked(port, "/hello"))[0] == 200
    assert descriptors() == before


async def test_when_it_closes_nobody_keeps_it(unused_tcp_port: int) -> None:
    before = descriptors()
    server = Webserver({"/endless": endless, "/large": large})
    await server.open("127.0.0.1", unused_tcp_port)
    opened = [await asyncio.open_connection("127.0.0.1", unused_tcp_port) for _ in range(3)]
    for (_, writer), sent in zip(opened, (b"", REQUEST % b"endless", REQUEST % b"large"), strict=True):
        writer.write(sent)
    assert await opened[2][0].readexactly(4) == b"HTTP"
    await server.close()
    assert await cut(opened[0][0])
    assert await cut(opened[1][0])
    await closed(*(writer for _, writer in opened))
    assert descriptors() == before


async def test_an_address_that_is_taken_is_an_error_and_opens_nothing(port: int) -> None:
    server = Webserver({"/hello": hello})
    with pytest.raises(OSError, match="in use"):
        await server.open("127.0.0.1", port)
    await server.close()
    assert (await asked(port, "/hello"))[0] == 200
