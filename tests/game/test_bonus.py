"""The 7x7 bonus."""

from game.facts import BonusTaken, LeatherSewed, LeatherWon, Sewed
from tests.game.building import ONE_SHORT, THREE_SHORT, after, facts, placement, seat, table


def test_the_first_player_to_cover_a_7x7_area_takes_the_bonus_tile_worth_7_points() -> None:
    position = table(seat(0, diagram=THREE_SHORT), seat(9))
    taken = after(position, "1N@B1")
    assert taken.bonus == 1
    assert (taken.score(1).bonus, taken.score(2).bonus) == (7, 0)
    assert facts(position, "1N@B1") == (Sewed(1, placement("1N@B1")), BonusTaken(1))


def test_either_seat_may_take_it() -> None:
    assert after(table(seat(9), seat(0, diagram=THREE_SHORT)), "1N@B1").bonus == 2


def test_an_area_not_covered_completely_takes_nothing() -> None:
    position = table(seat(0, diagram=THREE_SHORT), seat(9))
    assert after(position, "1N@A1").bonus == 0  # A1 to C1: D1 stays open
    assert after(position, "1N@A9").bonus == 0


def test_it_is_checked_after_leather_too() -> None:
    position = table(seat(18, diagram=ONE_SHORT), seat(19))
    won = after(position, "1N@A9")
    assert (won.leather, won.bonus) == (1, 0)
    assert won.play(placement("*G7")).facts == (LeatherSewed(1, placement("*G7")), BonusTaken(1))
    assert after(won, "*G7").bonus == 1
    assert after(won, "*H7").bonus == 0


def test_only_once_the_second_player_to_cover_one_gets_nothing() -> None:
    position = table(seat(0, diagram=THREE_SHORT), seat(9), bonus=2)
    assert after(position, "1N@B1").bonus == 2
    assert facts(position, "1N@B1") == (Sewed(1, placement("1N@B1")),)
    late_leather = after(table(seat(18, diagram=ONE_SHORT), seat(19), bonus=2), "1N@A9")
    assert after(late_leather, "*G7").bonus == 2


def test_only_once_another_area_of_the_same_quilt_gives_nothing() -> None:
    position = table(seat(0, diagram=THREE_SHORT), seat(9), bonus=1)
    assert after(position, "1N@B1").bonus == 1
    assert after(position, "1N@B1").score(1).bonus == 7
    assert facts(position, "1N@B1") == (Sewed(1, placement("1N@B1")),)


def test_it_is_taken_before_the_token_moves_so_it_comes_first_in_what_happened() -> None:
    happened = facts(table(seat(18, diagram=THREE_SHORT), seat(19)), "1N@B1")
    assert happened == (Sewed(1, placement("1N@B1")), BonusTaken(1), LeatherWon(1, 20, True))


def test_advancing_takes_no_bonus() -> None:
    covered = "#######.. " * 7  # cannot be without the tile in a game; shows that only sewing is looked at
    assert after(table(seat(0, diagram=covered), seat(9)), "+").bonus == 0


def test_a_whole_quilt_counts_once() -> None:
    last_three = "######... " + "######### " * 8
    assert after(table(seat(0, diagram=last_three), seat(9), bonus=0), "1N@G1").score(1).total == 5 - 2 + 7
