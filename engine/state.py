"""The table as a search sees it: eleven small numbers, from the side of the one who moves next.

A `State` is ``(mask, buttons, space, income, mask2, buttons2, space2, income2, left, pawn, bonus)``: first what the one
to move has, then the same of the other. A mask has bit *n* set where square *n* is covered. ``left`` has a bit for each
place of the ring that still holds a patch, ``pawn`` is the place of the next one (0 when none is left); both count in
the ring of the `Table`. ``bonus`` is 0 as long as the tile lies there, 1 when it is mine, and 2 when it is theirs.

Who is on top where the tokens share a space goes without saying: it is the one to move. At the end, when both are on
the last space, that is the one who came second, who loses a tie.
"""

from bisect import bisect_left

from engine.tables import COST, EARNS, LEATHERS, SEVEN_BY_SEVEN, TIME
from game.position import BONUS_POINTS, EMPTY_SQUARE_POINTS, OFFERS, Player, Position, other
from game.squares import ALL_SQUARES, LAST, SIZE, bits

State = tuple[int, ...]

Offer = tuple[int, int, int, int, int, int]
"""A patch on offer: its id, its cost, its time, its income, and ``left`` and ``pawn`` once it is taken."""

Ahead = tuple[int, list[tuple[int, int, int, int, int]]]
"""What the patches left mean to the value: those further away all together, then each of those on offer."""

MASK, BUTTONS, SPACE, EARNING, MASK2, BUTTONS2, SPACE2, EARNING2, LEFT, PAWN, BONUS = range(11)
"""The places of the numbers in a `State`."""

MINE, THEIRS = 1, 2
"""What ``bonus`` says of the tile that somebody has."""


MANY = 500
"""The most buttons that a state counts. No game comes near; more, in a position that was made up, count as so many."""


class Table:
    """What all the states of one search share: the ring, as it lies in the position searched, and the leather.

    ``ahead`` is for `engine.value` to remember what it saw in the ring.
    """

    __slots__ = ("_offers", "ahead", "leathers", "ring", "track")

    def __init__(self, track: str, ring: tuple[int, ...]) -> None:
        self.track = track
        self.ring = ring
        self.leathers = LEATHERS[track]
        self._offers: dict[int, tuple[Offer, ...]] = {}
        self.ahead: dict[int, Ahead] = {}

    def offers(self, left: int, pawn: int) -> tuple[Offer, ...]:
        """The patches that may be taken next, the nearest to the pawn first."""
        key = left << 6 | pawn
        found = self._offers.get(key)
        if found is None:
            found = self._offers[key] = self._look(left, pawn)
        return found

    def left(self, left: int, pawn: int) -> list[int]:
        """The ids of the patches left, the nearest to the pawn first."""
        return [self.ring[place] for place in self._places(left, pawn)]

    def _look(self, left: int, pawn: int) -> tuple[Offer, ...]:
        places = self._places(left, pawn)
        after = [*places[1:], *places[:1]] if len(places) > 1 else [0]
        offered = [(place, self.ring[place], pawn) for place, pawn in zip(places[:OFFERS], after, strict=False)]
        return tuple(
            (patch, COST[patch], TIME[patch], EARNS[patch], left & ~(1 << place), pawn)
            for place, patch, pawn in offered
        )

    def _places(self, left: int, pawn: int) -> list[int]:
        """The places that still hold a patch, clockwise from the pawn."""
        places = bits(left)
        first = bisect_left(places, pawn)
        return places[first:] + places[:first]


def table_of(position: Position) -> Table:
    """The table of a position, from which it can be searched."""
    return Table(position.track, position.ring)


def encode(position: Position, table: Table) -> State:
    """A position as a state of a table, from whose position it must have come. A leather patch that waits to be sewn
    is not in it: then the state is from the side of the one who sews it, who is ahead, and only `moves.sew_leather`
    may follow.
    """
    mine, theirs = position.player(position.turn), position.player(other(position.turn))
    bonus = 0 if not position.bonus else MINE if position.bonus == position.turn else THEIRS
    return (*side_of(mine), *side_of(theirs), *ring_of(position, table), bonus)


def ring_of(position: Position, table: Table) -> tuple[int, int]:
    """Tell which places of a table's ring still hold a patch, and that of the next one."""
    left = sum(1 << table.ring.index(patch) for patch in position.ring)
    return left, table.ring.index(position.ring[0]) if position.ring else 0


def side_of(player: Player) -> tuple[int, int, int, int]:
    """Tell what a player has, as in a state."""
    return ALL_SQUARES & ~player.quilt.free, min(player.buttons, MANY), player.space, player.income


def swapped(state: State) -> State:
    """The same state from the other side."""
    mine, theirs, ring = state[:4], state[4:8], state[8:10]
    return (*theirs, *mine, *ring, (0, THEIRS, MINE)[state[BONUS]])


def is_over(state: State) -> bool:
    """Tell whether both tokens are on the last space."""
    return state[SPACE] == LAST == state[SPACE2]


def points(state: State) -> tuple[int, int]:
    """My points and theirs, as if the game ended now."""
    mask, buttons, _, _, mask2, buttons2, _, _, _, _, bonus = state
    mine = buttons + EMPTY_SQUARE_POINTS * (SIZE * SIZE - mask.bit_count())
    theirs = buttons2 + EMPTY_SQUARE_POINTS * (SIZE * SIZE - mask2.bit_count())
    return mine + BONUS_POINTS * (bonus == MINE), theirs + BONUS_POINTS * (bonus == THEIRS)


def has_seven_by_seven(mask: int) -> bool:
    """Tell whether a quilt covers some 7x7 area completely."""
    return mask.bit_count() >= 49 and any(mask & area == area for area in SEVEN_BY_SEVEN)
