"""How to play."""

from __future__ import annotations

from bot.ui.kit.page import Page
from bot.ui.kit.texts import Say


def help_page(say: Say) -> Page:
    """The rules in short, what the picture shows, and what this bot is."""
    return Page(tuple(say(f"help.{part}") for part in ("text", "picture", "solo", "privacy", "disclaimer")))
