"""What players ask each other in public: to cancel, to take back a move. (To pause is among the clocks.)"""

from typing import Any

import discord
import pytest
import simcord

from bot.matches.clock import DAY
from bot.store.messages import live_message
from bot.ui.kit.texts import speaker
from tests.ui.faults import slow
from tests.ui.playing import asked, handed_over, later, moved, play_on, posted, resigned, termination, the_post, waiting
from tests.ui.world import ANSWER_SECONDS, World, alt, controls, offered, text


async def test_cancelling_needs_both(world: World) -> None:
    await world.accepted_game(first="me")
    question = await world.slash(world.mina, "resign")
    await world.press(world.mina, question, "cancel")
    offer = world.channel.history()[-1]
    assert world.pinged(offer) == {world.tom.id}
    assert "only the other player can answer" in text(await world.press(world.mina, offer, "agree"))
    assert "watching" in text(await world.press(world.eve, offer, "agree"))
    await world.press(world.mina, await world.slash(world.mina, "resign"), "cancel")
    (offer,) = [message for message in world.channel.history() if "offers to cancel" in text(message)]
    assert world.pinged(offer) == set()  # posted again, but nobody is pinged twice
    answer = await world.press(world.tom, await world.slash(world.tom, "resign"), "cancel")
    assert offered(answer) == ["agree", "refuse"]  # the other's offer stands: it is shown instead
    await world.press(world.tom, offer, "agree")
    assert termination(await world.match()) == "cancelled"
    assert "nobody wins" in text(world.board())
    assert len(world.channel.history()) == 1


async def test_a_withdrawn_offer_cannot_be_agreed_to_even_after_a_kill(world: World) -> None:
    await world.accepted_game(first="me")
    await asked(world, world.mina, "resignpage", "cancel")
    await world.sweep()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(world.app.tasks, "soon", lambda *_: None)  # killed right after the answer
        await world.press(world.mina, the_post(world, "offers to cancel"), "refuse")
    await world.restarted()
    assert "agree" not in offered(await asked(world, world.tom, "resignpage", "cancel"))
    assert (await world.match()).outcome is None


async def test_a_move_is_given_back_when_the_other_grants_it(world: World) -> None:
    await world.accepted_game()
    asker, other = await handed_over(world)
    before = await world.match()
    await asked(world, asker, "takeback")
    offer = the_post(world, f"<@{asker.id}> would like to take back ")
    assert world.pinged(offer) == {other.id}
    await world.press(other, offer, "agree")
    await world.sweep()
    after = await world.match()
    assert after.mover == asker.id
    assert after.plies == before.plies[:-1]
    assert after.revision == before.revision + 1
    assert "take the last move back" in text(world.board())
    assert posted(world, "would like to take back") == []


@pytest.mark.cheapest
async def test_a_refusal_holds_until_the_next_move(world: World) -> None:
    await world.accepted_game()
    asker, other = await handed_over(world)
    await asked(world, asker, "takeback")
    await world.press(other, the_post(world, "would like to take back"), "refuse")
    assert "let the move stand" in text(the_post(world, "let the move stand"))
    again = await asked(world, asker, "takeback")
    assert "The answer was no" in text(again)
    assert posted(world, "would like to take back") == []


async def test_an_offer_refused_while_it_is_repeated_stays_so(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    await world.accepted_game()
    asker, other = await handed_over(world)
    await asked(world, asker, "takeback")
    offer, tasks = the_post(world, "would like to take back"), world.app.tasks
    page = await asked(world, asker)
    left: list[Any] = []
    with monkeypatch.context() as patch:
        patch.setattr(tasks, "soon", lambda *work: left.append(work))
        await world.press(asker, page, "takeback")
    await world.press(other, offer, "refuse")
    assert left
    for work in left:
        tasks.soon(*work)
    await tasks.idle()
    await world.sweep()
    assert not [message for message in world.channel.history() if "agree" in offered(message)]


async def test_what_is_done_after_the_answer_does_not_count_towards_its_time(world: World) -> None:
    await world.accepted_game(first="me")
    question = await world.slash(world.mina, "resign")
    with slow(world, discord.abc.Messageable, "send", ANSWER_SECONDS):
        await world.press(world.mina, question, "cancel")
        assert not posted(world, "offers to cancel")
        await world.env.advance_time(ANSWER_SECONDS)
    assert posted(world, "offers to cancel")
    assert await world.app.database.read(live_message, 1, "cancel1")


async def asking(world: World, kind: str) -> tuple[discord.Message, simcord.MemberActor, simcord.MemberActor]:
    """A question that somebody has asked from a private page: that page, who asked, and who answers."""
    await world.accepted_game(first="me", pace=3)
    asker, other = await handed_over(world)
    page = await asked(world, asker, *(("resignpage", "cancel") if kind == "cancel" else (kind,)))
    assert "Asked." in text(page)
    return page, asker, other


@pytest.mark.parametrize(
    ("kind", "answer", "words", "offers"),
    [
        ("cancel", "agree", "> has agreed: game 1 is cancelled", "replay"),
        ("pause", "agree", "> has agreed: the clock is paused", "resume"),
        ("takeback", "agree", "> has agreed: you may redo your move", "advance"),
        ("cancel", "refuse", "play on", "ring"),
        ("pause", "refuse", "without a pause", "ring"),
        ("takeback", "refuse", "let the move stand", "ring"),
    ],
)
async def test_whoever_asked_is_told_on_their_page_what_the_other_answers(
    world: World, kind: str, answer: str, words: str, offers: str
) -> None:
    page, asker, other = await asking(world, kind)
    await world.press(other, world.channel.history()[-1], answer)
    told = world.now_shown(asker, page)
    assert f"<@{other.id}" in text(told)
    assert words in text(told)
    assert offers in offered(told)


@pytest.mark.parametrize("has_expired", [False, True])
async def test_a_page_that_has_gone_on_or_expired_is_left_alone(world: World, has_expired: bool) -> None:
    page, asker, other = await asking(world, "pause")
    if has_expired:
        await world.env.advance_time(15 * 60 + 1)
    else:
        page = await asked(world, asker, "quilt1")
    await world.press(other, world.channel.history()[-1], "agree")
    after = world.now_shown(asker, page)
    assert (text(after), offered(after)) == (text(page), offered(page))


async def test_resigning_asks_first_and_then_names_the_winner(world: World) -> None:
    await world.accepted_game(first="me")
    for move in "++":
        assert controls(await world.slash(world.mina, "resign"))[-1]["label"] == "Yes, call it off"
        await moved(world, move)
    question = await world.slash(world.tom, "resign")
    assert f"<@{world.mina.id}> would win" in text(question)
    assert controls(question)[-1]["label"] == "Yes, resign"
    assert (await world.match()).outcome is None
    done = await world.press(world.tom, question, "resign")
    assert "You have resigned" in text(done)
    assert "has resigned" in text(world.board())
    assert world.pinged(world.board()) == {world.mina.id}


@pytest.mark.parametrize("way", [("resignpage", "resign"), ("claimpage", "claim")])
@pytest.mark.parametrize("moves", [0, 1])
async def test_nobody_wins_a_game_before_both_have_moved(world: World, way: tuple[str, str], moves: int) -> None:
    """Not on its board or its result, in calls, in lists of games or on profiles."""
    await world.accepted_game(pace=1)
    match = await moved(world, *"+"[:moves])
    other = waiting(world, match)
    await later(world, DAY + 60)
    done = await asked(world, other, *way)
    assert "The game is called off" in text(done)
    assert (await world.match()).winner is None
    await later(world, 60)
    board = world.board()
    assert "Called off before both had moved: nobody wins" in text(board)
    assert "has won" not in (alt(board) or "").replace("Nobody has won", "")
    assert "rematch" in offered(board)
    assert ("replay" in offered(board) + offered(await asked(world, other))) == bool(moves)
    assert len(board.attachments) == moves
    assert world.calls()[-1][1].endswith("before both of you had moved, and nobody wins.")
    for viewer in (world.mina, world.tom):
        profile = await world.slash(viewer, "profile", player=world.mina)
        assert " won" not in text(profile) + text(await world.slash(viewer, "games"))


async def test_one_wins_when_the_other_has_left_the_server_of_the_game(world: World) -> None:
    await world.accepted_game()
    await moved(world, "+", "+")
    assert "still in this server" in text(await asked(world, world.mina, "resignpage", "gone"))
    channel, mina = world.elsewhere(world.mina)
    await world.press(mina, await world.slash_in(channel, mina, "resign", game=1), "gone")
    assert (await world.match()).outcome is None
    world.guild.remove_member(world.tom)
    await asked(world, world.mina, "resignpage", "gone")
    match = await world.match()
    assert match.winner == match.seat_of(world.mina.id)


async def test_a_game_that_was_given_up_shows_who_has_won_and_nothing_that_comes_next(world: World) -> None:
    await world.accepted_game(first="me")
    await play_on(world, plies=3, seed=4)
    await resigned(world, world.tom)
    for message in (world.board(), await world.slash(world.mina, "replay", share=True)):
        assert f"The {speaker('en')('token.1')} has won." in alt(message)
        assert "to move" not in alt(message)
    standing = text(await asked(world, world.mina))
    for word in ("next", "7×7", "ended now"):
        assert word not in standing
