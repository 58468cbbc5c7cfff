"""What this bot is, and where to find more."""

from __future__ import annotations

from discord import app_commands

from bot.features.dispatch import Request, reply_to
from bot.ui.kit.brand import VERSION
from bot.ui.kit.interaction import Interaction
from bot.ui.kit.reply import Reply
from bot.ui.pages.about import about_page
from bot.ui.words.options import described


@app_commands.command(name="about", description=described("about"))
async def command(interaction: Interaction) -> None:
    """Tell the version, and where to find more."""
    await reply_to(interaction, _show)


async def _show(request: Request) -> Reply:
    invite: str = request.interaction.client.invite
    return Reply(about_page(request.say, VERSION, {"invite": invite, **request.app.config.links}))
