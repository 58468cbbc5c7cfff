"""Why one move is better than another: a reason that can be counted on the table, and never a guess.

Each function below knows one kind of reason. It gives the reason with about how many points it speaks for the better
move, or None where there is nothing to count. The strongest one is given, if it explains enough of what was lost
(decision 0092). `engine.following` finds the lines in which `prize` looks.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from engine.tables import INCOMES
from engine.verdicts import AGAIN, AT_ONCE, BROUGHT, LATER, LEFT, NO_ROOM, PASSED, REASONS, SHORT, Reason
from game import ADVANCE, LEATHER, PATCHES, Move, Patch, Placement, Position
from game.facts import LeatherWon
from game.placements import OF_PATCH
from game.position import Player
from game.squares import LAST, bits
from game.tidy import edge_of, shut_squares, with_neighbours

ENOUGH, LEAST = 1 / 3, 2.0
"""How much of the cost a reason must explain, and how many points at least. Any bargain is enough if it was left for
advancing. The last resort is a longer edge, as nobody can count what it is worth.
"""

CLEAR = 1.25
"""What is said to be the better bargain brings so many times as much for its time."""

Weighed = tuple[float, Reason]
"""A reason, and for how many points it speaks."""


@dataclass(frozen=True, slots=True)
class Turn:
    """A move to be expected: its number in its line, from 0, who makes it in which position, and the patch it takes."""

    number: int
    seat: int
    position: Position
    patch: Patch | None

    @property
    def player(self) -> Player:
        """What the one who makes it has before it."""
        return self.position.player(self.seat)


Line = Sequence[Turn]
"""A move, and the best ones after it, without those that sew leather."""


class Pair:
    """Two moves in a position: ``better`` was found to be better than ``played``.

    ``seat`` makes the move, ``player`` is what it has before that. Of both moves, the one that was played first:
    ``lines`` begin with them, ``steps`` and ``after`` are what they lead to, ``players`` and ``free`` what the seat has
    then and its free squares, ``bought`` the patches of the ring that they take. ``is_same_patch`` says that they
    differ in the place alone. ``had`` tells after how many moves the seat did take which patches later in the game.
    """

    def __init__(
        self,
        position: Position,
        played: Move,
        better: Move,
        lines: tuple[Line, Line] = ((), ()),
        had: Mapping[int, int] | None = None,
    ) -> None:
        self.position, self.played, self.better, self.lines, self.had = position, played, better, lines, had or {}
        self.seat = position.turn
        self.player = position.player(self.seat)
        self.steps = position.play(played), position.play(better)
        self.after = self.steps[0].position, self.steps[1].position
        self.players = self.after[0].player(self.seat), self.after[1].player(self.seat)
        self.free = self.players[0].quilt.free, self.players[1].quilt.free
        self.bought = bought(played), bought(better)
        self.is_same_patch = ADVANCE not in (played, better) and self.bought[0] is self.bought[1]

    def is_quicker(self, times: float = 1) -> bool:
        """Tell whether the better patch brings so many times as much for its time, or one of them is none."""
        worse, better = (rate(patch, self.player) for patch in self.bought)
        return not all(self.bought) or better >= times * worse


def reason(pair: Pair, cost: float) -> Reason | None:
    """Find the reason why the other move was better, by ``cost`` points; None if nothing counted explains it."""
    found = sorted(filter(None, (kind(pair) for kind in KINDS)), key=lambda each: each[0], reverse=True)

    def strongest(least: float, kinds: Collection[str]) -> Reason | None:
        return next((each for points, each in found if points >= max(LEAST, least) and each.kind in kinds), None)

    enough, any_bargain = ENOUGH * cost, {"cheap"} if pair.played == ADVANCE else set[str]()
    ways = (enough, REASONS.keys() - {"edge"}), (0, any_bargain), (enough, {"edge"})
    return next(filter(None, (strongest(*way) for way in ways)), None)


def bought(move: Move) -> Patch | None:
    """The patch of the ring that a move takes."""
    return move.patch if isinstance(move, Placement) and move.patch is not LEATHER else None


def incomes_ahead(space: int) -> int:
    """Say how many incomes a token on a space has yet to pass."""
    return INCOMES[LAST] - INCOMES[space]


def bargain(patch: Patch, player: Player) -> int:
    """Say what a patch brings its buyer: two points a square and its income until the end, less its buttons."""
    return 2 * patch.size + patch.income * incomes_ahead(player.space) - patch.cost


def rate(patch: Patch | None, player: Player) -> float:
    """Say what a patch brings its buyer for a space of time; nothing if there is none."""
    return bargain(patch, player) / patch.time if patch else 0.0


def usual(position: Position) -> float:
    """Say what the patches left bring the one to move for a space of time, on average."""
    player, patches = position.player(position.turn), position.ring_patches
    spent = sum(patch.time for patch in patches)
    return sum(bargain(patch, player) for patch in patches) / spent if spent else 0.0


# --- the kinds


def income(pair: Pair) -> Weighed | None:
    """Say that the better patch pays more until the end."""
    worse, better = pair.bought
    ahead = incomes_ahead(pair.player.space)
    if better is None or not better.income or pair.is_same_patch or not pair.is_quicker():
        return None
    more = ahead * (better.income - (worse.income if worse else 0))
    if bargain(better, pair.player) - (bargain(worse, pair.player) if worse else more / 2) < more / 2:
        return None
    return float(more), Reason("income", (better.income, ahead, better.income * ahead))


def dear(pair: Pair) -> Weighed | None:
    """Say that what was bought brings less for its time than the other patches in the ring do."""
    worse, better = pair.bought
    if worse is None or pair.is_same_patch or not pair.is_quicker(CLEAR):
        return None
    brings, others = bargain(worse, pair.player), usual(pair.position) * worse.time
    if better is None and brings >= worse.time:  # then it brings as much as advancing does: a button a space
        return None
    return others - brings, Reason("dear", (brings, worse.time, round(others)))


def cheap(pair: Pair) -> Weighed | None:
    """Say that the better patch brings more, or as much for less time."""
    worse, better = pair.bought
    if better is None or pair.is_same_patch or not pair.is_quicker(CLEAR):
        return None
    brings, often = bargain(better, pair.player), usual(pair.position)
    surplus = brings - often * better.time
    others = bargain(worse, pair.player) - often * worse.time if worse else 0.0
    if surplus <= 0:
        return None
    return surplus - max(others, 0.0), Reason("cheap", (brings, better.time, round(often * better.time)))


SOON, CHECKED, HAD = 4, 6, 4
"""In how many moves after the two a prize must be taken; how many moves show who else may take it; and what is taken so
many moves later in the game is not missed.
"""

MORE, SLOW = 1.25, 2
"""The patch played brings at most so many times as much as a prize; and a prize that takes more time for its points
brings so many times as much as that.
"""

SHARE = 2 * ENOUGH  # so that half of what was lost must be seen in the patches that are named


def prize(pair: Pair) -> Weighed | None:
    """Name the patch that makes most of the difference: the opponent gets it, or the player only after the better move,
    soon.

    It is on offer before, or after one of the moves: what lies farther down the ring nobody can follow. Half of what it
    brings both counts, as there is something else to be had in its place, and no more than the patches named show.
    """
    ids = {turn.patch.id for line in pair.lines for turn in line if turn.patch}
    found = filter(None, (_prize(pair, PATCHES[id]) for id in sorted(ids.intersection(pair.position.ring))))
    return max(found, key=lambda each: each[0], default=None)


def _prize(pair: Pair, patch: Patch) -> Weighed | None:
    left, spared = (next((turn for turn in line if turn.patch is patch), None) for line in pair.lines)
    turns = [turn for turn in (spared, left) if turn]
    if (left and left.seat == pair.seat) or (spared and spared.seat != pair.seat):
        return None
    if not any(0 < turn.number <= SOON for turn in turns) or pair.had.get(patch.id, HAD + 1) <= HAD:
        return None
    how, whose = _how(pair, patch, left, spared), _whose(pair, spared)
    if not _is_told(left, spared, how, whose) or not _is_seen(pair, patch, left, spared, how):
        return None
    brings = [bargain(patch, turn.player) for turn in turns]
    if not _is_believed(pair, patch, brings[0], whose):
        return None
    less, more = (_balance(pair, line, patch) for line in pair.lines)
    numbers = patch.id, brings[0], int(left is not None), whose, how
    return min(sum(brings) / 2, SHARE * (more - less)), Reason("prize", numbers)


def _is_told(left: Turn | None, spared: Turn | None, how: int, whose: int) -> bool:
    """Tell whether there is a sentence for what becomes of a patch."""
    if how in (LEFT, BROUGHT):
        return whose == AGAIN or (left is not None and (spared is not None or how == BROUGHT))
    return spared is not None or how == SHORT


def _is_seen(pair: Pair, patch: Patch, left: Turn | None, spared: Turn | None, how: int) -> bool:
    """Tell whether it can be seen who gets a patch: it is on offer to the opponent after the other move, or else before
    the moves or after one of them; and the one who does not get it could not have taken it sooner.
    """
    before, *after = pair.position, *pair.after
    near = after[:1] if left else (before, *after)
    if how != NO_ROOM and (pair.is_same_patch or not any(patch in position.offers for position in near)):
        return False
    ways = [(line, last) for line, last in zip(pair.lines, (left, spared), strict=True) if last]
    sooner = [turn for line, last in ways for turn in line[1 : last.number] if turn.seat != last.seat]
    sooner += pair.lines[1][:1] if pair.better == ADVANCE else ()
    return not any(_can_take(turn, patch) for turn in sooner)


def _can_take(turn: Turn, patch: Patch) -> bool:
    is_paid = patch in turn.position.offers and patch.cost <= turn.player.buttons
    return is_paid and bool(OF_PATCH[patch.id].of(turn.player.quilt.fits))


def _is_believed(pair: Pair, patch: Patch, brings: int, whose: int) -> bool:
    """Tell whether the sums that are told speak for the better move: a patch brings not much less than the one played,
    and if it brings less for its time, it comes to the player besides, and brings much more in all.
    """
    played = pair.bought[0]
    instead = bargain(played, pair.player) if played else 0
    if MORE * brings < instead:
        return False
    is_quick = brings / patch.time >= rate(played, pair.player)
    return is_quick or (whose in (LATER, AGAIN) and brings >= SLOW * instead)


def _buttons(pair: Pair, line: Line) -> list[int]:
    """Say how many buttons the player has at each of their turns after the first one in a line; if there is none, after
    that.
    """
    own = [turn.player.buttons for turn in line[1:] if turn.seat == pair.seat]
    return own or [pair.players[pair.lines.index(line)].buttons]


def _whose(pair: Pair, spared: Turn | None) -> int:
    """Say when the player has a patch after the better move, by the names in `engine.verdicts`."""
    if spared is None:
        return 0
    left, right = ([turn.seat == pair.seat for turn in line[1:]] for line in pair.lines)
    is_again = all(right[: spared.number]) and not any(left[:1])
    return AT_ONCE if not spared.number else AGAIN if is_again else LATER


def _balance(pair: Pair, line: Line, patch: Patch) -> int:
    """Count what a patch and those of the two moves bring the player in a line, less what they bring the opponent."""
    known = [(turn, turn.patch) for turn in line if turn.patch and turn.patch in (patch, *pair.bought)]
    return sum(bargain(taken, turn.player) * (1 if turn.seat == pair.seat else -1) for turn, taken in known)


def _how(pair: Pair, patch: Patch, theirs: Turn | None, spared: Turn | None) -> int:
    """Say how the other move misses a patch, by the names in `engine.verdicts`. There are too few buttons if these are
    too few in the player's next turn, and enough in their next turn after the better move, or as soon as they take it.
    """
    room = [OF_PATCH[patch.id].of(player.quilt.fits) for player in pair.players]
    left, after = (_buttons(pair, line) for line in pair.lines)
    if room[1] and not room[0]:
        return NO_ROOM
    before, now, instead = (patch in position.offers for position in (pair.position, *pair.after))
    reach = LEFT if now in (before, instead) else BROUGHT if now else PASSED
    if patch is pair.bought[1] or reach == PASSED or (theirs and reach == BROUGHT):
        return reach
    is_short = left[0] < patch.cost and (after[0] >= patch.cost or (spared and max(left) < patch.cost))
    return SHORT if is_short else reach


def near(pair: Pair) -> Weighed | None:
    """Say that the better move completes the 7x7, or leaves some fewer squares missing for it, and it is near."""
    left, spared = (player.quilt.missing_for_seven_by_seven for player in pair.players)
    if pair.position.bonus or spared > NEAR or left - spared < (FEWER if spared else 1):
        return None
    return 7.0 * (left - spared) / left, Reason("near", (spared, left))


NEAR, FEWER = 8, 3  # with how many squares missing a 7x7 is near, and by how many fewer that must be


def leather(pair: Pair) -> Weighed | None:
    """Say that the better move wins a leather patch, and the other one none."""
    played, better = (
        [fact.space for fact in step.facts if isinstance(fact, LeatherWon) and fact.kept] for step in pair.steps
    )
    return (LEATHER_WORTH, Reason("leather", (better[0],))) if better and not played else None


LEATHER_WORTH = 3.0  # points that a leather patch is worth: two for its square, and more where nothing else fits


def holes(pair: Pair) -> Weighed | None:
    """Say that it shut in squares, or left them so, that the better move leaves open or fills: hardly anything but
    leather fits there.
    """
    left, spared = map(shut_squares, pair.free)
    more = left.bit_count() - spared.bit_count()
    if ADVANCE in (pair.played, pair.better) or more <= 0:
        return None
    return (2.0 if pair.is_same_patch else 1.5) * more, Reason(
        "holes", tuple(bits(with_neighbours(left, left & ~spared)))
    )


def edge(pair: Pair) -> Weighed | None:
    """Say that the same patch leaves the free squares a longer edge: the shorter it is, the better patches fit. Half as
    many sides as points were lost are enough.
    """
    (left, spared), (shut, still_shut) = (map(of, pair.free) for of in (edge_of, shut_squares))
    if not pair.is_same_patch or left <= spared or still_shut.bit_count() > shut.bit_count():
        return None
    return 2 * ENOUGH * (left - spared), Reason("edge", (left, spared))


KINDS = (income, dear, cheap, prize, near, leather, holes, edge)
