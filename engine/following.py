"""What follows two moves: the best lines after them."""

from collections.abc import Callable, Mapping

from engine.reasons import CHECKED, LEAST, PART, Line, Pair, Turn, bought, prize, reason
from engine.verdicts import Reason, Reasons
from game import ADVANCE, Move, Position

GAME = 99  # more moves than a game has

Best = Callable[[Position], Move]
"""Finds the best move in a position."""


def pair_of(
    position: Position,
    played: Move,
    better: Move,
    best: Best,
    had: Mapping[int, int] | None = None,
    most: int = CHECKED,
) -> Pair:
    """Two moves, with at ``most`` so many best ones after them; the player ``had`` some patches so many moves later."""
    lines = _line(position, played, best, most), _line(position, better, best, most)
    return Pair(position, played, better, lines, had)


def _line(position: Position, move: Move, best: Best, most: int) -> Line:
    line = list[Turn]()
    while True:
        if move == ADVANCE or bought(move):
            line.append(Turn(len(line), position.turn, position, bought(move)))
        position = position.play(move).position
        if position.over or position.awaits_card or len(line) > most:
            return line
        move = best(position)


def why(pair: Pair, cost: float, best: Best) -> Reasons:
    """Say why the other move was better, by ``cost`` points: what was counted, or else what is missed later."""
    if pair.played == pair.better:
        return ()
    found = reason(pair, cost) or _later(pair, cost, best)
    return (found,) if found else ()


def _later(pair: Pair, cost: float, best: Best) -> Reason | None:
    """Play both on to the end for a patch that is missed then."""
    if pair.position.automa or pair.is_same_patch:
        return None
    found = prize(pair_of(pair.position, pair.played, pair.better, best, pair.had, GAME), GAME)
    return found[1] if found and found[0] >= max(LEAST, PART * cost) else None
