"""Threads of matches: opened under a message of ours when a match begins, archived at its end (decision 0017)."""

from sqlalchemy import Connection

from bot.matches.match import Match
from bot.store.backend.database import Database, writes
from bot.store.changes import move_game
from bot.store.games import find_game
from bot.store.locks import lock_games
from bot.store.messages import ANCHOR, MessageRow, drop_role, live_message, owe_anchor, record_message


class GameThreads:
    """Records each step in the life of a game's thread, so that a sweep can finish it after a crash. A thread has the
    id of the message that it was opened under, its anchor.
    """

    def __init__(self, database: Database) -> None:
        self._database = database

    async def anchor(self, match_id: int) -> int | None:
        """The message under which the thread of a match hangs or will hang; None if there is none (any more)."""
        row = await self._database.read_latest(live_message, match_id, ANCHOR)
        return row.message_id if row else None

    @writes
    def note_anchor(self, connection: Connection, match: Match, message_id: int) -> None:
        """Note the message under which a thread will be opened."""
        lock_games(connection, [match.id])
        row = MessageRow(message_id, match.id, match.channel_id, ANCHOR, match.revision, None, "live")
        record_message(connection, row)
        game = find_game(connection, match.id)
        if game and game.ending:  # in the meantime
            owe_anchor(connection, match.id)

    @writes
    def note_opened(self, connection: Connection, match: Match, thread_id: int) -> None:
        """Note that the thread stands: the match is played in it from now on."""
        lock_games(connection, [match.id])
        move_game(connection, match.id, thread_id, "thread", match.channel_id)

    @writes
    def stay(self, connection: Connection, match: Match) -> None:
        """Play in the channel after all."""
        lock_games(connection, [match.id])
        move_game(connection, match.id, match.channel_id)
        drop_role(connection, match.id, ANCHOR)

    async def note_archived(self, match_id: int) -> None:
        """Note that nothing is left to do with a thread."""
        await self._database.write(drop_role, match_id, ANCHOR)
