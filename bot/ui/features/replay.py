"""Replaying a game from its first move."""

from __future__ import annotations

from discord import app_commands

from bot.matches.refusals import Refusal
from bot.ui.desk import Click, Request, match_of, on, reply_to
from bot.ui.kit.interaction import Interaction
from bot.ui.kit.reply import Reply
from bot.ui.pages.replay import replay_page
from bot.ui.words.options import described


@app_commands.command(name="replay", description=described("replay"))
@app_commands.describe(game=described("replay.game"), share=described("replay.share"))
async def command(interaction: Interaction, game: int | None = None, share: bool = False) -> None:
    """Show a game from its first move, to everybody if asked to share it."""
    await reply_to(interaction, lambda request: _of_game(request, game, share=share))


async def _of_game(request: Request, number: int | None, *, share: bool) -> Reply:
    """The replay of the game named, or of the user's newest one in this channel."""
    matches, interaction = request.app.matches, request.interaction
    if number is None:
        number = await matches.newest_of(request.user, interaction.channel_id or 0)
    if number is None:
        raise Refusal("no_replay_here")
    match = await matches.load(number)
    if match.guild_id != interaction.guild_id:
        raise Refusal("no_game")
    return Reply(replay_page(request.say, match), public=share)


@on("replay")
async def replay(click: Click) -> Reply:
    """The replay of the game on the message."""
    return Reply(replay_page(click.say, await match_of(click)))
