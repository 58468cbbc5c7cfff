"""Posting the board again."""

from __future__ import annotations

from functools import partial

from discord import app_commands

from bot.matches.match import Match
from bot.ui.desk import Click, Request, check_permissions, on, reply_to
from bot.ui.features.choosing import chosen, running_games, with_game
from bot.ui.kit.interaction import Interaction
from bot.ui.kit.page import Page
from bot.ui.kit.reply import Reply
from bot.ui.pages.turn import current_page
from bot.ui.words.options import described


@app_commands.command(name="board", description=described("board"))
@app_commands.describe(game=described("game"))
@app_commands.autocomplete(game=running_games)
async def command(interaction: Interaction, game: int | None = None) -> None:
    """Post the board of a game again at the bottom of its channel."""
    await reply_to(interaction, lambda request: with_game(request, "board", game, _repost))


@on("board", page="choose", concerns_game=False)
async def game_chosen(click: Click) -> Reply:
    """The user has chosen which game's board to post."""
    return await chosen(click, _repost)


async def _repost(request: Request, match: Match) -> Reply:
    """Post the board again: in the game's channel, or here if that is gone."""
    app, interaction = request.app, request.interaction
    if match.place == "private":
        page = current_page(request.say, match, request.user)
        return Reply(page.noted(request.say("command.board.private", game=match.id)))
    text = request.say("command.board.done", game=match.id, channel=f"<#{match.channel_id}>")
    here = interaction.channel_id
    if here == match.channel_id:
        check_permissions(interaction)
    elif here and interaction.guild_id == match.guild_id and await app.messages.is_gone(match.channel_id):
        check_permissions(interaction)
        await app.matches.move_to(match.id, here)
        text = request.say("command.board.moved", game=match.id)
    return Reply(Page((text,)), background=partial(app.boards.repost, match.id))
