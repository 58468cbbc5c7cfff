"""The 81 squares of a quilt: numbered row by row from the top left, named A1 to I9."""

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


def bits(board: int) -> list[int]:
    """The numbers of the set bits of an int of any length, ascending."""
    found: list[int] = []
    for base, byte in enumerate(board.to_bytes((board.bit_length() + 7) // 8, "little")):
        if byte:
            base *= 8
            found += [base + bit for bit in _BITS_OF_BYTE[byte]]
    return found


_BITS_OF_BYTE = tuple(tuple(bit for bit in range(8) if byte >> bit & 1) for byte in range(256))
