"""How strong rivals are among people, in the same fit as the ladders: pure (decision 0064)."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt

from bot.matches.bradley_terry import PER_ELO, Fit, Played, Strength, chance, fit
from bot.matches.standings import RIVALS

OFF = 120.0
"""How far a rival may be from where the arena has it, as a standard deviation in Elo: people are no programs."""

MOST_ROUNDS, CLOSE = 50, 1.0
"""People and rivals are fitted by turns, until no rival moves by more, in Elo."""


@dataclass(frozen=True, slots=True)
class AmongPeople:
    """A level of rivals as people have met it: how many games, how many of them people won, and how strong it is."""

    level: str
    games: int
    won: int
    strength: Strength


def among_people(games: Sequence[Played]) -> list[AmongPeople]:
    """Fit people and rivals to all games at once. Returns all levels that people have met, the weakest first."""
    met = {level: [game for game in games if level in game[:2]] for level in RIVALS}
    values = dict(RIVALS)
    strengths = {level: Strength(at, OFF) for level, at in RIVALS.items()}
    for _ in range(MOST_ROUNDS):
        people = fit(games, values)
        strengths = {level: _strength(level, met[level], people) for level in RIVALS}
        farthest = max(abs(strength.value - values[level]) for level, strength in strengths.items())
        values = {level: strength.value for level, strength in strengths.items()}
        if farthest < CLOSE:
            break
    return [
        AmongPeople(level, len(each), sum(level != game[game.winner - 1] for game in each), strengths[level])
        for level, each in met.items()
        if each
    ]


def _strength(level: str, games: Sequence[Played], people: Fit) -> Strength:
    value = RIVALS[level]
    for _ in range(20):
        slope, known = (RIVALS[level] - value) / OFF**2, 1 / OFF**2
        for game in games:
            begins = game.first == level
            other = people.strengths[game.second if begins else game.first].value
            likely = chance(value, other) if begins else 1 - chance(other, value)
            won = (game.winner == 1) == begins
            slope += game.weight * PER_ELO * (won - likely)
            known += game.weight * PER_ELO**2 * likely * (1 - likely)
        value += slope / known
    return Strength(value, 1 / sqrt(known))
