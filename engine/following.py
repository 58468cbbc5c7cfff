"""What follows two moves, as the best lines after both: small facts, which need no judgement to be checked."""

from collections.abc import Callable, Iterator

from engine.reasons import Pair, bargain, bought, reasons
from engine.verdicts import Follows, Reason, Reasons, follows
from game import ADVANCE, Move, Position, other
from game.facts import Income

LONGEST = 4
"""How many moves of a line are told at most, besides leather. The first one of the player who chose is the last."""

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

    Where the same patch lies elsewhere, the same moves follow: then it is how full the quilt will be.
    """
    if pair.played == pair.better:
        return ()
    return reasons(pair, cost) or (_ended(pair, best) if pair.is_same_patch else _followed(pair, best))


def _ended(pair: Pair, best: Best) -> Reasons:
    """Play both on to the end: how many squares stay empty, if those are more where the patch was sewn; or else what
    the points are, if those are fewer.
    """
    ends = [_at_the_end(after, best) for after in pair.after]
    left, spared = (end.player(pair.seat).quilt.empty for end in ends)
    if left > spared:
        return (Reason("ends", (left, spared)),)
    less, more = (end.score(pair.seat).total for end in ends)
    return (Reason("result", (less, more)),) if less < more else ()


def _at_the_end(position: Position, best: Best) -> Position:
    while not position.over:
        position = position.play(best(position)).position
    return position


def _followed(pair: Pair, best: Best) -> Reasons:
    one, two = (tuple(_line(after, pair.seat, best)) for after in pair.after)
    if not one or not two:
        return ()
    return (follows(one, two),)


def _line(position: Position, seat: int, best: Best) -> Iterator[Follows]:
    """The best moves, up to the first one of a seat. Leather is sewn and not told."""
    told = 0
    while not (position.over or position.awaits_card) and told < LONGEST:
        move, turn, player = best(position), position.turn, position.player(position.turn)
        step, patch = position.play(move), bought(move)
        if patch or move == ADVANCE:
            count = bargain(patch, player) if patch else position.advance_spaces
            paid = sum(fact.buttons for fact in step.facts if isinstance(fact, Income))
            forced = not any(map(position.can_take, position.offers))
            yield Follows(int(turn == seat), patch.id if patch else -1, count, player.buttons, paid, int(forced))
            told += 1
            if turn == seat:
                return
        position = step.position
