"""Which patches a day has: the same for everybody, and each as likely as any other."""

from collections import Counter
from datetime import date, timedelta

import pytest

from daily import PATCHES_A_DAY, SCHEME, date_of, number_of, par_of, puzzle_of, ring_of_sunday
from tests.daily.naive import ring_of

DAYS = {  # number, patches and par; scheme 1 draws these for ever
    "2026-01-01": (1, (20, 24, 30, 32, 25, 5, 6, 26, 27, 22), 43),
    "2026-11-23": (327, (25, 1, 26, 29, 8, 15, 30, 14, 0, 10), 44),
    "2026-12-24": (358, (16, 11, 27, 5, 1, 30, 20, 26, 7, 18), 46),
    "2028-02-29": (790, (19, 15, 32, 14, 7, 11, 8, 12, 20, 3), 47),
    "2030-06-15": (1627, (8, 16, 1, 32, 9, 17, 27, 2, 22, 25), 44),
}
MANY = 10_000
LIKELY = 62.5  # of 1,000 fair draws among 33, chi-squared (32 degrees of freedom) is larger in one


@pytest.mark.slow
@pytest.mark.parametrize("day", DAYS)
def test_five_days_have_these_patches_and_this_par_for_ever(day: str) -> None:
    number, patches, par = DAYS[day]
    puzzle = puzzle_of(number_of(date.fromisoformat(day)))
    assert (puzzle.number, puzzle.date) == (number, date.fromisoformat(day))
    assert tuple(patch.id for patch in puzzle.patches) == patches
    assert par_of(puzzle) == par


@pytest.mark.slow
def test_the_scheme_is_what_its_documentation_says() -> None:
    for days in range(0, 4_000, 7):
        day = date(2026, 1, 1) + timedelta(days)
        assert list(puzzle_of(number_of(day)).ring) == ring_of(day)


def test_another_scheme_draws_other_patches() -> None:
    assert puzzle_of(327, SCHEME + 1).patches != puzzle_of(327).patches
    assert list(puzzle_of(327, SCHEME + 1).ring) == ring_of(date_of(327), SCHEME + 1)


def test_a_sunday_quilt_has_a_ring_that_its_daily_quilt_does_not_tell() -> None:
    for number in range(number_of(date(2026, 1, 4)), 1_000, 7):
        ring = ring_of_sunday(number)
        assert list(ring) == ring_of(date_of(number), kind="sunday")
        assert ring != puzzle_of(number).ring


@pytest.mark.slow
def test_each_patch_is_as_likely_as_any_other_at_each_place() -> None:
    rings = [puzzle_of(number).ring for number in range(1, MANY + 1)]
    for place in range(PATCHES_A_DAY):
        assert _chi_squared(Counter(ring[place] for ring in rings)) < LIKELY


@pytest.mark.slow
def test_each_patch_is_as_likely_as_any_other_to_follow_any() -> None:
    steps = Counter((after - before) % 33 for ring in map(_ring, range(1, MANY + 1)) for before, after in _pairs(ring))
    assert set(steps) == set(range(1, 33))
    assert _chi_squared(steps) < LIKELY


def test_numbers_count_days() -> None:
    assert [number_of(date(2025, 12, 31)), number_of(date(2026, 1, 1)), number_of(date(2027, 1, 1))] == [0, 1, 366]
    assert date_of(327) == date(2026, 11, 23)


def _ring(number: int) -> tuple[int, ...]:
    return puzzle_of(number).ring[:PATCHES_A_DAY]


def _pairs(ring: tuple[int, ...]) -> list[tuple[int, int]]:
    return list(zip(ring[::2], ring[1::2], strict=True))  # none of a day shares a patch with another


def _chi_squared(counted: Counter[int]) -> float:
    expected = counted.total() / len(counted)
    return sum((count - expected) ** 2 / expected for count in counted.values())
