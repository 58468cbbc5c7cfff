"""Games for the tests of the engine: such as people play, and such as nobody plays."""

from random import Random

from engine.moves import Child, sew_leather, take
from engine.moves import advance as advance_on
from engine.spots import best_spots
from engine.state import PAWN, State, Table, encode
from engine.tables import LEATHER
from engine.value import PHASE
from game import ADVANCE, Move, Placement, Position
from game.placements import OF_PATCH, PLACEMENTS
from game.position import start
from game.tidy import tidiest
from tests.game.building import random_line, shuffled_ring


def tidy_line(seed: int, track: str = "classic") -> list[Position]:
    """A whole game of two who sew snugly and seldom advance: quilts fill up, and areas of 7x7 are covered."""
    rng = Random(seed)
    positions = [start(track, shuffled_ring(rng), rng.choice((1, 2)))]
    while not positions[-1].over:
        positions.append(positions[-1].play(_tidy_move(positions[-1], rng)).position)
    return positions


def _tidy_move(position: Position, rng: Random) -> Move:
    patches = {move.patch.id: move.patch for move in position.legal_moves if isinstance(move, Placement)}
    if not patches or (ADVANCE in position.legal_moves and rng.random() < 0.1):
        return ADVANCE
    patch = patches[rng.choice(sorted(patches))]
    return tidiest(position.player(position.turn).quilt, patch)[0]


def lines(seed: int, track: str) -> list[Position]:
    """All the positions of a random game and of a tidy one."""
    return random_line(seed, track, 1 + seed % 2)[0] + tidy_line(seed, track)


def played(position: Position, move: Move, state: State, table: Table) -> Child:
    """What a move leads to on the compact state."""
    if not isinstance(move, Placement):
        return advance_on(state, table)
    if move.patch.id == LEATHER:
        return sew_leather(state, state[0] | move.mask)
    offer = next(offer for offer in table.offers(state[8], state[PAWN]) if offer[0] == move.patch.id)
    return take(state, table, offer, state[0] | move.mask)


def leather_settled(position: Position) -> Position:
    """A position after the leather patch that waits, if one does, is sewn where the engine sews it."""
    if not position.leather:
        return position
    mask = encode(position, Table(position.track, position.ring))[0]
    space = position.player(position.leather).space
    hole = best_spots(mask, LEATHER, PHASE[position.bonus][space])[0] ^ mask
    first = OF_PATCH[LEATHER].first
    return position.play(next(each for each in PLACEMENTS[first:] if each.mask == hole)).position
