"""Programs that play as beginners do: they choose a patch by one thing about it, and sew it snugly, or somewhere.

None of them looks at the opponent or at what comes next, and all take a patch whenever they can pay for one. They are
programs, not people: how people do against the levels is not known.
"""

import random
from collections.abc import Callable, Sequence

from bot.matches.lookback import EARLY
from engine.moves import move_of
from engine.tables import INCOMES, LEATHER, SHIFT, SPOTS
from game import ADVANCE, Move, Position
from game.patches import Patch
from game.position import Player
from game.squares import ALL_SQUARES, LAST

Taste = Callable[[Patch, Player], float]
"""How much a player wants a patch."""

Hand = Callable[[Sequence[int], int, int, random.Random], int]
"""Where somebody sews: which of the numbers of places of a patch, given the patch and the mask of what is covered."""


def _contact(number: int, patch: int, covered: int) -> int:
    """Count how many edges of a patch would lie on other patches or on the rim."""
    _, beside, on_rim = SPOTS[patch][number]
    return (beside & covered).bit_count() + (on_rim >> SHIFT)


def tidy(places: Sequence[int], patch: int, covered: int, chance: random.Random) -> int:
    """Tell where the contact is greatest; of equal places any."""
    return max(places, key=lambda number: (_contact(number, patch, covered), chance.random()))


def sloppy(places: Sequence[int], patch: int, covered: int, chance: random.Random) -> int:
    """The same of an eighth of the places, which come to mind by chance."""
    return tidy(chance.sample(places, max(1, len(places) // 8)), patch, covered, chance)


def first_fit(places: Sequence[int], patch: int, covered: int, chance: random.Random) -> int:
    """The first place from the top left."""
    return places[0]


def worth(patch: Patch, player: Player) -> float:
    """Tell what a patch brings for each space of time: two points a square, and its income until the end, less its
    cost.
    """
    incomes = INCOMES[LAST] - INCOMES[player.space]
    return (2 * patch.size + patch.income * incomes - patch.cost) / patch.time


TASTES: dict[str, Taste] = {
    "worth": worth,
    "largest": lambda patch, _: patch.size,
    "buttons early": lambda patch, player: (100 * patch.income if player.space < EARLY else 0) + patch.size,
    "income": lambda patch, _: patch.income,
    "cheapest": lambda patch, _: -patch.cost,
}
HANDS: dict[str, Hand] = {"tidy": tidy, "sloppy": sloppy, "first fit": first_fit}

BEGINNERS = (
    ("worth", "tidy"),
    ("largest", "tidy"),
    ("income", "tidy"),
    ("worth", "sloppy"),
    ("largest", "sloppy"),
    ("cheapest", "sloppy"),
    ("largest", "first fit"),
)
"""The taste and the hand of each of them. ``worth, tidy`` is a thoughtful adult, ``largest, sloppy`` a child."""


def beginner(taste: str, hand: str, position: Position) -> Move:
    """The move of a beginner: always the same in the same position."""
    chance = random.Random(f"{position}")
    player = position.player(position.turn)
    covered = ALL_SQUARES & ~player.quilt.free
    if position.leather:
        return _sewn(LEATHER, hand, covered, chance)
    fitting = [patch for patch in position.offers if patch.cost <= player.buttons and _places(patch.id, covered)]
    if not fitting:
        return ADVANCE
    wanted = max(fitting, key=lambda patch: TASTES[taste](patch, player))
    return _sewn(wanted.id, hand, covered, chance)


def _places(patch: int, covered: int) -> list[int]:
    return [number for number, (mask, _, _) in enumerate(SPOTS[patch]) if not mask & covered]


def _sewn(patch: int, hand: str, covered: int, chance: random.Random) -> Move:
    number = HANDS[hand](_places(patch, covered), patch, covered, chance)
    return move_of(patch, SPOTS[patch][number][0])
