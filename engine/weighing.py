"""Weighing one move against another one: by how much it is worse, and why. Both are searched equally long."""

from functools import cache, partial

from engine.evaluations import outlook
from engine.following import pair_of, why
from engine.native.library import loaded
from engine.search import think
from engine.thoughts import IsCancelled, never
from engine.verdicts import POINT, Weighed
from game import Move, Position


def weigh(position: Position, move: Move, than: Move, iterations: int, cancelled: IsCancelled = never) -> Weighed:
    """Search what two moves lead to, each for so many iterations. Raises Cancelled, and IllegalMove as the rules do."""
    seat, search = position.turn, partial(think, iterations=iterations, cancelled=cancelled)
    worse, better = (outlook(position.play(each).position, seat, search) for each in (move, than))
    share, points = better[0] - worse[0], better[1] - worse[1]
    best = cache(partial(best_move, cancelled=cancelled, times=DEEPER if loaded() else 1))
    return Weighed(share, points, why(pair_of(position, move, than, best), points / POINT))


def best_move(position: Position, cancelled: IsCancelled, times: int = 1) -> Move:
    """Search briefly which move is best, also against the Automa; or ``times`` as long. Raises Cancelled."""
    return think(position, BRIEFLY * times, cancelled, BRIEF_ENDS * times).whole().move


BRIEFLY, BRIEF_ENDS, DEEPER = 100, 2_000, 10
"""For how many iterations each move of what follows is searched, and within how many states ends are solved: hints are
to be quick. Why a move is better than another one is searched so many times as long where the search is compiled.
"""
