"""Giving up a match, or winning it because the opponent has left the server."""

from discord import app_commands

from bot.features.dispatch import Click, Reply, Request, command, match_of, on
from bot.features.shared.pick_game import chosen, running_games, with_game
from bot.features.turn_pages import done
from bot.matches.match import Match, Refusal
from bot.ui.kit.members import find_member
from bot.ui.kit.texts import mention
from bot.ui.pages.resign import resign_page
from bot.ui.words.options import described


@command("resign")
@app_commands.describe(game=described("game"))
@app_commands.autocomplete(game=running_games)
async def slash(request: Request, game: int | None = None) -> Reply:
    """Ask whether to give up a game or to offer to cancel it."""
    return await with_game(request, "resign", game, _ask)


@on("resign", page="choose", concerns_game=False)
async def game_chosen(click: Click) -> Reply:
    """The user has chosen which game to give up."""
    return await chosen(click, _ask)


@on("resignpage")
async def ask_to_resign(click: Click) -> Reply:
    """Ask whether to give up."""
    match = await match_of(click)
    match.check(click.user)
    return Reply(resign_page(click.say, match, click.user))


@on("resign")
async def resign(click: Click) -> Reply:
    """Give up."""
    match = await click.app.matches.resign(click.custom_id.subject, click.custom_id.revision, click.user)
    return done(click, match)


@on("gone")
async def opponent_is_gone(click: Click) -> Reply:
    """Win because the opponent has left the server; if they have not, say so."""
    match = await match_of(click)
    match.check(click.user)
    opponent, guild = match.opponent(click.user), click.interaction.client.get_guild(match.guild_id)
    if guild is None or await find_member(guild, opponent):  # where the bot is no member, assume that they are
        note = click.say("gone.still_here", user=mention(opponent))
        return Reply(resign_page(click.say, match, click.user).noted(note))
    return done(click, await click.app.matches.claim(match.id, click.custom_id.revision, click.user, left=True))


async def _ask(request: Request, match: Match) -> Reply:
    if match.outcome:
        raise Refusal("ended", match)
    return Reply(resign_page(request.say, match, request.user), about=match.id)
