"""The writer of the public boards, and the sweep that finds what a crash or a fault left undone.

A game has one live board. It is edited while the same player moves, and posted anew, with one mention, when the
player to move changes. Clicks never write it: they commit, answer, and call `Writer.refresh`. Each step is noted in
the table of messages, so that whatever is interrupted is finished by the next refresh or sweep.
"""

from __future__ import annotations

import asyncio
import logging
import math
import weakref
from collections.abc import Awaitable, Callable
from typing import Any

import discord
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.clock import now
from bot.sessions.challenges import Challenges
from bot.sessions.games import Games
from bot.sessions.preferences import Preferences
from bot.sessions.refusals import Refusal
from bot.sessions.session import Session
from bot.store import messages as store
from bot.store.database import Database
from bot.store.games import find_game, games_not_shown
from bot.store.messages import MessageRow
from bot.ui.address import Address, addresses_in
from bot.ui.answers import Answer
from bot.ui.board import board_page
from bot.ui.failure import UNREACHED, answer_failure
from bot.ui.notices import Notices
from bot.ui.page import NO_MENTIONS, Page, mentioning
from bot.ui.pictures import Pictures
from bot.ui.texts import speaker

LOG = logging.getLogger(__name__)

SWEEP_SECONDS = 60.0
UNKNOWN_CHANNEL = 10003
LONGEST_PAUSE = 6 * 60 * 60
"""Seconds after which the sweep tries a channel again that has refused the board many times."""

Note = Callable[[AsyncConnection, MessageRow, Session], Awaitable[tuple[bool, list[MessageRow]]]]
"""Notes a message; says whether it is up to date, and which messages are doomed then."""


class Writer:
    """Brings public messages in line with the store. One task a game; the newest revision wins."""

    def __init__(
        self,
        client: discord.Client,
        database: Database,
        games: Games,
        challenges: Challenges,
        preferences: Preferences,
        notices: Notices,
        pictures: Pictures,
    ) -> None:
        self._client = client
        self._database = database
        self._games = games
        self._challenges = challenges
        self._preferences = preferences
        self._notices = notices
        self._pictures = pictures
        self._wanted: set[int] = set()
        self._tasks: dict[int, asyncio.Task[None]] = {}
        self._others: set[asyncio.Task[None]] = set()
        self._locks: weakref.WeakValueDictionary[int, asyncio.Lock] = weakref.WeakValueDictionary()
        self._pauses: dict[object, tuple[float, float]] = {}

    def refresh(self, game_id: int) -> None:
        """Bring a game's messages up to date soon."""
        self._wanted.add(game_id)
        if game_id not in self._tasks:
            self._tasks[game_id] = asyncio.create_task(self._run(game_id))

    def follow_up(self, interaction: discord.Interaction[Any], answer: Answer) -> None:
        """Do soon what an answer leaves to do; it takes none of the time in which the answer must be given.

        What Discord refuses then is told to whom the answer promised it.
        """
        if answer.changed:
            self.refresh(answer.changed)
        if answer.then:
            self.soon(answer.then, lambda: answer_failure(interaction, "failure.not_posted"))

    def soon(self, work: Callable[[], Awaitable[object]], refused: Callable[[], Awaitable[None]] | None = None) -> None:
        """Do some work with public messages in a task of its own, for which `idle` waits; ``refused`` if it fails."""
        task = asyncio.create_task(_logged(work, refused))
        self._others.add(task)
        task.add_done_callback(self._others.discard)

    async def sweep(self) -> None:
        """Show what is not shown, delete what is doomed, take away expired challenges."""
        owed = await self._database.read(games_not_shown)
        doomed = await self._database.read(store.doomed_messages)
        for game_id in sorted({*owed, *(row.game_id for row in doomed)}):
            if not self._is_paused(game_id):
                self.refresh(game_id)
        for challenge in await self._challenges.expired():
            waiting = ("challenge", challenge.id)
            if self._is_paused(waiting):
                continue
            if challenge.message_id is None or await self.take_down(challenge.channel_id, challenge.message_id):
                await self._challenges.remove(challenge.id)
                self._pauses.pop(waiting, None)
            else:
                self._pause(waiting)

    async def repost(self, game_id: int) -> None:
        """Post the board again at the bottom. It is owed from now on, whatever happens on the way."""
        await self._database.write(store.doom_live, game_id, "board")
        self.refresh(game_id)

    async def call(self, session: Session, line: str, user: int, key: str) -> None:
        """Post the board again with one more line on it, and call a user by it, unless game or clock have moved on.

        ``key`` tells this call from others at the same revision: a user is told of each once.
        """
        async with self.lock(session.id):
            (session, messages), before = await self._games.standing(session.id), session
            if (session.revision, session.clock) != (before.revision, before.clock):
                return
            page = (await self._board(session)).noted(line)
            ping = await self._notices.to_mention(session, user, key)
            await self.post(session, page, "board", ping, _after(session, _newest_board(messages)))
        self.refresh(session.id)

    async def remove_orphan(self, message: discord.Message, address: Address) -> None:
        """Delete a public message of ours that is not noted, or is to go: a crash may have left it."""
        game_id = address.subject
        orphan = MessageRow(message.id, game_id, message.channel.id, address.page, address.revision, 0, "doomed")
        async with self.lock(game_id):  # a board that is being posted is not in the store yet
            if await self._database.read(store.stands, message.id):
                return
            LOG.info("game %s: message %s is an orphan", game_id, message.id)
            # noted, so that the next board is known to come after it
            if not await self._database.write(store.note_orphan, orphan):
                await self.take_down(message.channel.id, message.id)
        self.refresh(game_id)

    async def take_down(self, channel_id: int, message_id: int) -> bool:
        """Delete a message of ours. True if it is gone."""
        try:
            await self.message(channel_id, message_id).delete()
        except discord.NotFound:
            return True
        except UNREACHED as error:
            LOG.warning("message %s cannot be deleted now: %s", message_id, error)
            return False
        return True

    async def is_gone(self, channel_id: int) -> bool:
        """Whether a channel was deleted. One that the bot may not see is not gone."""
        if self._client.get_channel(channel_id):
            return False
        try:
            await self._client.fetch_channel(channel_id)
        except discord.NotFound:
            return True
        except (*UNREACHED, discord.InvalidData):
            return False
        return False

    async def idle(self) -> None:
        """Wait until nothing is being written."""
        while tasks := {*self._tasks.values(), *self._others}:
            await asyncio.wait(tasks)

    async def give_up(self) -> None:
        """Stop writing. What is not shown is owed: the sweep after the next start shows it."""
        self._wanted.clear()
        tasks = {*self._tasks.values(), *self._others}
        for task in tasks:
            task.cancel()
        if tasks:
            await asyncio.wait(tasks)

    def lock(self, game_id: int) -> asyncio.Lock:
        """What whoever writes public messages of a game must hold."""
        return self._locks.setdefault(game_id, asyncio.Lock())

    async def _run(self, game_id: int) -> None:
        try:
            while game_id in self._wanted:
                self._wanted.discard(game_id)
                async with self.lock(game_id):
                    clean = await self._deliver(game_id)
                if clean:
                    self._pauses.pop(game_id, None)
                else:
                    self._pause(game_id)
        except Refusal:
            LOG.warning("game %s is not in the store", game_id)
        except UNREACHED as error:
            self._pause(game_id, for_ever=getattr(error, "code", 0) == UNKNOWN_CHANNEL)
            LOG.warning("game %s cannot be shown now: %s", game_id, error)
        except Exception:
            self._pause(game_id)
            LOG.exception("game %s cannot be shown now", game_id)
        finally:
            del self._tasks[game_id]
            if game_id in self._wanted:  # asked for while the delivery was failing
                self.refresh(game_id)

    def _is_paused(self, what: object) -> bool:
        until, _ = self._pauses.get(what, (0.0, 0.0))
        return until > now()

    def _pause(self, what: object, *, for_ever: bool = False) -> None:
        """Let the sweep leave something alone: each time twice as long; until a restart when a channel is gone."""
        _, last = self._pauses.get(what, (0.0, SWEEP_SECONDS / 2))
        pause = min(2 * last, LONGEST_PAUSE)
        self._pauses[what] = (math.inf if for_ever else now() + pause, pause)

    async def _deliver(self, game_id: int) -> bool:
        """Show a game, then delete what is doomed. False if something could not be deleted."""
        session, messages = await self._games.standing(game_id)
        live = next((row for row in messages if row.role == "board" and row.state == "live"), None)
        if live is None or live.revision != session.revision:
            doomed = await self._show(session, live, _newest_board(messages))
        elif all(row.state == "live" and row.revision == session.revision for row in messages):
            return True
        else:
            doomed = await self._database.write(_doom_stale, session)
        gone = [row.message_id for row in doomed if await self.take_down(row.channel_id, row.message_id)]
        if gone:
            await self._database.write(store.forget_messages, gone)
        return len(gone) == len(doomed)

    async def _show(self, session: Session, live: MessageRow | None, before: MessageRow | None) -> list[MessageRow]:
        """Edit the live board, or post a new one; ``before`` is the board that was posted last. What is doomed then."""
        page = await self._board(session)
        came_back = before is not None and _just_came(session) and before.shown < session.plies[-1].number
        if live and live.mover == session.mover != 0 and not came_back and await self._edit(live, session, page):
            return await self._note(_note_edit, live, session)
        handed_over = before is None or before.mover != session.mover or came_back
        ping = await self._notices.to_mention(session, _concerned(session)) if handed_over else 0
        return await self.post(session, page, "board", ping, _after(session, before))

    async def _board(self, session: Session) -> Page:
        pictures = self._pictures.in_theme(await self._preferences.theme(session.guild_id))
        return await board_page(speaker(session.language), session, pictures)

    async def post(self, session: Session, page: Page, role: str, ping: int, nonce: str) -> list[MessageRow]:
        """Post a page and note it. Returns the messages of the game that are doomed then."""
        channel = self._client.get_partial_messageable(session.channel_id, guild_id=session.guild_id)
        send: Callable[..., Awaitable[discord.Message]] = channel.send
        message = await send(view=page.view(), files=page.files(), allowed_mentions=mentioning(ping), nonce=nonce[-25:])
        shown = next((address.revision for address in addresses_in(message.components)), session.revision)
        mover = session.mover if shown == session.revision else 0  # a post from before a crash, which was not noted
        row = MessageRow(message.id, session.id, session.channel_id, role, shown, mover, "live")
        return await self._note(_note_post, row, session)

    async def _note(self, note: Note, row: MessageRow, session: Session) -> list[MessageRow]:
        """Note what was sent; what is out of date already is brought up to date soon. What is doomed then."""
        is_current, doomed = await self._database.write(note, row, session)
        if not is_current:
            self.refresh(session.id)
        return doomed

    async def _edit(self, live: MessageRow, session: Session, page: Page) -> bool:
        """Show a page on the live board. False if the message is gone, or Discord refuses to put it there."""
        message = self.message(live.channel_id, live.message_id)
        edit: Callable[..., Awaitable[Any]] = message.edit
        try:
            await edit(view=page.view(), attachments=page.files(), allowed_mentions=NO_MENTIONS)
        except discord.HTTPException as error:
            # 404: deleted. 400: too many edits of an old message (30046), an archived thread, or a refused picture.
            if error.status not in (400, 404, 429):
                raise
            LOG.info("game %s: posting anew, the edit was refused: %s", session.id, error)
            return False
        return True

    def message(self, channel_id: int, message_id: int) -> discord.PartialMessage:
        """A message of ours, to be edited or deleted."""
        return self._client.get_partial_messageable(channel_id).get_partial_message(message_id)


def _newest_board(messages: list[MessageRow]) -> MessageRow | None:
    """The board of a game that was posted last, of its messages from the newest on."""
    return next((row for row in messages if row.role == "board"), None)


def _after(session: Session, before: MessageRow | None) -> str:
    """The nonce of a board that comes after another one.

    Posted twice, because a crash came before the first was noted, it is one message for Discord, whatever happened in
    the game meanwhile: then it is the older one, and is known by the revision in its buttons.
    """
    return f"{session.id}.{before.message_id if before else 0}"


async def _note_post(connection: AsyncConnection, row: MessageRow, session: Session) -> tuple[bool, list[MessageRow]]:
    """Note a message that was posted. Whether it is up to date, and what is doomed then."""
    await store.record_message(connection, row)
    is_current = row.role != "board" or await _is_current(connection, session, row.revision)
    return is_current, await _doom_stale(connection, session)


async def _note_edit(connection: AsyncConnection, live: MessageRow, session: Session) -> tuple[bool, list[MessageRow]]:
    """Note what the board shows after it was edited. Whether it is up to date, and what is doomed then."""
    is_noted = await store.note_shown(connection, live, session.revision, session.mover)
    is_current = await _is_current(connection, session, session.revision if is_noted else None)
    return is_current, await _doom_stale(connection, session)


async def _is_current(connection: AsyncConnection, session: Session, shown: int | None) -> bool:
    """Whether a board shows its game as it is now: ``shown`` is its revision, None if nobody knows who edited it last.

    If not, the board is owed.
    """
    game = await find_game(connection, session.id)
    assert game is not None
    is_current = (shown, session.clock) == (game.revision, game.clock)
    if not is_current:
        await store.outdate(connection, session.id)
    return is_current


async def _doom_stale(connection: AsyncConnection, session: Session) -> list[MessageRow]:
    """Doom the questions that a game has passed by; all of its messages that are to be deleted."""
    await store.doom_stale_offers(connection, session.id, session.revision)
    return await store.doomed_messages(connection, session.id)


async def _logged(work: Callable[[], Awaitable[object]], refused: Callable[[], Awaitable[None]] | None) -> None:
    try:
        await work()
    except UNREACHED as error:
        LOG.warning("a message could not be written: %s", error)
        if refused:
            await refused()
    except Exception:
        LOG.exception("a message could not be written")


def _just_came(session: Session) -> bool:
    """Whether the last move of the game was the other player's."""
    return bool(session.plies) and session.plies[-1].seat != session.position.turn and not session.setup.automa


def _concerned(session: Session) -> int:
    """Whom a new board concerns: the player to move, or at the end the one who did not make the last move.

    In a solo game nobody: its one player has just moved.
    """
    if session.setup.automa or session.ending == "closed":
        return 0
    if session.mover:
        return session.mover
    if session.ending == "claimed":
        return session.users[session.ended_by - 1]
    last = session.ended_by or (session.plies[-1].seat if session.plies else 1)
    return session.users[2 - last]
