"""The fit: what it says of few games can be worked out by hand; and nothing but the games has a say in it."""

from itertools import pairwise
from math import log
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.matches.bradley_terry import FIRST, MEAN, PER_ELO, PRIOR, Fit, Played, chance, fit

LEVELS = {"pin": 1500.0, "bobbin": 2015.0}

SEEDS = st.integers(0, 10**9).map(Random)


def value(found: Fit, player: int | str) -> float:
    return found.strengths[player].value


def simulated(rng: Random, people: int, games: int) -> list[Played]:
    true = [rng.gauss(MEAN, 200) for _ in range(people)]
    played = []
    for _ in range(games):
        one, two = rng.sample(range(people), 2)
        winner = 1 if rng.random() < chance(true[one], true[two]) else 2
        played.append(Played(one, two, winner, rng.choice([1.0, 0.5, 0.25])))
    return played


def test_400_points_are_odds_of_ten_to_one_and_beginning_is_worth_thirty() -> None:
    assert chance(1400 - FIRST, 1000) == pytest.approx(10 / 11)
    assert chance(1000, 1000) == pytest.approx(1 / (1 + 10 ** (-FIRST / 400)))
    assert log(10) / 400 == PER_ELO


def test_two_who_have_won_as_much_are_equal() -> None:
    """Each began once, and won once."""
    found = fit([Played(1, 2, 1), Played(2, 1, 1)])
    assert value(found, 1) == pytest.approx(value(found, 2))
    assert value(found, 1) == pytest.approx(MEAN, abs=0.1)
    assert fit([]) == Fit({}, MEAN)
    assert fit([Played(1, 2, 1)]) == fit([Played(1, 2, 1, 0.5)] * 2), "half a game twice is a game"


def test_one_game_moves_both_by_as_much_as_the_prior_lets_it() -> None:
    """At the best fit, what the game pulls is what the prior holds: (1 - p) per log odds against d / PRIOR squared."""
    found = fit([Played(1, 2, 1)])
    one, two = value(found, 1), value(found, 2)
    assert one - MEAN == pytest.approx(MEAN - two, abs=0.1)
    pull = PER_ELO * (1 - chance(one, two))
    assert pull == pytest.approx((one - found.mean) / PRIOR**2, rel=0.01)


def test_who_stands_fixed_stays_there_and_draws_people_along() -> None:
    found = fit([Played(1, "bobbin", 1), Played("bobbin", 1, 2), Played(2, 1, 1)], LEVELS)
    assert (value(found, "bobbin"), value(found, "pin")) == (2015, 1500)
    assert value(found, 1) > 1600
    assert value(found, 2) > value(found, 1) - 150, "who beats them is strong, too, though he has met no rival"
    assert found.mean > MEAN


def test_the_more_games_the_surer() -> None:
    surer = [fit([Played(1, 2, number % 2 + 1) for number in range(games)]).strengths[1] for games in (1, 5, 40)]
    assert all(later.deviation < before.deviation for before, later in pairwise(surer))
    assert surer[0].deviation < PRIOR


@settings(max_examples=30, deadline=None)
@given(SEEDS, st.integers(2, 9), st.integers(1, 60))
def test_the_order_of_games_does_not_matter_to_the_last_bit(rng: Random, people: int, games: int) -> None:
    played = simulated(rng, people, games)
    played += [Played(rng.randrange(people), "pin", rng.choice([1, 2])) for _ in range(3)]
    shuffled = rng.sample(played, len(played))
    assert fit(shuffled, LEVELS) == fit(played, LEVELS)


@settings(max_examples=30, deadline=None)
@given(SEEDS, st.integers(3, 9), st.integers(5, 60))
def test_what_fits_best_cannot_be_bettered_by_moving_anybody(rng: Random, people: int, games: int) -> None:
    played = simulated(rng, people, games)
    found = fit(played, LEVELS)

    def likelihood(moved: int, by: float) -> float:
        values = {who: strength.value + by * (who == moved) for who, strength in found.strengths.items()}
        told = sum(
            weight * log(chance(values[one], values[two]) if winner == 1 else 1 - chance(values[one], values[two]))
            for one, two, winner, weight in played
        )
        return told - sum((values[who] - found.mean) ** 2 for who in range(people) if who in values) / 2 / PRIOR**2

    for who in range(people):
        if who in found.strengths:
            assert likelihood(who, 0) > max(likelihood(who, 5), likelihood(who, -5))


def test_a_fit_comes_to_an_end_whatever_has_been_played() -> None:
    """One who wins everything, chains of people, and weights of nothing."""
    assert value(fit([Played(1, 2, 1)] * 10_000), 1) < MEAN + 1_000
    chain = [Played(number, number + 1, 1) for number in range(300)]
    values = [value(fit(chain), who) for who in (0, 150, 300)]
    assert values == sorted(values, reverse=True)
    assert value(fit([Played(1, 2, 1, 0.0)]), 1) == pytest.approx(MEAN)
