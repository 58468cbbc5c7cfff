"""Nobody is called too often, and nobody is challenged by people from whom they want nothing."""

import pytest

from bot.matches.challenge import CALL_SECONDS
from bot.matches.clock import HOUR
from tests.store.building import rows
from tests.ui.playing import asked, handed_over, later, posted, resigned, the_post
from tests.ui.world import World, chosen, offered, text

CLOSED = "<@{}> is not taking challenges at the moment. Ask somebody else, or play alone: "


async def test_who_called_whom_is_not_kept(world: World) -> None:
    await world.challenge(world.mina, world.tom)
    assert (await world.app.database.read(rows, "calls"))["calls"]
    await later(world, CALL_SECONDS)
    assert (await world.app.database.read(rows, "calls"))["calls"] == []


async def test_a_rematch_soon_after_the_challenge_calls_nobody_and_can_be_accepted(world: World) -> None:
    await world.accepted_game(first="me")
    await resigned(world, world.mina)
    asked = await world.press(world.mina, world.board(), "rematch")
    assert "They heard from you only a few minutes ago" in text(asked)
    await world.app.tasks.idle()
    challenge = the_post(world, "a rematch?")
    assert world.pinged(challenge) == set()
    await world.press(world.tom, challenge, "accept")
    assert (await world.match(2)).users == (world.mina.id, world.tom.id)


@pytest.mark.cheapest
async def test_who_takes_no_challenges_gets_none(world: World) -> None:
    assert "Challenges: from anybody" in chosen(await world.slash(world.tom, "settings"))
    shown = await world.slash(world.tom, "settings", challenges="nobody")
    assert "Challenges: from nobody" in chosen(shown)
    answer = await world.slash(world.mina, "challenge", friend=world.tom)
    assert text(answer).startswith(CLOSED.format(world.tom.id))
    await world.slash(world.tom, "settings", challenges="everybody")
    assert "accept" in offered(await world.challenge(world.mina, world.tom))


async def test_a_block_takes_the_waiting_challenge_away_and_is_not_told(world: World) -> None:
    challenge = await world.challenge(world.mina, world.tom)
    shown = await world.slash(world.tom, "settings", block=world.mina)
    assert f"Blocked: <@{world.mina.id}>" in text(shown)
    await world.app.tasks.idle()
    assert challenge.id not in [message.id for message in world.channel.history()]
    answer = await world.slash(world.mina, "challenge", friend=world.tom)
    assert text(answer).startswith(CLOSED.format(world.tom.id))
    shown = await world.slash(world.tom, "settings", unblock=world.mina)
    assert "Blocked" not in text(shown)
    assert "accept" in offered(await world.challenge(world.mina, world.tom))


@pytest.mark.parametrize("command", ["block", "unblock"])
async def test_a_block_concerns_challenges_only_so_the_game_goes_on(world: World, command: str) -> None:
    await world.accepted_game(first="me")
    await world.slash(world.tom, "settings", block=world.mina)
    await world.slash(world.tom, "settings", **{command: world.mina})
    await resigned(world, world.mina)
    await world.env.advance_time(CALL_SECONDS)
    answer = await world.press(world.mina, world.board(), "rematch")
    assert text(answer).startswith(CLOSED.format(world.tom.id)) is (command == "block")
    await world.app.tasks.idle()
    assert bool(posted(world, "a rematch?")) is (command == "unblock")


async def test_who_has_blocked_somebody_is_not_called_by_their_questions(world: World) -> None:
    await world.accepted_game()
    asking, holding = await handed_over(world)
    await world.slash(holding, "settings", block=asking)
    await later(world, 12 * HOUR)
    assert "does not want to be notified" in text(await asked(world, asking, "nudge"))
    await asked(world, asking, "takeback")
    question = the_post(world, "would like to take back")
    assert world.pinged(question) == set()
    await world.press(holding, question, "agree")
    assert (await world.match()).mover == asking.id
