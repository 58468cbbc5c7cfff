"""The Automa's turn and its deck."""

from dataclasses import replace

import pytest

from game import ADVANCE, PATCHES, Automa, Position, Reveal
from game.automa import CARDS, DECKS, LEVELS, choose
from game.facts import CardRevealed
from game.position import start
from tests.game.building import DEAR, after, facts, refused, ring, seat, solo

# patch: buttons/time/printed · 1: 2/2/0 · 2: 1/3/0 · 3: 3/1/0 · 4: 3/3/1 · 10: 7/6/3 · 11: 7/1/1 · 24: 7/2/2
# card: budget, income · 1: 1, 4 · 3: 3, 3 · 11: 10, 0 · 12: 0, 5


def pile(position: Position) -> Automa:
    assert position.automa
    return position.automa


# --- setup ---


def test_it_has_no_buttons_at_the_start_and_the_human_has_5() -> None:
    begun = start("classic", ring(), automa=Automa("fellow", "normal"))
    assert [player.buttons for player in begun.players] == [5, 0]
    assert [player.space for player in begun.players] == [0, 0]
    assert (pile(begun).patches, pile(begun).drawn) == ((), ())


def test_the_human_always_takes_the_first_turn() -> None:
    begun = start("classic", ring(), automa=Automa("legend", "tactical"))
    assert (begun.turn, begun.awaits_card) == (1, False)
    assert ADVANCE in begun.legal_moves


def test_the_levels_weakest_first() -> None:
    assert LEVELS == ("intern", "apprentice", "fellow", "master", "legend")


# --- whose turn it is, and who may do what ---


def test_on_its_turn_there_are_only_cards_to_reveal() -> None:
    position = solo(seat(9, buttons=20), 3)
    assert (position.turn, position.awaits_card) == (2, True)
    assert list(position.legal_moves) == [Reveal(number) for number in range(1, 13)]


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


def test_on_its_turn_every_patch_is_refused_without_a_placement() -> None:
    position = solo(seat(9, buttons=20), 3, buttons=20)
    refusals = [position.refusal(patch) for patch in PATCHES]
    assert {refusal and refusal.reason for refusal in refusals} == {"card_first"}


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
    ("position", "moves", "space", "awaits_card"),
    [
        (solo(seat(9), 7, offers=(1, 10, 11)), "#3", 9, True),  # on your space: it lies on top
        (solo(seat(9), 7, offers=(1, 10, 11)), "#3 #12", 10, False),
        (solo(seat(9), 3, offers=(1, 10, 11)), "#3", 5, True),  # behind you
        (solo(seat(9), 8, offers=(1, 10, 11)), "#3", 10, False),  # past you
        (solo(seat(7), 9), "1N@A1", 9, False),  # you land on its space, and lie on top
    ],
)
def test_it_reveals_another_card_until_it_is_past_you(
    position: Position, moves: str, space: int, awaits_card: bool
) -> None:
    moved = after(position, moves)
    assert (moved.player(2).space, moved.awaits_card) == (space, awaits_card)


# --- the pass ---


def test_when_the_budget_allows_none_it_moves_to_the_space_in_front_of_yours() -> None:
    position = solo(seat(9), 3, offers=DEAR)
    moved = after(position, "#3")
    assert [player.space for player in moved.players] == [9, 10]
    assert moved.turn == 1
    assert (moved.ring, pile(moved).patches) == (position.ring, ())
    (revealed, _) = facts(position, "#3")  # and the income of space 5
    assert isinstance(revealed, CardRevealed)
    assert (revealed.seat, revealed.choice.taken, revealed.spaces) == (2, None, 7)
    assert revealed.choice == choose(CARDS[3], position.offers, 3, 9)


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


def test_it_passes_when_no_patch_is_left_whatever_the_budget() -> None:
    moved = after(replace(solo(seat(9), 3), ring=()), "#11")
    assert (moved.player(2).space, moved.ring) == (10, ())


# --- taking a patch ---


def test_it_takes_the_patch_onto_its_pile_and_never_pays() -> None:
    for buttons in (0, 6):
        moved = after(solo(seat(9), 5, buttons=buttons, offers=(10, 1, 2), taken=(8,)), "#11")
        assert pile(moved).patches == (8, 10)
        assert moved.player(2).buttons == buttons  # 11 is an income space, but it pays nothing on card 11
        assert moved.player(2).space == 5 + 6


def test_the_budget_is_for_this_turn_only() -> None:
    position = solo(seat(30), 6, offers=(10, 24, 11, 22))
    assert pile(after(position, "#11 #3")).patches == (10,)  # the others cost 7
    assert pile(after(position, "#11 #3")).owned == [PATCHES[10]]


@pytest.mark.parametrize(("offers", "expected"), [((1, 10, 11), "10 11"), ((10, 1, 11), "11"), ((10, 11, 1), "")])
def test_the_pawn_moves_to_its_place_and_skipped_patches_become_the_far_end(
    offers: tuple[int, ...], expected: str
) -> None:
    position = solo(seat(9), 3, offers=offers)
    moved = after(position, "#3")
    end = tuple(id for id in offers[: offers.index(1)])
    assert " ".join(str(id) for id in moved.ring if id in offers and id not in end) == expected
    assert moved.ring == (*offers[offers.index(1) + 1 :], *position.ring[3:], *end)


def test_fewer_than_three_patches_left() -> None:
    two = replace(solo(seat(30), 3), ring=(11, 24))
    assert (pile(after(two, "#9")).patches, after(two, "#9").ring) == ((24,), (11,))
    assert (pile(after(two, "#9 #11")).patches, after(two, "#9 #11").ring) == ((24, 11), ())


def test_overshooting_53_it_stops_there() -> None:
    position = solo(seat(53), 50, offers=(10, 1, 2))
    moved = after(position, "#11")
    assert (moved.player(2).space, moved.over, pile(moved).patches) == (53, True, (10,))
    (revealed, *_) = facts(position, "#11")
    assert isinstance(revealed, CardRevealed)
    assert revealed.spaces == 3


# --- the deck ---


@pytest.mark.parametrize("deck", DECKS)
def test_ten_cards_are_drawn_then_all_twelve_are_shuffled_right_after_the_last_cards_turn(deck: str) -> None:
    cards = list(DECKS[deck])
    automa = Automa("fellow", deck)
    for count, number in enumerate(cards[:9], 1):
        automa = automa.draw(number)
        assert automa.drawn == tuple(cards[:count])
        assert automa.cards_left == cards[count:]  # the two set aside are unseen
    automa = automa.draw(cards[9])
    assert (automa.drawn, automa.cards_left) == ((), cards)


@pytest.mark.parametrize("deck", DECKS)
def test_the_second_and_later_decks_have_twelve(deck: str) -> None:
    cards = list(DECKS[deck])
    automa = Automa("fellow", deck)
    for number in cards[:10]:
        automa = automa.draw(number)
    for _ in range(4):
        for count, number in enumerate(reversed(cards)):
            assert automa.drawn == tuple(reversed(cards[12 - count :]))
            automa = automa.draw(number)
        assert automa.cards_left == cards


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
