"""What follows two moves: the best lines after them."""

from collections.abc import Callable, Mapping

from engine.reasons import CHECKED, Line, Pair, Turn, bought, reason
from engine.verdicts import Reasons
from game import ADVANCE, Move, Position

Best = Callable[[Position], Move]
"""Finds the best move in a position."""


def pair_of(position: Position, played: Move, better: Move, best: Best, had: Mapping[int, int] | None = None) -> Pair:
    """Two moves, with the best ones after them; the player ``had`` some patches so many moves later."""
    lines = _line(position, played, best), _line(position, better, best)
    return Pair(position, played, better, lines, had)


def _line(position: Position, move: Move, best: Best) -> Line:
    line = list[Turn]()
    while True:
        if move == ADVANCE or bought(move):
            line.append(Turn(len(line), position.turn, position, bought(move)))
        position = position.play(move).position
        if position.over or position.awaits_card or len(line) > CHECKED:
            return line
        move = best(position)


def why(pair: Pair, cost: float) -> Reasons:
    """Say why the other move was better, by ``cost`` points."""
    found = reason(pair, cost) if pair.played != pair.better else None
    return (found,) if found else ()
