"""How to play: a short first page, and a page behind each of its buttons."""

import render
from bot.ui.kit.custom_id import CustomId
from bot.ui.kit.page import LONGEST_ALT, Button, Image, Page, Row, button
from bot.ui.kit.pictures import drawing
from bot.ui.kit.texts import Say
from bot.ui.pages.start import more_select
from bot.ui.words.alt import table_alt
from bot.ui.words.lesson_tables import MIDDLE

TOPICS = ("rules", "picture", "clocks", "rivals", "alone", "commands")
"""The pages of help, each also the name of the control that opens it."""

_HERE = CustomId(0, 0, "help")


def help_page(say: Say) -> Page:
    """Show what this is and how to begin, with a button for each topic."""
    first = button(say, _HERE, "learn", style="forward"), button(say, _HERE, "about")
    rows: tuple[Row, ...] = (first, *_topics(say), more_select(say))
    return Page((say("help.text"), say("help.disclaimer")), rows=rows)


def topic_page(say: Say, topic: str) -> Page:
    """One of the `TOPICS`, and the way to the others and back."""
    rows = _topics(say, topic)
    text = say(f"help.{topic}")
    if topic != "picture":
        return Page((text,), rows=rows)
    turn = MIDDLE
    guide = drawing(render.draw_guide, turn.after, new=turn.new, seat=turn.before.turn)
    table = table_alt(say, turn.after, room=LONGEST_ALT - len(say("help.picture.alt", table="")))
    return Page((text,), Image(guide, say("help.picture.alt", table=table), "guide.png"), rows=rows)


def _topics(say: Say, shown: str = "") -> tuple[tuple[Button, ...], ...]:
    """A button for each topic, in the same place on every page; in that of the one ``shown``, the way back."""
    back = button(say, _HERE, "back", "help", style="forward")
    topics = tuple(back if topic == shown else button(say, _HERE, topic) for topic in TOPICS)
    return topics[:3], topics[3:]
