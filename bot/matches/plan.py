"""What a plan is, and what it does when it becomes its player's move. Pure.

A plan is a short list that is read from the top. The first entry whose condition holds, and whose move can be made, is
carried out. If that leaves the player to move again, the list goes on below it; else it is used up.
"""

from dataclasses import dataclass, replace
from typing import Literal

from bot.matches.match import Match, Ply
from game import ADVANCE, LEATHER, BadText, Move, Placement, Position, other, parse_move
from game.facts import BonusTaken
from game.position import OFFERS

MOST_ENTRIES = 5
WAIT = "wait"

Option = str
"""What the opponent may do: ``+`` for advancing, or the number of a patch; empty for anything."""

Stop = Literal["held", "back", "bonus", "paused", "wait", "leather", "none"]
"""Why a plan goes no further: since its player saw it, something was asked (``held``) or taken back, or somebody took
the 7×7; the game was paused; an entry says ``wait``; it does not place leather; or nothing left on it is possible.
"""


class BadPlan(ValueError):
    """A text is no plan."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A move to be made, or None to be waited for, ``when`` the opponent does just that after the ``revision``."""

    move: Move | None
    when: Option = ""
    revision: int = 0

    def __str__(self) -> str:
        return f"{self.move or WAIT} {self.revision} {self.when}".rstrip()


@dataclass(frozen=True, slots=True)
class Plan:
    """The entries of a plan, and the revision that its player last saw. It is ``held`` if something was asked since."""

    entries: tuple[Entry, ...] = ()
    revision: int = 0
    held: bool = False

    @property
    def text(self) -> str:
        """Its entries, as `parse_plan` reads them back."""
        return "\n".join(map(str, self.entries))

    def waits(self, match: Match, seat: int) -> Stop | None:
        """Tell why a plan waits whatever its entries are: ``held``, ``back`` (or its player has moved), ``bonus``."""
        since = _since(match, self.revision)
        if self.held:
            return "held"
        if len(since) != match.revision - self.revision or any(ply.seat == seat and not ply.how for ply in since):
            return "back"
        return "bonus" if any(isinstance(fact, BonusTaken) for ply in since for fact in ply.step.facts) else None


def parse_plan(text: str, revision: int, *, held: bool = False) -> Plan:
    """Read the entries of a plan. Raises BadPlan."""
    return Plan(tuple(map(_parse_entry, text.splitlines())), revision, held)


def _parse_entry(line: str) -> Entry:
    try:
        spelled, revision, when, *_ = [*line.split(" "), ""]
        return Entry(None if spelled == WAIT else parse_move(spelled), when, int(revision))
    except (BadText, ValueError) as error:
        raise BadPlan(line) from error


def next_move(match: Match, seat: int, plan: Plan, begin: int = 0) -> tuple[int, Move] | None:
    """The first entry from ``begin`` on that can be carried out, and its move; None if its player must choose."""
    if plan.waits(match, seat):
        return None
    for number, entry in enumerate(plan.entries[begin:], begin):
        if not _holds(match, seat, entry):
            continue
        if entry.move is None:
            return None
        if entry.move in match.position.legal_moves:
            return number, entry.move
    return None


def why_it_stops(match: Match, seat: int, plan: Plan, begin: int = 0) -> Stop | None:
    """Tell why a plan goes no further, if `next_move` finds nothing from entry ``begin`` on; None if it is used up."""
    if why := plan.waits(match, seat):
        return why
    left = plan.entries[begin:]
    if any(entry.move is None and _holds(match, seat, entry) for entry in left):
        return "wait"
    if match.position.leather:
        return "leather"
    return "none" if left else None


def can_be_planned(position: Position, seat: int, move: Move | None, when: Option = "") -> bool:
    """Tell whether a seat, which earns nothing until then, may make a move once the opponent has done ``when``."""
    if when and when not in options_of(position):
        return False
    if not isinstance(move, Placement):
        return move is None or move == ADVANCE
    player = position.player(seat)
    if not player.quilt.fits >> move.number & 1:
        return False
    return move.patch is LEATHER or (
        move.patch.cost <= player.buttons and move.patch.id in within_reach(position, when)
    )


def options_of(position: Position) -> list[Option]:
    """List what the player to move can do: each patch that can be taken, and advancing."""
    if position.leather:
        return []
    return [*(str(patch.id) for patch in position.offers if position.can_take(patch)), "+"]


def within_reach(position: Position, when: Option = "") -> tuple[int, ...]:
    """The patches that may be on offer after the opponent's next choice, ``when`` or any, in the order of the ring."""
    ring = position.ring
    if when == "+":
        return ring[:OFFERS]
    if when:
        place = ring.index(int(when))
        return (*ring[place + 1 :], *ring[:place])[:OFFERS]
    return ring[: 2 * OFFERS]


def as_if_to_move(position: Position, seat: int, place: int = 0) -> Position:
    """A position in which a seat may take the patch at a ``place`` of the ring, from 0 at the pawn: what that costs and
    brings is the same whenever it is done.
    """
    ring = position.ring[place:] + position.ring[:place]
    return replace(position, token=seat, leather=0, ring=ring)


def _since(match: Match, revision: int) -> list[Ply]:
    return [ply for ply in match.plies if ply.number > revision]


def _holds(match: Match, seat: int, entry: Entry) -> bool:
    """Tell whether the opponent's one choice since an entry was written is the one that it speaks of, if any."""
    if not entry.when:
        return True
    moves = [ply.move for ply in _since(match, entry.revision) if ply.seat == other(seat) and ply.how != "forced"]
    chosen = [move for move in moves if not (isinstance(move, Placement) and move.patch is LEATHER)]
    options = [str(move.patch.id) if isinstance(move, Placement) else str(move) for move in chosen]
    return options == [entry.when]
