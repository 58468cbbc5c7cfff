"""Real games by others, with their published scores and who covered a 7x7 first."""

import pytest

from game import Record, parse_records
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


def test_the_last_move_ends_the_game_with_the_published_scores_and_the_bonus_of_whoever_had_it(game: Record) -> None:
    """The published scores leave the bonus out."""
    *steps, last = game.steps()
    assert not any(step.position.over for step in steps)
    assert last.position.winner
    assert last.facts[-1] == GameOver(last.position.winner)
    headers = dict(game.headers)
    expected, seven = [int(score) for score in headers["ScoreWithoutBonus"].split()], int(headers["Seven"])
    if seven:
        expected[seven - 1] += BONUS_POINTS
    assert [last.position.score(seat).total for seat in (1, 2)] == expected
    taken = [fact for step in (*steps, last) for fact in step.facts if isinstance(fact, BonusTaken)]
    assert taken == ([BonusTaken(seven)] if seven else [])
    assert last.position.bonus == seven
