"""Time and honour: whoever stays away gains nothing by it, and a slip can be given back whatever has answered it."""

import pytest

from bot.matches.clock import DAY, GRACE, IDLE
from bot.matches.match import Match
from bot.matches.outcome import Outcome
from bot.matches.results import results_of_match
from bot.matches.round_robin import standings, winners
from bot.store.games import read_log
from game import ADVANCE
from tests.matches.building import HELD, mover_of
from tests.matches.club import Club
from tests.matches.test_round_robin import OVER, members
from tests.matches.test_round_robin import played as in_group
from tests.store.building import MINA, TOM


async def closed(club: Club, match: Match, after: int) -> Match:
    """The match once it was left alone for so long that it is closed."""
    club.now += after
    (timer,) = [timer for timer in await club.timers.due() if timer.kind == "close"]
    assert await club.timers.close_idle(timer)
    return await club.load(match.id)


@pytest.mark.parametrize(("moves", "has_winner"), [(8, False), (20, True)])
async def test_a_game_that_is_left_alone_is_won_by_the_player_who_waited(
    club: Club, moves: int, has_winner: bool
) -> None:
    match = await club.recorded(0, moves=moves)
    waiting = 3 - match.position.turn
    match = await closed(club, match, IDLE)
    assert match.outcome == Outcome("closed", waiting if has_winner else None, why="idle")
    assert match.record.headers == (("Result", f"time {3 - waiting}" if has_winner else "closed"),)
    events = await club.read(read_log, match.id)
    assert [row.won for row in results_of_match(match, events)] == (
        [waiting == 1, waiting == 2] if has_winner else [None, None]
    )


async def test_it_is_the_same_with_a_clock(club: Club) -> None:
    match = await club.paced(1)
    while len(match.plies) < 14:
        match = await club.play(match.id, match.revision, mover_of(match), ADVANCE)
    waiting = 3 - match.position.turn
    assert (await closed(club, match, DAY + GRACE)).winner == waiting


@pytest.mark.parametrize("is_resigned", [False, True])
@pytest.mark.parametrize("plies", [0, 1])
async def test_nobody_wins_a_game_in_which_one_of_them_has_not_moved(club: Club, plies: int, is_resigned: bool) -> None:
    match = await club.played(await club.paced(), "+" * plies)
    late, waiting = mover_of(match), match.opponent(mover_of(match))
    club.now = (match.deadline or 0) + 1
    if is_resigned:
        match = await club.matches.resign(match.id, match.revision, late)
    else:
        match = await club.matches.claim(match.id, match.revision, waiting)
    by = match.seat_of(late if is_resigned else waiting)
    assert match.outcome == Outcome("cancelled", None, by, "unplayed")
    assert match.record.headers == (("Result", "cancelled"),)
    row = await club.row(match)
    assert (row.ending, row.winner) == ("cancelled", None)
    assert [row.won for row in results_of_match(match, await club.read(read_log, match.id))] == [None, None]


async def test_a_move_that_was_taken_back_is_none(club: Club) -> None:
    match = await club.undone(await club.played(await club.paced(), HELD))
    assert (match.mover, match.moves) == (TOM, 0)
    assert (await club.matches.resign(match.id, match.revision, TOM)).winner is None


def test_who_leaves_a_group_cannot_win_it() -> None:
    games = [in_group(one, two, 1) for one, two in ((0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3))]
    assert winners(standings(OVER, members(), games)) == [101]
    rows = standings(OVER, members(m0=OVER.until - 1), games)
    assert winners(rows) == [102]
    assert [(row.member.number, row.wins) for row in rows] == [(1, 2), (2, 1), (3, 0), (0, 3)]


async def test_a_slip_that_a_plan_has_answered_is_given_back_with_the_answer(club: Club) -> None:
    match = await club.paced()
    await club.plans.add(match.id, 0, TOM, ADVANCE)
    slip = await club.play(match.id, 0, MINA, ADVANCE)
    assert [(ply.seat, ply.how) for ply in slip.plies] == [(1, None), (2, "planned")]
    assert [ply.seat for ply in slip.given_back(1)] == [2, 1]
    back = await club.matches.give_back(match.id, slip.revision, TOM)
    assert (back.plies, back.to_move, back.deadline) == ((), 1, slip.created_at + 3 * DAY)
    assert [event.kind for event in await club.read(read_log, match.id)] == ["move", "move", "takeback", "takeback"]


async def test_what_one_chooses_after_an_answer_is_not_given_back_with_it(club: Club) -> None:
    match = await club.played(await club.paced(), "+ +")
    assert match.given_back(match.to_move or 0) == ()
