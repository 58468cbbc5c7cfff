"""Challenges: making, accepting, declining and withdrawing them."""

from dataclasses import replace
from functools import partial
from typing import cast

import discord
from discord import app_commands

from bot.app import App
from bot.features.dispatch import Click, Request, check_permissions, command, on, replying, speaker_for
from bot.features.shared.first_board import first_board
from bot.features.shared.starting import Start, start_of, with_language
from bot.features.solo import begun
from bot.matches.challenge import Made
from bot.matches.clock import DAYS, EVENING
from bot.matches.match import Refusal
from bot.store.challenges import ChallengeRow
from bot.store.tables import Place
from bot.ui.kit.failure import UNREACHED
from bot.ui.kit.interaction import Interaction, public_speaker, server_of
from bot.ui.kit.permissions import sees
from bot.ui.kit.reply import Reply, show_later, take_away
from bot.ui.kit.texts import mention
from bot.ui.pages.challenges import asked_page, settled_page
from bot.ui.words.options import choices, described, pace_choices
from game.squares import LEATHER_SPACES

_FIRST = {"random": 0, "me": 1, "friend": 2}
"""Who starts: the command's words, and the seat that they mean (1 is the challenger's, 0 is drawn at random)."""


@command("challenge")
@app_commands.describe(
    friend=described("challenge.friend"),
    first=described("challenge.first"),
    leather=described("challenge.leather"),
    pace=described("challenge.pace"),
    where=described("challenge.where"),
)
@app_commands.choices(first=choices("first", _FIRST), leather=choices("leather", LEATHER_SPACES))
@app_commands.choices(pace=pace_choices((*EVENING, *DAYS)))
@app_commands.choices(where=choices("where", ("here", "thread")))
async def challenge(
    request: Request,
    friend: discord.User,
    first: str = "random",
    leather: str | None = None,
    pace: int | None = None,
    where: str | None = None,
) -> Reply:
    """Challenge somebody, with a public message that pings them."""
    check_friend(request, friend)
    start = await start_of(request, place=cast(Place | None, where), track=leather, pace=pace)
    return await _make(request, friend, start, _FIRST[first])


@app_commands.context_menu(name=described("challenge.menu"))
@app_commands.allowed_contexts(guilds=True)
@app_commands.allowed_installs(guilds=True)
@replying
async def menu(request: Request, friend: discord.User) -> Reply:
    """Challenge the person pointed at, to a game as the server has chosen it."""
    return await challenge_as_usual(request, friend)


@on("friend", concerns_game=False)
async def picked(click: Click) -> Reply:
    """Challenge the person picked in a select, likewise."""
    return await challenge_as_usual(click, click.person)


async def challenge_as_usual(request: Request, friend: discord.User | discord.Member) -> Reply:
    """Challenge somebody to a game as the server has chosen it."""
    check_friend(request, friend)
    return await _make(request, friend, await start_of(request), _FIRST["random"])


def check_friend(request: Request, friend: discord.User | discord.Member) -> None:
    """Raise Refusal ``only_servers``, ``bot``, ``not_here`` or ``cannot_see`` if somebody cannot be challenged here.
    Note their name.
    """
    if request.interaction.guild_id is None:
        raise Refusal("only_servers")
    request.app.names.note(friend)
    if friend.bot:
        raise Refusal("bot")
    if not isinstance(friend, discord.Member):
        raise Refusal("not_here", user=mention(friend.id))
    if not sees(friend, request.interaction.channel):
        raise Refusal("cannot_see", user=mention(friend.id))


async def _make(request: Request, friend: discord.User | discord.Member, start: Start, first: int) -> Reply:
    made = await request.app.challenges.make(start.challenge(request, first=first).to(friend.id))
    reply = asked(request, made, request.say("challenge.asked", user=mention(friend.id)))
    return await with_language(request, start, reply)


def asked(request: Request, made: Made, text: str) -> Reply:
    """The reply to a challenge that was made, while it is posted."""
    post = None if made.before else partial(request.app.challenge_posts.post, made)
    return Reply(asked_page(request.say, made, text), background=post, about=about(made.challenge))


async def posed(request: Request, made: Made, text: str) -> Reply:
    """The same; or, where the bot is no member, the challenge or the seat as an answer that everybody sees."""
    if made.challenge.guild_id:
        return asked(request, made, text)
    page = await request.app.challenge_posts.page(made.challenge)
    return request.app.conversations.spoken(request, page, made.ping)


@on("accept", concerns_game=False)
async def accept(click: Click) -> Reply:
    """The challenged player accepts: the game begins."""
    if server_of(click.interaction) or (await click.app.challenges.waiting(click.custom_id.subject)).guild_id:
        await check_permissions(click.interaction)
    accepted, match = await click.app.challenges.accept(click.custom_id.subject, click.user)
    take_away(click.app, accepted.challenger, about(accepted))
    if match.is_solo:
        return await begun(click, match)
    page = settled_page(public_speaker(click.interaction, match.language), accepted, "accepted")
    return Reply(page, in_place=True, background=partial(first_board, click, match))


@on("decline", "withdraw", concerns_game=False)
async def decline(click: Click) -> Reply:
    """The challenged player declines, or the challenger withdraws. The public challenge goes without a word if its
    challenger can be told in private; else it says what came of it.
    """
    app, message = click.app, click.interaction.message
    declined = await app.challenges.decline(click.custom_id.subject, click.user)
    if declined.message_id is None and message and not message.flags.ephemeral:  # posted, but that was not noted
        declined = replace(declined, message_id=message.id)
    if not declined.guild_id:
        answer = "taken_back" if click.user == declined.challenger else "declined"
        return Reply(settled_page(click.say, declined, answer), in_place=True)
    if click.user == declined.challenger:
        page, undone = settled_page(click.say, declined, "taken_back"), partial(app.publisher.take_down, declined)
        return Reply(page, background=undone, about=about(declined))
    page = settled_page(click.say, declined, "declined.you")
    if asked := app.private.find(declined.challenger, about(declined)):
        return Reply(page, background=partial(_tell, app, asked, declined))
    return Reply(page, background=partial(app.challenge_posts.show_declined, declined))


async def _tell(app: App, asked: Interaction, declined: ChallengeRow) -> None:
    try:
        await show_later(app, asked, settled_page(await speaker_for(app, asked), declined, "declined.asker"))
    except UNREACHED:
        await app.challenge_posts.show_declined(declined)
    else:
        await app.publisher.take_down(declined)


def about(challenge: ChallengeRow) -> tuple[str, int]:
    """Name the subject of private pages about a challenge."""
    return "challenge", challenge.id
