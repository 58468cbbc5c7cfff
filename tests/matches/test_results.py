"""What matches came to, for each person who played: counted by hand, kept, and theirs until they are forgotten."""

import logging
from dataclasses import replace

import pytest

from bot.matches.match import Match
from bot.matches.results import ENOUGH, Results, _derived_of, keep_within
from bot.matches.seats import Rival
from bot.matches.standings import QUARTER
from bot.matches.summaries import quarters_in
from bot.store.changes import write_cache
from bot.store.games import Cache, count_hint
from bot.store.results import ResultRow, count_not_counted, results_of
from bot.store.shards import Shards
from game import ADVANCE
from tests.matches.building import HELD, THIRD, new_match, new_rival_match, new_solo_match, result
from tests.matches.club import Club
from tests.store.building import EVE, MINA, TOM, new_game


async def kept(club: Club, match: Match, user: int = MINA) -> ResultRow:
    """What is kept of a match that has ended, for somebody."""
    await club.results.keep([match.id])
    (row,) = [row for row in await club.read(results_of, user) if row.game_id == match.id]
    return row


async def test_a_game_comes_to_this_for_each_of_two_people(club: Club) -> None:
    """The first reference game, whose points and whose 7x7 are published; the rest is counted in its record."""
    club.now = 100 * QUARTER - 60
    match = await club.recorded(0)
    mina = await kept(club, match)
    assert mina == result(
        match.id, ended_at=club.now, points=28, other_points=7, seven=True, empty=10, moves=19, played="100 1 1"
    )
    (tom,) = await club.read(results_of, TOM)
    assert (tom.seat, tom.player, tom.other, tom.first) == (2, TOM, MINA, False)
    assert (tom.won, tom.points, tom.other_points, tom.seven, tom.empty) == (False, 7, 28, False, 8)
    assert (tom.moves, tom.played, tom.ended_at) == (19, "100 1 1", mina.ended_at)


async def test_moves_are_those_of_whoever_made_fewer(club: Club) -> None:
    match = await club.recorded(0, moves=4)
    assert [ply.seat for ply in match.plies] == [1, 2, 2, 1]
    match = await club.play(match.id, 4, TOM, ADVANCE)
    match = await club.matches.resign(match.id, match.revision, TOM)
    row = await kept(club, match)
    assert (row.ending, row.won, row.moves) == ("resigned", True, 2)
    assert (row.points, row.other_points) == (match.position.score(1).total, match.position.score(2).total)


async def test_the_moves_of_a_rival_are_counted_too(club: Club) -> None:
    match = await club.played_on(await club.stored(new_rival_match(first=1)), 1)
    assert (await kept(club, await club.matches.resign(match.id, match.revision, MINA))).moves == 0


async def test_forced_moves_count_for_nobody(club: Club) -> None:
    """Nobody has chosen them, so they tell nothing of who was there."""
    match = await club.recorded(0)
    await club.spoil("UPDATE log SET how = 'forced' WHERE seat = 2 AND number > 28")
    row = await kept(club, match)
    assert row.moves == 19 - [ply.seat for ply in match.plies[28:]].count(2) == 14
    (tom,) = await club.read(results_of, TOM)
    assert tom.played == row.played.rpartition(" ")[0]
    assert await club.findings() == []
    await club.spoil("UPDATE log SET how = NULL")
    (finding,) = await club.findings()
    assert "its results are not what its log says" in finding


async def test_a_game_alone_has_a_level_and_hints_and_nobody_on_the_other_side(club: Club) -> None:
    rival = await club.stored(new_rival_match("needle"))
    await club.write(count_hint, rival.id)
    row = await kept(club, await club.matches.close(rival.id, "idle"))
    assert (row.other, row.level, row.hints, row.won, row.first, row.moves) == (None, "needle", 1, None, False, 0)
    automa = await club.begun("+", new_solo_match("legend"))
    row = await kept(club, await club.matches.resign(automa.id, automa.revision, MINA))
    assert (row.other, row.level, row.hints, row.won, row.first, row.moves) == (None, "legend", 0, False, True, 1)


async def test_what_was_undone_was_played_all_the_same(club: Club) -> None:
    """A day on which somebody moved is one on which they played, whatever became of the move."""
    club.now = 8 * QUARTER
    match = await club.begun(HELD)
    club.now = 11 * QUARTER + 1
    match = await club.undone(await club.played(match, str(THIRD)))
    row = await kept(club, await club.matches.resign(match.id, match.revision, TOM), TOM)
    assert quarters_in(row.played) == [8, 11]
    assert row.moves == 1


def test_quarters_of_an_hour_are_read_as_they_are_spelled() -> None:
    assert quarters_in("") == []
    assert quarters_in("1987654 1 90") == [1987654, 1987655, 1987745]


async def test_a_game_is_owed_from_its_end_until_it_is_counted(club: Club) -> None:
    match = await club.begun("21N@A1")
    await club.results.keep([match.id, 99])
    assert not (await club.row(match)).counted, "while it runs, it has no results"
    assert await club.results.owed(9) == []
    match = await club.matches.resign(match.id, 1, TOM)
    assert await club.results.owed(9) == [match.id]
    await club.results.keep([match.id])
    assert await club.results.owed(9) == []
    assert (await club.row(match)).counted
    again = await club.read(results_of, MINA)
    await club.results.keep([match.id])
    assert await club.read(results_of, MINA) == again


async def test_games_are_counted_by_the_process_of_the_server_and_not_where_the_bot_has_left(club: Club) -> None:
    here, there = 1 << 22, 2 << 22
    for guild in (here, there):
        match = await club.stored(replace(new_match(), guild_id=guild))
        await club.matches.close(match.id, "idle")
    assert await Results(club.database, Shards((1,), 4)).owed(9) == [1]
    assert await Results(club.database, Shards((2, 3), 4)).owed(9) == [2]
    assert await club.results.owed(1) == [1]
    await club.servers.note({there})
    assert await club.results.owed(9) == [2]


async def test_a_log_that_cannot_be_replayed_has_no_results_and_holds_nobody_up(
    club: Club, caplog: pytest.LogCaptureFixture
) -> None:
    for _ in range(2):
        match = await club.begun("21N@A1")
        await club.matches.resign(match.id, 1, TOM)
    await club.spoil("UPDATE log SET text = '*A1' WHERE game_id = 1 AND number = 1")
    with caplog.at_level(logging.WARNING):
        await club.results.keep(await club.results.owed(9))
    assert [row.game_id for row in await club.read(results_of, MINA)] == [2]
    assert await club.read(count_not_counted) == 0
    assert "game 1 cannot be replayed, and has no results" in caplog.text


@pytest.mark.slow
async def test_whoever_is_forgotten_is_nobody_in_results_as_in_games(club: Club) -> None:
    for number, users in enumerate([(MINA, TOM), (TOM, MINA), (MINA, EVE)]):
        await kept(club, await club.recorded(number, users))
    eve = await club.read(results_of, EVE)
    await club.privacy.forget(TOM)
    assert await club.read(results_of, TOM) == []
    mina = {row.game_id: row for row in await club.read(results_of, MINA)}
    for game_id, row in mina.items():
        game = await club.row(game_id)
        assert (row.player, row.other) in (game.users, game.users[::-1])
    assert [mina[number].other for number in (1, 2)] == [-3, -4]
    assert await club.read(results_of, EVE) == eve
    assert [row.points for row in await club.read(results_of, -3)] == [7]


async def test_whoever_is_forgotten_while_a_game_is_counted_is_nobody_in_it(club: Club) -> None:
    match = await club.recorded(0)
    rows = await club.read(_derived_of, [match.id])
    assert {row.player for row in rows[match.id]} == {MINA, TOM}
    await club.privacy.forget(TOM)
    await club.write(keep_within, rows)
    assert [row.other for row in await club.read(results_of, MINA)] == [-3]
    assert await club.read(results_of, TOM) == []


async def played_for(club: Club, points: int, *, ending: str = "finished", seat: int = 1) -> None:
    """A game of Mina's that ended with so many points, on whichever seat."""
    players, results = ((MINA, TOM), (points, 99)) if seat == 1 else ((TOM, MINA), (99, points))
    game = await club.write(new_game, players)
    await club.write(write_cache, game, 1, Cache(None, ending, 1, 1, *results))  # type: ignore[arg-type]


async def test_more_points_than_in_all_of_enough_other_games_are_the_best(club: Club) -> None:
    match = await club.played_on(await club.alone(Rival("pin")))
    total = match.position.score(1).total
    for _ in range(ENOUGH - 1):
        await played_for(club, total - 1, seat=2)
    assert await club.results.bests(match) == frozenset()
    await played_for(club, total + 1, ending="resigned")  # it was not played out
    assert await club.results.bests(match) == frozenset()
    await played_for(club, total - 9)
    assert await club.results.bests(match) == {1}
    await played_for(club, total)
    assert await club.results.bests(match) == frozenset()


async def test_no_game_is_the_best_that_was_not_played_out_nor_anybodys_who_was_forgotten(club: Club) -> None:
    match = await club.alone(Rival("pin"))
    for _ in range(ENOUGH):
        await played_for(club, -162)
    match = await club.played_on(match, plies=3)
    assert await club.results.bests(match) == frozenset()
    over = await club.played_on(match)
    assert await club.results.bests(over) == {1}
    await club.privacy.forget(MINA)
    assert await club.results.bests(await club.load(over.id)) == frozenset()
