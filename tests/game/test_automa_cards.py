"""The Automa's 24 cards: what they say, and which patch they take. Expected choices were worked out by hand."""

import json
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


def test_the_table_is_that_printed_in_2018() -> None:
    rows = json.loads(reference("automa_cards.json"))["cards"]
    theirs = {
        row["number"]: (row["deck"], row["virtual_buttons"], tuple(row["filters"]), row["income"]) for row in rows
    }
    deck = {number: name for name, numbers in DECKS.items() for number in numbers}
    ours = {number: (deck[number], card.budget, card.filters, card.income) for number, card in CARDS.items()}
    assert ours == theirs
    assert [card.number for card in CARDS.values()] == [row["number"] for row in rows] == list(range(1, 25))


# patch: cost/time/buttons, squares · 1: 2/2/0, 3 · 4: 3/3/1, 4 · 10: 7/6/3, 4 · 24: 7/2/2, 6 · 32: 5/3/1, 8


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


def test_the_budget_comes_before_the_filters() -> None:
    # filtered first, largest would leave patch 32, which is too dear
    choice = resolved(3, (32, 1, 4), *FREE)
    assert choice.affordable == (PATCHES[1], PATCHES[4])
    assert choice.taken == PATCHES[4]
    # no_overtake is skipped when only patches beyond the budget would pass it
    choice = resolved(4, (11, 13, 26), 10, 11)
    assert (choice.skipped, choice.taken) == (("no_overtake",), PATCHES[26])


@pytest.mark.parametrize("choices", [1_500, pytest.param(20_000, marks=pytest.mark.slow)])
def test_the_text_of_the_rules_read_again_agrees_on_thousands_of_choices(choices: int) -> None:
    rng = Random(2018)
    for _ in range(choices):
        number, offers = rng.randint(1, 24), rng.sample(range(33), rng.choice((0, 1, 2, 3, 3, 3, 3, 3)))
        space = rng.randint(0, 52)
        opponent = min(space + rng.choice((0, 1, 1, 2, 2, 3, 3, 4, 5, 6, 9)), 53)
        expected = naive_choice(number, offers, space, opponent)
        assert chosen(CARDS[number], (tuple(offers), space, opponent)) == expected, (number, offers, space, opponent)
