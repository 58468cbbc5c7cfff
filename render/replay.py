"""A game from its first move to its last, picture by picture."""

from __future__ import annotations

from collections.abc import Iterator

from PIL import Image

from game import ADVANCE, Placement, Record, Reveal
from render.poster import draw_poster
from render.theme import DAYLIGHT, Theme

START, SEWN, ADVANCED, REVEALED, END = 1200, 800, 500, 900, 6000
"""How long each kind of picture is shown, in milliseconds."""


def draw_replay(
    record: Record, *, ended: bool = False, winner: int | None = None, theme: Theme = DAYLIGHT
) -> Iterator[tuple[Image.Image, int]]:
    """The start and a picture after each move, the patch just sewn outlined, each with its duration in milliseconds.

    The finished quilts come last and stay: with their points or, if the game ``ended`` before it was played out, with a
    rosette for the seat of the ``winner``, if there is one. Raises BadRecord at an illegal move.
    """
    position = record.setup.start
    yield draw_poster(position, theme=theme), START
    for move, step in zip(record.moves, record.steps(), strict=True):
        sewn = (move,) if isinstance(move, Placement) else ()
        milliseconds = ADVANCED if move is ADVANCE else REVEALED if isinstance(move, Reveal) else SEWN
        yield draw_poster(step.position, new=sewn, new_seat=position.turn, theme=theme), milliseconds
        position = step.position
    yield draw_poster(position, ended=ended, winner=winner or 0, theme=theme), END
