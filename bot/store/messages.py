"""The public messages of games: which one is the live board, which ones are doomed (still to be deleted)."""

from dataclasses import dataclass, fields
from typing import Any, Literal

from sqlalchemy import Connection, and_, delete, func, or_, select, update

from bot.store.duties import Duties
from bot.store.games import GameRow, can_be
from bot.store.locks import lock_games
from bot.store.parameters import GAME, GAMES, MESSAGE, MESSAGES
from bot.store.query import affected, affects, do, exists, many, one, one_or_none, pair, parameter
from bot.store.rows import Insert, Upsert, columns
from bot.store.tables import DOOMED, games, messages

ANCHOR = "thread"
"""The role of the message under which a thread hangs. It is known as long as the thread is to be opened or archived."""

State = Literal["live", "refused", "doomed"]
"""A message stands, or stands although its offer was refused, or must be deleted."""


@dataclass(frozen=True, slots=True)
class MessageRow:
    """A message that stands in a channel. Its role is ``board``, an offer and its seat, or `ANCHOR`.

    An ``owed`` one shows an old state (of the clock, say) of the current revision; of an anchor, the thread is to be
    archived.
    """

    message_id: int
    game_id: int
    channel_id: int
    role: str
    revision: int
    to_move: int | None
    state: State
    owed: bool = False


REVISION: int = parameter("at_revision")
ROLE: str = parameter("in_role")
WAS_OWED: bool = parameter("was_owed")
SHOWN: int = parameter("shows")
SEAT: int | None = parameter("seat")

_ROWS = select(*columns(messages, MessageRow))
_THE_MESSAGE = messages.c.message_id == MESSAGE
_SOME = messages.c.message_id.in_(MESSAGES)
_OF_GAME = messages.c.game_id == GAME
_IN_ROLE = messages.c.role == ROLE
_IS_BOARD = messages.c.role == "board"
_LIVE = messages.c.state == "live"
_DOOMED = messages.c.state == "doomed"
_STANDS = messages.c.state != "doomed"
_SET_DOOMED = update(messages).values(state="doomed")
_SET_OWED = update(messages).values(owed=True)

live_message = one_or_none(MessageRow, GAME, ROLE)(
    _ROWS.where(_OF_GAME, _IN_ROLE, _STANDS).order_by(messages.c.message_id.desc()).limit(1)
)
"""The newest message of a game in one role that is not doomed: live, or a refused offer; or None."""

live_boards = many(pair, GAMES)(
    select(messages.c.game_id, messages.c.message_id).where(messages.c.game_id.in_(GAMES), _IS_BOARD, _LIVE)
).then(dict)

stands = exists(MESSAGE)(select(messages.c.message_id).where(_STANDS, _THE_MESSAGE))
"""Tell whether a message is noted and not doomed."""

_WIDTH = len(fields(GameRow))


def _game_and_message(*row: Any) -> tuple[GameRow, MessageRow | None]:
    return GameRow(*row[:_WIDTH]), None if row[_WIDTH] is None else MessageRow(*row[_WIDTH:])


_game_and_all = many(_game_and_message, GAME)(
    select(*columns(games, GameRow), *columns(messages, MessageRow))
    .join_from(games, messages, messages.c.game_id == games.c.id, isouter=True)
    .where(games.c.id == GAME)
    .order_by(messages.c.message_id.desc())
)


def find_game_and_messages(connection: Connection, game_id: int) -> tuple[GameRow | None, list[MessageRow]]:
    """A game by its id, or None, and all its messages, newest first: both at the same moment."""
    rows = _game_and_all(connection, game_id) if can_be(game_id) else []
    return rows[0][0] if rows else None, [message for _, message in rows if message]


_LAST_BOARD = (  # while none stands, and one is to be posted
    select(func.max(messages.c.message_id))
    .join_from(messages, games)
    .where(_OF_GAME, _IS_BOARD, games.c.place != "private")
    .having(func.count().filter(_LIVE) == 0)
    .scalar_subquery()
)

doomed_messages = many(MessageRow, GAME)(
    _ROWS.where(_OF_GAME, _DOOMED, messages.c.message_id.is_distinct_from(_LAST_BOARD)).order_by(messages.c.message_id)
)
"""The doomed messages of a game, but its last board while there is no new one, which need not call the same player."""

count_doomed = one(int)(select(func.count()).select_from(messages).where(DOOMED))

# --- what a board shows is kept with its game

_IS_SHOWN = and_(_IS_BOARD, _LIVE, messages.c.owed.is_(False))
_SHOWN = (
    select(messages.c.revision)
    .where(messages.c.game_id == games.c.id, _IS_SHOWN)
    .order_by(messages.c.message_id.desc())
    .limit(1)
    .scalar_subquery()
)

note_board = do(GAME)(update(games).where(games.c.id == GAME).values(shown=_SHOWN))
"""Keep with a game what its live board shows, so that a sweep finds those that are not shown without a search."""

inconsistent_boards = many(int, GAMES)(
    select(games.c.id).where(games.c.id.in_(GAMES), games.c.shown.is_distinct_from(_SHOWN))
).then(set)
"""Those of some games with which something else is kept than what their live boards show."""

games_shown_by = many(int, MESSAGES)(select(messages.c.game_id).where(_SOME, _IS_SHOWN))
"""The games whose live boards, none of them owed, are among some messages."""

# --- messages come

_IS_OFFER = and_(messages.c.role != "board", messages.c.role != ANCHOR)  # a list would be spelled anew for each board
_IS_STALE_OFFER = and_(_IS_OFFER, messages.c.revision < REVISION)

_save = Upsert[MessageRow](messages)
_doom_others = affected(GAME, ROLE, MESSAGE, REVISION)(
    _SET_DOOMED.where(_OF_GAME, _STANDS, or_(and_(_IN_ROLE, messages.c.message_id != MESSAGE), _IS_STALE_OFFER))
)


def record_message(connection: Connection, row: MessageRow, revision: int = -1) -> list[MessageRow]:
    """Note a message that was sent, and doom every other one of its game and role, and the offers of its game that were
    made before a revision. If there were any, returns all doomed messages of the game.
    """
    _save(connection, row)
    are_doomed = _doom_others(connection, row.game_id, row.role, row.message_id, revision)
    if row.role == "board":
        note_board(connection, row.game_id)
    return doomed_messages(connection, row.game_id) if are_doomed else []


_is_game = exists(GAME)(select(games.c.id).where(games.c.id == GAME))
_add = Insert[MessageRow](messages)
_doom = affects(MESSAGE)(_SET_DOOMED.where(_THE_MESSAGE))
_owe_older = do(GAME, MESSAGE)(_SET_OWED.where(_OF_GAME, _IS_BOARD, _LIVE, messages.c.message_id < MESSAGE))


def note_orphan(connection: Connection, row: MessageRow) -> bool:
    """Doom a message, and note it first if it is not known. False if its game is not known either.

    A board that is older than this one is owed: after a restore, it may be the newer one that stood in the channel.
    """
    if row.role == "board":
        _owe_older(connection, row.game_id, row.message_id)
    if not _doom(connection, row.message_id):
        if not _is_game(connection, row.game_id):
            return False
        _add(connection, row)
    note_board(connection, row.game_id)
    return True


# --- they change

refuse = do(GAME, ROLE, REVISION)(
    update(messages).where(_OF_GAME, _IN_ROLE, messages.c.revision == REVISION, _LIVE).values(state="refused")
)
"""Note that the offer made in a role at a revision was refused or withdrawn."""

_note_shown = affects(MESSAGE, REVISION, WAS_OWED, SHOWN, SEAT)(
    update(messages)
    .where(_THE_MESSAGE, messages.c.revision == REVISION, messages.c.owed == WAS_OWED)
    .values(revision=SHOWN, to_move=SEAT, owed=False)
)


def note_shown(connection: Connection, before: MessageRow, revision: int, to_move: int | None) -> bool:
    """Note what a message shows after it was edited. False, and nothing noted, if it was changed in the meantime."""
    is_noted = _note_shown(connection, before.message_id, before.revision, before.owed, revision, to_move)
    if before.role == "board":
        note_board(connection, before.game_id)
    return is_noted


_owe = do(GAME)(_SET_OWED.where(_OF_GAME, _IS_BOARD))


def owe_board(connection: Connection, game_id: int) -> None:
    """Note that the board of a game shows an old state although its log has not changed."""
    _owe(connection, game_id)
    note_board(connection, game_id)


owe_anchor = do(GAME)(_SET_OWED.where(_OF_GAME, messages.c.role == ANCHOR))
"""Note that the thread of a game, if it has one, is to be archived."""

_RUNNING = select(games.c.id).where(games.c.ending.is_(None))
_owe_running = do()(_SET_OWED.where(_IS_BOARD, messages.c.game_id.in_(_RUNNING)))
_note_no_boards = do()(update(games).where(games.c.ending.is_(None)).values(shown=None))


def owe_boards(connection: Connection) -> None:
    """Note that no board of a running game is known to show its newest state."""
    _owe_running(connection)
    _note_no_boards(connection)


# --- they go

_doom_stale = affected(GAME, REVISION)(_SET_DOOMED.where(_OF_GAME, _STANDS, _IS_STALE_OFFER))
_doom_live = do(GAME, ROLE)(_SET_DOOMED.where(_OF_GAME, _IN_ROLE, _LIVE))
_doom_all = do(GAME)(_SET_DOOMED.where(_OF_GAME))


def doom_stale_offers(connection: Connection, game_id: int, revision: int) -> list[MessageRow]:
    """Doom the offers made before the current revision. If there were any, returns all doomed messages of the game."""
    return doomed_messages(connection, game_id) if _doom_stale(connection, game_id, revision) else []


def doom_live(connection: Connection, game_id: int, role: str) -> None:
    """Doom the live message of a game in one role."""
    _doom_live(connection, game_id, role)
    if role == "board":
        note_board(connection, game_id)


def doom_all(connection: Connection, game_id: int) -> None:
    """Doom all messages of a game."""
    _doom_all(connection, game_id)
    note_board(connection, game_id)


drop_role = do(GAME, ROLE)(delete(messages).where(_OF_GAME, _IN_ROLE))
"""Drop the rows of a game's messages in one role, wherever they stand."""

_forget = do(MESSAGES)(delete(messages).where(_SOME))
_forget_doomed = affected(MESSAGES)(delete(messages).where(_SOME, _DOOMED))


def forget_messages(connection: Connection, message_ids: list[int]) -> None:
    """Drop the rows of messages that are gone. They were doomed, most of them, so that no game need be locked."""
    if _forget_doomed(connection, message_ids) == len(message_ids):
        return
    boards = games_shown_by(connection, message_ids)
    if boards:
        lock_games(connection, boards)
    _forget(connection, message_ids)
    for game_id in boards:
        note_board(connection, game_id)


DUTIES = Duties((messages,), drop_game=[do(GAME)(delete(messages).where(_OF_GAME))], after_restore=[owe_boards])
