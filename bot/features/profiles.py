"""Profiles, one's own and by *Quilter* in the menu of people: what somebody's games came to."""

import discord
from discord import app_commands

from bot.features.dispatch import Click, Reply, Request, on, replying
from bot.matches.match import Refusal
from bot.ui.kit.interaction import server_of
from bot.ui.kit.texts import mention
from bot.ui.pages.profiles import profile_page
from bot.ui.words.options import described


async def show(request: Request) -> Reply:
    """Show the user's own games."""
    return await _shown(request, request.interaction.user)


@app_commands.context_menu(name=described("profile.menu"))
@app_commands.allowed_contexts(guilds=True)
@app_commands.allowed_installs(guilds=True)
@replying
async def menu(request: Request, player: discord.User) -> Reply:
    """Show the games of the person pointed at."""
    return await _shown(request, player)


@on("hideprofile", "showprofile", page="profile", concerns_game=False)
async def hide(click: Click) -> Reply:
    """Hide the user's own games from others, or show them again."""
    await click.app.preferences.change(click.user, hidden=click.custom_id.control == "hideprofile")
    return await _shown(click, click.interaction.user)


async def _shown(request: Request, player: discord.User | discord.Member) -> Reply:
    if player.bot:
        raise Refusal("bot_profile")
    is_own = player.id == request.user
    if not is_own and not isinstance(player, discord.Member):
        raise Refusal("not_here", user=mention(player.id))
    found = await request.app.profiles.of(player.id, request.user, server_of(request.interaction))
    if found is None:
        raise Refusal("hidden", user=mention(player.id))
    return Reply(profile_page(request.say, found, player.id, is_own=is_own), about=("profile", player.id))
