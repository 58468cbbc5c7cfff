"""A recorded game played through the buttons, and restarts at every kind of moment."""

import random
from collections.abc import MutableSequence
from functools import partial
from pathlib import Path
from typing import Any

import discord
import pytest
import simcord

from bot.matches.news import newly_sewn
from bot.ui.kit.pictures import Pictures
from bot.ui.kit.texts import NBSP
from bot.ui.words.names import signed
from game import LEATHER, Placement, Record, parse_record
from game.squares import COLUMNS, ROWS
from tests.ui.pictures import Sketches
from tests.ui.playing import by_hand, moved, take_turn, termination
from tests.ui.world import World, offered, text

RECORD = parse_record("""\
[Track "revised"]
[Ring "26 27 8 17 9 22 18 12 28 5 7 21 24 13 31 20 3 25 10 6 1 23 32 15 16 29 11 2 4 14 19 30 0"]
[First "2"]
26E@A1 27N@G1 17N@D1 9N@B1 + + + + 22W@A3 28S@C2 5E@H5 7N@D1 21E@H1 31N@A2 3S@F3 + 6S@G8 *G1 1E@A1 15W@A7 + 11E@C3
14E@H5 19N@C4 *I3 30N@D7 0E@A5 + 8N@G7 *D2 24E@B7 13N@E6 + 10N@G7 *D7 16E@D2 29e@A6 + 4N@D6 *B1 20s@F8 +
""")


README = parse_record(Path("docs/game.txt").read_text())
"""The game in the README's pictures."""


class FixedRing(random.Random):
    """Lays the ring of a record instead of shuffling."""

    def __init__(self, record: Record) -> None:
        super().__init__()
        self._ring = record.setup.ring

    def shuffle(self, x: MutableSequence[Any]) -> None:
        x[:] = self._ring


recorded = pytest.mark.parametrize("rng", [partial(FixedRing, RECORD)], ids=["recorded"])
"""Marks a test in whose world the ring lies as in the record."""


async def recorded_game(world: World) -> None:
    await by_hand(world)
    match = await world.accepted_game(leather="revised", first="friend")
    assert match.setup == RECORD.setup


@pytest.mark.cheapest
@pytest.mark.parametrize("rng", [partial(FixedRing, README)], ids=["readme"])
async def test_a_place_that_takes_the_bonus_is_shown_first(world: World) -> None:
    await by_hand(world)
    await world.accepted_game(leather=README.setup.track, first="me")
    match = await moved(world, *map(str, README.moves[:37]))
    who = world.person(match.mover)
    panel = await world.press(who, world.board(), "2")
    assert "→ 4 buttons · 7×7 bonus · " in text(panel).replace(NBSP, " ")
    panel = await world.press(who, panel, "2")
    assert "bonus" not in text(panel)
    assert "bonus" in text(await world.press(who, panel, "1"))


async def choose_in_list(
    world: World, who: simcord.MemberActor, page: discord.Message, placement: Placement
) -> discord.Message:
    """Bring the ghost to a placement with the selects of *List…*: three, or two if the patch lies in one way only."""
    page = await world.press(who, await world.press(who, page, "square"), "list")
    if len(placement.patch.orientations) > 1:
        page = await world.choose(who, page, "look", placement.orientation.letter)
    page = await world.choose(who, page, "column", COLUMNS[placement.column])
    return await world.choose(who, page, "row", ROWS[placement.row])


@recorded
@pytest.mark.parametrize("page", ["spots", "turned", "column", "row", "cover", "list", "advance", "more", "resign"])
async def test_an_open_private_page_works_after_a_restart(world: World, page: str) -> None:
    await recorded_game(world)
    match = await world.match()
    who = world.tom
    ways = {"turned": ["turn"], "column": ["square"], "row": ["square", "kA"], "cover": ["square", "kA", "k1"]}
    if page in ("advance", "more"):
        message = await world.press(who, world.board(), page)
    elif page == "resign":
        message = await world.slash(who, "resign")
    else:
        message = await world.press(who, world.board(), "1")
        for control in ways.get(page, ["square", page] if page == "list" else []):
            message = await world.press(who, message, control)
    await world.restart()
    final = {"advance": "goahead", "more": "quilt1", "resign": "resign", "column": "kA", "row": "k1"}.get(page, "sew")
    answer = await world.press(who, message, final)
    assert answer.id == message.id
    assert "wrong" not in text(answer)
    changed = page not in ("more", "column", "row")
    assert (await world.match()).revision == match.revision + changed


@recorded
async def test_a_pending_leather_patch_is_sewn_after_a_restart_and_can_be_undone_before(world: World) -> None:
    await recorded_game(world)
    leather = next(ply for ply, move in enumerate(RECORD.moves) if str(move).startswith("*"))
    await moved(world, *map(str, RECORD.moves[: leather - 1]))
    winning = RECORD.moves[leather - 1]
    match = await world.match()
    who = world.person(match.mover)
    assert isinstance(winning, Placement)
    number = str(match.position.ring.index(winning.patch.id) + 1)
    page = await choose_in_list(world, who, await world.press(who, world.board(), number), winning)
    page = await world.press(who, page, "sew")
    assert "You won a leather patch" in text(page)
    assert {"1", "square"} <= set(offered(page))
    assert offered(world.board()) == ["leather", "more"]
    await world.restart()
    assert "sew" not in offered(page)  # a second tap in the same place must not sew the leather
    undone = await world.press(who, page, "undo")
    assert "You took your last move back." in text(undone)
    assert (await world.match()).position == match.position
    panel = await choose_in_list(world, who, await world.press(who, undone, number), winning)
    panel = await world.press(who, panel, "sew")
    panel = await world.press(who, panel, "1")  # two taps after the one that won it
    await world.restart()
    await world.press(who, panel, "sew")
    match = await world.match()
    (*_, sewn), _ = newly_sewn(match)
    assert sewn.patch is LEATHER
    assert not match.position.leather


MORE = [pytest.param(*game, marks=pytest.mark.night) for game in ((0, Pictures), (1, Sketches))]


@pytest.mark.parametrize(("seed", "pictures"), [(2, Sketches), *MORE])
async def test_a_random_game_is_played_to_the_end_through_its_buttons(world: World, seed: int) -> None:
    rng = random.Random(seed)
    match = await world.accepted_game(leather=rng.choice(["classic", "revised"]))
    moves = 0
    while not match.outcome:
        page = await take_turn(world, rng, world.board())
        moves += 1
        while "undo" in offered(page) and rng.random() < 0.2:
            page = await world.press(world.person((await world.match()).mover), page, "undo")
            assert "You took your last move back." in text(page)
        if rng.random() < 0.05:
            await world.restart()
        match = await world.match()
    assert termination(match) == "finished"
    assert moves >= len(match.plies) > 20
    final = text(world.board())
    assert "wins" in final
    for seat in (1, 2):
        assert signed(match.position.score(seat).total) in final
    assert [step.position for step in match.record.steps()][-1] == match.position
