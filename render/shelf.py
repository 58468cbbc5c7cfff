"""The shelf of stamps: those in use are ready to be laid, all others are folded to a twentieth of their size.

Drawing a patch takes 10 to 20 ms, unfolding its stamp a fiftieth of that. Ready stamps of every patch in every
orientation, size and theme would take hundreds of megabytes, so only a few are ready, and there is room for all folded:
in a folder that outlasts the process, or else in memory.
"""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from functools import wraps
from pathlib import Path
from threading import Lock
from typing import Generic, TypeVar, TypeVarTuple

from render.disk_cache import Folder
from render.stamp import FoldedStamp, Stamp

READY, FOLDED = 24 << 20, 24 << 20  # room for ready stamps, and for folded ones, in bytes

What = TypeVarTuple("What")
Piece = TypeVar("Piece", Stamp, FoldedStamp)


class Shelf(Generic[Piece]):
    """Pieces, by what they show. When they take more than ``room`` bytes, those idle longest go: to ``put_away``."""

    def __init__(self, room: int, put_away: Callable[[Hashable, Piece], None] | None = None) -> None:
        self.room = room
        self._put_away: Callable[[Hashable, Piece], None] | None = put_away
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
        idle = list[tuple[Hashable, Piece]]()
        with self._lock:
            if key in self.pieces:
                return
            self.pieces[key] = piece
            self.taken += piece.size
            while self.taken > self.room:
                idle.append(self.pieces.popitem(last=False))
                self.taken -= idle[-1][1].size
        if self._put_away:
            for each in idle:
                self._put_away(*each)


ready_stamps: Shelf[Stamp] = Shelf(READY)
"""Stamps that can be laid at once."""

folded_stamps: Shelf[FoldedStamp] = Shelf(FOLDED)
"""Stamps that were painted lately and could not be put into the folder, folded."""

folder: Folder | None = None
"""Where all stamps are that any process has painted, folded, if there is such a place."""


def keep_stamps_in(path: Path | None) -> None:
    """Keep folded stamps in the files of a folder from now on; None for in memory."""
    global folder
    folder = Folder(path) if path else None


def kept(paint: Callable[[*What], Stamp]) -> Callable[[*What], Stamp]:
    """Keep the stamps that a function paints, by its arguments, which must be hashable and positional."""

    @wraps(paint)
    def stamp(*what: *What) -> Stamp:
        key = (paint, what)
        if ready := ready_stamps.get(key):
            return ready
        if folded := folded_stamps.get(key) or (folder and folder.get(key)):
            piece = folded.unfold()
        else:
            piece = paint(*what)
            folded = piece.fold()
            if not (folder and folder.put(key, folded)):
                folded_stamps.put(key, folded)
        ready_stamps.put(key, piece)
        return piece

    return stamp
