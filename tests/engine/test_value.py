"""What a state is worth."""

import random
from math import sqrt

import pytest

from engine import network
from engine.state import State, Table, swapped
from engine.tables import FULL
from engine.value import PHASES, UNIT, honest, own_share, value, worth
from engine.windows import KIND, WINDOWS, Rows
from game.squares import SIZE, bits, square_at

RING = (*range(1, 33), 0)
ALL_LEFT = (1 << 33) - 1
HALF = (1 << 45) - 1


def table(track: str = "classic") -> Table:
    return Table(track, RING)


def finished(buttons: int, buttons2: int) -> State:
    return (FULL, buttons, 53, 0, FULL, buttons2, 53, 0, ALL_LEFT, 0, 0)


def test_a_finished_game_is_worth_its_margin_and_a_tie_is_lost_by_who_came_second() -> None:
    assert value(finished(30, 20), table()) == 10 * UNIT
    assert value(finished(20, 30), table()) == -10 * UNIT
    assert value(finished(20, 20), table()) == -1


def test_a_share_grows_with_the_value_and_is_surer_the_less_of_the_game_is_left() -> None:
    start: State = (0, 5, 0, 0, 0, 5, 0, 0, ALL_LEFT, 0, 0)
    late: State = (HALF, 5, 45, 3, HALF, 5, 46, 3, ALL_LEFT, 0, 0)
    assert own_share(0, start) == 0.5
    assert 0.5 < own_share(5 * UNIT, start) < own_share(5 * UNIT, late) < own_share(10 * UNIT, late) < 1.0


def test_an_honest_share_is_surer_on_both_sides_alike() -> None:
    assert honest(0.5) == 0.5
    assert honest(0.0) == 0.0
    assert honest(1.0) == 1.0
    assert 0.8 < honest(0.8) < 0.9
    assert honest(0.2) == pytest.approx(1 - honest(0.8))


def test_a_state_is_worth_more_with_more_buttons_and_a_fuller_quilt() -> None:
    """And who moves next counts."""
    state: State = (HALF, 5, 25, 3, HALF, 5, 26, 3, ALL_LEFT, 0, 0)
    assert value((HALF, 15, *state[2:]), table()) > value(state, table()) + 5 * UNIT
    assert value((HALF, 5, 25, 3, HALF, 15, *state[6:]), table()) < value(state, table()) - 5 * UNIT
    assert value((HALF | HALF << 18, *state[1:]), table()) > value(state, table()) + 15 * UNIT
    level: State = (HALF, 5, 25, 3, HALF, 5, 25, 3, ALL_LEFT, 0, 0)
    assert value(level, table()) != -value(swapped(level), table())


def test_the_value_knows_where_the_leather_lies() -> None:
    before_20: State = (HALF, 5, 17, 3, HALF, 5, 18, 3, ALL_LEFT, 0, 0)
    before_50: State = (HALF, 5, 46, 3, HALF, 5, 47, 3, ALL_LEFT, 0, 0)
    assert value(before_20, table("classic")) != value(before_20, table("revised"))
    assert value(before_50, table("classic")) == value(before_50, table("revised"))


def test_turning_and_mirroring_a_quilt_changes_nothing() -> None:
    for seed in range(5):
        squares = random.Random(seed).sample(range(SIZE * SIZE), 40)
        cells = [(square % SIZE, square // SIZE) for square in squares]
        ways = [cells, [(SIZE - 1 - x, y) for x, y in cells], [(y, x) for x, y in cells]]
        masks = [sum(1 << square_at(x, y) for x, y in way) for way in ways]
        for phase in range(2 * PHASES):
            assert len({worth(mask, phase) for mask in masks}) == 1
        assert len({value((mask, 5, 20, 3, HALF, 5, 22, 3, ALL_LEFT, 0, 0), table()) for mask in masks}) == 1


def test_the_windows_of_a_quilt_are_counted_once_each() -> None:
    assert len(set(KIND)) == WINDOWS
    mask = sum(1 << square for square in random.Random(7).sample(range(SIZE * SIZE), 50))
    weights = [random.Random(8).randrange(-900, 900) for _ in range(WINDOWS)]
    covered = {(square % SIZE, square // SIZE) for square in bits(mask)}

    def is_covered(x: int, y: int) -> bool:
        return (x, y) in covered or not (0 <= x < SIZE and 0 <= y < SIZE)

    expected = 0
    for y in range(SIZE):
        for x in range(SIZE):
            window = sum(is_covered(x + k % 3 - 1, y + k // 3 - 1) << k for k in range(9))
            expected += weights[KIND[window]]
    assert Rows(weights).of(mask) == expected


@pytest.mark.parametrize("largest", [100, 2_000, 20_000])
def test_the_units_add_up_as_they_would_one_by_one(largest: int) -> None:
    """The largest is far beyond where sums are clipped."""
    chance = random.Random(largest)
    sums = [chance.randint(-largest, largest) for _ in range(network.UNITS)]
    packed = network.ZERO + sum(each << 16 * unit for unit, each in enumerate(sums))
    for part in range(network.PARTS):
        expected = 0
        for unit, each in enumerate(sums):
            clipped = min(max(each, -network.REACH), network.REACH - 1)
            x = clipped / 64
            expected += round((x + sqrt(x * x + 1)) / 2 * network.OUT[part][unit])
        assert network.margin(packed, part) == expected


def test_sixteen_bits_hold_every_sum_of_rows() -> None:
    """Both searches add up the rows in fields of 16 bits: `engine.network`, `engine/native/network.h`."""
    times = {"windows": SIZE * SIZE, "offers": 3, "keeps": 3, "far": 3}  # how many rows of a kind count; of others, one
    largest = [0] * network.UNITS
    for kinds in (network.MINE, network.THEIRS, network.SHARED):
        for kind, rows in kinds.items():
            for unit in range(network.UNITS):
                largest[unit] += times.get(kind, 1) * max(abs(_field(row, unit)) for row in rows)
    assert 10_000 < max(largest) + network.REACH < 1 << 15


def _field(row: int, unit: int) -> int:
    field = row + (1 << 16 * unit >> 1) >> 16 * unit & 0xFFFF  # a field below it that is negative has borrowed from it
    return field - (field >> 15 << 16)
