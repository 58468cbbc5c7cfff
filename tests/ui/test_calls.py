"""Calls: a message that mentions somebody says so in plain words first, because a phone shows nothing else of it."""

import re
from typing import Any

import discord
import pytest

from bot.matches.clock import DAY, HOUR
from bot.matches.postings import Postings
from bot.store.messages import doomed_messages
from bot.ui.kit.brand import GAME
from bot.ui.pages.board import board_page
from bot.ui.publish.messages import Messages
from game import ADVANCE, Automa
from tests.ui.every_page import SAY, matches
from tests.ui.faults import failing, held, killed_before
from tests.ui.playing import advanced, asked, farthest, later, move_that_leads_to, moved, play_on, resigned, the_post
from tests.ui.world import World, ids, offered, text

V2, SILENT = 1 << 15, 1 << 12


def words(world: World) -> str:
    """The words of the last call, with names in place of mentions."""
    said = world.calls()[-1][1]
    for name in ("mina", "tom"):
        said = said.replace(f"<@{getattr(world, name).id}>", f"@{name}")
    return said


async def test_each_call_of_a_game_says_what_it_is_about(world: World) -> None:
    await world.app.preferences.change(world.mina.id, call_gap=0)
    await world.challenge(world.mina, world.tom, first="me", pace=1)
    assert words(world) == (
        f"@tom, a game of {GAME}? @mina challenges you. A move may take 1 day. @mina starts."
        " You have 24 hours to answer."
    )
    await world.press(world.tom, world.channel.history()[-1], "accept")
    assert words(world) == "@mina, game 1 against @tom begins, and you move first. 24 hours left."
    match = await moved(world, "+")
    assert words(world) == "@tom, your move in game 1. @mina advanced 1 space. @mina is 1 space ahead. 24 hours left."
    await world.do(world.app.matches.give_back(1, match.revision, world.tom.id))
    await world.show()
    given_back = "@mina, your move in game 1: @tom let you take your last move back. @tom is level with you. "
    assert words(world) == f"{given_back}24 hours left."
    await later(world, 6 * HOUR)
    await asked(world, world.tom, "nudge")
    assert words(world) == "👋 @mina, @tom is looking forward to your move in game 1."
    await asked(world, world.tom, "resignpage", "cancel")
    assert words(world).startswith("@mina, @tom offers to cancel game 1, so that nobody wins.")
    assert "agree" in offered(the_post(world, "offers to cancel"))
    await moved(world, "+")
    await resigned(world, world.mina)
    assert words(world) == "@tom, you win game 1: @mina has resigned."
    await world.accepted_game(first="me")
    await world.do(world.app.matches.resign(2, 0, world.tom.id))
    assert words(world) == "@mina, game 2 with @tom was called off before both of you had moved, and nobody wins."


@pytest.mark.slow
def test_a_call_names_all_that_was_sewn_and_won_and_stays_short() -> None:
    calls = [board_page(SAY, match).notification for seed in range(3) for match in matches(seed)]
    said = "\n".join(calls)
    assert re.search(r"\. <@\d+> sewed the [\w ]+\. <@\d+> is \d+ spaces? ahead\.", said)
    assert re.search(r" sewed the [\w ]+ and a leather patch\. <@\d+> advanced \d+ spaces?\. <@\d+> is ", said)
    assert re.search(r" sewed \d+ patches\. ", said)
    assert max(map(len, calls)) < 250
    assert all(call.startswith("<@") for call in calls if call)
    assert not any(board_page(SAY, match).notification for match in matches(1, Automa("fellow", "normal")))


async def test_a_call_at_the_end_tells_the_result(world: World) -> None:
    await world.accepted_game()
    match = await play_on(world)
    assert match.outcome
    assert match.outcome.winner
    assert match.outcome.by
    called = match.person_at(3 - match.outcome.by)
    points = sorted((match.position.score(seat).total for seat in (1, 2)), reverse=True)
    result = "{} to {}.".format(*(str(total).replace("-", "−") for total in points))
    whom, said = world.calls()[-1]
    assert whom == {called}
    assert result in said
    assert ("you win game 1" in said) == (match.user_at(match.outcome.winner) == called)


async def test_a_call_tells_that_the_time_ran_out_and_who_has_claimed_the_win(world: World) -> None:
    await world.accepted_game(first="friend", pace=1)
    match = await moved(world, "+", "+", "+")
    await later(world, DAY + 60)
    assert words(world).startswith("⌛ @tom, @mina has run out of time in game 1: ")
    await world.do(world.app.matches.claim(1, match.revision, world.tom.id))
    await world.show()
    assert words(world) == "@mina, you lose game 1: your time ran out, and @tom has claimed the win."


@pytest.mark.cheapest
async def test_a_reminder_says_how_long_is_left(world: World) -> None:
    await world.accepted_game(first="me", pace=3)
    await later(world, 2 * DAY + 60)
    assert words(world) == "⏰ @mina, your time in game 1 runs out in 24 hours."
    assert "<t:" in text(world.board())


async def test_a_private_message_says_the_same_and_where(world: World) -> None:
    await world.accepted_game(first="me")
    await world.slash(world.tom, "settings", notify="direct")
    await moved(world, "+")
    (told,) = world.told(world.tom.id)
    assert f"<@{world.mina.id}> is 1 space ahead. 3 days left.\nhttps://" in told


async def test_a_call_becomes_its_board_at_once_and_what_calls_nobody_is_silent(world: World) -> None:
    await world.accepted_game(first="me")
    sent = len(world.env.http_requests)
    await moved(world, "+")
    call, edit, gone = world.env.http_requests[sent:]
    assert (call.method, edit.method, gone.method) == ("POST", "PATCH", "DELETE")
    assert call.json
    assert call.json["content"].startswith(f"<@{world.tom.id}>, your move")
    assert "advance" in str(call.json["components"])
    assert "The square amber token is to move." in call.json["attachments"][0]["description"]
    assert not call.json.get("flags")
    assert edit.json
    assert edit.json["content"] is None
    assert edit.json["flags"] & V2
    assert edit.json["allowed_mentions"] == call.json["allowed_mentions"]  # so that it stays marked for tom
    (picture,) = world.board().attachments
    assert [int(each["id"]) for each in edit.json["attachments"]] == [picture.id], "it is kept, and not sent again"
    await world.slash(world.tom, "settings", notify="nothing")
    await world.slash(world.mina, "settings", notify="nothing")
    await play_on(world, 1, seed=3)
    posts = [each.json for each in world.env.http_requests if each.method == "POST" and "/messages" in each.path]
    await world.env.advance_time(60)
    await world.slash(world.mina, "board")
    again = [each.json for each in world.env.http_requests if each.method == "POST" and "/messages" in each.path]
    assert len(again) > len(posts)
    assert all(each and each["flags"] == V2 | SILENT for each in again[len(posts) :])


def marked(world: World) -> object:
    """Whom the last edit of a message marks: Discord shows it in another colour to them."""
    edit = [each for each in world.env.http_requests if each.method == "PATCH"][-1]
    assert edit.json
    return edit.json["allowed_mentions"].get("users", [])


async def test_an_edited_board_marks_whom_it_has_called_until_they_act(world: World) -> None:
    await moved(world, farthest((await world.accepted_game(first="me")).position))
    board = world.board()
    await world.app.postings.owe([board.id])
    await world.sweep()
    assert marked(world) == [world.tom.id]
    await moved(world, move_that_leads_to(2, (await world.match()).position))
    assert world.board().id == board.id
    assert marked(world) == []


@pytest.mark.usefixtures("no_room")
async def test_an_offer_that_becomes_its_page_late_marks_whom_it_has_called(world: World) -> None:
    await world.accepted_game(first="me")
    await asked(world, world.mina, "resignpage", "cancel")
    offer = world.channel.history()[-1]
    assert world.pinged(offer) == {world.tom.id}
    await world.press(world.eve, offer, "agree")
    assert "offers to cancel" in text(world.channel.history()[-1])
    assert marked(world) == [world.tom.id]  # it is mina's move


def called_once_more(world: World) -> None:
    """One board stands alone, and tom was called by the challenge and by one move."""
    assert [message.id for message in world.channel.history()] == [world.board().id]
    assert [whom for whom, _ in world.calls()].count({world.tom.id}) == 2


STEPS = [
    (Messages, "post"),
    (Postings, "note_post"),
    (Messages, "edit"),
    (Postings, "note_edit"),
    (Messages, "take_down"),
]


WHOLE_OR_NOT = pytest.mark.parametrize(
    "settings", [{}, pytest.param({"ping_with_board": False}, marks=pytest.mark.night)], ids=["whole", "words"]
)
WORDS = pytest.mark.parametrize("settings", [{"ping_with_board": False}], ids=["words"])


@WHOLE_OR_NOT
@pytest.mark.parametrize(("where", "step"), STEPS)
async def test_a_kill_at_any_step_of_a_call_leaves_one_board_and_one_call(world: World, where: Any, step: str) -> None:
    await world.accepted_game(first="me")
    async with killed_before(world, where, step):
        await moved(world, "+")
    assert ":1:-:board:" in str(ids(world.board()))
    called_once_more(world)
    await world.press(world.tom, world.board(), "more")
    assert not world.board().content  # by now it is a page
    assert len(world.board().attachments) == 1
    sent = len(world.env.http_requests)
    await world.sweep()
    assert len(world.env.http_requests) == sent


@WHOLE_OR_NOT
@pytest.mark.parametrize("step", [*STEPS[1:]], ids=str)
async def test_a_press_between_a_kill_and_the_sweep_causes_no_call(
    world: World, step: tuple[Any, str], settings: dict[str, Any]
) -> None:
    await world.accepted_game(first="me")
    async with killed_before(world, *step, sweeps=False):
        await moved(world, "+")
    board = world.channel.history()[-1]
    if ":board:" in str(ids(board)):
        await world.press(world.tom, board, "more")
    await world.sweep()
    assert world.board().id == board.id
    called_once_more(world)


@WHOLE_OR_NOT
@pytest.mark.parametrize(("where", "step"), STEPS[:4])
async def test_a_kill_at_any_step_of_a_question_leaves_one_and_one_call(world: World, where: Any, step: str) -> None:
    await world.accepted_game(first="me")
    page = await asked(world, world.tom, "resignpage")
    async with killed_before(world, where, step):
        await world.press(world.tom, page, "cancel")
    calls = [said for _, said in world.calls() if "offers to cancel" in said]
    assert len(calls) == (step != "post")
    if step in ("edit", "note_edit"):
        assert "agree" in offered(the_post(world, "offers to cancel"))


@WHOLE_OR_NOT
@pytest.mark.parametrize("step", ["post", "edit"])
async def test_a_kill_at_any_step_of_a_challenge_leaves_one_that_can_be_accepted(world: World, step: str) -> None:
    async with killed_before(world, Messages, step):
        await world.slash(world.mina, "challenge", friend=world.tom)
    (challenge,) = world.channel.history()
    assert len(world.calls()) == 1
    await world.press(world.tom, challenge, "accept")
    assert world.board()


@pytest.mark.parametrize(("status", "code"), [(400, 50035), (404, 50035), (429, 30046)])
async def test_a_whole_call_whose_edit_is_refused_becomes_its_page_by_a_click(
    world: World, status: int, code: int
) -> None:
    await world.accepted_game(first="me")
    world.env.inject_error("PATCH", "/channels/*/messages/*", status=status, code=code, times=1 + (status == 400))
    await moved(world, "+")
    board = world.board()
    assert board.content.startswith(f"<@{world.tom.id}>, your move")
    assert world.pinged(board) == {world.tom.id}
    sent = len(world.env.http_requests)
    await world.sweep()
    assert len(world.env.http_requests) == sent  # nothing is owed
    await world.press(world.tom, board, "advance")
    assert world.board().id == board.id
    assert "to move" in text(world.board())
    assert not world.board().content


@pytest.mark.usefixtures("no_room")
async def test_without_room_a_call_stays_as_it_is_until_the_next_turn(world: World) -> None:
    await world.accepted_game(first="me")
    sent = len(world.env.http_requests)
    await moved(world, "+")
    assert [request.method for request in world.env.http_requests[sent:]] == ["POST", "DELETE"]
    call = world.board()
    await advanced(world, world.tom, call)
    assert world.board().id != call.id


@pytest.mark.usefixtures("no_room")
async def test_a_whole_challenge_can_be_accepted_and_leaves_no_words_behind(world: World) -> None:
    challenge = await world.challenge(world.mina, world.tom)
    assert challenge.content.startswith(f"<@{world.tom.id}>, a game")
    sent = len(world.env.http_requests)
    await world.press(world.tom, challenge, "accept")
    (answer,) = [request for request in world.env.http_requests[sent:] if request.path.endswith("/callback")]
    assert answer.json
    assert answer.json["data"]["content"] is None
    await world.app.tasks.idle()
    assert "your move" in world.board().content or "you move first" in world.board().content


@WORDS
@pytest.mark.parametrize(("status", "code"), [(400, 50035), (404, 50035), (429, 30046)])
async def test_a_refused_edit_of_a_call_is_posted_anew_without_a_mention(world: World, status: int, code: int) -> None:
    await world.accepted_game(first="me")
    world.env.inject_error("PATCH", "/channels/*/messages/*", status=status, code=code, times=1)
    await moved(world, "+")
    assert not world.pinged(world.board())
    called_once_more(world)


@WORDS
async def test_words_whose_edit_fails_at_discord_become_their_board_soon(world: World) -> None:
    await world.accepted_game(first="me")
    with failing(discord.PartialMessage, "edit"):
        await moved(world, "+")
        assert "your move" in world.channel.history()[-1].content
    await later(world, 61)
    called_once_more(world)


async def test_a_move_between_the_words_and_the_board_is_shown_and_calls_the_next(world: World) -> None:
    await world.accepted_game(first="me")
    with held(discord.PartialMessage, "edit") as (begun, free):
        match = await world.app.matches.play(1, 0, world.mina.id, ADVANCE)
        world.app.boards.refresh(1)
        await begun.wait()
        await world.app.matches.play(1, match.revision, world.tom.id, ADVANCE)
        world.app.boards.refresh(1)
        free.set()
        await world.app.tasks.idle()
    assert [message.id for message in world.channel.history()] == [world.board().id]
    assert ":2:-:board:" in str(ids(world.board()))
    assert world.pinged(world.board()) == {world.mina.id}


async def test_nobody_is_called_again_because_the_old_board_went_first(world: World) -> None:
    """As when the bot is back in a server, and what is left over there is deleted before a new board is posted."""
    await world.accepted_game(first="me")
    await later(world, 1)  # by which the challenge is deleted
    called, old = world.calls(), world.board()
    postings = Postings(world.client.app.database)
    await postings.doom_board(1)
    for row in await world.app.database.read_latest(doomed_messages, 1):
        assert row.message_id == old.id
        await old.delete()
        await postings.forget([old.id])
    await world.sweep()
    assert world.calls() == called
    assert world.board().id != old.id
    assert world.channel.history() == [world.board()]


@WORDS
async def test_a_refused_edit_of_a_challenge_is_posted_anew(world: World) -> None:
    world.env.inject_error("PATCH", "/channels/*/messages/*", status=400, code=50035, times=1)
    await world.slash(world.mina, "challenge", friend=world.tom)
    (challenge,) = world.channel.history()
    assert "accept" in offered(challenge)
    assert len(world.calls()) == 1
