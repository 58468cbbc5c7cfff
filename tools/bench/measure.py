"""Measuring two ways of doing the same work, in turns and by CPU time, so that a busy machine slows both alike."""

from collections.abc import Callable
from dataclasses import dataclass
from statistics import median
from time import process_time

ROUNDS = 11

WALL, ABSOLUTE = "wall clock", "this machine"
"""Why a result can be loose: other programs count as well, or there is no yardstick beside it."""

Work = Callable[[], object]


@dataclass(frozen=True)
class Result:
    """One line of the table: what was done, how it went for us and for the yardstick, their ratio and its goal.

    A goal is what the ratio should be at least, or ``at_most``. What is ``loose`` tells something on a quiet machine
    only, for a reason that it names.
    """

    name: str
    ours: str
    theirs: str
    yardstick: str
    ratio: float
    goal: float
    at_most: bool = False
    loose: str = ""

    @property
    def met(self) -> bool:
        """Whether the goal is reached."""
        return self._reaches(self.goal)

    @property
    def broken(self) -> bool:
        """Whether the goal is missed by more than a tenth, and that cannot be the machine's fault."""
        return not self.loose and not self._reaches(self.goal * (1.1 if self.at_most else 0.9))

    def _reaches(self, goal: float) -> bool:
        return self.ratio <= goal if self.at_most else self.ratio >= goal

    def __str__(self) -> str:
        missed = "" if self.met else " missed"
        goal = f"{'<=' if self.at_most else '>='} {self.goal:g}{missed}{self.loose and f' ({self.loose})'}"
        return f"{self.name:24}{self.ours:>12}{self.theirs:>12}  {self.yardstick:26}{self.ratio:7.3g}x  {goal}"


def compare(name: str, yardstick: str, goal: float, amount: int, ours: Work, theirs: Work) -> Result:
    """Count how many times as fast ``ours`` is as ``theirs``, where both do ``amount`` of the work."""
    our_time, their_time, speed = _in_turns(ours, theirs)
    return Result(name, f"{amount / our_time:,.0f}/s", f"{amount / their_time:,.0f}/s", yardstick, speed, goal)


def share(name: str, yardstick: str, goal: float, ours: Work, theirs: Work) -> Result:
    """Measure what share of the time of ``theirs`` ``ours`` takes."""
    our_time, their_time, speed = _in_turns(ours, theirs)
    return Result(name, milliseconds(our_time), milliseconds(their_time), yardstick, 1 / speed, goal, at_most=True)


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
