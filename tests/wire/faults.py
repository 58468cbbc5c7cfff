"""Faults of Discord, by name, and where they strike."""

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
    """An error answer: the HTTP status, Discord's error code, and what it says.

    One of status 429 asks to wait ``retry_after`` seconds, for all routes if ``everywhere``. One of Cloudflare's is
    ``html``, and says neither a code nor for how long.
    """

    status: int
    code: int
    message: str
    retry_after: float = 0.3
    everywhere: bool = False
    html: bool = False

    def answer(self) -> web.Response:
        """The answer that the bot gets."""
        if self.html:
            return web.Response(text=f"<html>{self.message}</html>", status=self.status, content_type="text/html")
        headers: dict[str, str] = {}
        body: dict[str, object] = {"code": self.code, "message": self.message}
        if self.status == 429:
            body |= {"retry_after": self.retry_after, "global": self.everywhere}
            headers = {"Via": "1.1 google", "Retry-After": str(max(1, round(self.retry_after)))}
            headers |= {"X-RateLimit-Scope": "global" if self.everywhere else "user"}
            headers |= {"X-RateLimit-Global": "true"} if self.everywhere else {}
        return answer(body, self.status, headers)


LONG = 100.0
"""A wait, in seconds, which discord.py does not sleep through for us: it raises RateLimited."""

FAULTS = {
    "server error": Fault(500, 0, "500: Internal Server Error"),
    "unavailable": Fault(503, 0, "upstream connect error"),
    "rate limit": Fault(429, 0, "You are being rate limited."),
    "long rate limit": Fault(429, 0, "You are being rate limited.", LONG),
    "global rate limit": Fault(429, 0, "You are being rate limited.", everywhere=True),
    "cloudflare": Fault(429, 0, "Error 1015: you are being rate limited", html=True),
    "too many edits": Fault(429, 30046, "Maximum number of edits to messages older than 1 hour reached"),
    "too many edits for long": Fault(429, 30046, "Maximum number of edits to messages older than 1 hour reached", LONG),
    "bad V2 edit": Fault(400, 50035, "Invalid Form Body"),
    "bad body": Fault(400, 50035, "Invalid Form Body"),
    "bad emoji": Fault(400, 50035, "Invalid Form Body\nIn components.0.components.1.emoji.id: Invalid emoji"),
    "too many emoji": Fault(400, 30008, "Maximum number of emojis reached (2000)"),
    "missing access": Fault(403, 50001, "Missing Access"),
    "missing permissions": Fault(403, 50013, "Missing Permissions"),
    "unknown message": Fault(404, 10008, "Unknown Message"),
    "unknown channel": Fault(404, 10003, "Unknown Channel"),
    "unknown webhook": Fault(404, 10015, "Unknown Webhook"),
    "unknown emoji": Fault(404, 10014, "Unknown Emoji"),
    "unknown interaction": Fault(404, 10062, "Unknown interaction"),
    "answered already": Fault(400, 40060, "Interaction has already been acknowledged."),
    "too many follow-ups": Fault(400, 40094, "This interaction has reached the maximum number of follow up messages."),
    "archived thread": Fault(400, 50083, "Thread is archived"),
    "thread exists": Fault(400, 160004, "A thread has already been created for this message"),
    "expired token": Fault(401, 50027, "Invalid Webhook Token"),
}


@dataclass
class Trap:
    """Answers the next ``times`` requests of a kind with a fault; if ``after``, once they have had their effect.

    One for ``uploads`` lets requests without files pass.
    """

    fault: Fault
    method: str
    path: str
    times: int
    after: bool = False
    uploads: bool = False

    def catches(self, method: str, path: str, files: list[str]) -> bool:
        """Whether a request meets it."""
        if self.times <= 0 or (self.uploads and not files):
            return False
        return method in self.method.split("|") and re.fullmatch(self.path, path) is not None


POSTS = ("POST", r"/channels/\d+/messages")
EDITS = ("PATCH", r"/channels/\d+/messages/\d+")
DELETES = ("DELETE", r"/channels/\d+/messages/\d+")
ANSWERS = ("POST", r"/interactions/\d+/[^/]+/callback")
LOGIN = ("GET", r"/users/@me")
EMOJI = ("POST", r"/applications/\d+/emojis")
SYNC = ("PUT", r"/applications/\d+/commands")
GATEWAY = ("GET", r"/gateway/bot")
