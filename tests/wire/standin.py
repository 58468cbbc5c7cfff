"""The stand-in for Discord: one server on loopback, and the hands of the people who use the bot there.

Why: decision 0011.
"""

import asyncio
import contextlib
import secrets
from dataclasses import replace
from types import TracebackType
from typing import Self

from aiohttp import web

from bot.ui.kit.brand import HOME, ROOT
from tests.wire.bodies import Body, walk
from tests.wire.fair import FAIR
from tests.wire.limits import Stalls
from tests.wire.places import (
    APPLICATION,
    CONVERSATION,
    DIRECT,
    GUILD,
    OUTSIDE,
    PRIVATE,
    TEXT,
    Channel,
    Message,
    Server,
    member_body,
    snowflake,
    user_body,
)
from tests.wire.rest import PREFIX, Rest
from tests.wire.world import LONG_ENOUGH, Interaction

USER = 6
"""The type of an option that takes a user."""

PATIENCE = 3.5
"""Seconds in which the bot could run, after which nobody waits any more for an answer that was not promised."""

_LOOK = 0.1


class StandIn(Rest):
    """A running stand-in; use it in ``async with``."""

    def __init__(self) -> None:
        super().__init__()
        self.url = ""
        self.installed: set[int] = set()
        """Who has installed the bot for themselves: so it can be used where it is no member."""

    async def __aenter__(self) -> Self:
        app = web.Application(client_max_size=30 * 2**20)
        app.router.add_get("/", self.gateway.serve)
        app.router.add_route("*", PREFIX + "/{path:.*}", self.serve)
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.1)
        await self._runner.setup()
        site = web.TCPSite(self._runner, "127.0.0.1", 0)
        await site.start()
        host, port = self._runner.addresses[0][:2]
        self.url = f"http://{host}:{port}{PREFIX}"
        self.gateway_url = self.gateway.url = f"ws://{host}:{port}"
        stalls = Stalls()
        self.limit.late = stalls.longest
        self._watching = asyncio.create_task(stalls.watch())
        return self

    async def __aexit__(self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType) -> None:
        self._watching.cancel()
        await self._runner.cleanup()

    @property
    def home(self) -> Server:
        """The server that is there from the start."""
        return self.servers[GUILD]

    def new_server(self) -> Server:
        """Another server with the bot in it; one that is made before the bot starts is told when it connects.

        Servers belong to one shard after the other.
        """
        server = Server(GUILD + (len(self.servers) << 22))
        self.servers[server.id] = server
        return server

    def new_channel(self, kind: int = TEXT, server: Server | None = None) -> Channel:
        """A channel; one that is made before the bot starts is told in GUILD_CREATE. A thread is in the first one."""
        guild = 0 if kind in PRIVATE else (server or self.home).id
        channel = Channel(800 + len(self.channels), kind, guild)
        channel.permissions = channel.permissions if guild else OUTSIDE
        channel.muted = bool(guild) and not self.is_member(channel)  # as it usually is
        if channel.is_thread:
            channel.parent_id = next((each.id for each in self.channels.values() if each.type == TEXT), 800)
        self.channels[channel.id] = channel
        return channel

    async def connected(self, count: int = 1, seconds: float = LONG_ENOUGH, server: Server | None = None) -> None:
        """Wait until so many shards are connected; or only those that serve a server."""
        async with asyncio.timeout(seconds):
            while len(self.gateway.hearing(server.id) if server else self.gateway.live) < count:  # noqa: ASYNC110 (nothing depends on how soon it is noticed)
                await asyncio.sleep(0.02)

    # --- what people do

    async def press(
        self,
        user: int,
        message: Message,
        custom_id: str,
        values: list[str] | None = None,
        *,
        number: int | None = None,
        expired: bool = False,
        bare: bool = False,
    ) -> Interaction:
        """Press a button, or choose in a select; ``number`` is the id of that. Returns at once: `Interaction.over`.

        The message comes ``bare`` of its controls, if they were just taken away.
        """
        kind = next((part["type"] for part in walk(message.body) if part.get("custom_id") == custom_id), 0)
        data: Body = {"custom_id": custom_id, "component_type": kind}
        if values:
            data["values"] = values
        if bare:
            message = replace(message, body={**message.body, "components": []})
        new = Interaction(
            number or snowflake(),
            secrets.token_hex(16),
            3,
            user,
            message.channel_id,
            custom_id,
            message,
            expired=expired,
        )
        if not kind or message.gone:  # Discord does not pass on a press of what is not there any more
            new.cut = True
            new.over.set()
            return new
        return await self._send(new, data)

    async def slash(
        self,
        user: int,
        channel: Channel,
        command: str,
        *,
        root: str = ROOT,
        **options: object,
    ) -> Interaction:
        """Use a subcommand, such as "challenge" or "settings". An option that takes a user is given an id."""
        resolved: Body = {}
        data, known = self._chosen(root, command)
        leaf = _innermost(data)
        for name, value in options.items():
            kind = next(option["type"] for option in known if option["name"] == name)
            leaf["options"].append({"name": name, "type": kind, "value": str(value) if kind == USER else value})
            if kind == USER:
                resolved = _resolved(str(value))
        new = Interaction(snowflake(), secrets.token_hex(16), 2, user, channel.id, f"/{command}", None)
        return await self._send(new, {**data, "resolved": resolved})

    async def door(self, user: int, channel: Channel) -> Interaction:
        """Use the command that stands alone."""
        command = next(each for each in self.commands if each["name"] == HOME)
        new = Interaction(snowflake(), secrets.token_hex(16), 2, user, channel.id, f"/{HOME}", None)
        return await self._send(new, {"id": command["id"], "name": HOME, "type": 1, "options": []})

    async def type(
        self, user: int, channel: Channel, command: str, option: str, text: str, *, root: str = ROOT
    ) -> Interaction:
        """Type into an option of a command."""
        data, known = self._chosen(root, command)
        kind = next(each["type"] for each in known if each["name"] == option and each.get("autocomplete"))
        _innermost(data)["options"].append({"name": option, "type": kind, "value": text, "focused": True})
        new = Interaction(snowflake(), secrets.token_hex(16), 4, user, channel.id, f"/{command}", None)
        return await self._send(new, data)

    def knows(self, command: str) -> bool:
        """Whether a subcommand is registered."""
        return any(each["name"] == command for part in self.commands for each in part.get("options", []))

    def takes(self, command: str, option: str) -> bool:
        """Whether a registered subcommand has an option."""
        _, options = self._chosen(ROOT, command)
        return any(each["name"] == option for each in options)

    def _chosen(self, root: str, command: str) -> tuple[Body, list[Body]]:
        """A registered command as an interaction names it, without options, and the options that it takes."""
        part = next(each for each in self.commands if each["name"] == root)
        data: Body = {"id": part["id"], "name": root, "type": 1, "options": []}
        inner = data
        for word in command.split():
            part = next(option for option in part["options"] if option["name"] == word)
            inner["options"].append({"name": word, "type": part["type"], "options": []})
            inner = inner["options"][0]
        return data, part.get("options", [])

    async def _send(self, new: Interaction, data: Body) -> Interaction:
        self.remember(new)
        channel = self.channels[new.channel_id]
        guild = channel.guild_id
        is_member, owner = self.is_member(channel), min(self.installed, default=0)
        body = {
            "id": str(new.id),
            "application_id": str(APPLICATION),
            "type": new.kind,
            "token": new.token,
            "version": 1,
            "attachment_size_limit": 10 * 2**20,
            "data": data,
            "channel": self.quirks.channel(channel, self),
            "channel_id": str(channel.id),
            "locale": "en-US",
            "app_permissions": str(channel.permissions),
            "entitlements": [],
            "authorizing_integration_owners": {"0": str(guild)} if is_member else {"1": str(owner)},
            "context": {DIRECT: 1, CONVERSATION: 2}.get(channel.type, 0),
        }
        if guild:
            body["guild"] = {"id": str(guild), "locale": "en-US", "features": []}
            body |= {"guild_id": str(guild), "guild_locale": "en-US", "member": member_body(new.user, guild)}
        else:
            body["user"] = user_body(new.user)
        if new.message:
            body["message"] = new.message.described()
        sessions = self.quirks.hearing(self.gateway.hearing(guild))
        if not sessions or not (is_member or self.installed):
            new.cut = True
            new.over.set()
            return new
        for session in sessions:
            await session.dispatch("INTERACTION_CREATE", body)
        return new

    async def cut(self) -> int:
        """Once it is noticed that a bot was killed, let nobody wait for it any longer. Returns how many did.

        Until then its connection seems to stand, and whoever presses something is sent there.
        """
        while self.gateway.live:  # noqa: ASYNC110
            await asyncio.sleep(0.01)
        waiting = [interaction for interaction in self.interactions.values() if not interaction.over.is_set()]
        for interaction in waiting:
            interaction.cut = True
            interaction.over.set()
        return len(waiting)


async def answered(interaction: Interaction) -> Interaction:
    """Wait for an answer, but not for ever: `Interaction.accepted` tells whether it came.

    A promise is an answer too, for Discord; whoever got one waits longer.
    """
    end = FAIR.time() + PATIENCE
    while not interaction.over.is_set() and FAIR.time() < end:
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(_LOOK):
                await interaction.over.wait()
    if interaction.deferred:
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(LONG_ENOUGH):
                await interaction.over.wait()
    interaction.over.set()
    return interaction


def _innermost(data: Body) -> Body:
    while data["options"]:
        data = data["options"][0]
    return data


def _resolved(user: str) -> Body:
    """The user whom a command names, as Discord adds it."""
    member = {key: part for key, part in member_body(int(user)).items() if key != "user"}
    return {"users": {user: user_body(int(user))}, "members": {user: member}}
