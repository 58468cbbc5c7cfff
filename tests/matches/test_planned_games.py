"""Whole games in which both sides plan are those of two people who follow their lists by hand. Stored ones are in
`test_games_in_any_order.py`.
"""

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from random import Random

import pytest

from bot.matches.answers import Answers
from bot.matches.match import Match
from bot.matches.plan import MOST_ENTRIES, Entry, Plan, can_be_planned
from bot.store.games import LogRow
from bot.store.plans import bit_of
from engine.levels import play
from game import ADVANCE, PATCHES, Move, Position, other
from tests.matches.building import new_match
from tests.matches.planning import Paper, Stops, Wish, random_wish

Choose = Callable[[Random, Position], Move]


class Memory:
    """A game of the bot's that is in no database."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self._plans = {1: Plan(), 2: Plan()}

    def write(self, seat: int, wishes: list[Wish]) -> None:
        match, plan = self.match, self._plans[seat]
        assert all(can_be_planned(match.position, seat, *wish) for wish in wishes)
        entries = (*plan.entries, *(Entry(*wish, match.revision) for wish in wishes))
        self._plans[seat] = Plan(entries, match.revision)

    def play(self, move: Move) -> Stops:
        """Make a move, and all that answers it. Returns why plans went no further."""
        match, stops = self.match, Stops()
        self._plans[match.position.turn] = Plan()
        match = match.after(LogRow(match.revision + 1, "move", match.position.turn, str(move), 0))
        match = replace(match, plans=sum(bit_of(seat) for seat, plan in self._plans.items() if plan.entries))
        answers = Answers(self._plans.__getitem__, lambda _: True, 0)
        while event := answers.next(match):
            match = match.after(event)
        for seat in answers.plans:
            if seat == match.to_move:
                stops[answers.why_it_stops(match, seat)] += 1
            self._plans[seat] = Plan()
        self.match = match
        return stops


def at_random(rng: Random, position: Position) -> Move:
    """Any move; one in ten is to advance."""
    legal = position.legal_moves
    return ADVANCE if ADVANCE in legal and rng.random() < 0.1 else rng.choice(legal)


def as_the_engine(rng: Random, position: Position) -> Move:
    """What the engine plays at a level that takes little time."""
    return play(position, rng.choice(("tassel", "pin", "button"))).move


def any_wishes(rng: Random, position: Position, seat: int, choose: Choose) -> list[Wish]:
    """A random list, in which some moves are what the one who waits would ``choose`` after an option of the other."""
    wishes = [random_wish(rng, position, seat) for _ in range(rng.randrange(1, MOST_ENTRIES + 1))]
    return [*dict.fromkeys(_chosen(rng, position, seat, wish, choose) for wish in wishes)]


def _chosen(rng: Random, position: Position, seat: int, wish: Wish, choose: Choose) -> Wish:
    _, when = wish
    if not when or rng.random() < 0.6:
        return wish
    after = position.play(ADVANCE) if when == "+" else position.preview(PATCHES[int(when)])
    if after is None or after.position.turn != seat or after.position.leather or after.position.over:
        return wish
    move = choose(rng, after.position)
    return (move, when) if can_be_planned(position, seat, move, when) else wish


def both_ways(table: Memory, rng: Random, choose: Choose) -> tuple[Stops, Paper]:
    """Play a game to its end, at a table of the bot's and on paper, and find them alike after each move by hand.

    Returns why plans went no further.
    """
    paper, stops = Paper(table.match.position), Stops()
    while not table.match.outcome:
        position, waiting = table.match.position, other(table.match.position.turn)
        before = [wish for wish, _ in paper.people[waiting].entries]
        wishes = any_wishes(rng, position, waiting, choose) if rng.random() < (0.2 if before else 0.6) else []
        if more := [wish for wish in wishes if wish not in before][: MOST_ENTRIES - len(before)]:
            table.write(waiting, more)
            paper.people[waiting].write(more)
        move = choose(rng, position)
        stopped, on_paper = table.play(move), paper.play(move)
        assert table.match.position == paper.position
        assert stopped == on_paper
        stops += on_paper
    return stops, paper


@pytest.mark.parametrize(
    ("games", "choose"),
    [
        pytest.param(60, at_random, marks=pytest.mark.cheapest),
        pytest.param(1_000, at_random, marks=pytest.mark.night),
        pytest.param(200, as_the_engine, marks=pytest.mark.night),
        pytest.param(10_000, at_random, marks=pytest.mark.soak),
        pytest.param(2_000, as_the_engine, marks=pytest.mark.soak),
    ],
)
def test_games_with_plans_of_both_are_those_of_the_same_choices_made_by_hand(games: int, choose: Choose) -> None:
    hows, stops = Counter[str | None](), Stops()
    for seed in range(games):
        rng = Random(seed)
        ring = (*rng.sample(range(1, 33), 32), 0)
        table = Memory(new_match(1 + seed % 2, track=rng.choice(("classic", "revised")), ring=ring))
        stopped, paper = both_ways(table, rng, choose)
        match, made = table.match, Counter(ply.how for ply in table.match.plies)
        assert [ply.number for ply in match.plies] == list(range(1, match.revision + 1))
        assert [step.position for step in match.record.steps()] == [ply.step.position for ply in match.plies]
        assert made["forced"] == paper.forced
        hows += made
        stops += stopped
    assert hows["planned"] > games
    assert hows["forced"] > games / 2
    assert all(stops[why] > games / 20 for why in (None, "none", "wait", "leather"))
    assert stops["bonus"] or choose is at_random, "nobody covers 7×7 at random"
