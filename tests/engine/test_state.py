"""The compact state knows no rules of its own: it goes where `game` goes."""

from functools import partial
from random import Random

import pytest

from engine.moves import root_moves
from engine.spots import good_spots, loose_spot
from engine.state import SPACE, Table, encode, is_over, points, table_of
from game import ADVANCE, Move, Placement, Position, parse_position
from game.squares import LAST
from tests.engine.playing import leather_settled, lines, played, tidy_line
from tests.game.building import FULL, seat, table

TRACKS = ["classic", "revised"]


def agrees(position: Position, move: Move, table: Table) -> None:
    """Check that a move leads to the same place on the state as in the game."""
    state, passed = played(position, move, encode(position, table), table)
    truth = leather_settled(position.play(move).position)
    assert state == encode(truth, table), f"{position}: {move}"
    assert passed == (truth.turn != position.turn)
    scores = points(state)
    assert scores == (truth.score(truth.turn).total, truth.score(3 - truth.turn).total)
    assert is_over(state) == truth.over
    if truth.over:
        assert (scores[0] > scores[1]) == (truth.winner == truth.turn)


@pytest.mark.slow
@pytest.mark.parametrize("track", TRACKS)
@pytest.mark.parametrize("seed", range(20))
def test_every_kind_of_move_leads_where_the_rules_say(seed: int, track: str) -> None:
    rng = Random(seed)
    for position in lines(seed, track):
        if not position.over:
            legal = position.legal_moves
            for move in {legal[0], legal[len(legal) - 1], *(rng.choice(legal) for _ in range(6))}:
                agrees(position, move, table_of(position))


@pytest.mark.parametrize("track", TRACKS)
def test_a_whole_game_can_be_followed_in_the_ring_of_its_start(track: str) -> None:
    for seed in range(5):
        positions = tidy_line(seed, track)
        ring = table_of(positions[0])
        for position in positions[:-1]:
            agrees(position, position.legal_moves[0], ring)


@pytest.mark.slow
@pytest.mark.parametrize("track", TRACKS)
@pytest.mark.parametrize("seed", range(6))
def test_the_moves_worth_a_thought_are_legal_and_each_patch_that_can_be_taken_is_among_them(
    seed: int, track: str
) -> None:
    tidily, loosely = partial(good_spots, count=5), partial(loose_spot, every=8, start=seed)
    for position in lines(seed, track):
        if position.over:
            continue
        ring = table_of(position)
        spots = loosely if len(position.ring) % 2 else tidily
        moves = [move for move, _ in root_moves(position, encode(position, ring), ring, spots)]
        assert all(move in position.legal_moves for move in moves)
        assert len(set(moves)) == len(moves)
        assert kinds(moves) == kinds(position.legal_moves)
        for move in moves:
            agrees(position, move, ring)


def kinds(moves: object) -> set[int | None]:
    """The patches among some moves, and None for advancing."""
    assert hasattr(moves, "__iter__")
    return {move.patch.id if isinstance(move, Placement) else None for move in moves}


@pytest.mark.slow
def test_the_games_that_are_compared_hold_all_that_is_rare() -> None:
    positions = [position for seed in range(20) for track in TRACKS for position in lines(seed, track)]
    assert {position.leather for position in positions} == {0, 1, 2}
    assert {position.bonus for position in positions} == {0, 1, 2}
    assert {position.turn for position in positions if position.leather} == {1, 2}
    assert any(player.quilt.empty < 8 for position in positions for player in position.players)


@pytest.mark.parametrize(
    "position",
    [table(seat(19, diagram=FULL), seat(19)), table(seat(4, buttons=0, income=3), seat(10))],
    ids=["a full quilt discards leather", "two incomes are crossed"],
)
def test_an_advance_leads_where_the_rules_say(position: Position) -> None:
    agrees(position, ADVANCE, table_of(position))


def test_a_tie_is_won_by_whoever_came_to_the_last_space_first() -> None:
    for mine, wins in ((7, False), (8, True)):
        position = table(seat(LAST - 2, buttons=mine - 2), seat(LAST, buttons=7))
        state, passed = played(position, ADVANCE, encode(position, table_of(position)), table_of(position))
        assert is_over(state)
        assert not passed
        assert (state[SPACE], points(state)[0] > points(state)[1]) == (LAST, wins)
        agrees(position, ADVANCE, table_of(position))


def test_the_end_of_the_ring_offers_less_than_three_and_then_nothing() -> None:
    sparse = parse_position(str(tidy_line(1)[-1]))
    ring = Table("classic", sparse.ring[:2])
    (first, second) = ring.offers(0b11, 0)
    assert [each[0] for each in (first, second)] == list(sparse.ring[:2])
    assert ring.offers(first[4], first[5])[0][4:] == (0, 0)
    assert ring.offers(0, 0) == ()
