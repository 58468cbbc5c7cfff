"""What the Automa gains: income, leather, the bonus tile, its score; and who wins."""

from dataclasses import replace

import pytest

from game import PATCHES, Position
from game.automa import CARDS, LEVELS
from game.facts import BonusTaken, GameOver, Income, LeatherSewed, LeatherWon
from tests.game.building import DEAR, FULL, ONE_SHORT, THREE_SHORT, after, deck_of, facts, seat, solo

# patch: buttons/time/printed · 1: 2/2/0 · 2: 1/3/0 · 3: 3/1/0 · 4: 3/3/1 · 10: 7/6/3 · 11: 7/1/1 · 24: 7/2/2
# card: budget, income · 1: 1, 4 · 3: 3, 3 · 11: 10, 0 · 12: 0, 5

BONUS_MARKS = {"intern": 52, "apprentice": 44, "fellow": 41, "master": 38, "legend": 35}
each_level = pytest.mark.parametrize("level", LEVELS)


# --- income ---


@pytest.mark.parametrize("number", CARDS)
def test_the_income_is_the_number_on_the_card_of_the_turn(number: int) -> None:
    incomes = [4, 4, 3, 1, 1, 0, 0, 0, 0, 0, 0, 5, 5, 4, 4, 3, 1, 1, 0, 0, 0, 0, 0, 0]
    empty_ring = replace(solo(seat(6), 4, buttons=7, deck=deck_of(number)), ring=())
    assert after(empty_ring, f"#{number}").player(2).buttons == 7 + incomes[number - 1]
    assert facts(empty_ring, f"#{number}")[1:] == (Income(2, 5, incomes[number - 1]),)


def test_once_for_each_symbol_crossed_so_a_pass_may_pay_twice() -> None:
    position = solo(seat(10), 4, offers=DEAR)
    assert facts(position, "#3")[1:] == (Income(2, 5, 3), Income(2, 11, 3))
    assert after(position, "#3").player(2).buttons == 2 * 3


def test_also_when_it_takes_a_patch() -> None:
    position = solo(seat(9), 3, offers=(1, 10, 11))  # card 3 takes patch 1: to 5
    assert facts(position, "#3")[1:] == (Income(2, 5, 3),)
    assert after(position, "#3").player(2).buttons == 3
    passing = solo(seat(9), 4, offers=(2, 10, 11))  # card 1 takes patch 2: to 7
    assert after(passing, "#1").player(2).buttons == 4


def test_not_without_crossing_a_symbol_nor_when_leaving_it() -> None:
    assert after(solo(seat(9), 5, offers=(1, 10, 11)), "#3").player(2).buttons == 0  # to 7


def test_the_buttons_printed_on_its_patches_pay_nothing() -> None:
    position = solo(seat(9), 4, offers=DEAR, taken=(18, 20, 25))
    assert after(position, "#6").player(2).buttons == 0
    assert after(position, "#3").player(2).buttons == 3
    assert after(solo(seat(20), 4, offers=(10, 1, 2)), "#11").player(2).buttons == 0  # patch 10, card 11


def test_the_last_space_pays_even_when_it_is_overshot() -> None:
    position = solo(seat(53), 50, offers=(4, 10, 11))
    assert after(position, "#3").player(2).buttons == 3
    overshot = solo(seat(53), 52, offers=(4, 10, 11))
    assert after(overshot, "#3").player(2).buttons == 3


def test_the_income_of_a_card_is_not_kept_for_later() -> None:
    twice = after(solo(seat(20), 4, offers=(2, 28, 0)), "#1 #6")
    assert [player.income for player in twice.players] == [0, 0]
    once = after(solo(seat(10), 4, offers=(15, 0, 7)), "#1")  # patch 15: to 6
    assert once.player(2).buttons == after(once, "#6").player(2).buttons == 4  # 11 crossed with card 6: 0


def test_your_own_income_follows_your_quilt() -> None:
    assert after(solo(seat(3, income=2), 9), "1N@A1").player(1).buttons == 5 - 2 + 2


# --- leather ---


@pytest.mark.parametrize(("track", "space"), [("classic", 20), ("classic", 50), ("revised", 38), ("revised", 50)])
def test_it_takes_a_leather_patch_like_any_other_token_and_removes_it_with_no_ply(track: str, space: int) -> None:
    for position in (
        solo(seat(space), space - 2, offers=(1, 10, 11), track=track),  # yours stands on it: you took it
        solo(seat(space - 1), space - 2, offers=(1, 10, 11), track=track),  # it lands on it
        solo(seat(space - 1), space - 1, offers=(1, 10, 11), track=track),  # it passes it
        solo(seat(space - 1), space - 2, offers=DEAR, track=track),  # by a pass
    ):
        happened, moved = facts(position, "#3"), after(position, "#3")
        first = position.player(1).space < space
        assert (LeatherWon(2, space, False) in happened) == first
        assert any(isinstance(fact, LeatherWon) for fact in happened) == first
        assert space not in moved.leather_left
        assert moved.leather == 0
        assert moved.turn == moved.token


def test_for_no_points() -> None:
    moved = after(solo(seat(19), 18, buttons=2, offers=DEAR, level="legend"), "#6")
    assert 20 not in moved.leather_left
    assert moved.score(2).total == 2
    assert moved.player(2).quilt.empty == 81


def test_and_you_cannot_take_it_afterwards() -> None:
    moved = after(solo(seat(19), 18, offers=(4, 10, 11)), "#3")
    assert (moved.player(2).space, moved.turn) == (21, 1)
    landed = after(moved, "0N@A1")
    assert (landed.player(1).space, landed.leather) == (20, 0)


def test_yours_is_sewn_before_its_turn_and_it_gets_none() -> None:
    won = after(solo(seat(18), 19), "1N@A1")
    assert (won.leather, won.turn) == (1, 1)
    sewn = won.play(next(iter(won.legal_moves)))
    assert isinstance(sewn.facts[0], LeatherSewed)
    assert sewn.position.awaits_card
    assert not any(isinstance(fact, LeatherWon) for fact in facts(sewn.position, "#12"))


def test_with_your_full_quilt_yours_is_discarded() -> None:
    lost = after(solo(seat(16, diagram=FULL), 19), "+")
    assert (lost.leather, lost.awaits_card) == (0, True)
    assert 20 not in lost.leather_left


def test_income_and_leather_in_the_order_of_the_spaces() -> None:
    position = solo(seat(17), 17, offers=(10, 1, 2))
    assert facts(position, "#11")[1:] == (LeatherWon(2, 20, False), Income(2, 23, 0))


# --- the bonus tile ---


@each_level
def test_it_takes_the_bonus_tile_on_reaching_the_space_of_its_level(level: str) -> None:
    mark = BONUS_MARKS[level]
    position = solo(seat(53), mark - 2, offers=(1, 10, 11), level=level)  # card 3: two spaces
    assert BonusTaken(2) in facts(position, "#3")
    assert after(position, "#3").bonus == 2


@each_level
def test_or_on_passing_it(level: str) -> None:
    mark = BONUS_MARKS[level]
    assert after(solo(seat(53), mark - 1, offers=(1, 10, 11), level=level), "#3").bonus == 2
    by_pass = solo(seat(mark), mark - 4, offers=DEAR, level=level)
    assert after(by_pass, "#3").bonus == 2
    assert after(solo(seat(mark - 1), mark - 4, offers=DEAR, level=level), "#3").bonus == 2  # lands on it


@each_level
def test_not_before_and_not_by_your_token(level: str) -> None:
    mark = BONUS_MARKS[level]
    assert after(solo(seat(53), mark - 3, offers=(1, 10, 11), level=level), "#3").bonus == 0
    assert after(solo(seat(mark - 2), mark - 4, offers=DEAR, level=level), "#3").bonus == 0
    assert after(solo(seat(mark - 3), mark - 1, offers=(1, 2, 3), level=level), "+").bonus == 0


@each_level
def test_not_if_you_covered_a_7x7_first(level: str) -> None:
    position = solo(seat(53), BONUS_MARKS[level] - 2, offers=(1, 10, 11), level=level, bonus=1)
    assert BonusTaken(2) not in facts(position, "#3")
    moved = after(position, "#3")
    assert (moved.bonus, moved.score(1).bonus, moved.score(2).bonus) == (1, 7, 0)


def test_one_turn_after_your_7x7_its_space_brings_nothing() -> None:
    yours = after(solo(seat(32, diagram=THREE_SHORT), 33, level="legend"), "1N@B1")
    assert yours.bonus == 1
    past = after(yours, "#12")
    assert (past.player(2).space, past.bonus) == (35, 1)


def test_your_7x7_with_the_leather_you_just_won_comes_before_its_turn() -> None:
    won = after(solo(seat(31, diagram=ONE_SHORT), 32, level="legend"), "1N@A9")
    assert won.leather == 0  # its token took 32
    won = after(solo(seat(31, diagram=ONE_SHORT), 31, level="legend", top=1), "1N@A9")
    assert (won.leather, won.bonus) == (1, 0)
    assert after(won, "*G7 #12").bonus == 1
    assert after(won, "*I9 #12").bonus == 0  # on 34


@each_level
def test_afterwards_your_7x7_brings_nothing(level: str) -> None:
    position = solo(seat(50, diagram=THREE_SHORT), 53, level=level, bonus=2)
    sewn = after(position, "1N@B1")
    assert sewn.player(1).quilt.has_seven_by_seven
    assert BonusTaken(1) not in facts(position, "1N@B1")
    assert (sewn.bonus, sewn.score(1).bonus, sewn.score(2).bonus) == (2, 0, 7)


def test_before_its_space_your_7x7_takes_it() -> None:
    position = solo(seat(33, diagram=THREE_SHORT), 34, level="legend")
    assert BonusTaken(1) in facts(position, "1N@B1")
    assert after(position, "1N@B1").score(1).bonus == 7


# --- its score ---

# 10: three buttons printed · 24: two · 4: one · 1 and 2: none
SCORES = {"intern": (0, 0), "apprentice": (6, 0), "fellow": (6, 3), "master": (6, 6), "legend": (6, 9)}


@each_level
@pytest.mark.parametrize("bonus", [0, 1, 2])
def test_its_score_by_level_and_7_with_the_bonus_tile(level: str, bonus: int) -> None:
    score = solo(seat(9), 9, buttons=6, level=level, taken=(10, 1, 24, 2, 4), bonus=bonus).score(2)
    buttons, patches = SCORES[level]
    assert (score.buttons, score.patches, score.bonus, score.empty) == (buttons, patches, 7 * (bonus == 2), 0)
    assert score.total == buttons + patches + 7 * (bonus == 2)


def test_fellow_counts_only_patches_that_carry_buttons_and_master_the_buttons_themselves() -> None:
    bare = [patch.id for patch in PATCHES if not patch.income]
    for level in LEVELS:
        assert solo(seat(9), 9, buttons=1, level=level, taken=tuple(bare)).score(2).patches == 0
    every = tuple(range(33))
    by_level = {level: solo(seat(9), 9, level=level, taken=every).score(2).patches for level in LEVELS}
    assert by_level == {"intern": 0, "apprentice": 0, "fellow": 22, "master": 38, "legend": 60}
    assert len(every) - len(bare) == 22


def test_your_score_is_as_ever() -> None:
    position = solo(seat(53, buttons=14, diagram="....." + "#" * 4 + (" " + "#" * 9) * 8), 53, bonus=1)
    assert position.score(1).total == 14 + 7 - 10
    assert position.score(1).patches == 0


def ended(human: int, automa: int, *, human_first: bool) -> Position:
    """The end of a game, with a full quilt and so many buttons; who came to 53 last lies on top."""
    one = seat(53, human, FULL)
    return solo(one, 53, automa, level="apprentice", top=2 if human_first else 1)


@pytest.mark.parametrize("human_first", [True, False])
@pytest.mark.parametrize(("human", "automa", "winner"), [(9, 8, 1), (8, 9, 2)])
def test_more_points_win_whoever_reached_53_first(human: int, automa: int, winner: int, human_first: bool) -> None:
    assert ended(human, automa, human_first=human_first).winner == winner


def test_on_a_tie_whoever_reached_53_first_wins() -> None:
    assert ended(8, 8, human_first=True).winner == 1
    assert ended(8, 8, human_first=False).winner == 2


def test_a_tie_ended_by_a_card() -> None:
    position = solo(seat(53, 5, FULL), 51, level="apprentice", offers=DEAR)
    last = facts(position, "#12")
    assert after(position, "#12").score(1).total == after(position, "#12").score(2).total == 5
    assert last[1:] == (Income(2, 53, 5), GameOver(1))


def test_a_tie_ended_by_you() -> None:
    position = solo(seat(51, 3, FULL), 53, 5, level="apprentice")
    assert facts(position, "+")[-1] == GameOver(2)
    assert after(position, "+").score(1).total == 5


def test_a_card_may_win_the_game_for_it() -> None:
    position = solo(seat(53, 5, FULL), 51, 1, level="apprentice", offers=DEAR)
    assert facts(position, "#12")[-1] == GameOver(2)
