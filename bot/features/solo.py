"""Playing alone, against the Automa. (Rivals have a file of their own.)"""

from dataclasses import replace
from typing import cast

from discord import app_commands

from bot.features.dispatch import Click, Page, Reply, Request, check_permissions, command, match_of, on
from bot.features.replay import check_seen
from bot.features.shared.first_board import first_board
from bot.features.shared.starting import Start, start_alone
from bot.features.turn import after_rival
from bot.features.turn_pages import current_turn, done
from bot.matches.match import Match, Refusal
from bot.matches.seats import LEVELS, Rival
from bot.store.tables import Place
from bot.ui.kit.interaction import public_speaker, server_of
from bot.ui.kit.texts import Say, mention, sentences
from bot.ui.pages.board import board_page
from bot.ui.pages.rival import automa_page
from bot.ui.words.names import rival_name
from bot.ui.words.options import choices, described, level_choices
from game import Automa
from game.automa import DECKS
from game.automa import LEVELS as AUTOMA_LEVELS
from game.squares import LEATHER_SPACES

FEW = 5
"""Fewer events than these can be in the log of a game in which only the rival has moved."""


@command("automa")
@app_commands.describe(
    level=described("automa.level"),
    deck=described("automa.deck"),
    leather=described("challenge.leather"),
    where=described("automa.where"),
)
@app_commands.choices(level=level_choices(), deck=choices("deck", DECKS), leather=choices("leather", LEATHER_SPACES))
@app_commands.choices(where=choices("where", ("here", "thread", "private")))
async def automa(
    request: Request,
    level: str = "fellow",
    deck: str = "normal",
    leather: str | None = None,
    where: str | None = None,
) -> Reply:
    """Start a solo game; the answer is its first turn, in private."""
    start = await start_alone(request, place=cast(Place | None, where), track=leather)
    return await begin(request, start, Automa(level, deck))


async def ask(request: Request) -> Reply:
    """Ask at which level the Automa is to play."""
    return Reply(automa_page(request.say))


@on("automa", concerns_game=False)
async def level_chosen(click: Click) -> Reply:
    """Start a solo game as the server has chosen it, at the level that was chosen."""
    level = click.choice(AUTOMA_LEVELS)
    return await begin(click, await start_alone(click), Automa(level, "normal"))


@on("share")
async def share(click: Click) -> Reply:
    """Post the final board of a private game where its player is now; in a conversation, answer with it."""
    server, channel = server_of(click.interaction), click.interaction.channel_id or 0
    if not server:
        return await _answered(click)
    await check_permissions(click.interaction)
    return done(click, await click.app.solo.share(click.custom_id.subject, click.user, server, channel))


async def _answered(click: Click) -> Reply:
    match = await match_of(click)
    check_seen(click, match, share=True)
    if not match.outcome:
        raise Refusal("stale", match)
    say = public_speaker(click.interaction, match.language)
    page = replace(board_page(say, match), rows=())
    return Reply(page.noted(say("replay.shared", user=mention(click.user))), public=True)


async def begin(
    request: Request, start: Start, opponent: Automa | Rival, first: int = 1, ring: tuple[int, ...] | None = None
) -> Reply:
    """Start a solo game; the reply is its first turn. ``first`` and ``ring`` are as for `Solo.start`."""
    match = await request.app.solo.start(
        guild_id=start.guild_id,
        channel_id=start.channel_id,
        user=request.user,
        opponent=opponent,
        track=start.track,
        first=first,
        place=start.place,
        language=start.language,
        begun_by=request.interaction.id,
        ring=ring,
    )
    return await begun(request, match)


async def begin_once(request: Request, opponent: Automa | Rival, first: int = 1) -> Reply:
    """Begin a private game; or go to one against the same opponent in which the user has not moved yet: a double tap
    begins no second one.
    """
    for row in await request.app.matches.running_of(request.user):
        if row.player2 is None and row.revision < FEW and row.guild_id == server_of(request.interaction):
            match = await request.app.matches.load(row.id)
            if match.seats[1] == opponent and not match.is_secret and all(ply.seat == 2 for ply in match.plies):
                return await begun(request, match)
    return await begin(request, await start_alone(request), opponent, first)


async def begun(request: Request, match: Match) -> Reply:
    """The reply to starting a solo game: its first turn, in private, while the board is posted, if it has one."""
    match = await request.app.rival_moves.awaited(match)
    note = _beginning(request.say, match)
    page = await current_turn(request, match, note, is_named=True, beside_board=match.place == "here")

    async def follow() -> Page | None:
        unshown = None if match.place == "private" else await first_board(request, match, page)
        return unshown or await after_rival(request, match)  # who may take longer

    return Reply(page, background=follow, about=match.id)


def _beginning(say: Say, match: Match) -> str:
    if match.rival:
        values = {"game": match.id, "number": LEVELS.index(match.rival.level) + 1, "last": len(LEVELS)}
        name = "rival.begun.you" if match.setup.first == 1 else "rival.begun.rival"
        first = say(name, rival=rival_name(say, match.rival.level), **values)
    else:
        first = say("solo.begun", game=match.id)
    return f"-# {sentences(say, first, say(f'begun.{match.place}'))}"
