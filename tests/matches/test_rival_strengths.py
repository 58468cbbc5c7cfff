"""How strong rivals are among people, as far as people have met them."""

from random import Random

import pytest

from bot.matches.bradley_terry import Played, chance
from bot.matches.rival_strengths import OFF, among_people
from bot.matches.standings import RIVALS


def games(rng: Random, true: dict[str, float], each: int = 400) -> list[Played]:
    """Twenty people, near Pin, who have met each other and some rivals."""
    people = {f"person {number}": rng.gauss(1500, 150) for number in range(20)}
    strengths = people | true
    played = []
    for number in range(4 * each):
        one, other = rng.choice(list(people)), rng.choice(list(people if number % 4 else true))
        if one != other:
            one, other = (one, other) if rng.random() < 0.5 else (other, one)
            played.append(Played(one, other, 1 if rng.random() < chance(strengths[one], strengths[other]) else 2))
    return played


def test_a_level_that_nobody_has_met_is_not_told() -> None:
    assert among_people([]) == []
    (pin,) = among_people([Played("a", "pin", 1), Played("pin", "a", 1), Played("pin", "a", 1, 0.5)])
    assert (pin.level, pin.games, pin.won) == ("pin", 3, 1)


def test_a_game_that_counts_for_nothing_leaves_a_level_where_the_arena_has_it() -> None:
    (pin,) = among_people([Played("a", "pin", 1, 0.0)])
    assert pin.strength == pytest.approx((RIVALS["pin"], OFF))


def test_levels_are_where_the_arena_has_them_if_people_do_as_expected() -> None:
    found = {each.level: each for each in among_people(games(Random(1), {at: RIVALS[at] for at in ("tassel", "pin")}))}
    assert list(found) == ["tassel", "pin"]
    for level, each in found.items():
        assert each.strength.value == pytest.approx(RIVALS[level], abs=2 * each.strength.deviation)
        assert each.strength.deviation < OFF / 2


@pytest.mark.slow
def test_a_level_that_is_stronger_among_people_than_in_the_arena_is_found_so() -> None:
    true = {"tassel": RIVALS["tassel"], "pin": RIVALS["pin"] + 200, "button": RIVALS["button"]}
    found = {
        each.level: each.strength.value - RIVALS[each.level] for each in among_people(games(Random(2), true, 1_000))
    }
    assert found["pin"] - (found["tassel"] + found["button"]) / 2 > 100
