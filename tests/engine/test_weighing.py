"""A move is weighed against another one: by as much as it is worse, and with a reason that can be counted."""

from functools import partial

import pytest

from engine.following import pair_of
from engine.native.library import loaded
from engine.protocol import MOST_ITERATIONS
from engine.reasons import KINDS
from engine.search import think
from engine.thoughts import Cancelled, never
from engine.verdicts import POINT, WHOLE, Weighed, parse_weighed
from engine.weighing import DEEPER, best_move, weigh
from game import Position, other
from tests.engine.playing import said, tidy_line
from tests.game.building import solo

LINE = tidy_line(3)
MIDDLE = LINE[20]


def test_a_move_is_as_good_as_itself() -> None:
    for move in list(MIDDLE.legal_moves)[:3]:
        assert weigh(MIDDLE, move, move, 50) == Weighed(0, 0)


@pytest.mark.slow
@pytest.mark.parametrize("position", [MIDDLE, LINE[11]], ids=["the turn passes", "it stays"])
def test_what_is_worse_for_one_way_round_is_better_for_the_other(position: Position) -> None:
    thought = think(position, 300)
    best, worst = thought.lines[0].move, thought.lines[-1].move
    one, two = weigh(position, worst, best, 200), weigh(position, best, worst, 200)
    assert (one.share, one.points) == (-two.share, -two.points)
    assert one.points > POINT


@pytest.mark.slow
def test_the_reason_is_one_that_can_be_counted() -> None:
    told = set[str]()
    look = partial(best_move, cancelled=never, times=DEEPER if loaded() else 1)
    for position in (LINE[8], LINE[16]):
        best = think(position, 300).move
        for move in list(position.legal_moves)[::12]:
            for reason in weigh(position, move, best, 60).reasons:
                pair = pair_of(position, move, best, look)
                found = [weighed[1] for kind in KINDS if (weighed := kind(pair))]
                assert reason in found
                told.add(reason.kind)
    assert {"prize", "edge"} <= told


def test_at_the_end_it_is_exact() -> None:
    """Where nothing can be chosen any more after either move, the game is simply played out."""
    position = LINE[-3]
    assert not position.over
    ends = {move: end for move in position.legal_moves if (end := _end(position.play(move).position, position.turn))}
    (one, first), *_, (two, last) = ends.items()
    assert first != last
    found = weigh(position, one, two, 100)
    assert (found.share, found.points) == (last[0] - first[0], last[1] - first[1])


def _end(position: Position, seat: int) -> tuple[int, int] | None:
    """The chances and the points of a seat at the end, if there is only one way to it."""
    while not position.over:
        if len(position.legal_moves) > 1:
            return None
        position = position.play(position.legal_moves[0]).position
    points = POINT * (position.score(seat).total - position.score(other(seat)).total)
    return WHOLE * (position.winner == seat), points


def test_it_can_be_cancelled() -> None:
    move = MIDDLE.legal_moves[0]
    with pytest.raises(Cancelled):
        weigh(MIDDLE, move, move, 1000, lambda: True)


def test_the_protocol_tells_it_in_one_line() -> None:
    best, worst = (think(MIDDLE, 100).lines[at].move for at in (0, -1))
    (line,) = said(f"position {MIDDLE}\nweigh {worst} {best} 100\n")
    assert parse_weighed(line) == weigh(MIDDLE, worst, best, 100)


@pytest.mark.parametrize(
    ("rest", "sentence"),
    [
        ("", "'' is not a move"),
        ("+ nonsense 5", "'nonsense' is not a move"),
        ("*A1 + 5", "'*A1' is not possible here"),
        ("+ + 0", f"weigh takes a whole number from 1 to {MOST_ITERATIONS}"),
        ("+ +", f"weigh takes a whole number from 1 to {MOST_ITERATIONS}"),
    ],
)
def test_what_cannot_be_weighed_gets_one_sentence(rest: str, sentence: str) -> None:
    (line,) = said(f"position {MIDDLE}\nweigh {rest}\n")
    assert line.startswith(f"error {sentence}")
    assert said(f"position {solo(top=1)}\nweigh + + 5\n") == ["error moves are weighed in games between two quilts"]
