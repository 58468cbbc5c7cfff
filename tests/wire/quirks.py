"""Quirks: how Discord may be otherwise than the bot believes. Each is one belief that does not hold."""

import copy
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from tests.wire.bodies import Body, is_kept, text_of, walk
from tests.wire.faults import ANSWERS, DELETES, EDITS, EMOJI, FAULTS, POSTS, Fault
from tests.wire.gateway import Session
from tests.wire.places import DIRECT, EPHEMERAL, V2, Channel
from tests.wire.world import World

FOLLOW_UPS = ("POST", r"/webhooks/\d+/[^/]+")
ORIGINAL = r"/webhooks/\d+/([^/]+)/messages/@original"
FOLLOWED = r"/webhooks/\d+/([^/]+)/messages/\d+"

SHORT = 3500
"""How many characters a message may have, if that is fewer than we believe."""

LATE_ANSWER = 2
"""Which answer to a press is too late; the one that is asked for in its place is not, however busy the machine is."""

MOST_FOLLOW_UPS, MOST_EMOJI = 30, 3
"""How many follow-ups, and how many emoji, are taken at a time."""

LAST_UPDATE, UPDATE = 6, 7


@dataclass
class Quirks:
    """The quirks that Discord has, by the name of what they refuse or tell otherwise. It has none by itself."""

    active: set[str] = field(default_factory=set)
    _counts: dict[str, int] = field(default_factory=dict)

    def refusal(self, world: World, method: str, path: str, body: Any) -> Fault | None:
        """The refusal of a request that a quirk brings."""
        for name in sorted(self.active & _REFUSALS.keys()):
            routes, fault, refuses = _REFUSALS[name]
            if method != routes[0] or not (found := re.fullmatch(routes[1], path)):
                continue
            self._counts[name] = self._counts.get(name, 0) + 1
            if refuses(_Asked(world, found.groups(), body, self._counts[name])):
                return FAULTS[fault]
        if "kept pictures are lost" in self.active and "attachments" in (body or {}):
            body["attachments"] = [each for each in body["attachments"] if not is_kept(each)]
        for name, (forced_method, pattern, kinds) in _PRIVATE.items():
            if name in self.active and method == forced_method and re.fullmatch(pattern, path):
                data = body.get("data", body)
                if body.get("type", 0) in kinds:
                    data["flags"] = (data.get("flags") or 0) | EPHEMERAL
        if "nonces are forgotten" in self.active:
            self._forget(world, lambda message, channel: True)
        if "nonces of the deleted are free" in self.active:
            self._forget(world, lambda message, channel: message not in channel.messages)
        return None

    def told(self, method: str, result: Any) -> Any:
        """What a quirk makes of the answer to a request."""
        if not isinstance(result, dict) or "attachments" not in result:
            return result
        told = copy.deepcopy(result)
        for item in (item for part in walk(told) for item in part.get("items", [])):
            if "the old picture stays" in self.active:
                item["media"]["url"] = "https://cdn.invalid/1/table.png"
            if "alt texts are lost" in self.active and method == "PATCH":
                item["description"] = None
            if "animations stand still" in self.active:
                item["media"]["flags"] = 0
        if "edits mark nobody" in self.active and method == "PATCH":
            told["mentions"] = []
        return told

    def hearing(self, sessions: list[Session]) -> list[Session]:
        """The sessions that hear an interaction."""
        return sessions[1:] if "one session hears" in self.active else sessions

    def channel(self, channel: Channel, world: World) -> Body:
        """A channel as an interaction tells of it."""
        if "somebody talks" in self.active:
            channel.talk()
        body = channel.described()
        if "private pages are the newest" in self.active:
            followed = [message.id for each in world.interactions.values() for message in each.follow_ups]
            body["last_message_id"] = str(max([channel.newest, *followed]))
        if "channels say nothing" in self.active:
            del body["last_message_id"]
        return body

    def _forget(self, world: World, which: Callable[[int, Any], bool]) -> None:
        for channel in world.channels.values():
            channel.nonces = {
                nonce: (message, when)
                for nonce, (message, when) in channel.nonces.items()
                if not which(message, channel)
            }


@dataclass(frozen=True)
class _Asked:
    """A request that a quirk may refuse: the parts of its path, its body, and which of its kind it is."""

    world: World
    parts: tuple[str, ...]
    body: Any
    count: int

    @property
    def message(self) -> Body:
        """The message that an edit changes."""
        channel, number = map(int, self.parts)
        messages = self.world.channels[channel].messages
        return messages[number].body if number in messages else {}

    @property
    def files(self) -> list[Body]:
        """The files of that message."""
        files: list[Body] = self.message.get("attachments", [])
        return files

    @property
    def kept(self) -> list[Body]:
        """Those of them that the edit keeps."""
        return [*filter(is_kept, self.body.get("attachments", []))]

    @property
    def is_on_a_board(self) -> bool:
        """Whether that press was on a public message."""
        pressed = self.world.tokens[self.parts[0]].message
        return pressed is not None and not pressed.ephemeral


def _becomes_page(asked: _Asked) -> bool:
    message = asked.message
    return bool(message and (asked.body.get("flags") or 0) & V2 and not message.get("flags", 0) & V2)


_PRIVATE = {
    "answers are private": (*ANSWERS, (4,)),
    "follow-ups are private": (*FOLLOW_UPS, (0,)),
}
"""Of each quirk: the answers of which kinds their user alone sees, whatever they ask for."""

_EDIT = (EDITS[0], r"/channels/(\d+)/messages/(\d+)")
_ANSWER = (ANSWERS[0], r"/interactions/\d+/([^/]+)/callback")

_REFUSALS: dict[str, tuple[tuple[str, str], str, Callable[[_Asked], bool]]] = {
    "words stay words": (
        _EDIT,
        "bad V2 edit",
        lambda asked: _becomes_page(asked) and not asked.message.get("components"),
    ),
    "whole calls stay": (
        _EDIT,
        "bad V2 edit",
        lambda asked: _becomes_page(asked) and bool(asked.message.get("components")),
    ),
    "pictures are not kept": (_EDIT, "bad body", lambda asked: bool(asked.kept)),
    "alt texts are fixed": (
        _EDIT,
        "bad body",
        lambda asked: not {each["description"] for each in asked.kept} <= {each["description"] for each in asked.files},
    ),
    "short pages": (POSTS, "bad body", lambda asked: len(text_of(asked.body)) > SHORT),
    "emoji are rationed": (EMOJI, "long rate limit", lambda asked: asked.count > MOST_EMOJI),
    "emoji are rationed for a moment": (EMOJI, "rate limit", lambda asked: asked.count == MOST_EMOJI + 1),
    "late answers": (
        _ANSWER,
        "unknown interaction",
        lambda asked: asked.count == LATE_ANSWER,
    ),
    "no deferred update": (_ANSWER, "bad body", lambda asked: asked.body["type"] == LAST_UPDATE),
    "no uploads in answers": (
        _ANSWER,
        "bad body",
        lambda asked: asked.body["type"] == UPDATE and bool(asked.body["data"].get("attachments")),
    ),
    "another program answers": (_ANSWER, "answered already", lambda asked: True),
    "boards are not edited": (("PATCH", ORIGINAL), "unknown message", lambda asked: asked.is_on_a_board),
    "boards are not deleted": (("DELETE", ORIGINAL), "unknown message", lambda asked: asked.is_on_a_board),
    "private pages stay": (("DELETE", ORIGINAL), "unknown message", lambda asked: not asked.is_on_a_board),
    "few follow-ups": (FOLLOW_UPS, "rate limit", lambda asked: asked.count == MOST_FOLLOW_UPS + 1),
    "short tokens": (("PATCH", FOLLOWED), "expired token", lambda asked: True),
    "old messages are not edited": (EDITS, "bad body", lambda asked: "how often" in text_of(asked.body)),
    "old messages are edited seldom": (
        EDITS,
        "too many edits for long",
        lambda asked: "4 times" in text_of(asked.body),
    ),
    "other answers are not edited": (_ANSWER, "bad body", lambda asked: asked.body["type"] == UPDATE),
    "strangers take no messages": (
        ("POST", r"/channels/(\d+)/messages"),
        "missing access",
        lambda asked: asked.world.channels[int(asked.parts[0])].type == DIRECT,
    ),
    "no deletions": (DELETES, "missing permissions", lambda asked: True),
}
"""Of each quirk: the requests that it may refuse, the fault that they meet, and which of them do. None looks at a
clock: `tests/tools/test_probe.py` holds that the probe has waited before it asks.
"""
