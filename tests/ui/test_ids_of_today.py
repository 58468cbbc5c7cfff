"""Messages that version 0.1.0 or a later one has posted stand in channels for years: their buttons work."""

import re
from pathlib import Path
from typing import Any

import discord
import pytest
import simcord
from discord import ui

from bot.features.dispatch import router
from bot.matches.match import Match
from bot.store.messages import MessageRow, record_message
from bot.ui.kit.custom_id import PATTERN, CustomId, read_id
from bot.ui.kit.texts import speaker
from game.automa import LEVELS
from game.patches import LETTERS
from game.squares import COLUMNS, ROWS
from tests.ui.every_page import Control
from tests.ui.playing import asked, handed_over, moved, play_on, posted, resigned, termination, waiting
from tests.ui.world import World, offered, text

LINES = Path(__file__).with_name("ids_of_today.txt").read_text().splitlines()
IDS = [line.split() for line in LINES if not line.startswith("#")]
"""The page, the control and the id of each kind."""

VALUES = {
    "look": [*LETTERS],
    "column": [*COLUMNS],
    "row": [*ROWS],
    "rematch": [*LEVELS],
    "automa": [*LEVELS],
    "open": ["1"],
    "theme": ["night"],
    "notify": ["direct"],
    "quiet": ["1320-480"],
    "vacation": ["7"],
    "challenges": ["everybody"],
    "advice": ["off"],
    "show": ["words"],
}
"""What can be chosen in the selects."""

PAGES = sorted({page for page, _, _ in IDS})


def parsed(custom_id: str) -> CustomId:
    match = re.fullmatch("[qsu]" + PATTERN, custom_id)
    assert match, custom_id
    return CustomId.parse(match.groupdict())


@pytest.mark.parametrize("page", PAGES)
def test_each_id_is_read_as_before_and_has_a_handler(page: str) -> None:
    for control, custom_id in [(control, custom_id) for kind, control, custom_id in IDS if kind == page]:
        assert read_id(custom_id)
        read = parsed(custom_id)
        assert (read.page.partition(".")[0], read.control) == (page, control)
        assert custom_id[1:] == str(read)
        assert router.find(read)


PANELS = ("pick", "cover")


def test_what_pages_offer_has_kept_its_name(controls: set[Control]) -> None:
    """A message of today is told from one of 0.1.0 by nothing: so whatever was on offer still is, but the offers."""
    now = {(page.partition(".")[0], name) for page, name, _ in controls}
    missing = {(page, control) for page, control, _ in IDS} - now
    in_words = {("text", each) for each in ("home", "more", "quilt1", "quilt2", "ring", "text")}
    in_words |= {("patches", each) for _, each in missing if each != "text"}
    in_words |= {(page, "more") for page in ("quilt1", "quilt2", "ring")}  # shows the ring; *Overview* how both stand
    offers = {"offer1", "offer2", "resign", "pause2", "takeback2"}
    assert {page for page, _ in missing - in_words} == {*offers, *PANELS, "turned"}  # which is shown as "spots" now
    assert ("resign", "offer") in missing
    numbers = {("cover", each) for each in ("1", "2", "3", "4", "earlier", "later")}
    lists = {(page, "list") for page in PANELS}  # below *Square…* now, but in words
    assert {each for each in missing if each[0] in PANELS} == numbers | lists  # no places for a square


def old_message(page: str, match: Match | None = None) -> ui.LayoutView:
    """A page of 0.1.0 with all its controls, for a match at its revision (or for the first challenge)."""
    place = f":{_base36(match.id)}:{_base36(match.revision)}:" if match else ":1:0:"
    view = ui.LayoutView(timeout=None)
    ids = [re.sub(":(7k3|bg|0):[0-9a-z]+:", place, each) for kind, _, each in IDS if kind == page]
    buttons: list[Any] = [ui.Button(label=each, custom_id=each) for each in ids if each[0] == "q"]
    for start in range(0, len(buttons), 5):
        view.add_item(ui.ActionRow(*buttons[start : start + 5]))
    for each in (each for each in ids if each[0] == "s"):
        options = [discord.SelectOption(label=value) for value in _values(page, parsed(each).control)]
        view.add_item(ui.ActionRow(ui.Select(custom_id=each, options=options)))
    for each in (each for each in ids if each[0] == "u"):
        view.add_item(ui.ActionRow(ui.UserSelect(custom_id=each)))
    view.stop()
    return view


def _base36(number: int) -> str:
    return str(CustomId(number, 0, "board")).split(":")[1]


def _values(page: str, control: str) -> list[str]:
    return ["1"] if page == "choose" else VALUES[control]


async def in_place_of(world: World, new: discord.Message, page: str, role: str) -> discord.Message:
    """Put a message of 0.1.0 in the place of what stands in the channel now, as the migration leaves it."""
    match = await world.match()
    old = await world.send(old_message(page, match))
    row = MessageRow(old.id, match.id, old.channel.id, role, match.revision, match.to_move, "live")
    await world.app.database.write(record_message, row)
    await world.delete(new)
    return old


async def test_an_old_board_is_played_on(world: World) -> None:
    await world.accepted_game(first="me")
    match = await moved(world, "+", "+")
    board = await in_place_of(world, world.board(), "board", "board")
    number = next(number for number, patch in enumerate(match.position.offers, 1) if match.position.can_take(patch))
    assert {"more", "rematch"} < set(offered(board))
    assert "text" in offered(await world.press(world.mina, board, "more"))
    assert "sew" in offered(await world.press(world.mina, board, str(number)))
    advance = await world.press(world.mina, board, "advance")
    await world.press(world.mina, advance, "goahead")
    assert world.board().id != board.id
    assert (await world.match()).revision == 3
    assert "has moved on" in text(await world.press(world.mina, await world.send(old_message("board", match)), "1"))


async def test_an_old_board_of_a_game_that_has_ended_offers_the_same(world: World) -> None:
    await world.accepted_game(first="me")
    await resigned(world, world.tom)
    board = await in_place_of(world, world.board(), "board", "board")
    assert "has resigned" in text(await world.press(world.eve, board, "more"))
    steps = await world.press(world.eve, board, "replay")
    assert "Replay of game 1" in text(steps)
    replay = await world.press(world.eve, steps, "animation")
    assert {file.filename for file in replay.attachments} == {"game-1.gif", "game-1.txt"}
    assert "for a rematch" in text(await world.press(world.mina, board, "rematch"))
    assert posted(world, "a rematch?")


async def old_offer(world: World, kind: str) -> tuple[discord.Message, simcord.MemberActor]:
    """An offer of 0.1.0 that stands, and who is to answer it."""
    await world.accepted_game(first="me", pace=3)
    if kind == "takeback":
        await handed_over(world)
    match = await world.match()
    asker, other = waiting(world, match), world.person(match.mover)
    await asked(world, asker, *(("resignpage", "cancel") if kind == "offer" else (kind,)))
    seat = match.seat_of(asker.id)
    role = f"{'cancel' if kind == 'offer' else kind}{seat}"
    (new,) = [message for message in world.channel.history() if "agree" in offered(message)]
    return await in_place_of(world, new, f"{kind}{seat}", role), other


@pytest.mark.parametrize("kind", ["offer", "pause", "takeback"])
async def test_an_old_offer_is_agreed_to(world: World, kind: str) -> None:
    offer, other = await old_offer(world, kind)
    before = await world.match()
    await world.press(other, offer, "agree")
    after = await world.match()
    match kind:
        case "offer":
            assert termination(after) == "cancelled"
        case "pause":
            assert after.paused
        case "takeback":
            assert after.plies == before.plies[:-1]
    assert world.channel.history() == [world.board()]


@pytest.mark.parametrize("kind", ["offer", "pause", "takeback"])
async def test_an_old_offer_is_refused(world: World, kind: str) -> None:
    offer, other = await old_offer(world, kind)
    before = await world.match()
    words = {"offer": "prefers to play on", "pause": "without a pause", "takeback": "let the move stand"}[kind]
    assert words in text(await world.press(other, offer, "refuse"))
    await world.sweep()
    assert await world.match() == before
    assert not [message for message in world.channel.history() if "agree" in offered(message)]


async def test_an_old_offer_of_an_earlier_move_does_not_hold(world: World) -> None:
    offer, other = await old_offer(world, "offer")
    match = await world.match()
    await moved(world, "+")
    message = await world.send(old_message("offer2", match))
    assert message.id != offer.id
    await world.press(other, message, "agree")
    assert (await world.match()).outcome is None


async def test_the_old_question_before_one_gives_up_offers_to_cancel(world: World) -> None:
    match = await world.accepted_game(first="me")
    page = await world.send(old_message("resign", match))
    assert "Asked." in text(await world.press(world.mina, page, "offer"))
    (offer,) = posted(world, "offers to cancel")
    await world.press(world.tom, offer, "agree")
    assert termination(await world.match()) == "cancelled"


@pytest.mark.parametrize(
    ("who", "control", "words"),
    [
        ("tom", "accept", ""),
        pytest.param("tom", "decline", "declined", marks=pytest.mark.cheapest),
        ("mina", "withdraw", "withdrawn"),
    ],
)
async def test_an_old_challenge_is_answered_and_leads_to_the_rules(
    world: World, who: str, control: str, words: str
) -> None:
    new = await world.challenge(world.mina, world.tom)
    old = await world.send(old_message("challenge"))
    assert await world.app.challenges.note_message(1, old.id)
    await world.delete(new)
    assert "quilt" in text(await world.press(world.eve, old, "rules"))
    answer = await world.press(getattr(world, who), old, control)
    assert words in text(answer)
    if control == "accept":
        assert world.channel.history() == [world.board()]
    else:
        assert world.channel.history() == []
        assert offered(answer) == []


@pytest.mark.night
@pytest.mark.parametrize("page", [page for page in PAGES if page != "challenge"])
async def test_every_old_control_is_answered_without_a_fault(world: World, page: str) -> None:
    match, mistakes = None, {speaker("en")(name) for name in ("failure", "failure.old_button", "failure.slow")}
    for control, custom_id in [(control, each) for kind, control, each in IDS if kind == page]:
        if match is None or (await world.match(match.id)).outcome:
            await world.accepted_game(first="me", pace=3)
            newest = await world.app.matches.newest_of(world.mina.id, world.guild.id, world.channel.id)
            assert newest
            match = await play_on(world, plies=3, game=newest)
        match = await world.match(match.id)
        while control == "leather" and not match.position.leather:
            match = await play_on(world, plies=1, game=match.id, seed=match.revision)
        message, who = await world.send(old_message(page, match)), world.person(match.mover)
        match custom_id[0]:
            case "s":
                answer = await world.choose(who, message, control, _values(page, control)[0])
            case "u":
                answer = await world.pick(who, message, control, world.eve)
            case _:
                answer = await world.press(who, message, control)
        assert text(answer) or answer.attachments or answer.id == message.id  # an offer not in the store is taken down
        assert text(answer) not in mistakes
        await world.app.tasks.idle()
