"""Which suite runs a test: each test has one tier, and a longer suite runs the tiers of the shorter ones, too.

``make test-fast`` runs *fast*, ``make test`` runs *push* as well, ``make test-postgresql`` beside it *server* alone,
``make test-all`` all these and *night*, and ``make soak`` *soak* alone. Why: decision 0072.
"""

import pytest

TIERS = {"fast", "push", "server", "night", "soak"}

collected: list[pytest.Item] = []
"""All tests of the files that were collected, also those that are not to run."""


def is_world(item: pytest.Item) -> bool:
    """Whether a test lives in a simulated Discord, which takes a fifth of a second of CPU."""
    return "world" in getattr(item, "fixturenames", ())


def tier_of(item: pytest.Item) -> str:
    """The tier of a test: what it is marked with, or else what follows from what it needs."""
    marks = {mark.name for mark in item.iter_markers()}
    for name, tier in {"soak": "soak", "night": "night", "postgresql": "server"}.items():
        if name in marks:
            return tier
    if "cheapest" in marks:
        return "fast"
    return "push" if "slow" in marks or is_world(item) else "fast"
