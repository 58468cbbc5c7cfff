"""Button income: spaces 5, 11, 17, 23, 29, 35, 41, 47 and 53."""

import pytest

from game import PATCHES, Position
from game.facts import Income
from tests.game.building import after, facts, seat, table

# patch 1: 2 buttons, 2 time · 4: 3 buttons, 3 time, 1 button printed · 10: 7 buttons, 6 time, 3 printed


EARNS: dict[str, tuple[Position, str, list[Income]]] = {
    "on landing on it": (table(seat(3, income=2), seat(9)), "1N@A1", [Income(1, 5, 2)]),
    "on passing it": (table(seat(4, income=2), seat(9)), "1N@A1", [Income(1, 5, 2)]),
    "not again when leaving it": (table(seat(5, income=2), seat(9)), "1N@A1", []),
    "nor before it": (table(seat(2, income=2), seat(9)), "1N@A1", []),
    "with the patch just sewn": (table(seat(3, income=2), seat(9), (4, 1, 2)), "4N@A1", [Income(1, 5, 3)]),
    "on advancing, besides the buttons for the spaces": (table(seat(4, income=3), seat(6)), "+", [Income(1, 5, 3)]),
    "twice": (table(seat(4, income=3), seat(10)), "+", [Income(1, 5, 3), Income(1, 11, 3)]),
    "once for each symbol crossed": (table(seat(5, buttons=7), seat(10), (10, 1, 2)), "10N@A1", [Income(1, 11, 3)]),
    "on the last space, even when it is overshot": (
        table(seat(52, buttons=7), seat(53), (10, 1, 2)),
        "10N@A1",
        [Income(1, 53, 3)],
    ),
    "alone, even when the other was there first": (
        table(seat(4, income=2), seat(7, buttons=5, income=9)),
        "1N@A1",
        [Income(1, 5, 2)],
    ),
    "nothing, without buttons on the quilt": (table(seat(4), seat(6)), "+", [Income(1, 5, 0)]),
}


@pytest.mark.parametrize(("position", "move", "expected"), EARNS.values(), ids=EARNS)
def test_it_pays(position: Position, move: str, expected: list[Income]) -> None:
    happened, before, now = facts(position, move), position.player(1), after(position, move).player(1)
    assert [fact for fact in happened if isinstance(fact, Income)] == expected
    cost = PATCHES[int(move[:-4])].cost if move != "+" else before.space - now.space
    assert now.buttons == before.buttons - cost + sum(fact.buttons for fact in expected)
    assert after(position, move).player(2) == position.player(2)
