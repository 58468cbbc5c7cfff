"""What is committed, what is refused, and races. What follows from each change is held in
`test_games_in_any_order.py`, and how a match ends in `test_outcome.py`.
"""

import asyncio

import pytest
from sqlalchemy import Connection

from bot.matches.log import cache_of, load_match
from bot.matches.match import Match, Refusal
from bot.matches.outcome import Outcome
from bot.matches.play import COUNTED
from bot.matches.refusals import Illegal
from bot.store.changes import NewGame, add_game
from bot.store.games import LogRow
from bot.store.messages import record_message
from game import ADVANCE, IllegalMove, parse_move
from tests.matches.building import FIRST, HELD, THIRD, mover_of, new_match, told
from tests.matches.club import Club
from tests.store.building import CHANNEL, EVE, GUILD, MINA, TOM, board, new_game


async def test_every_change_is_one_row_with_its_seat_and_time(club: Club) -> None:
    match = await club.stored()
    club.now = 1_234
    match = await club.played(match, HELD)
    match = await club.undone(match)
    club.now = 1_300
    match = await club.matches.agree_to_cancel(match.id, 3, MINA, asked_by=2)
    assert await club.log(match) == [
        LogRow(1, "move", 1, "21N@A1", 1_234),
        LogRow(2, "move", 2, "29N@A1", 1_234),
        LogRow(3, "undo", 2, "29N@A1", 1_234),
        LogRow(4, "cancel", 1, "2", 1_300),
    ]
    assert match == await club.load(match.id)


async def test_before_the_first_move_resigning_calls_the_game_off(club: Club) -> None:
    match = await club.stored()
    after = await club.matches.resign(match.id, 0, TOM)
    assert (after.outcome, after.winner) == (Outcome("cancelled", by=2, why="unplayed"), None)
    assert await club.log(match) == [LogRow(1, "resign", 2, "", 1_000)]


async def test_nobody_agrees_to_their_own_offer(club: Club) -> None:
    match = await club.stored()
    for user, seat in ((MINA, 1), (TOM, 2)):
        await club.refused(club.matches.agree_to_cancel(match.id, 0, user, seat), "own_offer")


async def test_no_game_is_neither_shown_nor_played(club: Club) -> None:
    assert (await club.refused(club.load(77), "no_game")).match is None
    await club.refused(club.play(77, 0, MINA, ADVANCE), "no_game")


async def test_an_illegal_move_says_why(club: Club) -> None:
    match = await club.begun("21N@A1")
    refusal = await club.refused(club.play(match.id, 1, TOM, parse_move("*D5")), "illegal")
    assert isinstance(refusal, Illegal)
    assert isinstance(refusal.cause, IllegalMove)
    assert refusal.cause.reason == "no_leather"
    assert refusal.match == match
    await club.refused(club.play(match.id, 1, TOM, FIRST), "illegal")  # Mina has it


async def test_running_games_of_a_user(club: Club) -> None:
    one, two = await club.stored(), await club.stored()
    await club.stored(new_match(users=(TOM, EVE)))
    await club.matches.resign(two.id, 0, TOM)
    assert [row.id for row in await club.matches.running_of(MINA)] == [one.id]
    assert [row.id for row in await club.matches.running_of(MINA, channel_id=CHANNEL)] == [one.id]
    assert not await club.matches.running_of(MINA, channel_id=CHANNEL + 1)


async def test_the_boards_of_games_are_found_where_they_stand(club: Club) -> None:
    await club.stored()  # and nobody has posted its board
    shown = await club.stored()
    await club.write(record_message, board(555, shown.id))
    assert await club.matches.boards_of(await club.matches.running_of(MINA)) == {shown.id: 555}
    assert await club.matches.boards_of([]) == {}


async def test_the_more_games_are_running_the_more_seldom_they_are_counted(club: Club) -> None:
    for _ in range(COUNTED):
        await club.write(new_game)
    assert await club.matches.count_running() == COUNTED
    await club.write(new_game)
    assert await club.matches.count_running() == COUNTED
    club.now += 1
    assert await club.matches.count_running() == COUNTED + 1


async def test_the_log_is_the_truth_and_the_cache_is_not_read(club: Club) -> None:
    match = new_match()
    game = NewGame(GUILD, CHANNEL, MINA, TOM, str(match.setup), "en", 1_000)
    game_id = await club.write(add_game, game, cache_of(told(match, "resign")))
    assert (await club.load(game_id)).outcome is None


@pytest.mark.slow
async def test_of_changes_that_race_for_a_revision_one_wins(club: Club) -> None:
    for winner in range(8):
        match = await club.begun(HELD)
        racers = [
            club.play(match.id, 2, TOM, ADVANCE),
            club.play(match.id, 2, TOM, THIRD),
            club.matches.undo(match.id, 2, TOM),
            club.matches.undo(match.id, 2, TOM),
            club.matches.agree_to_cancel(match.id, 2, TOM, 1),
            club.matches.agree_to_cancel(match.id, 2, MINA, 2),
            club.matches.resign(match.id, 2, MINA),
            club.matches.resign(match.id, 2, TOM),
        ]
        results = await asyncio.gather(*racers[winner:], *racers[:winner], return_exceptions=True)
        won = [result for result in results if isinstance(result, Match)]
        lost = [result.reason for result in results if isinstance(result, Refusal)]
        assert won == [await club.load(match.id)]
        assert len(lost) == 7
        assert set(lost) <= {"stale", "ended"}
        assert len(await club.log(match)) == 3


async def test_two_programs_that_race_agree_on_the_winner(club: Club, elsewhere: Club) -> None:
    match = await club.stored()
    for _ in range(20):
        racers = (each.play(match.id, match.revision, mover_of(match), ADVANCE) for each in (club, elsewhere))
        results = await asyncio.gather(*racers, return_exceptions=True)
        (match,) = (result for result in results if isinstance(result, Match))
        (lost,) = (result for result in results if isinstance(result, Refusal))
        assert (lost.reason, lost.match) == ("stale", match)
        if match.position.leather:
            match = await club.play(match.id, match.revision, mover_of(match), match.position.legal_moves[0])


async def test_one_who_loses_at_the_insertion_is_told_that_it_is_stale(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As on a database where another process may insert between our reading and our writing."""
    match = await club.stored()
    now = await club.played(match, "+")
    seen = [match]

    def late(connection: Connection, match_id: int, known: Match | None = None, *, lock: bool = False) -> Match:
        return seen.pop() if seen else load_match(connection, match_id, known, lock=lock)

    monkeypatch.setattr("bot.matches.play.load_match", late)
    refusal = await club.refused(club.play(match.id, 0, MINA, FIRST), "stale")
    assert refusal.match == now
