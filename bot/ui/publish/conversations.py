"""Games of two where the bot is no member: all that both are to see is the answer to a click (decision 0100).

No request of ours goes to such a place by itself. The click that passes a turn is answered with the new board, and what
is for its user alone follows on their private page. Older boards are edited while the token of a click reaches them.
"""

import asyncio
import contextlib
import logging
from collections import OrderedDict
from collections.abc import Sequence
from contextvars import ContextVar
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import discord

from bot.matches.match import Match, Refusal
from bot.matches.play import Matches
from bot.matches.postings import Postings
from bot.store.changes import Change
from bot.store.games import GameRow
from bot.store.messages import MessageRow
from bot.ui.kit.custom_id import CustomId
from bot.ui.kit.failure import UNREACHED
from bot.ui.kit.page import Page
from bot.ui.kit.private import Tokens
from bot.ui.kit.reply import Reply, Services, show_later
from bot.ui.kit.router import Click, Request
from bot.ui.pages.offers import Offer
from bot.ui.publish.delivery import Notifier, PublicPages
from bot.ui.publish.messages import Messages, is_call
from bot.ui.words.notifications import called
from game import other

LOG = logging.getLogger(__name__)

KEPT = 1_000
"""For how many games it is remembered which boards stand, and what they show."""

BEGINNING = ("take", "accept", "rematch")
"""Controls that can begin a game."""

_CHANGED: ContextVar[dict[int, GameRow] | None] = ContextVar("changed", default=None)
"""The games that the click has changed for which the current context works."""


@dataclass(slots=True)
class Shown:
    """What the newest answer with the board of a game shows, if we know; whether it ``is_known`` if that came, or it is
    on its way; and the boards that a token may reach.
    """

    state: object = None
    is_known: asyncio.Event = field(default_factory=asyncio.Event)
    boards: set[int] = field(default_factory=set)

    def send(self, state: object) -> None:
        """Note that an answer is on its way which shows the game so."""
        self.state = state
        self.is_known.clear()

    def settle(self, state: object, *, came: bool) -> None:
        """Note what has become of that answer, unless there is a newer one."""
        if self.state == state:
            self.state = state if came else None
            self.is_known.set()


PATIENCE = 1.0
"""For how many seconds a tap waits for what becomes of another one: it has 2.4 itself."""


class Conversations:
    """Answers with what others post. What it remembers of boards is in memory: without it, older ones stay as they are,
    and say how the game stands when they are pressed.
    """

    def __init__(
        self,
        services: Services,
        matches: Matches,
        postings: Postings,
        messages: Messages,
        tokens: Tokens,
        pages: PublicPages,
        notifier: Notifier,
    ) -> None:
        self._services = services
        self._matches = matches
        self._postings = postings
        self._messages = messages
        self._tokens = tokens
        self._pages = pages
        self._notifier = notifier
        self._shown: OrderedDict[int, Shown] = OrderedDict()

    # --- what a click changes

    def listen(self) -> None:
        """Note from now on what the click changes for which the current context works."""
        _CHANGED.set({})

    def follow(self, changes: Sequence[Change]) -> None:
        """Note that games have changed."""
        noted = _CHANGED.get()
        if noted is not None:
            noted.update({change.game.id: change.game for change in changes if change.game.is_answered})

    async def saw(self, custom_id: CustomId, message: discord.Message) -> None:
        """Note that a board or an offer of a game was clicked. If a crash has left it the words of a call, and it shows
        the game as it is now, it becomes its page.
        """
        try:
            match = await self._matches.load(custom_id.subject)
        except Refusal:
            return
        if not match.is_answered or match.channel_id != message.channel.id:
            return
        if custom_id.page == "board":
            self._of(match.id).boards.add(message.id)
        if is_call(message) and custom_id.revision == match.revision:
            page, user = await self._pages.page(match, custom_id.page), await self._notifier.marked(called(match))
            await self._messages.edit_by_token(match.guild_id, message.id, page, user)

    async def answered(self, click: Click[Any], concerns: int, reply: Reply) -> Reply:
        """The reply to a click that concerns a game; or the board, if the other one is to see what it has changed."""
        begins = click.custom_id.control in BEGINNING
        for game in (_CHANGED.get() or {}).values():
            if game.id == concerns or (begins and not game.revision):
                return await self.told(click, await self._matches.load(game.id), reply)
        return reply

    async def told(self, request: Request[Any], match: Match, reply: Reply) -> Reply:
        """The reply to somebody who has done something in a game; or the board, if it is news to the other one, and
        nobody has it yet.
        """
        if not match.is_answered or not _is_news(match, request.user):
            return reply
        if request.interaction.channel_id != match.channel_id:
            note = request.say("conversation.unseen", game=match.id)
            return reply if reply.public else Reply(reply.page.noted(note), background=reply.background)
        shown = self._of(match.id)
        if shown.state == _state(match):
            if not reply.public:  # of two taps, the second brings the board if the first was too late
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(shown.is_known.wait(), PATIENCE)
            if shown.state is not None:
                return reply
        return await self.board(request, match, reply)

    # --- what everybody sees

    async def board(self, request: Request[Any], match: Match, private: Reply | None = None) -> Reply:
        """The board of a game as an answer, which calls whom it is to call. What would have been the reply in place of
        it, a ``private`` one, is shown on the user's private page.
        """
        shown = self._of(match.id)
        shown.send(_state(match))  # first of all: of two taps, one is answered so
        try:
            page, user = await self._pages.page(match, "board"), called(match)
            user = None if user == request.user else user
            call = await self._notifier.to_mention(match, user, page.notification, "turn")
        except BaseException:
            shown.settle(_state(match), came=False)
            raise
        after = partial(self._after_board, request, match, shown, page, call.mention, private)
        return Reply(page, public=True, ping=call.mention, background=after)

    async def offer(self, request: Request[Any], match: Match, offer: Offer, *, calls: bool) -> Reply:
        """An offer as an answer. It is noted first, by the click that makes it: so it holds, whatever comes of that."""
        number = request.interaction.id
        row = MessageRow(number, match.id, match.channel_id, offer.role, match.revision, match.to_move, "live")
        noted = await self._postings.note_post(row, match)
        await self._postings.forget([old.message_id for old in noted.doomed])
        page, opponent = await self._pages.page(match, offer.role), match.user_at(other(offer.seat))
        call = await self._notifier.to_mention(match, opponent if calls else None, page.notification, offer.role)
        return self.spoken(request, page, call.mention)

    def spoken(self, request: Request[Any], page: Page, ping: int | None) -> Reply:
        """A page as an answer for everybody, which may call a user."""
        return Reply(page, public=True, ping=ping, background=partial(self._after, request, page, ping))

    # --- afterwards

    async def show(self, match: Match, messages: Sequence[MessageRow]) -> None:
        """Bring the board of a game up to date if a token reaches it, and forget the offers that it has outlived."""
        old = [row.message_id for row in messages if row.state == "doomed" or row.revision < match.revision]
        if old:
            await self._postings.forget(old)
        shown = self._of(match.id)
        newest = max(shown.boards, default=0)
        if shown.state != _state(match) and self._messages.is_free(newest):
            page, user = await self._pages.page(match, "board"), await self._notifier.marked(called(match))
            await self._messages.edit_by_token(match.guild_id, newest, page, user)  # which calls nobody: see `told`

    async def tell(self, match: Match, user: int, words: str, notice: str) -> None:
        """Tell a user in private what no click of theirs leads to, if they want to be told in private."""
        await self._notifier.to_mention(match, user, words, notice, waits=False)

    async def _after_board(
        self, request: Request[Any], match: Match, shown: Shown, page: Page, ping: int | None, private: Reply | None
    ) -> object:
        """Once a board is sent: turn the call into it, and say on older ones that the game goes on below; or show it on
        them if nobody else can see the new one.
        """
        panel, answer = self._services.private.find(request.user, match.id), None
        try:
            answer = await request.interaction.original_response()
        except UNREACHED as error:
            LOG.info("game %s: its board was not answered: %s", match.id, error)
            return None
        finally:
            shown.settle(_state(match), came=answer is not None and not _is_apology(answer))
        if _is_apology(answer):  # the same press once more brings it
            await self.show(match, ())
            return None
        told = await self._after(request, page, ping)
        if told:  # the other one sees none but older boards
            await self._messages.edit_by_token(match.guild_id, max(shown.boards, default=0), page)
        else:
            older, shown.boards = shown.boards - {answer.id}, {answer.id}
            below = Page((self._pages.say(match)("conversation.below", game=match.id),))
            for board in older:
                await self._messages.edit_by_token(match.guild_id, board, below)
        if private and panel and self._services.private.still_shows(panel, match.id):  # not what they opened since
            with contextlib.suppress(*UNREACHED):
                await show_later(self._services, panel, private.page)
        then = await private.background() if private and private.background else None
        return told or then

    async def _after(self, request: Request[Any], page: Page, ping: int | None) -> Page | None:
        """Turn a call that was answered into its page. If nobody else can see it, a page that says so."""
        shown = await request.interaction.original_response()
        if _is_apology(shown):
            return None
        if shown.flags.ephemeral:
            return Page((request.say("conversation.alone"),))
        self._tokens.note(shown.id, request.interaction)
        if ping:
            await self._messages.edit_by_token(0, shown.id, page, ping)
        return None

    def _of(self, match_id: int) -> Shown:
        found = self._shown.setdefault(match_id, Shown())
        self._shown.move_to_end(match_id)
        if len(self._shown) > KEPT:
            self._shown.popitem(last=False)
        return found


def _is_apology(answer: discord.Message) -> bool:
    """Tell whether an answer says, in plain words, that it was too late or has failed."""
    return not answer.components


def _state(match: Match) -> object:
    return match.revision, match.clock, match.users


def _is_news(match: Match, user: int) -> bool:
    """Tell whether what a player has just done is to be seen by the other one now: not while their own turn goes on."""
    seat = match.seat_of(user)
    if seat is None:
        return False
    is_on = match.mover == user and (match.last_kind == "undo" or (match.plies and match.plies[-1].seat == seat))
    return not is_on
