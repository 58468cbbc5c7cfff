"""Random plans, and two people who follow their lists with paper and pencil."""

from collections import Counter
from dataclasses import dataclass, field
from random import Random

from bot.matches.plan import can_be_planned, options_of, within_reach
from game import ADVANCE, LEATHER, PATCHES, Move, Placement, Position, other
from game.facts import BonusTaken
from game.placements import OF_PATCH, PLACEMENTS
from game.squares import bits

Wish = tuple[Move | None, str]
"""What somebody wants to plan: a move, or (None) to be waited for, and for which option of the other; empty for any."""

Stops = Counter[str | None]
"""How often plans went no further, by why; None for those that were carried out to the end."""


def random_wish(rng: Random, position: Position, seat: int) -> Wish:
    """Something that a seat which waits can plan."""
    when, kind = rng.choice(["", "", *options_of(position)]), rng.random()
    if kind < 0.3:
        return (ADVANCE if kind > 0.1 else None), when
    placement = random_placement(rng, position, seat, when)
    return (placement, when) if placement and can_be_planned(position, seat, placement, when) else (ADVANCE, when)


def random_placement(rng: Random, position: Position, seat: int, when: str = "") -> Placement | None:
    """A way to sew a patch that can be had after an option, or leather; or None, as not every patch fits."""
    player = position.player(seat)
    within = [patch for patch in within_reach(position, when) if PATCHES[patch].cost <= player.buttons]
    span = OF_PATCH[rng.choice([*within, LEATHER.id])]
    fitting = [*bits(span.of(player.quilt.fits))]
    return PLACEMENTS[span.first + rng.choice(fitting)] if fitting else None


@dataclass
class Person:
    """Somebody who follows a list by hand: what a plan does, said once more and as plainly as can be."""

    entries: list[tuple[Wish, list[str]]] = field(default_factory=list)  # and what the other has chosen since
    alarms: set[str] = field(default_factory=set)
    has_looked: bool = False

    def write(self, wishes: list[Wish]) -> None:
        """Write more on the list, having seen all that has happened."""
        self.entries += [(wish, []) for wish in wishes]
        self.alarms.clear()

    def hear(self, option: str) -> None:
        for _, chosen in self.entries:
            chosen.append(option)

    def unhear(self) -> None:
        """Hear that the other's last choice was none."""
        for _, chosen in self.entries:
            del chosen[-1:]

    def next_move(self, position: Position) -> tuple[Move | None, str | None]:
        """The next move on the list, or else why the list ends here."""
        self.has_looked, had_any = True, bool(self.entries)
        for alarm in ("paused", "held", "back", "bonus"):
            if alarm in self.alarms:
                return None, alarm
        while self.entries:
            (move, when), chosen = self.entries.pop(0)
            if when and chosen != [when]:
                continue
            if move is None:
                return None, "wait"
            if move in position.legal_moves:
                return move, None
        return None, "leather" if position.leather else "none" if had_any else None


class Paper:
    """A game on paper. ``forces`` tells whether a move is made at once that is the only one."""

    def __init__(self, position: Position, *, forces: bool = True) -> None:
        self.position = position
        self.people = {1: Person(), 2: Person()}
        self.forced = 0
        self.plies: list[tuple[Position, bool, bool]] = []  # before it, whether it was chosen, whether it was heard
        self.forces = forces

    @property
    def chosen_by(self) -> int | None:
        """The seat that has made the last choice that stands; None if there is none."""
        return next((before.turn for before, is_choice, _ in reversed(self.plies) if is_choice), None)

    def play(self, move: Move) -> Stops:
        """Make a move, and all that follows by itself. Returns why lists have ended."""
        self.people[self.position.turn] = Person()
        self._make(move, is_choice=True)
        stop: Stops = Counter()
        while not self.position.over:
            legal = list(self.position.legal_moves)
            person = self.people[self.position.turn]
            if self.forces and len(legal) == 1 and not self.position.play(legal[0]).position.over:
                self._make(legal[0], is_choice=False)
                self.forced += 1
                continue
            if not person.entries and not person.has_looked:
                break
            planned, why = person.next_move(self.position)
            if planned is None:
                stop[why] += 1
                break
            self._make(planned, is_choice=True)
        for seat in (1, 2):
            if self.people[seat].has_looked or self.position.over:
                self.people[seat] = Person()
        return stop

    def take_back(self) -> Stops:
        """Take back the last choice and what it forced: its player makes the next one by hand, the other is alarmed."""
        is_choice = False
        while not is_choice:
            self.position, is_choice, was_heard = self.plies.pop()
        mover, waiting = (self.people[seat] for seat in (self.position.turn, other(self.position.turn)))
        if was_heard:
            waiting.unhear()
        waiting.alarms.add("back")
        self.people[self.position.turn] = Person()
        return Counter(["back"] if mover.entries else [])

    def _make(self, move: Move, *, is_choice: bool) -> None:
        mover, text_only = self.position.turn, is_choice and not (isinstance(move, Placement) and move.patch is LEATHER)
        self.plies.append((self.position, is_choice, text_only))
        step = self.position.play(move)
        self.position = step.position
        if text_only:
            self.people[other(mover)].hear(str(move.patch.id) if isinstance(move, Placement) else "+")
        if any(isinstance(fact, BonusTaken) for fact in step.facts):
            for person in self.people.values():
                person.alarms.add("bonus")
