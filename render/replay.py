"""A game from its first move to its last, as pictures that follow each other."""

from __future__ import annotations

from collections.abc import Iterator

from PIL import Image

from game import ADVANCE, Placement, Record, Reveal
from render.poster import draw_poster
from render.theme import DAYLIGHT, Theme

START, SEWN, ADVANCED, REVEALED, END = 1200, 800, 500, 900, 6000
"""How long the pictures are shown, in milliseconds."""


def draw_replay(
    record: Record, *, ended: bool = False, winner: int | None = None, theme: Theme = DAYLIGHT
) -> Iterator[tuple[Image.Image, int]]:
    """A picture after every move, the patch just sewn outlined, each with the milliseconds that it is shown.

    The finished quilts come last, and stay: with their points, or, if the game has ``ended`` before it was played out,
    with a rosette for the seat of its ``winner``, if it has one. Raises BadRecord at a move that is illegal.
    """
    position = record.setup.start
    yield draw_poster(position, theme=theme), START
    for move, step in zip(record.moves, record.steps(), strict=True):
        sewn = move if isinstance(move, Placement) else None
        milliseconds = ADVANCED if move is ADVANCE else REVEALED if isinstance(move, Reveal) else SEWN
        yield draw_poster(step.position, last=sewn, last_seat=position.turn, theme=theme), milliseconds
        position = step.position
    yield draw_poster(position, ended=ended, winner=winner or 0, theme=theme), END
