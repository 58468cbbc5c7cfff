"""The Automa's 24 cards: what they say, and which patch they take. Expected choices were worked out by hand."""

import json
from itertools import permutations
from random import Random

import pytest

from game import PATCHES
from game.automa import CARDS, DECKS, Card, Choice, Filter, choose
from tests.game.building import reference
from tests.game.naive_automa import naive_choice

Situation = tuple[tuple[int, ...], int, int]
"""The patches offered clockwise of the pawn, the space of the Automa's token and of the human's."""

FREE = (0, 20)
"""The spaces of both tokens where no patch overtakes."""


def chosen(card: Card, situation: Situation) -> int | None:
    """The id of the patch that a card takes."""
    offers, space, opponent = situation
    patch = choose(card, [PATCHES[id] for id in offers], space, opponent).taken
    return None if patch is None else patch.id


def only(*filters: Filter, budget: int = 10) -> Card:
    return Card(0, budget, filters, 0)


# --- what they say ---


def test_the_table_is_that_printed_in_2018() -> None:
    rows = json.loads(reference("automa_cards.json"))["cards"]
    theirs = {
        row["number"]: (row["deck"], row["virtual_buttons"], tuple(row["filters"]), row["income"]) for row in rows
    }
    deck = {number: name for name, numbers in DECKS.items() for number in numbers}
    ours = {number: (deck[number], card.budget, card.filters, card.income) for number, card in CARDS.items()}
    assert ours == theirs
    assert [card.number for card in CARDS.values()] == [row["number"] for row in rows] == list(range(1, 25))


@pytest.mark.parametrize(("deck", "numbers"), [("normal", range(1, 13)), ("tactical", range(13, 25))])
def test_each_deck_has_12_cards_with_64_virtual_buttons_and_18_income(deck: str, numbers: range) -> None:
    assert list(DECKS[deck]) == list(numbers)
    cards = [CARDS[number] for number in DECKS[deck]]
    assert (len(cards), sum(card.budget for card in cards), sum(card.income for card in cards)) == (12, 64, 18)


def test_every_card_ends_with_farthest_but_the_one_without_a_budget_that_has_no_filters() -> None:
    assert [number for number, card in CARDS.items() if card.filters[-1:] != ("farthest_from_neutral",)] == [12]
    assert (CARDS[12].budget, CARDS[12].filters) == (0, ())


# --- each filter alone. Patch: cost/time/buttons, squares ---
# 1: 2/2/0, 3 · 3: 3/1/0, 3 · 4: 3/3/1, 4 · 10: 7/6/3, 4 · 11: 7/1/1, 5 · 23: 4/2/0, 6 · 24: 7/2/2, 6 · 32: 5/3/1, 8


def kept(name: Filter, offers: tuple[int, ...], space: int = 0, opponent: int = 20) -> list[int]:
    """What a filter leaves when it is the only one on the card."""
    ((stage, left),) = choose(only(name), [PATCHES[id] for id in offers], space, opponent).stages
    assert stage == name
    return [patch.id for patch in left]


@pytest.mark.parametrize(
    ("offers", "space", "opponent", "expected"),
    [
        ((10, 1, 32), 10, 14, [1, 32]),  # to 16, 12 and 13
        ((10, 1, 32), 10, 13, [1, 32]),  # 32 lands on 13
        ((10, 1, 32), 10, 12, [1]),  # 1 lands on 12
        ((10, 3, 32), 10, 11, [3]),
        ((3, 11, 0), 10, 10, [3, 11, 0]),  # skipped, as every patch moves
        ((10, 1, 32), 50, 53, [10, 1, 32]),  # 10 would come to 56, but positions stop at 53
        ((10, 1, 32), 52, 53, [10, 1, 32]),
        ((10, 3, 32), 50, 52, [3]),  # to 53, 51 and 53
    ],
)
def test_no_overtake_keeps_what_would_not_go_past_your_token(
    offers: tuple[int, ...], space: int, opponent: int, expected: list[int]
) -> None:
    assert kept("no_overtake", offers, space, opponent) == expected


def test_largest_counts_squares() -> None:
    assert kept("largest", (32, 10, 24)) == [32]  # 8 squares, not the most buttons nor the longest time
    assert kept("largest", (10, 23, 24)) == [23, 24]  # a tie stays


def test_most_buttons_counts_printed_buttons() -> None:
    assert kept("most_buttons", (32, 10, 24)) == [10]
    assert kept("most_buttons", (32, 4, 23)) == [32, 4]
    assert kept("most_buttons", (1, 3, 23)) == [1, 3, 23]  # none has any


@pytest.mark.parametrize("offers", list(permutations((1, 10, 32))))
def test_farthest_from_neutral_is_the_furthest_clockwise_of_the_pawn(offers: tuple[int, ...]) -> None:
    assert kept("farthest_from_neutral", offers) == [offers[2]]


@pytest.mark.parametrize(("offers", "expected"), [((3, 1), 1), ((1, 3), 3), ((1,), 1), ((), None)])
def test_also_when_fewer_than_three_patches_are_left(offers: tuple[int, ...], expected: int | None) -> None:
    assert chosen(only("farthest_from_neutral"), (offers, *FREE)) == expected


def test_farthest_is_among_those_left_not_among_those_offered() -> None:
    assert chosen(only("farthest_from_neutral", budget=3), ((1, 3, 24), *FREE)) == 3
    assert chosen(only("largest", "farthest_from_neutral"), ((23, 24, 1), *FREE)) == 24


# --- the filters together ---


def resolved(number: int, offers: tuple[int, ...], space: int, opponent: int) -> Choice:
    return choose(CARDS[number], [PATCHES[id] for id in offers], space, opponent)


def names(choice: Choice) -> list[tuple[str, list[int]]]:
    return [(name, [patch.id for patch in left]) for name, left in choice.stages]


def test_filters_are_applied_in_order_to_what_the_one_before_left() -> None:
    assert names(resolved(3, (26, 1, 9), 0, 5)) == [("no_overtake", [1, 9]), ("largest", [9])]
    assert names(resolved(8, (22, 24, 1), *FREE)) == [
        ("largest", [22, 24]),
        ("most_buttons", [22, 24]),
        ("farthest_from_neutral", [24]),
    ]
    other_order = only("most_buttons", "largest"), only("largest", "most_buttons")
    assert [chosen(card, ((32, 10, 25), *FREE)) for card in other_order] == [25, 32]


def test_they_stop_when_one_patch_is_left() -> None:
    assert names(resolved(1, (28, 27, 15), *FREE)) == [("no_overtake", [28, 27, 15]), ("most_buttons", [28])]
    assert names(resolved(10, (1, 10, 32), *FREE)) == [("most_buttons", [10])]


def test_a_filter_that_would_leave_none_is_skipped_and_the_next_one_sees_all() -> None:
    choice = resolved(6, (8, 32, 6), 20, 21)  # to 25, 23 and 26: all go past 21
    assert names(choice) == [("no_overtake", [8, 32, 6]), ("largest", [32])]
    assert choice.skipped == ("no_overtake",)


def test_a_filter_in_the_middle_can_be_skipped_too() -> None:
    choice = resolved(9, (25, 10, 24), 10, 12)  # 25 and 10 carry 3 buttons, and both come to 16
    assert names(choice) == [("most_buttons", [25, 10]), ("no_overtake", [25, 10]), ("farthest_from_neutral", [10])]
    assert choice.skipped == ("no_overtake",)


def test_a_filter_that_leaves_all_is_not_skipped() -> None:
    assert resolved(1, (28, 27, 15), *FREE).skipped == ()


def test_a_single_patch_within_the_budget_is_taken_without_filters_even_when_it_overtakes() -> None:
    choice = resolved(3, (26, 10, 8), 10, 11)  # 3, 7 and 6 buttons; 26 goes to 16
    assert (choice.taken, choice.stages) == (PATCHES[26], ())


def test_none_within_the_budget_takes_none() -> None:
    choice = resolved(3, (10, 8, 5), *FREE)
    assert (choice.affordable, choice.stages, choice.taken) == ((), (), None)


def test_the_budget_comes_before_the_filters() -> None:
    # filtered first, largest would leave patch 32, which is too dear
    choice = resolved(3, (32, 1, 4), *FREE)
    assert choice.affordable == (PATCHES[1], PATCHES[4])
    assert choice.taken == PATCHES[4]
    # no_overtake is skipped when only patches beyond the budget would pass it
    choice = resolved(4, (11, 13, 26), 10, 11)
    assert (choice.skipped, choice.taken) == (("no_overtake",), PATCHES[26])


def test_a_cost_equal_to_the_budget_is_within_it() -> None:
    assert chosen(only(budget=5), ((16,), *FREE)) == 16
    assert chosen(only(budget=4), ((16,), *FREE)) is None


# --- every card ---


@pytest.mark.parametrize("choices", [1_500, pytest.param(20_000, marks=pytest.mark.slow)])
def test_the_text_of_the_rules_read_again_agrees_on_thousands_of_choices(choices: int) -> None:
    rng = Random(2018)
    for _ in range(choices):
        number, offers = rng.randint(1, 24), rng.sample(range(33), rng.choice((0, 1, 2, 3, 3, 3, 3, 3)))
        space = rng.randint(0, 52)
        opponent = min(space + rng.choice((0, 1, 1, 2, 2, 3, 3, 4, 5, 6, 9)), 53)
        expected = naive_choice(number, offers, space, opponent)
        assert chosen(CARDS[number], (tuple(offers), space, opponent)) == expected, (number, offers, space, opponent)
