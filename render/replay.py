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
    record: Record,
    *,
    ended: bool = False,
    winner: int | None = None,
    label: tuple[str, str] | None = None,
    theme: Theme = DAYLIGHT,
) -> Iterator[tuple[Image.Image, int]]:
    """The start and a picture after each move, with the patch just sewn outlined, and the milliseconds it is shown.

    Each says how many moves have been made. The finished quilts come last and stay: with their points or, if the game
    ``ended`` before it was played out, with a rosette for the seat of the ``winner``, if there is one; and with their
    ``label``. Raises BadRecord at an illegal move.
    """
    position, count = record.setup.start, len(record.moves)
    yield draw_poster(position, progress=(0, count), theme=theme), START
    for number, (move, step) in enumerate(zip(record.moves, record.steps(), strict=True), 1):
        sewn = (move,) if isinstance(move, Placement) else ()
        milliseconds = ADVANCED if move is ADVANCE else REVEALED if isinstance(move, Reveal) else SEWN
        seat, progress = position.turn, (number, count)
        yield draw_poster(step.position, new=sewn, new_seat=seat, progress=progress, theme=theme), milliseconds
        position = step.position
    yield draw_poster(position, ended=ended, winner=winner or 0, label=label, theme=theme), END
