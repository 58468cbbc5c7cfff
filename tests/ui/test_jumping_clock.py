"""A machine's clock that jumps reminds nobody, closes nothing, lets nothing expire and wins no game."""

from __future__ import annotations

import pytest
from discord.utils import utcnow

from bot import now
from bot.matches.clock import DAY
from tests.ui.playing import later, waiting
from tests.ui.world import World, ids, offered


class Jump:
    """How far the machine's clock is off; the simulated time is the right one."""

    def __init__(self) -> None:
        self.seconds = 0

    def machine(self) -> float:
        """What the machine's clock shows."""
        return utcnow().timestamp() + self.seconds


@pytest.fixture
def jump(monkeypatch: pytest.MonkeyPatch, world: World) -> Jump:
    """The bot with a clock that can jump."""
    jump = Jump()
    with world.env.time_context():
        clock = now.Clock(jump.machine, lambda: utcnow().timestamp())
    monkeypatch.setattr("bot.now.CLOCK", clock)
    monkeypatch.setattr("bot.client.CLOCK", clock)
    return jump


@pytest.mark.parametrize("seconds", [100 * DAY, 3 * DAY, -3600])
async def test_nothing_happens_by_a_clock_that_jumps_and_all_in_time_when_it_is_back(
    world: World, jump: Jump, seconds: int
) -> None:
    match = await world.accepted_game(pace=1)
    challenge = await world.challenge(world.mina, world.eve)
    board = world.board()
    jump.seconds = seconds
    await later(world, 60)
    await later(world, 60)
    assert world.board().id == board.id
    assert await world.match() == match
    assert "claimpage" not in offered(await world.press(waiting(world, match), board, "more"))
    jump.seconds = 0
    await world.press(world.eve, challenge, "accept")
    assert (await world.match(2)).outcome is None
    await later(world, DAY)
    board = next(board for board in world.boards() if ":1:" in ids(board)[0])
    assert "claimpage" in offered(await world.press(waiting(world, match), board, "more"))


async def test_moves_are_dated_by_the_right_time(world: World, jump: Jump) -> None:
    match = await world.accepted_game(pace=1)
    jump.seconds = -100 * DAY
    await world.env.advance_time(3600)
    page = await world.press(world.person(match.mover), world.board(), "1")
    await world.press(world.person(match.mover), page, "sew")
    after = await world.match()
    assert match.deadline
    assert after.deadline == match.deadline + 3600


async def test_in_doubt_the_bot_asks_discord(world: World, jump: Jump) -> None:
    await world.sweep()
    before = len(world.env.http_requests)
    jump.seconds = DAY
    await world.sweep()
    await world.sweep()
    asked = [request.path for request in world.env.http_requests[before:]]
    assert asked == ["/oauth2/applications/@me"], "once: in the first of the two, nobody had looked at the clock yet"
