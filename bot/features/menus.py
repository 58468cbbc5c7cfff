"""The menu of a message about a game: the game in words, and its review."""

import discord
from discord import app_commands

from bot.features.dispatch import Reply, Request, replying, router
from bot.features.replay import check_seen
from bot.features.reviews import review_of_game
from bot.matches.match import Match, Refusal
from bot.ui.kit.custom_id import ids_in
from bot.ui.pages.textboard import text_page
from bot.ui.words.options import described


@app_commands.context_menu(name=described("words.menu"))
@app_commands.allowed_contexts(guilds=True)
@app_commands.allowed_installs(guilds=True)
@replying
async def words(request: Request, message: discord.Message) -> Reply:
    """Say in words how the game of a message stands."""
    match = await _match_of(request, message)
    return Reply(text_page(request.say, match, request.user), about=match.id)


@app_commands.context_menu(name=described("review.menu"))
@app_commands.allowed_contexts(guilds=True)
@app_commands.allowed_installs(guilds=True)
@replying
async def review(request: Request, message: discord.Message) -> Reply:
    """Review the game of a message."""
    return await review_of_game(request, await _match_of(request, message))


async def _match_of(request: Request, message: discord.Message) -> Match:
    """The match that the buttons of a message are about. Raises Refusal ``no_game``."""
    for found in ids_in(message.components):
        route = router.find(found)
        if route and route.concerns_game:
            match = await request.app.matches.load(found.subject)
            check_seen(request, match)
            return match
    raise Refusal("no_game")
