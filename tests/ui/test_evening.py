"""An evening's game: minutes for a move, one warning in public, and no quiet hours, because both have chosen it."""

import pytest

from bot.matches.clock import EVENING, HOUR
from bot.ui.pages import servers, terms
from tests.ui.playing import later, more, moved
from tests.ui.test_quiet_hours import calls, quiet
from tests.ui.world import World, offered, text


@pytest.mark.parametrize("pace", EVENING)
async def test_the_clock_counts_in_minutes(world: World, pace: int) -> None:
    challenge = await world.challenge(world.mina, world.tom, first="me", pace=pace)
    assert f"A move may take {pace} minutes." in text(challenge)
    await world.press(world.tom, challenge, "accept")
    match = await world.match()
    assert match.deadline == match.created_at + pace * 60
    assert f"<t:{match.deadline}:R>" in text(world.board())


async def test_it_warns_once_and_then_the_win_can_be_claimed(world: World) -> None:
    await world.slash(world.tom, "settings", notify="direct")
    await world.accepted_game(first="me", pace=30)
    await moved(world, "+")
    told, before = len(world.told(world.tom.id)), calls(world, world.tom)
    await later(world, 21 * 60)
    assert (len(world.told(world.tom.id)), calls(world, world.tom)) == (told, before + 1)
    assert world.pinged(world.board()) == {world.tom.id}
    assert "⏰" in text(world.board())
    await later(world, 10 * 60)
    assert "claimpage" in offered(await more(world, world.mina))
    for _ in range(3):
        await later(world, 10 * 60)
    assert calls(world, world.tom) == before + 1


@pytest.mark.cheapest
async def test_quiet_hours_do_not_stop_it(world: World) -> None:
    await world.accepted_game(first="me", pace=10)
    await quiet(world, world.tom)
    before = calls(world, world.tom)
    await moved(world, "+")
    assert calls(world, world.tom) == before + 1
    await later(world, 7 * 60)
    assert calls(world, world.tom) == before + 2


def test_a_group_and_a_server_have_days_alone() -> None:
    seat, group, server = terms.OFFERED["seat"]["pace"], terms.OFFERED["group"]["pace"], servers.OFFERED["pace"]
    assert {*seat} - {*group} == {*EVENING}
    assert [*map(str, group)] == [*server]


async def test_a_game_of_minutes_is_left_alone_as_any_other(world: World) -> None:
    await world.accepted_game(first="me", pace=10)
    await later(world, 24 * HOUR)
    assert (await world.match()).outcome is None
