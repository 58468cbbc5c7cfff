"""Why one move is better than another: one or two reasons, which can be counted on the table, and never a guess.

Each function below knows one kind of reason. It gives the reason with about how many points it speaks for the better
move, or None where there is nothing to count. The strongest one is given, if it explains enough of what was lost; or
else the two that do so together, if they do not count the same thing (decision 0092). `engine.following` has the last
resort: what follows both moves.
"""

from itertools import combinations

from engine.faults import edge, fault
from engine.tables import INCOMES
from engine.verdicts import Reason, Reasons
from game import ADVANCE, LEATHER, Move, Patch, Placement, Position, other
from game.facts import BonusTaken, LeatherWon
from game.placements import OF_PATCH
from game.position import Player
from game.squares import LAST
from game.tidy import shut_in

ENOUGH = 0.4  # how much of the cost reasons must explain
LEAST = 2.0  # for how many points each must speak

ALIKE = (
    {"income", "cheap"},
    {"saves", "broke", "again", "last"},
    {"tile", "near"},
    {"leather", "tile", "shut", "holes", "room", "snug", "fits"},
)
"""Kinds of reasons that count the same thing, or half of it: no two of one set are given together."""

Weighed = tuple[float, Reason]
"""A reason, and for how many points it speaks."""


class Pair:
    """Two moves in a position: ``better`` was found to be better than ``played``.

    ``reply`` is what the opponent had best do after the move that was played, ``next`` what the player had best do
    after the better one, if it is their turn again; both may be unknown. ``seat`` makes the move, ``player`` is what it
    has before that. Of both moves, the one that was played first: ``steps`` and ``after`` are what they lead to,
    ``players`` and ``free`` what it has then and its free squares, ``bought`` the patches of the ring that they take.
    ``is_same_patch`` says that they differ in the place alone.
    """

    def __init__(
        self, position: Position, played: Move, better: Move, reply: Move | None = None, next: Move | None = None
    ) -> None:
        self.position, self.played, self.better, self.reply, self.next = position, played, better, reply, next
        self.seat = position.turn
        self.player = position.player(self.seat)
        self.steps = position.play(played), position.play(better)
        self.after = self.steps[0].position, self.steps[1].position
        self.players = self.after[0].player(self.seat), self.after[1].player(self.seat)
        self.free = self.players[0].quilt.free, self.players[1].quilt.free
        self.bought = bought(played), bought(better)
        self.is_same_patch = ADVANCE not in (played, better) and self.bought[0] is self.bought[1]


def reasons(pair: Pair, cost: float) -> Reasons:
    """Find the reasons why the other move was better, by ``cost`` points; none if nothing counted explains it."""
    enough = max(LEAST, ENOUGH * cost)
    found = sorted((each for kind in KINDS if (each := kind(pair)) and each[0] >= LEAST), key=lambda each: -each[0])
    if found and found[0][0] >= enough:
        return (found[0][1],)
    both = [
        two for two in combinations(found, 2) if sum(points for points, _ in two) >= enough and not _are_alike(*two)
    ]
    best = max(both, key=lambda two: two[0][0] + two[1][0], default=())
    return tuple(reason for _, reason in best)


def _are_alike(one: Weighed, two: Weighed) -> bool:
    return any({one[1].kind, two[1].kind} <= alike for alike in ALIKE)


def bought(move: Move) -> Patch | None:
    """The patch of the ring that a move takes."""
    return move.patch if isinstance(move, Placement) and move.patch is not LEATHER else None


def incomes_ahead(space: int) -> int:
    """Say how many incomes a token on a space has yet to pass."""
    return INCOMES[LAST] - INCOMES[space]


def bargain(patch: Patch, player: Player) -> int:
    """Say what a patch brings its buyer: two points a square and its income until the end, less its buttons."""
    return 2 * patch.size + patch.income * incomes_ahead(player.space) - patch.cost


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
    if better is None or not better.income or pair.is_same_patch:
        return None
    more = ahead * (better.income - (worse.income if worse else 0))
    return float(more), Reason("income", (better.income, ahead, better.income * ahead))


def dear(pair: Pair) -> Weighed | None:
    """Say that what was bought brings less for its time than the other patches in the ring do."""
    worse, _ = pair.bought
    if worse is None or pair.is_same_patch:
        return None
    brings, rate = bargain(worse, pair.player), usual(pair.position)
    return rate * worse.time - brings, Reason("dear", (brings, worse.time, round(rate * worse.time)))


def cheap(pair: Pair) -> Weighed | None:
    """Say that the better patch brings more, or as much for less time."""
    worse, better = pair.bought
    if better is None or pair.is_same_patch:
        return None
    brings, rate = bargain(better, pair.player), usual(pair.position)
    surplus = brings - rate * better.time
    others = bargain(worse, pair.player) - rate * worse.time if worse else 0.0
    if surplus <= 0:
        return None
    return surplus - max(others, 0.0), Reason("cheap", (brings, better.time, round(rate * better.time)))


def gives(pair: Pair) -> Weighed | None:
    """Say that it left the opponent a patch that is a bargain, which they could not have had after the better move."""
    left, spared = pair.after
    if pair.reply is None or left.over or left.leather or left.token == pair.seat:
        return None
    patch = bought(pair.reply)
    if patch is None or patch not in left.offers or _could_take(spared, other(pair.seat), patch):
        return None
    opponent = left.player(other(pair.seat))
    brings, rate = bargain(patch, opponent), usual(left)
    return brings - rate * patch.time, Reason("gives", (patch.id, brings, patch.time))


def _could_take(position: Position, seat: int, patch: Patch) -> bool:
    """Tell whether a seat could take a patch next, or is not to move, so that nobody knows."""
    if position.over:
        return False
    if position.token != seat or position.leather:
        return patch in position.offers and position.player(seat).buttons >= patch.cost
    return position.can_take(patch)


def saves(pair: Pair) -> Weighed | None:
    """Say that it left too few buttons for a bargain that comes next, and the better move would have left enough."""
    left, spared = pair.after
    buttons, enough = (player.buttons for player in pair.players)
    missed = [patch for patch in left.offers if buttons < patch.cost <= enough and patch in spared.offers]
    if not missed or left.over:
        return None
    player, rate = pair.players[0], usual(left)
    surplus = {patch.id: bargain(patch, player) - rate * patch.time for patch in missed}
    best = max(missed, key=lambda patch: surplus[patch.id])
    return surplus[best.id], Reason("saves", (best.id, best.cost, buttons))


def broke(pair: Pair) -> Weighed | None:
    """Say that it left too few buttons for any patch on offer next; the better move would have left enough for one."""
    left, spared = pair.after
    buttons, enough = (player.buttons for player in pair.players)
    costs = [patch.cost for patch in left.offers]
    payable = [patch for patch in spared.offers if patch.cost <= enough]
    if left.over or spared.over or not costs or buttons >= min(costs) or not payable:
        return None
    brings = max(bargain(patch, pair.players[1]) - patch.time for patch in payable)
    return float(brings), Reason("broke", (buttons, min(costs)))


def last(pair: Pair) -> Weighed | None:
    """Say that it took the token to the end; after the better move, there would have been time for another patch."""
    _, spared = pair.after
    if pair.players[0].space < LAST or spared.over or spared.leather or spared.turn != pair.seat:
        return None
    brings = {patch.id: bargain(patch, pair.players[1]) for patch in spared.offers if spared.can_take(patch)}
    best = max(brings, key=lambda id: brings[id], default=None)
    return None if best is None else (float(brings[best]), Reason("last", (best, brings[best])))


def again(pair: Pair) -> Weighed | None:
    """Say what it is worth to move again after the better move, where the other one passes the turn: a patch."""
    (left, spared), patch = pair.after, bought(pair.next) if pair.next else None
    if patch is None or left.turn == pair.seat:
        return None
    brings, rate = bargain(patch, pair.players[1]), usual(spared)
    return brings - rate * (patch.time - 1), Reason("again", (patch.id, brings))


def tile(pair: Pair) -> Weighed | None:
    """Say that the better move completes the 7x7."""
    played, better = (any(isinstance(fact, BonusTaken) for fact in step.facts) for step in pair.steps)
    return (7.0, Reason("tile")) if better and not played else None


def near(pair: Pair) -> Weighed | None:
    """Say that the better move leaves some fewer squares missing for the 7x7, which is near."""
    left, spared = (player.quilt.missing_for_seven_by_seven for player in pair.players)
    if pair.position.bonus or spared == 0 or spared > NEAR or left - spared < FEWER:
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


def shut(pair: Pair) -> Weighed | None:
    """Say that it shut in squares which the better move leaves open: hardly anything but leather fits there."""
    left, spared = map(shut_in, pair.free)
    if ADVANCE in (pair.played, pair.better) or left <= spared:
        return None
    return 2.0 * (left - spared), Reason("shut", (left - spared, left))


def holes(pair: Pair) -> Weighed | None:
    """Say that the same patch elsewhere would have left fewer holes, or room for a 7x7."""
    found = fault(*pair.free, bonus=bool(pair.position.bonus)) if pair.is_same_patch else None
    if found is None:
        return None
    kind, squares = found
    return 2.0 * len(squares) + 2.0 * (kind == "room") + 1.0, Reason(kind, squares)


def snug(pair: Pair) -> Weighed | None:
    """Say that the same patch elsewhere would have left the free squares a shorter edge; holes say it better."""
    if not pair.is_same_patch or holes(pair):
        return None
    left, spared = map(edge, pair.free)
    return (EDGE_WORTH * (left - spared), Reason("snug", (left, spared))) if left > spared else None


EDGE_WORTH = 1.2  # points that a side of a square less at the edge of what is free is worth


def fits(pair: Pair) -> Weighed | None:
    """Say that a patch which comes soon fits no more, and would fit if the same patch lay elsewhere."""
    if not pair.is_same_patch or pair.after[0].over:
        return None
    one, two = (player.quilt.fits for player in pair.players)
    lost = [
        (bargain(patch, pair.players[1]), patch)
        for patch in pair.after[0].ring_patches[:SOON]
        if not OF_PATCH[patch.id].of(one) and OF_PATCH[patch.id].of(two)
    ]
    if not lost:
        return None
    brings, best = max(lost, key=lambda each: each[0] - each[1].time)
    return float(brings - best.time), Reason("fits", (best.id, brings))


SOON = 9
"""How many patches of the ring may come into reach soon."""

KINDS = (income, dear, cheap, gives, saves, broke, last, again, tile, near, leather, shut, holes, snug, fits)
