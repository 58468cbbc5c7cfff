"""The arena itself, on a small scale."""

import shutil
from collections import Counter
from statistics import mean

import pytest

from bot.matches.lookback import Lesson, look_back
from engine.evaluations import choice_of
from engine.native.library import loaded
from engine.review import IN_PYTHON, review
from engine.verdicts import Moment, Review
from game import Automa
from tests.engine.playing import tidy_line
from tools.arena.advice import FOLLOWED, contradicting, gained, played_alone
from tools.arena.automa import played
from tools.arena.beginners import BEGINNERS, beginner
from tools.arena.matches import GREEDY, level, match, playing, rings, searching, wilson
from tools.arena.shares import IN_DOUBT, alone

needs_gcc = pytest.mark.skipif(shutil.which("gcc") is None, reason="needs gcc")
needs_c = pytest.mark.skipif(loaded() is None, reason="takes minutes with the search in Python")


@pytest.mark.slow
@needs_gcc
def test_a_little_thought_beats_a_greedy_player() -> None:
    results = match(searching(30), GREEDY, "revised", list(rings(20, seed=4)))
    assert sum(winner == 1 for _, _, winner in results) >= 34


@pytest.mark.parametrize(("taste", "hand"), BEGINNERS)
def test_a_beginner_makes_the_same_legal_move_each_time(taste: str, hand: str) -> None:
    for position in tidy_line(2)[:-1:5]:
        move = beginner(taste, hand, position)
        assert move in position.legal_moves
        assert move == beginner(taste, hand, position)


@pytest.mark.night
def test_a_thoughtful_beginner_meets_somebody_to_beat_and_somebody_to_learn_from() -> None:
    adult, dealt = playing("worth", "tidy"), list(rings(20, seed=4))
    won = [
        sum(winner == 1 for _, _, winner in match(adult, level(name), "revised", dealt))
        for name in ("pompom", "tassel", "pin")
    ]
    assert won[0] >= 26 > won[1] >= 13 > won[2]


@pytest.mark.night
@pytest.mark.parametrize("lesson", FOLLOWED)
def test_a_beginner_who_follows_advice_gains_points(lesson: Lesson) -> None:
    """In 200 games each; `make arena ARGS=advice` plays 400."""
    for plain, follower in FOLLOWED[lesson]:
        more, off = gained(plain, follower, "pompom", seed=93, count=100)
        assert more > off, (plain.name, follower.name)


@needs_c
@pytest.mark.parametrize(
    "games", [pytest.param(10, marks=pytest.mark.slow), pytest.param(500, marks=pytest.mark.night)]
)
def test_no_review_contradicts_what_is_advised_after_the_same_game(games: int) -> None:
    """Reviewed as briefly as without a compiler, which takes a tenth of the time; the arena looks as deep as people."""
    told = set()
    for number in range(games):
        game = played_alone(number, seed=95)
        lesson = look_back(game).lesson
        told.add(lesson)
        if lesson in FOLLOWED:
            found = review(game.record, budgets=IN_PYTHON)
            assert contradicting(game, lesson, found) == [], number
    assert told == {"shut", "buttons", "income"}


def test_a_review_that_finds_the_opposite_better_is_noticed() -> None:
    """Somebody took a patch with more buttons, and a review finds another one better."""
    game = played_alone(2, seed=93)
    against = Counter[Lesson]()
    for number, ply in enumerate(game.plies, 1):
        others = [move for move in game.at(number - 1).position.legal_moves if move != ply.move and ply.seat == 1]
        for better in others[:: max(1, len(others) // 20)]:
            is_place = choice_of(better) == choice_of(ply.move)
            moment = Moment(number, 600, 300, 70, "place" if is_place else "choice", better)
            found = Review((500,), moments=(moment,))
            against.update(lesson for lesson in FOLLOWED if contradicting(game, lesson, found))
    assert set(against) == set(FOLLOWED)


@pytest.mark.night
@needs_c
@pytest.mark.parametrize(("level", "deck"), [("legend", "normal"), ("legend", "tactical"), ("master", "normal")])
def test_what_a_hint_says_against_the_automa_happens(level: str, deck: str) -> None:
    """In 400 games: of 200, what happens may differ by .13, by chance alone."""
    said = (each for game in alone(Automa(level, deck), 400, seed=94) for each in game)
    here = [each for each in said if IN_DOUBT[0] <= each[0] < IN_DOUBT[1]]
    said, happened = (mean(each) for each in zip(*here, strict=True))
    assert abs(said - happened) <= 0.08


def test_an_interval_holds_what_was_won() -> None:
    low, high = wilson(150, 200)
    assert (round(low, 3), round(high, 3)) == (0.686, 0.805)


@pytest.mark.night
@needs_gcc
def test_a_little_thought_beats_the_automa() -> None:
    ends = [played(Automa("fellow", "tactical"), seed, iterations=100)[0] for seed in range(20)]
    assert sum(end.winner == 1 for end in ends) >= 16
