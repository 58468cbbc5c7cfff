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
    """A card of our own."""
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


def test_the_incomes() -> None:
    assert [CARDS[number].income for number in DECKS["normal"]] == [4, 4, 3, 1, 1, 0, 0, 0, 0, 0, 0, 5]
    assert [CARDS[number].income for number in DECKS["tactical"]] == [5, 4, 4, 3, 1, 1, 0, 0, 0, 0, 0, 0]


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


def test_no_overtake_keeps_what_would_not_go_past_your_token() -> None:
    assert kept("no_overtake", (10, 1, 32), 10, 14) == [1, 32]  # to 16, 12 and 13


def test_no_overtake_allows_landing_on_the_same_space() -> None:
    assert kept("no_overtake", (10, 1, 32), 10, 13) == [1, 32]  # 32 lands on 13
    assert kept("no_overtake", (10, 1, 32), 10, 12) == [1]  # 1 lands on 12
    assert kept("no_overtake", (10, 3, 32), 10, 11) == [3]


def test_no_overtake_with_both_tokens_on_one_space_keeps_nothing_for_every_patch_moves() -> None:
    assert kept("no_overtake", (3, 11, 0), 10, 10) == [3, 11, 0]  # skipped
    assert min(patch.time for patch in PATCHES) == 1


def test_positions_stop_at_53_so_no_patch_overtakes_you_there() -> None:
    assert kept("no_overtake", (10, 1, 32), 50, 53) == [10, 1, 32]  # 10 would come to 56
    assert kept("no_overtake", (10, 1, 32), 52, 53) == [10, 1, 32]
    assert kept("no_overtake", (10, 3, 32), 50, 52) == [3]  # to 53, 51 and 53


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

EXPECTED: dict[int, list[tuple[Situation, int | None]]] = {
    1: [
        (((31, 27, 15), 0, 2), 15),  # 31 overtakes; 27 and 15 have no buttons; 15 is farther (27 is larger)
        (((28, 27, 15), 0, 3), 28),  # 28 has a button
        (((2, 1, 29), 0, 9), 2),  # the others cost 2
    ],
    2: [
        (((17, 7, 1), 0, 2), 1),  # 17 overtakes; no buttons; farther
        (((17, 29, 14), 0, 3), 17),  # a button
        (((4, 9, 0), 0, 9), 0),  # the others cost 3
    ],
    3: [
        (((31, 29, 9), 10, 12), 29),  # 31 overtakes; 29 has 6 squares
        (((9, 7, 1), 0, 9), 7),  # 9 and 7 have 4 squares; farther
        (((23, 5, 3), 0, 9), 3),  # the others cost 4
    ],
    4: [
        (((30, 23, 5), 10, 12), 23),  # 30 overtakes; 6 squares
        (((5, 7, 2), 10, 14), 7),  # 5 and 7 have 4 squares; farther
        (((16, 32, 5), 10, 19), 5),  # the others cost 5
    ],
    5: [
        (((16, 23, 3), 10, 12), 3),  # 16 overtakes; no buttons; farther
        (((32, 19, 23), 10, 14), 19),  # 19 lands on 14; 2 buttons
        (((8, 10, 32), 0, 9), 32),  # the others cost 6 and 7
    ],
    6: [
        (((32, 8, 6), 20, 21), 32),  # all overtake: skipped; 8 squares
        (((32, 23, 5), 20, 22), 23),  # 32 overtakes; 6 squares
        (((26, 23, 8), 20, 29), 23),  # 26 and 23 have 6 squares; farther
        (((10, 11, 8), 0, 9), 8),  # the others cost 7
    ],
    7: [
        (((24, 16, 11), 10, 11), 24),  # 24 and 16 have 2 buttons; 6 squares
        (((32, 10, 5), 10, 12), 10),  # 3 buttons
        (((22, 24, 32), 0, 9), 24),  # 22 and 24 have 2 buttons and 6 squares; farther
        (((25, 12, 22), 0, 9), 22),  # the others cost 8 and 10
    ],
    8: [
        (((32, 25, 10), 0, 9), 32),  # 8 squares
        (((24, 25, 23), 10, 12), 25),  # all have 6 squares; 3 buttons
        (((22, 24, 23), 0, 9), 24),  # all have 6; 22 and 24 have 2 buttons; farther
        (((25, 20, 18), 0, 9), 25),  # the others cost 10
    ],
    9: [
        (((25, 10, 24), 10, 12), 10),  # 25 and 10 have 3 buttons; both overtake: skipped; farther
        (((5, 32, 13), 10, 12), 5),  # each has 1 button; only 5 does not overtake
        (((25, 12, 18), 0, 9), 25),  # the others cost 10
    ],
    10: [
        (((20, 18, 32), 10, 14), 20),  # 20 and 18 have 3 buttons; 6 squares
        (((25, 20, 24), 10, 12), 20),  # 25 and 20 have 3 buttons and 6 squares; farther
        (((11, 18, 8), 0, 9), 18),  # costs 10; 3 buttons
    ],
    11: [
        (((10, 20, 18), 10, 14), 20),  # each has 3 buttons; 6 squares
        (((32, 12, 24), 0, 9), 24),  # 12 and 24 have 2 buttons; 6 squares
        (((12, 5, 3), 0, 9), 12),  # costs 10; 2 buttons
    ],
    12: [
        (((2, 28, 29), 0, 9), 28),  # the only patch that costs nothing
        (((2, 15, 29), 0, 9), None),  # none costs nothing
    ],
    13: [
        (((21, 27, 2), 30, 33), 2),  # 21 overtakes, 2 lands on 33; no buttons; farther
        (((31, 21, 15), 30, 36), 21),  # 31 and 21 have 1 button; farther
        (((31, 7, 17), 30, 39), 31),  # the others cost 2
    ],
    14: [
        (((31, 27, 2), 30, 33), 27),  # 31 overtakes; 6 squares
        (((28, 27, 15), 30, 39), 27),  # 28 and 27 have 6 squares; farther
        (((29, 30, 15), 30, 39), 15),  # the others cost 2
    ],
    15: [
        (((26, 29, 3), 40, 41), 3),  # 26 overtakes; no buttons; farther
        (((9, 30, 7), 40, 49), 9),  # 1 button
        (((5, 6, 13), 40, 49), 13),  # the others cost 4
    ],
    16: [
        (((13, 9, 7), 40, 42), 7),  # 13 overtakes; 4 squares each; farther
        (((14, 30, 17), 40, 43), 30),  # 7 squares
        (((26, 16, 23), 40, 49), 26),  # the others cost 5 and 4
    ],
    17: [
        (((6, 23, 1), 5, 7), 1),  # 6 overtakes; no buttons; farther
        (((5, 23, 14), 5, 9), 5),  # 1 button
        (((6, 19, 32), 5, 19), 6),  # the others cost 5
    ],
    18: [
        (((30, 23, 9), 5, 7), 23),  # 30 overtakes; 6 squares
        (((5, 7, 6), 5, 8), 7),  # 6 overtakes; 4 squares each; farther
        (((16, 5, 8), 5, 19), 5),  # the others cost 5 and 6
    ],
    19: [
        (((16, 5, 32), 24, 26), 5),  # the others overtake
        (((8, 32, 19), 24, 30), 32),  # 8 squares
        (((26, 23, 8), 24, 30), 23),  # 26 lands on 30; 26 and 23 have 6 squares; farther
        (((24, 8, 22), 24, 30), 8),  # the others cost 7
    ],
    20: [
        (((26, 19, 32), 24, 28), 26),  # 26 and 19 have 2 buttons; 6 squares
        (((19, 16, 23), 24, 28), 16),  # 19 and 16 have 2 buttons and 5 squares; farther
        (((10, 8, 11), 24, 30), 8),  # the others cost 7
    ],
    21: [
        (((25, 23, 26), 33, 35), 25),  # 6 squares each; 3 buttons
        (((16, 10, 11), 33, 35), 16),  # 16 and 11 have 5 squares; 2 buttons
        (((22, 24, 23), 33, 35), 24),  # 6 squares each; 22 and 24 have 2 buttons; farther
        (((25, 18, 20), 33, 42), 25),  # the others cost 10
    ],
    22: [
        (((25, 10, 32), 33, 35), 25),  # 25 and 10 have 3 buttons; 6 squares
        (((24, 22, 5), 33, 35), 22),  # 24 and 22 have 2 buttons and 6 squares; farther
        (((25, 12, 20), 33, 42), 25),  # the others cost 10
    ],
    23: [
        (((20, 18, 10), 33, 37), 18),  # 3 buttons each; only 18 does not overtake: it lands on 37
        (((25, 18, 24), 33, 35), 18),  # 25 and 18 have 3 buttons; both overtake: skipped; farther
        (((12, 5, 3), 33, 42), 12),  # costs 10; 2 buttons
    ],
    24: [
        (((20, 22, 24), 33, 35), 20),  # 6 squares each; 3 buttons
        (((18, 32, 20), 33, 35), 32),  # 8 squares
        (((25, 20, 23), 33, 35), 20),  # 6 squares each; 25 and 20 have 3 buttons; farther
        (((12, 8, 11), 33, 42), 12),  # costs 10; 12 and 11 have 5 squares; 2 buttons
    ],
}


@pytest.mark.parametrize(
    ("number", "situation", "expected"),
    [(number, situation, expected) for number, rows in EXPECTED.items() for situation, expected in rows],
)
def test_every_card_takes_the_patch_worked_out_by_hand(number: int, situation: Situation, expected: int | None) -> None:
    assert chosen(CARDS[number], situation) == expected


@pytest.mark.parametrize("number", CARDS)
def test_these_situations_tell_a_card_from_one_with_another_budget_or_other_filters(number: int) -> None:
    choosing: tuple[Filter, ...] = ("no_overtake", "largest", "most_buttons")
    orders = [(*order, "farthest_from_neutral") for length in (0, 1, 2) for order in permutations(choosing, length)]
    for budget in sorted({patch.cost for patch in PATCHES}):
        for filters in orders:
            other = Card(0, budget, filters, 0)
            alike = all(chosen(other, situation) == expected for situation, expected in EXPECTED[number])
            same = (budget, filters) == (CARDS[number].budget, CARDS[number].filters)
            assert alike == (same or budget == CARDS[number].budget == 0), other


@pytest.mark.slow
def test_the_text_of_the_rules_read_again_agrees_on_thousands_of_choices() -> None:
    rng = Random(2018)
    for _ in range(20_000):
        number, offers = rng.randint(1, 24), rng.sample(range(33), rng.choice((0, 1, 2, 3, 3, 3, 3, 3)))
        space = rng.randint(0, 52)
        opponent = min(space + rng.choice((0, 1, 1, 2, 2, 3, 3, 4, 5, 6, 9)), 53)
        expected = naive_choice(number, offers, space, opponent)
        assert chosen(CARDS[number], (tuple(offers), space, opponent)) == expected, (number, offers, space, opponent)
