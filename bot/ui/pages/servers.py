"""What a server has chosen."""

from collections.abc import Iterable

from bot.matches.clock import DAYS, USUAL_PACE
from bot.store.servers import ServerRow
from bot.ui.kit.custom_id import CustomId
from bot.ui.kit.page import Form, Option, Page, Select, button
from bot.ui.kit.texts import CATALOGUES, Say
from bot.ui.pages.preferences import field
from bot.ui.words.options import USUAL, USUAL_TRACK, name_of_language, pace_text
from bot.zones import UNSET, shown_zone
from game.squares import LEATHER_SPACES
from render import DAYLIGHT, THEMES

PAGE = "server"

OFFERED: dict[str, tuple[str, ...]] = {
    "where": ("here", "thread"),
    "pace": tuple(map(str, (*DAYS, 0))),
    "leather": tuple(LEATHER_SPACES),
    "theme": tuple(THEMES),
    "language": (USUAL, *sorted(CATALOGUES)),
}
"""What the selects offer, by their controls."""

_HERE = CustomId(0, 0, PAGE)


def server_page(say: Say, server: ServerRow) -> Page:
    """Show what new games in a server begin with, choice by choice, and where daily quilts hang."""
    chosen = {
        "where": server.place or "here",
        "pace": str(USUAL_PACE if server.pace is None else server.pace),
        "leather": server.track or USUAL_TRACK,
        "theme": server.theme or DAYLIGHT.name,
        "language": server.language or USUAL,
    }
    games = (
        say("servers.channel", channel=f"<#{server.channel_id}>") if server.channel_id else say("servers.any_channel")
    )
    daily = say("servers.daily", channel=f"<#{server.daily_id}>") if server.daily_id else say("servers.no_daily")
    zone = say("servers.zone", zone=shown_zone(server.timezone or UNSET))
    selects = (
        Select(say(f"select.server.{name}"), _HERE.press(name), tuple(_options(say, name, values, chosen[name])))
        for name, values in OFFERED.items()
    )
    belong = button(say, _HERE, "onlyhere"), button(say, _HERE, "anywhere")
    dailies = button(say, _HERE, "dailyhere"), button(say, _HERE, "nodaily"), button(say, _HERE, "zone")
    return Page(("\n".join((say("servers.title"), games, daily, zone)),), rows=(*selects, belong, dailies))


def zone_form(say: Say, server: ServerRow) -> Form:
    """Ask for the time zone of a server."""
    asked = field(say, "zone", shown_zone(server.timezone or UNSET))
    return Form(say("button.zone"), _HERE.press("typed"), (asked,))


def _options(say: Say, name: str, values: tuple[str, ...], chosen: str) -> Iterable[Option]:
    return (Option(_label(say, name, value), value, chosen=value == chosen) for value in values)


def _label(say: Say, name: str, value: str) -> str:
    """A choice, which says what it is about: Discord shows nothing else of a select."""
    match name:
        case "where":
            return say(f"servers.where.{value}")
        case "pace":
            return say("servers.pace", pace=pace_text(say, int(value) or None))
        case "language" if value != USUAL:
            return say("servers.language", language=name_of_language(value))
        case "language":
            return say("servers.any_language")
        case "leather":
            return say("servers.leather", leather=say(f"choice.leather.{value}"))
    return say("servers.theme", theme=say(f"choice.theme.{value}"))
