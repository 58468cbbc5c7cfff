"""What follows two moves, as the best lines after both: small facts, which need no judgement to be checked."""

from collections.abc import Callable, Iterator

from engine.reasons import LEAST, Pair, Weighed, bargain, bought, reasons
from engine.verdicts import Follows, Reason, Reasons, follows
from game import ADVANCE, Move, Position, other
from game.facts import Income
from game.position import EMPTY_SQUARE_POINTS, Score

LONGEST = 4
"""How many moves of a line are told at most, besides leather. The first one of the player who chose is the last."""

FAR = 2  # how many times the cost, or what part of it, what is told of the end may come to

Best = Callable[[Position], Move]
"""Finds the best move in a position."""


def pair_of(position: Position, played: Move, better: Move, best: Best) -> Pair:
    """Two moves, with the opponent's best answer to the one, and the best move after the other if it is their turn."""
    left, spared = (position.play(move).position for move in (played, better))
    reply = best(left) if _is_to_move(left, other(position.turn)) else None
    return Pair(position, played, better, reply, best(spared) if _is_to_move(spared, position.turn) else None)


def _is_to_move(position: Position, seat: int) -> bool:
    """Tell whether a seat is to choose a move: the Automa never is, nor is anybody who sews leather."""
    return not (position.over or position.awaits_card or position.leather) and position.turn == seat


def why(pair: Pair, cost: float, best: Best) -> Reasons:
    """Say why the other move was better, by ``cost`` points: what was counted, or else what follows.

    Where the same patch lies elsewhere, the same moves follow, and elsewhere what follows may look no better: then it
    is what both come to at the end.
    """
    if pair.played == pair.better:
        return ()
    return reasons(pair, cost) or _followed(pair, best) or _ended(pair, cost, best)


def _ended(pair: Pair, cost: float, best: Best) -> Reasons:
    """Play both on to the end: of what makes the better move better there, the two things that count most; the other
    side is told of only if nothing of one's own is better. A reader adds it up: what is far from the cost is not told.
    """
    if pair.position.automa:
        return ()
    left, spared = (_at_the_end(after, best) for after in pair.after)
    seats = pair.seat, other(pair.seat)
    mine, theirs = ([*_differences(side, left.score(seat), spared.score(seat))] for side, seat in enumerate(seats))
    if sum(points for points, _ in mine + theirs) <= 0:
        return ()
    sides = [sorted((each for each in side if each[0] >= LEAST), key=lambda each: -each[0]) for side in (mine, theirs)]
    told = (sides[0] or sides[1])[:2]
    is_near = cost / FAR <= sum(points for points, _ in told) <= cost * FAR
    return tuple(reason for _, reason in told) if is_near else ()


def _differences(side: int, left: Score, spared: Score) -> Iterator[Weighed]:
    """Count what the one who chose (side 0) has more at the end after the better move, or the other one (1) less."""
    sign = -1 if side else 1
    yield float(sign * (spared.bonus - left.bonus)), Reason("seven", (side,))
    empty = left.empty // EMPTY_SQUARE_POINTS, spared.empty // EMPTY_SQUARE_POINTS
    yield float(sign * (spared.empty - left.empty)), Reason("ends", (*empty, side))
    yield float(sign * (spared.buttons - left.buttons)), Reason("rich", (left.buttons, spared.buttons, side))


def _at_the_end(position: Position, best: Best) -> Position:
    while not position.over:
        position = position.play(best(position)).position
    return position


def _followed(pair: Pair, best: Best) -> Reasons:
    if pair.is_same_patch:
        return ()
    one, two = (tuple(_line(after, pair.seat, best)) for after in pair.after)
    left, spared = (sum((each.count + each.paid) * (1 if each.mine else -1) for each in line) for line in (one, two))
    less, more = (_worth(pair.position, move) for move in (pair.played, pair.better))
    is_clear = left < spared and left + less < spared + more  # a reader adds up what is told, too, or all of it
    return (follows(one, two),) if one and two and is_clear else ()


def _worth(position: Position, move: Move) -> int:
    """The points of the patch that a move takes, or the buttons that advancing is paid."""
    patch = bought(move)
    return bargain(patch, position.player(position.turn)) if patch else position.advance_spaces


def _forced(position: Position) -> int:
    """Tell whether somebody must advance: 1 if no patch on offer can be paid for, 2 if none of those fits."""
    affordable = any(patch.cost <= position.player(position.turn).buttons for patch in position.offers)
    return 0 if any(map(position.can_take, position.offers)) else 1 + affordable


def _line(position: Position, seat: int, best: Best) -> Iterator[Follows]:
    """The best moves, up to the first one of a seat. Leather is sewn and not told."""
    told = 0
    while not (position.over or position.awaits_card) and told < LONGEST:
        move, turn, player = best(position), position.turn, position.player(position.turn)
        step, patch = position.play(move), bought(move)
        if patch or move == ADVANCE:
            count = bargain(patch, player) if patch else position.advance_spaces
            paid = sum(fact.buttons for fact in step.facts if isinstance(fact, Income))
            yield Follows(int(turn == seat), patch.id if patch else -1, count, player.buttons, paid, _forced(position))
            told += 1
            if turn == seat:
                return
        position = step.position
