"""Playing again."""

from typing import Any

import discord
import pytest
import simcord

from bot.matches.challenge import CALL_SECONDS
from bot.matches.clock import DAY
from game import ADVANCE
from tests.ui.faults import failing
from tests.ui.playing import mover, play_on, resigned, the_post
from tests.ui.world import World, ids, offered, text


async def test_a_rematch_swaps_who_starts_and_keeps_the_settings(world: World) -> None:
    await world.accepted_game(first="me", leather="revised", pace=7)
    await resigned(world, world.tom)
    await world.env.advance_time(CALL_SECONDS)
    asked = await world.press(world.mina, world.board(), "rematch")
    assert "for a rematch" in text(asked)
    await world.sweep()
    challenge = the_post(world, "a rematch?")
    assert world.pinged(challenge) == {world.tom.id}
    assert "A move may take 7 days." in text(challenge)
    await world.press(world.tom, challenge, "accept")
    match = await world.match(2)
    assert match.setup.track == "revised"
    assert match.pace == 7
    assert match.mover == world.tom.id


async def test_a_rematch_says_so_and_how_the_last_game_ended(world: World) -> None:
    await world.accepted_game(first="me")
    match = await play_on(world)
    mina, tom = (str(match.position.score(seat).total).replace("-", "−") for seat in (1, 2))
    verdict = "You won" if match.winner == 2 else "You lost"
    await world.env.advance_time(CALL_SECONDS)
    await world.press(world.mina, world.board(), "rematch")
    challenge = the_post(world, "a rematch?")
    terms = f"{verdict} the last game, {tom} to {mina}. A move may take 3 days. You start."
    assert f"wants to play again. {terms}" in text(challenge)
    assert f"> wants a rematch. {terms}" in world.words(challenge)


async def test_if_both_ask_for_a_rematch_it_begins(world: World) -> None:
    await world.accepted_game(first="me")
    await resigned(world, world.tom)
    board = world.board()
    await world.press(world.mina, board, "rematch")
    await world.press(world.mina, board, "rematch")
    await world.press(world.tom, board, "rematch")
    assert (await world.match(2)).mover == world.tom.id
    again = await world.press(world.mina, board, "rematch")
    assert "already playing again: game 2" in text(again)
    nobody = await world.press(world.eve, board, "rematch")
    assert "You are watching" in text(nobody)


async def test_a_rematch_does_not_accept_another_kind_of_game(world: World) -> None:
    await world.accepted_game(first="me", pace=7)
    await resigned(world, world.tom)
    await world.slash(world.tom, "challenge", friend=world.mina, pace=1, leather="revised")
    answer = await world.press(world.mina, world.board(), "rematch")
    assert "A move may take 1 day." in text(answer)
    assert "accept" in offered(answer)


async def test_an_expired_challenge_goes_even_if_the_rematch_cannot_be_posted(world: World) -> None:
    await world.accepted_game(first="me")
    await resigned(world, world.tom)
    old = await world.challenge(world.mina, world.tom)
    await world.env.advance_time(DAY + 5)
    (rematch,) = [control for control in ids(world.board()) if control.endswith(":rematch")]
    with failing(discord.abc.Messageable, "send"):
        await world.mina.click(world.board(), custom_id=rematch)
        await world.app.tasks.idle()
    assert old.id not in [message.id for message in world.channel.history()]


async def test_a_challenge_answered_before_it_is_noted_is_gone(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    challenges = world.app.challenges
    note = challenges.note_message

    async def answered_meanwhile(challenge_id: int, message_id: int, **values: Any) -> bool:
        await challenges.decline(challenge_id, world.tom.id)
        return await note(challenge_id, message_id, **values)

    await world.accepted_game()
    await resigned(world, world.mina)
    monkeypatch.setattr(challenges, "note_message", answered_meanwhile)
    await world.press(world.mina, world.board(), "rematch")
    assert [message.id for message in world.channel.history()] == [world.board().id]


@pytest.mark.parametrize(("reason", "again"), [("idle", True), ("moderator", False)])
async def test_a_closed_game_can_be_played_again_unless_a_moderator_did_it(
    world: World, reason: str, again: bool
) -> None:
    await world.accepted_game()
    await world.do(world.app.matches.close(1, reason))
    assert "Closed without a winner" in text(world.board()) or not again
    assert ("rematch" in offered(world.board())) == again


async def rematch(world: World) -> None:
    """The second game of mina and tom, of whom tom has lost the first; in it tom begins."""
    await world.accepted_game(first="me")
    await resigned(world, world.tom)
    await world.press(world.mina, world.board(), "rematch")
    await world.press(world.tom, the_post(world, "a rematch?"), "accept")


async def test_the_board_of_a_rematch_and_the_end_of_a_game_say_how_the_two_stand(world: World) -> None:
    await rematch(world)
    assert "1–0" not in str([text(board) for board in world.boards()]), "a first game tells it by its end"
    (board,) = [board for board in world.boards() if "board:advance" in str(ids(board))]
    assert f"Game 2 against <@{world.mina.id}> · 0–1 so far · ⏳" in text(board), "as tom reads it, who is to move"
    await lost(world, world.mina)
    (board,) = [board for board in world.boards() if "game 2 " in text(board)]
    assert "game 2 · 2 moves · 1–1 in all" in text(board)


async def lost(world: World, who: simcord.MemberActor) -> None:
    with world.env.time_context():
        match = await world.match(2)
        while len({ply.seat for ply in match.plies}) < 2:
            match = await world.app.matches.play(2, match.revision, mover(match), ADVANCE)
        await world.do(world.app.matches.resign(2, match.revision, who.id))


@pytest.mark.cheapest
async def test_what_either_hides_is_on_no_board(world: World) -> None:
    await world.slash(world.tom, "settings", profile="hidden")
    await rematch(world)
    assert "so far" not in str([text(board) for board in world.boards()])


async def test_a_game_that_is_no_rematch_says_nothing_until_it_ends(world: World) -> None:
    await world.accepted_game(first="me")
    await resigned(world, world.tom)
    await world.begin(world.mina, world.tom)
    assert "so far" not in str([text(board) for board in world.boards()])
    await lost(world, world.tom)
    assert "2–0 in all" in str([text(board) for board in world.boards()])
