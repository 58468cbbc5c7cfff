"""Each test has one tier, and so one suite that is the first to run it."""

from collections import Counter

import pytest

from tests.tiers import TIERS, collected, is_world


def test_each_test_has_one_tier() -> None:
    tiers = {item.nodeid: TIERS & {mark.name for mark in item.iter_markers()} for item in collected}
    assert [test for test, its in tiers.items() if len(its) != 1] == []


def test_one_world_of_each_file_is_looked_at_with_each_save() -> None:
    tests = [item for item in collected if is_seen_by_day(item)]
    if not tests:
        pytest.skip("no tests of what users see were collected: run this with them")
    fast = Counter(item.path.name for item in tests if item.get_closest_marker("cheapest"))
    assert fast == Counter({item.path.name for item in tests}), "mark the cheapest world of each file as such"


def is_seen_by_day(item: pytest.Item) -> bool:
    """Whether a test shows what users see, in a world, and before the night."""
    return is_world(item) and "ui" in item.path.parts and not {"night", "server"} & {*item.keywords}
