"""What follows two moves: the best lines after them, and the ends that they come to."""

from collections.abc import Callable

from engine.reasons import CHECKED, LEAST, Line, Pair, Turn, bought, reason
from engine.verdicts import Reason, Reasons
from game import ADVANCE, Move, Position, other

FAR = 2  # how many times the cost, or what part of it, what is told of the end may come to

Best = Callable[[Position], Move]
"""Finds the best move in a position."""


def pair_of(position: Position, played: Move, better: Move, best: Best) -> Pair:
    """Two moves, with what follows them at best."""
    return Pair(position, played, better, (_line(position, played, best), _line(position, better, best)))


def _line(position: Position, move: Move, best: Best) -> Line:
    line = list[Turn]()
    while True:
        if move == ADVANCE or bought(move):
            line.append(Turn(len(line), position.turn, position, bought(move)))
        position = position.play(move).position
        if position.over or position.awaits_card or len(line) > CHECKED:
            return line
        move = best(position)


def why(pair: Pair, cost: float, best: Best) -> Reasons:
    """Say why the other move was better, by ``cost`` points: what was counted, or else what both come to at the end."""
    if pair.played == pair.better:
        return ()
    found = reason(pair, cost) or _ended(pair, cost, best)
    return (found,) if found else ()


def _ended(pair: Pair, cost: float, best: Best) -> Reason | None:
    """Play both on to the end, and tell where the player's lead differs. Whoever reads it adds it up: what is far from
    the cost is not told.
    """
    if pair.position.automa:
        return None
    left, spared = (_lead(after, pair.seat, best) for after in pair.after)
    gained = tuple(more - less for less, more in zip(left, spared, strict=True))
    return Reason("end", gained) if max(LEAST, cost / FAR) <= sum(gained) <= cost * FAR else None


def _lead(position: Position, seat: int, best: Best) -> tuple[int, int, int]:
    """By how many points a seat is ahead at the end in squares, buttons and the 7x7."""
    while not position.over:
        position = position.play(best(position)).position
    mine, theirs = position.score(seat), position.score(other(seat))
    return mine.empty - theirs.empty, mine.buttons - theirs.buttons, mine.bonus - theirs.bonus
