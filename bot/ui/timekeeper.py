"""What happens because time passes: reminders, and games that are closed. Timers are claimed in the store."""

from __future__ import annotations

import logging

from bot.clock import now
from bot.sessions.clocks import NUDGE
from bot.sessions.clockwork import Clockwork
from bot.sessions.games import Games
from bot.sessions.preferences import Preferences, quiet_until
from bot.sessions.session import Session
from bot.store.timers import TimerRow
from bot.ui.failure import UNREACHED
from bot.ui.sentences import mention
from bot.ui.texts import speaker
from bot.ui.writer import Writer

LOG = logging.getLogger(__name__)

LEASE = 30 * 60
"""Seconds after which a call is tried again that nobody reported as done."""


class Timekeeper:
    """Does what is due. Several processes may do so at once: each timer is done by one of them."""

    def __init__(self, games: Games, clockwork: Clockwork, preferences: Preferences, writer: Writer) -> None:
        self._games = games
        self._clockwork = clockwork
        self._preferences = preferences
        self._writer = writer

    async def sweep(self) -> None:
        """Call whom the clock concerns, and close the games that are due."""
        for timer in await self._clockwork.due():
            try:
                if timer.kind == "close":
                    if await self._clockwork.close_idle(timer):
                        self._writer.refresh(timer.game_id)
                else:
                    await self._call(timer)
            except UNREACHED as error:
                LOG.warning("game %s: the call (%s) waits: %s", timer.game_id, timer.kind, error)
            except Exception:
                LOG.exception("the timer %s of game %s failed and will be tried again", timer.kind, timer.game_id)

    async def _call(self, timer: TimerRow) -> None:
        """Remind the player to move, or tell the other one that the time is up (``expire``)."""
        session = await self._games.load(timer.game_id)
        user = session.mover if timer.kind == "remind" else session.users[2 - session.position.turn]
        player = await self._preferences.of(user)
        if quiet := quiet_until(player, now()):
            await self._clockwork.postpone(timer, quiet)
            return
        if timer.kind == "remind" and (player.notify == "nothing" or (session.away or 0) > now()):
            await self._clockwork.done(timer)
            return
        claimed = await self._clockwork.postpone(timer, now() + LEASE)
        if claimed is None:
            return
        late = session.deadline is not None and session.deadline <= now()
        if session.deadline is not None and late == (timer.kind == "expire"):
            say, time = speaker(session.language), f"<t:{session.deadline}:R>"
            line = say(f"call.{timer.kind}", user=mention(user), other=mention(session.mover), time=time)
            await self._writer.call(session, line, user, f"{timer.kind[0]}{session.deadline}")
        await self._clockwork.done(claimed)

    async def nudge(self, session: Session, user: int) -> None:
        """Call the player to move, as the other, ``user``, has asked for; `Clockwork.nudge` has noted it already."""
        line = speaker(session.language)("call.nudge", user=mention(session.mover), other=mention(user))
        try:
            await self._writer.call(session, line, session.mover, f"n{now() // NUDGE}")
        except UNREACHED:
            await self._clockwork.forget_nudge(session.id)
            raise
