"""Everybody speaks a language with longer words than English: nothing is refused, and no English is left."""

import re
from collections.abc import Iterator
from typing import Any

import pytest

from bot.matches.clock import DAY, HOUR
from bot.matches.seats import Rival
from bot.ui.kit.page import LONGEST_ALT, LONGEST_LABEL, LONGEST_OPTION, LONGEST_PLACEHOLDER, Page
from bot.ui.pages.textboard import text_page
from game import Automa
from tests.ui import every_page
from tests.ui.playing import asked, later, moved, waiting
from tests.ui.pseudo import PSEUDO, speak_pseudo, untranslated
from tests.ui.test_pages_fit import check
from tests.ui.world import World, offered, text

SAME = ("mina", "tom", "eve", "keeper", "quilts", "i")
"""What people and channels are called, and Babel's *and*."""


@pytest.fixture(autouse=True)
def pseudo(monkeypatch: pytest.MonkeyPatch) -> None:
    speak_pseudo(monkeypatch)
    monkeypatch.setattr(every_page, "SAY", every_page.saying(PSEUDO))


def words_of(part: Any, name: str = "") -> Iterator[tuple[str, str]]:
    """All words in a request that people read, each with the name of the field that holds it."""
    if isinstance(part, list):
        for each in part:
            yield from words_of(each, name)
    elif isinstance(part, dict):
        for key, value in part.items():
            is_choice = key == "name" and {*part} <= {"name", "name_localizations", "value"}
            if isinstance(value, str) and (key in LIMITS or is_choice):
                yield key, value
            else:
                yield from words_of(value, key)


LIMITS = {
    "content": 4000,
    "label": max(LONGEST_LABEL, LONGEST_OPTION),
    "placeholder": LONGEST_PLACEHOLDER,
    "description": LONGEST_ALT,
}
"""The fields that people read, and how much Discord takes in them."""


def said(world: World) -> int:
    """How much people have been told so far: all of it in brackets, and no more of anything than Discord takes."""
    told = 0
    for request in world.env.http_requests:
        if request.method == "GET" or request.path.endswith("/commands") or request.json is None:
            continue
        words = list(words_of(request.json))
        assert sum(len(text) for field, text in words if field == "content") <= LIMITS["content"]
        for field, each in words:
            assert len(each) <= LIMITS.get(field, LONGEST_OPTION)
            assert not english_in(each), (request.method, request.path, field, each)
            told += 1
    return told


def english_in(text: str) -> str:
    """What is left of a text besides names, numbers and squares."""
    left = re.sub(r"\b[A-I][1-9]?\b", "", untranslated(text))
    return " ".join(word for word in left.split() if word not in SAME)


# --- pages


@pytest.mark.slow
@pytest.mark.parametrize("opponent", [None, Automa("legend", "tactical"), Rival("thimble")], ids=str)
def test_every_page_of_a_game_fits_and_is_translated(opponent: Automa | Rival | None) -> None:
    seen = 0
    for match in every_page.some_matches(1, opponent):
        for page in every_page.pages(match):
            look_at(page)
            seen += 1
    assert seen > 200


@pytest.mark.slow
def test_every_other_page_fits_and_is_translated() -> None:
    timed = [timed for match in list(every_page.matches(1))[::24] for timed in every_page.clocks(match)]
    pages = {*every_page.other_pages(), *(page for match in timed for page in every_page.pages(match))}
    assert len(pages) > 1000
    for page in pages:
        look_at(page)


def look_at(page: Page) -> None:
    check(page, None)
    for field, each in words_of([item.to_component_dict() for item in page.view().children]):
        assert not re.sub("W{32}", "", english_in(each)), (field, each)
    assert not english_in(page.notification)
    if page.picture:
        assert len(page.picture.alt) <= LONGEST_ALT or page.picture.alt.startswith("⟦Thé qüîltš"), page.picture.alt
        assert not english_in(page.picture.description)


async def all_looks(world: World) -> None:
    """Whatever can be seen of a game."""
    board = [*world.boards(), *(each for thread in world.channel.threads for each in world.boards(thread))][0]
    for control in ("more", "replay"):
        for name in offered(await world.press(world.mina, board, control)):
            if name in ("text", "ring", "quilt1", "quilt2", "following", "last", "animation", "mylevel"):
                await world.press(world.mina, await world.press(world.mina, board, control), name)
                await world.app.tasks.idle()


# --- and what `test_each_language` does not play


@pytest.mark.cheapest
async def test_a_thread_has_a_name_of_its_language(world: World) -> None:
    await world.accepted_game(first="me", pace=3, where="thread")
    await world.show()
    await world.slash(world.mina, "rival", level="pin", where="thread")
    await world.app.tasks.idle()
    assert len(world.channel.threads) == 2
    assert not english_in(" ".join(str(thread.name) for thread in world.channel.threads))
    assert said(world)


async def test_clocks_offers_and_the_end(world: World) -> None:
    match = await world.accepted_game(first="me", pace=1)
    await later(world, 12 * HOUR)
    await asked(world, waiting(world, match), "nudge")
    for control, answer in (("pause", "refuse"), ("pause", "agree"), ("takeback", "agree")):
        match = await moved(world, "+")
        await later(world, 60)
        asker = waiting(world, match)
        await asked(world, asker, control)
        (offer,) = [message for message in world.channel.history() if answer in offered(message)]
        await world.press(world.person(match.mover), offer, answer)
        await world.app.tasks.idle()
        if answer == "agree" and control == "pause":
            await asked(world, asker, "resume")
    match = await world.match()
    await later(world, DAY - 600)
    await later(world, DAY)
    page = await asked(world, waiting(world, match), "claimpage")
    await world.press(waiting(world, match), page, "claim")
    await world.app.tasks.idle()
    await world.press(world.mina, world.board(), "rematch")
    await world.app.tasks.idle()
    assert said(world) > 100


async def test_settings_and_moderators(world: World) -> None:
    await world.slash(world.mina, "settings", block=world.tom)
    await world.slash(world.mina, "settings", quiet_from="99:99", quiet_to="7", timezone="Europe/Berlin")
    await world.slash(world.mina, "settings", vacation="yesterday")
    await world.slash(world.tom, "challenge", friend=world.tom)
    await world.slash(world.tom, "challenge", friend=world.mina)
    keeper = world.with_role("keeper", manage_messages=True, manage_guild=True)
    await world.slash(world.eve, "automa", where="private")
    await world.slash(world.eve, "games")
    for command in ("list", "channel", "where", "pace", "leather", "theme"):
        await world.moderate(keeper, command)
    await world.slash(world.eve, "automa", where="here")
    question = await world.moderate(keeper, "end", game=2)
    await world.press(keeper, question, "endgame")
    assert await world.eve.autocomplete(world.channel, "patchwork replay", "game", "")
    assert said(world) > 100


async def test_an_undo_a_shared_replay_and_what_is_kept_of_somebody(world: World) -> None:
    match = await world.accepted_game(first="me")
    moves = match.position.legal_moves
    match = await moved(world, str(max(moves, key=lambda move: match.position.play(move).position.player(1).space)))
    held = next(move for move in match.position.legal_moves if match.position.play(move).position.turn == 2)
    await moved(world, str(held))
    await asked(world, world.tom, "undo")
    await world.press(world.mina, await world.slash(world.mina, "replay"), "share")
    page = await world.slash(world.eve, "privacy")
    await world.press(world.eve, page, "export")
    await world.press(world.eve, await world.press(world.eve, page, "forgetpage"), "forget")
    assert said(world) > 50


async def test_a_text_board_that_is_too_long_has_leaves(world: World) -> None:
    await world.accepted_game(first="me")
    page = await asked(world, world.mina, "text", "patches")
    first = text(page)
    while "following" in offered(page):
        page = await world.press(world.mina, page, "following")
    assert text(page) == first or text(page).splitlines()[0] == first.splitlines()[0]
    match = next(each for each in every_page.matches(1) if len(each.plies) == 12)
    told = [text_page(every_page.SAY, match, every_page.BIG, leaf, 2000) for leaf in range(4)]
    assert len({page.below for page in told}) == 2
    assert said(world)
