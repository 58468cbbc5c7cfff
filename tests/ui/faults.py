"""What goes wrong at Discord."""

from __future__ import annotations

from typing import Any, cast

import discord


class Response:
    """As much of an HTTP response as discord.py's errors look at."""

    reason = "refused"

    def __init__(self, status: int) -> None:
        self.status = status


def refusal(status: int, code: int = 0) -> discord.HTTPException:
    """What discord.py raises when Discord refuses a request."""
    kinds = {403: discord.Forbidden, 404: discord.NotFound}
    kind = kinds.get(status, discord.HTTPException)
    return kind(cast(Any, Response(status)), {"code": code, "message": "refused"})
