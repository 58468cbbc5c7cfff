"""Positions of games played by a fixed seed, to be drawn."""

import random
from functools import cache

import render
from game import ADVANCE, LEATHER, Move, Placement, Position
from game.position import start
from game.tidy import tidiest
from render.theme import DAYLIGHT, NIGHT


def position_after(plies: int, seed: int = 5) -> tuple[Position, tuple[Placement, ...], int]:
    """The position after so many plies (or at the end), what the last of them has sewn, and its seat."""
    ring, moves = moves_of(seed)
    position, seat = start("classic", ring), 0
    new: tuple[Placement, ...] = ()
    for move in moves[:plies]:
        new, seat = ((move,), position.turn) if isinstance(move, Placement) else ((), 0)
        position = position.play(move).position
    return position, new, seat


@cache
def moves_of(seed: int) -> tuple[list[int], list[Move]]:
    """The ring and all moves of a game in which both sew where it is tidy."""
    rng = random.Random(seed)
    ring = list(range(33))
    rng.shuffle(ring)
    position = start("classic", ring)
    moves: list[Move] = []
    while not position.over:
        patches = [LEATHER] if position.leather else position.offers
        quilt = position.player(position.turn).quilt
        spots = [spot for patch in patches for spot in tidiest(quilt, patch)[:1] if spot in position.legal_moves]
        move = rng.choice(spots) if (spots and rng.random() < 0.85) or position.leather else ADVANCE
        position = position.play(move).position
        moves.append(move)
    return ring, moves


def quilts() -> list[bytes]:
    """The pictures of a quilt by day and by night, as files."""
    quilt = position_after(26)[0].player(1).quilt
    return [render.png(render.draw_quilt(quilt, seat=1, theme=theme)) for theme in (DAYLIGHT, NIGHT)]
