"""The writer of the public boards, and the sweep that finds what a crash or a fault left undone.

A game has one live board. It is edited while the same player moves, and posted anew, with one mention, when the
player to move changes. Clicks never write it: they commit, answer, and call `Writer.refresh`. Each step is noted in
the table of messages, so that whatever is interrupted is finished by the next refresh or sweep.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from typing import Any

import discord

from bot.sessions.challenges import Challenges
from bot.sessions.games import Games
from bot.sessions.refusals import Refusal
from bot.sessions.session import Session
from bot.store import messages as store
from bot.store.database import Database
from bot.store.games import games_not_shown
from bot.store.messages import MessageRow
from bot.ui.board import board_page
from bot.ui.page import NO_MENTIONS, Page
from bot.ui.pictures import Pictures
from bot.ui.texts import speaker
from bot.ui.views import offer_page

LOG = logging.getLogger(__name__)

SWEEP_SECONDS = 60.0
LONGEST_PAUSE = 6 * 60 * 60
"""Seconds after which the sweep tries a channel again that has refused the board many times."""


class Writer:
    """Brings public messages in line with the store. One task a game; the newest revision wins."""

    def __init__(
        self, client: discord.Client, database: Database, games: Games, challenges: Challenges, pictures: Pictures
    ) -> None:
        self._client = client
        self._database = database
        self._games = games
        self._challenges = challenges
        self._pictures = pictures
        self._wanted: dict[int, str] = {}
        self._tasks: dict[int, asyncio.Task[None]] = {}
        self._pauses: dict[int, tuple[float, float]] = {}

    def refresh(self, game_id: int, again: str = "") -> None:
        """Bring a game's messages up to date soon. ``again`` (a nonce) posts the board at the bottom in any case."""
        self._wanted[game_id] = again or self._wanted.get(game_id, "")
        if game_id not in self._tasks:
            self._tasks[game_id] = asyncio.create_task(self._run(game_id))

    async def sweep(self) -> None:
        """Show what is not shown, delete what is doomed, take away expired challenges."""
        owed = await self._database.read(games_not_shown)
        doomed = await self._database.read(store.doomed_messages)
        now = time.monotonic()
        for game_id in sorted({*owed, *(row.game_id for row in doomed)}):
            if self._pauses.get(game_id, (0.0, 0.0))[0] <= now:
                self.refresh(game_id)
        for challenge in await self._challenges.expired():
            if challenge.message_id is None or await self.take_down(challenge.channel_id, challenge.message_id):
                await self._challenges.remove(challenge.id)

    async def sweep_for_ever(self, seconds: float = SWEEP_SECONDS) -> None:
        """Sweep now and then, until cancelled."""
        while True:
            try:
                await self.sweep()
            except Exception:
                LOG.exception("the sweep failed and will be tried again")
            await asyncio.sleep(seconds)

    async def offer_stands(self, session: Session) -> bool:
        """Whether an offer to cancel was already made at this revision."""
        standing = await self._database.read(store.live_message, session.id, "offer")
        return standing is not None and standing.revision == session.revision

    async def offer_to_cancel(self, session: Session, seat: int) -> None:
        """Post a player's offer to cancel, which pings the other."""
        page = offer_page(speaker(session.language), session, seat)
        await self._post(session, page, "offer", session.users[2 - seat], f"{session.id}.{session.revision}.offer")

    async def remove_unless_live(self, message: discord.Message, game_id: int) -> None:
        """Delete a public message of ours that is not the live one of its game: an orphan of a crash."""
        if not await self._database.read(store.is_live, message.id):
            LOG.info("game %s: message %s is an orphan", game_id, message.id)
            await self.take_down(message.channel.id, message.id)

    async def take_down(self, channel_id: int, message_id: int) -> bool:
        """Delete a message of ours. True if it is gone."""
        try:
            await self._message(channel_id, message_id).delete()
        except discord.NotFound:
            return True
        except discord.HTTPException as error:
            LOG.warning("message %s cannot be deleted now: %s", message_id, error)
            return False
        return True

    async def idle(self) -> None:
        """Wait until nothing is being written."""
        while self._tasks:
            await asyncio.wait(self._tasks.values())

    async def _run(self, game_id: int) -> None:
        try:
            while game_id in self._wanted:
                await self._deliver(game_id, self._wanted.pop(game_id))
            self._pauses.pop(game_id, None)
        except Refusal:
            LOG.warning("game %s is not in the store", game_id)
        except discord.HTTPException as error:
            self._pause(game_id)
            LOG.warning("game %s cannot be shown now: %s", game_id, error)
        except Exception:
            self._pause(game_id)
            LOG.exception("game %s cannot be shown now", game_id)
        finally:
            self._wanted.pop(game_id, None)
            del self._tasks[game_id]

    def _pause(self, game_id: int) -> None:
        pause = min(2 * self._pauses.get(game_id, (0.0, SWEEP_SECONDS / 2))[1], LONGEST_PAUSE)
        self._pauses[game_id] = (time.monotonic() + pause, pause)

    async def _deliver(self, game_id: int, again: str) -> None:
        session = await self._games.load(game_id)
        live = await self._database.read(store.live_message, game_id, "board")
        if again or live is None or live.revision != session.revision:
            page = await board_page(speaker(session.language), session, self._pictures)
            kept = live is not None and not again and live.mover == session.mover != 0
            if not (kept and live and await self._edit(live, session, page)):
                handed_over = live is None or live.mover != session.mover
                nonce = again or f"{session.id}.{session.revision}"
                await self._post(session, page, "board", _to_ping(session) if handed_over else 0, nonce)
        await self._database.write(store.doom_stale_offers, game_id, session.revision)
        for row in await self._database.read(store.doomed_messages, game_id):
            if await self.take_down(row.channel_id, row.message_id):
                await self._database.write(store.forget_message, row.message_id)

    async def _post(self, session: Session, page: Page, role: str, ping: int, nonce: str) -> None:
        channel = self._client.get_partial_messageable(session.channel_id, guild_id=session.guild_id)
        users = [discord.Object(ping)] if ping else []
        mentions = discord.AllowedMentions(everyone=False, roles=False, users=users, replied_user=False)
        send: Callable[..., Awaitable[discord.Message]] = channel.send
        message = await send(view=page.view(), files=page.files(), allowed_mentions=mentions, nonce=nonce[-25:])
        row = MessageRow(message.id, session.id, session.channel_id, role, session.revision, session.mover, "live")
        await self._database.write(store.record_message, row)

    async def _edit(self, live: MessageRow, session: Session, page: Page) -> bool:
        """Show a page on the live board. False if the message is gone, or Discord refuses to put it there."""
        message = self._message(live.channel_id, live.message_id)
        edit: Callable[..., Awaitable[Any]] = message.edit
        try:
            await edit(view=page.view(), attachments=page.files(), allowed_mentions=NO_MENTIONS)
        except discord.HTTPException as error:
            # 404: deleted. 400: too many edits of an old message (30046), an archived thread, or a refused picture.
            if error.status not in (400, 404, 429):
                raise
            LOG.info("game %s: posting anew, the edit was refused: %s", session.id, error)
            return False
        await self._database.write(store.note_shown, live.message_id, session.revision, session.mover)
        return True

    def _message(self, channel_id: int, message_id: int) -> discord.PartialMessage:
        return self._client.get_partial_messageable(channel_id).get_partial_message(message_id)


def _to_ping(session: Session) -> int:
    """Whom a new board mentions: the player to move, or at the end the one who did not make the last move.

    In a solo game nobody: its one player has just moved.
    """
    if session.setup.automa:
        return 0
    if session.mover:
        return session.mover
    last = session.ended_by or (session.plies[-1].seat if session.plies else 1)
    return session.users[2 - last]
