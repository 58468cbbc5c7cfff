"""``/… settings``: one page with all that a player can choose; the command's options change it at once."""

import re
from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import date, datetime, timedelta
from typing import Unpack, cast, get_args
from zoneinfo import ZoneInfo

import discord
from discord import app_commands

from bot.clock import now
from bot.features.dispatch import Click, Interaction, Reply, Request, command, on, speaker_for
from bot.matches.clock import DAY, LONGEST_VACATION
from bot.matches.days import next_reminder
from bot.matches.match import Refusal
from bot.matches.preferences import GAPS, Choices
from bot.store.players import Allowed, Next, Notify
from bot.ui.kit.custom_id import BadId
from bot.ui.pages.preferences import KEEP, VACATIONS, preferences_page
from bot.ui.words.options import USUAL, choices, described, language_choices, usual_choice
from bot.zones import CHOSEN_UTC, UNSET, zone_named, zone_names
from render import THEMES

_CLOCK = re.compile(r"([01]?[0-9]|2[0-3])(?::([0-5][0-9]))?")
_SPAN, _A_DAY = re.compile("([0-9]{1,4})-([0-9]{1,4})"), 24 * 60
_THEMES = ("default", *THEMES)
_SHOWN = ("pictures", "words")
_PROFILE = ("shown", "hidden")
_ON_OFF = ("on", "off")
NONE = ("no", "none", "off", "0", "-")

_OPTIONS = (
    *("theme", "notify", "quiet_from", "quiet_to", "timezone", "vacation", "challenges", "tips", "show", "forced"),
    *("next", "profile", "language", "block", "unblock"),
)

_SELECTS: dict[str, tuple[str, ...]] = {
    "theme": _THEMES,
    "notify": get_args(Notify),
    "challenges": get_args(Allowed),
    "advice": _ON_OFF,
    "show": _SHOWN,
    "forced": _ON_OFF,
    "next": get_args(Next),
    "gap": tuple(map(str, GAPS)),
}
"""What some selects of the page can have offered."""

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
"""What is changed by what was chosen in a select or in an option."""


@command("settings")
@app_commands.describe(**{name: described(f"settings.{name}") for name in _OPTIONS})
@app_commands.choices(theme=choices("theme", _THEMES), notify=choices("notify", get_args(Notify)))
@app_commands.choices(challenges=choices("allowed", get_args(Allowed)), tips=choices("advice", _ON_OFF))
@app_commands.choices(show=choices("show", _SHOWN), forced=choices("forced", _ON_OFF))
@app_commands.choices(next=choices("next", get_args(Next)), profile=choices("profile", _PROFILE))
@app_commands.choices(language=language_choices(usual_choice(USUAL)))
async def settings(
    request: Request,
    theme: str | None = None,
    notify: str | None = None,
    quiet_from: str | None = None,
    quiet_to: str | None = None,
    timezone: str | None = None,
    vacation: str | None = None,
    challenges: str | None = None,
    tips: str | None = None,
    show: str | None = None,
    forced: str | None = None,
    next: str | None = None,
    profile: str | None = None,
    language: str | None = None,
    block: discord.User | None = None,
    unblock: discord.User | None = None,
) -> Reply:
    """Change what is named, and show all that the user has chosen, on a page where it can be changed."""
    chosen = {"theme": theme, "notify": notify, "challenges": challenges, "advice": tips, "show": show}
    chosen |= {"forced": forced, "next": next, "profile": profile, "language": language}
    changes = _quiet_hours(quiet_from, quiet_to)
    for name, value in chosen.items():
        if value:
            changes |= _MEANS[name](value)
    if timezone is not None:
        changes |= await _in_zone(request, chosen_zone(timezone))
    until = None if vacation is None else await _last_second(request, vacation, changes.get("timezone"))
    background = await _block(request, block, unblock)
    if until is not None:
        await request.app.timers.vacation(request.user, until)
    return replace(await show_choices(request, **changes), background=background)


@settings.autocomplete("timezone")
async def zones(_: Interaction, current: str) -> list[app_commands.Choice[str]]:
    """The time zones that contain what was typed."""
    wanted = current.lower().replace(" ", "_")
    found = [zone for zone in zone_names() if wanted in zone.lower()]
    return [app_commands.Choice(name=zone, value=zone) for zone in found[:25]]


@on(*_SELECTS, "quiet", "vacation", page="settings", concerns_game=False)
async def choose(click: Click) -> Reply:
    """Something was chosen on the page."""
    control = click.custom_id.control
    if control in _SELECTS:
        return await show_choices(click, **_MEANS[control](click.choice(_SELECTS[control])))
    return await (_choose_hours(click) if control == "quiet" else _choose_vacation(click))


async def _choose_hours(click: Click) -> Reply:
    span = _SPAN.fullmatch(click.value)
    if span is None or max(minutes := [int(each) for each in span.groups()]) >= _A_DAY:
        raise BadId(str(click.custom_id))
    return await show_choices(click, **_hours(*minutes))


async def _choose_vacation(click: Click) -> Reply:
    days = click.choice((KEEP, "0", *map(str, VACATIONS)))
    if days == KEEP:
        return await show_choices(click)
    zone = await _zone_of(click)
    last = datetime.fromtimestamp(now(), zone).date() + timedelta(days=int(days))
    await click.app.timers.vacation(click.user, _end_of(last, zone) if days != "0" else 0)
    return await show_choices(click)


async def _block(
    request: Request, user: discord.User | None, freed: discord.User | None
) -> Callable[[], Awaitable[object]] | None:
    """Take no more challenges from one user, and challenges from another again; those that wait have to disappear."""
    app = request.app
    if freed:
        await app.blocks.unblock(request.user, freed.id)
    if user is None:
        return None
    await app.blocks.block(request.user, user.id)
    app.tasks.once_answered(app.group_posts.begin)  # in which the two wait no longer together
    return app.challenge_posts.sweep


@on("settings", concerns_game=False)
async def show_choices(request: Request, **choices: Unpack[Choices]) -> Reply:
    """The page, from another one, or once something was chosen."""
    app, user = request.app, request.user
    player = await (app.preferences.change(user, **choices) if choices else app.preferences.of(user))
    if "language" in choices:
        request = replace(request, say=await speaker_for(app, request.interaction))
    if "notify" in choices or "next" in choices:
        app.direct.try_again(user)
    return Reply(preferences_page(request.say, player, await _zone_of(request), await app.blocks.blocked_by(user)))


def _hours(first: int, last: int) -> Choices:
    """Quiet hours, in minutes after midnight; none if they begin when they end."""
    return {"quiet_from": first, "quiet_to": last} if first != last else {"quiet_from": None, "quiet_to": None}


def _quiet_hours(start: str | None, end: str | None) -> Choices:
    if start is not None and start.strip().lower() in NONE:
        return _hours(0, 0)
    if start is None and end is None:
        return {}
    if start is None or end is None:
        raise Refusal("half_quiet")
    return _hours(minutes_of(start), minutes_of(end))


async def _in_zone(request: Request, zone: str) -> Choices:
    """A time zone, in which the hour of a daily reminder comes at another time."""
    daily_at = (await request.app.preferences.of(request.user)).daily_at
    if daily_at is None:
        return {"timezone": zone}
    return {"timezone": zone, "daily_due": next_reminder(daily_at, zone_named(zone), now())}


async def _zone_of(request: Request) -> ZoneInfo:
    return await request.app.preferences.zone_of(request.user, request.interaction.guild_id or 0)


async def _last_second(request: Request, vacation: str, zone: str | None) -> int:
    """Work out when a vacation ends whose last day was typed, in a time zone or else in the user's; 0 for none."""
    if vacation.strip().lower() in NONE:
        return 0
    try:
        day = date.fromisoformat(vacation.strip())
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
    """Find what is stored of a time zone that somebody has chosen by its name. Raises Refusal ``bad_zone``."""
    if name not in zone_names():
        raise Refusal("bad_zone", text=name[:40])
    return CHOSEN_UTC if name == UNSET else name


def _end_of(day: date, zone: ZoneInfo) -> int:
    try:
        following = day + timedelta(days=1)
    except OverflowError:
        raise Refusal("bad_date", text=str(day)) from None
    end = datetime(following.year, following.month, following.day, tzinfo=zone).timestamp()
    if not now() < end <= now() + LONGEST_VACATION:
        raise Refusal("bad_vacation", count=LONGEST_VACATION // DAY)
    return int(end)
