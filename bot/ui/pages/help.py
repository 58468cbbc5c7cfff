"""How to play: a short first page, and a page behind each of its buttons."""

from __future__ import annotations

from bot.ui.kit.custom_id import CustomId
from bot.ui.kit.page import Page, button
from bot.ui.kit.texts import Say

TOPICS = ("rules", "picture", "clocks", "alone", "commands")
"""The pages of help, each also the name of the control that opens it."""

_HERE = CustomId(0, 0, "help")


def help_page(say: Say) -> Page:
    """What this is and how to begin, with a button for each topic."""
    buttons = [button(say, _HERE, topic) for topic in TOPICS]
    rows = ((button(say, _HERE, "learn", style="forward"), buttons[0]), tuple(buttons[1:3]), tuple(buttons[3:]))
    return Page((say("help.text"), say("help.disclaimer")), rows=rows)


def topic_page(say: Say, topic: str) -> Page:
    """One of the `TOPICS`, and the way to the others."""
    ways = (button(say, _HERE, "learn", style="forward"), button(say, _HERE, "help"))
    return Page((say(f"help.{topic}"),), rows=(ways,))
