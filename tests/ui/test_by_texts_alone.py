"""Whole games by people who see no picture: they hear texts, alt texts, labels and options, and know nothing else."""

from __future__ import annotations

import random
import re
from dataclasses import dataclass, field

import discord
import pytest
import simcord

from game.patches import Cells
from game.squares import COLUMNS, ROWS
from tests.ui.test_shapes import heard, laid_out
from tests.ui.test_solo_games import alt
from tests.ui.world import World, controls, text

ALL = {column + row for column in "ABCDEFGHI" for row in "123456789"}


@dataclass
class Listener:
    """Somebody who plays by ear, and keeps in mind what they have heard and which of their squares are covered."""

    world: World
    who: simcord.MemberActor
    rng: random.Random
    covered: set[str] = field(default_factory=set)

    def is_called(self, board: discord.Message) -> bool:
        """Whether the board's first line says that it is their turn."""
        return self.who.mention in text(board).partition("\n")[0]

    async def press(self, page: discord.Message, label: str) -> discord.Message:
        """Press the button with these words, which Discord must offer."""
        (found,) = [item["custom_id"] for item in controls(page) if item.get("label") == label]
        return await self.world.press(self.who, page, found.rpartition(":")[2])

    async def choose(self, page: discord.Message, placeholder: str) -> tuple[discord.Message, str, str]:
        """Choose anything from a list; returns the page, the option's label, and what is said of it."""
        (select,) = [item for item in controls(page) if item.get("placeholder") == placeholder]
        option = self.rng.choice(select["options"])
        page = await self.world.choose(self.who, page, select["custom_id"].rpartition(":")[2], option["value"])
        return page, option["label"], option.get("description") or ""

    async def take_turn(self, board: discord.Message) -> None:
        """One move, from the board or from the text board."""
        page = board
        if self.rng.random() < 0.5:
            page = await self.press(await self.press(board, "More"), "Text board")
        labels = [item.get("label", "") for item in controls(page)]
        if "Sew the leather patch" in labels:
            await self.place(await self.press(page, "Sew the leather patch"), frozenset({(0, 0)}))
            return
        takes = [label for label in labels if label in ("1", "2", "3")]
        if takes and self.rng.random() < 0.85:
            await self.take(page, self.rng.choice(takes))
            return
        (advance,) = [label for label in labels if label.startswith("Advance +")]
        spaces = advance.removeprefix("Advance +")
        done = await self.press(await self.press(page, advance), advance)
        assert re.search(rf"You advanced {spaces} spaces?, earned {spaces}\b.* and have \d+ button", text(done))

    async def take(self, page: discord.Message, number: str) -> None:
        """Take a patch whose shape has been told."""
        told = re.search(rf"Patch {number}, the ([\w ]+), is ([^.]+)\. It costs (\d+) buttons?", told_by(page))
        assert told, f"nobody has said what patch {number} looks like"
        name, shape, cost = told.groups()
        panel = await self.press(page, number)
        assert f"**Patch {number}: {name}**" in text(panel)
        done = await self.place(panel, laid_out(shape))
        assert f"You sewed the {name} at " in text(done)
        assert f"paid {cost if int(cost) else 'nothing'}" in text(done)

    async def place(self, panel: discord.Message, cells: Cells) -> discord.Message:
        """Lay a patch with the lists, check by ear that it lies there, and sew it."""
        assert looks_of(squares_told(panel)) & turns(cells), "it looks other than was said"
        panel = await self.press(await self.press(panel, "Square…"), "List…")
        for placeholder in ("Orientation", "Column of its left edge", "Row of its top edge"):
            if not any(item.get("placeholder") == placeholder for item in controls(panel)):
                assert placeholder == "Orientation"
                assert len(turns(cells)) == 1, "it could be turned"
                continue
            panel, label, description = await self.choose(panel, placeholder)
            squares = squares_told(panel)
            if placeholder.startswith("Column"):
                assert min(square[0] for square in squares) == label[-1]
            elif placeholder.startswith("Row"):
                assert min(square[1] for square in squares) == label[-1]
            else:
                assert label in text(panel), "the sentence names the orientation"
                assert description
        squares = squares_told(panel)
        assert looks_of(squares) & turns(cells)
        assert not squares & self.covered
        done = await self.press(panel, "Sew here")
        self.covered |= squares
        free = squares_free(alt(await self.own_quilt(done)))
        assert free == ALL - self.covered
        return done

    async def own_quilt(self, done: discord.Message) -> discord.Message:
        """Their own quilt, if it is not the one just told."""
        if "The quilt of the " in alt(done):
            return done
        page = done if any(item.get("label") == "My quilt" for item in controls(done)) else None
        return await self.press(page or await self.press(done, "More"), "My quilt")


def told_by(page: discord.Message) -> str:
    """All that a page says: its texts, and what its picture shows."""
    return f"{text(page)}\n{alt(page)}"


def squares_told(panel: discord.Message) -> set[str]:
    """The squares that a patch would cover, as the sentence of a panel says."""
    told = re.search(r"would cover ([A-I][^.]*)\.", alt(panel))
    assert told, alt(panel)
    assert "It covers" not in text(panel) or f"It covers {told[1]}" in text(panel)
    return heard(told[1])


def squares_free(told: str) -> set[str]:
    """The free squares of a quilt, as its alt text tells them."""
    if "Every square is free." in told:
        return {f"{column}{row}" for row in ROWS for column in COLUMNS}
    assert "Free squares, row by row." in told or "No square is free." in told
    free: set[str] = set()
    for first, last in re.findall(r"All of rows? (\d)(?: to (\d))?\.", told):
        rows = range(int(first), int(last or first) + 1)
        free |= {f"{column}{row}" for row in rows for column in "ABCDEFGHI"}
    for row, columns in re.findall(r"Row (\d): ([A-I, toand]+)\.", told):
        for part in re.split(", | and ", columns):
            first, _, last = part.partition(" to ")
            free |= {f"{chr(column)}{row}" for column in range(ord(first), ord(last or first) + 1)}
    return free


def looks_of(squares: set[str]) -> set[Cells]:
    """The shape that some squares have, moved to the corner."""
    left, top = min(square[0] for square in squares), min(square[1] for square in squares)
    return {frozenset((ord(square[0]) - ord(left), int(square[1]) - int(top)) for square in squares)}


def turns(cells: Cells) -> set[Cells]:
    """All the ways in which a shape can lie."""
    ways: set[Cells] = set()
    for _ in range(2):
        for _ in range(4):
            height = 1 + max(row for _, row in cells)
            cells = frozenset((height - 1 - row, column) for column, row in cells)
            ways.add(cells)
        width = 1 + max(column for column, _ in cells)
        cells = frozenset((width - 1 - column, row) for column, row in cells)
    return ways


async def played(world: World, *people: Listener) -> str:
    """Play until the board says that somebody has won; returns what it says."""
    for _ in range(300):
        board = world.board()
        if " wins " in text(board).partition("\n")[0]:
            return told_by(board)
        (called,) = [person for person in people if person.is_called(board)]
        await called.take_turn(board)
    raise AssertionError("the game has no end")


@pytest.mark.parametrize("seed", [1, 2])
async def test_two_people_play_a_whole_game_by_texts_and_lists_alone(world: World, seed: int) -> None:
    rng = random.Random(seed)
    challenge = await world.challenge(world.mina, world.tom)
    mina, tom = Listener(world, world.mina, rng), Listener(world, world.tom, rng)
    await tom.press(challenge, "Accept")
    said = await played(world, mina, tom)
    assert len(mina.covered) > 15
    assert len(tom.covered) > 15
    told = set(re.findall(r"has (\d+) empty squares?\.", said))
    assert told == {str(81 - len(person.covered)) for person in (mina, tom)}


async def test_somebody_plays_alone_by_texts_and_lists_alone(world: World) -> None:
    await world.slash(world.mina, "automa", where="here")
    await world.app.tasks.idle()
    mina = Listener(world, world.mina, random.Random(3))
    said = await played(world, mina)
    assert len(mina.covered) > 15
    assert f"has {81 - len(mina.covered)} empty square" in said
