"""What Discord refuses is left alone, each time for longer."""

import aiohttp
import pytest

from bot.ui.publish.channels import LONGEST_PAUSE, Backoff


def test_pauses_begin_quickly_and_then_double() -> None:
    time = 0.0
    backoff = Backoff(60, lambda: time, (2, 8))
    pauses = []
    for _ in range(5):
        pauses.append(backoff.failed("a board"))
        assert backoff.is_waiting("a board")
        assert not backoff.is_waiting("another")
        time += pauses[-1]
        assert not backoff.is_waiting("a board")
    assert pauses == [2, 8, 60, 120, 240]
    for _ in range(20):
        time += backoff.failed("a board")
    assert backoff.failed("a board") == LONGEST_PAUSE
    backoff.succeeded("a board")
    assert not backoff.is_waiting("a board")


def test_refusals_during_a_pause_do_not_make_it_longer() -> None:
    """As of a channel that is closed for a moment while many games are played in it."""
    time = 0.0
    backoff = Backoff(60, lambda: time)
    assert backoff.failed("a channel") == 60
    time = 15.0
    assert [backoff.failed("a channel") for _ in range(9)] == [45] * 9
    time = 60.0
    assert not backoff.is_waiting("a channel")
    assert backoff.failed("a channel") == 120
    backoff.failed("a channel", for_ever=True)
    time = 1e9
    assert backoff.is_waiting("a channel")


def test_somebody_who_waits_need_not_wait_for_hours() -> None:
    time = 0.0
    backoff = Backoff(60, lambda: time, longest=300)
    pauses = []
    for _ in range(5):
        pauses.append(backoff.failed("a rival's move"))
        time += pauses[-1]
    assert pauses == [60, 120, 240, 300, 300]


@pytest.mark.parametrize("fault", [None, aiohttp.ClientError("no network")], ids=["it says so", "it raises"])
async def test_what_cannot_be_shown_is_left_alone_for_a_while_and_keeps_nothing_else(fault: Exception | None) -> None:
    time, shown = 0.0, list[float]()
    backoff = Backoff(60, lambda: time)

    async def show() -> bool:
        shown.append(time)
        if fault and time < 100:
            raise fault
        return time >= 100

    for moment in (0.0, 59.0, 61.0, 180.0, 181.0, 182.0):
        time = moment
        await backoff.attempt("wall", show, "wall %s cannot be shown now", 1)
    assert shown == [0.0, 61.0, 181.0, 182.0], "60 seconds, then twice as long; once it has worked, none"
