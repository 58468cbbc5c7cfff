"""The public offers of matches: each holds at the revision at which it was made."""

from bot.matches.match import Match
from bot.matches.postings import Postings
from bot.store.messages import MessageRow
from bot.ui.kit.budget import NOW
from bot.ui.kit.page import Page
from bot.ui.pages.offers import Offer, offer_page
from bot.ui.publish.boards import Boards
from bot.ui.publish.delivery import Notifier
from bot.ui.publish.messages import nonce_of
from bot.ui.publish.posts import Posts
from bot.ui.publish.publisher import Publisher
from game import other


class Offers:
    """Posts offers, and shows what became of them."""

    def __init__(
        self, postings: Postings, posts: Posts, notifier: Notifier, boards: Boards, publisher: Publisher
    ) -> None:
        self._postings = postings
        self._posts = posts
        self._notifier = notifier
        self._boards = boards
        self._publisher = publisher

    async def post(self, match: Match, offer: Offer, press: int, *, calls: bool) -> None:
        """Post an offer. If it ``calls``, it mentions the opponent once per revision, however often it is posted.

        ``press`` is the id of the click that makes it, which tells Discord a retry from another post. The words of a
        call keep their place in the line until they are the offer: before, nobody can answer.
        """
        page = offer_page(self._publisher.speak(match.language), match, offer)
        async with self._publisher.budget.turn(NOW), self._boards.lock(match.id):
            state = await self._postings.state_of(match, offer.role)
            if state == "refused":
                return
            seat = other(offer.seat)
            opponent = match.user_at(seat) if calls and not state else None
            call = await self._notifier.to_mention(match, opponent, page.notification, f"{offer.role} {press}")
            if call.later:
                await self._postings.owe_call(match, call.later, "ask1" if seat == 1 else "ask2")
            await self._posts.post(match, page, offer.role, call, nonce_of(press), calls=opponent is not None)
        self._boards.refresh(match.id)

    async def call_late(self, match: Match, offer: MessageRow, user: int) -> None:
        """Call a user after all whom an offer should have called, and post it again."""
        page = offer_page(self._publisher.speak(match.language), match, Offer.parse(offer.role))
        async with self._publisher.budget.turn(NOW), self._boards.lock(match.id):
            if await self._postings.state_of(match, offer.role) != "live":
                return
            notice = f"late {offer.message_id}"
            call = await self._notifier.to_mention(match, user, page.notification, notice, waits=False)
            await self._posts.post(match, page, offer.role, call, nonce_of(notice), calls=True)
        self._boards.refresh(match.id)

    async def show_refused(self, match: Match, role: str, page: Page) -> None:
        """Show on an offer that it was refused or withdrawn."""
        if not match.is_answered and (offer := await self._postings.refused(match.id, role)):
            await self._publisher.messages.edit(match.guild_id, offer.channel_id, offer.message_id, page)
