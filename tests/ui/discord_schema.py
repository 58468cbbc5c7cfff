"""Checks the bot's requests against Discord's own description of its API."""

import json
import re
from collections.abc import Callable
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

import jsonschema_rs
import simcord

DESCRIPTION = Path(__file__).parents[1] / "discord_api.json"
"""The operations that the bot uses, with the bodies that they take; `tools/discord_api.py` renews it."""

_CALLBACKS = {
    4: "CreateMessageInteractionCallbackRequest",
    5: "CreateMessageInteractionCallbackRequest",
    6: "UpdateMessageInteractionCallbackRequest",
    7: "UpdateMessageInteractionCallbackRequest",
    8: "ApplicationCommandAutocompleteCallbackRequest",
    9: "ModalInteractionCallbackRequest",
}
"""The answers that the bot gives, by their type."""


def check_request(request: simcord.HttpLogEntry) -> None:
    """Assert that a request is one of those that the bot makes, and that its body is as Discord describes it."""
    schema = _schema_of(request)
    if schema is None:
        assert request.json is None, (request.method, request.path, request.json)
        return
    errors = _errors(schema, json.dumps(request.json), request.path.endswith("/commands"))
    assert not errors, (request.method, request.path, errors[:3], json.dumps(request.json)[:2000])


@lru_cache(maxsize=1000)  # each start sends the same commands, and many clicks the same answers
def _errors(schema: str, text: str, is_commands: bool) -> tuple[str, ...]:
    body = _without_known_deviations(json.loads(text), is_commands)
    return tuple(error.message for error in _validator(schema).iter_errors(body))


def _schema_of(request: simcord.HttpLogEntry) -> str | None:
    """The schema of the body that an operation takes; None if it takes none."""
    for pattern, schema in _operations():
        if pattern.fullmatch(f"{request.method} {request.path}"):
            if request.path.endswith("/callback") and isinstance(request.json, dict):
                schema = {"$ref": f"#/components/schemas/{_CALLBACKS[request.json['type']]}"}
            return json.dumps(schema) if schema else None
    raise AssertionError(
        f"the bot makes a request that is not among those of {DESCRIPTION.name}: {request.method} {request.path}; "
        "if that is right, add it with python -m tools.discord_api"
    )


@cache
def _operations() -> list[tuple[re.Pattern[str], dict[str, Any] | None]]:
    """What the bot may ask for, and the schema of its body."""
    operations = _description()["operations"].items()
    return [(re.compile(re.sub(r"\{[^}]+\}", "[^/@]+", operation)), schema) for operation, schema in operations]


@cache
def _description() -> dict[str, Any]:
    loaded: dict[str, Any] = json.loads(DESCRIPTION.read_text("utf-8"))
    return loaded


@cache
def _validator(schema: str) -> Any:
    return jsonschema_rs.Draft202012Validator({**json.loads(schema), "components": _description()["components"]})


def _without_known_deviations(body: Any, is_commands: bool) -> Any:
    """The body without the harmless ways in which discord.py 2.7 departs from the description."""
    return _mapped(body, _without_nsfw if is_commands else _strings_for_snowflakes)


def _without_nsfw(part: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in part.items() if key != "nsfw"}


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
