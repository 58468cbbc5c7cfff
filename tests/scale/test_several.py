"""What `make scale` shows at length holds in a few seconds too: processes race, share the shards, take over."""

from __future__ import annotations

import pytest

from tests.scale.races import race

pytestmark = pytest.mark.slow


async def test_races_for_the_same_games_leave_nothing_wrong(url: str) -> None:
    outcome = await race(url, 3)
    assert outcome.done
    assert (outcome.failed, outcome.wrong) == ({}, [])
