"""Giving up a match, or winning it because the opponent has left the server."""

from dataclasses import replace
from functools import partial

from bot.features.dispatch import Click, Page, Reply, match_of, on
from bot.features.shared.ended import tell_the_other
from bot.features.shared.pick_game import game_of
from bot.features.turn_pages import done
from bot.matches.match import Match
from bot.ui.kit.members import find_member
from bot.ui.kit.texts import mention
from bot.ui.pages.resign import resign_page


@on("resign", page="choose", concerns_game=False)
async def game_chosen(click: Click) -> Reply:
    """The user has chosen which game to give up."""
    match = await game_of(click, click.number)
    match.check(click.user)
    return Reply(await _asking(click, match), about=match.id)


@on("resignpage")
async def ask_to_resign(click: Click) -> Reply:
    """Ask whether to give up."""
    match = await match_of(click)
    match.check(click.user)
    return Reply(await _asking(click, match))


async def _asking(click: Click, match: Match) -> Page:
    found = await click.app.extras.match(match, click.user, "group")
    return resign_page(click.say, match, click.user, in_group=found.in_group)


@on("resign")
async def resign(click: Click) -> Reply:
    """Give up."""
    match = await click.app.matches.resign(click.custom_id.subject, click.custom_id.revision, click.user)
    return replace(done(click, match), background=partial(tell_the_other, click, match))


@on("gone")
async def opponent_is_gone(click: Click) -> Reply:
    """Win because the opponent has left the server; if they have not, say so."""
    match = await match_of(click)
    match.check(click.user)
    opponent, guild = match.opponent(click.user), click.interaction.client.get_guild(match.guild_id)
    if guild is None or await find_member(guild, opponent):  # where the bot is no member, assume that they are
        note = click.say("gone.still_here", user=mention(opponent))
        return Reply((await _asking(click, match)).noted(note))
    return done(click, await click.app.matches.claim(match.id, click.custom_id.revision, click.user, left=True))
