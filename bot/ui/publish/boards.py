"""The public boards: when they are edited, when they are posted anew, and whom they call.

A match has one live board. It is edited while the same player moves, and posted again, with one mention, when the
player to move changes. Clicks never write it: they commit, answer, and call `Boards.refresh`. Each step is noted in
the store, so that the next refresh or sweep can finish whatever was interrupted.
"""

from __future__ import annotations

import asyncio
import logging
import weakref
from collections.abc import Callable
from dataclasses import replace
from functools import partial

from discord.utils import snowflake_time

from bot import logs
from bot.matches.match import Match
from bot.matches.play import Matches
from bot.matches.postings import Noted, Postings
from bot.matches.refusals import Refusal
from bot.now import now
from bot.store.messages import ANCHOR, MessageRow
from bot.store.shards import EVERY, Shards
from bot.ui.kit.budget import NOW, SOON, Budget
from bot.ui.kit.custom_id import CustomId
from bot.ui.kit.failure import UNREACHED, report
from bot.ui.kit.page import Page
from bot.ui.kit.tasks import Tasks
from bot.ui.kit.texts import Say
from bot.ui.pages.board import board_page
from bot.ui.pages.offers import Offer, offer_page
from bot.ui.publish.backoff import Backoff
from bot.ui.publish.channels import is_closed
from bot.ui.publish.notifier import Notifier
from bot.ui.publish.posts import Posts, after
from bot.ui.publish.threads import Threads
from bot.ui.words.calls import called

LOG = logging.getLogger(__name__)

REPOST_SECONDS = 30
"""How long a board stands before somebody may have it posted again."""

QUICK = (2.0, 8.0, 30.0)
"""Seconds after which a match that could not be shown is tried again by itself; then it is left to the sweep."""

UNREAD = 6 * 60 * 60
"""Seconds after which a board that comes back calls the player to move again, if they have done nothing since."""


class Boards:
    """Keeps the boards in line with the store. One delivery at a time for each match; the newest revision wins.

    ``speak`` gives the words of a language. The boards of other ``shards`` are left to the sweep of their own process.
    """

    def __init__(
        self,
        matches: Matches,
        postings: Postings,
        posts: Posts,
        notifier: Notifier,
        threads: Threads,
        tasks: Tasks,
        budget: Budget,
        backoff: Backoff,
        speak: Callable[[str], Say],
        shards: Shards = EVERY,
    ) -> None:
        self._matches = matches
        self._postings = postings
        self._posts = posts
        self._notifier = notifier
        self._threads = threads
        self._tasks = tasks
        self._budget = budget
        self._backoff = backoff
        self._speak = speak
        self._shards = shards
        self._locks: weakref.WeakValueDictionary[int, asyncio.Lock] = weakref.WeakValueDictionary()

    def refresh(self, match_id: int) -> None:
        """Bring the messages of a match up to date soon."""
        self._tasks.keep(("board", match_id), partial(self.try_to_show, match_id))

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
        logs.note(game=match_id)
        try:
            await self.show(match_id)
        except Refusal:
            LOG.warning("game %s is not in the store", match_id)
        except UNREACHED as error:
            report(LOG, error, "game %s cannot be shown now", match_id)
        except Exception as error:
            self._backoff.failed(match_id)
            report(LOG, error, "game %s cannot be shown now", match_id)

    def is_resting(self, match_id: int) -> bool:
        """Whether to leave a match alone for now, because it could not be shown."""
        return self._backoff.is_waiting(match_id)

    async def repost(self, match_id: int) -> bool:
        """Post the board again at the bottom now. From now on it is owed, even if we crash on the way.

        False, and nothing done, if it was posted within the last `REPOST_SECONDS`. Raises what `show` raises.
        """
        async with self.lock(match_id):
            _, messages = await self._matches.standing(match_id)
            if any(row.role == "board" and row.state == "live" and _age(row) < REPOST_SECONDS for row in messages):
                return False
            self._posts.forget_board(match_id)
            await self._postings.doom_board(match_id)
        await self.show(match_id)
        return True

    async def call(self, match: Match, words: str, user: int, notice: str, line: str) -> None:
        """Call a user in plain words, and post the board again with one more ``line``, if it is not empty.

        Nothing happens if the match or its clock has moved on. ``notice`` tells this call from others at the same
        revision: a user is notified of each once.
        """
        async with self.lock(match.id):
            (match, messages), before = await self._matches.standing(match.id), match
            if (match.revision, match.clock) != (before.revision, before.clock):
                return
            page = replace(board_page(self._speak(match.language), match).noted(line), call=words)
            ping = await self._notifier.to_mention(match, user, words, notice)
            await self._post(match, page, ping, _newest_board(messages))
        self.refresh(match.id)

    async def remove_orphan(self, channel_id: int, message_id: int, shown: CustomId) -> None:
        """Delete one of our messages that is doomed or that the store does not know: a crash left it."""
        match_id = shown.subject
        if self._posts.is_newest_board(match_id, message_id):
            return
        orphan = MessageRow(message_id, match_id, channel_id, shown.page, shown.revision, None, "doomed")
        async with self.lock(match_id):  # a board that is being posted is not in the store yet
            if await self._postings.stands(message_id):
                return
            LOG.info("game %s: message %s is an orphan", match_id, message_id)
            if not await self._postings.note_orphan(orphan):
                await self._posts.take_down([orphan])
        self.refresh(match_id)

    def lock(self, match_id: int) -> asyncio.Lock:
        """The lock to hold while writing a match's public messages."""
        return self._locks.setdefault(match_id, asyncio.Lock())

    def _try_again(self, match_id: int) -> None:
        """Leave a match alone for a while. The first times, try again by itself; after that the sweep does."""
        pause = self._backoff.failed(match_id)
        if pause <= QUICK[-1]:
            self._tasks.later(pause, partial(self.refresh, match_id))

    async def _deliver_in_turn(self, match_id: int) -> None:
        """Show a match as it is when Discord lets it be shown."""
        match, messages = await self._matches.standing(match_id)
        if match.guild_id not in self._shards:
            return
        async with self._budget.turn(SOON if _is_still_theirs(match, _newest_board(messages)) else NOW) as has_waited:
            if has_waited:  # and may have moved on
                match, messages = await self._matches.standing(match_id)
            await self._deliver(match, messages)

    async def _deliver(self, match: Match, messages: list[MessageRow]) -> None:
        """Show a match where it is played, and see to it that what is left over goes."""
        if match.awaits_thread:
            if not await self._threads.open(match):
                self._try_again(match.id)
                return
            match, messages = await self._matches.standing(match.id)
        if await self._bring_up_to_date(match, [row for row in messages if row.role != ANCHOR]) or match.outcome:
            self._tasks.keep(("left over", match.id), partial(self._tidy_up, match))
        else:
            self._backoff.worked(match.id)

    async def _tidy_up(self, match: Match) -> None:
        """Delete the messages of a match that are doomed, and archive its thread if it has ended.

        Nobody waits for that, least of all the next board: deletions come last when Discord lets few requests pass.
        """
        try:
            is_done = await self._posts.take_down(await self._postings.doomed(match.id))
            if is_done and match.outcome:
                async with self.lock(match.id):
                    await self._threads.archive(match)
        except UNREACHED as error:
            report(LOG, error, "game %s: its thread cannot be archived now", match.id)
            is_done = False
        if is_done:
            self._backoff.worked(match.id)
        else:
            self._try_again(match.id)

    async def _bring_up_to_date(self, match: Match, messages: list[MessageRow]) -> list[MessageRow]:
        """Show a match. Returns what is doomed."""
        if match.place == "private":
            return await self._postings.doom_all(match.id) if messages else []
        live = next((row for row in messages if row.role == "board" and row.state == "live"), None)
        offers = [row for row in messages if row.role != "board" and _is_plain(match, row)]
        for row in offers:
            page = offer_page(self._speak(match.language), match, Offer.parse(row.role))
            self._followed(match, await self._posts.complete(match, row, page))
        if live is None or live.outdated or live.revision != match.revision:
            return await self._show(match, live, _newest_board(messages))
        if not offers and all(row.state == "live" and row.revision == match.revision for row in messages):
            return []
        return await self._postings.doom_stale(match)

    async def _show(self, match: Match, live: MessageRow | None, before: MessageRow | None) -> list[MessageRow]:
        """Edit the live board, or post a new one; ``before`` is the board posted last. Returns what is now doomed."""
        page = board_page(self._speak(match.language), match)
        came_back = before is not None and _just_came(match) and before.revision < match.plies[-1].number
        may_stay = live and (_is_plain(match, live) or (_is_still_theirs(match, live) and not came_back))
        if live and may_stay:
            is_renamed = match.is_forsaken and live.revision == match.revision  # being forgotten brings nothing back
            if noted := await self._posts.edit(match, live, page, may_be_gone=is_renamed):
                return self._followed(match, noted)
        notice = ""
        if before is None or before.to_move != match.to_move or came_back:
            notice = "turn"
        elif _is_unread(match, before):
            notice = f"after {before.message_id}"
        ping = await self._notifier.to_mention(match, called(match), page.call, notice) if notice else None
        return await self._post(match, page, ping, before)

    async def _post(self, match: Match, page: Page, ping: int | None, before: MessageRow | None) -> list[MessageRow]:
        """Post a board after another one. Returns what is now doomed."""
        return self._followed(match, await self._posts.post(match, page, "board", ping, after(match, before)))

    def _followed(self, match: Match, noted: Noted) -> list[MessageRow]:
        """Refresh a board that is already out of date. Returns what is now doomed."""
        is_current, doomed = noted
        if not is_current:
            self.refresh(match.id)
        return doomed


def _age(row: MessageRow) -> float:
    """Seconds since a message was posted."""
    return now() - snowflake_time(row.message_id).timestamp()


def _newest_board(messages: list[MessageRow]) -> MessageRow | None:
    """The board posted last, among a match's messages from the newest on."""
    return next((row for row in messages if row.role == "board"), None)


def _is_plain(match: Match, row: MessageRow) -> bool:
    """Whether a message may still be the plain words of a call at this revision: it only has to become its page."""
    return row.state == "live" and row.outdated and row.revision == match.revision


def _is_still_theirs(match: Match, board: MessageRow | None) -> bool:
    """Whether the player to move is the one that a board names."""
    return board is not None and match.to_move is not None and match.to_move == board.to_move


def _just_came(match: Match) -> bool:
    """Whether the last move of the match was the opponent's."""
    return bool(match.plies) and match.plies[-1].seat != match.position.turn and not match.is_solo


def _is_unread(match: Match, before: MessageRow) -> bool:
    """Whether the player to move was called long ago by the board before, and has done nothing since."""
    has_acted = match.last_kind is not None and (match.last_kind == "undo" or not _just_came(match))
    return _age(before) > UNREAD and not has_acted and match.outcome is None
