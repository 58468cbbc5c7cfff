"""What Discord refuses in a message, beyond its own description of the API (which is checked too)."""

from dataclasses import dataclass
from typing import Any

from tests.ui.discord_schema import check_request
from tests.wire.bodies import Body, walk
from tests.wire.places import V2

ROW, MOST_ROWS = 1, 5
"""The type of a row of controls, and how many a message has at most that is not V2."""


@dataclass(frozen=True)
class Request:
    """A request as `check_request` looks at it."""

    method: str
    path: str
    json: Any


def complaints(method: str, path: str, body: Any, files: list[str]) -> list[str]:
    """What is wrong with a request; the names of the files it brings are given in order."""
    found = []
    try:
        check_request(Request(method, path, body))  # type: ignore[arg-type]
    except AssertionError as error:
        found.append(f"{method} {path}: {error}"[:2000])
    if isinstance(body, dict):
        message = (body.get("data") or {}) if path.endswith("/callback") else body
        found += [f"{method} {path}: {problem}" for problem in _problems(message, files)]
    return found


def _problems(message: Body, files: list[str]) -> list[str]:
    parts = list(walk(message))
    ids = [part["custom_id"] for part in parts if "custom_id" in part]
    found = []
    if len(parts) > 40:
        found.append(f"{len(parts)} components")
    if len(set(ids)) < len(ids):
        found.append("the same custom_id twice")
    if sum(len(part["content"]) for part in parts if part["type"] == 10) > 4000:
        found.append("more than 4000 characters")
    is_v2 = bool((message.get("flags") or 0) & V2)
    if is_v2 and message.get("content"):
        found.append("a content beside V2 components")
    rows = message.get("components") or []
    if not is_v2 and any(part["type"] != ROW for part in rows):
        found.append("V2 components without the flag")
    if not is_v2 and len(rows) > MOST_ROWS:
        found.append(f"{len(rows)} rows without the V2 flag")
    if len(message.get("content") or "") > 2000:
        found.append("a content of more than 2000 characters")
    if len(str(message.get("nonce") or "")) > 25:
        found.append("a nonce longer than 25")
    listed = {attachment.get("filename") for attachment in message.get("attachments", [])}
    if listed < set(files):
        found.append(f"files {files}, but listed {sorted(map(str, listed))}")
    used = {url for part in parts for url in _urls(part) if url.startswith("attachment://")}
    if missing := used - {f"attachment://{name}" for name in listed}:
        found.append(f"not uploaded: {sorted(missing)}")
    return found


def _urls(part: Body) -> list[str]:
    return [item["media"]["url"] for item in part.get("items", [])] + ([part["file"]["url"]] if "file" in part else [])
