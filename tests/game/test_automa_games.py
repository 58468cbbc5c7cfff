"""Whole games against the Automa: replayed, tried with every card, and played beside the naive reference."""

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from itertools import pairwise
from random import Random

import pytest

from game import Automa, Move, Placement, Position, Record, Reveal, Setup, parse_record
from game.automa import DECKS, LEVELS, ORDER_LENGTH
from game.facts import BonusTaken, CardRevealed, GameOver, Income, LeatherWon
from game.position import start
from tests.game import naive
from tests.game.building import SEVEN_FIRST, card_order, random_solo
from tests.game.naive_automa import NaiveSolo

PAIRS = [(level, deck) for level in LEVELS for deck in DECKS]
TRACKS = ("classic", "revised")


@cache
def game(seed: int) -> tuple[list[Position], list[Move]]:
    """A random game: all levels, decks and leather layouts in turn."""
    return random_solo(seed, *PAIRS[seed % 10], TRACKS[seed // 10 % 2])


def played(games: int = 100) -> list[tuple[list[Position], list[Move]]]:
    return [game(seed) for seed in range(games)]


def record_of(positions: list[Position], moves: list[Move]) -> Record:
    begun = positions[0]
    assert begun.automa
    return Record(Setup(begun.track, begun.ring, 1, begun.automa), tuple(moves))


def turns(games: int) -> list[Position]:
    """The positions in which the Automa is to reveal a card, in the first so many games."""
    return [position for positions, _ in played(games) for position in positions if position.awaits_card]


@pytest.mark.slow
@pytest.mark.parametrize("games", [100, pytest.param(500, marks=pytest.mark.night)])
def test_random_games_replayed_from_their_records_give_the_same_result_as_when_played(games: int) -> None:
    for positions, moves in played(games):
        record = parse_record(str(record_of(positions, moves)))
        assert record.setup.start == positions[0]
        assert [step.position for step in record.steps()] == positions[1:]
        assert positions[-1].over


def test_the_random_games_show_everything() -> None:
    """Else the tests of this file would prove little."""
    assert {positions[-1].winner for positions, _ in played()} == {1, 2}
    assert {positions[-1].bonus for positions, _ in played()} == {2}  # you: in SEVEN_FIRST
    counts = [sum(isinstance(move, Reveal) for move in moves) for _, moves in played()]
    assert max(counts) > 12  # the second deck; more than 22 cards hardly ever, see the slowest below
    assert any(position.leather and position.token == 2 for positions, _ in played() for position in positions)


def test_58_cards_suffice_for_every_turn_moves_the_token_at_least_one_space() -> None:
    assert len(card_order(Random(1), "normal")) == ORDER_LENGTH == 58
    for positions, moves in played():
        for was, now in pairwise(positions):
            assert not was.awaits_card or now.player(2).space > was.player(2).space
        assert sum(isinstance(move, Reveal) for move in moves) <= 53 < ORDER_LENGTH


@pytest.mark.parametrize("deck", DECKS)
def test_the_slowest_automa_possible(deck: str) -> None:
    """It finds no patch, and both only ever pass the other by one space."""
    position = replace(start("classic", range(33), automa=Automa("fellow", deck)), ring=())
    cards = card_order(Random(1), deck)
    while not position.over:
        position = position.play(Reveal(cards.pop(0)) if position.awaits_card else position.legal_moves[0]).position
    assert ORDER_LENGTH - len(cards) == 27  # to 2, 4, …, 52 and 53


@pytest.mark.slow
@pytest.mark.parametrize("games", [10, pytest.param(150, marks=pytest.mark.night)])
def test_for_every_card_of_the_deck_exactly_one_action_follows(games: int) -> None:
    for position in turns(games):
        automa = position.automa
        assert automa
        assert list(position.legal_moves) == [Reveal(number) for number in automa.cards_left]
        fresh = replace(position, automa=replace(automa, drawn=()))  # so that all twelve may come up
        for number in DECKS[automa.deck]:
            move = Reveal(number)
            step = fresh.play(move)
            assert fresh.play(move) == step  # the same again
            revealed, *others = step.facts
            assert isinstance(revealed, CardRevealed)
            assert not any(isinstance(fact, CardRevealed) for fact in others)
            if number in automa.cards_left:
                assert position.play(move).facts == step.facts
            check_turn(fresh, revealed, step.position)


def check_turn(was: Position, revealed: CardRevealed, now: Position) -> None:
    """What a turn of the Automa changes, and what it leaves."""
    assert was.automa
    assert now.automa
    choice, before, after = revealed.choice, was.player(2), now.player(2)
    assert now.player(1) == was.player(1)
    assert after.space - before.space == revealed.spaces > 0
    assert (after.income, after.quilt, now.leather) == (0, before.quilt, 0)
    if choice.taken is None:
        assert not [patch for patch in was.offers if patch.cost <= choice.card.budget]
        assert (now.ring, now.automa.patches) == (was.ring, was.automa.patches)
        assert after.space == min(was.player(1).space + 1, 53)
    else:
        place = was.offers.index(choice.taken)
        assert choice.taken.cost <= choice.card.budget
        assert now.ring == was.ring[place + 1 :] + was.ring[:place]
        assert now.automa.patches == (*was.automa.patches, choice.taken.id)
        assert after.space == min(before.space + choice.taken.time, 53)
    symbols = [space for space in range(5, 54, 6) if before.space < space <= after.space]
    assert after.buttons - before.buttons == len(symbols) * choice.card.income


@pytest.mark.slow
def test_what_happened_is_the_difference_of_the_positions() -> None:
    for positions, moves in played()[:100]:
        for was, move, now in zip(positions, moves, positions[1:], strict=False):
            happened = was.play(move).facts
            seat = was.turn
            income = [fact for fact in happened if isinstance(fact, Income)]
            leather = [fact.space for fact in happened if isinstance(fact, LeatherWon)]
            bonus = [fact.seat for fact in happened if isinstance(fact, BonusTaken)]
            assert all(fact.seat == seat for fact in income)
            assert [space for space in was.leather_left if space not in now.leather_left] == leather
            assert bonus == ([seat] if was.bonus != now.bonus else [])
            assert any(isinstance(fact, GameOver) for fact in happened) == now.over


def naive_move(move: Move) -> naive.Move:
    if not isinstance(move, Placement):
        return None
    return move.patch.id, [(y, x) for x, y in move.orientation.cells], move.row, move.column


def check_ply_by_ply(positions: list[Position], moves: list[Move], order: list[int]) -> None:
    begun = positions[0]
    assert begun.automa
    level, deck = begun.automa.level, begun.automa.deck
    game = NaiveSolo(list(begun.ring), level, list(DECKS[deck]), order, begun.track)
    assert agreed(begun) == counted(game)
    for was, move, position in zip(positions, moves, positions[1:], strict=False):
        assert was.turn == game.seat + 1
        if isinstance(move, Reveal):
            assert game.automa_turn() == move.card
        else:
            game.play(naive_move(move))
        assert agreed(position) == counted(game)
    assert game.over
    assert game.winner is not None
    assert positions[-1].winner == game.winner + 1


@pytest.mark.parametrize("games", [10, pytest.param(100, marks=pytest.mark.slow)])
def test_everything_on_the_table_agrees_with_the_naive_reference_at_every_ply(games: int) -> None:
    for positions, moves in played(games):
        check_ply_by_ply(positions, moves, completed(moves, positions[0]))


def test_also_in_a_game_in_which_you_cover_a_7x7_first() -> None:
    record = parse_record(SEVEN_FIRST)
    positions = [record.setup.start, *(step.position for step in record.steps())]
    assert positions[-1].bonus == 1
    check_ply_by_ply(positions, list(record.moves), completed(record.moves, positions[0]))


def completed(moves: Sequence[Move], begun: Position) -> list[int]:
    """The cards that were revealed, and any of those that could have come after them."""
    assert begun.automa
    order = [move.card for move in moves if isinstance(move, Reveal)]
    for start_of_shuffle, length in ((0, 10), (10, 12), (22, 12), (34, 12), (46, 12)):
        shuffle = order[start_of_shuffle : start_of_shuffle + length]
        rest = [card for card in DECKS[begun.automa.deck] if card not in shuffle]
        order += rest[: length - len(shuffle)]
    return order


def agreed(position: Position) -> tuple[object, ...]:
    automa, players = position.automa, position.players
    assert automa
    return (
        position.ring,
        [(player.space, player.buttons, player.income) for player in players],
        [position.score(seat).total for seat in (1, 2)],
        position.bonus,
        position.leather_left,
        bool(position.leather),
        sorted(automa.patches),
        automa.cards_left,
    )


def counted(game: NaiveSolo) -> tuple[object, ...]:
    return (
        tuple(game.ring),
        list(zip(game.spaces, game.buttons, game.incomes, strict=True)),
        [game.score(0), game.score(1)],
        0 if game.bonus is None else game.bonus + 1,
        game.leather_left,
        game.owes_leather,
        sorted(game.with_buttons + game.without_buttons),
        sorted(set(game.pile + game.discarded) - set(game.seen)),
    )
