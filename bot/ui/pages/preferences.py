"""What a player has chosen."""

from collections.abc import Iterable, Sequence
from typing import get_args
from zoneinfo import ZoneInfo

from bot.clock import now
from bot.matches.preferences import GAPS
from bot.store.players import Allowed, Next, Notify, PlayerRow
from bot.ui.kit.custom_id import CustomId
from bot.ui.kit.page import Option, Page, Select
from bot.ui.kit.texts import Say, enumerated, mention, when
from bot.ui.words.options import name_of_language
from bot.zones import shown_zone
from render import THEMES

KEEP = "keep"
"""The choice that leaves a vacation as it is."""

NAMED = 20
"""How many of the users whom a player has blocked are named."""

QUIET = ((22 * 60, 7 * 60), (22 * 60, 8 * 60), (23 * 60, 7 * 60), (23 * 60, 8 * 60), (0, 8 * 60))
"""The quiet hours on offer, in minutes after midnight; a command takes any other."""

VACATIONS = (1, 7, 14)
"""In how many days a vacation can end that is on offer."""


def preferences_page(say: Say, player: PlayerRow, zone: ZoneInfo, blocked: Sequence[int]) -> Page:
    """All choices of a player, each in a select, and their time zone; ``blocked`` are the users from whom they
    take no challenges.
    """
    is_away = player.vacation_until > now()
    more = [say("settings.blocked.more", count=len(blocked) - NAMED)] if len(blocked) > NAMED else []
    lines = (
        say("settings.title"),
        *([say("settings.vacation", date=when(player.vacation_until - 1, "D"))] if is_away else []),
        *([say("settings.blocked", users=enumerated(say, [*map(mention, blocked[:NAMED]), *more]))] if blocked else []),
        *([say("settings.hidden")] if player.hidden else []),
        *([say("settings.language", language=name_of_language(player.language))] if player.language else []),
        *([say("settings.quiet.note")] if player.quiet_from is not None else []),
        say("settings.zone", zone=shown_zone(zone.key)),
    )
    here = CustomId(0, 0, "settings")

    def select(name: str, options: Iterable[Option]) -> Select:
        return Select(say(f"select.{name}"), here.press(name), tuple(options))

    # A choice says what it is about: Discord shows nothing else of a select.
    def options(name: str, values: Iterable[str], chosen: str) -> Iterable[Option]:
        return (Option(say(f"settings.{name}.{value}"), value, chosen=value == chosen) for value in values)

    rows = (
        select("theme", options("theme", ("default", *THEMES), player.theme or "default")),
        select("notify", options("notify", get_args(Notify), player.notify)),
        select("quiet", _quiet(say, player)),
        select("gap", (_gap(say, hours, player) for hours in GAPS)),
        select("vacation", _vacation(say, player)),
        select("challenges", options("challenges", get_args(Allowed), player.challenges)),
        select("show", options("show", ("pictures", "words"), "words" if player.words else "pictures")),
        select("advice", options("advice", ("on", "off"), "on" if player.advice else "off")),
        select("forced", options("forced", ("on", "off"), "on" if player.forced else "off")),
        select("next", options("next", get_args(Next), player.next)),
    )
    return Page(("\n".join(lines),), rows=rows)


def _quiet(say: Say, player: PlayerRow) -> Iterable[Option]:
    chosen = (player.quiet_from, player.quiet_to)
    yield Option(say("settings.no_quiet"), "0-0", chosen=None in chosen)
    spans = QUIET if None in chosen or chosen in QUIET else (*QUIET, chosen)
    for span in spans:
        start, end = (f"{at // 60}:{at % 60:02}" for at in span if at is not None)
        label = say("settings.quiet", start=start, end=end)
        yield Option(label, "-".join(map(str, span)), chosen=span == chosen)


def _gap(say: Say, hours: int, player: PlayerRow) -> Option:
    label = say("settings.gap", count=hours) if hours else say("settings.gap.0")
    return Option(label, str(hours), chosen=hours == player.call_gap)


def _vacation(say: Say, player: PlayerRow) -> Iterable[Option]:
    left = player.vacation_until - now()
    if left > 0:
        yield Option(say("settings.vacation.now"), KEEP, chosen=True)
    yield Option(say("settings.vacation.0"), "0", chosen=left <= 0)
    yield from (Option(say(f"settings.vacation.{days}"), str(days)) for days in VACATIONS)
