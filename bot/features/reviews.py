"""Reviews: how a game went, and where it turned. Made once when somebody asks, with a bar that shows how far it is."""

import asyncio
import contextlib
from functools import partial

from bot.features.dispatch import Click, Page, Request, match_of, on
from bot.features.replay import check_seen
from bot.matches.match import Match, Refusal
from bot.matches.reviews import Making, check_reviewed
from bot.ui.kit.failure import UNREACHED
from bot.ui.kit.interaction import public_speaker
from bot.ui.kit.reply import Reply, show_later
from bot.ui.kit.texts import mention
from bot.ui.pages.refusals import refusal_page
from bot.ui.pages.reviews import progress_page, review_page, shared_review_page, unmade_page
from engine.verdicts import Review


@on("review")
@on("first", "previous", "following", "last", page="review")
async def review(click: Click) -> Reply:
    """The curve of a review, or another moment of it; if it was not made yet, how far it is, and then the review."""
    match = await _match(click)
    found, number = await click.app.reviews.find(match), _number(click)
    if found is None:
        return _begun(click, match)
    last = len(found.moments)
    steps = {"review": 0, "first": 0, "previous": number - 1, "following": number + 1, "last": last}
    number = min(max(steps[click.custom_id.control], 0), last)  # pages of the game do not take this one away
    page = review_page(click.say, match, found, number, click.user)
    return Reply(page, background=partial(_read, click, match, found), about=("review", match.id))


async def review_of_game(request: Request, match: Match) -> Reply:
    """The curve of the review of a match that the user may see, or how far it is."""
    check_reviewed(match)
    found = await request.app.reviews.find(match)
    if found is None:
        return _begun(request, match)
    page = review_page(request.say, match, found, 0, request.user)
    return Reply(page, background=partial(_read, request, match, found), about=("review", match.id))


@on("share", page="review")
async def share(click: Click) -> Reply:
    """Post what the message shows, for everybody in the channel."""
    match = await _match(click, share=True)
    found = await click.app.reviews.find(match)
    if found is None:
        return _begun(click, match)
    say = public_speaker(click.interaction, match.language)
    page = shared_review_page(say, match, found, min(_number(click), len(found.moments)))
    return Reply(page.noted(say("replay.shared", user=mention(click.user))), public=True)


async def _match(click: Click, *, share: bool = False) -> Match:
    match = await match_of(click)
    check_seen(click, match, share=share)
    check_reviewed(match)
    return match


async def _read(request: Request, match: Match, review: Review) -> None:
    """Note that a review is read: nobody practises today what it tells."""
    await request.app.practice.read(match, review, request.user)


async def review_of(click: Click) -> tuple[Match, Review]:
    """The match that a click is about, with its review. Raises Refusal, ``problem_gone`` if that was not made."""
    match = await _match(click)
    found = await click.app.reviews.find(match)
    if found is None:
        raise Refusal("problem_gone")
    return match, found


def _number(click: Click) -> int:
    return click.custom_id.number if click.custom_id.kind == "review" else 0


def _begun(request: Request, match: Match) -> Reply:
    making = request.app.reviews.begin(match, request.user)
    page = progress_page(request.say, match, making.done, making.of)
    return Reply(page, background=partial(_awaited, request, match, making, making.step), about=("review", match.id))


async def _awaited(request: Request, match: Match, making: Making, step: int) -> Page | None:
    """Show each step after the one that is shown until a review is made, and then show it; nothing more once the user
    has asked again.
    """
    while await making.passes(step) and _waits(request, match):
        step = making.step
        with contextlib.suppress(*UNREACHED):  # the user may have dismissed it; the review is made all the same
            await show_later(
                request.app, request.interaction, progress_page(request.say, match, making.done, making.of)
            )
    found = await asyncio.shield(making.task)
    if not _waits(request, match):
        return None
    if found:
        await _read(request, match, found)
        return review_page(request.say, match, found, 0, request.user)
    try:
        await request.app.matches.load(match.id)
    except Refusal as refusal:  # the game is gone
        return refusal_page(request.say, refusal)
    return unmade_page(request.say, match)


def _waits(request: Request, match: Match) -> bool:
    newest = request.app.private.find(request.user, ("review", match.id))
    return newest is None or newest.id == request.interaction.id
