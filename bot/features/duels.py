"""Duels: asked for, begun, and each player's own game. Why: decision 0067."""

from functools import partial

import discord

from bot.features.challenges import asked, check_friend
from bot.features.dispatch import Click, Reply, Request, on
from bot.features.shared.starting import with_language
from bot.features.shared.terms import start_on
from bot.features.turn_pages import current_turn
from bot.matches.match import Refusal
from bot.ui.kit.texts import mention
from bot.ui.pages.terms import chosen_terms, page_of, terms_page


async def ask(request: Request) -> Reply:
    """Ask on which terms somebody is challenged to a duel, or anybody."""
    return Reply(terms_page(request.say, "duel", {}), about="duel")


@on("with", page=page_of("duel"), concerns_game=False)
async def challenge(click: Click) -> Reply:
    """Challenge the person picked to a duel."""
    check_friend(click, click.person)
    return await _asked(click, click.person)


@on("opennow", page=page_of("duel"), concerns_game=False)
async def open_duel(click: Click) -> Reply:
    """Open a seat for a duel."""
    return await _asked(click, None)


async def _asked(click: Click, friend: discord.User | discord.Member | None) -> Reply:
    terms = chosen_terms(click.custom_id)
    start = await start_on(click, {**terms, "where": "here", "pace": 0})
    suits = terms["level"] or await click.app.rivals.level_for(click.user, *([friend.id] if friend else []))
    wanted = start.challenge(click, rival=str(suits))
    if friend is None:
        reply = asked(click, await click.app.challenges.open(wanted), click.say("duel.opened"))
    else:
        made = await click.app.challenges.make(wanted.to(friend.id))
        reply = asked(click, made, click.say("duel.asked", user=mention(friend.id)))
    return await with_language(click, start, reply)


@on("duelplay", concerns_game=False)
async def play(click: Click) -> Reply:
    """Go on with one's own game of a duel."""
    found = await click.app.duels.find(click.custom_id.subject)
    game = found.game_of(click.user)
    if game is None:
        raise Refusal("not_in_duel")
    match = await click.app.rival_moves.awaited(await click.app.matches.load(game))
    page, message = await current_turn(click, match), click.interaction.message
    if found.shown == "ended" and message:  # a crash has left it: another one has come in its place
        return Reply(page, background=partial(click.app.messages.take_down, message.channel.id, message.id))
    return Reply(page, about=match.id)
