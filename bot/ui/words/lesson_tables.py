"""The toy tables of the lesson. Each is a real position and each choice a real move: the rules say what follows."""

from dataclasses import dataclass

import render
from game import ADVANCE, PATCHES, Placement, Player, Position
from game.facts import Fact
from game.placements import parse_placement
from game.quilt import EMPTY_QUILT
from game.tidy import tidiest

YOU = 1
"""The seat of the learner."""

ADVANCING = "advance"
"""The choice to advance; the others are the numbers of patches."""


@dataclass(frozen=True, slots=True)
class Turn:
    """A turn on a toy table: the position before it and after it, what happened, and what was sewn."""

    before: Position
    after: Position
    facts: tuple[Fact, ...]
    new: tuple[Placement, ...]


@dataclass(frozen=True, slots=True)
class Toy:
    """A position, and what may be tried in it: some of the offers by their numbers, and advancing."""

    position: Position
    choices: tuple[str, ...]

    def turn(self, choice: str) -> Turn:
        """Make one of the choices. A patch is sewn as it lies on offer, where that is tidiest."""
        position, new = self.position, tuple[Placement, ...]()
        if choice != ADVANCING:
            patch = position.offers[int(choice) - 1]
            new = (tidiest(position.player(position.turn).quilt, patch, render.lying(patch.id))[0],)
        step = position.play(new[0] if new else ADVANCE)
        return Turn(position, step.position, step.facts, new)


def _player(space: int, buttons: int, sewn: str = "") -> Player:
    """A seat with its quilt; placements are spelled as in records."""
    placements = [parse_placement(name) for name in sewn.split()]
    quilt = EMPTY_QUILT
    for placement in placements:
        quilt = quilt.sew(placement)
    return Player(space, buttons, sum(placement.patch.income for placement in placements), quilt)


def _table(one: Player, two: Player, *offers: int, bonus: int = 0) -> Position:
    """A position with these patches on offer; behind them lie all that are not sewn."""
    sewn = {placement.patch.id for player in (one, two) for placement in player.quilt.patches}
    ring = (*offers, *(patch.id for patch in PATCHES if patch.id not in {*sewn, *offers}))
    return Position("classic", ring, (one, two), 1 if one.space <= two.space else 2, bonus=bonus)


END = _table(
    _player(
        53,
        25,
        "1E@I2 3N@E4 4N@A1 5S@D8 9n@G1 10E@B4 14N@A2 17n@D1 19N@E5 20W@A6 21E@C3 25n@C7 28E@G4 29N@E2 30E@G7 "
        "*I6 *B7 *C7 *H9",
    ),
    _player(
        53,
        19,
        "0E@I2 2S@H8 7E@G6 8N@F5 11N@B4 13E@H4 15E@F1 16W@A2 22W@A6 23N@A1 24S@B6 26N@D1 27n@G1 32E@D6 *A5",
    ),
    bonus=1,
)
"""A game that is over: 26 to 1."""

SEVEN = _table(
    _player(33, 6, "10N@A1 13n@C1 18E@E1 11E@A2 9E@C2 4E@B3 7E@F3 28S@C4 17s@A6 20S@D6 *D4"),
    _player(30, 9),
    bonus=1,
)
"""A leather patch has just filled the last gap of a 7×7 area."""

PLACED = _table(_player(26, 5, "4N@A1 6N@A2 19N@D1 24N@F1 32E@A3 *I1"), _player(30, 9), 5, 27, 11, 31, 8, 13)
"""The table on which the first patch on offer is placed: here it leaves no hole, there it does."""

QUILT = PLACED.player(YOU).quilt

GHOST = parse_placement("5N@E6")
"""The patch to be sewn on it, as it lies at first."""

PLACING = 3
"""The page on which a patch is placed."""

TOYS = {
    2: Toy(_table(_player(0, 5), _player(0, 5), 5, 30, 31), ("1", "2", "3")),
    4: Toy(_table(_player(12, 4, "12N@A1 14S@A2"), _player(14, 3), 29, 13, 17), ("1", "2", "3", ADVANCING)),
    5: Toy(_table(_player(9, 2, "8N@A1 4N@C1"), _player(12, 3), 29, 13, 17), (ADVANCING,)),
}
"""The toy tables, by the number of their page: buying a patch, the time board, income."""

MIDDLE = Toy(
    _table(
        _player(26, 5, "4N@A1 6N@A2 19N@D1 24N@F1 32E@A3 *I1"),
        _player(30, 9, "1E@I1 5w@A2 9N@D1 15S@A6 17N@A1 18N@F1 22S@A8 28W@A3 *H1"),
        *(27, 11, 31, 8, 13, 0, 2),
    ),
    ("1",),
).turn("1")
"""A turn in the middle of a game: the player who took the patch moves again."""
