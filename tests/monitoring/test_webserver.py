"""The web server at which the bot says how it is: right for programs that ask, and harmless before those that don't."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import logging
import socket
from collections.abc import AsyncIterator

import aiohttp
import pytest

from bot.monitoring.webserver import LONGEST, MOST, PATIENCE, PAUSE, Response, Webserver
from tests.loop import Clock


async def hello() -> Response:
    return Response("Hello, you.\n")


pytestmark = pytest.mark.usefixtures("loop_clock")  # nobody is too slow, unless a test lets time pass


@pytest.fixture
async def port(unused_tcp_port: int) -> AsyncIterator[int]:
    """Where a server answers at one path."""
    server = Webserver({"/hello": hello, "/broken": broken})
    await server.open("127.0.0.1", unused_tcp_port)
    yield unused_tcp_port
    await server.close()


async def broken() -> Response:
    raise ZeroDivisionError


async def said(port: int, request: bytes) -> bytes:
    """The whole answer to whatever is sent."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(request)
    answer = await reader.read()
    writer.close()
    await writer.wait_closed()
    return answer


async def asked(port: int, path: str, method: str = "GET") -> tuple[int, str]:
    async with aiohttp.ClientSession() as session, session.request(method, f"http://127.0.0.1:{port}{path}") as answer:
        return answer.status, await answer.text()


async def test_it_answers_at_its_paths_alone(port: int) -> None:
    assert await asked(port, "/hello") == (200, "Hello, you.\n")
    assert await asked(port, "/hello?at=once") == (200, "Hello, you.\n")
    assert await asked(port, "/hello", "HEAD") == (200, "")
    assert (await asked(port, "/hello/you"))[0] == 404
    assert (await asked(port, "/hello", "POST"))[0] == 405


async def test_it_says_what_it_sends_and_no_word_of_itself(port: int) -> None:
    answer = await said(port, b"GET /hello HTTP/1.1\r\nHost: localhost\r\n\r\n")
    head = answer.partition(b"\r\n\r\n")[0].decode().split("\r\n")
    kind = "Content-Type: text/plain; charset=utf-8"
    assert head == ["HTTP/1.1 200 OK", kind, "Content-Length: 12", "Connection: close"]


@pytest.mark.logs_errors
async def test_a_mistake_of_ours_is_logged_and_answered(port: int, caplog: pytest.LogCaptureFixture) -> None:
    assert (await asked(port, "/broken"))[0] == 500
    assert [record.getMessage() for record in caplog.records] == ["/broken cannot be answered"]


async def test_what_is_no_request_is_one_quiet_line_for_all(port: int, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)
    for request in (b"\x16\x03\x01\x02\r\n\r\n", b"\r\n\r\n", b"HELO me\r\n\r\n", b"GET hello HTTP/1.1\r\n\r\n"):
        assert (await said(port, request)).startswith(b"HTTP/1.1 400 ")
    (record,) = caplog.records
    assert record.levelno == logging.INFO
    assert "is not HTTP" in record.getMessage()


async def test_a_request_without_end_is_cut_off(port: int) -> None:
    with contextlib.suppress(ConnectionError):
        await said(port, b"GET /hello HTTP/1.1\r\nX: " + b"x" * 100 * LONGEST)
    assert (await asked(port, "/hello"))[0] == 200


async def test_whoever_says_nothing_is_left_after_a_while(unused_tcp_port: int, loop_clock: Clock) -> None:
    server = Webserver({"/hello": hello})
    await server.open("127.0.0.1", unused_tcp_port)
    waiting = asyncio.create_task(said(unused_tcp_port, b"GET /hello HTTP/1.1\r\n"))
    while not server._silent:  # noqa: ASYNC110
        await asyncio.sleep(0)
    await loop_clock.advance(PATIENCE)
    assert not server._silent
    assert await waiting == b""
    await server.close()


async def test_the_silent_make_room_for_others(port: int) -> None:
    silent = [await asyncio.open_connection("127.0.0.1", port) for _ in range(MOST)]
    for _ in range(3):
        assert (await asked(port, "/hello"))[0] == 200
    first, last = silent[0][0], silent[-1][0]
    assert await first.read() == b"", "who came first is turned away"
    silent[-1][1].write(b"GET /hello HTTP/1.1\r\n\r\n")
    assert (await last.read()).startswith(b"HTTP/1.1 200 "), "who came last is still heard"
    for _, writer in silent:
        writer.close()
        await writer.wait_closed()


async def test_while_everybody_is_being_answered_nobody_else_is(unused_tcp_port: int) -> None:
    may_answer = asyncio.Event()

    async def slowly() -> Response:
        await may_answer.wait()
        return Response("At last.\n")

    server = Webserver({"/slow": slowly, "/hello": hello})
    await server.open("127.0.0.1", unused_tcp_port)
    waiting = [asyncio.create_task(asked(unused_tcp_port, "/slow")) for _ in range(MOST)]
    while len(server._answering) < MOST:  # noqa: ASYNC110
        await asyncio.sleep(0)
    with pytest.raises(aiohttp.ClientError):
        await asked(unused_tcp_port, "/hello")
    may_answer.set()
    assert await asyncio.gather(*waiting) == [(200, "At last.\n")] * MOST
    assert (await asked(unused_tcp_port, "/hello"))[0] == 200
    await server.close()


async def test_what_keeps_it_from_accepting_is_told_once_and_passes(
    unused_tcp_port: int, loop_clock: Clock, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """As when the process has no descriptor left."""
    loop, tries = asyncio.get_running_loop(), 0
    accept = loop.sock_accept

    async def refused(listening: socket.socket) -> tuple[socket.socket, object]:
        nonlocal tries
        tries += 1
        if tries <= 3:
            raise OSError(errno.EMFILE, "Too many open files")
        return await accept(listening)

    monkeypatch.setattr(loop, "sock_accept", refused)
    server = Webserver({"/hello": hello})
    await server.open("127.0.0.1", unused_tcp_port)
    await loop_clock.advance(3 * PAUSE)
    assert (await asked(unused_tcp_port, "/hello"))[0] == 200
    (record,) = caplog.records
    assert "Too many open files" in record.getMessage()
    assert record.exc_info is None
    await server.close()


async def test_an_address_that_is_taken_is_an_error_and_opens_nothing(port: int) -> None:
    server = Webserver({"/hello": hello})
    with pytest.raises(OSError, match="in use"):
        await server.open("127.0.0.1", port)
    await server.close()
    assert (await asked(port, "/hello"))[0] == 200
