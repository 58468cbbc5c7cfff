"""Duels: asked for, begun, and each player's own game. Why: decision 0067."""

from functools import partial

import discord
from discord import app_commands

from bot.features.challenges import asked, check_friend
from bot.features.dispatch import Click, Reply, Request, command, on
from bot.features.shared.starting import start_of, with_language
from bot.features.turn_pages import current_turn
from bot.matches.match import Refusal
from bot.ui.kit.texts import mention
from bot.ui.words.options import choices, described, rival_choices
from game.squares import LEATHER_SPACES


@command("duel")
@app_commands.describe(
    friend=described("duel.friend"), level=described("duel.level"), leather=described("challenge.leather")
)
@app_commands.choices(level=rival_choices(), leather=choices("leather", LEATHER_SPACES))
async def duel(
    request: Request, friend: discord.User | None = None, level: str | None = None, leather: str | None = None
) -> Reply:
    """Challenge somebody to a duel, or anybody."""
    if friend:
        check_friend(request, friend)
    start = await start_of(request, place="here", track=leather, pace=0)
    suits = level or await request.app.rivals.level_for(request.user, *([friend.id] if friend else []))
    wanted = start.challenge(request, rival=suits)
    if friend is None:
        reply = asked(request, await request.app.challenges.open(wanted), request.say("duel.opened"))
    else:
        made = await request.app.challenges.make(wanted.to(friend.id))
        reply = asked(request, made, request.say("duel.asked", user=mention(friend.id)))
    return await with_language(request, start, reply)


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
