"""The 81 squares of a quilt, numbered row by row from the top left, named A1 to I9; and spaces of the time board."""

from collections.abc import Iterable

SIZE = 9
"""Columns and rows of a quilt."""

COLUMNS = "ABCDEFGHI"
ROWS = "123456789"

ALL_SQUARES = (1 << SIZE * SIZE) - 1
"""A board (an int, bit *n* is square *n*) with every square set."""


def square_at(column: int, row: int) -> int:
    """The number of the square on a column and a row, both counted from 0."""
    return row * SIZE + column


def square_name(square: int) -> str:
    """The name of a square: its column's letter, then its row counted from the top, as in ``C4``."""
    row, column = divmod(square, SIZE)
    return COLUMNS[column] + ROWS[row]


def square_named(name: str) -> int:
    """The number of the square with a name. Raises ValueError if there is none."""
    if len(name) != 2 or name[0] not in COLUMNS or name[1] not in ROWS:
        raise ValueError(f"{name!r} is no square")
    return square_at(COLUMNS.index(name[0]), ROWS.index(name[1]))


def bits(board: int) -> list[int]:
    """The numbers of the set bits of an int of any length, ascending."""
    return [8 * place + bit for place, byte in enumerate(_bytes(board)) for bit in _BITS_OF_BYTE[byte]]


def nth_bit(board: int, n: int) -> int:
    """``bits(board)[n]`` for an ``n`` from 0, without making the list. Raises IndexError when there are fewer."""
    for place, byte in enumerate(_bytes(board)):
        found = _BITS_OF_BYTE[byte]
        if n < len(found):
            return 8 * place + found[n]
        n -= len(found)
    raise IndexError(n)


def _bytes(board: int) -> bytes:
    return board.to_bytes((board.bit_length() + 7) // 8, "little")


_BITS_OF_BYTE = tuple(tuple(bit for bit in range(8) if byte >> bit & 1) for byte in range(256))


LAST = 53
"""The space on which a token ends."""

INCOME = (5, 11, 17, 23, 29, 35, 41, 47, 53)
"""Spaces that pay the buttons printed on a quilt to the token that crosses them."""

LEATHER_SPACES: dict[str, tuple[int, ...]] = {
    "classic": (20, 26, 32, 44, 50),
    "revised": (26, 32, 38, 44, 50),
}
"""Spaces with a leather patch, by the name of the layout."""


def crossed(marks: tuple[int, ...], start: int, end: int) -> list[int]:
    """The marks that a token triggers when it moves from ``start`` to ``end``: those it lands on or passes."""
    return [mark for mark in marks if start < mark <= end]


def next_mark(marks: Iterable[int], space: int) -> int | None:
    """The first mark beyond a space, or None."""
    return next((mark for mark in marks if mark > space), None)
