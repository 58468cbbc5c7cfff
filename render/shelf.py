"""The shelf of stamps: those in use are ready to be laid, all others are folded to a twentieth of their size.

Drawing a patch takes 10 to 20 ms, unfolding its stamp a fiftieth of that. Ready stamps of every patch in every
orientation, size and theme would take hundreds of megabytes, so only a few are ready, and there is room for all folded.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from functools import wraps
from threading import Lock
from typing import Generic, TypeVar, TypeVarTuple

from render.stamp import FoldedStamp, Stamp

READY, FOLDED = 14 << 20, 24 << 20
"""Room for ready stamps, and for folded ones, in bytes."""

What = TypeVarTuple("What")
Piece = TypeVar("Piece", Stamp, FoldedStamp)


class Shelf(Generic[Piece]):
    """Pieces, by what they show. When they take more than ``room`` bytes, those idle longest go."""

    def __init__(self, room: int) -> None:
        self.room = room
        self.taken = 0
        self.pieces: OrderedDict[Hashable, Piece] = OrderedDict()
        self._lock = Lock()

    def get(self, key: Hashable) -> Piece | None:
        """The piece, if it is still there."""
        with self._lock:
            piece = self.pieces.get(key)
            if piece is not None:
                self.pieces.move_to_end(key)
            return piece

    def put(self, key: Hashable, piece: Piece) -> None:
        """Put a piece there, unless another thread was faster."""
        with self._lock:
            if key in self.pieces:
                return
            self.pieces[key] = piece
            self.taken += piece.size
            while self.taken > self.room:
                _, idle = self.pieces.popitem(last=False)
                self.taken -= idle.size


ready_stamps: Shelf[Stamp] = Shelf(READY)
"""Stamps that can be laid at once."""

folded_stamps: Shelf[FoldedStamp] = Shelf(FOLDED)
"""All stamps that were painted lately, folded."""


def kept(paint: Callable[[*What], Stamp]) -> Callable[[*What], Stamp]:
    """Keep the stamps that a function paints, by its arguments, which must be hashable and positional."""

    @wraps(paint)
    def stamp(*what: *What) -> Stamp:
        key = (paint, what)
        if ready := ready_stamps.get(key):
            return ready
        if folded := folded_stamps.get(key):
            piece = folded.unfold()
        else:
            piece = paint(*what)
            folded_stamps.put(key, piece.fold())
        ready_stamps.put(key, piece)
        return piece

    return stamp
