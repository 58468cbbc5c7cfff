"""Each table has duties: what it holds of a user, a game and a server is handed out, and goes with them."""

from typing import Any

from sqlalchemy import BigInteger, Boolean, Column, Connection, Integer, insert

from bot.store.backend.database import Database
from bot.store.everything import ALL, EXPORT, EXPORT_GAMES, NUMBERED, drop_game, drop_server, forget_user
from bot.store.tables import metadata
from tests.store.building import EVE, GUILD, rows

USERS = {"user_id", "player1", "player2", "player", "other", "challenger", "challenged", "lower", "higher"}
USERS |= {"opener", "blocked_id"}
"""The columns that name users, and those of duels below."""

GAMES = {"game_id", "game1", "game2", "rematch_of", "subject"}
IDS = {"id", "group_id", "channel_id", "parent_id", "daily_id", "message_id", "begun_by", "made_by", "cutover"}
TIMES = {"at", "away", "beat", "call_at", "created_at", "daily_due", "deadline", "due", "ended_at", "ends_at"}
TIMES |= {"expires_at", "last_at", "left_at", "nudged_at", "paused", "until", "vacation_until", "waited"}
TABLES = metadata.sorted_tables


def names_user(column: Column[Any]) -> bool:
    return column.name in USERS or (column.table.name == "duels" and column.name in ("one", "two"))


def fill(connection: Connection) -> None:
    """Store a row in each table: all users are Eve, and all servers the same."""
    for table in TABLES:
        connection.execute(insert(table).values({column.name: value_for(column) for column in table.columns}))


def value_for(column: Column[Any]) -> object:
    if isinstance(column.type, Boolean):
        return True
    if not isinstance(column.type, Integer):
        return "close" if column.name == "kind" else "x"
    return EVE if names_user(column) else GUILD if column.name == "guild_id" else 1


def test_every_table_has_duties() -> None:
    assert sorted(table.name for duties in ALL for table in duties.tables) == sorted(metadata.tables)


def test_it_is_known_which_columns_name_users() -> None:
    large = [column for table in TABLES for column in table.columns if isinstance(column.type, BigInteger)]
    others = {"guild_id", *GAMES, *IDS, *TIMES}
    assert [str(column) for column in large if not names_user(column) and column.name not in others] == []


async def test_all_that_names_a_user_is_handed_out_and_forgotten(database: Database) -> None:
    await database.write(fill)

    def not_told(connection: Connection) -> list[str]:
        told = {name: find(connection, EVE) for name, find in EXPORT.items()}
        told |= {name: find(connection, EVE, [1]) for name, find in EXPORT_GAMES.items()}
        return [name for name, found in told.items() if not [*found]]

    assert await database.read(not_told) == []
    of_users = {table for table in TABLES if any(map(names_user, table.columns))}
    assert [
        duties for duties in ALL if of_users & {*duties.tables} and not (duties.export or duties.export_games)
    ] == []
    await database.write(forget_user, EVE)
    left = [(name, row) for name, found in (await database.read(rows)).items() for row in found if EVE in row]
    assert left == []


async def test_all_that_is_about_a_game_and_a_server_goes_with_them(database: Database) -> None:
    await database.write(fill)
    await database.write(drop_game, 1)
    kept = await database.read(rows)
    named = {table.name for table in TABLES if any(column.name in GAMES for column in table.columns)}
    assert [name for name in named - {"challenges"} if kept[name]] == []
    await database.write(drop_server, GUILD)
    found = (await database.read(rows)).items()
    assert [(name, row) for name, found_rows in found for row in found_rows if GUILD in row] == []


def test_what_numbers_itself_is_known() -> None:
    assert {table.name for table in NUMBERED} == {"games", "challenges", "duels", "groups"}
