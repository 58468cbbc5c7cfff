"""A game from its first move to its last, picture by picture (decision 0055)."""

from collections.abc import Iterator

from PIL import Image

from game import ADVANCE, Move, Placement, Record
from render.poster import draw_poster, held_over
from render.theme import DAYLIGHT, Theme

FIRST, START, END = 800, 500, 2500
"""Milliseconds for the finished quilts at the beginning, the empty ones, and the finished ones at the end."""

ALL_MOVES, LONGEST = 11_200, 800
"""How long all moves take together, and at most one of a short game, in milliseconds: a whole game takes 15 seconds."""

DROPS = (1.5, 0.5)  # how many squares above its place a patch is seen while it comes
DROP = 60  # how long it is seen there each time, in milliseconds, and no longer than a third of its move


def draw_replay(
    record: Record,
    *,
    ended: bool = False,
    winner: int | None = None,
    label: tuple[str, str] | None = None,
    theme: Theme = DAYLIGHT,
) -> Iterator[tuple[Image.Image, int]]:
    """The finished quilts, the start, and a picture after each move, with the patch just sewn outlined, and the
    milliseconds each is shown. Before it is sewn, a patch comes down to its place in pictures of its own.

    Each says how many moves have been made, but the finished quilts, which come first, where apps show a still picture,
    and last: with their points or, if the game ``ended`` before it was played out, with a rosette for the seat of the
    ``winner``, if there is one; and with their ``label``. Raises BadRecord at an illegal move.
    """
    steps, count = list(record.steps()), len(record.moves)
    position = record.setup.start
    end = draw_poster(
        steps[-1].position if steps else position, ended=ended, winner=winner or 0, label=label, theme=theme
    )
    yield end, FIRST
    shown = draw_poster(position, progress=(0, count), theme=theme)
    yield shown, START
    times = durations(record.moves)
    for number, (move, step, milliseconds) in enumerate(zip(record.moves, steps, times, strict=True), 1):
        new: tuple[Placement, ...] = ()
        if isinstance(move, Placement):
            new, drop = (move,), min(DROP, milliseconds // 30 * 10)
            for squares in DROPS:
                yield held_over(shown, move, position.turn, squares, theme), drop
                milliseconds -= drop
        shown = draw_poster(step.position, new=new, new_seat=position.turn, progress=(number, count), theme=theme)
        yield shown, milliseconds
        position = step.position
    yield end, END


def durations(moves: tuple[Move, ...]) -> list[int]:
    """Choose how long each move is shown, in milliseconds, all in proportion: an advance two thirds of any other."""
    weights = [2 if move is ADVANCE else 3 for move in moves]
    unit = min(ALL_MOVES / max(sum(weights), 1), LONGEST / 3)
    return [max(round(weight * unit / 10), 2) * 10 for weight in weights]  # a GIF counts hundredths of seconds
