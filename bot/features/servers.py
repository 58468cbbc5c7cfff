"""Moderators' ``settings``: what a server has chosen."""

from functools import partial
from typing import cast

import discord

from bot.features.admin import admin
from bot.features.dispatch import Click, Reply, Request, on, replying
from bot.features.preferences import chosen_zone
from bot.matches.match import Refusal
from bot.matches.preferences import ServerChoices
from bot.ui.kit.interaction import language_of_community, server_of
from bot.ui.kit.permissions import lacking
from bot.ui.pages.refusals import permission_names
from bot.ui.pages.servers import OFFERED, PAGE, server_page, zone_form
from bot.ui.words.options import USUAL, described

here = partial(on, page=PAGE, concerns_game=False)

_FIELDS = {"where": "place", "leather": "track"}
"""The choices that are not called like their selects."""


@admin.command(name="settings", description=described("admin.settings"))
@replying
async def settings(request: Request) -> Reply:
    """Show what the server has chosen."""
    return await _change(request, {})


@here(*OFFERED)
async def choose(click: Click) -> Reply:
    """Something was chosen in a select."""
    name = click.custom_id.control
    value = click.choice(OFFERED[name])
    chosen = int(value) if name == "pace" else None if value == USUAL else value
    return await _change(click, cast(ServerChoices, {_FIELDS.get(name, name): chosen}))


@here("onlyhere", "anywhere")
async def choose_channel(click: Click) -> Reply:
    """Let games belong in this channel, or anywhere."""
    channel = _channel(click) if click.custom_id.control == "onlyhere" else None
    reply = await _change(click, {"channel_id": channel.id if channel else None})
    return Reply(reply.page.noted(_lacking_note(click, channel, "servers.cannot_play")))


@here("dailyhere", "nodaily")
async def choose_daily(click: Click) -> Reply:
    """Show daily quilts in this channel, or nowhere."""
    channel = _channel(click) if click.custom_id.control == "dailyhere" else None
    reply = await _change(click, {"daily_id": channel.id if channel else None})
    page = reply.page.noted(_lacking_note(click, channel, "servers.cannot_show"))
    return Reply(page, background=partial(_move_walls, click, channel.id if channel else None))


@here("zone")
async def ask_zone(click: Click) -> Reply:
    """Ask whose midnight ends a day."""
    _check_manager(click)
    return Reply(form=zone_form(click.say, await click.app.preferences.server(server_of(click.interaction))))


@here("typed")
async def take_zone(click: Click) -> Reply:
    """Take the time zone that was typed."""
    (zone,) = click.typed(1)
    return await _change(click, {"timezone": chosen_zone(zone) if zone else None})


def _channel(click: Click) -> discord.TextChannel:
    """The text channel that the user is in, or whose thread. Raises Refusal ``no_text_channel``."""
    channel = click.interaction.channel
    if isinstance(channel, discord.Thread):
        channel = channel.parent
    if not isinstance(channel, discord.TextChannel):
        raise Refusal("no_text_channel")
    return channel


def _lacking_note(request: Request, channel: discord.TextChannel | None, key: str) -> str:
    if channel is None:
        return ""
    missing = lacking(channel.permissions_for(channel.guild.me), channel)
    names = permission_names(request.say, missing)
    return request.say(key, channel=channel.mention, permissions=names) if missing else ""


async def _move_walls(request: Request, channel_id: int | None) -> None:
    app, guild_id = request.app, server_of(request.interaction)
    language = language_of_community(request.interaction) or request.say.language
    for where, message in await app.walls.move(guild_id, channel_id, language):
        await app.messages.take_down(where, message)
    app.daily_posts.begin()


async def _change(request: Request, choices: ServerChoices) -> Reply:
    """Change some of the server's choices, or none, and show them all. Raises Refusal ``not_manager``."""
    _check_manager(request)
    preferences, guild_id = request.app.preferences, server_of(request.interaction)
    server = await (preferences.change_server(guild_id, **choices) if choices else preferences.server(guild_id))
    return Reply(server_page(request.say, server))


def _check_manager(request: Request) -> None:
    interaction = request.interaction
    if not server_of(interaction) or not interaction.permissions.manage_guild:
        raise Refusal("not_manager")
