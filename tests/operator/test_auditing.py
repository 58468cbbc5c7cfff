"""The processes that replay games for the doctor end with it."""

import multiprocessing
import os
import select
import signal
from multiprocessing.connection import Connection

import pytest

from bot.operator.auditing import _pool
from tests.wire.world import LONG_ENOUGH


def doctor(pipe: Connection) -> None:
    """In a process of its own: begin to replay games, and never come to an end. Nobody but these has the pipe."""
    with _pool(1) as pool:
        pipe.send(pool.submit(os.getpid).result())
        signal.pause()


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(os, "pidfd_open"), reason="only Linux tells when a process ends that is not ours")
def test_they_end_when_it_is_killed() -> None:
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe()
    parent = context.Process(target=doctor, args=(theirs,))
    parent.start()
    assert ours.poll(LONG_ENOUGH)
    worker = os.pidfd_open(ours.recv())
    try:
        parent.kill()
        parent.join(LONG_ENOUGH)
        has_ended, _, _ = select.select([worker], [], [], LONG_ENOUGH)
        assert has_ended
    finally:
        os.close(worker)
