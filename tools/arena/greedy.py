"""A player of our own making, to be beaten: the next move alone, by edges, holes, buttons and income."""

from engine.tables import INCOMES
from game import Move, Position
from game.position import Player
from game.squares import ALL_SQUARES, LAST, SIZE, square_at

_LEFT = sum(1 << square_at(0, row) for row in range(SIZE))
_RIGHT = _LEFT << SIZE - 1


def greedy(position: Position) -> Move:
    """The first of the moves that look best."""
    return max(position.legal_moves, key=lambda move: _looks(position.play(move).position, position.turn))


def _looks(position: Position, seat: int) -> float:
    player = position.player(seat)
    tile = 7 if position.bonus == seat else 0
    incomes = INCOMES[LAST] - INCOMES[player.space]
    return player.buttons + player.income * incomes - 2 * player.space + tile + _quilt(player)


def _quilt(player: Player) -> float:
    free = player.quilt.free
    right, left = free << 1 & ~_LEFT, free >> 1 & ~_RIGHT
    below, above = free << SIZE & ALL_SQUARES, free >> SIZE
    edges = sum((free & ~side).bit_count() for side in (right, left, below, above))
    holes = (free & ~(right | left | below | above)).bit_count()
    return -2 * free.bit_count() - 0.5 * edges - 2 * holes
