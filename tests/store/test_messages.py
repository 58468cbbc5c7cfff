"""The public messages of games in the store."""

from dataclasses import replace

import pytest
from sqlalchemy.exc import IntegrityError

from bot.store import messages
from bot.store.backend.database import Database
from bot.store.changes import move_game
from bot.store.games import find_game
from bot.store.messages import MessageRow, live_message, note_orphan, note_shown, owe_board, record_message, stands
from tests.store.building import BIG, CHANNEL, board, doom, messages_of, new_game, rows


@pytest.fixture
async def game(database: Database) -> int:
    """A game."""
    return await database.write(new_game)


async def states(database: Database) -> dict[int, str]:
    """The state of every message."""
    return {row[0]: row[6] for row in (await database.read(rows, "messages"))["messages"]}


async def test_a_message_is_stored_as_it_was_given(database: Database, game: int) -> None:
    row = MessageRow(BIG, game, BIG - 1, "board", 12, 2, "live")
    await database.write(record_message, row)
    assert await database.read(live_message, game, "board") == row
    assert await database.read(stands, BIG)


async def test_a_message_belongs_to_a_game_that_is_there(database: Database) -> None:
    with pytest.raises(IntegrityError):
        await database.write(record_message, board(5, 77))


async def test_a_new_board_dooms_the_older_ones_of_its_game_and_nothing_else(database: Database, game: int) -> None:
    other = await database.write(new_game)
    await database.write(record_message, board(3, game, role="offer"))
    await database.write(record_message, board(4, other))
    for message in (5, 6, 7):
        await database.write(record_message, board(message, game, revision=message))
    assert await states(database) == {3: "live", 4: "live", 5: "doomed", 6: "doomed", 7: "live"}
    assert await database.read(live_message, game, "board") == board(7, game, revision=7)
    await database.write(note_shown, board(6, game, revision=6), 4, 2)
    await database.write(messages.forget_messages, [5])
    assert await states(database) == {3: "live", 4: "live", 6: "doomed", 7: "live"}


async def test_a_message_noted_twice_stands_once_as_noted_last(database: Database, game: int) -> None:
    """After a repeated request Discord may name the message that we know already."""
    await database.write(record_message, board(5, game))
    await database.write(record_message, board(5, game, revision=3))
    assert await states(database) == {5: "live"}
    assert await database.read(live_message, game, "board") == board(5, game, revision=3)


async def test_a_message_noted_as_doomed_is_never_live(database: Database, game: int) -> None:
    await database.write(record_message, board(4, game))
    await database.write(record_message, board(5, game, role="challenge", state="doomed"))
    assert await states(database) == {4: "live", 5: "doomed"}
    assert await database.read(live_message, game, "challenge") is None


async def test_there_may_be_no_standing_message(database: Database, game: int) -> None:
    await database.write(record_message, board(5, game))
    assert await database.read(live_message, game, "offer") is None
    assert await database.read(live_message, game + 1, "board") is None
    assert [await database.read(stands, message) for message in (5, 6)] == [True, False]
    await database.write(doom, 5)
    assert await database.read(live_message, game, "board") is None
    assert not await database.read(stands, 5)


async def test_live_boards_of_the_games_asked_for(database: Database, game: int) -> None:
    games = [game, *[await database.write(new_game) for _ in range(3)]]
    for number, each in enumerate(games):
        await database.write(record_message, board(10 + number, each))
    await database.write(record_message, board(20, games[0], role="offer"))
    await database.write(record_message, board(21, games[1]))
    await database.write(doom, 12)
    assert await database.read(messages.live_boards, games[:3]) == {games[0]: 10, games[1]: 21}
    assert await database.read(messages.live_boards, []) == {}
    assert await database.read(messages.live_boards, [77]) == {}


async def test_doomed_messages_are_those_of_one_game_oldest_first(database: Database, game: int) -> None:
    other = await database.write(new_game)
    for message, each in ((9, game), (5, other), (3, game), (8, other), (7, game)):
        await database.write(record_message, board(message, each))
    assert [row.message_id for row in await database.read(messages.doomed_messages, game)] == [3, 9]
    assert await database.read(messages.doomed_messages, 77) == []
    assert await database.read(messages.doomed_messages, other) == [board(5, other, state="doomed")]


async def test_the_last_board_stays_known_until_there_is_a_new_one(database: Database, game: int) -> None:
    """It tells who was called already; its game shows none that stands."""
    for message in (3, 5):
        await database.write(record_message, board(message, game))
    await database.write(record_message, board(7, game, role="pause1"))
    await database.write(messages.doom_live, game, "board")
    await database.write(doom, 7)
    assert [row.message_id for row in await database.read(messages.doomed_messages, game)] == [3, 7]
    await database.write(record_message, board(6, game))
    assert [row.message_id for row in await database.read(messages.doomed_messages, game)] == [3, 5, 7]
    await database.write(messages.doom_live, game, "board")
    await database.write(move_game, game, CHANNEL, "private")
    assert [row.message_id for row in await database.read(messages.doomed_messages, game)] == [3, 5, 6, 7], (
        "none will come"
    )


async def test_a_game_is_read_together_with_its_messages(database: Database, game: int) -> None:
    without = await database.write(new_game)
    for message in (5, 9):
        await database.write(record_message, board(message, game))
    for number, found in ((game, [board(9, game), board(5, game, state="doomed")]), (without, [])):
        row = await database.read(find_game, number)
        assert row is not None
        assert await database.read(messages.find_game_and_messages, number) == (row, found)
    assert await database.read(messages.find_game_and_messages, 77) == (None, [])


async def test_a_new_message_dooms_its_elders_and_outlived_offers(database: Database, game: int) -> None:
    assert not await database.write(record_message, board(5, game, revision=3), 3)
    assert not await database.write(record_message, board(6, game, role="offer", revision=3), 3)
    assert await database.write(record_message, board(7, game, revision=4), 4)
    assert await states(database) == {5: "doomed", 6: "doomed", 7: "live"}
    assert not await database.write(record_message, board(7, game, revision=4), 4), "Discord may tell of it twice"


async def test_an_edit_changes_what_one_message_shows_and_nothing_else(database: Database, game: int) -> None:
    await database.write(record_message, board(5, game, role="offer"))
    await database.write(record_message, board(6, game))
    for message in (6, 77):
        await database.write(note_shown, board(message, game), 4, 2)
    await database.write(messages.forget_messages, [77])
    assert await database.read(live_message, game, "board") == board(6, game, revision=4, to_move=2)
    assert await database.read(live_message, game, "offer") == board(5, game, role="offer", revision=0, to_move=1)
    assert await states(database) == {5: "live", 6: "live"}


async def test_only_offers_of_an_older_revision_of_the_game_are_stale(database: Database, game: int) -> None:
    other = await database.write(new_game)
    await database.write(record_message, board(5, game, role="offer", revision=3))
    await database.write(record_message, board(6, game, role="board", revision=3))
    await database.write(record_message, board(7, other, role="offer", revision=3))
    await database.write(messages.doom_stale_offers, game, 3)
    assert await states(database) == {5: "live", 6: "live", 7: "live"}
    await database.write(messages.doom_stale_offers, game, 4)
    assert await states(database) == {5: "doomed", 6: "live", 7: "live"}


async def test_an_orphan_is_doomed_whether_it_is_known_or_not(database: Database, game: int) -> None:
    await database.write(record_message, board(5, game))
    assert await database.write(note_orphan, board(5, game))
    assert await database.write(note_orphan, replace(board(6, game), state="doomed"))
    assert await states(database) == {5: "doomed", 6: "doomed"}
    assert not await database.write(note_orphan, replace(board(7, 77), state="doomed"))
    assert await states(database) == {5: "doomed", 6: "doomed"}


async def test_an_orphan_outdates_only_boards_that_are_older(database: Database, game: int) -> None:
    await database.write(record_message, board(5, game))
    await database.write(note_orphan, replace(board(4, game), state="doomed"))
    await database.write(note_orphan, replace(board(7, game), state="doomed", role="cancel1"))
    assert await owed(database, game) == []
    await database.write(note_orphan, replace(board(6, game), state="doomed"))
    assert await owed(database, game) == [5]


async def owed(database: Database, game: int) -> list[int]:
    return [row.message_id for row in await database.read(messages_of, game) if row.owed]


async def test_an_edit_that_comes_too_late_leaves_the_board_owed(database: Database, game: int) -> None:
    shown = board(5, game, revision=3)
    await database.write(record_message, shown)
    for _ in range(2):
        await database.write(owe_board, game)
    for is_owed in (True, False):
        assert await database.write(note_shown, shown, 3, 2) is not is_owed
        (shown,) = await database.read(messages_of, game)
        assert (shown.revision, shown.owed) == (3, is_owed)
