"""The benchmarks: which results break the run."""

import pytest

from tools.bench.measure import ABSOLUTE, UNNOTICED, WALL, Result, at_most


def result(ratio: float, *, at_most: bool = True, loose: str = "") -> Result:
    return Result("a click", "3 ms", "1 ms", "its floor", ratio, 1.0, at_most=at_most, loose=loose)


@pytest.mark.parametrize(
    ("ratio", "at_most", "met", "broken"),
    [
        *((0.5, True, True, False), (1.0, True, True, False), (1.09, True, False, False), (1.11, True, False, True)),
        *((1.5, False, True, False), (0.91, False, False, False), (0.89, False, False, True)),
    ],
)
def test_a_goal_that_is_missed_by_more_than_a_tenth_breaks_the_run(
    ratio: float, at_most: bool, met: bool, broken: bool
) -> None:
    one = result(ratio, at_most=at_most)
    assert (one.met, one.broken) == (met, broken)
    assert str(one).endswith("missed") is not met


def test_a_bound_may_not_be_missed_at_all() -> None:
    assert [at_most("a click", seconds, 0.025, slack=0).broken for seconds in (0.025, 0.0251)] == [False, True]


@pytest.mark.parametrize("loose", [WALL, ABSOLUTE, UNNOTICED])
def test_what_depends_on_the_machine_or_what_nobody_notices_says_so_and_breaks_nothing(loose: str) -> None:
    assert not result(9.0, loose=loose).broken
    assert str(result(9.0, loose=loose)).endswith(f"missed ({loose})")
