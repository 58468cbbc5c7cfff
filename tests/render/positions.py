"""Positions of games played by a fixed seed, to be drawn."""

from __future__ import annotations

import random

from game import ADVANCE, LEATHER, Placement, Position
from game.position import start
from game.tidy import tidiest


def position_after(plies: int, seed: int = 5) -> tuple[Position, Placement | None, int]:
    """The position after so many plies (or at the end), the patch sewn by the last of them, and its seat."""
    rng = random.Random(seed)
    ring = list(range(33))
    rng.shuffle(ring)
    position, last, seat = start("classic", ring), None, 0
    for _ in range(plies):
        if position.over:
            break
        patches = [LEATHER] if position.leather else position.offers
        quilt = position.player(position.turn).quilt
        spots = [spot for patch in patches for spot in tidiest(quilt, patch)[:1] if spot in position.legal_moves]
        move = rng.choice(spots) if (spots and rng.random() < 0.85) or position.leather else ADVANCE
        last, seat = (move, position.turn) if isinstance(move, Placement) else (None, 0)
        position = position.play(move).position
    return position, last, seat
