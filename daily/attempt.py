"""An attempt at a daily quilt: each patch in its turn is placed or left out."""

from __future__ import annotations

from dataclasses import dataclass, replace

from daily.puzzle import Puzzle
from game import Patch, Placement, Quilt
from game.placements import OF_PATCH, PLACEMENTS, parse_placement
from game.squares import square_at

SIDE = 7  # columns and rows: A to G, 1 to 7, the top left of a whole quilt

SQUARES = SIDE * SIDE

_WITHIN = sum(1 << square_at(column, row) for column in range(SIDE) for row in range(SIDE))

EMPTY = Quilt(fits=sum(1 << one.number for one in PLACEMENTS if not one.mask & ~_WITHIN))
"""An empty quilt of 7x7: all other squares of a whole one are as good as covered."""

LEFT_OUT = "-"  # how the text of an attempt spells a patch that was left out


class BadAttempt(ValueError):
    """What the rules of the daily quilt do not allow, or what spells no attempt."""


@dataclass(frozen=True, slots=True)
class Attempt:
    """What became of the first patches of a puzzle: their placements, or None for those left out.

    A patch that fits nowhere is left out by itself. `parse_attempt` makes them, and ``str`` spells them.
    """

    puzzle: Puzzle
    laid: tuple[Placement | None, ...] = ()
    quilt: Quilt = EMPTY

    def __str__(self) -> str:
        return " ".join(str(one or LEFT_OUT) for one in self.laid)

    @property
    def patch(self) -> Patch | None:
        """The one to be placed now; None at the end."""
        return None if self.is_finished else self.puzzle.patches[len(self.laid)]

    @property
    def following(self) -> tuple[Patch, ...]:
        """The two after it."""
        return self.puzzle.patches[len(self.laid) + 1 : len(self.laid) + 3]

    @property
    def is_finished(self) -> bool:
        """Whether no patch is left."""
        return len(self.laid) == len(self.puzzle.patches)

    @property
    def covered(self) -> int:
        """How many squares of the quilt are covered."""
        return SQUARES - self.quilt.empty

    @property
    def is_full(self) -> bool:
        """Whether all squares are covered."""
        return self.covered == SQUARES

    @property
    def undoable(self) -> Patch | None:
        """The patch that `undo` brings back; None at the beginning, and at the end."""
        kept = self._chosen()
        return None if kept is None or self.is_finished else self.puzzle.patches[kept]

    def place(self, placement: Placement) -> Attempt:
        """Sew the patch of now. Raises BadAttempt if it is another one, or does not fit there."""
        if placement.patch is not self.patch or not self.quilt.fits >> placement.number & 1:
            raise BadAttempt(f"{placement} cannot be placed now")
        return replace(self, laid=(*self.laid, placement), quilt=self.quilt.sew(placement))._onward()

    def skip(self) -> Attempt:
        """Leave the patch of now out. Raises BadAttempt at the end."""
        if self.is_finished:
            raise BadAttempt("it is finished")
        return replace(self, laid=(*self.laid, None))._onward()

    def undo(self) -> Attempt:
        """Go back to before the last patch that was placed or left out by choice. Raises BadAttempt if none may be."""
        kept = self._chosen()
        if kept is None or self.is_finished:
            raise BadAttempt("nothing can be taken back")
        return _sewn(self.puzzle, self.laid[:kept])

    def is_forced(self, place: int) -> bool:
        """Tell whether the patch at a place from 0 was left out because it fitted nowhere."""
        return self.laid[place] is None and not _fits(_sewn(self.puzzle, self.laid[:place]))

    def _chosen(self) -> int | None:
        """The place of the last patch that was placed or left out by choice."""
        return next((place for place in reversed(range(len(self.laid))) if not self.is_forced(place)), None)

    def _onward(self) -> Attempt:
        """Leave out what fits nowhere."""
        attempt = self
        while attempt.patch and not _fits(attempt):
            attempt = replace(attempt, laid=(*attempt.laid, None))
        return attempt


def _fits(attempt: Attempt) -> bool:
    patch = attempt.patch
    return patch is not None and bool(OF_PATCH[patch.id].of(attempt.quilt.fits))


def _sewn(puzzle: Puzzle, laid: tuple[Placement | None, ...]) -> Attempt:
    quilt = EMPTY
    for placement in filter(None, laid):
        quilt = quilt.sew(placement)
    return Attempt(puzzle, laid, quilt)


def parse_attempt(puzzle: Puzzle, text: str) -> Attempt:
    """Read an attempt as ``str`` spells it: placements, and ``-`` for what was left out.

    Raises ValueError.
    """
    attempt = Attempt(puzzle)
    words = text.split()
    for place, word in enumerate(words):
        if place < len(attempt.laid):  # it was left out by itself
            if word != LEFT_OUT:
                raise BadAttempt(f"{word} fits nowhere")
            continue
        attempt = attempt.skip() if word == LEFT_OUT else attempt.place(parse_placement(word))
    if len(words) != len(attempt.laid):
        raise BadAttempt("a patch that fits nowhere is missing at its end")
    return attempt
