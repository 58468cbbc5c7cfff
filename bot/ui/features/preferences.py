"""``/… settings``: notifications, theme, quiet hours and vacation."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import date, datetime, timedelta
from typing import cast, get_args
from zoneinfo import ZoneInfo, available_timezones

import discord
from discord import app_commands

from bot.matches.clock import DAY, LONGEST_VACATION
from bot.matches.preferences import Choices
from bot.matches.refusals import Refusal
from bot.now import now
from bot.store.players import Allowed, Notify, PlayerRow
from bot.ui.desk import Request, reply_to
from bot.ui.kit.interaction import Interaction
from bot.ui.kit.reply import Reply
from bot.ui.pages.preferences import preferences_page
from bot.ui.words.options import choices, described
from render import THEMES

settings = app_commands.Group(name="settings", description=described("settings"))

_CLOCK = re.compile(r"([01]?[0-9]|2[0-3])(?::([0-5][0-9]))?")
_ZONES = sorted(available_timezones())


@settings.command(name="show", description=described("settings.show"))
async def show(interaction: Interaction) -> None:
    """Show what the user has chosen."""

    async def work(request: Request) -> Reply:
        return await _shown(request, await request.app.preferences.of(request.user))

    await reply_to(interaction, work)


@settings.command(name="theme", description=described("settings.theme"))
@app_commands.describe(theme=described("settings.theme.theme"))
@app_commands.choices(theme=choices("theme", ["default", *THEMES]))
async def choose_theme(interaction: Interaction, theme: str) -> None:
    """Choose how the pictures that only you see look."""
    name = None if theme == "default" else theme

    async def work(request: Request) -> Reply:
        return await _shown(request, await request.app.preferences.change(request.user, theme=name))

    await reply_to(interaction, work)


@settings.command(name="notify", description=described("settings.notify"))
@app_commands.describe(how=described("settings.notify.how"))
@app_commands.choices(how=choices("notify", get_args(Notify)))
async def choose_notification(interaction: Interaction, how: str) -> None:
    """Choose how to be told that it is your move."""

    async def work(request: Request) -> Reply:
        return await _shown(request, await request.app.preferences.change(request.user, notify=cast(Notify, how)))

    await reply_to(interaction, work)


@settings.command(name="quiet", description=described("settings.quiet"))
@app_commands.describe(
    start=described("settings.quiet.from"),
    end=described("settings.quiet.to"),
    timezone=described("settings.quiet.timezone"),
)
@app_commands.rename(start="from", end="to")
async def choose_quiet_hours(interaction: Interaction, start: str, end: str, timezone: str | None = None) -> None:
    """Choose hours without reminders; the same time twice means none."""

    async def work(request: Request) -> Reply:
        first, last = _minutes(start), _minutes(end)
        hours: Choices = {"quiet_from": None, "quiet_to": None}
        if first != last:
            hours = {"quiet_from": first, "quiet_to": last}
        if timezone is not None:
            hours["timezone"] = _zone(timezone)
        return await _shown(request, await request.app.preferences.change(request.user, **hours))

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
        app, user = request.app, request.user
        player = await app.preferences.of(user)
        end = 0 if until.strip().lower() in ("no", "0", "-") else _end_of(until, player.timezone)
        for game in await app.timers.vacation(user, end):
            app.boards.refresh(game)
        return await _shown(request, await app.preferences.of(user))

    await reply_to(interaction, work)


@settings.command(name="challenges", description=described("settings.challenges"))
@app_commands.describe(who=described("settings.challenges.who"))
@app_commands.rename(who="from")
@app_commands.choices(who=choices("allowed", get_args(Allowed)))
async def choose_challengers(interaction: Interaction, who: str) -> None:
    """Choose whether you can be challenged at all."""

    async def work(request: Request) -> Reply:
        allowed = cast(Allowed, who)
        return await _shown(request, await request.app.preferences.change(request.user, challenges=allowed))

    await reply_to(interaction, work)


@settings.command(name="advice", description=described("settings.advice"))
@app_commands.describe(wanted=described("settings.advice.wanted"))
@app_commands.rename(wanted="tips")
@app_commands.choices(wanted=choices("advice", ("on", "off")))
async def choose_advice(interaction: Interaction, wanted: str) -> None:
    """Choose whether to be given advice on the first turns."""

    async def work(request: Request) -> Reply:
        return await _shown(request, await request.app.preferences.change(request.user, advice=wanted == "on"))

    await reply_to(interaction, work)


@settings.command(name="block", description=described("settings.block"))
@app_commands.describe(user=described("settings.block.user"))
async def block(interaction: Interaction, user: discord.User) -> None:
    """Take no more challenges from somebody; those that wait disappear."""

    async def work(request: Request) -> Reply:
        app = request.app
        await app.challenges.block(request.user, user.id)
        reply = await _shown(request, await app.preferences.of(request.user))
        return replace(reply, background=app.challenge_posts.sweep)

    await reply_to(interaction, work)


@settings.command(name="unblock", description=described("settings.unblock"))
@app_commands.describe(user=described("settings.unblock.user"))
async def unblock(interaction: Interaction, user: discord.User) -> None:
    """Take challenges from somebody again."""

    async def work(request: Request) -> Reply:
        await request.app.challenges.unblock(request.user, user.id)
        return await _shown(request, await request.app.preferences.of(request.user))

    await reply_to(interaction, work)


async def _shown(request: Request, player: PlayerRow) -> Reply:
    blocked = await request.app.challenges.blocked_by(player.user_id)
    return Reply(preferences_page(request.say, player, blocked))


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


def _end_of(text: str, zone: str) -> int:
    """The end of a day given as 2026-12-24, in a time zone. Raises Refusal."""
    try:
        day = date.fromisoformat(text.strip()) + timedelta(days=1)
    except (ValueError, OverflowError):
        raise Refusal("bad_date", text=text[:20]) from None
    end = datetime(day.year, day.month, day.day, tzinfo=ZoneInfo(zone)).timestamp()
    if not now() < end <= now() + LONGEST_VACATION:
        raise Refusal("bad_vacation", text=text[:20], days=LONGEST_VACATION // DAY)
    return int(end)
