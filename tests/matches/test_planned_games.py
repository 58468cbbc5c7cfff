"""Whole games in which both sides plan are those of two people who follow their lists by hand."""

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from random import Random

import pytest

from bot.matches.answers import Answers
from bot.matches.audit import Audit
from bot.matches.match import Match
from bot.matches.plan import MOST_ENTRIES, Entry, Plan, can_be_planned
from bot.matches.plans import Plans, why_stopped
from bot.matches.play import Matches
from bot.store.backend.database import Database
from bot.store.games import LogRow
from bot.store.plans import bit_of
from engine.levels import play
from game import ADVANCE, PATCHES, Move, Position, other
from tests.matches.building import Hands, mover_of, new_match, stored
from tests.matches.planning import Paper, Stops, Wish, random_wish
from tests.store.building import rows

# --- the same at the bot's table


class Memory:
    """A game of the bot's that is in no database."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self._plans = {1: Plan(), 2: Plan()}

    async def write(self, seat: int, wishes: list[Wish]) -> None:
        """Add to the plan of a seat."""
        match, plan = self.match, self._plans[seat]
        assert all(can_be_planned(match.position, seat, *wish) for wish in wishes)
        entries = (*plan.entries, *(Entry(*wish, match.revision) for wish in wishes))
        self._plans[seat] = Plan(entries, match.revision)

    async def play(self, move: Move) -> Stops:
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


class Stored:
    """One that is."""

    def __init__(self, database: Database, match: Match) -> None:
        self.match = match
        self._database, self._matches, self._plans = database, Matches(database, Hands()), Plans(database)

    async def write(self, seat: int, wishes: list[Wish]) -> None:
        """Add to the plan of a seat."""
        for move, when in wishes:
            user = self.match.person_at(seat)
            self.match, _ = await self._plans.add(self.match.id, self.match.revision, user, move, when)

    async def play(self, move: Move) -> Stops:
        """Make a move, and all that answers it. Returns why a plan went no further."""
        before = self.match
        self.match = await self._matches.play(before.id, before.revision, mover_of(before), move)
        assert not any(map(self.match.has_plan, (1, 2))) or self.match.has_plan(other(self.match.position.turn))
        why = await self._database.read(why_stopped, self.match)
        return Counter([why] if why else [])


# --- how they play


def at_random(rng: Random, position: Position) -> Move:
    """Any move; one in ten is to advance."""
    legal = position.legal_moves
    return ADVANCE if ADVANCE in legal and rng.random() < 0.1 else rng.choice(legal)


def as_the_engine(rng: Random, position: Position) -> Move:
    """What the engine plays at a level that takes little time."""
    return play(position, rng.choice(("tassel", "pin", "button"))).move


def any_wishes(rng: Random, position: Position, seat: int, choose: Callable[[Random, Position], Move]) -> list[Wish]:
    """A random list, in which some moves are what the one who waits would ``choose`` after an option of the other."""
    wishes = [random_wish(rng, position, seat) for _ in range(rng.randrange(1, MOST_ENTRIES + 1))]
    return [*dict.fromkeys(_chosen(rng, position, seat, wish, choose) for wish in wishes)]


def _chosen(rng: Random, position: Position, seat: int, wish: Wish, choose: Callable[[Random, Position], Move]) -> Wish:
    _, when = wish
    if not when or rng.random() < 0.6:
        return wish
    after = position.play(ADVANCE) if when == "+" else position.preview(PATCHES[int(when)])
    if after is None or after.position.turn != seat or after.position.leather or after.position.over:
        return wish
    move = choose(rng, after.position)
    return (move, when) if can_be_planned(position, seat, move, when) else wish


async def both_ways(
    table: Memory | Stored, rng: Random, choose: Callable[[Random, Position], Move]
) -> tuple[Stops, Paper]:
    """Play a game to its end, at a table of the bot's and on paper, and find them alike after each move by hand.

    Returns why plans went no further.
    """
    paper, stops = Paper(table.match.position), Stops()
    while not table.match.outcome:
        position, waiting = table.match.position, other(table.match.position.turn)
        before = [wish for wish, _ in paper.people[waiting].entries]
        wishes = any_wishes(rng, position, waiting, choose) if rng.random() < (0.2 if before else 0.6) else []
        if more := [wish for wish in wishes if wish not in before][: MOST_ENTRIES - len(before)]:
            await table.write(waiting, more)
            paper.people[waiting].write(more)
        move = choose(rng, position)
        stopped = await table.play(move)
        on_paper = paper.play(move)
        assert table.match.position == paper.position
        assert stopped == on_paper or stopped == on_paper - Counter({None: 1})  # the store tells nothing of these
        stops += on_paper
    return stops, paper


def checked(match: Match) -> Counter[str | None]:
    """How the moves of a game came about that is over, each once."""
    assert [ply.number for ply in match.plies] == list(range(1, match.revision + 1))
    assert [step.position for step in match.record.steps()] == [ply.step.position for ply in match.plies]
    return Counter(ply.how for ply in match.plies)


async def many(games: int, choose: Callable[[Random, Position], Move]) -> tuple[Counter[str | None], Stops]:
    """Play so many games in memory. Returns how their moves came about, and why plans went no further."""
    hows, stops = Counter[str | None](), Stops()
    for seed in range(games):
        rng = Random(seed)
        ring = (*rng.sample(range(1, 33), 32), 0)
        table = Memory(new_match(1 + seed % 2, track=rng.choice(("classic", "revised")), ring=ring))
        stopped, paper = await both_ways(table, rng, choose)
        made = checked(table.match)
        assert made["forced"] == paper.forced
        hows += made
        stops += stopped
    return hows, stops


@pytest.mark.slow
@pytest.mark.parametrize(
    ("games", "choose"),
    [
        (60, at_random),
        pytest.param(1_000, at_random, marks=pytest.mark.night),
        pytest.param(200, as_the_engine, marks=pytest.mark.night),
        pytest.param(10_000, at_random, marks=pytest.mark.soak),
        pytest.param(2_000, as_the_engine, marks=pytest.mark.soak),
    ],
)
async def test_games_with_plans_of_both_are_those_of_the_same_choices_made_by_hand(
    games: int, choose: Callable[[Random, Position], Move]
) -> None:
    hows, stops = await many(games, choose)
    assert hows["planned"] > games
    assert hows["forced"] > games / 2
    assert all(stops[why] > games / 20 for why in (None, "none", "wait", "leather"))
    assert stops["bonus"] or choose is at_random, "nobody covers 7×7 at random"


@pytest.mark.slow
@pytest.mark.parametrize("games", [5, pytest.param(100, marks=pytest.mark.soak)])
async def test_so_are_those_that_are_stored(database: Database, games: int) -> None:
    hows, first = Counter[str | None](), Stored(database, await stored(database))
    while not first.match.outcome:  # after which forced moves are made for both
        await first.play(at_random(Random(1), first.match.position))
    for seed in range(games):
        rng = Random(seed)
        match = await stored(database, new_match(1 + seed % 2, ring=(*rng.sample(range(1, 33), 32), 0)))
        table = Stored(database, match)
        await both_ways(table, rng, at_random)
        assert table.match == await Matches(database, Hands()).load(match.id)
        assert table.match.plans == 0
        hows += checked(table.match)
    assert hows["planned"] > 5 * games
    assert (await database.read(rows))["plans"] == []
    assert (await Audit(database, Hands()).examine()).findings == []
