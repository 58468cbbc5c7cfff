"""What players ask each other in public: to cancel, to take back a move. (To pause is among the clocks.)"""

import asyncio
from typing import Any

import discord
import pytest
import simcord

from bot.store.messages import live_message
from tests.ui.playing import asked, handed_over, more, moved, play_on, posted, termination, the_post
from tests.ui.world import ANSWER_SECONDS, World, offered, text


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


async def test_an_offer_to_cancel_lapses_when_somebody_moves(world: World) -> None:
    await world.accepted_game(first="me")
    await world.press(world.mina, await world.slash(world.mina, "resign"), "cancel")
    assert len(world.channel.history()) == 2
    await moved(world, "+")
    assert world.channel.history() == world.boards()


async def test_a_withdrawn_offer_cannot_be_agreed_to(world: World) -> None:
    await world.accepted_game()
    await asked(world, world.mina, "resignpage", "cancel")
    offer = the_post(world, "offers to cancel")
    theirs = await asked(world, world.tom, "resignpage", "cancel")
    await world.press(world.mina, offer, "refuse")
    await world.sweep()
    await world.press(world.tom, theirs, "agree")
    assert (await world.match()).outcome is None


async def test_a_withdrawn_offer_cannot_be_agreed_to_even_after_a_kill(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await world.accepted_game(first="me")
    await asked(world, world.mina, "resignpage", "cancel")
    await world.sweep()
    with monkeypatch.context() as patch:
        patch.setattr(world.app.tasks, "soon", lambda *_: None)  # killed right after the answer
        await world.press(world.mina, the_post(world, "offers to cancel"), "refuse")
    await world.restart()
    await world.sweep()
    shown = await asked(world, world.tom, "resignpage", "cancel")
    assert "agree" not in offered(shown)
    assert (await world.match()).outcome is None


async def test_a_refusal_in_private_is_shown_in_public(world: World) -> None:
    await world.accepted_game()
    await asked(world, world.mina, "resignpage", "cancel")
    theirs = await asked(world, world.tom, "resignpage", "cancel")
    await world.press(world.tom, theirs, "refuse")
    await world.sweep()
    assert not [message for message in world.channel.history() if "agree" in offered(message)]


async def test_a_move_is_given_back_when_the_other_grants_it(world: World) -> None:
    await world.accepted_game()
    asker, other = await handed_over(world)
    before = await world.match()
    await asked(world, asker, "takeback")
    offer = the_post(world, "would like to take back")
    assert world.pinged(offer) == {other.id}
    await world.press(other, offer, "agree")
    await world.sweep()
    after = await world.match()
    assert after.mover == asker.id
    assert after.plies == before.plies[:-1]
    assert after.revision == before.revision + 1
    assert "take the last move back" in text(world.board())
    assert posted(world, "would like to take back") == []


async def test_a_refusal_holds_until_the_next_move(world: World) -> None:
    await world.accepted_game()
    asker, other = await handed_over(world)
    await asked(world, asker, "takeback")
    await world.press(other, the_post(world, "would like to take back"), "refuse")
    assert "let the move stand" in text(the_post(world, "let the move stand"))
    again = await asked(world, asker, "takeback")
    assert "The answer was no" in text(again)
    assert posted(world, "would like to take back") == []


@pytest.mark.cheapest
async def test_nothing_is_given_back_in_a_solo_game(world: World) -> None:
    await world.slash(world.mina, "automa", where="here")
    await play_on(world, plies=2)
    assert "takeback" not in offered(await more(world, world.mina))


async def test_an_offer_that_is_refused_while_it_is_made_again_stays_refused(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await world.accepted_game()
    asker, other = await handed_over(world)
    await asked(world, asker, "takeback")
    offer, tasks = the_post(world, "would like to take back"), world.app.tasks
    page = await more(world, asker)
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


async def test_what_is_done_after_the_answer_does_not_count_towards_its_time(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await world.accepted_game(first="me")
    question = await world.slash(world.mina, "resign")
    send = discord.abc.Messageable.send

    async def slow(*args: Any, **options: Any) -> discord.Message:
        await asyncio.sleep(ANSWER_SECONDS)
        return await send(*args, **options)

    monkeypatch.setattr(discord.abc.Messageable, "send", slow)
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


def as_it_stands(world: World, who: simcord.MemberActor, page: discord.Message) -> discord.Message:
    """A private page as its user sees it now."""
    return next(each for each in world.channel.history(viewer=who) if each.id == page.id)


@pytest.mark.parametrize(
    ("kind", "words", "offers"),
    [
        ("cancel", "has agreed: game 1 is cancelled", "replay"),
        ("pause", "has agreed: the clock is paused", "resume"),
        ("takeback", "has agreed: you may redo your move", "advance"),
    ],
)
async def test_whoever_asked_is_told_on_their_page_that_the_other_agrees(
    world: World, kind: str, words: str, offers: str
) -> None:
    page, asker, other = await asking(world, kind)
    await world.press(other, world.channel.history()[-1], "agree")
    told = as_it_stands(world, asker, page)
    assert f"<@{other.id}> {words}" in text(told)
    assert offers in offered(told)


@pytest.mark.parametrize(
    ("kind", "words"), [("cancel", "play on"), ("pause", "without a pause"), ("takeback", "let the move stand")]
)
async def test_whoever_asked_is_told_that_the_answer_is_no(world: World, kind: str, words: str) -> None:
    page, asker, other = await asking(world, kind)
    await world.press(other, world.channel.history()[-1], "refuse")
    assert words in text(as_it_stands(world, asker, page))


async def test_a_page_that_has_gone_on_is_left_alone(world: World) -> None:
    _, asker, other = await asking(world, "pause")
    page = await asked(world, asker, "ring")
    await world.press(other, world.channel.history()[-1], "agree")
    after = as_it_stands(world, asker, page)
    assert "agreed" not in text(after)
    assert offered(after) == offered(page)


async def test_a_page_that_cannot_be_reached_any_more_stays(world: World) -> None:
    page, asker, other = await asking(world, "pause")
    await world.env.advance_time(15 * 60 + 1)
    await world.press(other, world.channel.history()[-1], "agree")
    assert "Asked." in text(as_it_stands(world, asker, page))


async def test_a_take_back_names_the_move(world: World) -> None:
    await world.accepted_game(first="me")
    await moved(world, "+")
    await asked(world, world.mina, "takeback")
    assert f"<@{world.mina.id}> would like to take back an advance in game 1" in text(
        the_post(world, "would like to take back")
    )
