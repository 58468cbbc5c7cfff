"""The requests of all other tests here are checked against Discord's own description, where it lies beside us."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from tests.ui.discord_schema import SPECIFICATION, check_request


@pytest.mark.parametrize(
    ("path", "body", "words"),
    [
        ("/channels/1/messages", {"components": "none"}, "components"),
        ("/channels/1/letters", {}, "Discord knows no POST"),
    ],
)
def test_a_request_that_discord_would_refuse_is_found(path: str, body: Any, words: str) -> None:
    if not SPECIFICATION.exists():
        pytest.skip("Discord's description is not here: requests are not checked")
    with pytest.raises(AssertionError, match=words):
        check_request(SimpleNamespace(method="POST", path=path, json=body))  # type: ignore[arg-type]
