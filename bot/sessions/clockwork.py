"""What changes a game without a move: its clock, its timers, and closing it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.sessions.clocks import NUDGE, keep_clock, shift_clocks, vacation_of
from bot.sessions.games import Clock, load_session, store_event
from bot.sessions.preferences import quiet_until
from bot.sessions.refusals import Refusal
from bot.sessions.session import Session
from bot.store.database import Database
from bot.store.games import LogRow, clear_nudge, note_nudge
from bot.store.messages import doom_live, outdate
from bot.store.players import find_player
from bot.store.timers import TimerRow, claim_timer, drop_timer, due_timers


class Clockwork:
    """The clocks and timers of the games in a database.

    Raises Refusal: ``no_game``, ``ended``, ``not_playing``, ``stale``, to a nudge ``not_waiting``, ``not_now`` and
    ``nudged``, and what `bot.sessions.clocks` refuses.
    """

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock

    async def close(self, game_id: int, why: str) -> Session:
        """Close a running game without a winner: ``idle`` or by a ``moderator``. Raises Refusal ``ended``."""

        async def work(connection: AsyncConnection) -> Session:
            session = await load_session(connection, game_id)
            if session.ending:
                raise Refusal("ended", session)
            event = LogRow(session.revision + 1, "close", 0, why, self._clock())
            return await store_event(connection, session.after(event), event)

        return await self._database.write(work)

    async def close_idle(self, timer: TimerRow) -> bool:
        """Close a game whose timer has run out; False if something has happened in it meanwhile."""

        async def work(connection: AsyncConnection) -> bool:
            if not await claim_timer(connection, timer, timer.due + 1):
                return False
            session = await load_session(connection, timer.game_id)
            event = LogRow(session.revision + 1, "close", 0, "idle", self._clock())
            await store_event(connection, session.after(event), event)
            return True

        return await self._database.write(work)

    async def due(self) -> list[TimerRow]:
        """The timers whose time has come."""
        return await self._database.read(due_timers, self._clock())

    async def postpone(self, timer: TimerRow, until: int) -> TimerRow | None:
        """Claim a timer by moving it on: of several processes that try, one gets it back, the others None."""
        if await self._database.write(claim_timer, timer, until):
            return replace(timer, due=until)
        return None

    async def done(self, timer: TimerRow) -> None:
        """Take away a timer that was claimed, once what it asked for has happened."""
        await self._database.write(drop_timer, timer)

    async def wind(
        self,
        game_id: int,
        user: int,
        change: Callable[[Session, int, int, int], Session],
        agreed: tuple[int, str] | None = None,
    ) -> Session:
        """Change the clock of a running game, which is no event of its log.

        ``change`` gets the session, the seat, the time, and until when the player to move is on vacation; ``agreed``
        is the revision and the role of the question that was agreed to, which is taken away.
        """

        async def work(connection: AsyncConnection) -> Session:
            session = await load_session(connection, game_id)
            if not (seat := session.seat_of(user)):
                raise Refusal("not_playing", session)
            if session.ending:
                raise Refusal("ended", session)
            if agreed:
                revision, role = agreed
                if revision != session.revision:
                    raise Refusal("stale", session)
                await doom_live(connection, game_id, role)
            now, away = self._clock(), await vacation_of(connection, session.mover)
            changed = await keep_clock(connection, change(session, seat, now, away), now)
            await outdate(connection, game_id)
            return changed

        return await self._database.write(work)

    async def nudge(self, game_id: int, user: int) -> Session:
        """Note that the player to move is nudged by the other. Raises Refusal ``nudged`` within `NUDGE` seconds."""

        async def work(connection: AsyncConnection) -> Session:
            session, now = await load_session(connection, game_id), self._clock()
            if not session.seat_of(user) or session.ending or user == session.mover or not session.mover:
                raise Refusal("not_waiting", session)
            player = await find_player(connection, session.mover)
            if player.notify == "nothing" or player.vacation_until > now or quiet_until(player, now):
                raise Refusal("not_now", session)
            if not await note_nudge(connection, game_id, now, now - NUDGE):
                raise Refusal("nudged", session)
            return session

        return await self._database.write(work)

    async def forget_nudge(self, game_id: int) -> None:
        """Let a game be nudged again at once: the player could not be called."""
        await self._database.write(clear_nudge, game_id)

    async def vacation(self, user: int, until: int) -> list[int]:
        """Set the end of a player's vacation (0 for none). Returns the games whose clock was moved."""

        async def work(connection: AsyncConnection) -> list[int]:
            touched = await shift_clocks(connection, await find_player(connection, user), until, self._clock())
            for game_id in touched:
                await outdate(connection, game_id)
            return touched

        return await self._database.write(work)
