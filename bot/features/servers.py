"""``/patchwork-admin channel``, ``where``, ``pace``, ``leather``, ``theme``, ``daily``: what a server has chosen."""

from dataclasses import replace
from functools import partial
from typing import cast

import discord
from discord import app_commands

from bot.features.admin import admin
from bot.features.dispatch import Reply, Request, replying
from bot.features.preferences import chosen_zone, zones
from bot.matches.match import Refusal
from bot.matches.preferences import ServerChoices
from bot.ui.kit.interaction import language_of_community
from bot.ui.kit.permissions import lacking
from bot.ui.pages.refusals import permission_names
from bot.ui.pages.servers import server_page
from bot.ui.words.options import USUAL, choices, described, language_choices, pace_choices, usual_choice
from game.squares import LEATHER_SPACES
from render import THEMES

_USUAL_PACE = -1
"""The choice of a pace that means the usual one: paces are numbers, and 0 is taken for no clock."""


@admin.command(name="channel", description=described("admin.channel"))
@app_commands.describe(channel=described("admin.channel.channel"), anywhere=described("admin.channel.anywhere"))
@replying
async def choose_channel(request: Request, channel: discord.TextChannel | None = None, anywhere: bool = False) -> Reply:
    """Choose the channel in which games belong."""
    if channel is None:
        return await _change(request, {"channel_id": None} if anywhere else {})
    reply = await _change(request, {"channel_id": channel.id})
    return Reply(reply.page.noted(_lacking_note(request, channel, "servers.cannot_play")))


@admin.command(name="where", description=described("admin.where"))
@app_commands.describe(where=described("admin.where.where"))
@app_commands.choices(where=[*choices("where", ("here", "thread")), usual_choice(USUAL)])
@replying
async def choose_place(request: Request, where: str | None = None) -> Reply:
    """Choose where games are played."""
    return await _choose(request, "place", where)


@admin.command(name="pace", description=described("admin.pace"))
@app_commands.describe(pace=described("admin.pace.pace"))
@app_commands.choices(pace=[*pace_choices(), usual_choice(_USUAL_PACE)])
@replying
async def choose_pace(request: Request, pace: int | None = None) -> Reply:
    """Choose how long a move may take."""
    days = None if pace == _USUAL_PACE else pace
    return await _change(request, {} if pace is None else {"pace": days})


@admin.command(name="leather", description=described("admin.leather"))
@app_commands.describe(leather=described("admin.leather.leather"))
@app_commands.choices(leather=[*choices("leather", LEATHER_SPACES), usual_choice(USUAL)])
@replying
async def choose_leather(request: Request, leather: str | None = None) -> Reply:
    """Choose where the leather patches lie."""
    return await _choose(request, "track", leather)


@admin.command(name="theme", description=described("admin.theme"))
@app_commands.describe(theme=described("admin.theme.theme"))
@app_commands.choices(theme=[*choices("theme", THEMES), usual_choice(USUAL)])
@replying
async def choose_theme(request: Request, theme: str | None = None) -> Reply:
    """Choose how the boards look."""
    return await _choose(request, "theme", theme)


@admin.command(name="language", description=described("admin.language"))
@app_commands.describe(language=described("admin.language.language"))
@app_commands.choices(language=language_choices(usual_choice(USUAL)))
@replying
async def choose_language(request: Request, language: str | None = None) -> Reply:
    """Choose the language in which new games speak to everybody."""
    return await _choose(request, "language", language)


@admin.command(name="daily", description=described("admin.daily"))
@app_commands.describe(
    channel=described("admin.daily.channel"),
    nowhere=described("admin.daily.nowhere"),
    timezone=described("admin.daily.timezone"),
)
@replying
async def choose_daily(
    request: Request,
    channel: discord.TextChannel | None = None,
    nowhere: bool = False,
    timezone: str | None = None,
) -> Reply:
    """Choose the channel for daily quilts, and whose midnight ends a day."""
    choices: ServerChoices = {"timezone": chosen_zone(timezone)} if timezone else {}
    if channel or nowhere:
        choices["daily_id"] = channel.id if channel else None
    reply = await _change(request, choices)
    if channel is None:
        return replace(reply, background=partial(_move_walls, request, None) if nowhere else None)
    note = _lacking_note(request, channel, "servers.cannot_show")
    return Reply(reply.page.noted(note), background=partial(_move_walls, request, channel.id))


choose_daily.autocomplete("timezone")(zones)


def _lacking_note(request: Request, channel: discord.TextChannel, key: str) -> str:
    missing = lacking(channel.permissions_for(channel.guild.me), channel)
    names = permission_names(request.say, missing)
    return request.say(key, channel=channel.mention, permissions=names) if missing else ""


async def _move_walls(request: Request, channel_id: int | None) -> None:
    app, guild_id = request.app, request.interaction.guild_id or 0
    language = language_of_community(request.interaction) or request.say.language
    for where, message in await app.walls.move(guild_id, channel_id, language):
        await app.messages.take_down(where, message)
    app.daily_posts.begin()


async def _choose(request: Request, name: str, value: str | None) -> Reply:
    choices = {name: None if value == USUAL else value} if value else {}
    return await _change(request, cast(ServerChoices, choices))


async def _change(request: Request, choices: ServerChoices) -> Reply:
    """Change some of the server's choices, or none, and show them all. Raises Refusal ``not_manager``."""
    interaction, preferences = request.interaction, request.app.preferences
    if interaction.guild_id is None or not interaction.permissions.manage_guild:
        raise Refusal("not_manager")
    guild_id = interaction.guild_id
    server = await (preferences.change_server(guild_id, **choices) if choices else preferences.server(guild_id))
    return Reply(server_page(request.say, server))
