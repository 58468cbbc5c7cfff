"""Problems: moments of games for somebody to find a better move, and how good what they choose is."""

import asyncio

import pytest

from bot.matches.match import Match, Refusal
from bot.matches.problems import MOST_OF_ONE, MOST_WAITING, Judge, Judged, Problem
from bot.matches.seats import Person
from bot.store.games import LogRow
from engine.verdicts import Moment, Reason, Weighed
from game import ADVANCE, Move, Position
from tests.matches.building import HELD, SECOND, new_match, new_rival_match
from tests.store.building import EVE, MINA, TOM

BLUNDER = Moment(1, 700, 300, 90, "choice", ADVANCE, (Reason("broke", (1, 3)),))


def game(match: Match | None = None) -> Match:
    match = match or new_match()
    return match.after(*(LogRow(number, "move", number, move, 0) for number, move in enumerate(HELD.split(), 1)))


class Scales:
    """Weighs as soon as it may, and finds everything slightly worse."""

    def __init__(self) -> None:
        self.asked: list[tuple[Position, Move, Move, int]] = []
        self.may = asyncio.Event()

    async def weigh(self, position: Position, move: Move, than: Move, person: int) -> Weighed:
        self.asked.append((position, move, than, person))
        await self.may.wait()
        return Weighed(20, 4)


@pytest.mark.parametrize(
    ("user", "seats"), [(MINA, (MINA, TOM)), (TOM, (TOM, MINA)), (EVE, (EVE, TOM))], ids=["mover", "other", "nobody"]
)
def test_whoever_tries_it_sits_in_the_place_of_the_mover(user: int, seats: tuple[int, int]) -> None:
    problem = Problem(game(), BLUNDER, user)
    assert problem.match.users == seats
    assert problem.match.mover == user
    assert problem.match.position == new_match().position
    assert problem.is_own == (user == MINA)


def test_there_is_no_clock_in_it() -> None:
    problem = Problem(game(new_rival_match(first=1)), BLUNDER, EVE)
    assert problem.match.clock == (None, None, None)
    assert problem.match.rival
    assert problem.match.seats[0] == Person(EVE)


def test_of_the_best_move_of_the_game_what_was_played_is_to_be_found() -> None:
    praised = Problem(game(), Moment(2, 700, 300, 90, "best", ADVANCE), TOM)
    assert (praised.best, praised.second) == (SECOND, ADVANCE)
    wrong = Problem(game(), Moment(2, 700, 300, 90, "choice", ADVANCE), TOM)
    assert (wrong.best, wrong.second) == (ADVANCE, SECOND)


async def test_what_the_review_knows_is_not_weighed_again() -> None:
    scales, problem = Scales(), Problem(game(), BLUNDER, MINA)
    judge = Judge(scales.weigh)
    assert (await judge.judge(problem, problem.best)).is_best
    bad = await judge.judge(problem, problem.played)
    assert not bad.is_solved
    assert bad.weighed == Weighed(400, 90, BLUNDER.reasons)
    assert not scales.asked


async def test_anything_else_is_weighed_against_the_best_once_however_often_it_is_asked() -> None:
    scales, problem = Scales(), Problem(game(), BLUNDER, MINA)
    judge, move = Judge(scales.weigh), next(iter(set(problem.match.position.legal_moves) - {ADVANCE, problem.played}))
    twice = [asyncio.create_task(judge.judge(problem, move)) for _ in range(2)]
    await asyncio.sleep(0)
    scales.may.set()
    one, two = await asyncio.gather(*twice)
    assert one == two
    assert one.is_solved
    assert one.is_alike
    assert scales.asked == [(problem.match.position, move, ADVANCE, MINA)]


async def test_only_so_much_is_weighed_at_a_time() -> None:
    scales = Scales()
    judge = Judge(scales.weigh)
    moves = [move for move in new_match().position.legal_moves if move not in (ADVANCE, game().plies[0].move)]

    async def refused(user: int, move: Move) -> str:
        with pytest.raises(Refusal) as refusal:
            await judge.judge(Problem(game(), BLUNDER, user), move)
        return refusal.value.reason

    def ask(user: int, move: Move) -> asyncio.Task[Judged]:
        return asyncio.create_task(judge.judge(Problem(game(), BLUNDER, user), move))

    tasks = [ask(MINA, move) for move in moves[:MOST_OF_ONE]]
    await asyncio.sleep(0)
    assert await refused(MINA, moves[MOST_OF_ONE]) == "tries_of_one"
    tasks += [ask(user, moves[0]) for user in range(1000, 1000 + MOST_WAITING - MOST_OF_ONE)]
    await asyncio.sleep(0)
    assert await refused(TOM, moves[0]) == "tries_busy"
    scales.may.set()
    await asyncio.gather(*tasks)


@pytest.mark.parametrize(
    ("moment", "weighed", "is_solved"),
    [
        (90, Weighed(0, 29), True),
        (90, Weighed(0, 30), False),  # an inaccuracy
        (40, Weighed(0, 20), True),
        (40, Weighed(0, 21), False),  # more than half of what the moment is about
        (90, Weighed(100, 5), False),
        (90, Weighed(-200, -50), True),  # better than the best that was known
    ],
)
def test_a_problem_is_solved_by_what_is_no_mistake_and_half_as_bad_at_most(
    moment: int, weighed: Weighed, is_solved: bool
) -> None:
    problem = Problem(game(), Moment(1, 500, 490, moment, "choice", ADVANCE), MINA)
    assert Judged(problem, SECOND, weighed).is_solved == is_solved
