"""A web server for a few short answers, which nobody can use to harm the bot: neither slowly, nor in large numbers.

It knows GET and HEAD, reads no body, and closes every connection after its answer.

Why: decision 0044.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import math
import socket
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from functools import partial
from http import HTTPStatus

LOG = logging.getLogger(__name__)

MOST = 32
"""Connections at a time. Whoever comes then takes the place of the one who has been silent for longest."""

PATIENCE = 2.0
"""Seconds that a request may take to arrive, and again for an answer to be taken."""

BACKLOG = 16
"""Connections that the system accepts before we do."""

LONGEST = 16 * 1024
"""Bytes of a request."""

PAUSE = 1.0
"""Seconds after which a connection is accepted again when that has failed, as it does without free descriptors."""

SELDOM = 60.0
"""Seconds between two lines in the log about the same trouble."""

PLAIN = "text/plain; charset=utf-8"


@dataclass(frozen=True, slots=True)
class Response:
    """What is answered: a text, its status, and what kind of text it is."""

    text: str | bytes
    status: int = 200
    kind: str = PLAIN


Responder = Callable[[], Awaitable[Response]]


class Webserver:
    """Answers at some paths."""

    def __init__(self, paths: Mapping[str, Responder]) -> None:
        self._paths = paths
        self._listening: list[socket.socket] = []
        self._accepting: list[asyncio.Task[None]] = []
        self._silent: dict[asyncio.Task[None], None] = {}
        self._answering: set[asyncio.Task[None]] = set()
        self._told: dict[str, float] = {}

    async def open(self, host: str, port: int) -> None:
        """Answer at all addresses of a host of this machine. Raises OSError, and answers nowhere then."""
        loop = asyncio.get_running_loop()
        found = await loop.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
        try:
            for family, address in dict.fromkeys((family, address[:2]) for family, _, _, _, address in found):
                self._listening.append(socket.create_server(address, family=family, backlog=BACKLOG))
        except OSError:
            self._stop_listening()
            raise
        for listening in self._listening:
            listening.setblocking(False)
            self._accepting.append(asyncio.create_task(self._accept(listening)))

    async def close(self) -> None:
        """Answer nobody any more."""
        tasks = [*self._accepting, *self._silent, *self._answering]
        for task in tasks:
            task.cancel()
        if tasks:
            await asyncio.wait(tasks)
        self._stop_listening()

    def _stop_listening(self) -> None:
        for listening in self._listening:
            listening.close()
        self._listening.clear()

    async def _accept(self, listening: socket.socket) -> None:
        """Let everybody in, one after the other; asyncio's own servers fill the log when that cannot be done."""
        loop = asyncio.get_running_loop()
        while True:
            try:
                line, _ = await loop.sock_accept(listening)
            except OSError as error:
                self._seldom(logging.WARNING, "no connection can be accepted", error)
                await asyncio.sleep(PAUSE)
                continue
            if len(self._silent) + len(self._answering) >= MOST and not self._make_room():
                line.close()
                continue
            task = asyncio.create_task(self._serve(line))
            self._silent[task] = None
            task.add_done_callback(partial(self._over, line))

    def _make_room(self) -> bool:
        """Turn away whoever has been silent for longest; False if everybody is being answered."""
        for task in self._silent:
            del self._silent[task]
            task.cancel()
            return True
        return False

    def _over(self, line: socket.socket, task: asyncio.Task[None]) -> None:
        line.close()  # here, and not in the task: it may have been cancelled before it began
        self._silent.pop(task, None)
        self._answering.discard(task)

    async def _serve(self, line: socket.socket) -> None:
        """Answer one request, if it comes in time."""
        loop = asyncio.get_running_loop()
        with contextlib.suppress(OSError, TimeoutError):
            async with asyncio.timeout(PATIENCE):
                request = await _read(line)
            task = asyncio.current_task()
            assert task is not None
            self._silent.pop(task, None)
            self._answering.add(task)
            answer = await self._answered(request)
            async with asyncio.timeout(PATIENCE):
                await loop.sock_sendall(line, answer)

    async def _answered(self, request: bytes) -> bytes:
        """The answer to a request, as it is sent."""
        method, _, rest = request.partition(b"\r\n")[0].decode("latin-1").partition(" ")
        target, _, version = rest.partition(" ")
        if not (target.startswith("/") and version.startswith("HTTP/1.")):
            self._seldom(logging.INFO, "a request is not HTTP", repr(request[:60]))
            return _written(Response("This is no request.\n", 400))
        if method not in ("GET", "HEAD"):
            return _written(Response("Only GET and HEAD are known here.\n", 405))
        responder = self._paths.get(target.partition("?")[0])
        if responder is None:
            return _written(Response("There is nothing here.\n", 404))
        try:
            response = await responder()
        except Exception:
            LOG.exception("%s cannot be answered", target)
            response = Response("Something went wrong.\n", 500)
        return _written(response, has_body=method == "GET")

    def _seldom(self, level: int, trouble: str, what: object) -> None:
        """Log a kind of trouble, but once a minute at most."""
        now = asyncio.get_running_loop().time()
        if now - self._told.get(trouble, -math.inf) >= SELDOM:
            self._told[trouble] = now
            LOG.log(level, "%s (told once a minute at most): %s", trouble, what)


async def _read(line: socket.socket) -> bytes:
    """A request without a body, whole: closed before that, a connection may lose the answer."""
    loop, request = asyncio.get_running_loop(), b""
    line.setblocking(False)
    while b"\r\n\r\n" not in request and len(request) < LONGEST:
        part = await loop.sock_recv(line, LONGEST)
        if not part:
            break
        request += part
    return request


def _written(response: Response, *, has_body: bool = True) -> bytes:
    body = response.text if isinstance(response.text, bytes) else response.text.encode()
    head = [
        f"HTTP/1.1 {response.status} {HTTPStatus(response.status).phrase}",
        f"Content-Type: {response.kind}",
        f"Content-Length: {len(body)}",
        "Connection: close",
        *(["Allow: GET, HEAD"] if response.status == 405 else []),
    ]
    return "\r\n".join([*head, "", ""]).encode("latin-1") + (body if has_body else b"")
