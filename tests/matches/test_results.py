"""What matches came to, for each person who played: counted by hand, kept, and theirs until they are forgotten."""

import logging
from dataclasses import replace

import pytest
from sqlalchemy import Connection, text

from bot.matches.audit import Audit
from bot.matches.match import Match
from bot.matches.play import Matches
from bot.matches.privacy import Privacy
from bot.matches.results import ENOUGH, QUARTER, Results, _derived_of, keep_within, quarters_in
from bot.matches.servers import Servers
from bot.store.backend.database import Database
from bot.store.changes import write_cache
from bot.store.games import Cache, count_hint, find_game
from bot.store.results import ResultRow, count_not_counted, results_of
from bot.store.shards import Shards
from game import ADVANCE
from tests.matches.building import (
    FIRST,
    HELD,
    THIRD,
    Hands,
    new_match,
    new_rival_match,
    new_solo_match,
    played,
    recorded,
    stored,
)
from tests.matches.test_rivals import begun, now, played_on
from tests.store.building import EVE, GUILD, MINA, TOM, new_game


async def kept(database: Database, match: Match, user: int = MINA) -> ResultRow:
    """What is kept of a match that has ended, for somebody."""
    await Results(database).keep([match.id])
    (row,) = [row for row in await database.read(results_of, user) if row.game_id == match.id]
    return row


async def test_a_game_comes_to_this_for_each_of_two_people(database: Database, clock: Hands) -> None:
    """The first reference game, whose points and whose 7x7 are published; the rest is counted in its record."""
    clock.now = 100 * QUARTER - 60
    match = await recorded(database, clock, 0)
    mina = await kept(database, match)
    assert mina == ResultRow(
        game_id=match.id,
        seat=1,
        player=MINA,
        other=TOM,
        level=None,
        guild_id=GUILD,
        ended_at=clock.now,
        ending="finished",
        won=True,
        points=28,
        other_points=7,
        seven=True,
        empty=10,
        moves=19,
        first=True,
        hints=0,
        played="100 1 1",
    )
    (tom,) = await database.read(results_of, TOM)
    assert (tom.seat, tom.player, tom.other, tom.first) == (2, TOM, MINA, False)
    assert (tom.won, tom.points, tom.other_points, tom.seven, tom.empty) == (False, 7, 28, False, 8)
    assert (tom.moves, tom.played, tom.ended_at) == (19, "100 1 1", mina.ended_at)


async def test_moves_are_those_of_whoever_made_fewer(database: Database, clock: Hands) -> None:
    match = await recorded(database, clock, 0, moves=4)
    assert [ply.seat for ply in match.plies] == [1, 2, 2, 1]
    match = await Matches(database, clock).play(match.id, 4, TOM, ADVANCE)
    match = await Matches(database, clock).resign(match.id, match.revision, TOM)
    row = await kept(database, match)
    assert (row.ending, row.won, row.moves) == ("resigned", True, 2)
    assert (row.points, row.other_points) == (match.position.score(1).total, match.position.score(2).total)


async def test_forced_moves_count_for_nobody(database: Database, clock: Hands) -> None:
    """Nobody has chosen them, so they tell nothing of who was there."""
    match = await recorded(database, clock, 0)
    forced = text("UPDATE log SET how = 'forced' WHERE seat = 2 AND number > 28")
    await database.write(lambda connection: connection.execute(forced))
    row = await kept(database, match)
    assert row.moves == 19 - [ply.seat for ply in match.plies[28:]].count(2) == 14
    (tom,) = await database.read(results_of, TOM)
    assert tom.played == row.played.rpartition(" ")[0]
    assert (await Audit(database, clock).examine()).findings == []
    await database.write(lambda connection: connection.execute(text("UPDATE log SET how = NULL")))
    (finding,) = (await Audit(database, clock).examine()).findings
    assert "its results are not what its log says" in finding.sentence


async def test_a_game_alone_has_a_level_and_hints_and_nobody_on_the_other_side(database: Database) -> None:
    clock = Hands()
    matches = Matches(database, clock)
    rival = await stored(database, new_rival_match("needle"))
    await database.write(count_hint, rival.id)
    row = await kept(database, await matches.close(rival.id, "idle"))
    assert (row.other, row.level, row.hints, row.won, row.first, row.ending) == (
        None,
        "needle",
        1,
        None,
        False,
        "closed",
    )
    automa = await stored(database, new_solo_match("legend"))
    automa = await matches.play(automa.id, 0, MINA, ADVANCE)
    row = await kept(database, await matches.resign(automa.id, automa.revision, MINA))
    assert (row.other, row.level, row.hints, row.won, row.first, row.moves) == (None, "legend", 0, False, True, 1)


async def test_what_was_undone_was_played_all_the_same(database: Database, clock: Hands) -> None:
    """A day on which somebody moved is one on which they played, whatever became of the move."""
    clock.now, matches = 8 * QUARTER, Matches(database, clock)
    match = await played(matches, await stored(database), HELD)
    clock.now = 11 * QUARTER + 1
    match = await matches.play(match.id, match.revision, TOM, THIRD)
    match = await matches.undo(match.id, match.revision, TOM)
    match = await matches.resign(match.id, match.revision, TOM)
    row = await kept(database, match, TOM)
    assert quarters_in(row.played) == [8, 11]
    assert row.moves == 1


def test_quarters_of_an_hour_are_read_as_they_are_spelled() -> None:
    assert quarters_in("") == []
    assert quarters_in("1987654 1 90") == [1987654, 1987655, 1987745]


# --- kept, and owed until then


async def test_a_game_is_owed_from_its_end_until_it_is_counted(database: Database, clock: Hands) -> None:
    matches, results = Matches(database, clock), Results(database)
    match = await matches.play((await stored(database)).id, 0, MINA, FIRST)
    assert await results.owed(9) == []
    match = await matches.resign(match.id, 1, TOM)
    assert await results.owed(9) == [match.id]
    await results.keep([match.id])
    assert await results.owed(9) == []
    row = await database.read(find_game, match.id)
    assert row
    assert row.counted
    again = await database.read(results_of, MINA)
    await results.keep([match.id])
    assert await database.read(results_of, MINA) == again


async def test_a_running_game_has_no_results(database: Database) -> None:
    match = await stored(database)
    await Results(database).keep([match.id, 99])
    assert await database.read(results_of, MINA) == []
    row = await database.read(find_game, match.id)
    assert row
    assert not row.counted


async def test_games_are_counted_by_the_process_of_the_server_and_not_where_the_bot_has_left(
    database: Database, clock: Hands
) -> None:
    here, there = 1 << 22, 2 << 22
    for guild in (here, there):
        match = await stored(database, replace(new_match(), guild_id=guild))
        await Matches(database, clock).close(match.id, "idle")
    assert await Results(database, Shards((1,), 4)).owed(9) == [1]
    assert await Results(database, Shards((2, 3), 4)).owed(9) == [2]
    assert await Results(database).owed(1) == [1]
    await Servers(database, clock).note({there})
    assert await Results(database).owed(9) == [2]


async def test_a_log_that_cannot_be_replayed_has_no_results_and_holds_nobody_up(
    database: Database, clock: Hands, caplog: pytest.LogCaptureFixture
) -> None:
    matches = Matches(database, clock)
    for _ in range(2):
        match = await matches.play((await stored(database)).id, 0, MINA, FIRST)
        await matches.resign(match.id, 1, TOM)
    await database.write(
        lambda connection: connection.execute(text("UPDATE log SET text = '*A1' WHERE game_id = 1 AND number = 1"))
    )
    with caplog.at_level(logging.WARNING):
        await Results(database).keep(await Results(database).owed(9))
    assert [row.game_id for row in await database.read(results_of, MINA)] == [2]
    assert await database.read(count_not_counted) == 0
    assert "game 1 cannot be replayed, and has no results" in caplog.text


# --- whoever is forgotten


@pytest.mark.slow
async def test_whoever_is_forgotten_is_nobody_in_results_as_in_games(database: Database, clock: Hands) -> None:
    for number, users in enumerate([(MINA, TOM), (TOM, MINA), (MINA, EVE)]):
        await kept(database, await recorded(database, clock, number, users))
    eve = await database.read(results_of, EVE)
    await Privacy(database, clock).forget(TOM)
    assert await database.read(results_of, TOM) == []
    mina = {row.game_id: row for row in await database.read(results_of, MINA)}
    for game_id, row in mina.items():
        game = await database.read(find_game, game_id)
        assert game
        assert (row.player, row.other) in (game.users, game.users[::-1])
    assert [mina[number].other for number in (1, 2)] == [-3, -4]
    assert await database.read(results_of, EVE) == eve
    assert [row.points for row in await database.read(results_of, -3)] == [7]


async def test_whoever_is_forgotten_while_a_game_is_counted_is_nobody_in_it(database: Database, clock: Hands) -> None:
    match = await recorded(database, clock, 0)
    rows = await database.read(_derived_of, [match.id])
    assert {row.player for row in rows[match.id]} == {MINA, TOM}
    await Privacy(database, clock).forget(TOM)
    await database.write(keep_within, rows)
    assert [row.other for row in await database.read(results_of, MINA)] == [-3]
    assert await database.read(results_of, TOM) == []


async def test_results_go_with_their_game(database: Database, clock: Hands) -> None:
    def count(connection: Connection) -> int:
        return int(connection.execute(text("SELECT count(*) FROM results")).scalar_one())

    await kept(database, await recorded(database, clock, 0))
    servers = Servers(database, clock)
    await servers.note(set())
    clock.now += 10**8
    assert await servers.purge() == 1
    assert await database.read(count) == 0


# --- whose best game it was


async def played_for(database: Database, points: int, *, ending: str = "finished", seat: int = 1) -> None:
    """A game of Mina's that ended with so many points, on whichever seat."""
    players, results = ((MINA, TOM), (points, 99)) if seat == 1 else ((TOM, MINA), (99, points))
    game = await database.write(new_game, players)
    await database.write(write_cache, game, 1, Cache(None, ending, 1, 1, *results))  # type: ignore[arg-type]


async def test_more_points_than_in_all_of_enough_other_games_are_the_best(database: Database) -> None:
    match = await played_on(database, await begun(database))
    total, results = match.position.score(1).total, Results(database)
    for _ in range(ENOUGH - 1):
        await played_for(database, total - 1, seat=2)
    assert await results.bests(match) == frozenset()
    await played_for(database, total + 1, ending="resigned")  # it was not played out
    assert await results.bests(match) == frozenset()
    await played_for(database, total - 9)
    assert await results.bests(match) == {1}
    await played_for(database, total)
    assert await results.bests(match) == frozenset()


async def test_no_game_is_the_best_that_was_not_played_out_nor_anybodys_who_was_forgotten(database: Database) -> None:
    match = await begun(database)
    results = Results(database)
    for _ in range(ENOUGH):
        await played_for(database, -162)
    match = await played_on(database, match, plies=3)
    assert await results.bests(match) == frozenset()
    over = await played_on(database, match)
    assert await results.bests(over) == {1}
    await Privacy(database, now).forget(MINA)
    assert await results.bests(await Matches(database, now).load(over.id)) == frozenset()
