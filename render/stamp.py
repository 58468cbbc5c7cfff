"""Stamps: art in palette colours that was drawn once, and is then only copied, in boxes, few of which need a mask.

Copying pixels through a mask takes several times as long as copying rows, and the mask as much memory as the pixels.
Only the edge of a patch needs one. Masks have mode 1: through one of mode L, Pillow blends, at up to thrice the cost.

Why: decision 0012.
"""

from __future__ import annotations

import re
import struct
from collections.abc import Iterable
from dataclasses import dataclass

from PIL import Image, ImageChops

from render import deflate

GRIDS: dict[int, tuple[int, ...]] = {0: (), 1: (20,), 2: (8, 10)}
"""Pixels between the lines along which a stamp with so many masks may be cut; the grid that leaves least is chosen."""

ART, MASK = 2500, 800
"""What the pixels of a box, and each of its masks, take besides themselves, in bytes: an image of Pillow's, a palette,
and the objects around them. Measured as what a process grows by with 3,000 stamps of one kind."""

SMALL = 2000
"""Pixels of a stamp that is not worth cutting: another box would take more than it saves."""

Box = tuple[int, int, int, int, int]
"""Its left, top, right and lower edge, and how many layers it has: its pixels alone, which cover all that lies below,
or the mask of the whole stamp as well, or that of the body, too."""

Part = tuple[int, int, Image.Image, Image.Image | None]
"""The left and top of a box, its pixels (mode P), and the mask through which they are laid, if any (mode 1)."""

_BOX = struct.Struct("<5H")
_RUN = re.compile(rb"([^\0])\1*")


class Stamp:
    """Art in palette colours, blended with the ground it will lie on, where it covers that.

    Of a stamp with a body, the shadows of neighbours may not fall on that body: the others' ``rim`` lies below it.
    ``pixels`` are those of all boxes, a byte each, and then all their masks, a bit each, whose rows begin with a byte.
    """

    __slots__ = ("body", "boxes", "height", "pixels", "rim", "whole", "width")

    def __init__(self, width: int, height: int, boxes: bytes, pixels: bytes) -> None:
        self.width, self.height, self.boxes, self.pixels = width, height, boxes, pixels
        solid, masked = list[Part](), (list[Part](), list[Part]())
        art_at, mask_at = 0, sum(_area(*edges) for *edges, _ in _BOX.iter_unpack(boxes))
        for left, top, right, low, layers in _BOX.iter_unpack(boxes):
            wide, tall = size = right - left, low - top
            buffer = memoryview(pixels)[art_at:]
            art = Image.frombuffer("P", size, buffer, "raw", "P", 0, 1)  # type: ignore[arg-type] # any buffer will do
            art_at += wide * tall
            if layers == 1:
                solid.append((left, top, art, None))
            for parts in masked[: layers - 1]:
                bits = pixels[mask_at : (mask_at := mask_at + (wide + 7) // 8 * tall)]
                parts.append((left, top, art, Image.frombytes("1", size, bits)))
        self.rim, self.whole, self.body = tuple(masked[0]), (*masked[0], *solid), (*masked[1], *solid)

    @property
    def size(self) -> int:
        """Its approximate size in memory, in bytes."""
        return _size(_BOX.iter_unpack(self.boxes))

    def fold(self) -> FoldedStamp:
        """The same stamp, deflated."""
        return FoldedStamp(self.width, self.height, self.boxes, deflate.small(self.pixels), len(self.pixels))


@dataclass(frozen=True, eq=False, slots=True)
class FoldedStamp:
    """A stamp that has been put away, deflated."""

    width: int
    height: int
    boxes: bytes
    data: bytes
    length: int

    @property
    def size(self) -> int:
        """Its approximate size in bytes."""
        return len(self.data) + 1000

    def unfold(self) -> Stamp:
        """The stamp, ready to be laid again."""
        return Stamp(self.width, self.height, self.boxes, deflate.large(self.data, self.length))


def boxed(image: Image.Image, *masks: Image.Image) -> Stamp:
    """A stamp of pixels in palette colours, and the mask (mode L, 0 or 255) of those that cover what lies below.

    A second mask is that of the body. Without any, all cover it, as in the ground of a picture.
    """
    whole = [(0, 0, *image.size, 1 + len(masks))]
    steps = GRIDS[len(masks)] if image.width * image.height > SMALL else ()
    boxes = min([whole, *(_boxes(masks, step) for step in steps)], key=_size)
    bits = [mask.convert("1", dither=Image.Dither.NONE) for mask in masks]
    pieces = [image.crop(box[:4]) for box in boxes] + [bit.crop(box[:4]) for box in boxes for bit in bits[: box[4] - 1]]
    return Stamp(*image.size, b"".join(_BOX.pack(*box) for box in boxes), b"".join(map(Image.Image.tobytes, pieces)))


def _boxes(masks: tuple[Image.Image, ...], step: int) -> list[Box]:
    """The boxes along a grid: cells side by side that need as many layers, with rows of the same cells below them."""
    (wide, tall), most = masks[0].size, 1 + len(masks)
    touched = masks[0].reduce(step).point([0] + [most] * 255)
    grid = ImageChops.subtract(touched, masks[-1].reduce(step).point([0] * 255 + [most - 1]))
    columns, cells = grid.width, grid.tobytes()
    boxes, begun = list[Box](), dict[tuple[int, int, int], int]()
    for row in range(grid.height + 1):
        line = cells[row * columns : (row + 1) * columns]
        runs = [(*run.span(), line[run.start()]) for run in _RUN.finditer(line)]
        for run in [run for run in begun if run not in runs]:
            left, right, layers = run
            boxes.append((left * step, begun.pop(run) * step, min(right * step, wide), min(row * step, tall), layers))
        begun |= {run: row for run in runs if run not in begun}
    return boxes


def _area(left: int, top: int, right: int, low: int) -> int:
    return (right - left) * (low - top)


def _size(boxes: Iterable[tuple[int, ...]]) -> int:
    return sum(ART + MASK * (layers - 1) + _area(*edges) * layers for *edges, layers in boxes)
