"""Learning to play: a few pages with pictures."""

from __future__ import annotations

from discord import app_commands

from bot.ui.desk import Click, Request, on, reply_to
from bot.ui.kit.interaction import Interaction
from bot.ui.kit.reply import Reply
from bot.ui.pages.help import topic_page
from bot.ui.words.options import described


@app_commands.command(name="learn", description=described("learn"))
async def command(interaction: Interaction) -> None:
    """Begin the lesson."""
    await reply_to(interaction, _show)


@on("learn", concerns_game=False)
async def show(click: Click) -> Reply:
    """Begin the lesson, from wherever somebody wants to learn."""
    return await _show(click)


async def _show(request: Request) -> Reply:
    return Reply(topic_page(request.say, "rules"))
