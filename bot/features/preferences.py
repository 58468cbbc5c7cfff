"""Settings: two pages with all that a player can choose, and a form for times that are not on them."""

import re
from collections.abc import Callable
from dataclasses import replace
from datetime import date, datetime, timedelta
from typing import cast, get_args
from zoneinfo import ZoneInfo

from bot.clock import now
from bot.features.dispatch import Click, Reply, Request, on, speaker_for
from bot.matches.clock import DAY, LONGEST_VACATION
from bot.matches.days import next_reminder
from bot.matches.match import Refusal
from bot.matches.preferences import GAPS, Choices
from bot.store.players import Allowed, Next, Notify, PlayerRow
from bot.ui.kit.custom_id import BadId
from bot.ui.kit.interaction import server_of
from bot.ui.kit.texts import CATALOGUES
from bot.ui.pages.preferences import KEEP, VACATIONS, times_form, when_page, you_page
from bot.ui.pages.refusals import refusal_text
from bot.ui.words.options import USUAL
from bot.zones import CHOSEN_UTC, UNSET, shown_zone, zone_named, zone_names
from render import THEMES

_CLOCK = re.compile(r"([01]?[0-9]|2[0-3])(?::([0-5][0-9]))?")
_SPAN, _A_DAY = re.compile("([0-9]{1,4})-([0-9]{1,4})"), 24 * 60
_THEMES = ("default", *THEMES)
_SHOWN = ("pictures", "words")
_PROFILE = ("shown", "hidden")
_ON_OFF = ("on", "off")
NONE = ("no", "none", "off", "0", "-")

_SELECTS: dict[str, tuple[str, ...]] = {
    "theme": _THEMES,
    "notify": get_args(Notify),
    "challenges": get_args(Allowed),
    "advice": _ON_OFF,
    "show": _SHOWN,
    "forced": _ON_OFF,
    "next": get_args(Next),
    "gap": tuple(map(str, GAPS)),
    "profile": _PROFILE,
    "language": (USUAL, *CATALOGUES),
}
"""What some selects can have offered."""

_WHEN = ("notify", "quiet", "gap", "vacation", "next")
"""The controls of the page that says when somebody is called; all others are on the one about them."""

_MEANS: dict[str, Callable[[str], Choices]] = {
    "theme": lambda chosen: {"theme": None if chosen == "default" else chosen},
    "notify": lambda chosen: {"notify": cast(Notify, chosen)},
    "challenges": lambda chosen: {"challenges": cast(Allowed, chosen)},
    "advice": lambda chosen: {"advice": chosen == "on"},
    "show": lambda chosen: {"words": chosen == "words"},
    "forced": lambda chosen: {"forced": chosen == "on"},
    "next": lambda chosen: {"next": cast(Next, chosen)},
    "gap": lambda chosen: {"call_gap": int(chosen)},
    "profile": lambda chosen: {"hidden": chosen == "hidden"},
    "language": lambda chosen: {"language": None if chosen == USUAL else chosen},
}
"""What is changed by what was chosen in a select."""


@on(*_SELECTS, "quiet", "vacation", page="settings", concerns_game=False)
async def choose(click: Click) -> Reply:
    """Something was chosen on one of the pages."""
    control = click.custom_id.control
    if control in _SELECTS:
        return await _changed(click, _MEANS[control](click.choice(_SELECTS[control])))
    return await (_choose_hours(click) if control == "quiet" else _choose_vacation(click))


@on("block", "unblock", page="settings", concerns_game=False)
async def block(click: Click) -> Reply:
    """Take no more challenges from the person picked, or challenges again; those that wait have to disappear."""
    app = click.app
    if click.custom_id.control == "unblock":
        await app.blocks.unblock(click.user, click.number)
        return await show_choices(click)
    app.names.note(click.person)
    await app.blocks.block(click.user, click.person.id)
    app.tasks.once_answered(app.group_posts.begin)  # in which the two wait no longer together
    return replace(await show_choices(click), background=app.challenge_posts.sweep)


@on("times", page="settings", concerns_game=False)
async def ask_times(click: Click) -> Reply:
    """Ask for times that no select has."""
    player = await click.app.preferences.of(click.user)
    return Reply(form=times_form(click.say, player, await _zone_of(click)))


@on("typed", page="settings", concerns_game=False)
async def take_times(click: Click) -> Reply:
    """Take what was typed, all or nothing. What stands there already is no change."""
    quiet, zone, vacation, daily = click.typed(4)
    player, before = await click.app.preferences.of(click.user), await _zone_of(click)
    try:
        changes = _quiet_hours(quiet)
        if zone and zone != shown_zone(before.key):
            changes["timezone"] = chosen_zone(zone)
        changes |= _reminded(player, daily, zone_named(changes.get("timezone", before.key)), "timezone" in changes)
        until = await _last_second(click, vacation, changes.get("timezone"))
    except Refusal as refusal:
        page = when_page(click.say, player, before)
        return Reply(page.noted(refusal_text(click.say, refusal)))
    if until != (player.vacation_until if player.vacation_until > now() else 0):
        await click.app.timers.vacation(click.user, until)
    return await _changed(click, changes)


async def _choose_hours(click: Click) -> Reply:
    span = _SPAN.fullmatch(click.value)
    if span is None or max(minutes := [int(each) for each in span.groups()]) >= _A_DAY:
        raise BadId(str(click.custom_id))
    return await _changed(click, _hours(*minutes))


async def _choose_vacation(click: Click) -> Reply:
    days = click.choice((KEEP, "0", *map(str, VACATIONS)))
    if days != KEEP:
        zone = await _zone_of(click)
        last = datetime.fromtimestamp(now(), zone).date() + timedelta(days=int(days))
        await click.app.timers.vacation(click.user, _end_of(last, zone) if days != "0" else 0)
    return await when(click)


async def _changed(click: Click, choices: Choices) -> Reply:
    """The page of a control, once something was chosen there."""
    await click.app.preferences.change(click.user, **choices)
    if "language" in choices or "words" in choices:
        click = replace(click, say=await speaker_for(click.app, click.interaction))
    if choices.keys() & {"notify", "next", "daily_at"}:
        click.app.direct.try_again(click.user)
    return await (when if click.custom_id.control in (*_WHEN, "typed") else show_choices)(click)


@on("settings", concerns_game=False)
async def show_choices(request: Request) -> Reply:
    """Show what the user has chosen to see, from another page or once something was chosen."""
    app, user, guild_id = request.app, request.user, server_of(request.interaction)
    blocked = {each: app.names.of(guild_id, each) or str(each) for each in await app.blocks.blocked_by(user)}
    return Reply(you_page(request.say, await app.preferences.of(user), blocked))


@on("when", page="settings", concerns_game=False)
async def when(request: Request) -> Reply:
    """Show when the user is called."""
    return Reply(when_page(request.say, await request.app.preferences.of(request.user), await _zone_of(request)))


def _hours(first: int, last: int) -> Choices:
    """Quiet hours, in minutes after midnight; none if they begin when they end."""
    return {"quiet_from": first, "quiet_to": last} if first != last else {"quiet_from": None, "quiet_to": None}


def _quiet_hours(typed: str) -> Choices:
    """Read quiet hours such as ``22–7:30``; nothing for none. Raises Refusal."""
    if typed.lower() in ("", *NONE):
        return _hours(0, 0)
    start, dash, end = re.sub("[–—]", "-", typed).partition("-")
    if not (dash and start.strip() and end.strip()):
        raise Refusal("half_quiet")
    return _hours(minutes_of(start), minutes_of(end))


def _reminded(player: PlayerRow, typed: str, zone: ZoneInfo, is_new: bool) -> Choices:
    """Read when to remind of the daily quilt, which changes with the time zone, too. Raises Refusal."""
    minutes = None if typed.lower() in ("", *NONE) else minutes_of(typed)
    if minutes == player.daily_at and not is_new:
        return {}
    return {"daily_at": minutes, "daily_due": None if minutes is None else next_reminder(minutes, zone, now())}


async def _zone_of(request: Request) -> ZoneInfo:
    return await request.app.preferences.zone_of(request.user, server_of(request.interaction))


async def _last_second(request: Request, vacation: str, zone: str | None) -> int:
    """Work out when a vacation ends whose last day was typed, in a time zone or else in the user's; 0 for none."""
    if vacation.lower() in ("", *NONE):
        return 0
    try:
        day = date.fromisoformat(vacation)
    except ValueError:
        raise Refusal("bad_date", text=vacation[:20]) from None
    return _end_of(day, zone_named(zone) if zone else await _zone_of(request))


def minutes_of(text: str) -> int:
    """Minutes after midnight, from ``22``, ``22:30`` or ``7``. Raises Refusal."""
    match = _CLOCK.fullmatch(text.strip())
    if match is None:
        raise Refusal("bad_time", text=text[:20])
    return int(match[1]) * 60 + int(match[2] or 0)


def chosen_zone(name: str) -> str:
    """Find what is stored of a time zone that somebody has typed, or whose city. Raises Refusal ``bad_zone``."""
    wanted = name.casefold().replace(" ", "_")
    zones = {zone.casefold(): zone for zone in zone_names()}
    of_city = [zone for key, zone in zones.items() if key.rpartition("/")[2] == wanted]
    found = zones.get(wanted) or (of_city[0] if len(of_city) == 1 else None)
    if found is None:
        raise Refusal("bad_zone", text=name[:40])
    return CHOSEN_UTC if found == UNSET else found


def _end_of(day: date, zone: ZoneInfo) -> int:
    try:
        following = day + timedelta(days=1)
    except OverflowError:
        raise Refusal("bad_date", text=str(day)) from None
    end = datetime(following.year, following.month, following.day, tzinfo=zone).timestamp()
    if not now() < end <= now() + LONGEST_VACATION:
        raise Refusal("bad_vacation", count=LONGEST_VACATION // DAY)
    return int(end)
