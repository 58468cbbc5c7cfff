"""What Discord refuses is left alone, each time for longer."""

from __future__ import annotations

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
    backoff.worked("a board")
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
