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


def run(cpu: float, clicks: int = 100) -> Run:
    return Run(Figures(seconds=[0.01] * clicks, usage=Usage(cpu, cpu / 2, 200_000_000)), errors=0)


def test_the_ratio_of_the_medians_is_beside_its_aim() -> None:
    pairs = [(run(1.0), run(0.5)), (run(2.0), run(1.2)), (run(1.0), run(0.6))]
    cpu, _, _, p99, memory = (measure.summed_up(pairs) for measure in MEASURES)
    assert cpu.split() == ["CPU", "a", "click", "10.0", "6.0", "ms", "0.60x", "at", "most", "0.4,", "missed"]
    assert p99.split() == ["p99", "10.0", "10.0", "ms", "1.00x", "at", "most", "0.13,", "missed"]
    assert memory.split() == ["memory", "200.0", "200.0", "MB", "1.00x", "at", "most", "200", "MB"]


def test_against_any_other_commit_nothing_may_be_dearer() -> None:
    cpu, loop, *_ = (measure.summed_up([(run(1.0), run(0.9))], "abcdef0") for measure in MEASURES)
    assert cpu.split()[-3:] == ["at", "most", "1"]
    assert loop.split()[-3:] == ["at", "most", "1"]
    dearer, *_ = (measure.summed_up([(run(1.0), run(1.1))], "abcdef0") for measure in MEASURES)
    assert dearer.endswith("missed")


def test_a_pair_for_which_the_machine_was_too_busy_is_left_out(capsys: pytest.CaptureFixture[str]) -> None:
    assert compare.sum_up("abcdef0", [None, (run(0.5), run(1.0)), None]) == 0
    *_, cpu, _loop, _p50, _p99, _memory, said = capsys.readouterr().out.splitlines()
    assert cpu.split()[3:7] == ["5.0", "10.0", "ms", "2.00x"]
    assert said.startswith("Only 1 of 3 pairs were measured. The machine cannot keep up")
    assert compare.sum_up("abcdef0", [None, None]) == 1
    assert capsys.readouterr().out.startswith("No pair was measured. The machine cannot keep up")


@pytest.mark.soak
@linux
def test_it_runs_against_the_last_commit() -> None:
    command = [sys.executable, "-m", "tools.compare", "HEAD"]
    options = ["--rounds", "1", "--seconds", "3", "--tables", "2", "--rate", "5"]
    done = subprocess.run(
        [*command, *options], cwd=REPOSITORY, capture_output=True, text=True, timeout=LONG_ENOUGH, check=True
    )
    title, _head, *runs, _blank, _of, cpu, _loop, _p50, _p99, _memory = done.stdout.splitlines()
    assert title == "2 tables, 5 clicks a second, 1 rounds of 3 s"
    assert [len(line.split()) for line in runs] == [19, 19]
    assert cpu.startswith("CPU a click")
