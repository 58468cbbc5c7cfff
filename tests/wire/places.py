"""What the stand-in remembers: channels, their messages, and every interaction with what became of it."""

from __future__ import annotations

import asyncio
import itertools
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

APPLICATION, GUILD = 700, 900
EPHEMERAL, V2 = 64, 1 << 15
TEXT, DIRECT, THREAD = 0, 1, 11

ANSWER_SECONDS = 3.0
"""How long Discord waits for the first answer to an interaction."""

_EPOCH = 1_420_070_400_000
_numbers = itertools.count()

Body = dict[str, Any]


def snowflake() -> int:
    """A new id, which tells the time as Discord's do."""
    return ((int(time.time() * 1000) - _EPOCH) << 22) | (next(_numbers) & 0x3FFFFF)


def user_body(user: int) -> Body:
    """A user as Discord describes one; the bot itself has the application's id."""
    return {
        "id": str(user),
        "username": f"user{user}",
        "discriminator": "0",
        "global_name": None,
        "avatar": None,
        "bot": user == APPLICATION,
    }


@dataclass
class Message:
    """A message as it stands now. ``pinged`` are the users whom its posting notified."""

    id: int
    channel_id: int
    body: Body
    nonce: str | None = None
    pinged: tuple[int, ...] = ()

    @property
    def ephemeral(self) -> bool:
        """Whether one user alone sees it."""
        return bool(self.body.get("flags", 0) & EPHEMERAL)

    def described(self) -> Body:
        """The message as Discord sends it."""
        return {
            "id": str(self.id),
            "channel_id": str(self.channel_id),
            "type": 0,
            "author": user_body(APPLICATION),
            "timestamp": "2026-01-01T00:00:00+00:00",
            "edited_timestamp": None,
            "tts": False,
            "mention_everyone": False,
            "pinned": False,
            "content": "",
            "flags": 0,
            "components": [],
            "attachments": [],
            **{name: [] for name in ("mentions", "mention_roles", "embeds")},
            **self.body,
        }


@dataclass
class Channel:
    """A channel and its public messages, oldest first."""

    id: int
    type: int = TEXT
    archived: bool = False
    gone: bool = False
    messages: dict[int, Message] = field(default_factory=dict)
    changed: asyncio.Event = field(default_factory=asyncio.Event)

    def described(self) -> Body:
        """The channel as Discord sends it."""
        body: Body = {"id": str(self.id), "type": self.type}
        if self.type == DIRECT:
            return {**body, "recipients": []}
        body |= {"guild_id": str(GUILD), "name": f"channel{self.id}", "position": 0, "permission_overwrites": []}
        if self.type == THREAD:
            metadata = {"archived": self.archived, "auto_archive_duration": 60, "archive_timestamp": "2026-01-01"}
            body |= {"parent_id": "800", "owner_id": "1", "thread_metadata": metadata}
            body |= {"message_count": 1, "member_count": 1}
        return body

    def note_change(self) -> None:
        """Wake everybody who waits for this channel to change."""
        self.changed.set()
        self.changed = asyncio.Event()


@dataclass
class Interaction:
    """Something a user did. Times are of time.perf_counter.

    ``answers`` counts the answers that came, refused ones too; ``accepted`` those that Discord would have taken.
    ``told`` is what the user then read; ``cut`` says that the bot was killed meanwhile, or was not there at all.
    """

    id: int
    token: str
    kind: int
    user: int
    channel_id: int
    control: str
    message: Message | None
    expired: bool = False
    sent: float = field(default_factory=time.perf_counter)
    answered: float = 0.0
    answers: int = 0
    accepted: int = 0
    answer: Message | None = None
    told: str = ""
    cut: bool = False
    over: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def seconds(self) -> float:
        """How long the user waited for the answer."""
        return self.answered - self.sent


def walk(body: Body) -> Iterator[Body]:
    """All components of a message, nested ones included, from top to bottom."""
    waiting = list(body.get("components", []))
    while waiting:
        component = waiting.pop(0)
        yield component
        waiting[:0] = component.get("components", [])


def text_of(body: Body) -> str:
    """All texts of a message."""
    return "\n".join([body.get("content") or ""] + [item["content"] for item in walk(body) if item["type"] == 10])


def controls_of(body: Body) -> dict[str, str]:
    """The ids of the buttons and selects that can be used, by what they do (the last part of the id)."""
    ids = [item["custom_id"] for item in walk(body) if "custom_id" in item and not item.get("disabled")]
    return {custom_id.rpartition(":")[2]: custom_id for custom_id in ids}
