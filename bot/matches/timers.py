"""Timers and what changes a clock: what is due, pauses, more time, nudges, vacations. None of this is in the log."""

from collections.abc import Callable
from dataclasses import replace

from sqlalchemy import Connection

from bot.matches import clock
from bot.matches.clock import YEARLY_VACATION, Vacations, may_nudge_at, time_for, timers_until, vacations_with
from bot.matches.days import zone_of
from bot.matches.log import away_until, load_match, store_clock
from bot.matches.match import Match, Refusal
from bot.matches.play import close_within
from bot.matches.preferences import quiet_until
from bot.matches.refusals import NudgedAlready
from bot.matches.services import Service
from bot.store.backend.database import writes
from bot.store.blocks import is_blocked
from bot.store.changes import set_clock
from bot.store.games import GameRow, last_event_at, note_nudge, running_games
from bot.store.locks import lock_games, lock_ids
from bot.store.messages import doom_live, owe_board
from bot.store.players import find_player, save_player
from bot.store.timers import TimerRow, claim_timer, drop_timer, due_timers, guilds_of_due, set_timers


class Timers(Service):
    """The timers and clocks of the matches in a database.

    Raises Refusal: ``no_game``, ``ended``, ``not_playing``, ``stale``, for a nudge ``not_waiting``, ``resting`` (in a
    pause), ``not_now`` and ``nudged``, and those of `bot.matches.clock`.
    """

    # --- what is due

    async def due(self) -> list[TimerRow]:
        """The timers of our shards whose time has come."""
        return await self._database.read(due_timers, self._now(), shards=self._shards)

    async def due_in(self) -> dict[int, int]:
        """The servers of the games that have such a timer, by game."""
        return await self._database.read(guilds_of_due, self._now(), shards=self._shards)

    async def claim(self, timer: TimerRow, until: int) -> TimerRow | None:
        """Claim a timer by postponing it: of several processes that try, one gets it back, the others None."""
        return replace(timer, due=until) if await self._database.write(claim_timer, timer, until) else None

    async def postpone(self, timer: TimerRow, until: int) -> None:
        """Let a timer wait, unless somebody else has claimed it."""
        await self._database.write(claim_timer, timer, until)

    async def done(self, timer: TimerRow) -> None:
        """Remove a claimed timer, once what it asked for has happened."""
        await self._database.write(drop_timer, timer)

    @writes
    def close_idle(self, connection: Connection, timer: TimerRow) -> bool:
        """Close a game whose timer has run out; False if something has happened in the meantime."""
        lock_games(connection, [timer.subject])
        if not claim_timer(connection, timer, timer.due + 1):
            return False
        close_within(connection, timer.subject, "idle", self._now())
        return True

    # --- the clock

    async def pause(self, match_id: int, user: int, revision: int, role: str) -> Match:
        """Stop the clock, as the offer ``role`` asked at this revision, and remove that offer."""

        def change(match: Match, now: int, _: int) -> Match:
            match.check(user, revision)
            return clock.pause(match, now)

        return await self._wind(match_id, user, change, role)

    async def resume(self, match_id: int, user: int) -> Match:
        """Start the clock again after a pause."""
        return await self._wind(match_id, user, clock.resume)

    async def give_more_time(self, match_id: int, user: int) -> Match:
        """Give the late opponent the full time again."""
        return await self._wind(match_id, user, lambda match, now, away: clock.give_more_time(match, user, now, away))

    @writes
    def _wind(
        self,
        connection: Connection,
        match_id: int,
        user: int,
        change: Callable[[Match, int, int], Match],
        role: str | None = None,
    ) -> Match:
        """Change the clock; ``change`` gets the match, the time, and the end of the vacation of the player to move."""
        match = load_match(connection, match_id, lock=True)
        match.check(user)
        if match.mover is None:
            raise Refusal("no_clock", match)
        now = self._now()
        changed = change(match, now, away_until(connection, match.mover))
        if role:
            doom_live(connection, match_id, role)
        owe_board(connection, match_id)
        return store_clock(connection, changed, now)

    # --- nudges and vacations

    @writes
    def nudge(self, connection: Connection, match_id: int, user: int) -> Match:
        """Note a nudge of the player to move. Raises NudgedAlready until `may_nudge_at`."""
        match, now = load_match(connection, match_id, lock=True), self._now()
        match.check(user)
        if match.mover is None or match.mover == user:
            raise Refusal("not_waiting", match)
        if match.paused is not None:
            raise Refusal("resting", match)
        player = find_player(connection, match.mover)
        zone = zone_of(connection, player, match.guild_id)
        is_quiet = not clock.is_evening(match) and quiet_until(player, zone, now)
        is_resting = player.notify == "nothing" or player.vacation_until > now or is_quiet
        if is_resting or is_blocked(connection, match.mover, user):
            raise Refusal("not_now", match)
        if now < may_nudge_at(match):
            raise NudgedAlready(match, may_nudge_at(match))
        note_nudge(connection, match_id, now)
        return replace(match, nudged_at=now)

    async def forget_nudge(self, match_id: int) -> None:
        """Allow another nudge at once, because this one did not reach the player."""
        await self._database.write(note_nudge, match_id, None)

    @writes
    def vacation(self, connection: Connection, user: int, until: int) -> list[int]:
        """Set the end of a player's vacation (0 for none). Returns the games whose clock was moved.

        Time on vacation does not count: what was left for the move is left afterwards. A player who is late stays late,
        and vacations delay one move by at most `YEARLY_VACATION`. Raises Refusal ``long_vacation``, ``vacation_spent``.
        """
        lock_ids(connection, user)
        player = find_player(connection, user)
        taken = vacations_with(read_vacations(player.vacations), until, self._now())
        save_player(connection, replace(player, vacation_until=until, vacations=spelled_vacations(taken)))
        lock_games(connection, [row.id for row in running_games(connection, user)])
        rows = [row for row in running_games(connection, user) if row.mover == user]
        touched = [row.id for row in rows if _shift(connection, row, until, self._now())]
        for match_id in touched:
            owe_board(connection, match_id)
        return touched


def read_vacations(vacations: str) -> Vacations:
    """Read vacations as they are stored."""
    spans = (span.split("-") for span in vacations.split())
    return tuple((int(first), int(last)) for first, last in spans)


def spelled_vacations(vacations: Vacations) -> str:
    """Spell vacations as they are stored."""
    return " ".join(f"{first}-{last}" for first, last in vacations)


def _shift(connection: Connection, row: GameRow, until: int, now: int) -> bool:
    """Move a game's deadline to fit a changed vacation of its player to move. False if no deadline lies ahead."""
    if row.deadline is None or row.pace is None or row.deadline <= now:
        return False
    away = row.away or 0
    if away > row.deadline:  # written by a version that, for a vacation that was too long, cut only the deadline
        away = row.deadline - time_for(row.pace)
    left = row.deadline - max(away, now)
    latest = last_event_at(connection, row.id) + time_for(row.pace) + YEARLY_VACATION
    begins = max(min(until, max(latest - left, away)), now)
    set_clock(connection, row.id, begins + left, None, begins if begins > now else None)
    set_timers(connection, row.id, timers_until(begins + left, row.pace, begins, now))
    return True
