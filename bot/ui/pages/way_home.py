"""The way back to the home page, from the pages to which it leads."""

from bot.ui.kit.custom_id import CustomId
from bot.ui.kit.page import Button, button
from bot.ui.kit.texts import Say

PAGE = "start"
"""What the home page is called in ids."""


def way_home(say: Say) -> Button:
    """The button that leads there."""
    return button(say, CustomId(0, 0, PAGE), "start")
