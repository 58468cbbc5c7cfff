"""Games for the tests of the engine: such as people play, and such as nobody plays; and its answers to lines."""

import io
from collections.abc import Iterator
from random import Random

from engine.automa.state import Solo
from engine.automa.state import encode as encode_solo
from engine.moves import Child, move_of, phase_of, sew_leather, take
from engine.moves import advance as advance_on
from engine.protocol import Inbox, Session
from engine.spots import best_spots
from engine.state import PAWN, State, Table, encode
from engine.tables import LEATHER
from game import ADVANCE, Automa, Move, Placement, Position, Reveal
from game.position import start
from game.tidy import tidiest
from tests.game.building import card_order, random_line, shuffled_ring


def said(given: str | bytes) -> list[str]:
    """What the engine answers to some lines."""
    answers: list[str] = []
    Session(Inbox(io.BytesIO(given.encode() if isinstance(given, str) else given)), answers.append).run()
    return answers


def tidy_line(seed: int, track: str = "classic") -> list[Position]:
    """A whole game of two who sew snugly and seldom advance: quilts fill up, and areas of 7x7 are covered."""
    rng = Random(seed)
    return _tidily(start(track, shuffled_ring(rng), rng.choice((1, 2))), rng, iter(()))


def tidy_solo(seed: int, level: str, deck: str, track: str) -> list[Position]:
    """The same of one who plays against the Automa."""
    rng = Random(seed)
    return _tidily(start(track, shuffled_ring(rng), automa=Automa(level, deck)), rng, iter(card_order(rng, deck)))


def _tidily(first: Position, rng: Random, cards: Iterator[int]) -> list[Position]:
    positions = [first]
    while not positions[-1].over:
        positions.append(positions[-1].play(_tidy_move(positions[-1], cards, rng)).position)
    return positions


def _tidy_move(position: Position, cards: Iterator[int], rng: Random) -> Move:
    if position.awaits_card:
        return Reveal(next(cards))
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
        return sew_leather(state, state[0] | move.mask, table)
    offer = next(offer for offer in table.offers(state[8], state[PAWN]) if offer[0] == move.patch.id)
    return take(state, table, offer, state[0] | move.mask)


def leather_settled(position: Position) -> Position:
    """A position after the leather patch that waits, if one does, is sewn where the engine sews it."""
    if not position.leather:
        return position
    space = position.player(position.leather).space
    if position.automa:
        ring: Table = (solo := Solo(position))
        mask = encode_solo(position, solo)[0]
    else:
        ring = Table(position.track, position.ring)
        mask = encode(position, ring)[0]
    sewn = best_spots(mask, LEATHER, phase_of(ring, position.bonus, space))[0]
    return position.play(move_of(LEATHER, sewn ^ mask)).position
