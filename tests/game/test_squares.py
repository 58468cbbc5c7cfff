"""The numbers and names of squares, and boards as ints."""

import pytest

from game.squares import ALL_SQUARES, bits, nth_bit, square_at, square_name


def test_squares_are_columns_a_to_i_from_the_left_and_rows_1_to_9_from_the_top() -> None:
    assert [square_name(square) for square in (0, 8, 9, 80)] == ["A1", "I1", "A2", "I9"]
    assert square_name(square_at(2, 3)) == "C4"
    assert len({square_name(square) for square in bits(ALL_SQUARES)}) == 81


@pytest.mark.parametrize("numbers", [[], [0], [7, 8], [80], [3, 64, 7429]])
def test_bits_are_the_set_bits_in_rising_order(numbers: list[int]) -> None:
    board = sum(1 << number for number in numbers)
    assert bits(board) == numbers
    assert [nth_bit(board, n) for n in range(len(numbers))] == numbers
    with pytest.raises(IndexError):
        nth_bit(board, len(numbers))
