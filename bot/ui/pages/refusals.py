"""Why something cannot be done, and what can be done instead."""

from bot.matches.match import Refusal
from bot.ui.kit.custom_id import CustomId
from bot.ui.kit.page import Page, Select
from bot.ui.kit.texts import Say
from bot.ui.words.options import level_options, rival_options
from bot.ui.words.refusals import refusal_text

LONELY = ("bot", "yourself")
"""Refusals to people who have chosen nobody to play with: they may want to play alone."""


def refusal_page(say: Say, refusal: Refusal) -> Page:
    """The sentence, and for those who found nobody to play with rivals and the Automa, to choose from."""
    text = refusal_text(say, refusal)
    if refusal.reason not in LONELY:
        return Page((text,))
    here = CustomId(0, 0, "refusal")
    rivals = Select(say("select.rival"), here.press("rival"), rival_options(say))
    levels = Select(say("select.automa"), here.press("automa"), level_options(say))
    return Page((text,), rows=(rivals, levels))
