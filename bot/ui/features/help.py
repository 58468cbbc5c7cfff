"""How to play, and what this bot is."""

from __future__ import annotations

from discord import app_commands

from bot.ui.desk import Request, reply_to
from bot.ui.kit.interaction import Interaction
from bot.ui.kit.page import Page
from bot.ui.kit.reply import Reply
from bot.ui.words.options import described


@app_commands.command(name="help", description=described("help"))
async def command(interaction: Interaction) -> None:
    """Explain how to play, and what this bot is."""
    await reply_to(interaction, _page)


async def _page(request: Request) -> Reply:
    return Reply(Page(tuple(request.say(f"help.{part}") for part in ("text", "picture", "solo", "disclaimer"))))
