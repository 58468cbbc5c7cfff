"""Moving a patch about a quilt before it is sewn: arrows, rotating, flipping, and what covers a square."""

from __future__ import annotations

from typing import Literal

from game.patches import Orientation, Patch
from game.placements import OF_ORIENTATION, OF_PATCH, PLACEMENTS, TOUCHING, Placement
from game.quilt import Quilt
from game.squares import bits

Direction = Literal["left", "up", "down", "right"]

_STEPS: dict[Direction, tuple[int, int]] = {"left": (-1, 0), "up": (0, -1), "down": (0, 1), "right": (1, 0)}


def orientations_that_fit(quilt: Quilt, patch: Patch) -> list[Orientation]:
    """The orientations in which a patch fits somewhere on a quilt."""
    return [one for one in patch.orientations if OF_ORIENTATION[patch.id, one.letter].of(quilt.fits)]


def placements_of(quilt: Quilt, patch: Patch, orientation: Orientation) -> list[Placement]:
    """Where a patch fits in one orientation, row by row."""
    span = OF_ORIENTATION[patch.id, orientation.letter]
    return [PLACEMENTS[span.first + number] for number in bits(span.of(quilt.fits))]


def next_placement(quilt: Quilt, placement: Placement, direction: Direction) -> Placement | None:
    """The nearest placement that way in the same orientation, in the same line if there is one; None at the end."""
    x, y = _STEPS[direction]
    best: tuple[int, int] | None = None
    found = None
    for candidate in placements_of(quilt, placement.patch, placement.orientation):
        across, down = candidate.column - placement.column, candidate.row - placement.row
        ahead, aside = across * x + down * y, abs(across * y) + abs(down * x)
        if ahead > 0 and (best is None or (aside, ahead) < best):
            best, found = (aside, ahead), candidate
    return found


def rotated(quilt: Quilt, placement: Placement) -> Placement | None:
    """The patch rotated clockwise and kept close, skipping orientations that fit nowhere; None if no other fits."""
    patch, orientation = placement.patch, placement.orientation
    for _ in range(3):
        orientation = patch.rotated(orientation)
        if orientation != placement.orientation and (found := nearest(quilt, placement, orientation)):
            return found
    return None


def flipped(quilt: Quilt, placement: Placement) -> Placement | None:
    """The patch flipped over and kept close; rotated further if it fits nowhere; None if it lies as before."""
    patch = placement.patch
    orientation = patch.flipped(placement.orientation)
    if orientation == placement.orientation:
        return None
    for _ in range(4):
        if orientation != placement.orientation and (found := nearest(quilt, placement, orientation)):
            return found
        orientation = patch.rotated(orientation)
    return None


def nearest(quilt: Quilt, placement: Placement, orientation: Orientation) -> Placement | None:
    """The placement in another orientation whose middle lies nearest, or None."""

    def distance(candidate: Placement) -> int:
        across = 2 * (candidate.column - placement.column) + orientation.width - placement.orientation.width
        down = 2 * (candidate.row - placement.row) + orientation.height - placement.orientation.height
        return across * across + down * down

    return min(placements_of(quilt, placement.patch, orientation), key=distance, default=None)


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
