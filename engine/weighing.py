"""Weighing one move against another one: by how much it is worse, and why. Both are searched equally long."""

from functools import partial

from engine.following import pair_of, why
from engine.native.library import loaded
from engine.review import Cancelled
from engine.search import think
from engine.thoughts import IsCancelled, Thought, never
from engine.verdicts import POINT, WHOLE, Weighed
from game import Move, Position, other


def weigh(position: Position, move: Move, than: Move, iterations: int, cancelled: IsCancelled = never) -> Weighed:
    """Search what two moves lead to, each for so many iterations. Raises Cancelled, and IllegalMove as the rules do."""
    seat = position.turn
    worse, better = (_look(position.play(each).position, seat, iterations, cancelled) for each in (move, than))
    share, points = better[0] - worse[0], better[1] - worse[1]
    best = partial(best_move, cancelled=cancelled, times=DEEPER if loaded() else 1)
    return Weighed(share, points, why(pair_of(position, move, than, best), points / POINT, best))


def best_move(position: Position, cancelled: IsCancelled, times: int = 1) -> Move:
    """Search briefly which move is best, also against the Automa; or ``times`` as long. Raises Cancelled."""
    return unless_stopped(think(position, BRIEFLY * times, cancelled)).move


BRIEFLY, DEEPER = 200, 10
"""For how many iterations each move of what follows is searched: hints are to be quick. For why
they are better it is so many times as many where the search is compiled.
"""


def unless_stopped(thought: Thought) -> Thought:
    """A thought that has come to its end. Raises Cancelled."""
    if thought.stopped:
        raise Cancelled
    return thought


def _look(position: Position, seat: int, iterations: int, cancelled: IsCancelled) -> tuple[int, int]:
    """The chances and the points of a seat. What must happen happens first."""
    while not position.over and len(moves := list(position.legal_moves)) == 1:
        position = position.play(moves[0]).position
    if position.over:
        points = POINT * (position.score(seat).total - position.score(other(seat)).total)
        return WHOLE if position.winner == seat else 0, points
    thought = unless_stopped(think(position, iterations, cancelled))
    share, points = round(thought.share * WHOLE), round(thought.lines[0].points * POINT)
    return (share, points) if position.turn == seat else (WHOLE - share, -points)
