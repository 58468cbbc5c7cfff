"""A kill at any step of a call, just as quiet hours begin or end: the call comes once all the same."""

from collections.abc import Awaitable, Callable, Iterator
from functools import partial

import pytest
from _pytest.mark import ParameterSet

from bot.matches.challenge import NewChallenge
from bot.matches.clock import HOUR
from bot.ui.pages.offers import Offer
from game import ADVANCE
from tests.ui.faults import killed_after
from tests.ui.playing import later
from tests.ui.test_quiet_hours import calls
from tests.ui.world import World

Follow = Callable[[], Awaitable[object]]
Kind = Callable[[World], Awaitable[Follow]]


async def turn(world: World) -> Follow:
    """The turn passes to tom."""
    await world.accepted_game(first="me")
    with world.unheard(), world.env.time_context():
        await world.app.matches.play(1, 0, world.mina.id, ADVANCE)
    return lambda: world.app.boards.show(1)


async def challenge(world: World) -> Follow:
    """Mina challenges tom."""
    new = NewChallenge(
        guild_id=world.guild.id, channel_id=world.channel.id, challenger=world.mina.id, challenged=world.tom.id
    )
    made = await world.do(world.app.challenges.make(new))
    return lambda: world.app.challenge_posts.post(made)


async def duel(world: World) -> Follow:
    """Mina takes up a duel with tom."""
    await world.slash(world.tom, "duel", friend=world.mina, level="pompom")
    with world.unheard(), world.env.time_context():
        await world.app.challenges.accept(1, world.mina.id)
    return world.app.duel_posts._sweep


async def late(world: World) -> Follow:
    """Two games wait for tom when his quiet hours end."""
    for game in (1, 2):
        await world.begin(world.mina, world.tom, world.guild.create_text_channel(f"table {game}"), first="me")
        with world.unheard(), world.env.time_context():
            match = await world.app.matches.play(game, 0, world.mina.id, ADVANCE)
        await world.app.preferences.change(world.tom.id, notify="nothing")
        await world.show(game)
        await world.app.preferences.change(world.tom.id, notify="mention")
        await world.app.postings.owe_call(match, int(world.now().timestamp()) + 60)

    return partial(end_of_quiet_hours, world)


async def question(world: World) -> Follow:
    """Mina asked tom to cancel, in his quiet hours, which end."""
    match = await world.accepted_game(first="me")
    await world.do(world.app.offers.post(match, Offer("cancel", 1), 7, calls=False))
    await world.app.postings.owe_call(match, int(world.now().timestamp()) + 60, "ask2")
    return partial(end_of_quiet_hours, world)


async def end_of_quiet_hours(world: World) -> None:
    await world.env.advance_time(60)
    await world.app.due_timers.sweep()


STEPS: dict[Kind, tuple[int, int]] = {turn: (4, 4), challenge: (2, 3), duel: (2, 4), late: (7, 0), question: (7, 0)}
"""What calls tom, and how many steps that takes if his quiet hours end meanwhile, and if they begin."""


async def quiet(world: World, begins: int, ends: int) -> None:
    """It is quiet for tom from then on until then, in minutes from now."""
    clock = world.now().hour * 60 + world.now().minute
    hours = {"quiet_from": (clock + begins) % 1440, "quiet_to": (clock + ends) % 1440}
    await world.app.preferences.change(world.tom.id, timezone="UTC", **hours)  # type: ignore[arg-type]


def cases() -> Iterator[ParameterSet]:
    """Each step of each kind. (What was told in private just before quiet hours began may be told again.)"""
    for kind, (ending, beginning) in STEPS.items():
        first = pytest.mark.cheapest if kind is challenge else ()
        yield pytest.param(kind, "mention", True, 0, marks=first)
        yield from (pytest.param(kind, "mention", True, step) for step in range(1, ending))
        yield from (pytest.param(kind, "mention", False, step) for step in range(beginning))
        if kind is not challenge:
            yield from (pytest.param(kind, "direct", True, step, marks=pytest.mark.night) for step in range(ending))


@pytest.mark.parametrize(
    ("kind", "notify", "ends", "step"), [*cases()], ids=lambda of: getattr(of, "__name__", str(of))
)
async def test_it_calls_once(world: World, kind: Kind, notify: str, ends: bool, step: int) -> None:
    follow = await kind(world)
    await world.app.preferences.change(world.tom.id, notify=notify)  # type: ignore[arg-type]
    before = calls(world, world.tom)
    await (quiet(world, -60, 1) if ends else quiet(world, 1, 120))
    async with killed_after(world, step) as life:
        await follow()
    assert life.steps < 0, "it was killed"
    by_then = calls(world, world.tom)
    await world.env.advance_time(60)
    await world.restart()
    for _ in range(3):
        await later(world, 60)
    if not ends:
        assert calls(world, world.tom) == by_then
        await later(world, 2 * HOUR)
    await later(world, 60)
    assert calls(world, world.tom) == before + 1
    await later(world, 4 * HOUR)
    assert calls(world, world.tom) == before + 1
    assert len(world.channel.history()) == 1 + (kind is question) - (kind is late)
