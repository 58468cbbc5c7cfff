"""What `make ladder` prints at length holds of a few servers too: the fit finds out who is strong."""

import pytest

from tools.bench.ladder import EARLIER, measured

SERVERS = 60


@pytest.mark.slow
@pytest.mark.parametrize(("spread", "games", "placed"), EARLIER)
def test_ladders_order_people_about_as_well_as_in_the_experiment(spread: int, games: int, placed: bool) -> None:
    excess, tau = measured(spread, games, placed, SERVERS)
    expected, expected_tau = EARLIER[spread, games, placed]
    assert excess < 1.25 * expected
    assert tau > expected_tau - 0.08


def test_games_against_rivals_are_worth_more_than_as_many_against_people() -> None:
    """Nobody is placed by chance: with them, fewer games tell as much."""
    placed, without = (measured(200, 5, placed, SERVERS) for placed in (True, False))
    assert placed[0] < 0.8 * without[0]
    assert placed[1] > without[1]
