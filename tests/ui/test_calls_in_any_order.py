"""Calls in any order of moves, questions, looks, kills and hours: none at night, none twice, and none is lost."""

import asyncio
import re
from collections.abc import Callable, Coroutine, Iterator
from contextlib import AbstractAsyncContextManager
from contextvars import copy_context
from dataclasses import dataclass
from datetime import timedelta
from functools import partial
from random import Random
from typing import Any, TypeVar
from zoneinfo import ZoneInfo

import pytest
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule

from bot.matches.clock import DAY, HOUR, may_nudge_at
from bot.matches.match import Match
from bot.ui.pages.offers import Offer, OfferKind
from bot.ui.publish.delivery import CALL_AFTER
from tests.matches.building import random_move
from tests.matches.machines import run_machine
from tests.store.building import timers_of
from tests.ui.calling import Table
from tests.ui.faults import killed_after
from tests.ui.world import World

T = TypeVar("T")

ZONES = st.sampled_from(["UTC", "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Asia/Kathmandu"])
HOURS = st.sampled_from([(22 * 60, 7 * 60), (23 * 60 + 30, 2 * 60 + 30), (6 * 60, 5 * 60), (None, None)])
GAMES, SEEDS = st.integers(0, 2), st.integers(0, 99)
SPANS = (61, 20 * 60, HOUR, 3 * HOUR, 9 * HOUR)
ASKS = {"cancel": "offers to cancel", "pause": "pause", "takeback": "take back"}
NOT_ASKED = "⏰⌛👋"
"""How calls begin that have no wait of their own: reminders, that time is up, nudges."""


class Hall:
    """A world for all runs of a machine, one after the other, each with people and games of its own."""

    def __init__(self, runner: asyncio.Runner, opened: AbstractAsyncContextManager[World]) -> None:
        self.run: Callable[[Coroutine[Any, Any, Any]], Any] = partial(runner.run, context=copy_context())
        self._opened = opened
        self.world: World = self.run(self._opened.__aenter__())
        self.runs = 0

    def close(self) -> None:
        self.run(self._opened.__aexit__(None, None, None))


@pytest.fixture
def hall(url: str, open_world: Callable[[str], AbstractAsyncContextManager[World]]) -> Iterator[Hall]:
    with asyncio.Runner() as runner:
        hall = Hall(runner, open_world(url))
        yield hall
        hall.close()


@dataclass
class Wait:
    """What somebody is to be called to: their turn, or a question, in a game; since when, and whether they were."""

    game: int
    kind: str
    revision: int
    since: int
    is_served: bool = False
    is_known: bool = False


class Calls(RuleBasedStateMachine):
    """Tom plays three games against Mina, and sees to it that he is called as he has been promised."""

    def __init__(self, hall: Hall) -> None:
        super().__init__()
        self.hall, self.world, self.run = hall, hall.world, hall.run
        hall.runs += 1
        one, two = self.world.more_people(f"tom {hall.runs}", f"mina {hall.runs}")
        self.tom, self.mina = one, two
        self.tables = [Table.of(self.world, one, two) for _ in range(3)]
        self.games: list[int] = []
        self.movers: list[int | None] = [two.id] * 3
        self.waits: list[Wait] = []
        self.seen, self.told, self.gap = 0, 0, 3
        self.last: tuple[int, int] | None = None
        self.calls: list[tuple[int, int]] = []

    @initialize(zone=ZONES, hours=HOURS, notify=st.sampled_from(["mention", "direct"]), gap=st.sampled_from([3, 0]))
    def begin(self, zone: str, hours: tuple[int | None, int | None], notify: str, gap: int) -> None:
        self.gap, self.seen = gap, len(self.world.calls())
        self.run(self._begin())
        chosen = {"notify": notify, "call_gap": gap, "forced": False}
        self.run(self.world.app.preferences.change(self.tom.id, **chosen))  # type: ignore[arg-type]
        self.run(self.world.app.preferences.change(self.mina.id, forced=False))
        self.choose_hours(zone, hours)

    async def _begin(self) -> None:
        midday = self.world.now().replace(hour=12, minute=0, second=0, microsecond=0) + timedelta(days=1)
        await self.world.env.advance_time((midday - self.world.now()).total_seconds())  # as in any other run
        with self.world.env.time_context():
            self.games = [(await table.shown_game(pace=14)).id for table in self.tables]

    # --- what is so now

    @property
    def now(self) -> int:
        return int(self.world.now().timestamp())

    @property
    def is_quiet(self) -> bool:
        begins, ends = self.hours
        local = self.world.now().astimezone(ZoneInfo(self.zone))
        return begins is not None and (local.hour * 60 + local.minute - begins) % 1440 < ((ends or 0) - begins) % 1440

    def match(self, number: int) -> Match:
        match: Match = self.run(self.world.match(self.games[number]))
        return match

    def do(self, work: Coroutine[Any, Any, T]) -> T:
        """Something that is done below the ui, and all that follows."""
        was_quiet = self.is_quiet
        done: T = self.run(self.world.do(work))
        self.find_waits()
        self.note(was_quiet)
        return done

    def find_waits(self) -> None:
        """What waits for tom by now."""
        for number in range(3):
            match = self.match(number)
            mine = [wait for wait in self.waits if wait.game == match.id]
            for wait in mine:
                if match.revision != wait.revision:
                    self.waits.remove(wait)
            if match.mover == self.tom.id and self.movers[number] == self.mina.id:
                self.waits.append(Wait(match.id, "turn", match.revision, self.now))
            self.movers[number] = match.mover

    def note(self, was_quiet: bool) -> None:
        """See how tom has been called since: not in quiet hours, not twice, and to no other game within the gap."""
        public = [words for whom, words in self.world.calls()[self.seen :] if self.tom.id in whom]
        private = self.world.told(self.tom.id)[self.told :]
        self.seen, self.told = len(self.world.calls()), self.told + len(private)
        for words in public + private:
            assert not was_quiet, words
            found = re.search(r"game (\d+)", words)
            assert found, words
            game = int(found[1])
            if words[0] not in NOT_ASKED:
                self.serve(game, words)
            self.calls.append((self.now, game))
            self.last = self.now, game

    def serve(self, game: int, words: str) -> None:
        asked = next((kind for kind, said in ASKS.items() if said in words), "turn")
        stands = "wait for you here" in words
        served = [
            wait
            for wait in self.waits
            if (wait.kind == asked and wait.game == game) or (stands and wait.kind == "turn")
        ]
        assert any(not wait.is_served for wait in served), (words, self.waits)
        for wait in served:
            wait.is_served = True
        if self.last and self.last[1] != game:
            assert self.now >= self.last[0] + self.gap * HOUR, (words, self.last)

    # --- what people do

    @rule(number=GAMES, seed=SEEDS)
    def play(self, number: int, seed: int) -> None:
        match = self.match(number)
        if match.mover is not None:
            move = random_move(Random(seed), match)
            self.do(self.world.app.matches.play(match.id, match.revision, match.mover, move))

    @rule(number=GAMES, seed=SEEDS, span=st.sampled_from(SPANS))
    def play_and_undo(self, number: int, seed: int, span: int) -> None:
        """A move that is taken back has never been made, for whoever waits for a call as for the clock."""
        match, app = self.match(number), self.world.app
        if match.mover is None or match.paused is not None:
            return
        moves = (random_move(Random(seed + each), match) for each in range(6))
        again = [move for move in moves if match.position.play(move).position.turn == match.position.turn]
        if not again:
            return
        before = self.run(app.database.read(timers_of, match.id))
        made = self.do(app.matches.play(match.id, match.revision, match.mover, again[0]))
        self.wait(span)
        if self.match(number).revision != made.revision:
            return
        after = self.do(app.matches.undo(match.id, made.revision, match.mover))
        assert (after.deadline, may_nudge_at(after)) == (match.deadline, may_nudge_at(match))
        now = self.run(app.database.read(timers_of, match.id))
        for kind in ("expire", "close", "remind"):
            assert now.get(kind) == before.get(kind) or before[kind] <= self.now, kind

    @rule(number=GAMES)
    def give_back(self, number: int) -> None:
        match = self.match(number)
        for seat, who in ((1, self.tom), (2, self.mina)):
            if match.mover == who.id and match.given_back(seat):
                self.do(self.world.app.matches.give_back(match.id, match.revision, who.id))
                return

    @rule(number=GAMES, kind=st.sampled_from(sorted(ASKS)), press=st.integers(1, 10**9))
    def ask(self, number: int, kind: OfferKind, press: int) -> None:
        match = self.match(number)
        offer = Offer(kind, match.seat_of(self.mina.id) or 1)
        if match.outcome or (kind == "takeback" and not match.given_back(offer.seat)):
            return
        if not self.run(self.world.app.postings.state_of(match, offer.role)):
            self.waits.append(Wait(match.id, kind, match.revision, self.now))
        self.do(self.world.app.offers.post(match, offer, press, calls=True))

    @rule(number=GAMES)
    def pause_or_resume(self, number: int) -> None:
        match, timers = self.match(number), self.world.app.timers
        if match.paused is not None:
            self.do(timers.resume(match.id, self.mina.id))
        elif match.deadline is not None:
            self.do(timers.pause(match.id, self.mina.id, match.revision, "pause1"))  # as tom has asked her
            for wait in self.waits:
                wait.is_known |= (wait.game, wait.kind) == (match.id, "turn")

    @rule(days=st.sampled_from([0, 1, 5]))
    def go_on_vacation(self, days: int) -> None:
        self.do(self.world.app.timers.vacation(self.tom.id, self.now + days * DAY if days else 0))

    @rule(zone=ZONES, hours=HOURS)
    def choose_hours(self, zone: str, hours: tuple[int | None, int | None]) -> None:
        self.zone, self.hours = zone, hours
        chosen = {"timezone": zone, "quiet_from": hours[0], "quiet_to": hours[1]}
        self.run(self.world.app.preferences.change(self.tom.id, **chosen))  # type: ignore[arg-type]

    @rule()
    def look(self) -> None:
        self.run(self.world.slash_in(self.tables[0].channel, self.tom, "games"))
        self.last = None

    @rule(number=GAMES)
    def open_a_game(self, number: int) -> None:
        boards = self.world.boards(self.tables[number].channel)
        if boards:
            self.run(self.world.press(self.tom, boards[-1], "more"))
        self.last = None
        for wait in self.waits:
            wait.is_known |= wait.game == self.games[number]

    # --- time, and what goes wrong

    @rule(span=st.sampled_from(SPANS))
    def wait(self, span: int) -> None:
        for _ in range(2):
            self.run(self.world.env.advance_time(span / 2))
            quiet = self.is_quiet
            self.run(self.world.sweep())
            self.find_waits()
            self.note(quiet)

    @rule()
    def restart(self) -> None:
        self.run(self.world.restart())
        self.last = None
        self.wait(61)

    @rule(number=GAMES, seed=SEEDS, steps=st.integers(0, 6), span=st.sampled_from(SPANS))
    def move_and_die(self, number: int, seed: int, steps: int, span: int) -> None:
        """The bot is killed after so many steps of what follows a move, or of a sweep, and comes back later."""
        match, was_quiet = self.match(number), self.is_quiet
        if match.mover is not None:
            with self.world.unheard():
                move = random_move(Random(seed), match)
                self.run(self.world.do(self.world.app.matches.play(match.id, match.revision, match.mover, move)))
        self.find_waits()
        self.run(self._die(match.id, steps))
        self.note(was_quiet)
        self.run(self.world.env.advance_time(span))
        self.restart()

    async def _die(self, game: int, steps: int) -> None:
        async with killed_after(self.world, steps):
            await self.world.app.boards.show(game)
            await self.world.app.due_timers.sweep()

    # --- at the end

    def teardown(self) -> None:
        """Once he has had time enough to be called, tom has been called to all that waits for him."""
        if not self.games:
            return
        self.choose_hours("UTC", (None, None))
        for _ in range(30):
            self.wait(HOUR)
        for wait in self.waits:
            is_called = any(game == wait.game and at > wait.since - CALL_AFTER for at, game in self.calls)
            assert wait.is_served or wait.is_known or is_called, (wait, self.calls)
        for number in range(3):
            match = self.match(number)
            if match.outcome is None:
                self.run(self.world.do(self.world.app.matches.resign(match.id, match.revision, self.mina.id)))


LENGTHS = pytest.mark.parametrize(
    ("examples", "steps"),
    [pytest.param(4, 15, marks=pytest.mark.cheapest), pytest.param(25, 40, marks=pytest.mark.night)],
    ids=["short", "long"],
)


@LENGTHS
def test_nobody_is_called_at_night_or_twice_and_nobody_is_forgotten(hall: Hall, examples: int, steps: int) -> None:
    run_machine(lambda: Calls(hall), examples, steps)


@pytest.mark.night
def test_a_call_for_several_games_leaves_out_one_whose_board_is_yet_to_come(hall: Hall) -> None:
    """A kill falls between a call that was put off and its board. When that comes, it calls for itself."""
    calls = Calls(hall)
    calls.begin(zone="UTC", hours=(None, None), notify="mention", gap=3)
    for number, seed, span, steps in FOUND:
        calls.move_and_die(number=number, seed=seed, span=span, steps=steps)
    calls.teardown()


FOUND = [
    (0, 81, 10800, 1), (2, 7, 3600, 1), (2, 88, 1200, 3), (1, 33, 3600, 6), (2, 55, 10800, 0), (2, 90, 1200, 4),
    (1, 88, 61, 2), (2, 93, 61, 4), (2, 6, 61, 1), (2, 44, 61, 2), (0, 55, 32400, 5), (1, 28, 10800, 2),
    (0, 27, 3600, 0), (2, 71, 1200, 1), (0, 35, 32400, 1), (2, 24, 32400, 1),
]  # fmt: skip
"""What a long run came upon."""
