"""Which games no board shows as they are."""

from bot.store.backend.database import Database
from bot.store.changes import append
from bot.store.games import Cache
from bot.store.messages import forget_messages, note_shown, owe_board, record_message
from bot.store.pending_boards import games_not_shown
from tests.store.building import board, doom, event, new_game

ENDED = Cache(None, "finished", 1_005, 2, 17, -3)


async def test_a_game_without_a_board_is_not_shown(database: Database, game: int) -> None:
    assert await database.read(games_not_shown) == [game]


async def test_a_game_with_a_current_board_is_shown(database: Database, game: int) -> None:
    await database.write(record_message, board(5, game, revision=1))
    assert await database.read(games_not_shown) == []


async def test_a_stale_board_does_not_show_the_game_until_it_is_edited(database: Database, game: int) -> None:
    await database.write(record_message, board(5, game, revision=0))
    assert await database.read(games_not_shown) == [game]
    await database.write(note_shown, board(5, game, revision=0), 1, 2)
    assert await database.read(games_not_shown) == []


async def test_a_board_that_is_owed_does_not_show_the_game_until_it_is_edited(database: Database, game: int) -> None:
    await database.write(record_message, board(5, game, revision=1))
    await database.write(owe_board, game)
    assert await database.read(games_not_shown) == [game]
    await database.write(note_shown, board(5, game, revision=1, owed=True), 1, 2)
    assert await database.read(games_not_shown) == []


async def test_a_doomed_board_does_not_show_the_game(database: Database, game: int) -> None:
    await database.write(record_message, board(5, game, revision=1))
    await database.write(doom, 5)
    assert await database.read(games_not_shown) == [game]


async def test_a_board_that_is_forgotten_does_not_show_the_game(database: Database, game: int) -> None:
    await database.write(record_message, board(5, game, revision=1))
    await database.write(forget_messages, [5])
    assert await database.read(games_not_shown) == [game]


async def test_an_offer_does_not_show_the_game(database: Database, game: int) -> None:
    await database.write(record_message, board(5, game, revision=1, role="offer"))
    assert await database.read(games_not_shown) == [game]


async def test_a_game_with_a_current_and_a_doomed_board_is_shown(database: Database, game: int) -> None:
    await database.write(record_message, board(5, game, revision=1))
    await database.write(record_message, board(6, game, revision=1))
    assert await database.read(games_not_shown) == []


async def test_an_ended_game_is_shown_only_by_a_board_of_its_last_event(database: Database, game: int) -> None:
    await database.write(record_message, board(5, game, revision=1))
    await database.write(append, game, event(2, "resign"), ENDED)
    assert await database.read(games_not_shown) == [game]
    await database.write(record_message, board(6, game, revision=2, to_move=None))
    assert await database.read(games_not_shown) == []


async def test_the_board_of_one_game_does_not_show_another(database: Database, game: int) -> None:
    others = [await database.write(new_game) for _ in range(3)]
    await database.write(record_message, board(5, others[1], revision=0))
    assert await database.read(games_not_shown) == [game, others[0], others[2]]
