"""The matches in a database: find them, play, undo, give a move back, resign, claim, cancel and close."""

import logging
from collections import OrderedDict
from collections.abc import Callable, Sequence
from typing import Any

from sqlalchemy import Connection
from sqlalchemy.exc import IntegrityError

from bot.matches.answers import answered
from bot.matches.clock import is_late, not_late
from bot.matches.log import load_match, replayed, store_event, with_stopped_plan, without_plans
from bot.matches.match import Match, Refusal
from bot.matches.refusals import Illegal
from bot.store import games as store
from bot.store.backend.database import Database
from bot.store.changes import move_game
from bot.store.games import GameRow, LogRow, find_game
from bot.store.locks import lock_games
from bot.store.messages import ANCHOR, MessageRow, doom_live, drop_role, find_game_and_messages, live_boards
from bot.store.pending_boards import games_not_shown
from bot.store.tables import Kind
from game import IllegalMove, Move, other

LOG = logging.getLogger(__name__)

Now = Callable[[], int]
"""The time in whole seconds since 1970 (UTC)."""

COUNTED = 100
"""Running games are counted again after a second for so many of them: among thousands nobody misses one."""

KNOWN = 8_000
"""How many plies of matches are remembered, each some 1.3 KB; every match counts as one more."""


class Matches:
    """The matches in a database. Every change names the revision it was decided on, and is committed on return.

    Changes raise Refusal: ``no_game``, ``not_playing`` (a spectator), ``ended``, ``stale`` (the game has moved on),
    ``not_your_move``, ``illegal``, ``nothing_to_undo``, ``nothing_to_give_back``, ``own_offer``, ``not_late``.
    """

    def __init__(self, database: Database, now: Now) -> None:
        self._database = database
        self._now = now
        self._known: OrderedDict[int, Match] = OrderedDict()
        self._plies = 0
        self._counted: dict[bool, tuple[int, int]] = {}

    # --- finding them

    async def load(self, match_id: int) -> Match:
        """A match as it stands. Raises Refusal ``no_game``."""
        return self._keep(await self._database.read_latest(load_match, match_id, self._known.get(match_id)))

    async def with_messages(self, match_id: int) -> tuple[Match, list[MessageRow]]:
        """A match as it stands, and its messages, newest first. Raises Refusal ``no_game``."""
        known = self._known.get(match_id)

        def work(connection: Connection) -> tuple[Match, list[MessageRow]]:
            row, messages = find_game_and_messages(connection, match_id)
            return replayed(connection, row, known), messages

        match, messages = await self._database.read_latest(work)
        return self._keep(match), messages

    async def running_of(self, user: int, *, channel_id: int | None = None) -> Sequence[GameRow]:
        """The running games of a user, in one channel if named, oldest first."""
        if channel_id is None:
            return await self._database.read_latest(store.running_games, user)
        return await self._database.read_latest(store.running_in_channel, user, channel_id)

    async def running_in(self, guild_id: int) -> Sequence[GameRow]:
        """The running games of a server, oldest first."""
        return await self._database.read_latest(store.running_of_server, guild_id)

    async def count_running(self, *, in_public: bool = False) -> int:
        """Count the running games, wherever the bot is, or those that anybody may know of. The more there are, the
        more seldom they are counted.
        """
        count, again = self._counted.get(in_public, (0, 0))
        if self._now() >= again:
            count = await self._database.read_latest(store.count_all_public if in_public else store.count_all_running)
            self._counted[in_public] = count, self._now() + count // COUNTED
        return count

    async def newest_of(self, user: int, guild_id: int, channel_id: int) -> int | None:
        """The newest game of a user in a channel, running or not; None if there is none."""
        return max(await self._database.read_latest(store.newest_games, user, guild_id, channel_id, 1), default=None)

    async def all_of(self, user: int, guild_id: int, most: int) -> tuple[list[GameRow], list[GameRow]]:
        """The games of a user in a server: the running ones, and ``most`` of those that ended, the newest first."""

        def work(connection: Connection) -> tuple[list[GameRow], list[GameRow]]:
            running = store.running_in_server(connection, user, guild_id)
            return list(running), store.ended_games(connection, user, guild_id, most)

        return await self._database.read(work)

    async def boards_of(self, rows: Sequence[GameRow]) -> dict[int, int]:
        """The message ids of the live boards of these games, by game; games without one are left out."""
        return await self._database.read_latest(live_boards, [row.id for row in rows])

    async def has_board(self, match_id: int) -> bool:
        """Tell whether the board of a game stands somewhere."""
        return bool(await self._database.read_latest(live_boards, [match_id]))

    async def not_shown(self) -> set[int]:
        """The games whose newest state is shown by no board: there are few of them at a time."""
        return {*await self._database.read(games_not_shown)}

    async def moves_of(self, rows: Sequence[GameRow]) -> dict[int, int]:
        """Count the moves that stand in these games, by game; games without an event are left out."""
        return await self._database.read_latest(store.count_moves, [row.id for row in rows])

    # --- changing them

    async def play(self, match_id: int, revision: int, user: int, move: Move) -> Match:
        """Make a move."""
        return await self._change(match_id, revision, user, "move", str(move))

    async def undo(self, match_id: int, revision: int, user: int) -> Match:
        """Take back your own last move while it is still your turn."""
        return await self._change(match_id, revision, user, "undo")

    async def give_back(self, match_id: int, revision: int, user: int) -> Match:
        """Grant the opponent the take-back that they asked for at this revision."""
        return await self._change(match_id, revision, user, "takeback")

    async def resign(self, match_id: int, revision: int, user: int) -> Match:
        """Give up, on either player's turn. Before the first move that calls the game off: nobody wins."""
        return await self._change(match_id, revision, user, "resign")

    async def agree_to_cancel(self, match_id: int, revision: int, user: int, asked_by: int) -> Match:
        """Close the game without a winner, as the seat ``asked_by`` offered at this revision."""
        return await self._change(match_id, revision, user, "cancel", str(asked_by))

    async def claim(self, match_id: int, revision: int, user: int, *, left: bool = False) -> Match:
        """Win because the opponent is late, or has ``left`` the server (the caller has checked that).

        Before the first move that calls the game off: nobody wins.
        """
        return await self._change(match_id, revision, user, "claim", "left" if left else "")

    async def close(self, match_id: int, why: str) -> Match:
        """Close a running match without a winner: it is ``idle``, or a ``moderator`` wants it. Raises ``ended``."""
        return self._keep(await self._database.write(close_within, match_id, why, self._now()))

    async def move_to(self, match_id: int, channel_id: int) -> Match:
        """Move a match to another channel of its server because its own is gone. This is not an event in the log.

        A thread of its own is left alone from now on.
        """

        def work(connection: Connection) -> Match:
            lock_games(connection, [match_id])
            game = find_game(connection, match_id)
            move_game(connection, match_id, channel_id, "private" if game and game.is_answered else "here")
            drop_role(connection, match_id, ANCHOR)
            doom_live(connection, match_id, "board")  # the new one is owed from now on
            return load_match(connection, match_id)

        return self._keep(await self._database.write(work))

    async def play_for_rival(self, match: Match, move: Move) -> Match:
        """Make the move that a rival owes in a match, as it stood when it was thought of.

        Raises Refusal ``stale`` if the match has moved on, and IllegalMove.
        """

        def work(connection: Connection) -> Match:
            now, known = load_match(connection, match.id, match, lock=True), match.revision
            if now.revision != known or not now.awaits_rival:
                raise Refusal("stale", now)
            event = LogRow(known + 1, "move", now.position.turn, str(move), self._now())
            return _played(connection, now, event)

        return await self._written(match.id, work)

    async def _change(self, match_id: int, revision: int, user: int, kind: Kind, text: str = "") -> Match:
        known = self._known.get(match_id)
        return await self._written(match_id, self._append, match_id, known, revision, user, kind, text)

    async def _written(self, match_id: int, unit: Callable[..., Match], *values: Any) -> Match:
        """Run a unit that appends to the log of a match. Raises Refusal ``stale`` if another process was faster."""
        try:
            return self._keep(await self._database.write(unit, *values))
        except IntegrityError:
            raise Refusal("stale", await self.load(match_id)) from None

    def _append(
        self,
        connection: Connection,
        match_id: int,
        known: Match | None,
        revision: int,
        user: int,
        kind: Kind,
        text: str,
    ) -> Match:
        match = load_match(connection, match_id, known, lock=True)
        now = self._now()
        seat, text = _decide(match, revision, user, kind, text, now)
        if kind in ("undo", "takeback"):
            return _taken_back(connection, match, kind, seat, now)
        event = LogRow(match.revision + 1, kind, seat, text, now)
        try:
            return _played(connection, match, event)
        except IllegalMove as error:
            raise Illegal(match, error) from error

    def _keep(self, match: Match) -> Match:
        """Remember a committed match, so that the next load reads only newer events."""
        known = self._known.get(match.id)
        if known is None or known.revision <= match.revision:
            self._plies += _size(match) - (_size(known) if known else 0)
            self._known[match.id] = match
            self._known.move_to_end(match.id)
            while self._plies > KNOWN:
                _, oldest = self._known.popitem(last=False)
                self._plies -= _size(oldest)
        return match


def _size(match: Match) -> int:
    return 1 + len(match.plies)


def close_within(connection: Connection, match_id: int, why: str, now: int) -> Match:
    """Close a running match, within a transaction; of one that is ``idle``, the log tells who waited. Raises Refusal
    ``ended``.
    """
    match = load_match(connection, match_id, lock=True)
    if match.outcome:
        raise Refusal("ended", match)
    waits = other(match.position.turn) if why == "idle" and not match.is_solo and match.paused is None else 0
    event = LogRow(match.revision + 1, "close", waits, why, now)
    return store_event(connection, match, event)


def resign_within(connection: Connection, match_id: int, user: int, now: int) -> bool:
    """Give a running match up for a user, within a transaction; False if its log cannot be replayed, which must not
    keep anybody from leaving.
    """
    try:
        match = load_match(connection, match_id, lock=True)
    except Exception:
        LOG.warning("game %s cannot be replayed, and is left as it is", match_id)
        return False
    seat = match.check(user)
    store_event(connection, match, LogRow(match.revision + 1, "resign", seat, "", now))
    return True


def _decide(match: Match, revision: int, user: int, kind: Kind, text: str, now: int) -> tuple[int, str]:
    """The seat and text of the event that a user asks for. Raises Refusal if it is not allowed."""
    if kind == "move":
        return match.check_move(user, revision), text
    if kind == "undo":
        seat = match.check_move(user, revision)
        if match.undoable is None:
            raise Refusal("nothing_to_undo", match)
        return seat, text
    seat = match.check(user, revision)
    if kind == "takeback":
        if not match.given_back(other(seat)):
            raise Refusal("nothing_to_give_back", match)
        return seat, text
    if kind == "cancel" and str(seat) == text:
        raise Refusal("own_offer", match)
    if kind == "claim" and text != "left":
        if not is_late(match, now):
            raise not_late(match)
        if user == match.mover:
            raise Refusal("own_clock", match)
    return seat, text


def _played(connection: Connection, match: Match, event: LogRow) -> Match:
    """The match after an event, and after all that answers it by itself. Raises IllegalMove."""
    rests = match.paused is not None
    match = store_event(connection, match, event)
    if match.has_plan(event.seat) and event.kind == "move":
        match = without_plans(connection, match, event.seat)  # they have chosen otherwise
    return answered(connection, match, event.at, may_plan=not rests) if match.needs_nobody else match


def _taken_back(connection: Connection, match: Match, kind: Kind, seat: int, now: int) -> Match:
    """The match without its last choice and what followed from it at once, an event for each."""
    for ply in match.given_back(other(seat)) if kind == "takeback" else match.taken_back:
        event = LogRow(match.revision + 1, kind, seat, str(ply.move), now)
        match = store_event(connection, match, event)
    mover = match.position.turn
    return with_stopped_plan(connection, match, mover, "back") if match.has_plan(mover) else match
