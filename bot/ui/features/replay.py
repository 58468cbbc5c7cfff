"""Replaying a game from its first move."""

from __future__ import annotations

from discord import app_commands

from bot.matches.match import Match
from bot.matches.refusals import Refusal
from bot.ui.desk import Click, Request, match_of, on, reply_to
from bot.ui.features.choosing import all_games
from bot.ui.kit.interaction import Interaction
from bot.ui.kit.permissions import can_see
from bot.ui.kit.reply import Reply
from bot.ui.pages.replay import replay_page
from bot.ui.words.options import described


@app_commands.command(name="replay", description=described("replay"))
@app_commands.describe(game=described("replay.game"), share=described("replay.share"))
@app_commands.autocomplete(game=all_games)
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
    _check(request, match, share=share)
    return Reply(replay_page(request.say, match), public=share)


@on("replay")
async def replay(click: Click) -> Reply:
    """The replay of the game on the message."""
    match = await match_of(click)
    _check(click, match)
    return Reply(replay_page(click.say, match))


def _check(request: Request, match: Match, *, share: bool = False) -> None:
    """Raise Refusal ``no_game`` unless the user has played the match, or may see where it is played.

    Nobody can share it on another server.
    """
    interaction = request.interaction
    if match.seat_of(request.user) is not None and (interaction.guild_id == match.guild_id or not share):
        return
    if match.place == "private" or not can_see(interaction, match.guild_id, match.home_id):
        raise Refusal("no_game")
