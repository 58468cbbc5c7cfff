"""What level somebody plays at."""

from dataclasses import replace

from bot.matches.match import Match
from bot.matches.rivals import COUNTED, ENOUGH, Record
from bot.ui.kit.custom_id import CustomId
from bot.ui.kit.page import Page, Select, button
from bot.ui.kit.texts import Say
from bot.ui.pages.way_home import way_home
from bot.ui.words.names import rival_name
from bot.ui.words.options import level_options, rival_options


def with_level(say: Say, page: Page, match: Match, record: Record) -> Page:
    """A page about a game that has ended, with the way to the `level_page` if that has something to tell."""
    if not record.is_sure:
        return page
    way = (button(say, CustomId(match.id, match.revision, "more"), "mylevel"),)
    return replace(page, rows=(*page.rows, way))


def automa_page(say: Say) -> Page:
    """The levels of the Automa, each of which begins a game."""
    return Page(
        (say("help.alone"),),
        rows=(Select(say("select.automa"), CustomId(0, 0, "alone", "automa"), level_options(say)), (way_home(say),)),
    )


def level_page(say: Say, record: Record, clicked: CustomId) -> Page:
    """Show which rival suits somebody, how we know, and all of them to be played."""
    here = CustomId(clicked.subject, clicked.revision, "mylevel")
    if not record.is_sure:
        told = say("mylevel.unknown", count=ENOUGH - record.games)
    else:
        values = {"rival": rival_name(say, record.level), "won": record.won, "last": COUNTED}
        told = say("mylevel.known", count=record.games, **values)
    rivals = Select(say("select.rival"), here.press("rival"), rival_options(say))
    return Page((f"{say('mylevel.title')}\n{told}",), rows=(rivals, (button(say, here, "overview", "more"),)))
