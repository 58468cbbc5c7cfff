"""What answers a move at once, in its own transaction: the Automa, forced moves and plans (decisions 0058, 0060)."""

from collections.abc import Callable

from sqlalchemy import Connection

from bot.matches.log import store_event, with_stopped_plan, without_plans
from bot.matches.match import Match
from bot.matches.news import next_card
from bot.matches.plan import BadPlan, Plan, Stop, next_move, parse_plan, why_it_stops
from bot.store.games import LogRow, has_finished
from bot.store.plans import PlanRow, find_plan
from bot.store.players import find_player
from game import Reveal


def answered(connection: Connection, match: Match, now: int, *, may_plan: bool = True) -> Match:
    """The match after all that answers its last move by itself, until somebody must choose. A plan that it came to is
    then used up, or its player chooses, and is told why. Without ``may_plan``, as after a pause, none is carried out.
    """
    answers = Answers(
        lambda seat: plan_of(find_plan(connection, match.id, seat)),
        lambda user: find_player(connection, user).forced and has_finished(connection, user, match.is_private),
        now,
        may_plan=may_plan,
    )
    while event := answers.next(match):
        match = store_event(connection, match, event)
    for seat in answers.plans:
        if match.has_plan(seat):
            why = answers.why_it_stops(match, seat)
            match = with_stopped_plan(connection, match, seat, why) if why else without_plans(connection, match, seat)
    return match


class Answers:
    """What answers a move, event by event. The ``plans`` that it has come to are read once, and each goes on below the
    entry that was carried out last.

    ``plan_of`` finds the plan of a seat, and ``may_force`` tells whether forced moves are made for a user: not for
    somebody in their first game, who should see for themselves.
    """

    def __init__(
        self, plan_of: Callable[[int], Plan], may_force: Callable[[int], bool], now: int, *, may_plan: bool = True
    ) -> None:
        self._plan_of = plan_of
        self._may_force = may_force
        self._now = now
        self._may_plan = may_plan
        self._begins: dict[int, int] = {}
        self.plans: dict[int, Plan] = {}

    def next(self, match: Match) -> LogRow | None:
        """The next event that needs nobody, or None."""
        if match.outcome:
            return None
        number, seat = match.revision + 1, match.position.turn
        if match.position.awaits_card:
            card = next_card(match)
            assert card is not None
            return LogRow(number, "move", seat, str(Reveal(card.number)), self._now)
        if (move := match.forced_move) and self._may_force(match.person_at(seat)):
            return LogRow(number, "move", seat, str(move), self._now, "forced")
        if not match.has_plan(seat):
            return None
        if seat not in self.plans:
            self.plans[seat] = self._plan_of(seat)
        found = next_move(match, seat, self.plans[seat], self._begins.get(seat, 0)) if self._may_plan else None
        if found is None:
            return None
        entry, planned = found
        self._begins[seat] = entry + 1
        return LogRow(number, "move", seat, str(planned), self._now, "planned")

    def why_it_stops(self, match: Match, seat: int) -> Stop | None:
        """Tell why the plan of a seat goes no further; None if it is used up."""
        if seat != match.to_move:
            return None
        if not self._may_plan:
            return "paused"
        return why_it_stops(match, seat, self.plans[seat], self._begins.get(seat, 0))


def plan_of(row: PlanRow | None) -> Plan:
    """The plan of a row; an empty one if there is none, or if it cannot be read."""
    if row is None:
        return Plan()
    try:
        return parse_plan(row.text, row.revision, held=row.held)
    except BadPlan:
        return Plan()
