"""How to play, and what this bot is."""

from __future__ import annotations

from discord import app_commands

from bot.ui.desk import Request, reply_to
from bot.ui.kit.interaction import Interaction
from bot.ui.kit.reply import Reply
from bot.ui.pages.help import help_page
from bot.ui.words.options import described


@app_commands.command(name="help", description=described("help"))
async def command(interaction: Interaction) -> None:
    """Explain how to play, and what this bot is."""
    await reply_to(interaction, _show)


async def _show(request: Request) -> Reply:
    return Reply(help_page(request.say))
