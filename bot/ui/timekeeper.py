"""What happens because time passes: reminders, and games that are closed. Timers are claimed in the store."""

from __future__ import annotations

import logging

from discord.utils import utcnow

from bot.sessions.clockwork import Clockwork
from bot.sessions.games import Games
from bot.sessions.preferences import Preferences, quiet_until
from bot.store.timers import TimerRow
from bot.ui.sentences import mention
from bot.ui.texts import speaker
from bot.ui.writer import Writer

LOG = logging.getLogger(__name__)

LEASE = 5 * 60
"""Seconds after which a reminder is sent by somebody else if whoever claimed it did not report it as sent."""


class Timekeeper:
    """Does what is due. Several processes may do so at once: each timer is done by one of them."""

    def __init__(self, games: Games, clockwork: Clockwork, preferences: Preferences, writer: Writer) -> None:
        self._games = games
        self._clockwork = clockwork
        self._preferences = preferences
        self._writer = writer

    async def sweep(self) -> None:
        """Send the reminders and close the games that are due."""
        for timer in await self._clockwork.due():
            try:
                if timer.kind == "close":
                    if await self._clockwork.close_idle(timer):
                        self._writer.refresh(timer.game_id)
                else:
                    await self._remind(timer)
            except Exception:
                LOG.exception("the timer %s of game %s failed and will be tried again", timer.kind, timer.game_id)

    async def _remind(self, timer: TimerRow) -> None:
        now = int(utcnow().timestamp())
        session = await self._games.load(timer.game_id)
        player = await self._preferences.of(session.mover)
        if quiet := quiet_until(player, now):
            await self._clockwork.postpone(timer, quiet)
            return
        claimed = await self._clockwork.postpone(timer, now + LEASE)
        if claimed is None:
            return
        if player.notify != "nothing" and session.deadline is not None:
            say = speaker(session.language)
            await self._writer.call(
                session, say("remind.call", user=mention(session.mover), time=f"<t:{session.deadline}:R>")
            )
        await self._clockwork.done(claimed)

    async def nudge(self, game_id: int, user: int) -> int:
        """Call the player to move, as the other asks; returns who was called. Raises Refusal like `Clockwork.nudge`."""
        session = await self._clockwork.nudge(game_id, user)
        line = speaker(session.language)("nudge.call", user=mention(session.mover), other=mention(user))
        self._writer.soon(lambda: self._writer.call(session, line))
        return session.mover
