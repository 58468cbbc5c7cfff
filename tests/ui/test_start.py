"""The home page: what waits, the ways to everything, and how few taps it takes from nothing to a first move."""

import discord
import pytest

from bot.ui.kit.brand import HOME
from bot.ui.pages.start import MORE
from tests.ui.playing import advanced, forged
from tests.ui.world import World, controls, offered, text

EVERYTHING = ["friend", "rival", "seat", "today", "learn", "games", "more"]


async def home(world: World, who: object = None) -> discord.Message:
    """The answer to the command that stands alone."""
    actor = who or world.mina
    return await world._answer(await actor.slash(world.channel, HOME))  # type: ignore[attr-defined]


@pytest.mark.cheapest
async def test_somebody_new_sees_three_buttons_and_has_moved_after_four_taps(world: World) -> None:
    page, taps = await home(world), 1
    assert offered(page) == ["learn", "rival", "friend"]
    for control in ("rival", "1", "sew"):
        page, taps = await world.press(world.mina, page, control), taps + 1
    match = await world.match()
    assert any(ply.seat == 1 for ply in match.plies), "a move of one's own"
    assert match.rival
    assert match.place == "private"
    assert taps <= 4
    assert world.channel.history() == [], "nobody else sees it"


async def test_the_same_page_has_two_commands_and_tells_what_waits(world: World) -> None:
    await world.accepted_game(first="me")
    await world.challenge(world.mina, world.eve)
    before = await world.slash(world.mina, "play")
    page = await home(world)
    assert text(page) == text(before) == "**1 game waits for you.** 1 challenge waits for an answer."
    assert offered(page) == offered(before) == ["home", *EVERYTHING]
    assert world.private(world.mina)[-1].id == page.id
    assert "advance" in offered(await world.press(world.mina, page, "home"))
    page = await home(world, world.tom)
    assert text(page) == "No game waits for you."
    assert offered(page) == EVERYTHING


async def test_whoever_has_taken_a_turn_once_is_not_new_any_more(world: World) -> None:
    await world.accepted_game(first="me")
    await advanced(world, world.mina)
    await world.do(world.app.matches.close(1, "moderator"))
    assert offered(await home(world)) == EVERYTHING
    assert offered(await home(world, world.tom)) == ["learn", "rival", "friend"]


async def test_everything_is_a_press_or_two_away(world: World) -> None:
    """From the page of help for somebody new, too."""
    await world.accepted_game(first="me")
    for first in ("play", "help"):
        for what in MORE:
            page = await world.slash(world.mina, first)
            assert [option["value"] for option in controls(page)[-1]["options"]] == list(MORE)
            answer = await world.choose(world.mina, page, "more", what)
            assert text(answer) or answer.attachments
            assert "Something went wrong" not in text(answer)
    words = {
        "friend": "Whom would you like to play?",
        "seat": "The first who takes it plays with you",
        "today": "Daily quilt",
        "learn": "1 of 7",
        "games": "Your running games",
    }
    for control, told in words.items():
        assert told in text(await world.press(world.mina, await home(world), control))


async def test_what_the_home_page_opens_leads_back_to_it(world: World) -> None:
    """All but games and positions to solve, refusals too; and still once something was chosen there."""
    await world.accepted_game(first="me")
    await advanced(world, world.mina)
    places = [("more", what) for what in MORE if what != "practice"]
    for control, *chosen in [*((control,) for control in EVERYTHING if control not in ("rival", "more")), *places]:
        page = await home(world)
        answer = (
            await world.choose(world.mina, page, control, *chosen)
            if chosen
            else await world.press(world.mina, page, control)
        )
        back = await world.press(world.mina, answer, "start")
        assert (back.id, offered(back)) == (page.id, offered(page)), (control, chosen)
    page = await world.choose(world.mina, await home(world), "more", "settings")
    page = await world.press(world.mina, await world.choose(world.mina, page, "show", "words"), "when")
    assert offered(await world.press(world.mina, page, "start"))[-len(EVERYTHING) :] == EVERYTHING
    page = await world.press(world.mina, await home(world), "friend")
    assert "start" in offered(await world.pick(world.mina, page, "friend", world.mina)), "refused, and not stuck"


async def test_a_second_tap_on_a_rival_begins_no_second_game(world: World) -> None:
    hello = await forged(world, "start", "rival", subject=0)
    for _ in range(3):
        assert "Game 1" in text(await world.press(world.mina, hello, "rival"))
    await world.press(world.tom, hello, "rival")
    assert len(await world.app.matches.running_of(world.mina.id)) == 1
    assert len(await world.app.matches.running_of(world.tom.id)) == 1


async def test_a_friend_is_picked_or_a_seat_opened_for_anybody(world: World) -> None:
    page = await world.press(world.mina, await home(world), "friend")
    await world.pick(world.mina, page, "friend", world.tom)
    (challenge,) = world.channel.history()
    assert world.pinged(challenge) == {world.tom.id}
    assert "accept" in offered(challenge)
    page = await world.press(world.mina, await world.press(world.mina, await home(world), "friend"), "seat")
    await world.press(world.mina, page, "opennow")
    assert "take" in offered(world.channel.history()[-1])


async def test_a_forged_page_of_terms_is_answered_as_an_old_one(world: World) -> None:
    page = await forged(world, "newgroup", "opennow", subject=0, revision=2**31 - 1)
    assert "older version of me" in text(await world.press(world.mina, page, "opennow"))
    assert "called off" in text(await world.press(world.mina, await forged(world, "newgroup", "mygroup"), "mygroup"))
