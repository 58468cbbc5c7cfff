"""Ends of games, solved exactly when few moves are left: with every spot of every patch, and every hole for leather.

A result is four times the margin of a player, less one if they lose a tie, and one more if they win it. So it is never
0, for the other it is the same number with the other sign, and it tells the margin (`margin_of`).
"""

from collections.abc import Callable, Iterable, Iterator

from engine.moves import Child, arrived, crosses_leather, move_of, sew_leather
from engine.state import BONUS, State, Table, encode, has_seven_by_seven, is_over, points, table_of
from engine.tables import FULL, LEATHER, SPOTS
from engine.value import PHASE, worth
from game import ADVANCE, Move, Position
from game.squares import LAST

NEAR = 14
"""How many spaces both tokens together may have before them, for an attempt to be worth it. Found by trying."""

POLL = 256  # after how many states it is looked whether to stop

Way = tuple[int, int, int, int, int]
"""A move but for where it is sewn: my buttons and space before income, the income, and ``left`` and ``pawn``."""

_LEAST = -(10**6)
_HOLES = tuple(covered for covered, _, _ in SPOTS[LEATHER])


class TooLong(Exception):
    """The end cannot be solved within the limit, or somebody has cancelled."""


def solve(position: Position, limit: int, cancelled: Callable[[], bool]) -> list[tuple[Move, int]]:
    """The moves with their results, the best first; of each patch only its best spot. Empty when the end is too far
    away, or when more states than ``limit`` would have to be looked at.
    """
    table = table_of(position)
    state = encode(position, table)
    if 2 * LAST - state[2] - state[6] > NEAR:
        return []
    solver = _Solver(table, limit, cancelled)
    try:
        found = [solver.leather(state)] if position.leather else list(solver.moves(state))
    except TooLong:
        return []
    return sorted(found, key=_result, reverse=True)


def margin_of(result: int) -> int:
    """Tell by how many points somebody wins, by a result."""
    return (result + 2) // 4


def _result(found: tuple[Move, int]) -> int:
    return found[1]


class _Solver:
    def __init__(self, table: Table, limit: int, cancelled: Callable[[], bool]) -> None:
        self._table = table
        self._left = limit
        self._cancelled = cancelled
        self._known: dict[State, tuple[int, int]] = {}

    def leather(self, state: State) -> tuple[Move, int]:
        """The best hole for the leather patch that waits."""
        holes = _tidiest_first(_with_leather(state[0]), state)
        return max(
            ((move_of(LEATHER, hole ^ state[0]), self._best([sew_leather(state, hole)])) for hole in holes), key=_result
        )

    def moves(self, state: State) -> Iterator[tuple[Move, int]]:
        """Advancing, and each patch on offer in its best spot."""
        for patch, way in _ways(state, self._table):
            if patch < 0:
                yield ADVANCE, self._best(_sewn(state, [state[0]], way, self._table))
            elif spots := _tidiest_first(_spots(state[0], patch), state):
                results = [self._best(_sewn(state, [spot], way, self._table)) for spot in spots]
                best = max(results)
                yield move_of(patch, spots[results.index(best)] ^ state[0]), best

    def _best(self, made: Iterable[Child], low: int = _LEAST, high: int = -_LEAST) -> int:
        """The best result among children; exact if it lies between ``low`` and ``high``, else a bound."""
        best = _LEAST
        for child, passed in made:
            floor = max(best, low)
            got = -self._solved(child, -high, -floor) if passed else self._solved(child, floor, high)
            best = max(best, got)
            if best >= high:
                break
        return best

    def _solved(self, state: State, low: int, high: int) -> int:
        """The result of a state, exact if it lies between ``low`` and ``high``, else a bound."""
        self._count()
        if is_over(state):
            mine, theirs = points(state)
            return 4 * (mine - theirs) - 1
        least, most = self._known.get(state, (_LEAST, -_LEAST))
        if least == most or least >= high:
            return least
        if most <= low:
            return most
        best = self._best(_every_child(state, self._table), low, high)
        self._known[state] = (best if best > low else least, best if best < high else most)
        return best

    def _count(self) -> None:
        self._left -= 1
        if self._left < 0 or (self._left % POLL == 0 and self._cancelled()):
            raise TooLong


def _ways(state: State, table: Table) -> Iterator[tuple[int, Way]]:
    """The moves but for where they are sewn, with the patch; -1 is to advance."""
    _, buttons, space, income, _, _, space2, _, left, pawn, _ = state
    end = min(space2 + 1, LAST)
    yield -1, (buttons + end - space, end, income, left, pawn)
    for patch, cost, time, earns, left_then, pawn_then in table.offers(left, pawn):
        if cost <= buttons:
            yield patch, (buttons - cost, min(space + time, LAST), income + earns, left_then, pawn_then)


def _every_child(state: State, table: Table) -> Iterator[Child]:
    for patch, way in _ways(state, table):
        yield from _sewn(state, [state[0]] if patch < 0 else _spots(state[0], patch), way, table)


def _sewn(state: State, spots: list[int], way: Way, table: Table) -> Iterator[Child]:
    """Find what a move leads to, for each of some spots of its patch, and for each hole where it wins leather."""
    buttons, end, income, left, pawn = way
    if crosses_leather(state, end, table):
        spots = [mask for spot in spots for mask in _with_leather(spot)]
    if end == LAST and spots:  # nothing is sewn on it any more: only the bonus tile counts
        tile = [] if state[BONUS] else [mask for mask in spots if has_seven_by_seven(mask)]
        spots = (tile or spots)[:1]
    for mask in dict.fromkeys(spots):
        yield arrived(state, mask, buttons, end, income, left, pawn)


def _spots(mask: int, patch: int) -> list[int]:
    return [mask | covered for covered, _, _ in SPOTS[patch] if not covered & mask]


def _with_leather(mask: int) -> list[int]:
    return [mask] if mask == FULL else [mask | hole for hole in _HOLES if not hole & mask]


def _tidiest_first(masks: list[int], state: State) -> list[int]:
    """Of those that are as good as each other, the first is played."""
    return sorted(masks, key=lambda mask: worth(mask, PHASE[state[BONUS]][state[2]]), reverse=True)
