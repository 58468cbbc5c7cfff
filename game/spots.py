"""From one spot of a patch to another: arrows, turning, turning over, and the spots that cover a square."""

from __future__ import annotations

from typing import Literal

from game.patches import Orientation, Patch
from game.placements import OF_LOOK, OF_PATCH, PLACEMENTS, TOUCHING, Placement
from game.quilt import Quilt
from game.squares import bits

Direction = Literal["left", "up", "down", "right"]

_STEPS: dict[Direction, tuple[int, int]] = {"left": (-1, 0), "up": (0, -1), "down": (0, 1), "right": (1, 0)}


def looks_that_fit(quilt: Quilt, patch: Patch) -> list[Orientation]:
    """The orientations in which a patch fits somewhere on a quilt."""
    return [look for look in patch.orientations if OF_LOOK[patch.id, look.turn].of(quilt.fits)]


def spots_of(quilt: Quilt, patch: Patch, look: Orientation) -> list[Placement]:
    """Where a patch fits in one orientation, row by row."""
    span = OF_LOOK[patch.id, look.turn]
    return [PLACEMENTS[span.first + number] for number in bits(span.of(quilt.fits))]


def next_spot(quilt: Quilt, placement: Placement, direction: Direction) -> Placement | None:
    """The nearest spot that way in the same orientation, in the same line if there is one; None at the end."""
    x, y = _STEPS[direction]
    best: tuple[int, int] | None = None
    found = None
    for spot in spots_of(quilt, placement.patch, placement.orientation):
        across, down = spot.column - placement.column, spot.row - placement.row
        ahead, aside = across * x + down * y, abs(across * y) + abs(down * x)
        if ahead > 0 and (best is None or (aside, ahead) < best):
            best, found = (aside, ahead), spot
    return found


def turned(quilt: Quilt, placement: Placement) -> Placement | None:
    """The patch turned clockwise and kept near, skipping orientations that fit nowhere; None if it looks the same."""
    patch, look = placement.patch, placement.orientation
    for _ in range(3):
        look = patch.turned(look)
        if look != placement.orientation and (spot := nearest(quilt, placement, look)):
            return spot
    return None


def flipped(quilt: Quilt, placement: Placement) -> Placement | None:
    """The patch turned over and kept near; turned further if it fits nowhere; None if it looks the same."""
    patch = placement.patch
    look = patch.flipped(placement.orientation)
    if look == placement.orientation:
        return None
    for _ in range(4):
        if look != placement.orientation and (spot := nearest(quilt, placement, look)):
            return spot
        look = patch.turned(look)
    return None


def nearest(quilt: Quilt, placement: Placement, look: Orientation) -> Placement | None:
    """The spot in another orientation whose middle lies nearest, or None."""

    def distance(spot: Placement) -> int:
        across = 2 * (spot.column - placement.column) + look.width - placement.orientation.width
        down = 2 * (spot.row - placement.row) + look.height - placement.orientation.height
        return across * across + down * down

    return min(spots_of(quilt, placement.patch, look), key=distance, default=None)


def covering(quilt: Quilt, patch: Patch, square: int) -> list[Placement]:
    """Where a patch fits so that it covers a square, by number."""
    return [PLACEMENTS[number] for number in bits(OF_PATCH[patch.id].within(quilt.fits & TOUCHING[square]))]


def reachable_squares(quilt: Quilt, patch: Patch) -> int:
    """The board of squares that some fitting placement of a patch covers."""
    span = OF_PATCH[patch.id]
    board = 0
    for number in bits(span.of(quilt.fits)):
        board |= PLACEMENTS[span.first + number].mask
    return board
