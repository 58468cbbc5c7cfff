"""What players ask each other in public: to cancel, to pause, to take back a move (decision 0009)."""

import logging
from functools import partial
from itertools import chain

from bot.features.dispatch import Click, Page, check_playable, match_of, on, speaker_for
from bot.matches.match import Match, Refusal
from bot.ui.kit.failure import UNREACHED
from bot.ui.kit.interaction import public_speaker
from bot.ui.kit.reply import Reply, show_later
from bot.ui.kit.texts import mention
from bot.ui.pages.offers import Offer, OfferKind, offer_page
from bot.ui.pages.turn import current_page, standing_page
from game import other

LOG = logging.getLogger(__name__)

_ASKING: dict[OfferKind, tuple[str, ...]] = {
    "cancel": ("cancel", "offer"),  # the name in messages of version 0.1.0
    "pause": ("pause",),
    "takeback": ("takeback",),
}
"""The controls that ask each question."""


@on(*chain(*_ASKING.values()))
async def ask(click: Click) -> Reply:
    """Ask the opponent in public to cancel the match, to stop its clock, or to give the last move back; or show their
    own offer if they asked first.
    """
    app, say, match = click.app, click.say, await match_of(click)
    kind = next(kind for kind, controls in _ASKING.items() if click.custom_id.control in controls)
    offer = Offer(kind, match.check(click.user))
    if kind == "pause" and match.deadline is None:
        raise Refusal("no_clock", match)
    if kind == "takeback" and not match.given_back(offer.seat):
        raise Refusal("stale", match)
    await check_playable(click, match)
    theirs = Offer(kind, other(offer.seat))
    if await app.postings.state_of(match, theirs.role) == "live":
        return Reply(offer_page(say, match, theirs))
    if await app.postings.state_of(match, offer.role) == "refused":  # a refusal stands until the next move
        return Reply(standing_page(say, match, click.user).noted(say("offer.refused")))
    opponent = match.opponent(click.user)
    calls = click.user not in await app.blocks.blocked_by(opponent)
    if match.is_answered:
        return await app.conversations.offer(click, match, offer, calls=calls)
    page = Page((say(f"offer.asked.{kind}", user=mention(opponent)),))
    return Reply(page, background=partial(app.offers.post, match, offer, click.interaction.id, calls=calls))


@on("agree")
async def agree(click: Click) -> Reply:
    """The opponent agrees."""
    app, match_id, revision = click.app, click.custom_id.subject, click.custom_id.revision
    offer, match = await _offered(click)
    if match.seat_of(click.user) == offer.seat:
        raise Refusal("own_offer", match)
    if await app.postings.state_of(match, offer.role) != "live":
        raise Refusal("stale", match)
    if offer.kind == "cancel":
        match = await app.matches.agree_to_cancel(match_id, revision, click.user, offer.seat)
    elif offer.kind == "takeback":
        match = await app.matches.give_back(match_id, revision, click.user)
    else:
        match = await app.timers.pause(match_id, click.user, revision, offer.role)
    asker = mention(match.person_at(offer.seat))
    page = Page((click.say(f"offer.agreed.{offer.kind}", game=match_id, user=asker),))
    return Reply(page, background=partial(_tell, click, match, offer, f"offer.told.{offer.kind}"))


@on("refuse")
async def refuse(click: Click) -> Reply:
    """The opponent refuses, or the one who asked withdraws."""
    app = click.app
    offer, match = await _offered(click)
    say = public_speaker(click.interaction, match.language)
    page = Page((say(f"offer.refused.{offer.kind}", user=mention(click.user)),))
    await app.postings.refuse(match.id, offer.role, click.custom_id.revision)

    async def show() -> None:
        await app.offers.show_refused(match, offer.role, page)
        await _tell(click, match, offer, f"offer.refused.{offer.kind}")

    return Reply(page, in_place=True, background=show)


async def _tell(click: Click, match: Match, offer: Offer, name: str) -> None:
    asker = match.person_at(offer.seat)
    asked = click.app.private.find(asker, match.id, _ASKING[offer.kind])
    if asked is None or asker == click.user:
        return
    say = await speaker_for(click.app, asked)
    page = current_page(say, match, asker).noted(say(name, user=mention(click.user), game=match.id))
    try:
        await show_later(click.app, asked, page)
    except UNREACHED as error:
        LOG.info("game %s: who asked was not told the answer: %s", match.id, error)


async def _offered(click: Click) -> tuple[Offer, Match]:
    match = await match_of(click)
    if match.seat_of(click.user) is None:
        raise Refusal("not_playing", match)
    return Offer.parse(click.custom_id.page), match
