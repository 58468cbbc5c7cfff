"""The home page: `HOME`, which stands alone, and ``/… play`` (decision 0094)."""

from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from discord import app_commands

from bot.features import (
    daily,
    duels,
    groups,
    ladders,
    practice,
    preferences,
    privacy,
    profiles,
    replay,
    solo,
    sundays,
)
from bot.features.dispatch import Click, Reply, Request, command, on, replying
from bot.ui.kit.brand import HOME
from bot.ui.kit.interaction import in_conversation
from bot.ui.pages.start import MORE, friend_page, start_page
from bot.ui.pages.way_home import PAGE
from bot.ui.words.options import described

_MORE: Mapping[str, Callable[[Click], Awaitable[Reply]]] = {
    "duel": duels.ask,
    "group": groups.ask,
    "automa": solo.ask,
    "sunday": sundays.ask,
    "practice": practice.show,
    "profile": profiles.show,
    "ladder": ladders.show,
    "replay": replay.ask,
    "settings": preferences.show_choices,
    "privacy": privacy.show,
}
"""What each line of the select leads to."""


async def show(request: Request) -> Reply:
    """Show what waits for the user, and the ways to everything."""
    interaction, found = request.interaction, await request.app.extras.home(request.user)
    where = interaction.channel_id if in_conversation(interaction) else None
    return Reply(start_page(request.say, found, request.user, where), about=PAGE)


on("start", concerns_game=False)(show)

slash = command("play")(show)

home: app_commands.Command[Any, ..., None] = app_commands.command(name=HOME, description=described("home"))(
    replying(show)
)
"""It has no subcommands, and is installed for people as well as for servers: all of this works wherever they talk."""

app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)(home)
app_commands.allowed_installs(guilds=True, users=True)(home)


@on("friend", page=PAGE, concerns_game=False)
async def ask_whom(click: Click) -> Reply:
    """Ask whom the user wants to challenge."""
    return Reply(friend_page(click.say), about=PAGE)


on("today", page=PAGE, concerns_game=False)(daily.todays)


@on("more", page=PAGE, concerns_game=False)
async def more(click: Click) -> Reply:
    """Something that was chosen among the rest."""
    return await _MORE[click.choice(MORE)](click)
