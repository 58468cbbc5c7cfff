"""Weighing one move against another one: by how much it is worse, and why. Both are searched equally long."""

from engine.reasons import Pair, reason
from engine.review import Cancelled
from engine.search import think
from engine.thoughts import IsCancelled, never
from engine.verdicts import POINT, WHOLE, Weighed
from game import Move, Position, other


def weigh(position: Position, move: Move, than: Move, iterations: int, cancelled: IsCancelled = never) -> Weighed:
    """Search what two moves lead to, each for so many iterations. Raises Cancelled, and IllegalMove as the rules do."""
    seat = position.turn
    reply, worse = _look(position.play(move).position, seat, iterations, cancelled)
    _, better = _look(position.play(than).position, seat, iterations, cancelled)
    share, points = better[0] - worse[0], better[1] - worse[1]
    return Weighed(share, points, reason(Pair(position, move, than, reply), points / POINT))


def _look(
    position: Position, seat: int, iterations: int, cancelled: IsCancelled
) -> tuple[Move | None, tuple[int, int]]:
    """The opponent's best answer, if they are to move next, and the chances and the points of a seat.

    What must happen happens first.
    """
    first = position
    while not position.over and len(moves := list(position.legal_moves)) == 1:
        position = position.play(moves[0]).position
    if position.over:
        points = POINT * (position.score(seat).total - position.score(other(seat)).total)
        return None, (WHOLE if position.winner == seat else 0, points)
    thought = think(position, iterations, cancelled)
    if thought.stopped:
        raise Cancelled
    share, points = round(thought.share * WHOLE), round(thought.lines[0].points * POINT)
    if position.turn == seat:
        return None, (share, points)
    return thought.move if position is first else None, (WHOLE - share, -points)
