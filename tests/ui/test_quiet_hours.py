"""Nothing calls anybody in their quiet hours: what would have, waits, and one call follows when they end."""

from collections.abc import Awaitable, Callable

import pytest
import simcord

from bot.matches.clock import HOUR
from game import ADVANCE
from tests.ui.playing import asked, later, moved, resigned
from tests.ui.world import World, ids


async def quiet(world: World, who: simcord.MemberActor, *, hours: int = 8) -> None:
    """It is quiet for somebody for so many hours from now on."""
    now = world.now()
    end = f"{(now.hour + hours) % 24}:{now.minute:02}"
    await world.slash(who, "settings", quiet_from=f"{now.hour}:{now.minute:02}", quiet_to=end, timezone="UTC")


def calls(world: World, who: simcord.MemberActor) -> int:
    """How often somebody was called: by mentions and in private."""
    return [whom for whom, _ in world.calls()].count({who.id}) + len(world.told(who.id))


async def begin(world: World) -> None:
    challenge = await world.challenge(world.mina, world.tom, first="friend")
    await quiet(world, world.tom)
    await world.press(world.tom, challenge, "accept")


async def take_a_seat(world: World) -> None:
    await world.slash(world.tom, "open")
    (seat,) = [message for message in world.channel.history() if message.components]
    await quiet(world, world.tom)
    await world.press(world.mina, seat, "take")


async def hand_over(world: World) -> None:
    await world.accepted_game(first="me")
    await quiet(world, world.tom)
    await moved(world, "+")


async def ask_to_take_back(world: World) -> None:
    await world.accepted_game(first="me")
    await moved(world, "+")
    await quiet(world, world.tom)
    await asked(world, world.mina, "takeback")


async def ask_to_cancel(world: World) -> None:
    await world.accepted_game(first="me")
    await quiet(world, world.tom)
    await asked(world, world.mina, "resignpage", "cancel")


async def ask_to_pause(world: World) -> None:
    await world.accepted_game(first="me")
    await quiet(world, world.tom)
    await asked(world, world.mina, "pause")


async def give_up(world: World) -> None:
    await world.accepted_game(first="me")
    await moved(world, "+")
    await quiet(world, world.tom)
    await resigned(world, world.mina)


KINDS: list[Callable[[World], Awaitable[None]]] = [
    begin, take_a_seat, hand_over, ask_to_take_back, ask_to_cancel, ask_to_pause, give_up,
]  # fmt: skip


@pytest.mark.parametrize("notify", ["mention", "direct", "nothing"])
@pytest.mark.parametrize("kind", KINDS)
async def test_a_call_in_quiet_hours_comes_once_when_they_end(
    world: World, kind: Callable[[World], Awaitable[None]], notify: str
) -> None:
    await world.slash(world.tom, "settings", notify=notify)
    await kind(world)
    await world.app.tasks.idle()
    await world.sweep()
    before = calls(world, world.tom)
    await later(world, 7 * HOUR)
    assert calls(world, world.tom) == before
    await world.restart()
    await later(world, HOUR + 60)
    assert calls(world, world.tom) == before + (notify != "nothing")
    for _ in range(3):
        await later(world, HOUR)
    assert calls(world, world.tom) == before + (notify != "nothing")
    assert len(world.boards()) == 1


async def test_a_challenge_in_quiet_hours_waits_silently_and_calls_once_when_they_end(world: World) -> None:
    await quiet(world, world.tom)
    challenge = await world.challenge(world.mina, world.tom, first="friend")
    await later(world, 7 * HOUR)
    assert calls(world, world.tom) == 0
    await world.restart()
    await later(world, HOUR + 60)
    (message,) = [each for each in world.channel.history() if ":challenge:" in str(ids(each))]
    assert message.id != challenge.id
    assert world.pinged(message) == {world.tom.id}
    await later(world, HOUR)
    assert calls(world, world.tom) == 1
    await world.press(world.tom, message, "accept")
    assert (await world.match()).people == (world.mina.id, world.tom.id)


@pytest.mark.cheapest
async def test_a_challenge_that_was_answered_in_quiet_hours_calls_nobody(world: World) -> None:
    await quiet(world, world.tom)
    await world.press(world.tom, await world.challenge(world.mina, world.tom, first="friend"), "decline")
    await later(world, 9 * HOUR)
    assert calls(world, world.tom) == 0


# --- one call for many games


async def games_against_tom(world: World, count: int) -> None:
    """So many games, in a channel each, in which mina is to move."""
    for number in range(count):
        channel = world.guild.create_text_channel(f"table {number}")
        challenge = await world.challenge(world.mina, world.tom, channel, first="me")
        await world.press(world.tom, challenge, "accept")


async def hand_all_over(world: World, count: int, *, after: int = 0) -> None:
    """Mina moves in all games, one after the other."""
    for game in range(1, count + 1):
        with world.env.time_context():
            await world.app.matches.play(game, 0, world.mina.id, ADVANCE)
            await world.app.tasks.idle()
        await later(world, after)


@pytest.mark.parametrize("count", [2, 5])
async def test_the_games_that_wait_when_quiet_hours_end_call_once(world: World, count: int) -> None:
    await games_against_tom(world, count)
    await quiet(world, world.tom)
    await hand_all_over(world, count)
    before = calls(world, world.tom)
    await later(world, 8 * HOUR + 60)
    await world.sweep()
    assert calls(world, world.tom) == before + 1
    assert f"{count} games wait for you here" in world.calls()[-1][1]
    for _ in range(4):
        await later(world, HOUR)
    assert calls(world, world.tom) == before + 1


@pytest.mark.parametrize(("gap", "expected"), [("3", 3), ("0", 8)])
async def test_who_does_not_look_is_called_once_in_some_hours(world: World, gap: str, expected: int) -> None:
    await games_against_tom(world, 8)
    page = await world.slash(world.tom, "settings")
    await world.choose(world.tom, page, "gap", gap)
    before = calls(world, world.tom)
    await hand_all_over(world, 8, after=HOUR // 2)
    await later(world, 4 * HOUR)
    await later(world, 4 * HOUR)
    assert calls(world, world.tom) == before + expected


async def test_who_looks_in_between_is_called_again(world: World) -> None:
    await games_against_tom(world, 2)
    before = calls(world, world.tom)
    for game in (1, 2):
        with world.env.time_context():
            await world.app.matches.play(game, 0, world.mina.id, ADVANCE)
            await world.app.tasks.idle()
        await later(world, 60)
        await world.slash(world.tom, "games")
    assert calls(world, world.tom) == before + 2


async def test_the_call_for_many_games_leads_to_the_most_urgent(world: World) -> None:
    for number, pace in enumerate((14, 1, 7)):
        channel = world.guild.create_text_channel(f"table {number}")
        await world.press(
            world.tom, await world.challenge(world.mina, world.tom, channel, first="me", pace=pace), "accept"
        )
    await quiet(world, world.tom)
    await hand_all_over(world, 3)
    await later(world, 8 * HOUR + 60)
    whom, words = world.calls()[-1]
    assert whom == {world.tom.id}
    assert "your move in game 2" in words
    assert "3 games wait for you here; this one is the most urgent" in words
