"""Games and their log in the store."""

from dataclasses import replace

import pytest
from sqlalchemy import Connection, delete
from sqlalchemy.exc import IntegrityError

from bot.store import games
from bot.store.backend.database import Database
from bot.store.changes import NewGame, add_game, append, set_clock
from bot.store.games import Cache, GameRow, count_public, find_game, newest_games, read_log, running_games
from bot.store.tables import games as table
from tests.store.building import BIG, CHANNEL, EVE, GUILD, MINA, START, TOM, event, new_game, rows

ENDED = Cache(None, "finished", 1_005, 2, 17, -3)


def ids(connection: Connection, player: int) -> list[int]:
    return [row.id for row in running_games(connection, player)]


# --- one game


async def test_a_game_is_stored_as_it_was_given(database: Database) -> None:
    assert (await database.read(find_game, 1), await database.read(read_log, 1)) == (None, [])
    game_id = await database.write(new_game)
    assert await database.read(find_game, game_id) == GameRow(
        game_id, GUILD, CHANNEL, MINA, TOM, "headers", "en", 1_000, None, None, 0, 1, None
    )


async def test_ids_and_times_may_be_as_large_as_snowflakes_get(database: Database) -> None:
    game = NewGame(BIG, BIG - 1, BIG - 2, BIG - 3, setup="", language="es-419", created_at=BIG - 4)
    game_id = await database.write(add_game, game, Cache(2, "closed", BIG - 5, deadline=BIG - 6))
    row = await database.read(find_game, game_id)
    assert row is not None
    assert (row.guild_id, row.channel_id, row.player1, row.player2) == (BIG, BIG - 1, BIG - 2, BIG - 3)
    assert (row.created_at, row.ended_at, row.deadline) == (BIG - 4, BIG - 5, BIG - 6)
    assert await database.read(newest_games, BIG - 3, BIG, BIG - 1, 1) == [game_id]


async def test_texts_come_back_letter_by_letter(database: Database) -> None:
    tricky = 'it\'s "quoted"; -- \'); DROP TABLE games\n[Ring "1 2"] ünï 🧵 %s :name ?'
    game_id = await database.write(new_game)
    await database.write(append, game_id, event(1, text=tricky), START)
    assert (await database.read(read_log, game_id))[0].text == tricky


async def test_the_number_of_a_deleted_game_is_never_used_again(database: Database) -> None:
    def remove(connection: Connection, game_id: int) -> None:
        connection.execute(delete(table).where(table.c.id == game_id))

    assert [await database.write(new_game) for _ in range(3)] == [1, 2, 3]
    for game_id in (1, 2, 3):
        await database.write(remove, game_id)
    assert await database.write(new_game) == 4


# --- the log


async def test_the_log_is_read_in_order_and_the_cache_follows_it(database: Database) -> None:
    one, two = await database.write(new_game), await database.write(new_game)
    log = [event(1), event(2, seat=2, text="17E@C4"), event(3, "undo", 2, "17E@C4"), event(4, "resign", 2, "")]
    for row in log:
        await database.write(append, one, row, Cache(2, None, points1=row.number))
    await database.write(append, two, event(1), ENDED)
    assert await database.read(read_log, one) == log
    assert await database.read(read_log, two) == [event(1)]
    cached = [await database.read(find_game, game_id) for game_id in (one, two)]
    assert [(row.revision, row.cache) for row in cached if row] == [
        (4, Cache(2, None, points1=4)),
        (1, ENDED),
    ]


async def test_a_log_is_read_in_the_order_of_its_numbers_from_any_event_on(database: Database) -> None:
    one, two = await database.write(new_game), await database.write(new_game)
    for number in (10, 2, 1, 3):
        await database.write(append, one, event(number), START)
    await database.write(append, two, event(4), START)
    for after, numbers in ((0, [1, 2, 3, 10]), (1, [2, 3, 10]), (3, [10]), (10, [])):
        assert [row.number for row in await database.read(games.read_log_after, one, after)] == numbers


async def test_a_number_that_is_taken_is_refused_and_changes_nothing(database: Database) -> None:
    game_id = await database.write(new_game)
    await database.write(append, game_id, event(1), Cache(2, None))
    before = await database.read(rows)
    with pytest.raises(IntegrityError):
        await database.write(append, game_id, event(1, "resign"), ENDED)
    assert await database.read(rows) == before


async def test_what_the_driver_refuses_is_an_error_and_the_connection_is_of_use_afterwards(database: Database) -> None:
    game_id = await database.write(new_game)
    for ask in (database.read, database.read_latest, database.write):
        with pytest.raises(Exception, match=r"too large|out of int64"):
            await ask(read_log, 2**70)
        assert await ask(read_log, game_id) == []


# --- running games


async def test_running_games_are_those_of_either_seat_oldest_first(database: Database) -> None:
    one = await database.write(new_game, (MINA, TOM))
    two = await database.write(new_game, (EVE, MINA))
    await database.write(new_game, (TOM, EVE))
    assert await database.read(ids, MINA) == [one, two]
    assert [await database.read(count_public, player) for player in (MINA, 7)] == [2, 0]
    await database.write(append, one, event(1), ENDED)
    assert await database.read(ids, MINA) == [two]
    assert [await database.read(count_public, player) for player in (MINA, TOM)] == [1, 1]


async def test_running_games_can_be_asked_for_by_server_and_by_channel(database: Database) -> None:
    places = [(1, 10), (1, 11), (2, 20), (2, 20)]
    made = [await database.write(new_game, guild_id=guild, channel_id=channel) for guild, channel in places]
    assert await database.read(ids, TOM) == made
    assert [row.id for row in await database.read(games.running_in_server, TOM, 1)] == made[:2]
    assert [row.id for row in await database.read(games.running_of_server, 1)] == made[:2]
    assert [row.id for row in await database.read(games.running_in_channel, TOM, 20)] == made[2:]
    assert await database.read(games.running_in_server, TOM, 0) == []
    assert await database.read(count_public, TOM) == 4  # anywhere


async def test_the_automa_is_nobody(database: Database) -> None:
    game_id = await database.write(new_game, (MINA, None))
    row = await database.read(find_game, game_id)
    assert row is not None
    assert row.player2 is None
    assert await database.read(games.running_of_server, GUILD) == await database.read(running_games, MINA) == [row]
    assert await database.read(ids, 0) == []
    assert await database.read(count_public, MINA) == 1


# --- the clock and nudges


async def test_the_clock_is_set_and_nothing_else(database: Database, game: int) -> None:
    before = await database.read(find_game, game)
    await database.write(set_clock, game, 9_000, None, 8_000)
    row = await database.read(find_game, game)
    assert before is not None
    assert row == replace(before, deadline=9_000, away=8_000)
    assert row.clock == (9_000, None, 8_000)
    assert row.cache == replace(START, deadline=9_000, away=8_000)


async def test_a_nudge_is_noted_whatever_happens_next(database: Database, game: int) -> None:
    await database.write(games.note_nudge, game, 100)
    assert [row.nudged_at for row in await database.read(games.find_games, [game])] == [100]
    await database.write(append, game, event(2), START)
    assert [row.nudged_at for row in await database.read(games.find_games, [game])] == [100]


async def test_the_last_event_tells_since_when_nothing_has_happened(database: Database, game: int) -> None:
    assert await database.read(games.last_event_at, game) == 1_001
    assert await database.read(games.last_event_at, await database.write(new_game)) == 1_000
