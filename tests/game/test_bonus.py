"""The 7x7 bonus."""

import pytest

from game import Position
from game.facts import Advanced, BonusTaken, Fact, LeatherSewed, LeatherWon, Sewed
from tests.game.building import ONE_SHORT, THREE_SHORT, after, facts, placement, seat, table

SEWN = Sewed(1, placement("1N@B1"))
BONUS: dict[str, tuple[Position, str, tuple[Fact, ...]]] = {
    "the first to cover a 7x7 area takes it": (
        table(seat(0, diagram=THREE_SHORT), seat(9)),
        "1N@B1",
        (SEWN, BonusTaken(1)),
    ),
    "whichever seat": (
        table(seat(9), seat(0, diagram=THREE_SHORT)),
        "1N@B1",
        (Sewed(2, placement("1N@B1")), BonusTaken(2)),
    ),
    "the second one gets nothing": (table(seat(0, diagram=THREE_SHORT), seat(9), bonus=2), "1N@B1", (SEWN,)),
    "nor does another area": (table(seat(0, diagram=THREE_SHORT), seat(9), bonus=1), "1N@B1", (SEWN,)),
    "before the token moves": (
        table(seat(18, diagram=THREE_SHORT), seat(19)),
        "1N@B1",
        (SEWN, BonusTaken(1), LeatherWon(1, 20, True)),
    ),
    "an area with a hole takes nothing": (  # A1 to C1: D1 stays open
        table(seat(0, diagram=THREE_SHORT), seat(9)),
        "1N@A1",
        (Sewed(1, placement("1N@A1")),),
    ),
    # cannot be without the tile in a game; shows that only sewing is looked at
    "nor does advancing": (table(seat(0, diagram="#######.. " * 7), seat(2)), "+", (Advanced(1, 3),)),
}


@pytest.mark.parametrize(("position", "move", "expected"), BONUS.values(), ids=BONUS)
def test_who_takes_the_bonus_tile(position: Position, move: str, expected: tuple[Fact, ...]) -> None:
    assert facts(position, move) == expected
    taken = next((fact.seat for fact in expected if isinstance(fact, BonusTaken)), position.bonus)
    moved = after(position, move)
    assert moved.bonus == taken
    assert [moved.score(number).bonus for number in (1, 2)] == [7 * (taken == 1), 7 * (taken == 2)]


def test_it_is_checked_after_leather_too() -> None:
    position = table(seat(18, diagram=ONE_SHORT), seat(19))
    won = after(position, "1N@A9")
    assert (won.leather, won.bonus) == (1, 0)
    assert won.play(placement("*G7")).facts == (LeatherSewed(1, placement("*G7")), BonusTaken(1))
    assert after(won, "*G7").bonus == 1
    assert after(won, "*H7").bonus == 0
