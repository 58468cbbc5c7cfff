"""A quilt as the value sees it: how often each kind of 3x3 window occurs in it, the rim counting as covered."""

from collections.abc import Sequence

WINDOWS = 102  # how many kinds there are: of 512 windows, those turned and mirrored are of one kind


def _turned(window: int) -> list[int]:
    """The eight ways in which a window can lie; bit 3 * row + column is set where a square is covered."""
    found = []
    for way in range(8):
        found.append(window)
        cells = [(row, column) for row in range(3) for column in range(3) if window >> 3 * row + column & 1]
        window = sum(1 << (3 * row + 2 - column if way == 3 else 3 * column + 2 - row) for row, column in cells)
    return found


_FIRST = [min(_turned(window)) for window in range(512)]
KIND = tuple(map(sorted(set(_FIRST)).index, _FIRST))  # the kind of each window


class Rows(dict[int, int]):
    """The nine windows around the squares of a row, by that row and its neighbours: the sum of their weights.

    What was looked up is remembered; when there are ``room`` rows, all are forgotten.
    """

    def __init__(self, weights: Sequence[int], room: int = 100_000) -> None:
        super().__init__()
        self._of_window = [weights[kind] for kind in KIND]
        self._room = room

    def __missing__(self, triple: int) -> int:
        if len(self) >= self._room:
            self.clear()
        one, two, three = (triple & 0x1FF) << 1 | _ENDS, triple >> 8 & 0x3FE | _ENDS, triple >> 17 & 0x3FE | _ENDS
        windows = [one >> x & 7 | (two >> x & 7) << 3 | (three >> x & 7) << 6 for x in range(9)]
        found = self[triple] = sum(map(self._of_window.__getitem__, windows))
        return found

    def of(self, mask: int) -> int:
        """The sum over a whole quilt."""
        padded = mask << 9 | _RIM
        return sum([self[padded >> at & _THREE] for at in range(0, 81, 9)])


_THREE = (1 << 27) - 1
_RIM = 0x1FF | 0x1FF << 90
_ENDS = 0x401  # the rim on the left and on the right of a row
