"""The Automa's turn and its deck."""

from dataclasses import replace

import pytest

from game import Automa, Position
from game.automa import CARDS, DECKS, LEVELS, choose
from game.facts import CardRevealed
from game.position import start
from tests.game.building import DEAR, after, facts, refused, ring, seat, solo

# patch: buttons/time/printed · 1: 2/2/0 · 2: 1/3/0 · 3: 3/1/0 · 4: 3/3/1 · 10: 7/6/3 · 11: 7/1/1 · 24: 7/2/2
# card: budget, income · 1: 1, 4 · 3: 3, 3 · 11: 10, 0 · 12: 0, 5


def pile(position: Position) -> Automa:
    assert position.automa
    return position.automa


def test_the_levels_weakest_first() -> None:
    assert LEVELS == ("intern", "apprentice", "fellow", "master", "legend")


@pytest.mark.parametrize(
    ("position", "move", "reason", "sentence"),
    [
        (solo(seat(9, 20), 3, 20), "+", "card_first", "it is the Automa's turn: a card must be revealed"),
        (solo(seat(9, 20), 3, 20), "1N@A1", "card_first", "it is the Automa's turn: a card must be revealed"),
        (solo(seat(9, 20), 3, 20), "*A1", "no_leather", "there is no leather patch to sew now"),
        (solo(seat(3), 9), "#3", "no_card", "it is not the Automa's turn"),
        (start("classic", ring()), "#3", "no_card", "it is not the Automa's turn"),
        (solo(seat(53), 53), "#3", "game_over", "the game is over"),
    ],
)
def test_what_is_refused_on_whose_turn(position: Position, move: str, reason: str, sentence: str) -> None:
    error = refused(position, move)
    assert (error.reason, str(error)) == (reason, sentence)


def test_a_card_is_refused_while_the_human_has_leather_to_sew() -> None:
    won = after(solo(seat(19), 19, top=1), "1N@A1")  # past the Automa's token, over 20
    assert (won.leather, won.turn, won.token, won.awaits_card) == (1, 1, 2, False)
    error = refused(won, "#3")
    assert (error.reason, error.values) == ("leather_first", {"seat": 1})
    assert len(won.legal_moves) == 81 - 3
    sewn = after(won, "*I9")
    assert sewn.awaits_card
    assert after(sewn, "#3").player(2).space == 20  # it takes patch 3


@pytest.mark.parametrize(
    ("human", "space", "lands", "buttons"),
    [
        (9, 6, 10, 0),  # none for the spaces moved
        (9, 9, 10, 0),  # by one space from yours
        (10, 6, 11, 3),  # the income of card 3
        (53, 49, 53, 3),  # it stops at 53
        (52, 49, 53, 3),
        (51, 49, 52, 0),
    ],
)
def test_a_pass_moves_it_in_front_of_you_for_nothing(human: int, space: int, lands: int, buttons: int) -> None:
    position = solo(seat(human), space, buttons=2, offers=DEAR)
    now = after(position, "#3").player(2)
    assert (now.space, now.buttons) == (lands, 2 + buttons)
    assert facts(position, "#3")[0] == CardRevealed(2, choose(CARDS[3], position.offers, space, human), lands - space)


def test_fewer_than_three_patches_left() -> None:
    two = replace(solo(seat(30), 3), ring=(11, 24))
    assert (pile(after(two, "#9")).patches, after(two, "#9").ring) == ((24,), (11,))
    assert (pile(after(two, "#9 #11")).patches, after(two, "#9 #11").ring) == ((24, 11), ())


@pytest.mark.parametrize("deck", DECKS)
def test_ten_cards_are_drawn_then_all_twelve_are_shuffled_right_after_the_last_cards_turn(deck: str) -> None:
    cards = list(DECKS[deck])
    automa = Automa("fellow", deck)
    for count, number in enumerate(cards[:9], 1):
        automa = automa.draw(number)
        assert automa.drawn == tuple(cards[:count])
        assert automa.cards_left == cards[count:]  # the two set aside are unseen
    automa = automa.draw(cards[9])
    for _ in range(4):
        for count, number in enumerate(reversed(cards)):
            assert automa.drawn == tuple(reversed(cards[12 - count :]))
            automa = automa.draw(number)
        assert (automa.drawn, automa.cards_left) == ((), cards)


def test_the_last_card_may_come_up_again_at_once() -> None:
    automa = Automa("fellow", "normal", drawn=tuple(range(1, 10)))
    assert automa.draw(12).draw(12).drawn == (12,)


def test_in_play_too() -> None:
    nine = solo(seat(50), 5, offers=DEAR, drawn=tuple(range(1, 10)))
    assert [str(move) for move in nine.legal_moves] == ["#10", "#11", "#12"]
    shuffled = after(nine, "#11")
    assert shuffled.awaits_card
    assert len(shuffled.legal_moves) == 12
    eleven = solo(seat(50), 5, offers=DEAR, drawn=tuple(range(1, 12)), first_deck=False)
    assert [str(move) for move in eleven.legal_moves] == ["#12"]
    assert pile(after(eleven, "#12")).cards_left == list(range(1, 13))
    ten = solo(seat(50), 5, offers=DEAR, drawn=tuple(range(1, 10)), first_deck=False)
    assert len(pile(after(ten, "#11")).drawn) == 10  # no shuffle: only the first deck has ten


@pytest.mark.parametrize(("deck", "number"), [("normal", 13), ("normal", 24), ("tactical", 1), ("tactical", 12)])
def test_a_card_of_the_other_deck_is_refused(deck: str, number: int) -> None:
    position = solo(seat(9), 3, deck=deck)
    before = str(position)
    error = refused(position, f"#{number}")
    assert (error.reason, error.values) == ("other_deck", {"card": number, "deck": deck})
    assert str(error) == f"card {number} is not in the {deck} deck"
    assert str(position) == before


@pytest.mark.parametrize("first_deck", [True, False])
def test_a_card_drawn_twice_since_the_last_shuffle_is_refused(first_deck: bool) -> None:
    error = refused(solo(seat(9), 3, drawn=(7, 3), first_deck=first_deck), "#7")
    assert (error.reason, error.values) == ("drawn_already", {"card": 7})
    assert str(error) == "card 7 was already drawn since the last shuffle"
