"""What a placement panel shows, and what each of its controls leads to: a ghost, moved about on the way to its place.

A panel shows a ghost (a legal placement) and a page:

``spots``     up to four tidy places, numbered, in any orientation
``pick``      the numbered places alone, with nothing to sew yet: right after a patch was sewn
``column``    a keypad: the column of a square to cover; ``row.C`` the row, with the column chosen
``cover.C6``  the ghost on a square that it shall cover
``list``      selects for orientation, column and row
"""

import contextlib
from dataclasses import dataclass, replace
from functools import partial

from game import Patch, Placement, Quilt
from game.squares import COLUMNS, ROWS, square_named
from game.steering import Direction, brought, covering, flipped, nearest, next_placement, placements_of, rotated
from game.tidy import proposals, tidiest

CANDIDATES = 4
"""Numbered places on a page: six would not fit beside the picture."""

LISTED = 25
"""Other places in a list: a select of Discord's holds no more."""


@dataclass(frozen=True, slots=True)
class Panel:
    """What a panel shows: a ghost and a page, in a position in which the 7x7 ``bonus`` may still be to be had.

    ``was_turned`` tells that the ghost had to be turned to cover the square, ``went_aside`` that an arrow had to lead
    to another line.
    """

    ghost: Placement
    page: str = "spots"
    bonus: bool = False
    was_turned: bool = False
    went_aside: bool = False

    @property
    def kind(self) -> str:
        """The page without its square."""
        kind = self.page.partition(".")[0]
        return "spots" if kind == "turned" else kind  # a page of earlier versions, after a patch was turned

    @property
    def place(self) -> str:
        """The name of the column or of the square that the page is about, or nothing."""
        return self.page.partition(".")[2][:2]  # messages of 0.1 name a number after it

    @property
    def square(self) -> int | None:
        """The square to cover, on the page that has one."""
        with contextlib.suppress(ValueError):  # of an id that we did not make
            return square_named(self.place) if self.kind == "cover" else None
        return None

    @property
    def covers(self) -> bool:
        """Whether the ghost lies on the square to cover."""
        return self.square is not None and bool(self.ghost.mask >> self.square & 1)


def open_panel(quilt: Quilt, patch: Patch, page: str = "spots", *, bonus: bool = False) -> Panel | None:
    """The panel for a patch with the ghost at its first place, or None if it fits nowhere."""
    places = proposals(quilt, patch, CANDIDATES, bonus=bonus)
    return Panel(places[0], page, bonus) if places else None


def candidates(quilt: Quilt, panel: Panel) -> tuple[Placement, ...]:
    """The places that a page numbers, one that takes the bonus first: the same wherever the patch lies meanwhile."""
    if panel.kind not in ("spots", "pick"):
        return ()
    return proposals(quilt, panel.ghost.patch, CANDIDATES, bonus=panel.bonus)


def other_places(quilt: Quilt, panel: Panel) -> tuple[Placement, ...]:
    """The tidiest places besides the numbered ones, for a list."""
    numbered = candidates(quilt, panel)
    return tuple(place for place in tidiest(quilt, panel.ghost.patch) if place not in numbered)[:LISTED]


def press(quilt: Quilt, panel: Panel, control: str, value: str = "") -> Panel:
    """Find what a panel shows after a control, with a select's ``value``; one to nowhere changes nothing."""
    ghost, on = panel.ghost, partial(replace, panel, was_turned=False, went_aside=False)
    match control:
        case "1" | "2" | "3" | "4":
            numbered = dict(enumerate(candidates(quilt, panel), 1))
            page = "spots" if panel.page == "pick" else panel.page
            return on(ghost=numbered[int(control)], page=page) if int(control) in numbered else panel
        case "left" | "up" | "down" | "right":
            there = ahead(quilt, panel, control) or ghost
            is_level = there.row == ghost.row if control in ("left", "right") else there.column == ghost.column
            return on(ghost=there, went_aside=not is_level)
        case "turn" | "flip":
            return on(ghost=turned(quilt, panel, control) or ghost)
        case "square":
            return on(page="column")
        case "list" | "spots":
            return on(page=control)
        case "place":
            listed = {str(place): place for place in other_places(quilt, panel)}
            return on(ghost=listed.get(value, ghost), page="spots")
        case "look" | "column" | "row":
            return on(ghost=_chosen(quilt, ghost, control, value), page="list")
        case _ if control.startswith("k"):
            return _key(quilt, panel, control.removeprefix("k"))
    return panel  # a control of 0.1


def ahead(quilt: Quilt, panel: Panel, way: Direction) -> Placement | None:
    """Find where an arrow leads: a ghost stays on the square to cover as long as that goes on in this direction."""
    if panel.covers and panel.square is not None:
        on_it = next_placement(covering(quilt.fits, panel.square), panel.ghost, way)
        if on_it:
            return on_it
    return next_placement(quilt.fits, panel.ghost, way)


def turned(quilt: Quilt, panel: Panel, control: str) -> Placement | None:
    """The ghost turned or flipped, on the square to cover if any other orientation can cover it."""
    turn = rotated if control == "turn" else flipped
    if panel.square is not None:
        on_it = turn(covering(quilt.fits, panel.square), panel.ghost)
        if on_it:
            return on_it
    return turn(quilt.fits, panel.ghost)


def _key(quilt: Quilt, panel: Panel, key: str) -> Panel:
    """Find what a key of the two keypads leads to: after a column the rows, then the square with the patch on it."""
    if key in COLUMNS:
        return replace(panel, page=f"row.{key}")
    if panel.kind != "row" or panel.place not in [*COLUMNS]:
        return panel
    covered = replace(panel, page=f"cover.{panel.place}{key}")
    assert covered.square is not None
    ghost = brought(covering(quilt.fits, covered.square), panel.ghost)
    if ghost is None:
        return panel
    return replace(covered, ghost=ghost, was_turned=ghost.orientation is not panel.ghost.orientation)


def _chosen(quilt: Quilt, ghost: Placement, control: str, value: str) -> Placement:
    if control == "look":
        return nearest(quilt.fits, ghost, ghost.patch.by_letter[value]) or ghost
    placements = placements_of(quilt.fits, ghost.patch, ghost.orientation)
    if control == "column":
        in_column = [placement for placement in placements if COLUMNS[placement.column] == value]
        return min(in_column, key=lambda placement: abs(placement.row - ghost.row), default=ghost)
    wanted = (each for each in placements if each.column == ghost.column and ROWS[each.row] == value)
    return next(wanted, ghost)
