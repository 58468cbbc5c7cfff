"""What is asked of the engine: seconds of CPU in C beside those in Python, and beside what it may take in C.

Where the search is not compiled, both are Python's, and nothing is missed.
"""

from collections.abc import Callable
from functools import partial
from random import Random
from statistics import mean
from time import thread_time

from engine.levels import LEVELS
from engine.native.library import loaded
from engine.review import IN_PYTHON, review, usual
from engine.search import think, think_in_python
from engine.thoughts import IsCancelled, Thought, never
from game import Position, Record, Setup, parse_record
from game.automa import DECKS
from game.automa import LEVELS as AUTOMAS
from tests.engine.playing import tidy_solo
from tests.render.positions import moves_of
from tools.bench.measure import ABSOLUTE, Result, milliseconds
from tools.bench.reviews import WEAK

HINT = 2_000
"""Iterations of a hint, as `bot.thinking.hints` asks for them."""


def engine_asked_move() -> Result:
    """A move of the strongest level, on average over a game with itself."""
    loom = LEVELS["thimble"]

    def took(search: Callable[..., object]) -> float:
        return mean(_seconds(partial(search, each, loom.iterations)) for each in _game())

    return _row("a move of Loom's", 0.03, took(think), took(_in_python))


def engine_asked_review() -> Result:
    """A review as deep as one in Python."""
    return _row("a review, 1,800 deep", 0.6, _review(think, IN_PYTHON), _review(_in_python, IN_PYTHON))


def engine_asked_deep_review() -> Result:
    """The review that people get, which looks ten times as long at what it tells where the search is compiled."""
    return _row("a review as people get", 4, _review(think, usual()), _review(_in_python, IN_PYTHON))


def engine_asked_hint() -> Result:
    """The longest hint in games against each level of the Automa with each deck."""
    pairs = [(level, deck) for level in AUTOMAS for deck in DECKS]
    lines = [tidy_solo(seed, *pair, "classic") for seed, pair in enumerate(pairs)]
    asked = [each for line in lines for each in line if not each.over and not each.awaits_card]
    some = Random(1).sample(asked, 40)
    compiled, in_python = (max(_seconds(partial(how, each, HINT)) for each in some) for how in (think, _in_python))
    return _row("a hint v the Automa", 0.1, compiled, in_python)


ASKED = [engine_asked_move, engine_asked_review, engine_asked_deep_review, engine_asked_hint]


def _in_python(position: Position, iterations: int, cancelled: IsCancelled = never, states: int = 0) -> Thought:
    """`think` where nothing is compiled."""
    return think_in_python(position, iterations, cancelled)


def _row(name: str, limit: float, compiled: float, in_python: float) -> Result:
    ours, theirs = milliseconds(compiled), milliseconds(in_python)
    what = name, ours, theirs, f"in Python; {1000 * limit:g} ms at most"
    return Result(*what, compiled / limit, 1, at_most=True, loose="" if loaded() else ABSOLUTE)


def _game() -> list[Position]:
    """The positions of a game in which both think a little."""
    positions = [Setup("classic", tuple(moves_of(5)[0])).start]
    while not positions[-1].over:
        positions.append(positions[-1].play(think(positions[-1], 30).move).position)
    return positions[:-1]


def _review(search: Callable[..., Thought], budgets: tuple[int, int, int]) -> float:
    record: Record = parse_record(WEAK.read_text())
    return _seconds(partial(review, record, budgets=budgets, think=search))


def _seconds(work: Callable[[], object]) -> float:
    began = thread_time()
    work()
    return thread_time() - began
