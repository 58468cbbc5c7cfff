"""The stand-in's REST side: as much of Discord's API v10 as the bot uses, over what `places` remembers."""

from __future__ import annotations

import copy
import json
import re
import time
import traceback
from collections.abc import Callable
from typing import Any

from aiohttp import web

from tests.wire.faults import FAULTS, Trap, answer
from tests.wire.places import (
    ANSWER_SECONDS,
    APPLICATION,
    DIRECT,
    GUILD,
    THREAD,
    Body,
    Channel,
    Interaction,
    Message,
    snowflake,
    text_of,
    user_body,
    walk,
)
from tests.wire.rules import complaints

PREFIX = "/api/v10"


class Refused(Exception):
    """Discord's refusal of a request, by the name of the fault."""


class Rest:
    """Answers requests. ``wrong`` collects what Discord would refuse in them, ``injected`` counts the faults made."""

    def __init__(self) -> None:
        self.channels: dict[int, Channel] = {}
        self.interactions: dict[int, Interaction] = {}
        self.here = True
        self.traps: list[Trap] = []
        self.injected = 0
        self.wrong: list[str] = []
        self.requests: list[str] = []
        self.gateway_url = ""
        self.commands: list[Body] = []
        self._tokens: dict[str, Interaction] = {}

    def trap(self, fault: str, where: tuple[str, str], times: int = 1, *, after: bool = False) -> Trap:
        """Let the next requests of a kind fail; with ``after``, only their answer."""
        trap = Trap(FAULTS[fault], *where, times, after)
        self.traps.append(trap)
        return trap

    def remember(self, interaction: Interaction) -> None:
        """Expect the answer to an interaction."""
        self.interactions[interaction.id] = interaction
        self._tokens[interaction.token] = interaction

    async def serve(self, request: web.Request) -> web.Response:
        """One request."""
        method, path = request.method, request.path.removeprefix(PREFIX)
        try:
            body, files = await _read(request)
        except ConnectionResetError:  # the bot was killed while it sent this
            return web.Response(status=400)
        self.requests.append(f"{method} {path}")
        wrong = complaints(method, path, body, files)
        self.wrong += wrong
        trap = next((trap for trap in self.traps if trap.catches(method, path)), None)
        if trap:
            trap.times -= 1
            self.injected += 1
            if not trap.after:
                return trap.fault.answer()
        if wrong:
            return FAULTS["bad body"].answer()
        try:
            result = self._act(method, path, body)
        except Refused as refused:
            return FAULTS[str(refused)].answer()
        except Exception:
            self.wrong.append(traceback.format_exc())  # a mistake of the stand-in's own
            raise
        if trap:
            return trap.fault.answer()
        if result is None:
            return web.Response(status=204)
        return answer(result)

    def _act(self, method: str, path: str, body: Any) -> Any:
        for route, pattern, act in _ROUTES:
            if route == method and (match := re.fullmatch(pattern, path)):
                return act(self, body, *(int(part) if part.isdigit() else part for part in match.groups()))
        self.wrong.append(f"{method} {path} is not known here")
        raise Refused("unknown channel")

    # --- channels and messages

    def _channel(self, channel_id: int) -> Channel:
        channel = self.channels.get(channel_id)
        if channel is None or channel.gone:
            raise Refused("unknown channel")
        if not self.here and channel.type != DIRECT:
            raise Refused("missing access")
        return channel

    def _message(self, channel_id: int, message_id: int) -> tuple[Channel, Message]:
        channel = self._channel(channel_id)
        if message_id not in channel.messages:
            raise Refused("unknown message")
        return channel, channel.messages[message_id]

    def _post(self, body: Body, channel_id: int) -> Body:
        channel = self._channel(channel_id)
        nonce = body.get("nonce")
        for message in reversed(channel.messages.values()) if nonce and body.get("enforce_nonce") else ():
            if message.nonce == str(nonce):
                return message.described()
        channel.archived = False
        return self._new_message(channel, body).described()

    def _new_message(self, channel: Channel, body: Body) -> Message:
        message = Message(snowflake(), channel.id, _shown(body), str(body.get("nonce", "")), _pinged(body))
        if not message.ephemeral:
            channel.messages[message.id] = message
            channel.note_change()
        return message

    def _edit(self, body: Body, channel_id: int, message_id: int) -> Body:
        channel, message = self._message(channel_id, message_id)
        if channel.archived and channel.type == THREAD:
            raise Refused("archived thread")
        message.body = {**message.body, **_shown(body)}
        channel.note_change()
        return message.described()

    def _delete(self, _: Any, channel_id: int, message_id: int) -> None:
        channel, _message = self._message(channel_id, message_id)
        if channel.archived and channel.type == THREAD:
            raise Refused("archived thread")
        del channel.messages[message_id]
        channel.note_change()

    def _direct(self, body: Body) -> Body:
        channel = self.channels.setdefault(int(body["recipient_id"]), Channel(int(body["recipient_id"]), DIRECT))
        return channel.described()

    def _one_channel(self, _: Any, channel_id: int) -> Body:
        return self._channel(channel_id).described()

    def _member(self, _: Any, guild: int, user: int) -> Body:
        return member_body(user)

    # --- interactions

    def _callback(self, body: Body, number: int, token: str) -> Body:
        interaction = self.interactions[number]
        interaction.answers += 1
        now = time.perf_counter()
        if interaction.expired:
            raise Refused("expired token")
        if interaction.accepted:
            raise Refused("answered already")
        if now - interaction.sent > ANSWER_SECONDS:
            raise Refused("unknown interaction")
        interaction.accepted += 1
        interaction.answered = now
        interaction.answer = self._answer(interaction, body)
        interaction.told = text_of(interaction.answer.body) if interaction.answer else ""
        interaction.over.set()
        about = {"id": str(number), "type": interaction.kind, "response_message_loading": False}
        resource = {"type": body["type"]}
        if interaction.answer:
            resource["message"] = interaction.answer.described()
            about["response_message_id"] = str(interaction.answer.id)
        return {"interaction": about, "resource": resource}

    def _answer(self, interaction: Interaction, body: Body) -> Message | None:
        channel = self.channels[interaction.channel_id]
        if body["type"] == 4:
            return self._new_message(channel, body["data"])
        if body["type"] == 7 and interaction.message:
            message = interaction.message
            message.body = {**message.body, **_shown(body["data"])}
            channel.note_change()
            return message
        return None

    def _follow_up(self, body: Body, _: int, token: str) -> Body:
        interaction = self._tokens[token]
        return self._new_message(self.channels[interaction.channel_id], body).described()

    # --- who the bot is

    def _gateway(self, _: Any) -> Body:
        limit = {"total": 1000, "remaining": 999, "reset_after": 0, "max_concurrency": 1}
        return {"url": self.gateway_url, "shards": 1, "session_start_limit": limit}

    def _myself(self, _: Any) -> Body:
        return user_body(APPLICATION)

    def _application(self, _: Any) -> Body:
        body = {"id": str(APPLICATION), "name": "Thimble", "icon": None, "description": "", "summary": ""}
        return {**body, "bot_public": True, "bot_require_code_grant": False, "verify_key": "", "owner": user_body(1)}

    def _commands(self, _: Any, application: int) -> list[Body]:
        return self.commands

    def _set_commands(self, body: list[Body], application: int) -> list[Body]:
        common = {"application_id": str(application), "version": "1", "default_member_permissions": None}
        self.commands = [{**common, "id": str(number), **command} for number, command in enumerate(body, 1)]
        return self.commands


_ROUTES: list[tuple[str, str, Callable[..., Any]]] = [
    ("POST", r"/interactions/(\d+)/([^/]+)/callback", Rest._callback),
    ("POST", r"/channels/(\d+)/messages", Rest._post),
    ("PATCH", r"/channels/(\d+)/messages/(\d+)", Rest._edit),
    ("DELETE", r"/channels/(\d+)/messages/(\d+)", Rest._delete),
    ("POST", r"/webhooks/(\d+)/([^/]+)", Rest._follow_up),
    ("POST", r"/users/@me/channels", Rest._direct),
    ("GET", r"/guilds/(\d+)/members/(\d+)", Rest._member),
    ("GET", r"/channels/(\d+)", Rest._one_channel),
    ("GET", r"/gateway/bot", Rest._gateway),
    ("GET", r"/users/@me", Rest._myself),
    ("GET", r"/oauth2/applications/@me", Rest._application),
    ("GET", r"/applications/@me", Rest._application),
    ("GET", r"/applications/(\d+)/commands", Rest._commands),
    ("PUT", r"/applications/(\d+)/commands", Rest._set_commands),
]


def member_body(user: int) -> Body:
    """A member of the server, who may do everything."""
    joined = "2026-01-01T00:00:00+00:00"
    member = {"user": user_body(user), "roles": [], "joined_at": joined, "permissions": str(2**50 - 1), "flags": 0}
    return {**member, "deaf": False, "mute": False, "avatar": None, "guild_id": str(GUILD)}


async def _read(request: web.Request) -> tuple[Any, list[str]]:
    """The JSON of a request and the names of its files, read to the last byte."""
    raw = await request.read()
    if request.content_type != "multipart/form-data":
        return (json.loads(raw) if raw else None), []
    # by hand: aiohttp's own reader warns of itself
    boundary = re.search(r"boundary=\"?([^\";]+)", request.headers["Content-Type"])
    assert boundary
    body, files = None, []
    for part in raw.split(b"--" + boundary[1].encode())[1:-1]:
        head, _, data = part.partition(b"\r\n\r\n")
        if b'name="payload_json"' in head:
            body = json.loads(data)
        elif name := re.search(rb'filename="([^"]*)"', head):
            files.append(name[1].decode())
    return body, files


def _shown(body: Body) -> Body:
    """What a request changes of a message, as the message then says it: with ids, and links in place of files."""
    kept = {key: copy.deepcopy(body[key]) for key in ("content", "components", "flags") if body.get(key) is not None}
    if "attachments" in body:
        kept["attachments"] = [
            {
                "id": str(snowflake()),
                "filename": attachment["filename"],
                "description": attachment.get("description"),
                "size": 1,
                "url": f"https://cdn.invalid/{attachment['filename']}",
                "proxy_url": f"https://cdn.invalid/{attachment['filename']}",
            }
            for attachment in body["attachments"]
        ]
    for number, part in enumerate(walk(kept), 1):
        part.setdefault("id", number)
        for media in [item["media"] for item in part.get("items", [])] + ([part["file"]] if "file" in part else []):
            media["url"] = media["url"].replace("attachment://", "https://cdn.invalid/")
    return kept


def _pinged(body: Body) -> tuple[int, ...]:
    """Whom a new message notifies: who is named in it and may be."""
    allowed = body.get("allowed_mentions") or {}
    text = text_of(body)
    return tuple(int(user) for user in allowed.get("users", []) if f"<@{user}>" in text)
