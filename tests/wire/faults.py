"""Faults of Discord, by name, and where they strike."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass

from aiohttp import web


def answer(body: object, status: int = 200, headers: dict[str, str] | None = None) -> web.Response:
    """A JSON answer. Not web.json_response: discord.py takes a body with a charset in its type for plain text."""
    data = json.dumps(body).encode()
    return web.Response(body=data, status=status, content_type="application/json", headers=headers)


@dataclass(frozen=True)
class Fault:
    """An error answer: the HTTP status, Discord's error code, and what it says."""

    status: int
    code: int
    message: str

    def answer(self) -> web.Response:
        """The answer that the bot gets."""
        headers: dict[str, str] = {}
        body: dict[str, object] = {"code": self.code, "message": self.message}
        if self.status == 429:
            body |= {"retry_after": 0.3, "global": False}
            headers = {"Via": "1.1 google", "X-RateLimit-Scope": "user", "Retry-After": "1"}
        return answer(body, self.status, headers)


FAULTS = {
    "server error": Fault(500, 0, "500: Internal Server Error"),
    "unavailable": Fault(503, 0, "upstream connect error"),
    "rate limit": Fault(429, 0, "You are being rate limited."),
    "too many edits": Fault(400, 30046, "Maximum number of edits to messages older than 1 hour reached"),
    "bad V2 edit": Fault(400, 50035, "Invalid Form Body"),
    "missing access": Fault(403, 50001, "Missing Access"),
    "missing permissions": Fault(403, 50013, "Missing Permissions"),
    "unknown message": Fault(404, 10008, "Unknown Message"),
    "unknown channel": Fault(404, 10003, "Unknown Channel"),
    "unknown interaction": Fault(404, 10062, "Unknown interaction"),
    "answered already": Fault(400, 40060, "Interaction has already been acknowledged."),
    "archived thread": Fault(400, 50083, "Thread is archived"),
    "expired token": Fault(401, 50027, "Invalid Webhook Token"),
    "bad body": Fault(400, 50035, "Invalid Form Body"),
}


@dataclass
class Trap:
    """Answers the next ``times`` requests of a kind with a fault; if ``after``, once they have had their effect."""

    fault: Fault
    method: str
    path: str
    times: int
    after: bool = False

    def catches(self, method: str, path: str) -> bool:
        """Whether a request meets it."""
        return self.times > 0 and method in self.method.split("|") and re.fullmatch(self.path, path) is not None


POSTS = ("POST", r"/channels/\d+/messages")
EDITS = ("PATCH", r"/channels/\d+/messages/\d+")
DELETES = ("DELETE", r"/channels/\d+/messages/\d+")
ANSWERS = ("POST", r"/interactions/\d+/[^/]+/callback")
