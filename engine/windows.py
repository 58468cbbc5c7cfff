"""A quilt as the value sees it: how often each kind of 3x3 window occurs in it, the rim counting as covered."""

from collections.abc import Sequence

WINDOWS = 102  # how many kinds there are: of 512 windows, those turned and mirrored are of one kind


def _kinds() -> tuple[int, ...]:
    kinds: dict[int, int] = {}
    for window in range(512):
        if window not in kinds:
            number = len(set(kinds.values()))
            for turned in _turned(window):
                kinds[turned] = number
    return tuple(kinds[window] for window in range(512))


def _turned(window: int) -> list[int]:
    """The eight ways in which a window can lie; bit 3 * row + column is set where a square is covered."""
    found = []
    for way in range(8):
        found.append(window)
        cells = [(row, column) for row in range(3) for column in range(3) if window >> 3 * row + column & 1]
        window = sum(1 << (3 * row + 2 - column if way == 3 else 3 * column + 2 - row) for row, column in cells)
    return found


KIND = _kinds()  # the kind of each window


class _Strips(dict[int, int]):
    """Three windows beside each other, of three rows by five columns: the sum of their weights."""

    def __init__(self, weights: Sequence[int]) -> None:
        super().__init__()
        self._of_window = [weights[kind] for kind in KIND]

    def __missing__(self, strip: int) -> int:
        rows = strip & 31, strip >> 5 & 31, strip >> 10
        windows = (sum((row >> column & 7) << 3 * y for y, row in enumerate(rows)) for column in range(3))
        found = self[strip] = sum(self._of_window[window] for window in windows)
        return found


class Rows(dict[int, int]):
    """The nine windows around the squares of a row, by that row and its neighbours: the sum of their weights.

    What was looked up is remembered; when there are ``room`` rows, all are forgotten.
    """

    def __init__(self, weights: Sequence[int], room: int = 100_000) -> None:
        super().__init__()
        self._strips = _Strips(weights)
        self._room = room

    def __missing__(self, triple: int) -> int:
        if len(self) >= self._room:
            self.clear()
        one, two, three = (triple & 0x1FF) << 1 | _ENDS, triple >> 8 & 0x3FE | _ENDS, triple >> 17 & 0x3FE | _ENDS
        strips = self._strips
        found = self[triple] = (
            strips[one & 31 | (two & 31) << 5 | (three & 31) << 10]
            + strips[one >> 3 & 31 | (two >> 3 & 31) << 5 | (three >> 3 & 31) << 10]
            + strips[one >> 6 | two >> 6 << 5 | three >> 6 << 10]
        )
        return found

    def of(self, mask: int) -> int:
        """The sum over a whole quilt."""
        padded = mask << 9 | _RIM
        return (
            self[padded & _THREE]
            + self[padded >> 9 & _THREE]
            + self[padded >> 18 & _THREE]
            + self[padded >> 27 & _THREE]
            + self[padded >> 36 & _THREE]
            + self[padded >> 45 & _THREE]
            + self[padded >> 54 & _THREE]
            + self[padded >> 63 & _THREE]
            + self[padded >> 72]
        )


_THREE = (1 << 27) - 1
_RIM = 0x1FF | 0x1FF << 90
_ENDS = 0x401  # the rim on the left and on the right of a row
