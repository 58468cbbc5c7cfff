"""The public boards, and the sweep that finds what a crash or a fault left undone.

A match has one live board. It is edited while the same player moves, and posted again, with one mention, when the
player to move changes. Clicks never write it: they commit, answer, and call `Boards.refresh`. Each step is noted in
the store, so that the next refresh or sweep can finish whatever was interrupted.
"""

from __future__ import annotations

import asyncio
import logging
import weakref
from collections import OrderedDict
from collections.abc import Awaitable
from functools import partial

from discord.utils import snowflake_time

from bot.matches.match import Match
from bot.matches.places import ANCHOR
from bot.matches.play import Matches
from bot.matches.postings import Noted, Postings
from bot.matches.refusals import Refusal
from bot.now import now
from bot.store.messages import MessageRow
from bot.ui.kit.custom_id import CustomId, ids_in
from bot.ui.kit.failure import UNREACHED
from bot.ui.kit.page import Page
from bot.ui.kit.tasks import Tasks
from bot.ui.kit.texts import speaker
from bot.ui.pages.board import board_page
from bot.ui.publish.backoff import Backoff
from bot.ui.publish.messages import Messages, nonce_of
from bot.ui.publish.notifier import Notifier
from bot.ui.publish.threads import Threads
from game import other

LOG = logging.getLogger(__name__)

UNKNOWN_CHANNEL = 10003
REPOST_SECONDS = 30
"""How long a board stands before somebody may have it posted again."""

REMEMBERED = 10_000
"""For how many matches this process remembers the board that it posted last."""


class Boards:
    """Keeps the boards in line with the store. One delivery at a time for each match; the newest revision wins."""

    def __init__(
        self,
        matches: Matches,
        postings: Postings,
        messages: Messages,
        notifier: Notifier,
        threads: Threads,
        tasks: Tasks,
        backoff: Backoff,
    ) -> None:
        self._matches = matches
        self._postings = postings
        self._messages = messages
        self._notifier = notifier
        self._threads = threads
        self._tasks = tasks
        self._backoff = backoff
        self._posted: OrderedDict[int, int] = OrderedDict()
        self._locks: weakref.WeakValueDictionary[int, asyncio.Lock] = weakref.WeakValueDictionary()

    def refresh(self, match_id: int) -> None:
        """Bring the messages of a match up to date soon."""
        self._tasks.keep(("board", match_id), partial(self._run, match_id))

    async def show(self, match_id: int) -> None:
        """Bring the messages of a match up to date now.

        Raises what Discord answers (`UNREACHED`) if it refuses: then they are owed, and tried again by the sweep.
        Raises Refusal ``no_game``.
        """
        has_worked = for_ever = False
        try:
            async with self.lock(match_id):
                has_worked = await self._deliver(match_id)
        except Refusal:
            has_worked = True  # there is nothing to show
            raise
        except UNREACHED as error:
            for_ever = getattr(error, "code", 0) == UNKNOWN_CHANNEL
            raise
        finally:
            self._backoff.note(match_id, has_worked=has_worked, for_ever=for_ever)

    async def sweep(self) -> None:
        """Show what is not shown, delete what is doomed."""
        doomed = [row.game_id for row in await self._postings.doomed()]
        for match_id in sorted({*await self._postings.owed(), *doomed, *await self._threads.to_archive()}):
            if not self._backoff.is_waiting(match_id):
                self.refresh(match_id)

    async def repost(self, match_id: int) -> bool:
        """Post the board again at the bottom now. From now on it is owed, even if we crash on the way.

        False, and nothing done, if it was posted within the last `REPOST_SECONDS`. Raises what `show` raises.
        """
        async with self.lock(match_id):
            _, messages = await self._matches.standing(match_id)
            if any(row.role == "board" and row.state == "live" and _age(row) < REPOST_SECONDS for row in messages):
                return False
            self._posted.pop(match_id, None)
            await self._postings.doom_board(match_id)
        await self.show(match_id)
        return True

    async def call(self, match: Match, line: str, user: int, notice: str) -> None:
        """Post the board again with one more line that mentions a user, unless the match or its clock has moved on.

        ``notice`` tells this call from others at the same revision: a user is notified of each once.
        """
        async with self.lock(match.id):
            (match, messages), before = await self._matches.standing(match.id), match
            if (match.revision, match.clock) != (before.revision, before.clock):
                return
            ping = await self._notifier.to_mention(match, user, notice)
            page = board_page(speaker(match.language), match).noted(line)
            await self.post(match, page, "board", ping, _after(match, _newest_board(messages)))
        self.refresh(match.id)

    async def remove_orphan(self, channel_id: int, message_id: int, shown: CustomId) -> None:
        """Delete one of our messages that is doomed or that the store does not know: a crash left it."""
        match_id = shown.subject
        if self._posted.get(match_id) == message_id:
            return
        orphan = MessageRow(message_id, match_id, channel_id, shown.page, shown.revision, None, "doomed")
        async with self.lock(match_id):  # a board that is being posted is not in the store yet
            if await self._postings.stands(message_id):
                return
            LOG.info("game %s: message %s is an orphan", match_id, message_id)
            if not await self._postings.note_orphan(orphan):
                await self._messages.take_down(channel_id, message_id)
        self.refresh(match_id)

    async def post(self, match: Match, page: Page, role: str, ping: int | None, nonce: str) -> list[MessageRow]:
        """Post a page and note it. Returns the match's messages that are now doomed."""
        message = await self._messages.post(match.guild_id, match.channel_id, page, ping, nonce)
        shown = next((custom_id.revision for custom_id in ids_in(message.components)), match.revision)
        # an unrecorded post from before a crash shows an older revision, and we cannot tell whose move it names
        to_move = match.to_move if shown == match.revision else None
        if role == "board":
            self._remember(match.id, message.id)
        row = MessageRow(message.id, match.id, match.channel_id, role, shown, to_move, "live")
        return await self._note(self._postings.note_post(row, match), match)

    def lock(self, match_id: int) -> asyncio.Lock:
        """The lock to hold while writing a match's public messages."""
        return self._locks.setdefault(match_id, asyncio.Lock())

    async def _run(self, match_id: int) -> None:
        """Bring a match's messages up to date, and log why if that cannot be done."""
        try:
            await self.show(match_id)
        except Refusal:
            LOG.warning("game %s is not in the store", match_id)
        except UNREACHED as error:
            LOG.warning("game %s cannot be shown now: %s", match_id, error)
        except Exception:
            LOG.exception("game %s cannot be shown now", match_id)

    async def _deliver(self, match_id: int) -> bool:
        """Show a match where it is played. False if something could not be deleted."""
        match, messages = await self._matches.standing(match_id)
        if match.awaits_thread:
            await self._threads.open(match)
            match, messages = await self._matches.standing(match_id)
        has_worked = await self._bring_up_to_date(match, [row for row in messages if row.role != ANCHOR])
        if has_worked and match.outcome:
            await self._threads.archive(match)
        return has_worked

    async def _bring_up_to_date(self, match: Match, messages: list[MessageRow]) -> bool:
        """Show a match, then delete what is doomed. False if something could not be deleted."""
        live = next((row for row in messages if row.role == "board" and row.state == "live"), None)
        if match.place == "private":
            doomed = await self._postings.doom_all(match.id) if messages else []
        elif live is None or live.outdated or live.revision != match.revision:
            doomed = await self._show(match, live, _newest_board(messages))
        elif all(row.state == "live" and row.revision == match.revision for row in messages):
            return True
        else:
            doomed = await self._postings.doom_stale(match)
        gone = [row.message_id for row in doomed if await self._messages.take_down(row.channel_id, row.message_id)]
        if gone:
            await self._postings.forget(gone)
        return len(gone) == len(doomed)

    async def _show(self, match: Match, live: MessageRow | None, before: MessageRow | None) -> list[MessageRow]:
        """Edit the live board, or post a new one; ``before`` is the board posted last. Returns what is now doomed."""
        page = board_page(speaker(match.language), match)
        came_back = before is not None and _just_came(match) and before.revision < match.plies[-1].number
        if live and _is_still_theirs(match, live) and not came_back and await self._edit(match, live, page):
            return await self._note(self._postings.note_edit(live, match), match)
        is_handed_over = before is None or before.to_move != match.to_move or came_back
        ping = await self._notifier.to_mention(match, _concerned(match)) if is_handed_over else None
        return await self.post(match, page, "board", ping, _after(match, before))

    async def _edit(self, match: Match, live: MessageRow, page: Page) -> bool:
        return await self._messages.edit(match.guild_id, live.channel_id, live.message_id, page)

    async def _note(self, noting: Awaitable[Noted], match: Match) -> list[MessageRow]:
        """Note what was sent, and refresh the board if that is already out of date. Returns what is now doomed."""
        is_current, doomed = await noting
        if not is_current:
            self.refresh(match.id)
        return doomed

    def _remember(self, match_id: int, message_id: int) -> None:
        self._posted[match_id] = message_id
        if len(self._posted) > REMEMBERED:
            self._posted.popitem(last=False)


def _age(row: MessageRow) -> float:
    """Seconds since a message was posted."""
    return now() - snowflake_time(row.message_id).timestamp()


def _newest_board(messages: list[MessageRow]) -> MessageRow | None:
    """The board posted last, among a match's messages from the newest on."""
    return next((row for row in messages if row.role == "board"), None)


def _after(match: Match, before: MessageRow | None) -> str:
    """The nonce of a board that comes after another one.

    If a crash makes us post twice, Discord treats both as one message and returns the older one, which we recognise by
    the revision in its buttons.
    """
    return nonce_of(match.id, before.message_id if before else 0)


def _is_still_theirs(match: Match, live: MessageRow) -> bool:
    """Whether the player to move is the one that the live board names; or it shows the end already."""
    return match.to_move == live.to_move and (match.to_move is not None or live.revision == match.revision)


def _just_came(match: Match) -> bool:
    """Whether the last move of the match was the opponent's."""
    return bool(match.plies) and match.plies[-1].seat != match.position.turn and not match.is_solo


def _concerned(match: Match) -> int | None:
    """The user whom a new board concerns: the player to move, or at the end the one who did not end it.

    Nobody in a solo game: its one player has just moved.
    """
    if match.is_solo:
        return None
    if match.outcome is None:
        return match.mover
    return match.user_at(other(match.outcome.by)) if match.outcome.by else None
