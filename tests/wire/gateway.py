"""The stand-in's gateway: a WebSocket that says HELLO, READY and what happens, and resumes broken sessions."""

import asyncio
import contextlib
import json
import secrets
import zlib
from dataclasses import dataclass, field
from typing import Any

import aiohttp
from aiohttp import web

from tests.wire.bodies import Body
from tests.wire.places import APPLICATION, Server, user_body
from tests.wire.world import World

RECONNECT, INVALID, HELLO, ACK = 7, 9, 10, 11


class Line:
    """One connection. Its frames are plain, or one zlib stream, as the bot asks for."""

    def __init__(self, socket: web.WebSocketResponse, compress: str) -> None:
        self.socket = socket
        self._zlib = zlib.compressobj() if compress == "zlib-stream" else None

    async def send(self, op: int, data: Any = None, **more: Any) -> None:
        """Send one frame, unless the line is broken."""
        frame = json.dumps({"op": op, "d": data, **more})
        if self.socket.closed:
            return
        with contextlib.suppress(ConnectionResetError):  # it breaks just now
            if self._zlib is None:
                await self.socket.send_str(frame)
            else:
                await self.socket.send_bytes(self._zlib.compress(frame.encode()) + self._zlib.flush(zlib.Z_SYNC_FLUSH))


@dataclass
class Session:
    """A session of one shard of a bot process: its line, if it stands, and all events since its READY.

    ``shard`` is its number, and how many there are.
    """

    id: str
    line: Line | None
    shard: tuple[int, int] = (0, 1)
    events: list[tuple[str, Body]] = field(default_factory=list)

    def hears(self, guild_id: int) -> bool:
        """Whether it is told of what happens in a server."""
        number, count = self.shard
        return (guild_id >> 22) % count == number

    async def dispatch(self, name: str, data: Body) -> None:
        """Tell the bot something: now, or when it has resumed."""
        self.events.append((name, data))
        if self.line:
            await self.line.send(0, data, t=name, s=len(self.events))

    async def resume(self, line: Line, seen: int) -> None:
        """Go on over a new line: everything that the bot has not seen, again."""
        self.line = line
        for number, (name, data) in enumerate(self.events[seen:], seen + 1):
            await line.send(0, data, t=name, s=number)
        await self.dispatch("RESUMED", {})


class Gateway:
    """All sessions. ``resumed`` counts the sessions that were taken up again; while it is ``mute``, it says no HELLO,
    and ``unheard`` counts those who wait for it. With ``refuses`` set, whoever identifies or resumes is sent away with
    that code.
    """

    def __init__(self, world: World) -> None:
        self.sessions: dict[str, Session] = {}
        self.resumed = self.unheard = self.refuses = 0
        self.mute = False
        self.url = ""
        self._world = world

    @property
    def live(self) -> list[Session]:
        """The sessions with a line, oldest first."""
        return [session for session in self.sessions.values() if session.line]

    def hearing(self, guild_id: int) -> list[Session]:
        """The sessions with a line to which Discord sends what happens in a server: all of its shard, oldest first."""
        return [session for session in self.live if session.hears(guild_id)]

    async def tell(self, name: str, data: Body) -> None:
        """Tell the bots of a server's shard something, those too whose line is broken: they hear it when they resume.

        The server is the one that is named in it, or that it is about.
        """
        guild_id = int(data.get("guild_id") or data["id"])
        for session in [*self.sessions.values()]:
            if session.hears(guild_id):
                await session.dispatch(name, data)

    async def close(self, code: int) -> None:
        """Send all bots away with a code."""
        for session in self.live:
            if session.line:
                await session.line.socket.close(code=code)

    async def refuse(self, code: int) -> None:
        """Send all bots away with a code, for good.

        A bot that is late sees the line end together with the code: then aiohttp forgets the code, and the bot resumes.
        """
        self.refuses = code
        await self.close(code)

    async def serve(self, request: web.Request) -> web.WebSocketResponse:
        """One connection, from HELLO to its end."""
        socket = web.WebSocketResponse(max_msg_size=4096)
        await socket.prepare(request)
        line = Line(socket, request.query.get("compress", ""))
        if self.mute:
            self.unheard += 1
        try:
            while self.mute:  # noqa: ASYNC110
                await asyncio.sleep(0.02)
            await line.send(HELLO, {"heartbeat_interval": 5_000})
            async for frame in socket:
                if frame.type is aiohttp.WSMsgType.TEXT:
                    await self._on_frame(line, json.loads(frame.data))
        finally:
            for session in self.sessions.values():
                if session.line is line:
                    session.line = None
        return socket

    async def _on_frame(self, line: Line, frame: Body) -> None:
        match frame["op"]:
            case 1:  # heartbeat
                await line.send(ACK)
            case 2 | 6 if self.refuses:
                await line.socket.close(code=self.refuses)
            case 2 if self._world.starts.are_used_up:
                await self.refuse(4004)
                await line.socket.close(code=4004)
            case 2:  # identify
                await self._identify(line, frame["d"])
            case 6:  # resume
                session = self.sessions.get(frame["d"]["session_id"])
                if session is None:
                    await line.send(INVALID, False)
                else:
                    self.resumed += 1
                    await session.resume(line, frame["d"]["seq"])

    async def _identify(self, line: Line, data: Body) -> None:
        number, count = data.get("shard", (0, 1))
        if not self._world.starts.admits(number):
            await line.send(INVALID, False)
            return
        session = Session(secrets.token_hex(8), line, (number, count))
        servers = [server for server in self._world.servers.values() if server.here and session.hears(server.id)]
        ready = {
            "v": 10,
            "user": user_body(APPLICATION),
            "guilds": [{"id": str(server.id), "unavailable": True} for server in servers],
            "session_id": session.id,
            "resume_gateway_url": self.url,
            "shard": session.shard,
            "application": {"id": str(APPLICATION), "flags": 0},
        }
        await session.dispatch("READY", ready)
        for server in servers:
            await session.dispatch("GUILD_CREATE", self._described(server))
        self.sessions[session.id] = session

    async def remove(self, server: Server) -> None:
        """Remove the bots from a server."""
        server.here = False
        await self.tell("GUILD_DELETE", {"id": str(server.id)})

    async def invite(self, server: Server) -> None:
        """Invite the bots to a server."""
        server.here = True
        await self.tell("GUILD_CREATE", self._described(server))

    def _described(self, server: Server) -> Body:
        return server.described([*self._world.channels.values()])
