"""Solo games for the tests of the engine."""

from collections.abc import Iterator
from random import Random

from engine.automa.quilts import sew_leather
from engine.automa.state import Solo, encode
from engine.tables import LEATHER
from game import ADVANCE, Automa, Move, Placement, Position, Reveal
from game.placements import OF_PATCH, PLACEMENTS
from game.position import start
from game.tidy import tidiest
from tests.game.building import card_order, shuffled_ring


def tidy_solo(seed: int, level: str, deck: str, track: str) -> list[Position]:
    """A whole game of somebody who sews snugly, so that quilts fill up."""
    rng = Random(seed)
    positions = [start(track, shuffled_ring(rng), automa=Automa(level, deck))]
    cards = iter(card_order(rng, deck))
    while not positions[-1].over:
        positions.append(positions[-1].play(_tidy_move(positions[-1], cards, rng)).position)
    return positions


def _tidy_move(position: Position, cards: Iterator[int], rng: Random) -> Move:
    if position.awaits_card:
        return Reveal(next(cards))
    patches = {move.patch.id: move.patch for move in position.legal_moves if isinstance(move, Placement)}
    if not patches or (not position.leather and rng.random() < 0.1):
        return ADVANCE
    return tidiest(position.players[0].quilt, patches[rng.choice(sorted(patches))])[0]


def settled(position: Position) -> Position:
    """A position after the leather patch that waits, if one does, is sewn where the engine sews it."""
    if not position.leather:
        return position
    assert position.automa
    table = Solo(position)
    mask = encode(position, table)[0]
    tile_space = 0 if position.bonus else table.tile_space
    hole = sew_leather(mask, position.players[0].space, tile_space) ^ mask
    return position.play(next(each for each in PLACEMENTS[OF_PATCH[LEATHER].first :] if each.mask == hole)).position
