"""Open seats, for the first to come (decision 0066)."""

from dataclasses import replace
from functools import partial

from bot.features.challenges import about, asked, posed
from bot.features.dispatch import Click, Page, Request, check_permissions, on, refused
from bot.features.shared.first_board import first_board
from bot.features.shared.starting import start_of, with_language
from bot.features.shared.terms import start_on
from bot.features.solo import begun
from bot.matches.challenge import Made
from bot.matches.match import Match, Refusal
from bot.matches.refusals import ChallengeWaiting
from bot.store.challenges import ChallengeRow
from bot.ui.kit.custom_id import BadId
from bot.ui.kit.interaction import in_conversation
from bot.ui.kit.members import gone_from
from bot.ui.kit.reply import Reply, take_away
from bot.ui.kit.texts import mention
from bot.ui.pages.challenges import with_rivals
from bot.ui.pages.terms import chosen_terms, page_of, terms_page
from bot.ui.pages.way_home import PAGE


@on("seat", page=PAGE, concerns_game=False)
async def ask(request: Request) -> Reply:
    """Ask on which terms a seat is opened, and show the way to the oldest one that is open here."""
    seats = await request.app.challenges.open_seats_in(request.interaction.channel_id or 0, request.user)
    return Reply(terms_page(request.say, "seat", {}, next(iter(seats), 0)), about="seat")


@on("opennow", page=page_of("seat"), concerns_game=False)
async def open_seat(click: Click) -> Reply:
    """Open a seat, with a public message that pings nobody, and offer rivals meanwhile."""
    start = await start_on(click, chosen_terms(click.custom_id))
    try:
        made = await click.app.challenges.open(start.challenge(click, first=1))
        reply = await with_language(click, start, asked(click, made, click.say("seat.opened")))
    except Refusal as refusal:
        reply = refused(click, refusal)
    return replace(reply, page=with_rivals(click.say, reply.page))


@on("playhere", page=PAGE, concerns_game=False)
async def play_here(click: Click) -> Reply:
    """Open a seat where the bot is no member: the answer is the seat, for everybody who is there."""
    if not in_conversation(click.interaction):
        raise BadId(str(click.custom_id))
    start = await start_of(click, place="private")
    try:
        made = await click.app.challenges.open(start.challenge(click, first=1))
    except ChallengeWaiting as refusal:
        if refusal.challenge is None:
            raise
        made = Made(refusal.challenge)  # it is shown once more: they may not find it
    return await posed(click, made, "")


@on("take", concerns_game=False)
async def take(click: Click) -> Reply:
    """Take a seat: the game begins."""
    seat, match = await _taken(click, click.custom_id.subject)
    if match.is_solo:
        take_away(click.app, seat.challenger, about(seat))
        return await begun(click, match)
    return _begun(click, seat, match)


async def _taken(request: Request, seat_id: int) -> tuple[ChallengeRow, Match]:
    """Take a seat. If its owner is no longer here, it closes instead, and is gone (``seat_gone``)."""
    challenges = request.app.challenges
    seat = await challenges.open_seat(seat_id)
    if seat.guild_id:
        await check_permissions(request.interaction)
    elif seat.channel_id != request.interaction.channel_id:
        raise Refusal("seat_gone")
    if (owner := seat.challenger) != request.user and await gone_from(request.interaction.guild, [owner]):
        await challenges.close(seat_id)
        raise Refusal("seat_gone")
    return await challenges.take(seat_id, request.user)


def _begun(request: Request, seat: ChallengeRow, match: Match) -> Reply:
    """The reply to the one who takes a seat. The board calls its owner, who moves first."""
    take_away(request.app, seat.challenger, about(seat))
    page = Page((request.say("seat.taken", game=match.id, challenger=mention(seat.challenger)),))
    return Reply(page, background=partial(first_board, request, match, page), about=match.id)
