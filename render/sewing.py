"""Patches on their linen. Small quilts are kept as they were drawn, so that one more patch is drawn in its box only."""

from collections.abc import Hashable, Iterable, Sequence

from PIL import Image

from game import Placement, Quilt
from game.placements import PLACEMENTS
from render.canvas import Canvas, in_palette, stamp
from render.grounds import linen
from render.palette import colours
from render.shelf import Shelf, kept
from render.sprites import cut, margin, sewn
from render.stamp import FoldedStamp, Stamp, boxed
from render.theme import Theme

SOLID = [0] * 215 + [255] * 41
"""From here on, pixels at the edge of a patch are its cloth, and hide what lies below it."""

READY, FOLDED = 4 << 20, 6 << 20
"""Room for quilts that are ready, and for folded ones, in bytes: some 15 of a table, and some 200."""

Box = tuple[int, int, int, int]

folded_quilts: Shelf[FoldedStamp] = Shelf(FOLDED)
"""Quilts that had to make room for others."""


def _put_away(key: Hashable, quilt: Stamp) -> None:
    if not folded_quilts.get(key):
        folded_quilts.put(key, quilt.fold())


ready_quilts: Shelf[Stamp] = Shelf(READY, _put_away)
"""Quilts that were drawn just now, by the numbers of what is sewn on them."""


def lay(picture: Canvas, at: tuple[int, int], patches: Iterable[Placement], cell: int) -> None:
    """Lay patches on linen, ``cell`` pixels per square, with the first square at ``at``."""
    pieces = [
        (sewn_stamp(one.patch.id, one.orientation.letter, cell, picture.theme), corner(at, one, cell))
        for one in patches
    ]
    for piece, place in pieces:  # first all shadows, so that none falls on a neighbour's cloth
        picture.lay_rim(piece, place)
    for piece, place in pieces:
        picture.lay_body(piece, place)


def lay_quilt(picture: Canvas, at: tuple[int, int], quilt: Quilt, cell: int) -> None:
    """Lay a whole quilt, linen and patches, with its first square at ``at``: as it was drawn last, if that is kept.

    For large squares this is not worth it: copying the linen takes about as long as laying the patches.
    """
    edge = margin(cell)
    picture.lay(_whole(quilt.sewn, cell, picture.theme), (at[0] - edge, at[1] - edge))


def corner(at: tuple[int, int], placement: Placement, cell: int) -> tuple[int, int]:
    """Find where the stamp of a patch begins on a quilt whose first square is at ``at``."""
    edge = margin(cell)
    return at[0] + placement.column * cell - edge, at[1] + placement.row * cell - edge


@kept
def sewn_stamp(patch: int, letter: str, cell: int, theme: Theme) -> Stamp:
    """A sewn patch with its shadow and a `margin` around it; its body is the cloth."""
    art = sewn(patch, letter, cell, theme)
    return stamp(art, theme.linen, theme, body=cut(patch, letter, cell, theme).point(SOLID))


@kept
def bare_quilt(cell: int, theme: Theme) -> Stamp:
    """The linen of an empty quilt with its grid and a `margin` around it."""
    return boxed(in_palette(linen(cell, theme), theme))


def _whole(numbers: tuple[int, ...], cell: int, theme: Theme) -> Stamp:
    """A quilt with a `margin` around it: as it was drawn last, or with one patch more, or drawn from the beginning."""
    if not numbers:
        return bare_quilt(cell, theme)
    if known := _known(numbers, cell, theme):
        return known
    ground = bare_quilt(cell, theme)
    drawn = _with_one_more(numbers, cell, theme) or _part((0, 0, ground.width, ground.height), numbers, cell, theme)
    quilt = boxed(drawn)
    ready_quilts.put((numbers, cell, theme), quilt)
    return quilt


def _known(numbers: tuple[int, ...], cell: int, theme: Theme) -> Stamp | None:
    key = (numbers, cell, theme)
    if (quilt := ready_quilts.get(key)) or not (folded := folded_quilts.get(key)):
        return quilt
    quilt = folded.unfold()
    ready_quilts.put(key, quilt)
    return quilt


def _with_one_more(numbers: tuple[int, ...], cell: int, theme: Theme) -> Image.Image | None:
    """A quilt, if it was drawn lately without one of its patches."""
    for index, number in enumerate(numbers):
        if before := _known((*numbers[:index], *numbers[index + 1 :]), cell, theme):
            box = _extent(PLACEMENTS[number], cell)
            quilt = Canvas.over(before, theme).image
            quilt.paste(_part(box, numbers, cell, theme), box)
            return quilt
    return None


def _part(box: Box, numbers: Sequence[int], cell: int, theme: Theme) -> Image.Image:
    left, top, right, low = box
    edge, image = margin(cell), Image.new("P", (right - left, low - top))
    image.putpalette(colours(theme))
    part = Canvas(image, theme)
    part.lay(bare_quilt(cell, theme), (-left, -top))
    patches = [PLACEMENTS[number] for number in numbers]
    lay(part, (edge - left, edge - top), [one for one in patches if _touch(_extent(one, cell), box)], cell)
    return image


def _touch(one: Box, other: Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def _extent(placement: Placement, cell: int) -> Box:
    """Find where a patch and its margin lie, in pixels from the corner of the linen: left, top, right, lower edge."""
    left, top = placement.column * cell, placement.row * cell
    wide, tall = placement.orientation.width, placement.orientation.height
    return left, top, left + wide * cell + 2 * margin(cell), top + tall * cell + 2 * margin(cell)
