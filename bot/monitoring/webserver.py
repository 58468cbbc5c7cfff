"""A web server for a few short answers, hardened against slow and many clients.

It is aiohttp's, with bounds that aiohttp lacks: on the number of connections, and on how long each may last.

Why: decision 0075.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable, Mapping

from aiohttp import web

from bot.ui.kit.brand import NAME

LOG = logging.getLogger(__name__)

MOST = 32
"""Connections at a time, and a few more in a flood. When full, the oldest one is closed for a new one."""

PATIENCE = 5.0
"""A connection is closed after this many seconds at the earliest and twice as many at the latest, answered or not."""

BACKLOG = 8
"""Connections that the system accepts before we do."""

QUIET = logging.Logger("aiohttp.server", logging.CRITICAL)
"""Drops what aiohttp logs, with a traceback each time, of strangers who send what is no request."""

Responder = Callable[[], Awaitable[web.Response]]


class Webserver:
    """Answers GET and HEAD at some paths, and closes every connection after its answer."""

    def __init__(self, paths: Mapping[str, Responder]) -> None:
        self._paths = paths
        self._server = web.Server(
            self._answer, handler_cancellation=True, access_log=None, logger=QUIET, lingering_time=0
        )
        self._listening: asyncio.Server | None = None
        self._watching: asyncio.Task[None] | None = None

    async def open(self, host: str, port: int) -> None:
        """Answer at all addresses of a host of this machine. Raises OSError, and answers nowhere then."""
        loop = asyncio.get_running_loop()
        self._listening = await loop.create_server(self._connect, host, port, backlog=BACKLOG)
        self._watching = asyncio.create_task(self._close_old())

    async def close(self) -> None:
        """Answer nobody any more."""
        if self._listening and self._watching:
            self._listening.close()
            self._watching.cancel()
            await asyncio.wait([self._watching])
        _abort(self._server.connections)
        await self._server.shutdown(PATIENCE)

    def _connect(self) -> asyncio.Protocol:
        _abort(self._server.connections[: 1 - MOST])
        return self._server()

    async def _close_old(self) -> None:
        known: set[web.RequestHandler] = set()
        while True:
            await asyncio.sleep(PATIENCE)
            connections = set(self._server.connections)
            _abort(connections & known)
            known = connections - known

    async def _answer(self, request: web.BaseRequest) -> web.Response:
        response = await self._response(request)
        response.force_close()
        response.headers["Server"] = NAME  # aiohttp would name all versions
        return response

    async def _response(self, request: web.BaseRequest) -> web.Response:
        if request.method not in ("GET", "HEAD"):
            return web.Response(text="Only GET and HEAD are known here.\n", status=405, headers={"Allow": "GET, HEAD"})
        responder = self._paths.get(request.path)
        if responder is None:
            return web.Response(text="There is nothing here.\n", status=404)
        try:
            return await responder()
        except Exception:
            LOG.exception("%s cannot be answered", request.path)
            return web.Response(text="Something went wrong.\n", status=500)


def _abort(connections: Iterable[web.RequestHandler]) -> None:
    """Close connections at once: what has not been sent is lost, and a slow reader keeps nothing open."""
    for each in connections:
        if each.transport:
            each.transport.abort()
