"""Moving a patch about a quilt before it is sewn: arrows, turning, flipping, and what covers a square.

``fits`` is the set of placements (see `game.placements`) among which to move: all that fit on a quilt, or only those of
them that are `covering` a square.
"""

from collections.abc import Iterator
from typing import Literal

from game.patches import Orientation, Patch
from game.placements import OF_ORIENTATION, OF_PATCH, PLACEMENTS, TOUCHING, Placement
from game.squares import SIZE, bits

Direction = Literal["left", "up", "down", "right"]

_STEPS: dict[Direction, tuple[int, int]] = {"left": (-1, 0), "up": (0, -1), "down": (0, 1), "right": (1, 0)}


def covering(fits: int, square: int) -> int:
    """Those placements that cover a square."""
    return fits & TOUCHING[square]


def placements_of(fits: int, patch: Patch, orientation: Orientation) -> list[Placement]:
    """The placements of a patch in one orientation, row by row."""
    span = OF_ORIENTATION[patch.id, orientation.letter]
    return [PLACEMENTS[span.first + number] for number in bits(span.of(fits))]


def orientations_that_fit(fits: int, patch: Patch) -> list[Orientation]:
    """The orientations in which a patch has a placement."""
    return [one for one in patch.orientations if _has_any(fits, patch, [one])]


def next_placement(fits: int, placement: Placement, direction: Direction) -> Placement | None:
    """The nearest placement that way in the same orientation, in the same line if there is one; None at the end."""
    x, y = _STEPS[direction]
    best: tuple[int, int] | None = None
    found = None
    for candidate in placements_of(fits, placement.patch, placement.orientation):
        row, column = divmod(candidate.square, SIZE)
        across, down = column - placement.column, row - placement.row
        ahead, aside = across * x + down * y, abs(across * y) + abs(down * x)
        if ahead > 0 and (best is None or (aside, ahead) < best):
            best, found = (aside, ahead), candidate
    return found


def ways_on(fits: int, placement: Placement) -> frozenset[Direction]:
    """The directions in which `next_placement` finds one."""
    squares = [one.square for one in placements_of(fits, placement.patch, placement.orientation)]
    columns = [square % SIZE for square in squares] or [placement.column]
    rows = (squares[0] // SIZE, squares[-1] // SIZE) if squares else (placement.row, placement.row)
    found: dict[Direction, bool] = {
        "left": min(columns) < placement.column,
        "up": rows[0] < placement.row,
        "down": rows[1] > placement.row,
        "right": max(columns) > placement.column,
    }
    return frozenset(way for way, is_on in found.items() if is_on)


def rotated(fits: int, placement: Placement) -> Placement | None:
    """The patch turned clockwise and kept close, skipping orientations without a placement; None if all are."""
    return _first(fits, placement, _rotations(placement))


def can_rotate(fits: int, placement: Placement) -> bool:
    """Tell whether `rotated` finds a placement."""
    return _has_any(fits, placement.patch, _rotations(placement))


def flipped(fits: int, placement: Placement) -> Placement | None:
    """The patch flipped over and kept close; turned further if it has no placement so; None if it lies as before."""
    return _first(fits, placement, _flips(placement))


def can_flip(fits: int, placement: Placement) -> bool:
    """Tell whether `flipped` finds a placement."""
    return _has_any(fits, placement.patch, _flips(placement))


def brought(fits: int, placement: Placement) -> Placement | None:
    """The nearest placement as the patch lies; if it has none so, turned, or else flipped; None if it has none at all.

    ``placement`` itself need not be among them.
    """
    patch, orientation = placement.patch, placement.orientation
    return _first(fits, placement, [*_turns(patch, orientation), *_turns(patch, patch.flipped(orientation))])


def nearest(fits: int, placement: Placement, orientation: Orientation) -> Placement | None:
    """The placement in an orientation whose middle lies nearest, or None."""

    def distance(candidate: Placement) -> int:
        across = 2 * (candidate.column - placement.column) + orientation.width - placement.orientation.width
        down = 2 * (candidate.row - placement.row) + orientation.height - placement.orientation.height
        return across * across + down * down

    return min(placements_of(fits, placement.patch, orientation), key=distance, default=None)


def reachable_squares(fits: int, patch: Patch) -> int:
    """The board of squares that some placement of a patch covers."""
    span = OF_PATCH[patch.id]
    board = 0
    for number in bits(span.of(fits)):
        board |= PLACEMENTS[span.first + number].mask
    return board


def _rotations(placement: Placement) -> list[Orientation]:
    """The orientations that turning tries, in their order."""
    return [*_turns(placement.patch, placement.orientation)][1:]


def _flips(placement: Placement) -> list[Orientation]:
    """The orientations that flipping tries, in their order; none if the patch lies as before then."""
    flip = placement.patch.flipped(placement.orientation)
    if flip is placement.orientation:
        return []
    return [one for one in _turns(placement.patch, flip) if one is not placement.orientation]


def _has_any(fits: int, patch: Patch, orientations: list[Orientation]) -> bool:
    return any(OF_ORIENTATION[patch.id, one.letter].of(fits) for one in orientations)


def _turns(patch: Patch, orientation: Orientation) -> Iterator[Orientation]:
    """An orientation, and then the others that quarter turns clockwise lead to."""
    first = orientation
    yield first
    while (orientation := patch.rotated(orientation)) is not first:
        yield orientation


def _first(fits: int, placement: Placement, orientations: list[Orientation]) -> Placement | None:
    """The nearest placement in the first of some orientations that has one."""
    found = (nearest(fits, placement, orientation) for orientation in orientations)
    return next((one for one in found if one), None)
