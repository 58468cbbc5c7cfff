"""A machine's clock that jumps reminds nobody, closes nothing, lets nothing expire and wins no game."""

from datetime import timedelta

import pytest
from discord.utils import utcnow

from bot import clock
from bot.matches.clock import DAY
from tests.ui.playing import later, more, waiting
from tests.ui.test_private_pages import EXPIRED
from tests.ui.world import World, ids, offered


class Jump:
    """How far the machine's clock is off; the simulated time is the right one."""

    def __init__(self) -> None:
        self.seconds = 0
        self.clock = clock.Clock(self.machine, lambda: utcnow().timestamp())

    def machine(self) -> float:
        return utcnow().timestamp() + self.seconds


@pytest.fixture
def jump(monkeypatch: pytest.MonkeyPatch, world: World) -> Jump:
    with world.env.time_context():
        jump = Jump()
    monkeypatch.setattr("bot.clock.CLOCK", jump.clock)
    for each in ("client", "requests"):
        monkeypatch.setattr(f"bot.connection.{each}.CLOCK", jump.clock)
    monkeypatch.setattr("discord.utils.utcnow", lambda: utcnow() + timedelta(seconds=jump.seconds))
    return jump


@pytest.mark.parametrize("seconds", [100 * DAY, 3 * DAY, 1000, 300, -300, -1000, -3600])
async def test_a_clock_that_jumps_sets_off_nothing(world: World, jump: Jump, seconds: int) -> None:
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


@pytest.mark.parametrize("seconds", [300, -1000, -100 * DAY])
async def test_moves_are_dated_by_the_right_time(world: World, jump: Jump, seconds: int) -> None:
    match = await world.accepted_game(pace=1)
    jump.seconds = seconds
    await world.env.advance_time(3600)
    page = await world.press(world.person(match.mover), world.board(), "1")
    await world.press(world.person(match.mover), page, "sew")
    after = await world.match()
    assert match.deadline
    assert after.deadline == match.deadline + 3600


@pytest.mark.parametrize("seconds", [300, 1000, -300, -1000])
async def test_private_pages_are_known_for_a_quarter_of_an_hour(world: World, jump: Jump, seconds: int) -> None:
    await world.accepted_game(first="me")
    jump.seconds = seconds
    pages = [await more(world, world.mina) for _ in range(3)]  # which asserts that nothing else is said
    assert [page.id for page in world.private(world.mina)] == [pages[-1].id]
    await world.env.advance_time(EXPIRED)
    new = await more(world, world.mina)
    assert [page.id for page in world.private(world.mina)] == [pages[-1].id, new.id]


@pytest.mark.cheapest
async def test_in_doubt_the_bot_asks_discord(world: World, jump: Jump) -> None:
    await world.sweep()
    before = len(world.env.http_requests)
    jump.seconds = DAY
    await world.sweep()
    assert [request.path for request in world.env.http_requests[before:]] == ["/oauth2/applications/@me"]
    with world.env.time_context():
        jump.clock.hear(utcnow().timestamp())
    await world.sweep()
    assert len(world.env.http_requests) == before + 1, "Discord has told the time since"
