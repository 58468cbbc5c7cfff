"""Measuring two ways of doing the same work, in turns and by CPU time, so that a busy machine slows both alike."""

from collections.abc import Callable
from dataclasses import dataclass
from statistics import median
from time import process_time

ROUNDS = 11

WALL, ABSOLUTE, UNNOTICED = "wall clock", "this machine", "no user would notice"
"""Why a result is loose: other programs count as well, there is no yardstick beside it, or `tools.bounds` suffice."""

Work = Callable[[], object]


@dataclass(frozen=True)
class Result:
    """One line of the table: what was done, how it went for us and for the yardstick, their ratio and its goal.

    A goal is what the ratio should be at least, or ``at_most``. It may be missed by a share of ``slack``. A ``loose``
    result is only printed, with the reason why.
    """

    name: str
    ours: str
    theirs: str
    yardstick: str
    ratio: float
    goal: float
    at_most: bool = False
    loose: str = ""
    slack: float = 0.1

    @property
    def met(self) -> bool:
        """Whether the goal is reached."""
        return self._reaches(self.goal)

    @property
    def broken(self) -> bool:
        """Whether the run fails because of it."""
        return not self.loose and not self._reaches(self.goal * (1 + (self.slack if self.at_most else -self.slack)))

    def _reaches(self, goal: float) -> bool:
        return self.ratio <= goal if self.at_most else self.ratio >= goal

    def __str__(self) -> str:
        missed = "" if self.met else " missed"
        goal = f"{'<=' if self.at_most else '>='} {self.goal:g}{missed}{self.loose and f' ({self.loose})'}"
        return f"{self.name:24}{self.ours:>12}{self.theirs:>12}  {self.yardstick:26}{self.ratio:7.3g}x  {goal}"


def compare(name: str, yardstick: str, goal: float, amount: int, ours: Work, theirs: Work) -> Result:
    """Count how many times as fast ``ours`` is as ``theirs``, where both do ``amount`` of the work."""
    our_time, their_time, speed = _in_turns(ours, theirs)
    ours_told, theirs_told = (f"{amount / seconds:,.0f}/s" for seconds in (our_time, their_time))
    return Result(name, ours_told, theirs_told, yardstick, speed, goal, loose=UNNOTICED)


def share(name: str, yardstick: str, goal: float, ours: Work, theirs: Work) -> Result:
    """Measure what share of the time of ``theirs`` ``ours`` takes."""
    our_time, their_time, speed = _in_turns(ours, theirs)
    ours_told, theirs_told = milliseconds(our_time), milliseconds(their_time)
    return Result(name, ours_told, theirs_told, yardstick, 1 / speed, goal, at_most=True, loose=UNNOTICED)


def at_most(name: str, seconds: float, limit: float, loose: str = "", slack: float = 0.1) -> Result:
    """A time beside the one that it may take."""
    ours, theirs = milliseconds(seconds), milliseconds(limit)
    return Result(name, ours, theirs, "at most", seconds / limit, 1, at_most=True, loose=loose, slack=slack)


def milliseconds(seconds: float) -> str:
    """A time as it is printed."""
    return f"{seconds * 1000:,.1f} ms"


def _in_turns(ours: Work, theirs: Work) -> tuple[float, float, float]:
    """Medians over the rounds: our time, their time, and how many times as fast we are, taken round by round."""
    seconds = [(_seconds(ours), _seconds(theirs)) for _ in range(ROUNDS)]
    our_time, their_time = (median(column) for column in zip(*seconds, strict=True))
    return our_time, their_time, median(their / our for our, their in seconds)


def _seconds(work: Work) -> float:
    """Seconds of the processor that some work takes in all threads of this process."""
    start = process_time()
    work()
    return process_time() - start
