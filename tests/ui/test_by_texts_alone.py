"""Whole games by people who see no picture: they hear texts, alt texts, labels and options, and know nothing else."""

import random
import re
from dataclasses import dataclass, field

import discord
import pytest
import simcord

from game.patches import Cells
from tests.ui.playing import asked
from tests.ui.test_shapes import heard
from tests.ui.world import World, alt, chosen, controls, text

ALL = {column + row for column in "ABCDEFGHI" for row in "123456789"}


MOST_TAPS = 4
"""How many taps a move may take, be it the words that one begins with, or a place from the list."""


@dataclass
class Listener:
    """Somebody who plays by ear, and keeps in mind what they have heard and which of their squares are covered.

    A list takes two taps: one opens it, and one chooses. ``taps`` are those of each of their moves.
    """

    world: World
    who: simcord.MemberActor
    rng: random.Random
    covered: set[str] = field(default_factory=set)
    taps: list[int] = field(default_factory=list)
    page: discord.Message | None = None
    """The private page of their last move."""

    def is_called(self, board: discord.Message) -> bool:
        """Whether the board's first line says that it is their turn."""
        return self.who.mention in text(board).partition("\n")[0]

    async def press(self, page: discord.Message, label: str) -> discord.Message:
        """Press the button with these words, which Discord must offer."""
        (found,) = [item["custom_id"] for item in controls(page) if item.get("label") == label]
        self.taps[-1] += 1
        return await self.world.press(self.who, page, found.rpartition(":")[2])

    async def choose(self, page: discord.Message, placeholder: str) -> tuple[discord.Message, str, str]:
        """Choose anything from a list; returns the page, the option's label, and what is said of it."""
        (select,) = [item for item in controls(page) if item.get("placeholder") == placeholder]
        option = self.rng.choice(select["options"])
        self.taps[-1] += 2
        page = await self.world.choose(self.who, page, select["custom_id"].rpartition(":")[2], option["value"])
        return page, option["label"], option.get("description") or ""

    async def take_turn(self, board: discord.Message) -> None:
        """One move: from the page of the last one if it goes on, else from the board, or from the words behind it."""
        self.taps.append(0)
        page = self.page if self.page and "It is your turn" in text(self.page) else board
        reads_first = page is board and self.rng.random() < 0.5
        if reads_first:
            page = await self.press(board, "More")
            assert text(page).startswith(("### It is your turn\n", "### You have a leather patch to sew\n"))
        labels = [item.get("label", "") for item in controls(page)]
        takes = [label for label in labels if label in ("1", "2", "3")]
        if "Sew the leather patch" in labels:
            panel = await self.press(page, "Sew the leather patch")
            self.page = await self.place(panel, frozenset({(0, 0)}), from_list=not reads_first)
        elif takes and self.rng.random() < 0.85:
            self.page = await self.take(page, self.rng.choice(takes), from_list=not reads_first)
        else:
            (advance,) = [label for label in labels if label.startswith("Advance +")]
            spaces = advance.removeprefix("Advance +")
            self.page = done = await self.press(await self.press(page, advance), advance)
            assert re.search(
                rf"You advanced {spaces} spaces? and earned {spaces}\b.*\. You .*have \d+ button", text(done)
            )
        assert not self.page.attachments, "a picture"
        while "Where do you want it?" in text(self.page):
            self.taps.append(0)
            self.page = await self.place(self.page, frozenset({(0, 0)}))

    async def take(self, page: discord.Message, number: str, *, from_list: bool) -> discord.Message:
        told = re.search(rf"Patch {number}, the ([\w ]+), costs (\d+) buttons?", f"{text(page)}\n{alt(page)}")
        assert told, f"nobody has said what patch {number} is called and costs"
        name, cost = told.groups()
        panel = await self.press(page, number)
        assert f"**Patch {number}: {name}**" in text(panel)
        cells = next(iter(places_told(panel).values()))  # *Shapes* tells it too
        done = await self.place(panel, cells, from_list=from_list)
        assert f"You sewed the {name} at " in text(done)
        assert (f" for {cost} button" if int(cost) else " for free.") in text(done)
        return done

    async def place(
        self, panel: discord.Message, cells: Cells | set[str], *, from_list: bool = True
    ) -> discord.Message:
        """Lay a patch at one of the places with numbers, or at another one from the list, and sew it."""
        assert squares_free(text(panel)) == ALL - self.covered
        places = places_told(panel)
        assert all(turns(squares) == turns(cells) for squares in places.values()), "it looks other than was said"
        if from_list and any(item.get("placeholder") == "Another place…" for item in controls(panel)):
            panel, label, described = await self.choose(panel, "Another place…")
            squares = heard(described)
            assert {min(square[0] for square in squares), min(square[1] for square in squares)} == {*label[:2]}
            assert "is chosen" not in text(panel)
            assert re.search(rf"would cover {re.escape(described)}\.", text(panel))
        else:
            number, squares = self.rng.choice([*places.items()])
            if "Sew here" not in str(controls(panel)) or number != "1":
                panel = await self.press(panel, number)
            assert f"Place {number} is chosen." in text(panel)
        assert turns(squares) == turns(cells)
        assert not squares & self.covered
        done = await self.press(panel, "Sew here")
        self.covered |= squares
        quilts = [part for part in text(done).split("**Quilt of ") if part.startswith(self.who.mention)]
        assert squares_free(quilts[0] if quilts else text(done)) == ALL - self.covered
        return done


def places_told(panel: discord.Message) -> dict[str, set[str]]:
    """The squares of each numbered place."""
    return {
        number: heard(told)
        for number, told in re.findall(r"Place (\d)(?:, [^.]*)?,? covers ([A-I][^.]*)\.", text(panel))
    }


def squares_free(told: str) -> set[str]:
    """The free squares of a quilt, as its alt text tells them."""
    if "Every square is free." in told:
        return ALL
    assert "Free squares, row by row." in told or "No square is free." in told
    free: set[str] = set()
    for first, last in re.findall(r"All of rows? (\d)(?: to (\d))?\.", told):
        free |= {square for square in ALL if int(first) <= int(square[1]) <= int(last or first)}
    for row, columns in re.findall(r"Row (\d): ([A-I, toand]+)\.", told):
        for part in re.split(", | and ", columns):
            first, _, last = part.partition(" to ")
            free |= {square for square in ALL if square[1] == row and first <= square[0] <= (last or first)}
    return free


def turns(squares: set[str] | Cells) -> set[Cells]:
    """All the ways in which a shape can lie."""
    cells = {(ord(each[0]), int(each[1])) if isinstance(each, str) else each for each in squares}
    ways: set[Cells] = set()
    for turn in range(8):
        cells = {(row if turn == 4 else -row, column) for column, row in cells}
        left, top = min(column for column, _ in cells), min(row for _, row in cells)
        ways.add(frozenset((column - left, row - top) for column, row in cells))
    return ways


async def played(world: World, *people: Listener) -> str:
    """Play until the board says that somebody has won; returns what it says."""
    for _ in range(300):
        board = world.board()
        if " wins " in text(board).partition("\n")[0]:
            return f"{text(board)}\n{alt(board)}"
        (called,) = [person for person in people if person.is_called(board)]
        await called.take_turn(board)
    raise AssertionError("the game has no end")


async def test_somebody_plays_alone_by_texts_and_lists_alone(world: World) -> None:
    await world.slash(world.mina, "settings", show="words")
    await world.slash(world.mina, "automa", where="here")
    mina = Listener(world, world.mina, random.Random(3))
    said = await played(world, mina)
    assert len(mina.covered) > 15
    assert f"has {81 - len(mina.covered)} empty square" in said
    assert max(mina.taps) <= MOST_TAPS


@pytest.mark.cheapest
async def test_whoever_chooses_words_has_them_in_all_games_until_they_choose_pictures(world: World) -> None:
    await world.accepted_game(first="me")
    assert not (await asked(world, world.mina, "text")).attachments
    panel = await world.press(world.mina, world.board(), "1")
    assert not panel.attachments
    await world.restart()
    assert not (await world.slash(world.mina, "rival", where="private")).attachments
    assert (await asked(world, world.tom, "quilt1")).attachments, "others have pictures"
    assert "Games: in words" in chosen(await world.slash(world.mina, "settings"))
    page = await world.press(world.mina, world.board(), "more")
    assert (await world.press(world.mina, page, "pictures")).attachments
    assert (await world.press(world.mina, world.board(), "1")).attachments
