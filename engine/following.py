"""What follows two moves: the best lines after them, and the ends that they come to."""

from collections.abc import Callable, Mapping

from engine.reasons import CHECKED, ENOUGH, LEAST, Line, Pair, Turn, bargain, bought, reason, usual
from engine.verdicts import Reason, Reasons
from game import ADVANCE, PATCHES, Move, Position, other

FAR = 2  # how many times the cost, or what part of it, what is told of the end may come to

Best = Callable[[Position], Move]
"""Finds the best move in a position."""


def pair_of(position: Position, played: Move, better: Move, best: Best, had: Mapping[int, int] | None = None) -> Pair:
    """Two moves, with what follows them at best, and which patches the player ``had`` how many moves later."""
    return Pair(position, played, better, (_line(position, played, best), _line(position, better, best)), had)


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
    """Play both on to the end, and tell where the player's lead differs, and the best patch that only the better move
    brings. Readers add it up: what is far from the cost is not told.
    """
    if pair.position.automa:
        return None
    (left, others), (spared, taken) = (_played_out(after, pair.seat, best) for after in pair.after)
    gained = tuple(more - less for less, more in zip(left, spared, strict=True))
    if not max(LEAST, cost / FAR) <= sum(gained) <= cost * FAR:
        return None
    known = {*others, *(patch.id for patch in pair.bought if patch)}
    least = {id: max(cost * ENOUGH, usual(pair.position) * PATCHES[id].time) for id in taken}
    only = [(brings, id) for id, brings in taken.items() if id not in known and brings >= least[id]]
    return Reason("end", (*gained, *max(only, default=())[::-1]))


def _played_out(position: Position, seat: int, best: Best) -> tuple[tuple[int, int, int], dict[int, int]]:
    """By how many points a seat is ahead at the end in squares, buttons and the 7x7; and what the patches bring that it
    takes.
    """
    taken = dict[int, int]()
    while not position.over:
        move = best(position)
        if position.turn == seat and (patch := bought(move)):
            taken[patch.id] = bargain(patch, position.player(seat))
        position = position.play(move).position
    mine, theirs = position.score(seat), position.score(other(seat))
    return (mine.empty - theirs.empty, mine.buttons - theirs.buttons, mine.bonus - theirs.bonus), taken
