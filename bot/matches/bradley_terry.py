"""Fits the strengths of players to all their games at once: a pure Bradley–Terry fit, independent of game order.

Of two players, one wins with a chance of 1 / (1 + 10^(-d / 400)), where d is by how much stronger they are, in Elo;
the one who begins has `FIRST` more. Each player's strength is fitted in turn, as if all others were known, until none
moves any more. People are near a common mean, and some players, such as rivals, stand fixed (decision 0064).
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from math import exp, log, sqrt
from typing import NamedTuple

FIRST = 30.0
"""What it is worth to begin, in Elo."""

PRIOR = 150.0
"""How far people are from their mean, as a standard deviation in Elo, before they have played."""

MEAN, MEAN_PRIOR = 1400.0, 300.0
"""Where the mean of people is before anybody has played, and how far from there it may be."""

PER_ELO = log(10) / 400
"""The log odds of one point of Elo."""

CLOSE, MOST_SWEEPS = 0.01, 1000
"""A fit is done once a sweep moves nobody by more, in Elo; or after so many sweeps."""

Player = int | str
"""A person by their number, or a rival by its level."""


class Played(NamedTuple):
    """A game: who began, who did not, which of the two has won (1 or 2), and what it counts, from 0 to 1."""

    first: Player
    second: Player
    winner: int
    weight: float = 1.0


class Strength(NamedTuple):
    """How strong somebody is, in Elo, and its standard deviation; 0 for a player who stands fixed."""

    value: float
    deviation: float = 0.0


@dataclass(frozen=True, slots=True)
class Fit:
    """The strengths of all who have played, and the mean of the people among them."""

    strengths: Mapping[Player, Strength]
    mean: float = MEAN


_Met = list[tuple[int, float, bool, float]]
"""A player's games: the number of the other, what beginning is worth in log odds, whether it was won, its weight."""


def chance(one: float, two: float) -> float:
    """The chance of the player who begins to win, by the strengths of both in Elo."""
    return 1 / (1 + exp((two - one - FIRST) * PER_ELO))


def fit(games: Iterable[Played], fixed: Mapping[str, float] | None = None) -> Fit:
    """Fit strengths to games; ``fixed`` ones stay. The same games give the same bits, in whatever order they come."""
    fixed = fixed or {}
    weights: dict[tuple[Player, Player, int], list[float]] = defaultdict(list)
    for one, two, winner, weight in games:
        weights[one, two, winner].append(weight)
    people = sorted({each for key in weights for each in key[:2] if each not in fixed}, key=str)
    number = {each: index for index, each in enumerate((*people, *fixed))}
    met: list[_Met] = [[] for _ in number]
    for (one, two, winner), each in sorted(weights.items(), key=str):
        weight = sum(sorted(each))
        met[number[one]].append((number[two], FIRST * PER_ELO, winner == 1, weight))
        met[number[two]].append((number[one], -FIRST * PER_ELO, winner == 2, weight))
    values, mean, known = _settled([*fixed.values()], met[: len(people)])
    found = {each: Strength(value, 1 / sqrt(info)) for each, value, info in zip(people, values, known, strict=True)}
    return Fit(found | {each: Strength(value) for each, value in fixed.items()}, mean)


def _settled(fixed: list[float], met: list[_Met]) -> tuple[list[float], float, list[float]]:
    """Find where all who have met others settle. Returns their strengths, the mean, and how much is known of each."""
    count = len(met)
    values, known, mean = [MEAN] * count + fixed, [1 / PRIOR**2] * count, MEAN
    with_fixed = [(index, [one for one in games if one[0] >= count]) for index, games in enumerate(met)]
    with_fixed = [each for each in with_fixed if each[1]]
    for _ in range(MOST_SWEEPS):
        farthest = 0.0
        for index, games in enumerate(met):
            slope, curve = _lean(values, index, games)
            known[index] = curve + 1 / PRIOR**2
            step = (slope + (mean - values[index]) / PRIOR**2) / known[index]
            values[index] += step
            farthest = max(farthest, abs(step))
        near = sum(values[:count]) / PRIOR**2 + MEAN / MEAN_PRIOR**2
        mean = near / (count / PRIOR**2 + 1 / MEAN_PRIOR**2)
        # now all people at once, with their mean, which would take many sweeps: only what is fixed can hold them
        leans = [_lean(values, index, games) for index, games in with_fixed]
        slope, curve = (sum(each) for each in zip((0.0, 0.0), *leans, strict=True))
        shift = (slope + (MEAN - mean) / MEAN_PRIOR**2) / (curve + 1 / MEAN_PRIOR**2)
        mean += shift
        values[:count] = [value + shift for value in values[:count]]
        if max(farthest, abs(shift)) < CLOSE:
            break
    return values[:count], mean, known


def _lean(values: list[float], index: int, games: _Met) -> tuple[float, float]:
    """Tell how far the games of a player would have them stronger: the first two derivatives of the log likelihood."""
    own, slope, curve = values[index], 0.0, 0.0
    for other, ahead, won, weight in games:
        likely = 1 / (1 + exp((values[other] - own) * PER_ELO - ahead))
        slope += weight * (won - likely)
        curve += weight * likely * (1 - likely)
    return slope * PER_ELO, curve * PER_ELO**2
