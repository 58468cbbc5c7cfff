"""Open seats, for the first to come; and ``/… play``, which finds somebody to play with (decision 0066)."""

from dataclasses import replace
from functools import partial
from typing import cast

from discord import app_commands

from bot.features.challenges import about, asked
from bot.features.dispatch import Click, Page, Request, check_permissions, command, on, refused
from bot.features.shared.first_board import first_board
from bot.features.shared.starting import Start, start_of, with_language
from bot.features.solo import begun
from bot.matches.clock import DAYS, EVENING
from bot.matches.match import Match, Refusal
from bot.store.challenges import ChallengeRow
from bot.store.tables import Place
from bot.ui.kit.members import gone_from
from bot.ui.kit.reply import Reply, take_away
from bot.ui.kit.texts import mention
from bot.ui.pages.challenges import with_rivals
from bot.ui.words.options import choices, described, pace_choices
from game.squares import LEATHER_SPACES


@command("open")
@app_commands.describe(
    leather=described("challenge.leather"), pace=described("challenge.pace"), where=described("challenge.where")
)
@app_commands.choices(leather=choices("leather", LEATHER_SPACES))
@app_commands.choices(pace=pace_choices((*EVENING, *DAYS)))
@app_commands.choices(where=choices("where", ("here", "thread")))
async def open_command(
    request: Request, leather: str | None = None, pace: int | None = None, where: str | None = None
) -> Reply:
    """Open a seat, with a public message that pings nobody."""
    return await _open(request, await start_of(request, place=cast(Place | None, where), track=leather, pace=pace))


@command("play")
async def play(request: Request) -> Reply:
    """Take a seat here, or else open one, and offer rivals meanwhile."""
    start = await start_of(request)
    if taken := await _take_any(request, start):
        return _begun(request, *taken)
    try:
        reply = await _open(request, start)
    except Refusal as refusal:
        reply = refused(request, refusal)
    return replace(reply, page=with_rivals(request.say, reply.page))


@on("take", concerns_game=False)
async def take(click: Click) -> Reply:
    """Take a seat: the game begins."""
    await check_permissions(click.interaction)
    seat, match = await _taken(click, click.custom_id.subject)
    if match.is_private:
        take_away(click.app, seat.challenger, about(seat))
        return await begun(click, match)
    return _begun(click, seat, match)


async def _take_any(request: Request, start: Start) -> tuple[ChallengeRow, Match] | None:
    challenges = request.app.challenges
    for seat in await challenges.open_seats_in(start.channel_id, request.user):
        try:
            return await _taken(request, seat)
        except Refusal as refusal:
            if refusal.reason == "too_many_games":
                raise
            if refusal.reason == "seat_gone":  # nobody is to see it stand any longer
                app = request.app
                app.tasks.once_answered(partial(app.tasks.coalesce, "challenges", app.challenge_posts.sweep))
    return None


async def _taken(request: Request, seat_id: int) -> tuple[ChallengeRow, Match]:
    """Take a seat. If its owner is no longer here, it closes instead, and is gone (``seat_gone``)."""
    challenges = request.app.challenges
    owner = (await challenges.open_seat(seat_id)).challenger
    if owner != request.user and await gone_from(request.interaction.guild, [owner]):
        await challenges.close(seat_id)
        raise Refusal("seat_gone")
    return await challenges.take(seat_id, request.user)


async def _open(request: Request, start: Start) -> Reply:
    made = await request.app.challenges.open(start.challenge(request, first=1))
    return await with_language(request, start, asked(request, made, request.say("seat.opened")))


def _begun(request: Request, seat: ChallengeRow, match: Match) -> Reply:
    """The reply to the one who takes a seat. The board calls its owner, who moves first."""
    take_away(request.app, seat.challenger, about(seat))
    page = Page((request.say("seat.taken", game=match.id, challenger=mention(seat.challenger)),))
    return Reply(page, background=partial(first_board, request, match, page), about=match.id)
