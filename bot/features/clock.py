"""What players do about the clock: nudge, claim, give more time, resume after a pause."""

from dataclasses import replace
from functools import partial

from bot.features.dispatch import Click, Reply, match_of, on
from bot.features.shared.ended import tell_the_other
from bot.features.turn_pages import done
from bot.matches.match import Refusal
from bot.ui.kit.members import find_member
from bot.ui.pages.clock import claim_page, given_page
from bot.ui.pages.turn import standing_page
from bot.ui.words.names import player_name


@on("nudge")
async def nudge(click: Click) -> Reply:
    """The waiting player nudges the player to move."""
    match = await click.app.timers.nudge(click.custom_id.subject, click.user)
    note = click.say("nudge.done", user=player_name(click.say, match, match.position.turn))
    page = standing_page(click.say, match, click.user).noted(note)
    reply = Reply(page, background=partial(click.app.reminders.nudge, match, click.user))
    is_here = match.is_answered and click.interaction.channel_id == match.channel_id
    return await click.app.conversations.board(click, match, reply) if is_here else reply


@on("claimpage")
async def ask_to_claim(click: Click) -> Reply:
    """Ask what to do about a late opponent."""
    match = await match_of(click)
    match.check(click.user)
    found = await click.app.extras.match(match, click.user, "group")
    return Reply(claim_page(click.say, match, click.user, in_group=found.in_group))


@on("claim")
async def claim(click: Click) -> Reply:
    """Win because the opponent is late; but not while moderators keep them from playing."""
    match = await match_of(click)
    match.check(click.user)
    guild = click.interaction.client.get_guild(match.guild_id)
    member = await find_member(guild, match.opponent(click.user)) if guild else None
    if member and member.is_timed_out():  # then Discord takes no clicks from them
        raise Refusal("timed_out", match)
    match = await click.app.matches.claim(match.id, click.custom_id.revision, click.user)
    return replace(done(click, match), background=partial(tell_the_other, click, match))


@on("moretime")
async def give_more_time(click: Click) -> Reply:
    """Give the opponent the full time again."""
    match = await click.app.timers.give_more_time(click.custom_id.subject, click.user)
    tell = partial(click.app.reminders.tell_of_time, match, click.user)
    return Reply(given_page(click.say, match, click.user), background=tell)


@on("resume")
async def resume(click: Click) -> Reply:
    """End a pause."""
    return done(click, await click.app.timers.resume(click.custom_id.subject, click.user))
