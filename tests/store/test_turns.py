"""How many turns a player has taken is counted from the logs."""

import pytest
from sqlalchemy import Connection

from bot.store import turns
from bot.store.backend.database import Database
from bot.store.changes import append
from bot.store.tables import Kind
from bot.store.turns import count_turns
from tests.store.building import EVE, MINA, START, TOM, event, new_game

KINDS: dict[str, Kind] = {"m": "move", "u": "undo", "t": "takeback", "r": "resign"}


def game(connection: Connection, /, log: str, players: tuple[int, int | None] = (MINA, TOM)) -> int:
    """A game whose log is written like ``m1 m2 u2``: what happened, and the seat that it came from."""
    game_id = new_game(connection, players)
    for number, each in enumerate(log.split(), 1):
        append(connection, game_id, event(number, KINDS[each[0]], int(each[1])), START)
    return game_id


async def taken(database: Database, game_id: int, user: int = MINA) -> int:
    turns, _ = await database.read(count_turns, user, game_id)
    return turns


@pytest.mark.parametrize(
    ("log", "mina", "tom"),
    [
        ("", 0, 0),
        ("m1", 0, 0),  # her turn goes on
        ("m1 m1 m2", 1, 0),
        ("m1 u1 m1 m2 m1", 1, 1),
        ("m1 t2 m1 m2", 1, 0),  # tom gave the move back
        ("m1 m2 m1 m2 r1", 2, 1),
    ],
)
async def test_a_turn_is_all_moves_until_the_other_moves(database: Database, log: str, mina: int, tom: int) -> None:
    number = await database.write(game, log)
    assert [await taken(database, number, user) for user in (MINA, TOM)] == [mina, tom]


@pytest.mark.slow
async def test_turns_of_all_games_count_and_those_of_others_do_not(database: Database) -> None:
    here = await database.write(game, "m1 m2")
    await database.write(game, "m2 m1", (TOM, MINA))
    await database.write(game, "m1 m2 m1 m2", (MINA, None))
    await database.write(game, "m1 m2 m1 m2", (TOM, EVE))
    assert await taken(database, here) == 1 + 1 + 2
    assert await taken(database, 0) == 4, "nor is the turn of tom's going on anywhere"
    assert await taken(database, here, EVE) == 2


async def test_only_the_longest_games_are_looked_at(database: Database) -> None:
    for _ in range(turns.MOST_GAMES):
        await database.write(game, "m1")
    assert await taken(database, 0) == turns.MOST_GAMES
    await database.write(game, "m1 m2 m1 m2")
    assert await taken(database, 0) == turns.MOST_GAMES + 1
