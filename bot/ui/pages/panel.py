"""The placement panel: where a patch goes, before it is sewn. Private, and written only by its own clicks.

A panel shows a ghost (a legal placement) and a page:

``spots``     four tidy places, numbered, in any orientation
``turned``    the same in the ghost's orientation, after it was turned or flipped
``column``    a keypad: the column of a square to cover; ``row.C`` the row, with the column chosen
``cover.C6.2``  the places that cover a square, four at a time, here the third four
``list``      selects for orientation, column and row
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import get_args

import render
from bot.matches.match import Match
from bot.ui.kit.custom_id import CustomId
from bot.ui.kit.page import Button, Image, Option, Page, Row, Select, Style
from bot.ui.kit.pictures import drawing
from bot.ui.kit.texts import Say
from bot.ui.words.alt import quilt_alt
from bot.ui.words.emoji import look
from bot.ui.words.games import game_line
from bot.ui.words.names import TOKEN_COLOURS, area, patch_values
from bot.ui.words.prospects import follows
from game import LEATHER, Patch, Placement, Quilt
from game.squares import COLUMNS, ROWS, SIZE, square_at
from game.steering import (
    Direction,
    covering,
    flipped,
    nearest,
    next_placement,
    orientations_that_fit,
    placements_of,
    reachable_squares,
    rotated,
)
from game.tidy import tidiest

CANDIDATES = 4
"""Numbered places on a page: six would not fit beside the picture."""

ARROWS: dict[Direction, str] = {"left": "←", "up": "↑", "down": "↓", "right": "→"}


@dataclass(frozen=True, slots=True)
class Panel:
    """What a panel shows: a ghost and a page."""

    ghost: Placement
    page: str = "spots"

    @property
    def square(self) -> int | None:
        """The square to cover, on the pages that have one."""
        kind, _, place = self.page.partition(".")
        if kind != "cover":
            return None
        return square_at(COLUMNS.index(place[0]), ROWS.index(place[1]))

    @property
    def first(self) -> int:
        """How many places the page skips."""
        return int(self.page.rpartition(".")[2]) * CANDIDATES if self.page.startswith("cover") else 0


def open_panel(quilt: Quilt, patch: Patch) -> Panel | None:
    """The panel for a patch with the ghost at its tidiest place, or None if it fits nowhere."""
    places = tidiest(quilt, patch)
    return Panel(places[0]) if places else None


def places(quilt: Quilt, panel: Panel) -> tuple[Placement, ...]:
    """All the places that a page numbers, in order: a pure function of the quilt and what the panel shows."""
    patch = panel.ghost.patch
    if panel.square is not None:
        around = set(covering(quilt, patch, panel.square))
        return tuple(place for place in tidiest(quilt, patch) if place in around)
    orientation = panel.ghost.orientation if panel.page == "turned" else None
    return tidiest(quilt, patch, orientation)[:CANDIDATES]


def candidates(quilt: Quilt, panel: Panel) -> tuple[Placement, ...]:
    """The places that a page numbers 1 to 4; none on the keypads and the list."""
    if panel.page.startswith(("column", "row", "list")):
        return ()
    return places(quilt, panel)[panel.first : panel.first + CANDIDATES]


def press(quilt: Quilt, panel: Panel, control: str, values: list[str]) -> Panel:
    """What a panel shows after a control was used. A control that leads nowhere changes nothing."""
    ghost = panel.ghost
    match control:
        case "1" | "2" | "3" | "4":
            numbered = candidates(quilt, panel)
            index = int(control) - 1
            return Panel(numbered[index], panel.page) if index < len(numbered) else panel
        case "left" | "up" | "down" | "right":
            return Panel(next_placement(quilt, ghost, control) or ghost, panel.page)
        case "turn" | "flip":
            moved = rotated(quilt, ghost) if control == "turn" else flipped(quilt, ghost)
            return Panel(moved, "turned") if moved else panel
        case "earlier" | "later":
            kind, place, page = panel.page.split(".")
            return Panel(ghost, f"{kind}.{place}.{int(page) + (1 if control == 'later' else -1)}")
        case "square":
            return Panel(ghost, "column")
        case "list":
            return Panel(ghost, "list")
        case "spots":
            return Panel(ghost, "spots")
        case "look" | "column" | "row":
            return Panel(_chosen(quilt, ghost, control, values[0]), "list")
    return _key(quilt, panel, control)


def _key(quilt: Quilt, panel: Panel, control: str) -> Panel:
    """A key of the two keypads, such as ``kC`` and ``k6``."""
    key = control.removeprefix("k")
    if key in COLUMNS:
        return Panel(panel.ghost, f"row.{key}")
    covered = Panel(panel.ghost, f"cover.{panel.page[-1]}{key}.0")
    found = places(quilt, covered)
    return Panel(found[0], covered.page) if found else panel


def _chosen(quilt: Quilt, ghost: Placement, control: str, value: str) -> Placement:
    """The place nearest to the ghost that has the orientation, column or row chosen in the list."""
    if control == "look":
        return nearest(quilt, ghost, ghost.patch.by_letter[value]) or ghost
    placements = placements_of(quilt, ghost.patch, ghost.orientation)
    if control == "column":
        in_column = [placement for placement in placements if COLUMNS[placement.column] == value]
        return min(in_column, key=lambda placement: abs(placement.row - ghost.row), default=ghost)
    wanted = (each for each in placements if each.column == ghost.column and ROWS[each.row] == value)
    return next(wanted, ghost)


def panel_page(say: Say, match: Match, panel: Panel) -> Page:
    """The message of a panel, for the player to move."""
    position, seat = match.position, match.position.turn
    quilt = position.player(seat).quilt
    numbered = candidates(quilt, panel)
    shown = drawing(render.draw_quilt, quilt, seat=seat, ghost=panel.ghost, candidates=numbered, square=panel.square)
    picture = Image(shown, quilt_alt(say, position, seat, panel.ghost, numbered))
    here = CustomId(match.id, match.revision, panel.page, shown=str(panel.ghost))
    rows = _rows(say, quilt, panel, here, len(numbered))
    above = (game_line(say, match, match.person_at(seat)),)
    return Page(above, picture, (_text(say, match, panel),), tuple(rows), TOKEN_COLOURS[seat])


def _text(say: Say, match: Match, panel: Panel) -> str:
    ghost, position = panel.ghost, match.position
    after = follows(say, match, position.play(ghost), to_mover=True)
    if ghost.patch is LEATHER:
        text = say("panel.leather", follows=after)
    else:
        number = position.number_of(ghost.patch)
        text = say("panel.patch", number=number, follows=after, **patch_values(say, ghost.patch))
    return "\n".join(filter(None, (text, _hint(say, position.player(position.turn).quilt, panel))))


def _hint(say: Say, quilt: Quilt, panel: Panel) -> str:
    kind, _, place = panel.page.partition(".")
    match kind:
        case "column":
            return say("panel.column")
        case "row":
            return say("panel.row", column=place)
        case "cover":
            count = len(places(quilt, panel))
            last = min(panel.first + CANDIDATES, count)
            return say("panel.cover", square=place[:2], first=panel.first + 1, last=last, count=count)
        case "list":
            orientation = say(f"orientation.{panel.ghost.orientation.letter}")
            return say("panel.ghost", square=area(say, panel.ghost), orientation=orientation)
    return ""


def _rows(say: Say, quilt: Quilt, panel: Panel, here: CustomId, numbered: int) -> Iterable[Row]:
    def button(name: str, control: str, enabled: bool = True, style: Style = "plain") -> Button:
        return Button(say(f"button.{name}"), here.press(control), enabled, style)

    ghost = panel.ghost
    numbers = tuple(
        Button(str(number), here.press(str(number)), number <= numbered) for number in range(1, CANDIDATES + 1)
    )
    sew = button("sew", "sew", style="yes")
    back_to_spots = button("back", "spots")
    match panel.page.partition(".")[0]:
        case "column" | "row":
            yield from _keypad(quilt, panel, here)
            yield (back_to_spots,)
        case "cover":
            more = len(places(quilt, panel)) > panel.first + CANDIDATES
            yield numbers
            yield button("earlier", "earlier", panel.first > 0), button("later", "later", more)
            yield back_to_spots, button("square", "square"), sew
        case "list":
            yield from _selects(say, quilt, ghost, here)
            yield back_to_spots, sew
        case _:
            yield numbers
            yield tuple(
                Button(ARROWS[way], here.press(way), next_placement(quilt, ghost, way) is not None)
                for way in get_args(Direction)
            )
            yield (
                button("turn", "turn", rotated(quilt, ghost) is not None),
                button("flip", "flip", flipped(quilt, ghost) is not None),
                button("square", "square"),
            )
            yield button("back", "home"), button("list", "list"), sew


def _keypad(quilt: Quilt, panel: Panel, here: CustomId) -> Iterable[tuple[Button, ...]]:
    """Nine keys, three in a row: columns, or the rows of a column; only those that the patch can cover."""
    board = reachable_squares(quilt, panel.ghost.patch)
    column = panel.page.partition(".")[2]
    names = ROWS if column else COLUMNS

    def reachable(index: int) -> bool:
        squares = (
            [square_at(COLUMNS.index(column), index)] if column else [square_at(index, row) for row in range(SIZE)]
        )
        return any(board >> square & 1 for square in squares)

    for start in range(0, SIZE, 3):
        keys = range(start, start + 3)
        yield tuple(Button(names[key], here.press(f"k{names[key]}"), reachable(key)) for key in keys)


def _selects(say: Say, quilt: Quilt, ghost: Placement, here: CustomId) -> Iterable[Select]:
    placements = placements_of(quilt, ghost.patch, ghost.orientation)
    columns = sorted({placement.column for placement in placements})
    rows = sorted({placement.row for placement in placements if placement.column == ghost.column})
    orientations = tuple(
        Option(
            say("option.orientation", name=say(f"orientation.{orientation.letter}"), letter=orientation.letter),
            orientation.letter,
            chosen=orientation is ghost.orientation,
            emoji=look(say, ghost.patch, orientation),
        )
        for orientation in orientations_that_fit(quilt, ghost.patch)
    )
    yield Select(say("select.orientation"), here.press("look"), orientations)
    yield Select(
        say("select.column"),
        here.press("column"),
        tuple(
            Option(say("option.column", name=COLUMNS[column]), COLUMNS[column], chosen=column == ghost.column)
            for column in columns
        ),
    )
    yield Select(
        say("select.row"),
        here.press("row"),
        tuple(Option(say("option.row", name=ROWS[row]), ROWS[row], chosen=row == ghost.row) for row in rows),
    )
