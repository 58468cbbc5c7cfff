"""What the Automa gains: income, leather, the bonus tile, its score; and who wins. Whole games are in
`test_automa_games.py`.
"""

from dataclasses import replace

import pytest

from game import Position
from game.automa import CARDS, LEVELS
from game.facts import BonusTaken, Fact, GameOver, Income, LeatherWon
from tests.game.building import DEAR, FULL, ONE_SHORT, THREE_SHORT, after, deck_of, facts, seat, solo

# patch: buttons/time/printed · 1: 2/2/0 · 2: 1/3/0 · 3: 3/1/0 · 4: 3/3/1 · 10: 7/6/3 · 11: 7/1/1 · 24: 7/2/2
# card: budget, income · 1: 1, 4 · 3: 3, 3 · 11: 10, 0 · 12: 0, 5

BONUS_MARKS = {"intern": 52, "apprentice": 44, "fellow": 41, "master": 38, "legend": 35}
each_level = pytest.mark.parametrize("level", LEVELS)


@pytest.mark.parametrize("number", CARDS)
def test_the_income_is_the_number_on_the_card_of_the_turn(number: int) -> None:
    incomes = [4, 4, 3, 1, 1, 0, 0, 0, 0, 0, 0, 5, 5, 4, 4, 3, 1, 1, 0, 0, 0, 0, 0, 0]
    empty_ring = replace(solo(seat(6), 4, buttons=7, deck=deck_of(number)), ring=())
    assert after(empty_ring, f"#{number}").player(2).buttons == 7 + incomes[number - 1]
    assert facts(empty_ring, f"#{number}")[1:] == (Income(2, 5, incomes[number - 1]),)


ON_THE_WAY: dict[str, tuple[Position, str, tuple[Fact, ...]]] = {
    "a pass may pay twice": (solo(seat(10), 4, offers=DEAR), "#3", (Income(2, 5, 3), Income(2, 11, 3))),
    "a patch pays on landing": (solo(seat(9), 3, offers=(1, 10, 11)), "#3", (Income(2, 5, 3),)),  # takes 1: to 5
    "a patch pays on passing": (solo(seat(9), 4, offers=(2, 10, 11)), "#1", (Income(2, 5, 4),)),  # takes 2: to 7
    "nothing is paid on leaving": (solo(seat(9), 5, offers=(1, 10, 11)), "#3", ()),  # to 7
    "printed buttons pay nothing": (solo(seat(9), 4, offers=DEAR, taken=(18, 20, 25)), "#6", (Income(2, 5, 0),)),
    "the last space pays": (solo(seat(53), 50, offers=(4, 10, 11)), "#3", (Income(2, 53, 3), GameOver(2))),
    "and when it is overshot": (solo(seat(53), 52, offers=(4, 10, 11)), "#3", (Income(2, 53, 3), GameOver(2))),
    "leather before income": (
        solo(seat(17), 17, offers=(10, 1, 2)),
        "#11",
        (LeatherWon(2, 20, False), Income(2, 23, 0)),
    ),
}


@pytest.mark.parametrize(("position", "card", "expected"), ON_THE_WAY.values(), ids=ON_THE_WAY)
def test_what_happens_on_its_way(position: Position, card: str, expected: tuple[Fact, ...]) -> None:
    assert facts(position, card)[1:] == expected


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
        assert [fact for fact in happened if isinstance(fact, LeatherWon)] == [LeatherWon(2, space, False)] * first
        assert space not in moved.leather_left
        assert (moved.leather, moved.player(2).quilt.empty) == (0, 81)
        assert moved.turn == moved.token


@each_level
def test_it_takes_the_bonus_tile_on_reaching_or_passing_the_space_of_its_level(level: str) -> None:
    mark = BONUS_MARKS[level]
    cheap = {"offers": (1, 10, 11), "level": level}  # card 3: two spaces
    for position, bonus in (
        (solo(seat(53), mark - 2, **cheap), 2),  # type: ignore[arg-type]
        (solo(seat(53), mark - 1, **cheap), 2),  # type: ignore[arg-type]
        (solo(seat(53), mark - 3, **cheap), 0),  # type: ignore[arg-type]
        (solo(seat(mark), mark - 4, offers=DEAR, level=level), 2),  # by a pass
        (solo(seat(mark - 1), mark - 4, offers=DEAR, level=level), 2),  # lands on it
        (solo(seat(mark - 2), mark - 4, offers=DEAR, level=level), 0),
        (solo(seat(53), mark - 2, bonus=1, **cheap), 1),  # type: ignore[arg-type]  # you covered a 7x7 first
    ):
        moved = after(position, "#3")
        assert moved.bonus == bonus
        assert (BonusTaken(2) in facts(position, "#3")) == (bonus == 2)
        assert [moved.score(number).bonus for number in (1, 2)] == [7 * (bonus == 1), 7 * (bonus == 2)]
    assert after(solo(seat(mark - 3), mark - 1, level=level), "+").bonus == 0, "your token takes none"


def test_your_7x7_with_the_leather_you_just_won_comes_before_its_turn() -> None:
    won = after(solo(seat(31, diagram=ONE_SHORT), 32, level="legend"), "1N@A9")
    assert won.leather == 0  # its token took 32
    won = after(solo(seat(31, diagram=ONE_SHORT), 31, level="legend", top=1), "1N@A9")
    assert (won.leather, won.bonus) == (1, 0)
    assert after(won, "*G7 #12").bonus == 1
    assert after(won, "*I9 #12").bonus == 0  # on 34


@pytest.mark.parametrize(("bonus", "taker"), [(0, 1), (2, 2)])
def test_your_7x7_takes_it_unless_it_is_gone(bonus: int, taker: int) -> None:
    position = solo(seat(33, diagram=THREE_SHORT), 34, level="legend", bonus=bonus)
    sewn = after(position, "1N@B1")
    assert sewn.player(1).quilt.has_seven_by_seven
    assert (BonusTaken(1) in facts(position, "1N@B1")) == (taker == 1)
    assert (sewn.bonus, sewn.score(1).bonus, sewn.score(2).bonus) == (taker, 7 * (taker == 1), 7 * (taker == 2))


# 10: three buttons printed · 24: two · 4: one · 1 and 2: none
SCORES = {"intern": (0, 0), "apprentice": (6, 0), "fellow": (6, 3), "master": (6, 6), "legend": (6, 9)}


@each_level
@pytest.mark.parametrize("bonus", [0, 1, 2])
def test_its_score_by_level_and_7_with_the_bonus_tile(level: str, bonus: int) -> None:
    score = solo(seat(9), 9, buttons=6, level=level, taken=(10, 1, 24, 2, 4), bonus=bonus).score(2)
    buttons, patches = SCORES[level]
    assert (score.buttons, score.patches, score.bonus, score.empty) == (buttons, patches, 7 * (bonus == 2), 0)
    assert score.total == buttons + patches + 7 * (bonus == 2)


@pytest.mark.parametrize("first", [1, 2])
@pytest.mark.parametrize(("human", "automa", "winner"), [(9, 8, 1), (8, 9, 2), (8, 8, None)])
def test_more_points_win_and_on_a_tie_whoever_reached_53_first(
    human: int, automa: int, winner: int | None, first: int
) -> None:
    """With a full quilt and so many buttons; who came to 53 last lies on top."""
    ended = solo(seat(53, human, FULL), 53, automa, level="apprentice", top=3 - first)
    assert ended.winner == (winner or first)


@pytest.mark.parametrize(
    ("position", "move", "winner"),
    [
        (solo(seat(53, 5, FULL), 51, level="apprentice", offers=DEAR), "#12", 1),  # a tie: 5 buttons on 53
        (solo(seat(53, 5, FULL), 51, 1, level="apprentice", offers=DEAR), "#12", 2),
        (solo(seat(51, 3, FULL), 53, 5, level="apprentice"), "+", 2),  # a tie
    ],
)
def test_the_last_move_tells_the_winner(position: Position, move: str, winner: int) -> None:
    assert facts(position, move)[-1] == GameOver(winner)
