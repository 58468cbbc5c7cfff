"""The stand-in for Discord: one server on loopback, and the hands of the people who use the bot there."""

from __future__ import annotations

import asyncio
import secrets
from types import TracebackType
from typing import Any, Self

from aiohttp import web

from tests.wire.faults import answer
from tests.wire.gateway import Gateway, Session
from tests.wire.places import (
    APPLICATION,
    GUILD,
    TEXT,
    Body,
    Channel,
    Interaction,
    Message,
    snowflake,
    user_body,
    walk,
)
from tests.wire.rest import PREFIX, Rest, member_body

PATIENCE = 3.5
"""Seconds after which nobody waits for an answer any more."""


class StandIn(Rest):
    """A running stand-in; use it in ``async with``."""

    def __init__(self) -> None:
        super().__init__()
        self.gateway = Gateway(self.channels)
        self.url = ""
        self._turn = 0

    async def __aenter__(self) -> Self:
        app = web.Application(client_max_size=30 * 2**20)
        app.router.add_get("/", self.gateway.serve)
        app.router.add_get(PREFIX + "/guilds/{id:\\d+}", self._guild)
        app.router.add_route("*", PREFIX + "/{path:.*}", self.serve)
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.1)
        await self._runner.setup()
        site = web.TCPSite(self._runner, "127.0.0.1", 0)
        await site.start()
        host, port = self._runner.addresses[0][:2]
        self.url = f"http://{host}:{port}{PREFIX}"
        self.gateway_url = self.gateway.url = f"ws://{host}:{port}"
        return self

    async def __aexit__(self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType) -> None:
        await self._runner.cleanup()

    async def _guild(self, _: web.Request) -> web.Response:
        return answer(self.gateway.guild())

    def new_channel(self, channel_type: int = TEXT) -> Channel:
        """A channel; one that is made before the bot starts is told in GUILD_CREATE."""
        channel = Channel(800 + len(self.channels), channel_type)
        self.channels[channel.id] = channel
        return channel

    async def connected(self, count: int = 1, seconds: float = 30.0) -> None:
        """Wait until so many bots are connected."""
        async with asyncio.timeout(seconds):
            while len(self.gateway.live) < count:  # noqa: ASYNC110 (nothing depends on how soon it is noticed)
                await asyncio.sleep(0.02)

    # --- what people do

    async def press(
        self,
        user: int,
        message: Message,
        custom_id: str,
        values: list[str] | None = None,
        *,
        to: Session | None = None,
        expired: bool = False,
    ) -> Interaction:
        """Press a button, or choose in a select. Returns at once; see `Interaction.over`."""
        kind = next((part["type"] for part in walk(message.body) if part.get("custom_id") == custom_id), 0)
        data: Body = {"custom_id": custom_id, "component_type": kind}
        if values:
            data["values"] = values
        new = Interaction(
            snowflake(), secrets.token_hex(16), 3, user, message.channel_id, custom_id, message, expired=expired
        )
        if not kind:  # Discord does not pass on a press of what a message does not show any more
            new.cut = True
            new.over.set()
            return new
        return await self._send(new, data, to)

    async def slash(
        self, user: int, channel: Channel, command: str, *, to: Session | None = None, **options: Any
    ) -> Interaction:
        """Use a subcommand of /patchwork. An option called ``friend`` is a user."""
        leaves: list[Body] = []
        resolved: Body = {}
        for name, value in options.items():
            is_user = name == "friend"
            types = {bool: 5, int: 4, str: 3}
            leaves.append(
                {"name": name, "type": 6 if is_user else types[type(value)], "value": str(value) if is_user else value}
            )
            if is_user:
                member = {key: part for key, part in member_body(value).items() if key != "user"}
                resolved = {"users": {str(value): user_body(value)}, "members": {str(value): member}}
        data = {"id": "1", "name": "patchwork", "type": 1, "options": [{"name": command, "type": 1, "options": leaves}]}
        new = Interaction(snowflake(), secrets.token_hex(16), 2, user, channel.id, f"/{command}", None)
        return await self._send(new, {**data, "resolved": resolved}, to)

    async def _send(self, new: Interaction, data: Body, to: Session | None) -> Interaction:
        self.remember(new)
        channel = self.channels[new.channel_id]
        body = {
            "id": str(new.id),
            "application_id": str(APPLICATION),
            "type": new.kind,
            "token": new.token,
            "version": 1,
            "attachment_size_limit": 10 * 2**20,
            "data": data,
            "channel": channel.described(),
            "channel_id": str(channel.id),
            "guild_id": str(GUILD),
            "guild": {"id": str(GUILD), "locale": "en-US", "features": []},
            "member": member_body(new.user),
            "locale": "en-US",
            "guild_locale": "en-US",
            "app_permissions": str(2**50 - 1),
            "entitlements": [],
            "authorizing_integration_owners": {"0": str(GUILD)},
            "context": 0,
        }
        if new.message:
            body["message"] = new.message.described()
        sessions = [to] if to else self.gateway.live
        if not sessions:
            new.cut = True
            new.over.set()
            return new
        self._turn += 1
        await sessions[self._turn % len(sessions)].dispatch("INTERACTION_CREATE", body)
        return new

    def cut(self) -> int:
        """Let nobody wait any longer for a bot that was killed. Returns how many did."""
        waiting = [interaction for interaction in self.interactions.values() if not interaction.over.is_set()]
        for interaction in waiting:
            interaction.cut = True
            interaction.over.set()
        return len(waiting)


async def answered(interaction: Interaction) -> Interaction:
    """Wait for an answer, but not for ever: `Interaction.accepted` tells whether it came."""
    try:
        async with asyncio.timeout(PATIENCE):
            await interaction.over.wait()
    except TimeoutError:
        interaction.over.set()
    return interaction
