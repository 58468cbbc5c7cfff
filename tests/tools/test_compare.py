"""The comparison of two checkouts: what is counted of a process, and how pairs of runs are summed up."""

import os
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from tests.wire.process import REPOSITORY
from tests.wire.runs import Figures
from tests.wire.usage import Usage, usage_of
from tests.wire.world import LONG_ENOUGH
from tools import compare
from tools.compare import MEASURES, Run

linux = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="reads /proc")


def burn(seconds: float) -> None:
    end = time.thread_time() + seconds
    while time.thread_time() < end:
        pass


@pytest.mark.slow
@linux
def test_the_main_thread_is_a_part_of_the_process() -> None:
    before = usage_of(os.getpid())
    thread = threading.Thread(target=burn, args=(0.2,))
    thread.start()
    thread.join()
    burn(0.1)
    used = usage_of(os.getpid()).since(before)
    assert used.loop == pytest.approx(0.1, abs=0.05)
    assert used.cpu == pytest.approx(0.3, abs=0.08)
    assert used.memory > 10e6


def run(cpu: float, *, seconds: float = 0.01, memory: int = 200) -> Run:
    usage = Usage(cpu, cpu / 2, memory * 1_000_000)
    return Run(Figures(seconds=[seconds] * 100, start=1.5, usage=usage, moves=50, files=90, sent=3_000_000), errors=0)


def test_the_ratio_of_the_medians_is_beside_its_aims() -> None:
    pairs = [(run(1.0), run(0.5)), (run(2.0), run(1.2)), (run(1.0), run(0.6))]
    cpu, loop, _, p99, start, memory, sent, files = (measure.summed_up(pairs) for measure in MEASURES)
    assert " ".join(cpu.split()) == "CPU a click 10.0 6.0 ms 0.60x at most 25 ms, at most 1.1x"
    assert " ".join(loop.split()) == "event loop 5.0 3.0 ms 0.60x"
    assert " ".join(p99.split()) == "p99 10.0 10.0 ms 1.00x at most 150 ms"
    assert " ".join(start.split()) == "start 1500.0 1500.0 ms 1.00x at most 2000 ms"
    assert " ".join(memory.split()) == "memory 200.0 200.0 MB 1.00x at most 250 MB"
    assert " ".join(sent.split()) == "sent, move 60.0 60.0 KB 1.00x"
    assert " ".join(files.split()) == "files, move 1.8 1.8 1.00x"


@pytest.mark.parametrize(
    ("then", "now", "status"),
    [
        (run(1.0), run(1.1), 0),
        (run(1.0), run(1.11), 1),
        (run(2.5), run(2.6), 1),
        (run(1.0), run(1.0, seconds=0.15), 0),
        (run(1.0, seconds=0.2), run(1.0, seconds=0.16), 1),
        (run(1.0), run(1.0, memory=251), 1),
    ],
)
def test_a_click_that_is_dearer_by_more_than_a_tenth_or_a_bound_that_is_passed_fails_it(
    then: Run, now: Run, status: int, capsys: pytest.CaptureFixture[str]
) -> None:
    assert compare.sum_up("abcdef0", [(then, now)]) == status
    assert ("missed" in capsys.readouterr().out) == bool(status)


def test_a_pair_for_which_the_machine_was_too_busy_is_left_out(capsys: pytest.CaptureFixture[str]) -> None:
    assert compare.sum_up("abcdef0", [None, (run(1.0), run(0.5)), None]) == 0
    *_, cpu, _loop, _p50, _p99, _start, _memory, _sent, _files, said = capsys.readouterr().out.splitlines()
    assert cpu.split()[3:7] == ["10.0", "5.0", "ms", "0.50x"]
    assert said.startswith("Only 1 of 3 pairs were measured. The machine cannot keep up")
    assert compare.sum_up("abcdef0", [None, None]) == 1
    assert capsys.readouterr().out.startswith("No pair was measured. The machine cannot keep up")


@pytest.mark.soak
@linux
def test_it_runs_against_the_last_commit() -> None:
    command = [sys.executable, "-m", "tools.compare", "HEAD"]
    options = ["--rounds", "1", "--seconds", "3", "--tables", "2", "--rate", "5"]
    done = subprocess.run(
        [*command, *options], cwd=REPOSITORY, capture_output=True, text=True, timeout=LONG_ENOUGH, check=False
    )
    title, _head, *runs, _blank, _of, cpu, _loop, _p50, _p99, _start, _memory, _sent, _files = done.stdout.splitlines()
    assert title == "2 tables, 5 clicks a second, 1 rounds of 3 s"
    assert [len(line.split()) for line in runs] == [24, 24]
    assert cpu.startswith("CPU a click")
