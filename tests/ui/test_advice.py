"""Advice on a player's first turns: what it says, when it ends, and who is spared it."""

import pytest

from bot.matches.match import Match
from bot.matches.preferences import FIRST_TURNS
from bot.matches.seats import Person
from bot.store.games import LogRow
from bot.ui.kit.texts import NBSP, speaker
from bot.ui.words.advice import advice
from bot.ui.words.preview import next_lines
from game import Automa, Setup
from game.position import from_pawn
from tests.ui.every_page import matches
from tests.ui.playing import asked, by_hand, farthest, moved, mover, way_to
from tests.ui.world import World, chosen, offered, text

SAY = speaker("en")
MINA, TOM = 1, 2

CHEAP = (29, 6, 21, 13, 16)
"""A ring that begins with patches one can pay for: of 1, 6, 5, 4 and 5 time."""
DEAR = (18, 20, 12)
"""One that begins with patches nobody can pay for at first."""


def played(*moves: str, ring: tuple[int, ...] = CHEAP, automa: Automa | None = None) -> Match:
    """A match of mina's against tom or the Automa after some moves; mina has begun."""
    rest = (patch for patch in range(1, 33) if patch not in ring)
    setup = Setup("classic", from_pawn([*ring, *rest, 0]), 1, automa)
    match = Match(1, 1, 1, (Person(MINA), automa or Person(TOM)), setup, "en", 0)
    for move in moves:
        match = match.after(LogRow(match.revision + 1, "move", match.position.turn, move, 0))
    return match


def tip(match: Match, turn: int) -> str:
    """The advice on a turn without what is before it and below it."""
    head, _, words = advice(SAY, match, turn).partition("\n")[0].partition(":** ")
    assert head == "-# **Tip"
    return words


def test_the_very_first_turn_is_told_what_a_patch_costs() -> None:
    first = advice(SAY, played(), 1)
    assert first.startswith("-# **Tip:** A patch costs buttons and time.")
    assert first.endswith(f"**1**{NBSP}→{NBSP}3: patch 1 leaves you 3."), "as the line above it has it"
    assert "**1** → 3 buttons" in next_lines(SAY, played(), to_mover=True).replace("\N{NO-BREAK SPACE}", " ")
    assert tip(played(ring=DEAR), 1).startswith("Nothing you can afford?")


TO_TOM = ("+", "6N@A1")
"""Mina has walked to space 1, tom has sewn his way to space 6."""


@pytest.mark.parametrize(
    ("match", "words"),
    [
        (played(*TO_TOM, "21N@A1", ring=(6, 21, 29)), "You reached this space last, so you move once more"),
        (played(*TO_TOM, "29N@A1", ring=(6, 29, 21)), "The player behind moves, and you are still behind <@2>."),
        (played(ring=DEAR), "Nothing you can afford? Advance"),
        (played(), "Reach a button on the time board, and get one for each on your quilt"),
        (played(*["+"] * 15), "The first to reach the leather patch 6 spaces ahead"),
        (played("13N@A1", "6N@A1", ring=(13, 6, 29)), "Reach the button 1 space ahead, and your quilt pays you 1"),
    ],
)
def test_a_tip_fits_what_is_on_the_table(match: Match, words: str) -> None:
    assert tip(match, 3).startswith(words)


def test_in_words_no_tip_explains_an_arrow() -> None:
    told = advice(SAY.in_words, played(), 1)
    assert "Reach a button on the time board" in told
    assert "→" not in told


def test_a_leather_patch_to_sew_goes_before_all_else() -> None:
    for match in matches(1):
        if match.position.leather:
            assert tip(match, 2).startswith("Leather fills any one square")
            return
    pytest.fail("nobody won a leather patch")


def test_the_automa_is_spoken_of_once_it_has_a_patch() -> None:
    told = [
        tip(match, turn)
        for match in matches(2, Automa("fellow", "normal"))
        if match.mover and (turn := own_turns(match)) <= FIRST_TURNS
    ]
    assert any(words.startswith("The Automa pays nothing.") for words in told)


def own_turns(match: Match) -> int:
    """The number of the turn that the player to move takes in this match, from 1."""
    seats = [*(ply.seat for ply in match.plies), match.to_move]
    begins = (seat != before for before, seat in zip([None, *seats], seats, strict=False))
    return sum(begun and seat == match.to_move for begun, seat in zip(begins, seats, strict=True))


@pytest.mark.parametrize("seed", range(1, 6))
@pytest.mark.parametrize("automa", [None, Automa("intern", "normal")])
def test_no_tip_is_given_in_two_of_the_first_turns(seed: int, automa: Automa | None) -> None:
    given: dict[tuple[int | None, str], int] = {}
    for match in matches(seed, automa):
        if match.mover and (turn := own_turns(match)) <= FIRST_TURNS:
            assert given.setdefault((match.to_move, tip(match, turn)), turn) == turn
    assert len(given) >= FIRST_TURNS


async def tips(world: World) -> str:
    """Which tip the private board gives to whoever is to move: ``first``, that of a first turn, ``later`` or none."""
    words = text(await asked(world, world.person(mover(await world.match())), "home"))
    return which(words)


def which(words: str) -> str:
    """Which tip some words hold."""
    if "**Tip:**" not in words:
        return ""
    return "first" if "A patch costs" in words else "later"


async def test_the_first_five_turns_have_a_tip_and_then_no_more(world: World) -> None:
    await world.accepted_game(first="me")
    seen: list[str] = []
    for _ in range(2 * (FIRST_TURNS + 2)):
        seen.append(await tips(world))
        assert "Tip" not in text(world.board()), "nobody is taught in public"
        await moved(world, "+")
    assert seen == ["first"] * 2 + ["later"] * 2 * (FIRST_TURNS - 1) + [""] * 4


async def test_tips_can_be_switched_off_and_on_again(world: World) -> None:
    await world.accepted_game(first="me")
    assert await tips(world) == "first"
    assert "First-turn tips: off" in chosen(await world.slash(world.mina, "settings", tips="off"))
    await world.restart()
    assert await tips(world) == ""
    await world.slash(world.tom, "settings", tips="off")
    await moved(world, "+")
    assert await tips(world) == ""
    await world.slash(world.tom, "settings", tips="on")
    assert await tips(world) == "first"


@pytest.mark.cheapest
async def test_a_tip_stands_with_what_can_be_pressed(world: World) -> None:
    """A refusal shows the same board, and the same line."""
    await world.accepted_game(first="me")
    for who in (world.tom, world.eve):
        assert "Tip" not in text(await asked(world, who))
    home = await asked(world, world.mina, "home")
    await moved(world, "+", "+")
    stale = await world.press(world.mina, home, "advance")
    assert which(text(stale)) == "later"
    assert "advance" in offered(stale)


async def test_a_tip_stands_where_a_patch_is_chosen_and_not_where_that_is_done(world: World) -> None:
    await world.accepted_game(first="me")
    assert f"– then {world.tom.mention}" in text(world.board()), "who is next is named"
    preview = await world.press(world.mina, world.board(), "advance")
    home = await world.press(world.mina, preview, "home")
    more = await world.press(world.mina, world.board(), "more")
    panel = await world.press(world.mina, world.board(), "1")
    keypad = await world.press(world.mina, panel, "square")
    assert ["Tip" in text(page) for page in (preview, more, home, panel, keypad)] == [False, False, True, False, False]


async def test_who_took_a_move_back_has_read_the_tip_and_is_told_of_that_in_its_place(world: World) -> None:
    await by_hand(world)
    await moved(world, farthest((await world.accepted_game(first="me")).position))
    page = await asked(world, world.tom, "home")
    assert which(text(page)) == "first"
    panel = await world.press(world.tom, page, way_to(2, (await world.match()).position))
    undone = await world.press(world.tom, await world.press(world.tom, panel, "sew"), "undo")
    assert "took your last move back" in text(await asked(world, world.tom, "home"))
    assert which(text(undone)) == which(text(await asked(world, world.tom, "home"))) == ""
