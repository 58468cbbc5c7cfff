"""The public boards: when they are written, and when they are tried again.

Clicks never write them: what they commit is told (`bot.store.changes`), and followed once they are answered. Each step
is noted in the store, so that the next refresh or sweep can finish whatever was interrupted.
"""

import asyncio
import logging
import weakref
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from functools import partial

from bot import logs
from bot.matches.match import Match, Refusal
from bot.matches.play import Matches
from bot.store.games import GameRow
from bot.store.messages import ANCHOR, MessageRow
from bot.ui.kit.budget import NOW, SOON
from bot.ui.kit.custom_id import CustomId
from bot.ui.kit.failure import UNREACHED, report
from bot.ui.publish.channels import is_closed
from bot.ui.publish.conversations import Conversations
from bot.ui.publish.delivery import Delivery, age, is_still_theirs, newest_board, shows
from bot.ui.publish.posts import Posts
from bot.ui.publish.publisher import Publisher
from bot.ui.publish.threads import Threads
from bot.ui.words.notifications import called

LOG = logging.getLogger(__name__)

REPOST_SECONDS = 30
"""How long a board stands before somebody may have it posted again."""


class Boards:
    """Keeps the boards in line with the store. One delivery at a time for each match; the newest revision wins.

    The boards of other processes' shards are left to their own sweep.
    """

    def __init__(
        self,
        matches: Matches,
        posts: Posts,
        delivery: Delivery,
        threads: Threads,
        conversations: Conversations,
        publisher: Publisher,
    ) -> None:
        self._matches = matches
        self._posts = posts
        self._delivery = delivery
        self._threads = threads
        self._conversations = conversations
        self._publisher = publisher
        self._locks: weakref.WeakValueDictionary[int, asyncio.Lock] = weakref.WeakValueDictionary()

    def refresh(self, match_id: int) -> None:
        """Bring the messages of a match up to date soon."""
        self._publisher.tasks.coalesce(("board", match_id), partial(self.try_to_show, match_id))

    async def show(self, match_id: int) -> None:
        """Bring the messages of a match up to date now.

        Raises Refusal ``no_game``, or what Discord answers (`UNREACHED`): then they are owed, and tried again.
        """
        try:
            async with self.lock(match_id):
                await self._deliver_in_turn(match_id)
        except UNREACHED as error:
            if not is_closed(error):  # if the channel refuses, that is remembered for all its matches, not for this one
                self._try_again(match_id)
            raise

    async def try_to_show(self, match_id: int) -> None:
        """Bring the messages of a match up to date now, and log why if that cannot be done."""
        logs.bind(game=match_id)
        try:
            await self.show(match_id)
        except Refusal:
            LOG.warning("game %s is not in the store", match_id)
        except UNREACHED as error:
            report(LOG, error, "game %s cannot be shown now", match_id)
        except Exception as error:
            self._publisher.backoff.failed(match_id)
            report(LOG, error, "game %s cannot be shown now", match_id)

    def is_last_in(self, channel_id: int | None, match: Match) -> bool:
        """Tell whether the board of a match stands at the bottom of a channel, right beside a page that is private, and
        nothing keeps it from showing what is new.
        """
        board = self._posts.board_of(match.id)
        if self.is_resting(match.id) or self._publisher.channels.is_refusing(match.channel_id):
            return False
        return match.channel_id == channel_id and board is not None and self._delivery.is_newest(match, board)

    def is_resting(self, match_id: int) -> bool:
        """Tell whether to leave a match alone for now, because it could not be shown."""
        return self._publisher.backoff.is_waiting(match_id)

    async def repost(self, match_id: int) -> bool:
        """Post the board again at the bottom now. From now on it is owed, even if we crash on the way.

        False if it was posted within the last `REPOST_SECONDS` and still stands: then it is edited, which tells whether
        somebody has deleted it. Raises what `show` raises.
        """
        async with self.lock(match_id):
            _, messages = await self._matches.with_messages(match_id)
            boards = [row for row in messages if row.role == "board" and row.state == "live"]
            fresh = [row.message_id for row in boards if age(row) < REPOST_SECONDS]
            await (self._posts.owe(fresh) if fresh else self._posts.doom_board(match_id))
        await self.show(match_id)
        return not fresh or not await self._posts.stands(match_id, fresh[0])

    async def call(self, match: Match, words: str, user: int, notice: str, line: str) -> None:
        """Call a user in plain words, and post the board again with one more ``line``, if it is not empty.

        Nothing happens if the match or its clock has moved on. ``notice`` tells this call from others at the same
        revision: a user is notified of each once.
        """
        async with self.lock(match.id):
            (match, messages), before = await self._matches.with_messages(match.id), match
            if (match.revision, match.clock) != (before.revision, before.clock):
                return
            if match.is_answered:
                await self._conversations.tell(match, user, words, notice)
                return
            await self._delivery.call(match, newest_board(messages), user, words, notice, line)
        self.refresh(match.id)

    async def call_late(
        self, match_id: int, user: int, claim: Callable[[], Awaitable[object]], waiting: Sequence[GameRow]
    ) -> bool:
        """Call a user after all whom the board should have called, if it still does, its channel takes messages, and
        ``claim`` succeeds; these games are ``waiting`` for them. Tells whether they were called.
        """
        async with self.lock(match_id):
            match, messages = await self._matches.with_messages(match_id)
            board = newest_board(messages)
            is_refusing = self._publisher.channels.is_refusing(match.channel_id)
            if is_refusing or board is None or not shows(board, match) or called(match) != user or not await claim():
                return False
            await self._delivery.call_late(match, board, user, waiting)
        self.refresh(match_id)
        return True

    async def dress(self, match_id: int, message_id: int) -> None:
        """Turn a whole call that was just clicked into its page, if it shows its match as it is now."""
        async with self.lock(match_id):
            try:
                match, messages = await self._matches.with_messages(match_id)
            except Refusal:  # a backup that was put back does not know this game
                return
            for row in messages:
                if row.message_id == message_id and shows(row, match):
                    await self._delivery.dress(match, row)

    async def settle_orphan(self, channel_id: int, message_id: int, shown: CustomId) -> None:
        """Adopt or delete one of our messages that is doomed or that the store does not know: a crash left it.

        First its match is shown: if its board is owed, that crash came before this one was noted. By its nonce it is
        found again, and not deleted and posted anew, which would call somebody a second time.
        """
        match_id = shown.subject
        if await self._posts.stands(match_id, message_id):
            return
        try:
            if (
                await self._matches.load(match_id)
            ).is_answered:  # where we are a member now, its boards are none of ours
                return
            await self.show(match_id)
        except UNREACHED:
            return  # it is owed, and tried again
        except Refusal:
            LOG.debug("game %s is not in the store", match_id)
        orphan = MessageRow(message_id, match_id, channel_id, shown.page, shown.revision, None, "doomed")
        async with self.lock(match_id):  # a board that is being posted is not in the store yet
            if await self._posts.stands(match_id, message_id):
                return
            LOG.info("game %s: message %s is an orphan", match_id, message_id)
            if not await self._adopts(orphan):
                await self._posts.doom_orphan(orphan)
        self.refresh(match_id)

    def lock(self, match_id: int) -> asyncio.Lock:
        """The lock to hold while writing a match's public messages."""
        return self._locks.setdefault(match_id, asyncio.Lock())

    def _try_again(self, match_id: int) -> None:
        """Leave a match alone for a while. The first times, try again by itself; after that the sweep does."""
        self._publisher.backoff.retry(match_id, self._publisher.tasks, partial(self.refresh, match_id))

    async def _adopts(self, orphan: MessageRow) -> bool:
        """Tell whether an orphan is the board now: newer than a board that is right, at the same revision, it was
        posted to call the player to move, who need not be called again. It is edited, lest it shows what a restore took
        back.
        """
        try:
            match, messages = await self._matches.with_messages(orphan.game_id)
        except Refusal:
            return False
        board = newest_board(messages)
        if board is None or not shows(board, match) or orphan.message_id < board.message_id:
            return False
        row = replace(board, message_id=orphan.message_id, owed=True)
        if row != replace(orphan, to_move=row.to_move, state="live", owed=True):
            return False
        await self._posts.adopt(row, match)
        return True

    async def _deliver_in_turn(self, match_id: int) -> None:
        self._publisher.tasks.drop(("board", match_id))  # whatever was to be shown until now is
        match, messages = await self._matches.with_messages(match_id)
        if not self._publisher.channels.is_ours(match.guild_id):
            return
        if match.is_answered:
            await self._conversations.show(match, messages)
            return
        board = newest_board(messages)
        is_edited = is_still_theirs(match, board)
        if board and is_edited and self._posts.is_free(board):
            await self._deliver(match, messages)
            return
        async with self._publisher.budget.turn(SOON if is_edited else NOW) as has_waited:
            if has_waited:  # and may have moved on
                match, messages = await self._matches.with_messages(match_id)
            await self._deliver(match, messages)

    async def _deliver(self, match: Match, messages: list[MessageRow]) -> None:
        """Show a match where it is played, and delete its doomed messages in the background."""
        if match.awaits_thread:
            if not await self._threads.open(match):
                self._try_again(match.id)
                return
            match, messages = await self._matches.with_messages(match.id)
        noted = await self._delivery.show(match, [row for row in messages if row.role != ANCHOR])
        if not noted.is_current:
            self.refresh(match.id)
        if noted.doomed or match.outcome:
            self._publisher.tasks.coalesce(("left over", match.id), partial(self._tidy_up, match, noted.doomed))
        else:
            self._publisher.backoff.succeeded(match.id)

    async def _tidy_up(self, match: Match, doomed: list[MessageRow]) -> None:
        """Delete the doomed messages of a match, and archive its thread if it has ended.

        Nobody waits for that, least of all the next board: deletions come last when Discord lets few requests pass.
        """
        try:
            is_done = await self._posts.take_down(doomed)
            if is_done and match.outcome:
                async with self.lock(match.id):
                    await self._threads.archive(match)
        except UNREACHED as error:
            report(LOG, error, "game %s: its thread cannot be archived now", match.id)
            is_done = False
        if is_done:
            self._publisher.backoff.succeeded(match.id)
        else:
            self._try_again(match.id)
