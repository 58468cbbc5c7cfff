"""Checks the bot's requests against Discord's own API description, where it lies beside the repository."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

import jsonschema_rs
import simcord

SPECIFICATION = Path(__file__).parents[3] / "shared" / "discord" / "openapi.json"

_CALLBACKS = {
    4: "CreateMessageInteractionCallbackRequest",
    5: "CreateMessageInteractionCallbackRequest",
    6: "UpdateMessageInteractionCallbackRequest",
    7: "UpdateMessageInteractionCallbackRequest",
    8: "ApplicationCommandAutocompleteCallbackRequest",
}
"""The answers that the bot gives, by their type."""


def check_request(request: simcord.HttpLogEntry) -> None:
    """Assert that a request's body is as Discord describes it. Does nothing where the description is absent."""
    if request.json is None or not SPECIFICATION.exists():
        return
    errors = _errors(_schema_of(request), json.dumps(request.json), request.path.endswith("/commands"))
    assert not errors, (request.method, request.path, errors[:3], json.dumps(request.json)[:2000])


@lru_cache(maxsize=1000)  # each start sends the same commands, and many clicks the same answers
def _errors(schema: str, text: str, is_commands: bool) -> tuple[str, ...]:
    body = _without_known_deviations(json.loads(text), is_commands)
    return tuple(error.message for error in _validator(schema).iter_errors(body))


def _schema_of(request: simcord.HttpLogEntry) -> str:
    if re.fullmatch(r"/interactions/\d+/[^/]+/callback", request.path):
        answer: Any = request.json
        return json.dumps({"$ref": f"#/components/schemas/{_CALLBACKS[answer['type']]}"})
    method = request.method.lower()
    for pattern, operations in _paths():
        if method in operations and pattern.fullmatch(request.path):
            content = operations[method]["requestBody"]["content"]
            return json.dumps(content["application/json"]["schema"])
    raise AssertionError(f"Discord knows no {request.method} {request.path}")


@cache
def _paths() -> list[tuple[re.Pattern[str], dict[str, Any]]]:
    """The paths that Discord knows, and what can be done at each."""
    paths = _specification()["paths"].items()
    return [(re.compile(re.sub(r"\{[^}]+\}", "[^/]+", template)), operations) for template, operations in paths]


@cache
def _specification() -> dict[str, Any]:
    loaded: dict[str, Any] = json.loads(SPECIFICATION.read_text("utf-8"))
    return loaded


@cache
def _validator(schema: str) -> Any:
    return jsonschema_rs.Draft202012Validator({**json.loads(schema), "components": _specification()["components"]})


def _without_known_deviations(body: Any, is_commands: bool) -> Any:
    """The body without the harmless ways in which discord.py 2.7 departs from the description."""
    if is_commands:
        return [_mapped(command, lambda part: {k: v for k, v in part.items() if k != "nsfw"}) for command in body]
    return _mapped(body, _strings_for_snowflakes)


def _strings_for_snowflakes(part: dict[str, Any]) -> dict[str, Any]:
    if "filename" in part and "id" in part:
        part = {**part, "id": str(part["id"])}
    if "recipient_id" in part:
        part = {**part, "recipient_id": str(part["recipient_id"])}
    if (part.get("emoji") or {}).get("id"):
        part = {**part, "emoji": {**part["emoji"], "id": str(part["emoji"]["id"])}}
    if "parse" in part and "users" in part:
        part = {**part, "users": [str(user) for user in part["users"]]}
    return part


def _mapped(value: Any, change: Callable[[dict[str, Any]], dict[str, Any]]) -> Any:
    if isinstance(value, dict):
        return change({key: _mapped(item, change) for key, item in value.items()})
    return [_mapped(item, change) for item in value] if isinstance(value, list) else value
