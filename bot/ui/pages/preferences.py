"""What a player has chosen, on two pages: what they see, and when they are called."""

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import get_args
from zoneinfo import ZoneInfo

from bot.clock import now
from bot.matches.preferences import GAPS
from bot.store.players import Allowed, Next, Notify, PlayerRow
from bot.ui.kit.custom_id import CustomId
from bot.ui.kit.page import Field, Form, Option, Page, People, Row, Select, button
from bot.ui.kit.texts import CATALOGUES, Say, enumerated, mention, when
from bot.ui.pages.games import MOST_OPTIONS
from bot.ui.pages.way_home import way_home
from bot.ui.words.options import USUAL, name_of_language
from bot.zones import shown_zone
from render import THEMES

HERE = CustomId(0, 0, "settings")

KEEP = "keep"
"""The choice that leaves a vacation as it is."""

NAMED = 20
"""How many of the users whom a player has blocked are named."""

QUIET = ((22 * 60, 7 * 60), (22 * 60, 8 * 60), (23 * 60, 7 * 60), (23 * 60, 8 * 60), (0, 8 * 60))
"""The quiet hours on offer, in minutes after midnight; the form takes any other."""

VACATIONS = (1, 7, 14)
"""In how many days a vacation can end that is on offer."""


def you_page(say: Say, player: PlayerRow, blocked: Mapping[int, str]) -> Page:
    """Show what a player sees and hears of games, and others of them. They take no challenges from those who are
    ``blocked``, who are called like this.
    """
    more = [say("settings.blocked.more", count=len(blocked) - NAMED)] if len(blocked) > NAMED else []
    users = enumerated(say, [*map(mention, [*blocked][:NAMED]), *more])
    languages = (
        Option(say("settings.language", language=name_of_language(code)), code, chosen=code == player.language)
        for code in sorted(CATALOGUES)
    )
    rows: list[Row] = [
        _select(say, "language", (_option(say, "language", USUAL, player.language or USUAL), *languages)),
        _chosen(say, "theme", ("default", *THEMES), player.theme or "default"),
        _chosen(say, "show", ("pictures", "words"), "words" if player.words else "pictures"),
        _chosen(say, "advice", ("on", "off"), "on" if player.advice else "off"),
        _chosen(say, "forced", ("on", "off"), "on" if player.forced else "off"),
        _chosen(say, "profile", ("shown", "hidden"), "hidden" if player.hidden else "shown"),
        _chosen(say, "challenges", get_args(Allowed), player.challenges),
        People(say("select.block"), HERE.press("block")),
    ]
    if blocked:
        freed = tuple(Option(name, str(user)) for user, name in [*blocked.items()][:MOST_OPTIONS])
        rows.append(_select(say, "unblock", freed))
    rows.append((button(say, HERE, "when"), way_home(say)))
    told = (say("settings.title"), say("settings.blocked", users=users) if blocked else "")
    return Page(("\n".join(filter(None, told)),), rows=tuple(rows))


def when_page(say: Say, player: PlayerRow, zone: ZoneInfo) -> Page:
    """Show when a player is called, and when not."""
    lines = (
        say("settings.title"),
        say("settings.vacation", date=when(player.vacation_until - 1, "D")) if player.vacation_until > now() else "",
        say("settings.quiet.note") if player.quiet_from is not None else "",
        say("settings.zone", zone=shown_zone(zone.key)),
    )
    rows = (
        _chosen(say, "notify", get_args(Notify), player.notify),
        _select(say, "quiet", _quiet(say, player)),
        _select(say, "gap", (_gap(say, hours, player) for hours in GAPS)),
        _select(say, "vacation", _vacation(say, player)),
        _chosen(say, "next", get_args(Next), player.next),
        (button(say, HERE, "times"), button(say, HERE, "you", "settings"), way_home(say)),
    )
    return Page(("\n".join(filter(None, lines)),), rows=rows)


def times_form(say: Say, player: PlayerRow, zone: ZoneInfo) -> Form:
    """Ask for quiet hours, a time zone and the last day of a vacation that no select has, and when to remind."""
    quiet = (
        "" if player.quiet_from is None else "–".join(_clock(at) for at in (player.quiet_from, player.quiet_to or 0))
    )
    is_away = player.vacation_until > now()
    last = datetime.fromtimestamp(player.vacation_until - 1, zone).date().isoformat() if is_away else ""
    daily = "" if player.daily_at is None else _clock(player.daily_at)
    fields = (("quiet", quiet), ("zone", shown_zone(zone.key)), ("vacation", last), ("daily", daily))
    return Form(say("button.times"), HERE.press("typed"), tuple(field(say, name, typed) for name, typed in fields))


def field(say: Say, name: str, typed: str) -> Field:
    """A field of a form, with how it is written."""
    return Field(say(f"field.{name}"), say(f"field.{name}.hint"), typed)


def _select(say: Say, name: str, options: Iterable[Option]) -> Select:
    return Select(say(f"select.{name}"), HERE.press(name), tuple(options))


def _chosen(say: Say, name: str, values: Iterable[str], chosen: str) -> Select:
    return _select(say, name, (_option(say, name, value, chosen) for value in values))


def _option(say: Say, name: str, value: str, chosen: str) -> Option:
    """A choice, which says what it is about: Discord shows nothing else of a select."""
    return Option(say(f"settings.{name}.{value}"), value, chosen=value == chosen)


def _clock(minutes: int) -> str:
    return f"{minutes // 60}:{minutes % 60:02}"


def _quiet(say: Say, player: PlayerRow) -> Iterable[Option]:
    chosen = (player.quiet_from, player.quiet_to)
    yield Option(say("settings.no_quiet"), "0-0", chosen=None in chosen)
    spans = QUIET if None in chosen or chosen in QUIET else (*QUIET, chosen)
    for span in spans:
        start, end = (_clock(at) for at in span if at is not None)
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
