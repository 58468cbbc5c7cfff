"""``/… settings``: one page with all that a player can choose, and a command for each choice."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import date, datetime, timedelta
from typing import Unpack, cast, get_args
from zoneinfo import ZoneInfo, available_timezones

import discord
from discord import app_commands

from bot.matches.clock import DAY, LONGEST_VACATION
from bot.matches.preferences import Choices
from bot.matches.refusals import Refusal
from bot.now import now
from bot.store.players import Allowed, Notify
from bot.ui.desk import Click, Request, on, reply_to
from bot.ui.kit.custom_id import BadId
from bot.ui.kit.interaction import Interaction
from bot.ui.kit.reply import Reply
from bot.ui.pages.preferences import KEEP, VACATIONS, preferences_page
from bot.ui.words.options import choices, described
from render import THEMES

settings = app_commands.Group(name="settings", description=described("settings"))

_CLOCK = re.compile(r"([01]?[0-9]|2[0-3])(?::([0-5][0-9]))?")
_SPAN, _A_DAY = re.compile("([0-9]{1,4})-([0-9]{1,4})"), 24 * 60
_ZONES = sorted(available_timezones())
_THEMES = ("default", *THEMES)
_NONE = ("no", "none", "off", "0", "-")


@settings.command(name="show", description=described("settings.show"))
async def show(interaction: Interaction) -> None:
    """Show what the user has chosen, on a page where all of it can be changed."""
    await _change(interaction)


@on("settings", concerns_game=False)
async def open_settings(click: Click) -> Reply:
    """The same page, from another one."""
    return await _changed(click)


@on("theme", "notify", "quiet", "vacation", "challenges", "advice", page="settings", concerns_game=False)
async def choose(click: Click) -> Reply:
    """Something was chosen on the page."""
    match click.custom_id.control:
        case "theme":
            return await _changed(click, theme=_theme(click.choice(_THEMES)))
        case "notify":
            notify: tuple[Notify, ...] = get_args(Notify)
            return await _changed(click, notify=click.choice(notify))
        case "challenges":
            allowed: tuple[Allowed, ...] = get_args(Allowed)
            return await _changed(click, challenges=click.choice(allowed))
        case "advice":
            return await _changed(click, advice=click.choice(("on", "off")) == "on")
        case "quiet":
            return await _choose_hours(click)
        case _:
            return await _choose_vacation(click)


async def _choose_hours(click: Click) -> Reply:
    span = _SPAN.fullmatch(click.value)
    if span is None or max(minutes := [int(each) for each in span.groups()]) >= _A_DAY:
        raise BadId(str(click.custom_id))
    return await _changed(click, **_hours(*minutes))


async def _choose_vacation(click: Click) -> Reply:
    days = click.choice((KEEP, "0", *map(str, VACATIONS)))
    if days == KEEP:
        return await _changed(click)
    zone = (await click.app.preferences.of(click.user)).timezone
    today = datetime.fromtimestamp(now(), ZoneInfo(zone)).date()
    return await _away(click, _end_of(today + timedelta(days=int(days)), zone) if days != "0" else 0)


@settings.command(name="theme", description=described("settings.theme"))
@app_commands.describe(theme=described("settings.theme.theme"))
@app_commands.choices(theme=choices("theme", _THEMES))
async def choose_theme(interaction: Interaction, theme: str) -> None:
    """Choose how the pictures that only you see look."""
    await _change(interaction, theme=_theme(theme))


@settings.command(name="notify", description=described("settings.notify"))
@app_commands.describe(how=described("settings.notify.how"))
@app_commands.choices(how=choices("notify", get_args(Notify)))
async def choose_notification(interaction: Interaction, how: str) -> None:
    """Choose how to be told that it is your move."""
    await _change(interaction, notify=cast(Notify, how))


@settings.command(name="quiet", description=described("settings.quiet"))
@app_commands.describe(
    start=described("settings.quiet.from"),
    end=described("settings.quiet.to"),
    timezone=described("settings.quiet.timezone"),
)
@app_commands.rename(start="from", end="to")
async def choose_quiet_hours(
    interaction: Interaction, start: str | None = None, end: str | None = None, timezone: str | None = None
) -> None:
    """Choose hours without reminders, or a time zone, or both; ``off`` means no such hours."""

    async def work(request: Request) -> Reply:
        changes: Choices = {} if timezone is None else {"timezone": _zone(timezone)}
        if start is not None and start.strip().lower() in _NONE:
            changes |= _hours(0, 0)
        elif start is not None and end is not None:
            changes |= _hours(_minutes(start), _minutes(end))
        elif start is not None or end is not None:
            raise Refusal("half_quiet")
        return await _changed(request, **changes)

    await reply_to(interaction, work)


@choose_quiet_hours.autocomplete("timezone")
async def zones(_: Interaction, current: str) -> list[app_commands.Choice[str]]:
    """The time zones that contain what was typed."""
    wanted = current.lower().replace(" ", "_")
    found = [zone for zone in _ZONES if wanted in zone.lower()]
    return [app_commands.Choice(name=zone, value=zone) for zone in found[:25]]


@settings.command(name="vacation", description=described("settings.vacation"))
@app_commands.describe(until=described("settings.vacation.until"))
async def go_on_vacation(interaction: Interaction, until: str) -> None:
    """Stop your clocks until the end of a day; ``no`` ends a vacation."""

    async def work(request: Request) -> Reply:
        zone = (await request.app.preferences.of(request.user)).timezone
        return await _away(request, 0 if until.strip().lower() in _NONE else _end_of(_day(until), zone))

    await reply_to(interaction, work)


@settings.command(name="challenges", description=described("settings.challenges"))
@app_commands.describe(who=described("settings.challenges.who"))
@app_commands.rename(who="from")
@app_commands.choices(who=choices("allowed", get_args(Allowed)))
async def choose_challengers(interaction: Interaction, who: str) -> None:
    """Choose whether you can be challenged at all."""
    await _change(interaction, challenges=cast(Allowed, who))


@settings.command(name="advice", description=described("settings.advice"))
@app_commands.describe(wanted=described("settings.advice.wanted"))
@app_commands.rename(wanted="tips")
@app_commands.choices(wanted=choices("advice", ("on", "off")))
async def choose_advice(interaction: Interaction, wanted: str) -> None:
    """Choose whether to be given advice on the first turns."""
    await _change(interaction, advice=wanted == "on")


@settings.command(name="block", description=described("settings.block"))
@app_commands.describe(user=described("settings.block.user"))
async def block(interaction: Interaction, user: discord.User) -> None:
    """Take no more challenges from somebody; those that wait disappear."""

    async def work(request: Request) -> Reply:
        app = request.app
        await app.blocks.block(request.user, user.id)
        return replace(await _changed(request), background=app.challenge_posts.sweep)

    await reply_to(interaction, work)


@settings.command(name="unblock", description=described("settings.unblock"))
@app_commands.describe(user=described("settings.unblock.user"))
async def unblock(interaction: Interaction, user: discord.User) -> None:
    """Take challenges from somebody again."""

    async def work(request: Request) -> Reply:
        await request.app.blocks.unblock(request.user, user.id)
        return await _changed(request)

    await reply_to(interaction, work)


async def _change(interaction: Interaction, **choices: Unpack[Choices]) -> None:
    await reply_to(interaction, lambda request: _changed(request, **choices))


async def _changed(request: Request, **choices: Unpack[Choices]) -> Reply:
    """Change something, or nothing, and show the page."""
    app, user = request.app, request.user
    player = await (app.preferences.change(user, **choices) if choices else app.preferences.of(user))
    if "notify" in choices:
        app.messages.try_again(user)
    return Reply(preferences_page(request.say, player, await app.blocks.blocked_by(user)))


async def _away(request: Request, until: int) -> Reply:
    """Begin a vacation until some time, or end it (0)."""
    for game in await request.app.timers.vacation(request.user, until):
        request.app.boards.refresh(game)
    return await _changed(request)


def _theme(value: str) -> str | None:
    return None if value == "default" else value


def _hours(first: int, last: int) -> Choices:
    """Quiet hours, in minutes after midnight; none if they begin when they end."""
    return {"quiet_from": first, "quiet_to": last} if first != last else {"quiet_from": None, "quiet_to": None}


def _minutes(text: str) -> int:
    """Minutes after midnight, from ``22``, ``22:30`` or ``7``. Raises Refusal."""
    match = _CLOCK.fullmatch(text.strip())
    if match is None:
        raise Refusal("bad_time", text=text[:20])
    return int(match[1]) * 60 + int(match[2] or 0)


def _zone(name: str) -> str:
    if name not in _ZONES:
        raise Refusal("bad_zone", text=name[:40])
    return name


def _day(text: str) -> date:
    """A day given as 2026-12-24. Raises Refusal."""
    try:
        return date.fromisoformat(text.strip())
    except ValueError:
        raise Refusal("bad_date", text=text[:20]) from None


def _end_of(day: date, zone: str) -> int:
    """The end of a day in a time zone. Raises Refusal if no vacation can end then."""
    try:
        following = day + timedelta(days=1)
    except OverflowError:
        raise Refusal("bad_date", text=str(day)) from None
    end = datetime(following.year, following.month, following.day, tzinfo=ZoneInfo(zone)).timestamp()
    if not now() < end <= now() + LONGEST_VACATION:
        raise Refusal("bad_vacation", count=LONGEST_VACATION // DAY)
    return int(end)
