"""The shelf: stamps are painted once, come back as they were, and take no more room than there is."""

import pytest

from render import shelf
from render.canvas import stamp
from render.shelf import Shelf, kept
from render.stamp import Stamp
from render.symbols import disc
from render.theme import DAYLIGHT
from tests.render.seen import same


@pytest.fixture(autouse=True)
def small_shelves(monkeypatch: pytest.MonkeyPatch) -> None:
    """Room for two of the stamps of this test to lie ready."""
    monkeypatch.setattr(shelf, "ready_stamps", Shelf[Stamp](2 * painted(1).size))
    monkeypatch.setattr(shelf, "folded_stamps", Shelf(1 << 20))


def painted(number: int) -> Stamp:
    return stamp(disc(number, 60, DAYLIGHT), DAYLIGHT.linen, DAYLIGHT)


def test_a_stamp_is_painted_once_though_there_is_no_room_for_it_to_lie_ready() -> None:
    times: list[int] = []

    @kept
    def numbered(number: int) -> Stamp:
        times.append(number)
        return painted(number)

    for _ in range(3):
        for number in range(1, 6):
            assert same(numbered(number), painted(number))
    assert times == [1, 2, 3, 4, 5]
    assert shelf.ready_stamps.taken <= shelf.ready_stamps.room


def test_what_lay_idle_longest_goes_first() -> None:
    pieces: Shelf[Stamp] = Shelf(2 * painted(1).size)
    pieces.put("one", painted(1))
    pieces.put("two", painted(2))
    assert pieces.get("one") is not None
    pieces.put("three", painted(3))
    assert [pieces.get(key) is not None for key in ("one", "two", "three")] == [True, False, True]
    pieces.put("three", painted(4))
    assert pieces.taken == 2 * painted(1).size
    small: Shelf[Stamp] = Shelf(100)
    small.put("one", painted(1))
    assert (small.get("one"), small.taken) == (None, 0), "it is larger than the shelf"
