"""The two-player rules as one would write them first: quilts as 9x9 lists of bool, shapes as lists of cells.

The yardstick of the benchmarks, and a second opinion on the rules (`tests/game/test_naive_agrees.py`). From `game` it
takes only the printed table of the patches. It is not made slow on purpose: shapes are turned once, a game is changed
in place, and a spot is given up at its first taken square. (Writing the inner ``all`` out as a loop would make it about
three times as fast.)
"""

from game import PATCHES

Cell = tuple[int, int]
Shape = list[Cell]
Move = tuple[int, Shape, int, int] | None
"""A patch, its cells (row, column), and the row and column of its top left corner; None is to advance."""

SIZE, LAST = 9, 53
INCOME_SPACES = [5, 11, 17, 23, 29, 35, 41, 47, 53]
LEATHER_SPACES = {"classic": [20, 26, 32, 44, 50], "revised": [26, 32, 38, 44, 50]}
LEATHER = 33


def _normalised(cells: Shape) -> Shape:
    top, left = min(row for row, _ in cells), min(column for _, column in cells)
    return sorted((row - top, column - left) for row, column in cells)


def _all_turns(cells: Shape) -> list[Shape]:
    turns: list[Shape] = []
    for shape in (cells, [(row, -column) for row, column in cells]):
        for _ in range(4):
            if _normalised(shape) not in turns:
                turns.append(_normalised(shape))
            shape = [(column, -row) for row, column in shape]
    return turns


SHAPES = [_all_turns([(y, x) for x, y in patch.orientations[0].cells]) for patch in PATCHES] + [[[(0, 0)]]]
COSTS, TIMES, INCOMES = ([getattr(patch, name) for patch in PATCHES] for name in ("cost", "time", "income"))


class NaiveGame:
    """A game that is changed in place. Seats are 0 and 1."""

    def __init__(self, ring: list[int], track: str = "classic", first: int = 0) -> None:
        pawn = ring.index(0) + 1
        self.ring = ring[pawn:] + ring[:pawn]
        self.quilts = [[[False] * SIZE for _ in range(SIZE)] for _ in range(2)]
        self.buttons = [5, 5]
        self.incomes = [0, 0]
        self.spaces = [0, 0]
        self.leather_left = list(LEATHER_SPACES[track])
        self.seat = first
        self.owes_leather = False
        self.bonus: int | None = None
        self.first_home: int | None = None
        self._next_seat = first

    @property
    def over(self) -> bool:
        return self.spaces == [LAST, LAST]

    def legal_moves(self) -> list[Move]:
        if self.over:
            return []
        quilt = self.quilts[self.seat]
        if self.owes_leather:
            return self._places(quilt, LEATHER)
        moves: list[Move] = [None]
        for patch in self.ring[:3]:
            if COSTS[patch] <= self.buttons[self.seat]:
                moves += self._places(quilt, patch)
        return moves

    def _places(self, quilt: list[list[bool]], patch: int) -> list[Move]:
        places: list[Move] = []
        for shape in SHAPES[patch]:
            height = max(row for row, _ in shape) + 1
            width = max(column for _, column in shape) + 1
            places += [
                (patch, shape, row, column)
                for row in range(SIZE - height + 1)
                for column in range(SIZE - width + 1)
                if all(not quilt[row + y][column + x] for y, x in shape)
            ]
        return places

    def play(self, move: Move) -> None:
        """Make a move, which must be legal."""
        seat = self.seat
        if move is None:
            steps = min(self.spaces[1 - seat] + 1, LAST) - self.spaces[seat]
            self.buttons[seat] += steps
            self._walk(steps)
        elif move[0] == LEATHER:
            self._sew(move)
            self.owes_leather = False
            self.seat = self._next_seat
        else:
            patch = move[0]
            skipped = self.ring.index(patch)
            self.ring = self.ring[skipped + 1 :] + self.ring[:skipped]
            self.buttons[seat] -= COSTS[patch]
            self.incomes[seat] += INCOMES[patch]
            self._sew(move)
            self._walk(TIMES[patch])

    def _sew(self, move: tuple[int, Shape, int, int]) -> None:
        _, shape, row, column = move
        quilt = self.quilts[self.seat]
        for y, x in shape:
            quilt[row + y][column + x] = True
        if self.bonus is None and self._has_seven_by_seven(quilt):
            self.bonus = self.seat

    def _has_seven_by_seven(self, quilt: list[list[bool]]) -> bool:
        for top in range(SIZE - 6):
            for left in range(SIZE - 6):
                if all(quilt[top + y][left + x] for y in range(7) for x in range(7)):
                    return True
        return False

    def _walk(self, steps: int) -> None:
        seat = self.seat
        for _ in range(steps):
            if self.spaces[seat] == LAST:
                break
            self.spaces[seat] += 1
            if self.spaces[seat] in INCOME_SPACES:
                self.buttons[seat] += self.incomes[seat]
            if self.spaces[seat] in self.leather_left:
                self.leather_left.remove(self.spaces[seat])
                self.owes_leather = self.empty(seat) > 0
        if self.spaces[seat] == LAST and self.first_home is None:
            self.first_home = seat
        self._next_seat = seat if self.spaces[seat] <= self.spaces[1 - seat] else 1 - seat
        if not self.owes_leather:
            self.seat = self._next_seat

    def empty(self, seat: int) -> int:
        return sum(row.count(False) for row in self.quilts[seat])

    def score(self, seat: int) -> int:
        return self.buttons[seat] + (7 if self.bonus == seat else 0) - 2 * self.empty(seat)

    @property
    def winner(self) -> int | None:
        if not self.over:
            return None
        if self.score(0) == self.score(1):
            return self.first_home
        return 0 if self.score(0) > self.score(1) else 1
