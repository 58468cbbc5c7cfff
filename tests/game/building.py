"""Builders for the tests of the rules: quilts from diagrams, seats, tables, random games."""

from pathlib import Path
from random import Random

import pytest

from game import ADVANCE, PATCHES, Automa, IllegalMove, Move, Placement, Player, Position, Quilt, Reveal, parse_move
from game.automa import DECKS
from game.facts import Fact
from game.placements import OF_PATCH, PLACEMENTS
from game.position import start
from game.squares import COLUMNS

REPO = Path(__file__).resolve().parents[2]
REFERENCE = Path(__file__).with_name("reference")
"""What is known of the game from elsewhere; its README says from where."""

_FRESH = Player()

FULL = "######### " * 9
"""The diagram of a quilt without an empty square."""

DEAR = (10, 24, 11)
"""Offers that no budget below 7 can take."""

SEVEN_FIRST = """\
[Track "revised"]
[Ring "28 10 20 17 8 23 18 22 9 2 3 26 31 12 5 1 7 30 6 13 21 27 29 24 19 14 15 25 16 11 4 32 0"]
[First "1"]
[Automa "apprentice tactical"]
28S@A1 #19 #23 9N@D1 26E@B3 #17 #22 21E@F1 #16 #21 #13 + #14 11E@A3 4N@D5 #24 #18 + #17 20N@C6 *A1 #20 2N@E3 *B1
#21 1E@B5 6S@E6 *H1 #19 #18 #23 23E@H1 3S@H4 7N@B8 #24 22S@D8 13e@G6 #16"""
"""A game against the Automa in which the human covers a 7x7 area first, which hardly ever happens at random."""


def reference(name: str) -> str:
    """The text of a file of what is known from elsewhere."""
    return (REFERENCE / name).read_text(encoding="utf-8")


def quilt(diagram: str) -> Quilt:
    """A quilt whose squares marked # are covered (with leather); rows that are left out are empty."""
    made = Quilt()
    for row, line in enumerate(diagram.split(), 1):
        for column, mark in zip(COLUMNS, line, strict=True):
            if mark == "#":
                made = made.sew(placement(f"*{column}{row}"))
    return made


def seat(space: int = 0, buttons: int = 5, diagram: str = "", income: int = 0) -> Player:
    return Player(space, buttons, income, quilt(diagram))


def ring(*offers: int) -> tuple[int, ...]:
    """A ring that offers these patches first; the others follow by id."""
    return (*offers, *(patch.id for patch in PATCHES if patch.id not in offers))


def table(
    one: Player = _FRESH,
    two: Player = _FRESH,
    offers: tuple[int, ...] = (1, 2, 3),
    *,
    track: str = "classic",
    top: int = 1,
    bonus: int = 0,
) -> Position:
    """A position. The token further back moves next, or the one on top where both stand on the same space."""
    token = top if one.space == two.space else 1 if one.space < two.space else 2
    return Position(track, ring(*offers), (one, two), token, bonus=bonus)


def solo(
    human: Player = _FRESH,
    space: int = 0,
    buttons: int = 0,
    offers: tuple[int, ...] = (1, 2, 3),
    *,
    level: str = "fellow",
    deck: str = "normal",
    taken: tuple[int, ...] = (),
    drawn: tuple[int, ...] = (),
    first_deck: bool = True,
    track: str = "classic",
    top: int = 2,
    bonus: int = 0,
) -> Position:
    """A position against the Automa, whose token stands on a space; ``taken`` are its patches."""
    token = top if human.space == space else 1 if human.space < space else 2
    left = tuple(id for id in ring(*offers) if id not in taken)
    automa = Automa(level, deck, taken, drawn, first_deck)
    return Position(track, left, (human, Player(space, buttons)), token, bonus=bonus, automa=automa)


def deck_of(card: int) -> str:
    """The deck in which a card is."""
    return next(name for name, cards in DECKS.items() if card in cards)


def card_order(rng: Random, deck: str) -> list[int]:
    """The order of the 58 cards of a game: ten of the first shuffle, then all twelve four times."""
    shuffles = [rng.sample(DECKS[deck], 12) for _ in range(5)]
    return shuffles[0][:10] + [card for shuffle in shuffles[1:] for card in shuffle]


def random_solo(seed: int, level: str, deck: str, track: str = "classic") -> tuple[list[Position], list[Move]]:
    """A whole random game against the Automa, whose human is in more or less of a hurry."""
    rng = Random(seed)
    positions: list[Position] = [start(track, shuffled_ring(rng), automa=Automa(level, deck))]
    moves: list[Move] = []
    cards, hurry = iter(card_order(rng, deck)), rng.choice((0, 0.1, 0.1, 0.5, 1))
    while not positions[-1].over:
        legal = positions[-1].legal_moves
        if positions[-1].awaits_card:
            moves.append(Reveal(next(cards)))
        else:
            moves.append(ADVANCE if ADVANCE in legal and rng.random() < hurry else rng.choice(legal))
        positions.append(positions[-1].play(moves[-1]).position)
    return positions, moves


def placement(text: str) -> Placement:
    move = parse_move(text)
    assert isinstance(move, Placement)
    return move


def after(position: Position, moves: str) -> Position:
    """The position after some moves, written as in a record."""
    for move in moves.split():
        position = position.play(parse_move(move)).position
    return position


def facts(position: Position, move: str) -> tuple[Fact, ...]:
    return position.play(parse_move(move)).facts


def refused(position: Position, move: str) -> IllegalMove:
    """The error with which a move is refused; it is no legal move either."""
    assert parse_move(move) not in position.legal_moves
    with pytest.raises(IllegalMove) as caught:
        position.play(parse_move(move))
    return caught.value


def takeable(position: Position) -> set[int]:
    """The ids of the patches that may be taken now."""
    return {move.patch.id for move in position.legal_moves if isinstance(move, Placement)}


def anywhere(patch: int) -> list[Placement]:
    span = OF_PATCH[patch]
    return list(PLACEMENTS[span.first : span.first + span.full.bit_length()])


def shuffled_ring(rng: Random) -> list[int]:
    return rng.sample(range(33), 33)


def random_line(seed: int, track: str = "classic", first: int = 1) -> tuple[list[Position], list[Move]]:
    """A whole random game: the positions from the first to the last, and the moves between them."""
    rng = Random(seed)
    positions, moves = [start(track, shuffled_ring(rng), first)], []
    while not positions[-1].over:
        # a player who always chooses evenly hardly ever advances: sewing is likelier to end with a crowded quilt
        legal = positions[-1].legal_moves
        moves.append(ADVANCE if ADVANCE in legal and rng.random() < 0.1 else rng.choice(legal))
        positions.append(positions[-1].play(moves[-1]).position)
    return positions, moves


THREE_SHORT = "....##### " + ".#######. " * 6  # patch 1 (###) on B1 to D1 makes B1 to H7 whole
ONE_SHORT = "#######.. " * 6 + "######... "  # leather on G7 makes A1 to G7 whole
