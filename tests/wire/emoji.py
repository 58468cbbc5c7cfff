"""The emoji of the application, as the stand-in keeps them."""

import base64
import re
from collections.abc import Iterator

from tests.wire.bodies import Body, walk
from tests.wire.places import snowflake
from tests.wire.world import Emoji, Refused, Route, World

LARGEST = 256 * 1024
"""Bytes of a picture at most."""


def listed(world: World, _: Body, application_id: int) -> Body:
    """List Application Emojis."""
    return {"items": [_described(emoji) for emoji in world.emoji.values()]}


def create(world: World, body: Body, application_id: int) -> Body:
    """Create Application Emoji: names are words, and no two are the same."""
    kind, _, data = body["image"].partition(";base64,")
    image = base64.b64decode(data)
    if kind != "data:image/png" or len(image) > LARGEST:
        raise Refused("bad body")
    if len(world.emoji) >= world.most_emoji:
        raise Refused("too many emoji")
    emoji = Emoji(snowflake(), _free(world, body["name"]), image)
    world.emoji[emoji.id] = emoji
    return _described(emoji)


def rename(world: World, body: Body, application_id: int, emoji_id: int) -> Body:
    """Modify Application Emoji."""
    emoji = _known(world, emoji_id)
    emoji.name = _free(world, body["name"])
    return _described(emoji)


def delete(world: World, _: Body, application_id: int, emoji_id: int) -> None:
    """Delete Application Emoji."""
    del world.emoji[_known(world, emoji_id).id]


def are_known(world: World, body: object) -> bool:
    """Whether the application has all emoji on the controls of a message or of an answer."""
    if not isinstance(body, dict):
        return True
    return all(number in world.emoji for number in on_controls(body.get("data") or body))


def on_controls(message: Body) -> Iterator[int]:
    """The numbers of all emoji on buttons and on options of selects."""
    for part in walk(message):
        for control in (part, *part.get("options", [])):
            if number := (control.get("emoji") or {}).get("id"):
                yield int(number)


def _known(world: World, number: int) -> Emoji:
    if number not in world.emoji:
        raise Refused("unknown emoji")
    return world.emoji[number]


def _free(world: World, name: str) -> str:
    if not re.fullmatch(r"[A-Za-z0-9_]{2,32}", name) or any(emoji.name == name for emoji in world.emoji.values()):
        raise Refused("bad body")
    return name


def _described(emoji: Emoji) -> Body:
    body = {"id": str(emoji.id), "name": emoji.name, "roles": [], "require_colons": True}
    return {**body, "managed": False, "animated": False, "available": True}


ROUTES: list[Route] = [
    ("GET", r"/applications/(\d+)/emojis", listed),
    ("POST", r"/applications/(\d+)/emojis", create),
    ("PATCH", r"/applications/(\d+)/emojis/(\d+)", rename),
    ("DELETE", r"/applications/(\d+)/emojis/(\d+)", delete),
]
