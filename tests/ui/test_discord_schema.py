"""The requests of all other tests, here and over sockets, are checked against Discord's own description."""

from types import SimpleNamespace
from typing import Any

import pytest

from tests.ui.discord_schema import check_request


@pytest.mark.parametrize(
    ("request_line", "body", "words"),
    [
        ("POST /channels/1/messages", {"components": "none"}, "components"),
        ("POST /channels/1/messages", {"content": "a" * 4001}, "longer than 4000"),
        ("POST /channels/1/messages", None, "null is not of type"),
        ("POST /interactions/1/token/callback", {"type": 4, "data": {"flags": "none"}}, "flags"),
        ("POST /interactions/1/token/callback", None, "null is not valid"),
        ("PUT /applications/1/commands", [{"name": "a" * 33}], "longer than 32"),
        ("DELETE /channels/1/messages/2", {}, "DELETE"),
        ("POST /channels/1/letters", {}, "not among those of discord_api.json: POST /channels/1/letters"),
        ("GET /channels/1/messages/2", None, "not among those"),
        ("DELETE /channels/1", None, "not among those"),
        ("GET /users/1", None, "not among those"),
        ("PUT /channels/1/thread-members/@me", None, "not among those"),
    ],
)
def test_a_request_that_discord_would_refuse_or_that_the_bot_does_not_make_is_found(
    request_line: str, body: Any, words: str
) -> None:
    method, path = request_line.split()
    with pytest.raises(AssertionError, match=words):
        check_request(SimpleNamespace(method=method, path=path, json=body))  # type: ignore[arg-type]
