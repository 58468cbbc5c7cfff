"""Random plans."""

from __future__ import annotations

from random import Random

from bot.matches.plan import can_be_planned, options_of, within_reach
from game import ADVANCE, LEATHER, PATCHES, Move, Placement, Position
from game.placements import OF_PATCH, PLACEMENTS
from game.squares import bits

Wish = tuple[Move | None, str]
"""What somebody wants to plan: a move, or (None) to be waited for, and for which option of the other; empty for any."""


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
