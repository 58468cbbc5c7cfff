"""The ring on the table and beside a quilt: whole, in order, and large enough."""

import random
from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest
from PIL import Image

from game import PATCHES
from game.position import OFFERS, start
from render import offers, quilt, table
from render.canvas import Canvas
from render.sprites import lying
from render.theme import DAYLIGHT

FULL = start("classic", range(33))
BY_WIDTH = sorted((patch.id for patch in PATCHES), key=lambda patch: lying(patch).width)
RINGS = [BY_WIDTH, BY_WIDTH[::-1], *(random.Random(seed).sample(range(33), 33) for seed in range(40))]
"""Among them those that leave the widest patches, and the narrowest, for the end."""

WAYS = {
    "table": ((table.WIDTH - 10 - table.FOLLOWING[0], offers.ALL), 5, 1),
    "panel": ((offers.BESIDE[0], offers.ALL_BESIDE), 3, 2),
}
"""The room for the rest of the ring, and the cards before it, across and down."""


class Laid(Canvas):
    """A picture that notes where each piece was laid, and its size."""

    def __init__(self, *of: Any) -> None:
        super().__init__(*of)
        self.boxes: list[tuple[float, float, float, float]] = []

    def lay(self, piece: Any, at: Any, anchor: str = "lt") -> None:
        """Lay it."""
        top = at[1] - (piece.height / 2 if anchor[1] == "m" else 0)
        self.boxes.append((at[0], top, at[0] + piece.width, top + piece.height))
        super().lay(piece, at, anchor)


def noting(paint: Callable[..., Any], shown: list[int]) -> Callable[..., Any]:
    """What paints a patch, and notes which."""

    def painted(patch: int, *how: Any) -> Any:
        shown.append(patch)
        return paint(patch, *how)

    return painted


@pytest.mark.parametrize("where", WAYS)
@pytest.mark.parametrize("taken", [0, 7, 16, 24, 28])
def test_all_patches_after_the_offers_lie_in_order_beside_each_other(
    where: str, taken: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each in its place, none on another, none beyond the card."""
    shown = list[int]()
    for name in ("_near", "_small"):
        monkeypatch.setattr(offers, name, noting(getattr(offers, name), shown))
    room, across, down = WAYS[where]
    for ring in RINGS[: 2 if taken else None]:
        picture, left = Laid(Image.new("P", (1100, 300)), DAYLIGHT), tuple(ring[taken:])
        shown.clear()
        offers.following(picture, (0, 0), room, replace(FULL, ring=left), across=across, down=down)
        assert shown == [*left[OFFERS:]]
        near = min(across * down, len(shown))
        cards, rest = picture.boxes[:near], picture.boxes[near + 1 :]
        for boxes in (cards, rest):
            assert boxes == sorted(boxes, key=lambda box: (round(box[1] + box[3]), box[0]))
            for one, other in pairwise(boxes):
                assert one[2] <= other[0] or one[3] <= other[1] + 1, (one, other)
        for x, y, right, low in rest:
            assert picture.boxes[near][0] < x < right < picture.boxes[near][2]
            assert picture.boxes[near][1] <= y < low <= picture.boxes[near][3]


def test_no_patch_of_the_ring_is_smaller_than_this() -> None:
    """The next ones can be told apart on a phone, where a picture has a quarter of its width, all others on a desktop,
    where it has half.
    """
    assert offers.NEAR >= 16
    assert min(offers.CELLS) >= 8
    assert len(offers.CELLS) <= 3, "each size is painted by itself"
    assert (table.CELL, table.LETTERS, offers.DIGITS) == (56, {"column": 37, "row": 48}, 48)
    assert (table.WIDTH, table.HEIGHT, quilt.HEIGHT) == (1100, 820, 655)
