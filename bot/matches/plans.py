"""Plans in a database: look at them, change them, withdraw them."""

from collections.abc import Callable
from dataclasses import replace
from typing import get_args

from sqlalchemy import Connection

from bot.matches.answers import plan_of
from bot.matches.log import load_match, without_plans
from bot.matches.match import Match, Refusal
from bot.matches.plan import MOST_ENTRIES, Entry, Option, Plan, Stop, can_be_planned
from bot.store.backend.database import Database, reads_latest, writes
from bot.store.blocks import is_blocked
from bot.store.plans import PlanRow, bit_of, find_plan, note_plans, save_plan
from bot.store.players import PlayerRow, find_player, teach_plans
from game import Move, other


class Plans:
    """The plans in a database. A player has one in a game between two people, while it is not their move.

    Raises Refusal: ``no_game``, ``not_playing``, ``ended``, ``stale``, ``nobody_else`` (a solo game), ``plan_too_late``
    (it is their move), ``plan_full``, ``plan_impossible`` (a move that cannot become possible).
    """

    def __init__(self, database: Database) -> None:
        self._database = database

    @reads_latest
    def of(self, connection: Connection, match_id: int, user: int) -> tuple[Match, Plan]:
        """A match, and the plan of one of its players."""
        match = load_match(connection, match_id)
        return match, _found(connection, match, check_plan(match, user))

    @reads_latest
    def invited(self, connection: Connection, match_id: int, now: int) -> tuple[Match, PlayerRow] | None:
        """A match, and the player who waits in it, if they could plan and want to be told so: not on vacation, nor
        against somebody whom they have blocked.
        """
        match = load_match(connection, match_id)
        if match.mover is None or match.is_solo or match.paused is not None:
            return None
        player = find_player(connection, match.opponent(match.mover))
        is_resting = player.next == "nothing" or player.vacation_until > now
        if is_resting or match.has_plan(other(match.position.turn)):
            return None
        return None if is_blocked(connection, player.user_id, match.mover) else (match, player)

    async def add(
        self, match_id: int, revision: int, user: int, move: Move | None, when: Option = ""
    ) -> tuple[Match, Plan]:
        """Write an entry below the others, at the revision that its player sees; once only, if it is there already."""

        def change(match: Match, seat: int, plan: Plan) -> Plan:
            if (move, when) in [(entry.move, entry.when) for entry in plan.entries]:
                return plan
            if len(plan.entries) >= MOST_ENTRIES:
                raise Refusal("plan_full", match, count=MOST_ENTRIES)
            if not can_be_planned(match.position, seat, move, when):
                raise Refusal("plan_impossible", match)
            return replace(plan, entries=(*plan.entries, Entry(move, when, match.revision)))

        added = await self._changed(match_id, revision, user, change)
        if not (await self._database.read_latest(find_player, user)).knows_plans:
            await self._database.write(teach_plans, user)  # on its own: who holds a game waits for no player
        return added

    async def remove(self, match_id: int, revision: int, user: int, entry: str) -> tuple[Match, Plan]:
        """Take an entry out, which is given as text; nothing changes if it is gone already."""

        def change(_match: Match, _seat: int, plan: Plan) -> Plan:
            return replace(plan, entries=tuple(each for each in plan.entries if str(each) != entry))

        return await self._changed(match_id, revision, user, change)

    async def keep(self, match_id: int, revision: int, user: int) -> tuple[Match, Plan]:
        """Have a plan carried out although it would wait because of what has happened since it was made."""
        return await self._changed(match_id, revision, user, lambda _match, _seat, plan: plan)

    async def withdraw(self, match_id: int, user: int) -> tuple[Match, Plan]:
        """Drop a plan, whatever the player has seen."""
        return await self._changed(match_id, None, user, lambda _match, _seat, _plan: Plan())

    @writes
    def _changed(
        self,
        connection: Connection,
        match_id: int,
        revision: int | None,
        user: int,
        change: Callable[[Match, int, Plan], Plan],
    ) -> tuple[Match, Plan]:
        match = load_match(connection, match_id, lock=True)
        seat = check_plan(match, user, revision)
        plan = change(match, seat, _found(connection, match, seat))
        if not plan.entries:
            return without_plans(connection, match, *([seat] if match.has_plan(seat) else [])), Plan()
        plan = replace(plan, revision=match.revision, held=False)
        save_plan(connection, PlanRow(match.id, seat, plan.revision, plan.text))
        if not match.has_plan(seat):
            match = replace(match, plans=match.plans | bit_of(seat))
            note_plans(connection, match.id, match.plans)
        return match, plan


def why_stopped(connection: Connection, match: Match) -> Stop | None:
    """Tell why the plan of the player to move was not carried out; None if they had none, or if all of it was."""
    rows = (find_plan(connection, match.id, seat) for seat in match.stopped_plans)
    return next((why for row in rows if row for why in get_args(Stop) if why == row.why), None)


def check_plan(match: Match, user: int, revision: int | None = None) -> int:
    """The seat of a player who may plan in a match. Raises Refusal like `Match.check`, and those of `Plans`."""
    if match.is_hidden_from(user):
        raise Refusal("no_game")
    seat = match.check(user, revision)
    if match.is_solo:
        raise Refusal("nobody_else", match)
    if seat == match.to_move:
        raise Refusal("plan_too_late", match)
    return seat


def _found(connection: Connection, match: Match, seat: int) -> Plan:
    return plan_of(find_plan(connection, match.id, seat)) if match.has_plan(seat) else Plan()
