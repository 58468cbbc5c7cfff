"""The bodies of requests and messages: read, as they are then shown, and what is in them."""

import copy
import json
import re
from collections.abc import Callable, Iterator
from typing import Any

from aiohttp import web

Body = dict[str, Any]

IS_ANIMATED = 1
"""A flag of media in a gallery."""

MOST_FILES = 10
"""How many files a message has at most."""


async def read(request: web.Request) -> tuple[Any, list[str], int]:
    """The JSON of a request, the names of its files, and its size in bytes; read to the last byte."""
    raw = await request.read()
    if request.content_type != "multipart/form-data":
        return (json.loads(raw) if raw else None), [], len(raw)
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
    return body, files, len(raw)


def shown(body: Body, new_id: Callable[[], int], before: Body = {}) -> Body:  # noqa: B006
    """What a request changes of a message, as the message then says it: with ids, and links in place of files.

    Raises KeyError if it keeps a file that the message did not have ``before``.
    """
    has = {each["id"]: each for each in before.get("attachments", [])}
    kept = {key: copy.deepcopy(body[key]) for key in ("components", "flags") if body.get(key) is not None}
    if "content" in body:
        kept["content"] = body["content"]
    if "attachments" in body:
        kept["attachments"] = [_attachment(attachment, new_id, has) for attachment in body["attachments"]]
    files = {f"attachment://{each['filename']}": each for each in kept.get("attachments", [])}
    for number, part in enumerate(walk(kept), 1):
        part.setdefault("id", number)
        for media in [item["media"] for item in part.get("items", [])] + ([part["file"]] if "file" in part else []):
            if file := files.get(media["url"]):
                media |= {"url": file["url"], "proxy_url": file["proxy_url"], "attachment_id": file["id"]}
                media["flags"] = IS_ANIMATED if file["filename"].endswith(".gif") else 0
    return kept


def is_kept(attachment: Body) -> bool:
    """Whether a request names a file that its message has: the ids of those that it brings are small numbers."""
    return int(attachment.get("id", 0)) > MOST_FILES


def _attachment(attachment: Body, new_id: Callable[[], int], has: dict[str, Body]) -> Body:
    """A file as a message keeps it: one that stays is what it was, but for its alt text."""
    about = {"description": attachment.get("description")}
    if is_kept(attachment):
        return has[str(attachment["id"])] | ({} if "description" not in attachment else about)
    number, name = new_id(), attachment["filename"]
    url = f"https://cdn.invalid/{number}/{name}"
    return {"id": str(number), "filename": name, **about, "size": 1, "url": url, "proxy_url": url}


def listed(body: Body) -> list[Body]:
    """The files that a message lists: none that one of its components shows."""
    used = {item["media"].get("attachment_id") for part in walk(body) for item in part.get("items", [])}
    used |= {part["file"].get("attachment_id") for part in walk(body) if "file" in part}
    return [each for each in body.get("attachments", []) if each["id"] not in used]


def pinged(body: Body) -> tuple[int, ...]:
    """Whom a new message notifies: who is named in it and may be."""
    allowed = body.get("allowed_mentions") or {}
    text = text_of(body)
    return tuple(int(user) for user in allowed.get("users", []) if f"<@{user}>" in text)


def walk(body: Body) -> Iterator[Body]:
    """All components of a message, nested ones included, from top to bottom."""
    waiting = list(body.get("components") or [])
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


def about(body: Body) -> tuple[str, ...]:
    """What the controls of a message are about: a game (or a challenge), its revision, and the page; nothing without
    controls of ours.
    """
    ids = (custom_id.split(":") for custom_id in controls_of(body).values())
    return next(((parts[1], parts[2], parts[4]) for parts in ids if len(parts) == 6), ())
