"""``/… settings``: how a player is told, sees pictures, sleeps, and goes on vacation."""

from __future__ import annotations

import re
from datetime import date, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo, available_timezones

import discord
from discord import app_commands

from bot.clock import now
from bot.sessions.clocks import LONGEST_VACATION
from bot.sessions.clockwork import Clockwork
from bot.sessions.preferences import NOTIFY, Preferences
from bot.sessions.refusals import Refusal
from bot.store.players import PlayerRow
from bot.ui.answers import Answer, answered
from bot.ui.options import choices, described
from bot.ui.page import Page
from bot.ui.texts import Say, speaker
from bot.ui.writer import Writer
from render import THEMES

_CLOCK = re.compile(r"([01]?[0-9]|2[0-3])(?::([0-5][0-9]))?")
_ZONES = sorted(available_timezones())


class SettingsCommands(app_commands.Group):
    """``/… settings show|theme|notify|quiet|vacation``."""

    def __init__(self, clockwork: Clockwork, preferences: Preferences, writer: Writer) -> None:
        super().__init__(name="settings", description=described("settings"))
        self._clockwork = clockwork
        self._preferences = preferences
        self._writer = writer

    @app_commands.command(description=described("settings.show"))
    async def show(self, interaction: discord.Interaction[Any]) -> None:
        """Say what the user has chosen."""

        async def work(say: Say) -> Answer:
            return Answer(_page(say, await self._preferences.of(interaction.user.id)))

        await self._answer(interaction, work)

    @app_commands.command(description=described("settings.theme"))
    @app_commands.describe(theme=described("settings.theme.theme"), server=described("settings.theme.server"))
    @app_commands.choices(theme=choices("theme", ["default", *THEMES]))
    async def theme(self, interaction: discord.Interaction[Any], theme: str, server: bool = False) -> None:
        """Choose how pictures look, for oneself or (who may manage the server) for all boards of the server."""
        name = None if theme == "default" else theme

        async def work(say: Say) -> Answer:
            if server:
                if interaction.guild_id is None or not interaction.permissions.manage_guild:
                    raise Refusal("not_allowed")
                await self._preferences.set_server_theme(interaction.guild_id, name)
                chosen = say(f"choice.theme.{name}") if name else None
                text = say("settings.server_theme", theme=chosen) if chosen else say("settings.server_theme.none")
                return Answer(Page((text,)))
            return Answer(_page(say, await self._preferences.change(interaction.user.id, theme=name)))

        await self._answer(interaction, work)

    @app_commands.command(description=described("settings.notify"))
    @app_commands.describe(how=described("settings.notify.how"))
    @app_commands.choices(how=choices("notify", NOTIFY))
    async def notify(self, interaction: discord.Interaction[Any], how: str) -> None:
        """Choose how one is told that it is one's move."""

        async def work(say: Say) -> Answer:
            return Answer(_page(say, await self._preferences.change(interaction.user.id, notify=how)))

        await self._answer(interaction, work)

    @app_commands.command(description=described("settings.quiet"))
    @app_commands.describe(
        start=described("settings.quiet.from"),
        end=described("settings.quiet.to"),
        timezone=described("settings.quiet.timezone"),
    )
    @app_commands.rename(start="from", end="to")
    async def quiet(
        self, interaction: discord.Interaction[Any], start: str, end: str, timezone: str | None = None
    ) -> None:
        """Choose hours without reminders; the same time twice means none."""

        async def work(say: Say) -> Answer:
            first, last = _minutes(start), _minutes(end)
            zone = {} if timezone is None else {"timezone": _zone(timezone)}
            hours = {"quiet_from": first, "quiet_to": last} if first != last else {"quiet_from": None, "quiet_to": None}
            return Answer(_page(say, await self._preferences.change(interaction.user.id, **hours, **zone)))

        await self._answer(interaction, work)

    @quiet.autocomplete("timezone")
    async def _zones(self, _: discord.Interaction[Any], current: str) -> list[app_commands.Choice[str]]:
        """The time zones that hold what was typed."""
        wanted = current.lower().replace(" ", "_")
        found = [zone for zone in _ZONES if wanted in zone.lower()]
        return [app_commands.Choice(name=zone, value=zone) for zone in found[:25]]

    @app_commands.command(description=described("settings.vacation"))
    @app_commands.describe(until=described("settings.vacation.until"))
    async def vacation(self, interaction: discord.Interaction[Any], until: str) -> None:
        """Stop one's clocks until the end of a day; ``no`` ends a vacation."""

        async def work(say: Say) -> Answer:
            player = await self._preferences.of(interaction.user.id)
            end = 0 if until.strip().lower() in ("no", "0", "-") else _end_of(until, player.timezone)
            for game_id in await self._clockwork.vacation(interaction.user.id, end):
                self._writer.refresh(game_id)
            return Answer(_page(say, await self._preferences.of(interaction.user.id)))

        await self._answer(interaction, work)

    async def _answer(self, interaction: discord.Interaction[Any], work: Any) -> None:
        await answered(interaction, work(speaker(str(interaction.locale))), self._writer.follow_up)


def _page(say: Say, player: PlayerRow) -> Page:
    quiet = say("settings.no_quiet")
    if player.quiet_from is not None and player.quiet_to is not None:
        hours = {
            name: f"{at // 60}:{at % 60:02}" for name, at in (("start", player.quiet_from), ("end", player.quiet_to))
        }
        quiet = say("settings.quiet", zone=player.timezone, **hours)
    away = player.vacation_until > now()
    lines = (
        say("settings.title"),
        say("settings.theme", theme=say(f"choice.theme.{player.theme or 'default'}")),
        say("settings.notify", how=say(f"choice.notify.{player.notify}")),
        quiet,
        say("settings.vacation", date=f"<t:{player.vacation_until - 1}:D>") if away else say("settings.no_vacation"),
    )
    return Page(("\n".join(lines),))


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
        raise Refusal("bad_vacation", text=text[:20], days=LONGEST_VACATION // 86400)
    return int(end)
