"""What public messages show of a match: which one is its board, which are out of date, which are doomed."""

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from sqlalchemy import Connection

from bot.matches.match import Match
from bot.store import messages as store
from bot.store.backend.database import Database, writes
from bot.store.games import GameRow, find_game
from bot.store.locks import lock_games
from bot.store.messages import MessageRow
from bot.store.pending_boards import PendingBoard, pending_boards
from bot.store.plans import hold_plans
from bot.store.shards import EVERY, Shards
from bot.store.timers import OfGame, set_timers


class Noted(NamedTuple):
    """Whether a board shows its match as it is now, and all messages of the match that are now to be deleted."""

    is_current: bool
    doomed: list[MessageRow]

    def then(self, later: "Noted") -> "Noted":
        """Tell what is noted of two messages of a match, one after the other."""
        return Noted(self.is_current and later.is_current, later.doomed or self.doomed)


class Postings:
    """The public messages of matches. Each step of showing one is noted, for a sweep to finish after a crash."""

    def __init__(self, database: Database, shards: Shards = EVERY) -> None:
        self._database = database
        self._shards = shards

    # --- what is left to do

    async def owed(self) -> list[PendingBoard]:
        """The matches whose newest state no board shows, or that have messages to edit or to delete."""
        return await self._database.read(pending_boards, shards=self._shards)

    # --- boards

    @writes
    def note_post(
        self,
        connection: Connection,
        row: MessageRow,
        match: Match,
        *,
        calls: bool = False,
        stands_for: Sequence[GameRow] = (),
    ) -> Noted:
        """Note a message that was posted; one that ``calls`` somebody leaves no such call owed, nor one to the games
        that it ``stands_for``, but where a game has gone on meanwhile.
        """
        if stands_for:
            lock_games(connection, [match.id, *(other.id for other in stands_for)])
        game = find_game(connection, match.id, lock=True)
        if calls:
            kind = "call" if row.role == "board" else "ask2" if row.role.endswith("1") else "ask1"
            set_timers(connection, match.id, {kind: None})
            for other in stands_for:
                found = find_game(connection, other.id)
                if found and found.revision == other.revision:
                    set_timers(connection, other.id, {"call": None})
        if game and game.plans and row.role not in ("board", store.ANCHOR):
            hold_plans(connection, match.id)
        doomed = store.record_message(connection, row, match.revision)
        return Noted(row.role != "board" or _is_current(connection, game, match, row.revision), doomed)

    @writes
    def owe_call(self, connection: Connection, match: Match, due: int, kind: OfGame = "call") -> bool:
        """Owe somebody a call, unless something happens before it is ``due``. False if the match has moved on."""
        game = find_game(connection, match.id, lock=True)
        if game is None or game.revision != match.revision:
            return False
        set_timers(connection, match.id, {kind: due})
        return True

    @writes
    def note_edit(self, connection: Connection, board: MessageRow, match: Match) -> Noted:
        """Note what a board shows after it was edited."""
        game = find_game(connection, match.id, lock=True)
        is_noted = store.note_shown(connection, board, match.revision, match.to_move)
        is_current = _is_current(connection, game, match, match.revision if is_noted else None)
        return Noted(is_current, store.doom_stale_offers(connection, match.id, match.revision))

    @writes
    def doom_stale(self, connection: Connection, match: Match) -> list[MessageRow]:
        """Doom the offers that the match has outlived. If there were any, returns all its doomed messages."""
        lock_games(connection, [match.id])
        return store.doom_stale_offers(connection, match.id, match.revision)

    @writes
    def doom_board(self, connection: Connection, match_id: int) -> None:
        """Doom the board of a match: from now on a new one is owed, even if we crash on the way."""
        lock_games(connection, [match_id])
        store.doom_live(connection, match_id, "board")

    @writes
    def owe(self, connection: Connection, message_ids: list[int]) -> None:
        """Note that some boards may show an old state: they are owed."""
        game_ids = store.games_shown_by(connection, message_ids)
        lock_games(connection, game_ids)
        for game_id in game_ids:
            store.owe_board(connection, game_id)

    @writes
    def doom_all(self, connection: Connection, match_id: int) -> None:
        """Doom all messages of a match, which has none in public any more."""
        lock_games(connection, [match_id])
        store.doom_all(connection, match_id)

    async def forget(self, message_ids: list[int]) -> None:
        """Forget messages that are gone."""
        await self._database.write(store.forget_messages, message_ids)

    async def stands(self, message_id: int) -> bool:
        """Tell whether a message is known and not doomed."""
        return await self._database.read_latest(store.stands, message_id)

    @writes
    def note_orphan(self, connection: Connection, row: MessageRow) -> bool:
        """Doom a message that may be unknown, so that the next board is newer. False if its match is unknown, too."""
        lock_games(connection, [row.game_id])
        return store.note_orphan(connection, replace(row, state="doomed"))

    # --- offers

    async def state_of(self, match: Match, role: str) -> str:
        """Tell what became of the offer of a role at this revision: ``live``, ``refused``, or nothing."""
        offer = await self._database.read_latest(store.live_message, match.id, role)
        return offer.state if offer and offer.revision == match.revision else ""

    async def refuse(self, match_id: int, role: str, revision: int) -> None:
        """Note that the offer of this revision was refused or withdrawn: it cannot be agreed to any more."""
        await self._database.write(store.refuse, match_id, role, revision)

    async def refused(self, match_id: int, role: str) -> MessageRow | None:
        """The message of an offer that was refused or withdrawn, if it still stands."""
        offer = await self._database.read_latest(store.live_message, match_id, role)
        return offer if offer and offer.state == "refused" else None


def _is_current(connection: Connection, game: GameRow | None, match: Match, shown: int | None) -> bool:
    """Tell whether a board that shows some revision is up to date. If not, it is owed."""
    assert game is not None
    is_current = (shown, match.clock, match.users) == (game.revision, game.clock, game.users)
    if not is_current:
        store.owe_board(connection, match.id)
    return is_current
