"""How a match is shown: which of its messages is edited, when its board is posted anew, and whom that calls.

A match has one live board. It is edited while the same player moves, and posted again, with one mention, when the
player to move changes; or edited and the mention owed for later, if that player is at the table (decision 0004).
"""

from collections.abc import Callable, Sequence
from dataclasses import replace

from discord.utils import snowflake_time

from bot.clock import now
from bot.matches.clock import HOUR, is_evening
from bot.matches.match import Match
from bot.matches.postings import Noted, Postings
from bot.matches.preferences import Preferences
from bot.store.games import GameRow
from bot.store.messages import MessageRow
from bot.store.players import PlayerRow, is_nobody
from bot.ui.kit.page import Page
from bot.ui.kit.texts import Say, url_of
from bot.ui.pages.board import board_page
from bot.ui.pages.offers import Offer, offer_page
from bot.ui.publish.direct import DirectMessages
from bot.ui.publish.messages import nonce_of
from bot.ui.publish.player_names import CreditsOf
from bot.ui.publish.posts import Call, Posts, after
from bot.ui.publish.recent_activity import RecentActivity
from bot.ui.words import labels, notifications
from game import other

UNREAD = 6 * 60 * 60
"""Seconds after which a board that comes back calls the player to move again, if they have done nothing since."""

CALL_AFTER = 3 * 60
"""Seconds after which a player who was at the table when their turn came is called, if they have done nothing since."""


class Notifier:
    """Tells each player once, in the way and at the hours they have chosen. ``speak`` gives the words of a language."""

    def __init__(
        self, direct: DirectMessages, preferences: Preferences, activity: RecentActivity, speak: Callable[[str], Say]
    ) -> None:
        self._direct = direct
        self._preferences = preferences
        self._activity = activity
        self._speak = speak
        self._told: dict[tuple[int, int], tuple[int, str]] = {}

    async def to_mention(self, match: Match, user: int | None, words: str, notice: str, *, waits: bool = True) -> Call:
        """Whom to mention: the user, or nobody if they want nothing or were told this ``notice`` in private. A call
        that ``waits`` is put off while they must not be called; one that does not is public in an evening's game.
        """
        if match.outcome:
            for each in match.people:
                self._told.pop((each, match.id), None)
        if user is None or is_nobody(user):
            return Call()
        player = await self._preferences.of(user)
        if player.notify == "nothing":
            return Call()
        if waits and (later := await self.later(match, player)):
            return Call(later=later)
        is_public = match.outcome or (is_evening(match) and not waits)
        if player.notify == "direct" and not is_public and await self._tell(match, user, words, notice):
            self._activity.note_call(user, match.guild_id, match.id)
            return Call()
        return Call(user)

    def was_called(self, match: Match | GameRow, user: int) -> bool:
        """Tell whether a user has just been called to a match, by its board or by a question."""
        return self._activity.was_called(user, match.guild_id, match.id, CALL_AFTER)

    async def later(self, match: Match, player: PlayerRow) -> int:
        """Tell when a player may be called to a match, in seconds since 1970, or 0 for now: not in quiet hours, and not
        for some time after a call to another game of the server, if they have not looked since.
        """
        if is_evening(match):
            return 0
        if quiet := await self._preferences.quiet_until(player, match.guild_id, now()):
            return quiet
        return int(self._activity.may_call_at(player.user_id, match.guild_id, match.id, player.call_gap * HOUR))

    async def was_quiet(self, match: Match, user: int, moment: int) -> bool:
        """Tell whether somebody had quiet hours at some time, as they have chosen them now."""
        player = await self._preferences.of(user)
        return bool(await self._preferences.quiet_until(player, match.guild_id, moment))

    async def later_for(self, match: Match, user: int) -> int | None:
        """Tell when a user may be called to a match, like `later`; None if they want no calls."""
        player = await self._preferences.of(user)
        return None if player.notify == "nothing" else await self.later(match, player)

    async def marked(self, user: int | None) -> int | None:
        """Find whom a message that has called a user still marks when it is edited: the user, if they want mentions."""
        if user is None or is_nobody(user):
            return None
        return user if (await self._preferences.of(user)).notify == "mention" else None

    async def _tell(self, match: Match, user: int, words: str, notice: str) -> bool:
        """Tell a user in private what has happened in a match, and where. False if they accept no messages."""
        if self._told.get((user, match.id)) == (match.revision, notice):
            return True  # the board could not be posted then, and is tried again
        link = url_of(match.guild_id, match.channel_id)
        text = self._speak(match.language)("direct.text", words=words, link=link)
        if not await self._direct.send(user, text, nonce_of(match.id, match.revision, notice)):
            return False
        self._told[user, match.id] = (match.revision, notice)
        return True


class PublicPages:
    """Composes the board of a match, and its offers. ``speak`` gives the words of a language."""

    def __init__(self, credits_of: CreditsOf, speak: Callable[[str], Say]) -> None:
        self._credits_of = credits_of
        self._speak = speak

    def say(self, match: Match) -> Say:
        """The words in which a match speaks to everybody."""
        say = self._speak(match.language)
        return say.in_conversation if match.is_answered else say

    async def page(self, match: Match, role: str) -> Page:
        """The page of a message of a match: its board, or an offer."""
        say = self.say(match)
        if role != "board":
            return offer_page(say, match, Offer.parse(role))
        has_credits = match.outcome or match.rematch_of
        return board_page(say, match, await self._credits_of.match(match) if has_credits else labels.NO_CREDITS)


class Delivery:
    """Brings the public messages of one match in line with it. Who delivers holds its lock: see `Boards`.

    Each way returns what the store noted; if the match has moved on meanwhile, it is to be shown again. Raises
    `UNREACHED` when Discord refuses.
    """

    def __init__(
        self, postings: Postings, posts: Posts, pages: PublicPages, notifier: Notifier, activity: RecentActivity
    ) -> None:
        self._postings = postings
        self._posts = posts
        self._pages = pages
        self._notifier = notifier
        self._activity = activity

    async def show(self, match: Match, messages: list[MessageRow]) -> Noted:
        """Show a match, whose messages are given from the newest on."""
        noted = Noted(True, [row for row in messages if row.state == "doomed"])
        if match.place == "private":
            if messages:
                await self._postings.doom_all(match.id)
            return Noted(True, messages)
        live = next((row for row in messages if row.role == "board" and row.state == "live"), None)
        offers = [row for row in messages if row.role != "board" and _is_plain(match, row)]
        for row in offers:
            page = await self._pages.page(match, row.role)
            noted = noted.then(await self._posts.complete(match, row, page, await self._marked(match, row)))
        if live is None or live.owed or live.revision != match.revision:
            return noted.then(await self._show_board(match, live, newest_board(messages)))
        if any(row.role != "board" and row.state != "doomed" and row.revision < match.revision for row in messages):
            noted = noted.then(Noted(True, await self._postings.doom_stale(match)))
        return noted

    async def call(
        self,
        match: Match,
        before: MessageRow | None,
        user: int,
        words: str,
        notice: str,
        line: str = "",
        waiting: Sequence[GameRow] = (),
    ) -> Noted:
        """Call a user in plain words, and post the board again with one more ``line``, if it is not empty. This stands
        for the calls to all games that are ``waiting``.
        """
        page = replace((await self._pages.page(match, "board")).noted(line), notification=words)
        call = await self._notifier.to_mention(match, user, words, notice, waits=False)
        is_owed = user == notifications.called(match)
        return await self._post_board(match, page, call, before, calls=is_owed, stands_for=waiting)

    async def call_late(self, match: Match, before: MessageRow, user: int, waiting: Sequence[GameRow]) -> Noted:
        """Call a user after all, whom this board should have called, and post it again. These games are ``waiting`` for
        them in the server.
        """
        words = (await self._pages.page(match, "board")).notification
        if len(waiting) > 1:
            words = notifications.waiting_too(self._pages.say(match), words, len(waiting))
        return await self.call(match, before, user, words, f"late {before.message_id}", waiting=waiting)

    async def dress(self, match: Match, row: MessageRow) -> None:
        """Turn a whole call, which shows the match as it is now, into its page, if there is room for that."""
        page = await self._pages.page(match, row.role)
        await self._posts.dress(match, row, page, await self._marked(match, row))

    async def _marked(self, match: Match, row: MessageRow) -> int | None:
        """Find whom a message of a match has called, if its edit is to mark them still."""
        if row.revision != match.revision:
            return None  # they have acted since
        seat = None if row.role == "board" else other(Offer.parse(row.role).seat)
        return await self._notifier.marked(match.user_at(seat) if seat else notifications.called(match))

    async def _show_board(self, match: Match, live: MessageRow | None, before: MessageRow | None) -> Noted:
        """Edit the live board, or post a new one; ``before`` is the board posted last."""
        page = await self._pages.page(match, "board")
        came_back = before is not None and _just_came(match) and before.revision < match.plies[-1].number
        may_stay = live and (_is_plain(match, live) or (is_still_theirs(match, live) and not came_back))
        if live and may_stay:
            is_renamed = match.is_forsaken and live.revision == match.revision  # being forgotten brings nothing back
            marked = await self._marked(match, live)
            if noted := await self._posts.edit(match, live, page, marked, may_be_gone=is_renamed):
                return noted
        notice = ""
        if before is None or before.to_move != match.to_move or came_back:
            notice = "turn"
        elif match.outcome is None and age(before) > UNREAD:
            has_acted = match.last_kind is not None and (match.last_kind == "undo" or not _just_came(match))
            notice = "" if has_acted else f"after {before.message_id}"
        if notice == "turn" and live and live is before and self._is_seen(match, live):
            if not await self._postings.owe_call(match, now() + CALL_AFTER):
                return Noted(False, [])
            if noted := await self._posts.edit(match, live, page):
                return noted
            notice = ""
        if not notice:
            return await self._post_board(match, page, Call(), before, calls=False)
        call = await self._notifier.to_mention(match, notifications.called(match), page.notification, notice)
        if call.later and not await self._postings.owe_call(match, call.later):
            return Noted(False, [])
        return await self._post_board(match, page, call, before, calls=True)

    def _is_seen(self, match: Match, board: MessageRow) -> bool:
        """Tell whether the player to move is at the table, and the board the newest message: no need to call."""
        user = None if match.is_solo else match.mover
        is_newest = board.channel_id == match.channel_id and self.is_newest(match, board.message_id)
        return is_newest and user is not None and self._activity.is_here(match.id, user)

    def is_newest(self, match: Match, message_id: int) -> bool:
        """Tell whether a message is the newest where a match is played, as far as we know."""
        return self._activity.is_newest(match.channel_id, message_id)

    async def _post_board(
        self,
        match: Match,
        page: Page,
        call: Call,
        before: MessageRow | None,
        *,
        calls: bool,
        stands_for: Sequence[GameRow] = (),
    ) -> Noted:
        nonce = after(match, before)
        return await self._posts.post(match, page, "board", call, nonce, calls=calls, stands_for=stands_for)


def newest_board(messages: list[MessageRow]) -> MessageRow | None:
    """The board posted last, among a match's messages from the newest on."""
    return next((row for row in messages if row.role == "board"), None)


def shows(board: MessageRow | None, match: Match) -> bool:
    """Tell whether a board stands and shows a match as it is now."""
    return board is not None and board.state == "live" and not board.owed and board.revision == match.revision


def is_still_theirs(match: Match, board: MessageRow | None) -> bool:
    """Tell whether the player to move is the one that a board names. In a solo game nobody else cares."""
    if board is None or board.to_move is None or match.to_move is None:
        return False
    return match.is_solo or match.to_move == board.to_move


def age(row: MessageRow) -> float:
    """Seconds since a message was posted."""
    return now() - snowflake_time(row.message_id).timestamp()


def _is_plain(match: Match, row: MessageRow) -> bool:
    return row.state == "live" and row.owed and row.revision == match.revision


def _just_came(match: Match) -> bool:
    made = next((ply for ply in reversed(match.plies) if ply.how is None), None)
    return made is not None and made.seat != match.position.turn and not match.is_solo
