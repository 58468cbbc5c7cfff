"""The budget of requests: never more in a second than Discord allows, and the urgent ones first."""

import asyncio
import random
from collections.abc import Callable
from functools import partial

import pytest

from bot.ui.kit.budget import FRESH, LATER, NOW, SOON, Budget, patience_of


class Clock:
    """A clock that is set by hand. What is due is called on time, or ``late`` by so many seconds."""

    def __init__(self, late: float = 0.0) -> None:
        self.time = 0.0
        self.timers: list[tuple[float, Callable[[], None]]] = []
        self._late = late

    def now(self) -> float:
        return self.time

    def later(self, seconds: float, run: Callable[[], None]) -> None:
        self.timers.append((self.time + seconds + self._late, run))

    async def advance(self, seconds: float) -> None:
        end = self.time + seconds
        while due := [timer for timer in self.timers if timer[0] <= end]:
            first = min(due, key=lambda timer: timer[0])
            self.timers.remove(first)
            self.time = max(self.time, first[0])
            first[1]()
            await settled()
        self.time = end


async def settled() -> None:
    for _ in range(5):
        await asyncio.sleep(0)


def most_in_a_second(times: list[float]) -> int:
    """How many requests have gone within one second at most."""
    return max(sum(each <= time + 1 for each in times[begin:]) for begin, time in enumerate(times))


class Line:
    """Requests to a budget, and when each has gone."""

    def __init__(self, a_second: float, late: float = 0.0) -> None:
        self.clock = Clock(late)
        self.budget = Budget(a_second, self.clock.now, self.clock.later)
        self.gone: list[tuple[str, float]] = []

    def ask(self, name: str, patience: float = NOW) -> asyncio.Task[None]:
        """Send a request as soon as it may go."""

        async def send() -> None:
            await self.budget.take(patience)
            self.gone.append((name, self.clock.time))

        return asyncio.create_task(send())

    @property
    def names(self) -> list[str]:
        return [name for name, _ in self.gone]


async def test_there_is_room_while_less_than_half_was_used_lately() -> None:
    line = Line(10)
    assert line.budget.has_room
    for pause, has_room in ((0.25, True), (1 / 6, False)):  # four a second of nine, and six
        for _ in range(200):
            await line.budget.take(NOW)
            await line.clock.advance(pause)
        assert line.budget.has_room == has_room
    await line.clock.advance(10)
    assert line.budget.has_room


async def test_a_turn_that_was_not_used_counts_for_nothing() -> None:
    line = Line(10)
    for _ in range(200):
        async with line.budget.turn(NOW):
            pass
        await line.clock.advance(0.01)
    assert line.budget.has_room


async def test_there_is_no_room_while_somebody_waits() -> None:
    line = Line(10)
    asked = [line.ask(name) for name in "abc"]
    await settled()
    assert line.names == ["a"]
    assert not line.budget.has_room
    await line.clock.advance(1)
    await asyncio.gather(*asked)
    assert line.budget.has_room


async def use_a_turn(line: Line, rng: random.Random) -> None:
    """Take a turn, and send its request a little later."""
    async with line.budget.turn(rng.choice((NOW, SOON, LATER))):
        later: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        line.clock.later(rng.choice((0.0, 0.05, FRESH)), partial(later.set_result, None))
        await later
        await line.ask("")


@pytest.mark.slow
@pytest.mark.parametrize("takes_turns", [False, True])
@pytest.mark.parametrize("a_second", [1, 2, 3, 8, 10, 25, 50, pytest.param(500, marks=pytest.mark.night)])
async def test_no_second_has_more_requests_than_discord_allows(a_second: int, takes_turns: bool) -> None:
    line, rng = Line(a_second), random.Random(a_second)
    asked: list[asyncio.Task[None]] = []
    for _ in range(60):
        for _ in range(rng.choice((0, 0, 1, a_second))):
            in_a_turn = asyncio.create_task(use_a_turn(line, rng)) if takes_turns else None
            asked.append(in_a_turn or line.ask("", rng.choice((NOW, SOON, LATER))))
        await settled()
        await line.clock.advance(rng.choice((0.01, 0.2, 1.5)))
    await line.clock.advance(300)
    times = [time for _, time in line.gone]
    assert len(times) == len(asked) > a_second
    assert most_in_a_second(times) <= a_second


@pytest.mark.slow
@pytest.mark.parametrize(("a_second", "late"), [(8, 0.0), (8, 0.03), (50, 0.03), (50, 0.08)])
async def test_the_budget_is_used_up_even_when_the_machine_is_busy(a_second: int, late: float) -> None:
    line = Line(a_second, late)
    for _ in range(100 * a_second):
        line.ask("")
    await settled()
    await line.clock.advance(20)
    assert len(line.gone) >= 0.95 * 0.9 * a_second * 20


@pytest.mark.parametrize(("a_second", "count"), [(50, 5), (10, 30)])
async def test_a_few_requests_go_at_once_and_after_a_rush_there_is_no_timer_left(a_second: int, count: int) -> None:
    line = Line(a_second)
    for _ in range(count):
        line.ask("")
    await settled()
    assert len(line.clock.timers) == (count > 5)
    assert len(line.gone) == count or line.clock.timers
    await line.clock.advance(10)
    assert len(line.gone) == count
    assert not line.clock.timers


async def test_calls_go_before_edits_and_deletions_last_and_older_ones_before_newer_ones() -> None:
    line = Line(1)
    line.ask("first")
    for name, patience in (("deletion", LATER), ("edit", SOON), ("call", NOW), ("edit 2", SOON), ("call 2", NOW)):
        line.ask(name, patience)
        await settled()
    await line.clock.advance(20)
    assert line.names == ["first", "call", "call 2", "edit", "edit 2", "deletion"]


async def test_no_deletion_waits_for_ever_while_there_are_always_calls() -> None:
    line = Line(1)
    line.ask("first")
    line.ask("deletion", LATER)
    line.ask("edit", SOON)
    for number in range(200):
        line.ask(f"call {number}")
        await settled()
        await line.clock.advance(0.25)
    await line.clock.advance(300)
    assert len(line.gone) == 203
    assert "call 9" in line.names[: line.names.index("edit") + 3]  # in two seconds eight calls have come
    assert line.names[line.names.index("deletion") + 1] in ("call 20", "call 21")  # and in five, twenty


async def test_who_no_longer_waits_takes_nobodys_turn() -> None:
    line = Line(1)
    line.ask("first")
    await settled()
    dropped = [line.ask("dropped") for _ in range(50)]
    line.ask("last")
    await settled()
    for task in dropped:
        task.cancel()
    await settled()
    await line.clock.advance(1.2)
    assert line.names == ["first", "last"]
    assert not line.clock.timers


async def test_a_turn_that_comes_too_late_is_given_back() -> None:
    line = Line(1)
    line.ask("first")
    gone = line.ask("gone")
    await settled()
    line.clock.time = 1.2
    ((_, run),) = line.clock.timers
    line.clock.timers.clear()
    run()
    gone.cancel()  # it has its turn already, but has not heard of it
    await settled()
    line.ask("second")
    await settled()
    assert line.names == ["first", "second"]


@pytest.mark.parametrize(
    ("request_line", "patience"),
    [
        ("POST /api/v10/channels/1/messages", NOW),
        ("GET /api/v10/guilds/1/members/2", NOW),
        ("POST /api/v10/users/@me/channels", NOW),
        ("PATCH /api/v10/channels/1/messages/2", SOON),
        ("DELETE /api/v10/channels/1/messages/2", LATER),
        ("PATCH /api/v10/channels/1", LATER),
        ("POST /api/v10/applications/1/emojis", LATER),
        ("POST /api/v10/interactions/1/token/callback", None),
        ("POST /api/v10/webhooks/1/token", None),
        ("PATCH /api/v10/webhooks/1/token/messages/@original", None),
        ("DELETE /api/v10/webhooks/1/token/messages/@original", None),
        ("GET /", None),  # the gateway
    ],
)
def test_answers_do_not_count_and_calls_are_urgent(request_line: str, patience: float | None) -> None:
    assert patience_of(*request_line.split()) == patience


async def test_a_turn_is_waited_for_before_it_is_decided_what_to_send_and_then_kept() -> None:
    line, seen = Line(1), []

    async def work(name: str) -> None:
        async with line.budget.turn(NOW) as has_waited:
            seen.append((name, has_waited))
            for part in ("words", "board"):
                await line.ask(f"{part} {name}", SOON)

    tasks = [asyncio.create_task(work(name)) for name in "ab"]
    await settled()
    assert seen == [("a", False)]
    assert line.names == ["words a"]
    line.ask("later")
    await line.clock.advance(10)
    assert seen == [("a", False), ("b", True)]
    assert line.names == ["words a", "words b", "board a", "board b", "later"]
    await asyncio.gather(*tasks)


async def test_a_turn_that_nothing_was_sent_in_is_given_back_and_ends_with_the_work() -> None:
    line = Line(1)
    begun: list[asyncio.Task[None]] = []
    free = asyncio.Event()

    async def afterwards() -> None:
        await free.wait()
        await line.budget.take(LATER)
        line.gone.append(("deletion", line.clock.time))

    async with line.budget.turn(NOW):
        begun.append(asyncio.create_task(afterwards()))
    line.ask("first")
    await settled()
    assert line.names == ["first"]
    free.set()
    await settled()
    line.ask("call")
    await settled()
    await line.clock.advance(5)
    assert line.names == ["first", "call", "deletion"]


async def test_a_turn_that_is_not_used_soon_goes_to_another() -> None:
    line = Line(1)
    async with line.budget.turn(NOW):
        line.clock.time = 5.0  # as when the limit of a channel holds a request back for long
        asked = [line.ask("late"), line.ask("later")]
        await settled()
        assert line.names == ["late"]
    await line.clock.advance(5)
    assert line.names == ["late", "later"]
    await asyncio.gather(*asked)
