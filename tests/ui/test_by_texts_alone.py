"""Whole games by people who see no picture: they hear texts, alt texts, labels and options, and know nothing else."""

import random
import re
from collections import Counter
from dataclasses import dataclass, field

import discord
import pytest
import simcord

from game.patches import Cells
from game.squares import COLUMNS, ROWS
from tests.ui.playing import asked
from tests.ui.test_shapes import heard, laid_out
from tests.ui.test_solo_games import alt
from tests.ui.world import World, chosen, controls, text

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

    async def choose_words(self) -> None:
        """Have the game in words from now on."""
        self.taps.append(0)
        page = await self.press(await self.press(self.world.board(), "More"), "Words")
        assert not page.attachments
        self.taps.pop()

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
        """Take a patch whose shape has been told."""
        told = re.search(rf"Patch {number}, the ([\w ]+), is ([^.]+)\. It costs (\d+) buttons?", told_by(page))
        assert told, f"nobody has said what patch {number} looks like"
        name, shape, cost = told.groups()
        panel = await self.press(page, number)
        assert f"**Patch {number}: {name}**" in text(panel)
        done = await self.place(panel, laid_out(shape), from_list=from_list)
        assert f"You sewed the {name} at " in text(done)
        assert (f" for {cost} button" if int(cost) else " for free.") in text(done)
        return done

    async def place(self, panel: discord.Message, cells: Cells, *, from_list: bool = True) -> discord.Message:
        """Lay a patch at one of the places with numbers, or at another one from the list, and sew it."""
        assert squares_free(text(panel)) == ALL - self.covered
        places = places_told(panel)
        assert all(looks_of(squares) & turns(cells) for squares in places.values()), "it looks other than was said"
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
        assert looks_of(squares) & turns(cells)
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


def told_by(page: discord.Message) -> str:
    """All that a page says: its texts, and what its picture shows."""
    return f"{text(page)}\n{alt(page)}"


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


def tapped(*people: Listener) -> None:
    """Print how many taps the moves took, and hold the most."""
    taps = Counter(count for person in people for count in person.taps)
    print(", ".join(f"{taps[count]} moves of {count} taps" for count in sorted(taps)))  # noqa: T201
    assert max(taps) <= MOST_TAPS, taps


@pytest.mark.night
@pytest.mark.parametrize("seed", [1, 2])
async def test_two_people_play_a_whole_game_by_texts_and_lists_alone(world: World, seed: int) -> None:
    rng = random.Random(seed)
    challenge = await world.challenge(world.mina, world.tom)
    mina, tom = Listener(world, world.mina, rng), Listener(world, world.tom, rng)
    await world.press(world.tom, challenge, "accept")
    for person in (mina, tom):
        await person.choose_words()
    said = await played(world, mina, tom)
    assert len(mina.covered) > 15
    assert len(tom.covered) > 15
    told = set(re.findall(r"has (\d+) empty squares?\.", said))
    assert told == {str(81 - len(person.covered)) for person in (mina, tom)}
    tapped(mina, tom)


async def test_somebody_plays_alone_by_texts_and_lists_alone(world: World) -> None:
    await world.slash(world.mina, "settings", show="words")
    await world.slash(world.mina, "automa", where="here")
    await world.app.tasks.idle()
    mina = Listener(world, world.mina, random.Random(3))
    said = await played(world, mina)
    assert len(mina.covered) > 15
    assert f"has {81 - len(mina.covered)} empty square" in said
    tapped(mina)


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
