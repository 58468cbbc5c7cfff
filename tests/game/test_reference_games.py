"""Real games by others, with their published scores and who covered a 7x7 first."""

import pytest

from game import Position, Record, parse_records
from game.facts import BonusTaken, GameOver
from game.position import BONUS_POINTS
from tests.game.building import reference

GAMES = 4


@pytest.fixture(params=range(GAMES))
def game(request: pytest.FixtureRequest) -> Record:
    games = list(parse_records(reference("games.txt")))
    assert len(games) == GAMES
    number: int = request.param
    return games[number]


def last_position(game: Record) -> Position:
    *_, last = game.steps()
    return last.position


def test_the_game_ends_with_its_last_move(game: Record) -> None:
    steps = list(game.steps())
    assert [step.position.over for step in steps] == [False] * (len(steps) - 1) + [True]
    winner = steps[-1].position.winner
    assert winner
    assert steps[-1].facts[-1] == GameOver(winner)


def test_the_scores_are_the_published_ones_where_the_bonus_is_not_counted(game: Record) -> None:
    headers = dict(game.headers)
    expected = [int(score) for score in headers["ScoreWithoutBonus"].split()]
    if seven := int(headers["Seven"]):
        expected[seven - 1] += BONUS_POINTS
    assert [last_position(game).score(seat).total for seat in (1, 2)] == expected


def test_who_covered_a_7x7_first_took_the_bonus_once(game: Record) -> None:
    seven = int(dict(game.headers)["Seven"])
    taken = [fact for step in game.steps() for fact in step.facts if isinstance(fact, BonusTaken)]
    assert taken == ([BonusTaken(seven)] if seven else [])
    assert last_position(game).bonus == seven
