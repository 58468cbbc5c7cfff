"""Playing alone against the Automa."""

from __future__ import annotations

from functools import partial
from typing import cast, get_args

from discord import app_commands

from bot.matches.match import Match
from bot.matches.refusals import Refusal
from bot.store.games import Place
from bot.ui.desk import Click, Request, check_permissions, done, on, reply_to
from bot.ui.features.showing import first_board
from bot.ui.features.starting import Start, start_of
from bot.ui.kit.interaction import Interaction
from bot.ui.kit.reply import Reply
from bot.ui.pages.board import home_page
from bot.ui.words.options import choices, described, level_choices
from game import Automa
from game.automa import BONUS_SPACES, DECKS
from game.timeboard import LEATHER_SPACES


@app_commands.command(description=described("automa"))
@app_commands.describe(
    level=described("automa.level"),
    deck=described("automa.deck"),
    leather=described("challenge.leather"),
    where=described("automa.where"),
)
@app_commands.choices(level=level_choices(), deck=choices("deck", DECKS), leather=choices("leather", LEATHER_SPACES))
@app_commands.choices(where=choices("where", get_args(Place)))
async def automa(
    interaction: Interaction,
    level: str = "fellow",
    deck: str = "normal",
    leather: str | None = None,
    where: str | None = None,
) -> None:
    """Start a solo game; the answer is its first turn, in private."""

    async def work(request: Request) -> Reply:
        start = await start_of(request, place=cast(Place | None, where), track=leather)
        return await begin(request, start, level, deck)

    await reply_to(interaction, work)


@on("automa", concerns_game=False)
async def level_chosen(click: Click) -> Reply:
    """Start a solo game as the server has chosen it, at the level that was chosen."""
    (level,) = click.values
    return await begin(click, await start_of(click), level)


@on("share")
async def share(click: Click) -> Reply:
    """Post the final board of a private game where its player is now."""
    interaction = click.interaction
    if interaction.guild_id is None or interaction.channel_id is None:
        raise Refusal("only_servers")
    await check_permissions(interaction)
    match = await click.app.solo.share(
        click.custom_id.subject, click.user, interaction.guild_id, interaction.channel_id
    )
    return done(click, match)


async def begin(request: Request, start: Start, level: str, deck: str = "normal") -> Reply:
    """Start a solo game; the reply is its first turn."""
    match = await request.app.solo.start(
        guild_id=start.guild_id,
        channel_id=start.channel_id,
        user=request.user,
        opponent=Automa(level, deck),
        track=start.track,
        place=start.place,
        begun_by=request.interaction.id,
    )
    return begun(request, match)


def begun(request: Request, match: Match) -> Reply:
    """The reply to starting a solo game: its first turn, in private, while the board is posted, if it has one."""
    assert match.automa is not None
    space = BONUS_SPACES[match.automa.level]
    page = home_page(request.say, match).noted(request.say(f"solo.begun.{match.place}", game=match.id, space=space))
    background = None if match.place == "private" else partial(first_board, request, match, page)
    return Reply(page, background=background, about=match.id)
