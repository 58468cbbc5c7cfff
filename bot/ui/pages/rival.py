"""What level somebody plays at."""

from __future__ import annotations

from bot.matches.rivals import COUNTED, ENOUGH, Standing
from bot.ui.kit.custom_id import CustomId
from bot.ui.kit.page import Page, Select, button
from bot.ui.kit.texts import Say
from bot.ui.words.names import rival_name
from bot.ui.words.options import rival_options


def level_page(say: Say, standing: Standing, clicked: CustomId) -> Page:
    """Which rival suits somebody, how we know, and all of them to be played."""
    here = CustomId(clicked.subject, clicked.revision, "mylevel")
    if standing.level is None:
        told = say("mylevel.unknown", count=ENOUGH - standing.games)
    else:
        values = {"rival": rival_name(say, standing.level), "won": standing.won, "last": COUNTED}
        told = say("mylevel.known", count=standing.games, **values)
    rivals = Select(say("select.rival"), here.press("rival"), rival_options(say))
    return Page((f"{say('mylevel.title')}\n{told}",), rows=(rivals, (button(say, here, "overview", "more"),)))
