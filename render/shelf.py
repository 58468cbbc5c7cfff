"""Stamps that are kept: those in use ready to be laid, all others folded to a tenth of their size.

To draw a patch takes 10 to 20 ms, to unfold its stamp a fiftieth of that; ready for every patch in every turn, size and
theme they would take hundreds of megabytes. So there is little room for ready ones, and enough for all that are folded.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from functools import wraps
from threading import Lock
from typing import Generic, TypeVar, TypeVarTuple

from render.canvas import FoldedStamp, Stamp

READY, FOLDED = 32 << 20, 24 << 20
"""Bytes of stamps that lie ready, and of folded ones."""

What = TypeVarTuple("What")
Piece = TypeVar("Piece", Stamp, FoldedStamp)


class Shelf(Generic[Piece]):
    """Pieces by what they show. If they take more than ``room`` bytes, the ones that lay idle longest go."""

    def __init__(self, room: int) -> None:
        self.room = room
        self.taken = 0
        self._pieces: OrderedDict[Hashable, Piece] = OrderedDict()
        self._lock = Lock()

    def get(self, key: Hashable) -> Piece | None:
        """The piece, if it is still there."""
        with self._lock:
            piece = self._pieces.get(key)
            if piece is not None:
                self._pieces.move_to_end(key)
            return piece

    def put(self, key: Hashable, piece: Piece) -> None:
        """Put a piece there, unless another thread was faster."""
        with self._lock:
            if key in self._pieces:
                return
            self._pieces[key] = piece
            self.taken += piece.size
            while self.taken > self.room:
                _, idle = self._pieces.popitem(last=False)
                self.taken -= idle.size


_ready: Shelf[Stamp] = Shelf(READY)
_folded: Shelf[FoldedStamp] = Shelf(FOLDED)


def kept(paint: Callable[[*What], Stamp]) -> Callable[[*What], Stamp]:
    """Keep the stamps that a function paints, by its arguments, which must be hashable and come by position."""

    @wraps(paint)
    def stamp(*what: *What) -> Stamp:
        key = (paint, what)
        if ready := _ready.get(key):
            return ready
        if folded := _folded.get(key):
            piece = folded.unfold()
        else:
            piece = paint(*what)
            _folded.put(key, piece.fold())
        _ready.put(key, piece)
        return piece

    return stamp
