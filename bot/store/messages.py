"""The public messages of games: which one is the live board, which ones are doomed (still to be deleted)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import Literal

from sqlalchemy import Connection, and_, bindparam, delete, func, insert, or_, select, update

from bot.store.games import GameRow, can_be
from bot.store.locks import lock_games
from bot.store.rows import Upsert, columns, values
from bot.store.tables import DOOMED, games, messages

ANCHOR = "thread"
"""The role of the message under which a thread hangs. It is known as long as the thread is to be opened or archived."""

State = Literal["live", "refused", "doomed"]
"""A message stands, or stands although its offer was refused, or must be deleted."""


@dataclass(frozen=True, slots=True)
class MessageRow:
    """A message that stands in a channel, with the revision that it shows and the seat to move that it names.

    Its role is ``board``, or an offer and the seat that makes it, such as ``cancel1``, or `ANCHOR`. An ``outdated`` one
    shows an old state (of the clock, say) although its revision is the current one; or it is an anchor whose thread is
    to be archived.
    """

    message_id: int
    game_id: int
    channel_id: int
    role: str
    revision: int
    to_move: int | None
    state: State
    outdated: bool = False


_THE_MESSAGE = messages.c.message_id == bindparam("message")
_OF_GAME = messages.c.game_id == bindparam("game")
_IN_ROLE = messages.c.role == bindparam("named")
_LIVE = messages.c.state == "live"
_DOOMED = messages.c.state == "doomed"
_STANDS = messages.c.state != "doomed"
_ROWS = select(*columns(messages, MessageRow))

_STORE = Upsert(messages)
_ADD = insert(messages)
_STANDING = _ROWS.where(_OF_GAME, _IN_ROLE, _STANDS).order_by(messages.c.message_id.desc()).limit(1)
_REFUSE = (
    update(messages)
    .where(_OF_GAME, _IN_ROLE, messages.c.revision == bindparam("asked_at"), _LIVE)
    .values(state="refused")
)
_GAME_AND_ALL = (
    select(*columns(games, GameRow), *columns(messages, MessageRow))
    .join_from(games, messages, messages.c.game_id == games.c.id, isouter=True)
    .where(games.c.id == bindparam("game"))
    .order_by(messages.c.message_id.desc())
)
_LIVE_BOARDS = select(messages.c.game_id, messages.c.message_id).where(
    messages.c.game_id.in_(bindparam("games", expanding=True)), messages.c.role == "board", _LIVE
)
_ALL_DOOMED = _ROWS.where(DOOMED).order_by(messages.c.message_id)
_COUNT_DOOMED = select(func.count()).select_from(messages).where(DOOMED)
_LAST_BOARD = (  # while none stands, and one is to be posted
    select(func.max(messages.c.message_id))
    .join_from(messages, games)
    .where(_OF_GAME, messages.c.role == "board", games.c.place != "private")
    .having(func.count().filter(_LIVE) == 0)
    .scalar_subquery()
)
_DOOMED_OF_GAME = _ROWS.where(_OF_GAME, _DOOMED, messages.c.message_id.is_distinct_from(_LAST_BOARD)).order_by(
    messages.c.message_id
)
_DOOM_LIVE = update(messages).where(_OF_GAME, _IN_ROLE, _LIVE).values(state="doomed")
_IS_OFFER = and_(messages.c.role != "board", messages.c.role != ANCHOR)  # a list would be spelled anew for each board
_IS_STALE_OFFER = and_(_IS_OFFER, messages.c.revision < bindparam("current"))
_DOOM_STALE = update(messages).where(_OF_GAME, _STANDS, _IS_STALE_OFFER).values(state="doomed")
_DOOM_OTHERS = (
    update(messages)
    .where(_OF_GAME, _STANDS, or_(and_(_IN_ROLE, messages.c.message_id != bindparam("message")), _IS_STALE_OFFER))
    .values(state="doomed")
)
_DOOM = update(messages).where(_THE_MESSAGE).values(state="doomed")
_DOOM_ALL = update(messages).where(_OF_GAME).values(state="doomed")
_GAME = select(games.c.id).where(games.c.id == bindparam("game"))
_NOTE_SHOWN = (
    update(messages)
    .where(
        _THE_MESSAGE, messages.c.revision == bindparam("before"), messages.c.outdated == bindparam("outdated_before")
    )
    .values(revision=bindparam("shown"), to_move=bindparam("seat"), outdated=False)
)
_OUTDATE = update(messages).where(_OF_GAME, messages.c.role == "board").values(outdated=True)
_OUTDATE_ANCHOR = update(messages).where(_OF_GAME, messages.c.role == ANCHOR).values(outdated=True)
_IS_SHOWN = and_(messages.c.role == "board", _LIVE, messages.c.outdated.is_(False))
_SHOWN = (
    select(messages.c.revision)
    .where(messages.c.game_id == games.c.id, _IS_SHOWN)
    .order_by(messages.c.message_id.desc())
    .limit(1)
    .scalar_subquery()
)
_NOTE_BOARD = update(games).where(games.c.id == bindparam("game")).values(shown=_SHOWN)
_MISNOTED = select(games.c.id).where(
    games.c.id.in_(bindparam("games", expanding=True)), games.c.shown.is_distinct_from(_SHOWN)
)
_NOTE_NO_BOARDS = update(games).where(games.c.ending.is_(None)).values(shown=None)
_GAMES_SHOWN_BY = select(messages.c.game_id).where(
    messages.c.message_id.in_(bindparam("shown", expanding=True)), _IS_SHOWN
)
_DROP_ROLE = delete(messages).where(_OF_GAME, _IN_ROLE)
_OUTDATE_RUNNING = (
    update(messages)
    .where(messages.c.role == "board", messages.c.game_id.in_(select(games.c.id).where(games.c.ending.is_(None))))
    .values(outdated=True)
)
_OUTDATE_OLDER = _OUTDATE.where(_LIVE, messages.c.message_id < bindparam("newer"))
_FORGET = delete(messages).where(messages.c.message_id.in_(bindparam("gone", expanding=True)))
_FORGET_DOOMED = _FORGET.where(_DOOMED)
_FORGET_ALL = delete(messages).where(_OF_GAME)
_IS_STANDING = select(messages.c.message_id).where(_STANDS, _THE_MESSAGE)


def live_message(connection: Connection, game_id: int, role: str) -> MessageRow | None:
    """The newest message of a game in one role that is not doomed: live, or a refused offer; or None."""
    row = connection.execute(_STANDING, {"game": game_id, "named": role}).one_or_none()
    return MessageRow(*row) if row else None


def refuse(connection: Connection, game_id: int, role: str, revision: int) -> None:
    """Note that the offer made in a role at a revision was refused or withdrawn."""
    connection.execute(_REFUSE, {"game": game_id, "named": role, "asked_at": revision})


def find_game_and_messages(connection: Connection, game_id: int) -> tuple[GameRow | None, list[MessageRow]]:
    """A game by its id, or None, and all its messages, newest first: both at the same moment."""
    rows = connection.execute(_GAME_AND_ALL, {"game": game_id}).all() if can_be(game_id) else []
    width = len(fields(GameRow))
    game = GameRow(*rows[0][:width]) if rows else None
    return game, [MessageRow(*row[width:]) for row in rows if row[width] is not None]


def live_boards(connection: Connection, game_ids: list[int]) -> dict[int, int]:
    """The ids of the live boards of some games, by game."""
    return dict(connection.execute(_LIVE_BOARDS, {"games": game_ids}).all())


def doomed_messages(connection: Connection, game_id: int | None = None) -> list[MessageRow]:
    """The doomed messages of one game, or of all.

    Of one game, without its last board as long as there is no new one: that tells whom the new one need not call.
    """
    query, which = (_ALL_DOOMED, {}) if game_id is None else (_DOOMED_OF_GAME, {"game": game_id})
    return [MessageRow(*row) for row in connection.execute(query, which).all()]


def count_doomed(connection: Connection) -> int:
    """Count how many messages are doomed."""
    return int(connection.execute(_COUNT_DOOMED).scalar_one())


def record_message(connection: Connection, row: MessageRow, revision: int = -1) -> list[MessageRow]:
    """Note a message that was sent, and doom every other one of its game and role, and the offers of its game that were
    made before a revision. If there were any, returns all doomed messages of the game.
    """
    _STORE(connection, values(row))
    others = {"game": row.game_id, "named": row.role, "message": row.message_id, "current": revision}
    are_doomed = connection.execute(_DOOM_OTHERS, others).rowcount > 0
    if row.role == "board":
        note_board(connection, row.game_id)
    return doomed_messages(connection, row.game_id) if are_doomed else []


def note_orphan(connection: Connection, row: MessageRow) -> bool:
    """Doom a message, and note it first if it is not known. False if its game is not known either.

    A board that is older than this one is outdated: after a restore, it may be the newer one that stood in the channel.
    """
    if row.role == "board":
        connection.execute(_OUTDATE_OLDER, {"game": row.game_id, "newer": row.message_id})
    is_known = connection.execute(_DOOM, {"message": row.message_id}).rowcount == 1
    if not is_known:
        if connection.execute(_GAME, {"game": row.game_id}).one_or_none() is None:
            return False
        connection.execute(_ADD, values(row))
    note_board(connection, row.game_id)
    return True


def note_shown(connection: Connection, before: MessageRow, revision: int, to_move: int | None) -> bool:
    """Note what a message shows after it was edited. False, and nothing noted, if it was changed in the meantime."""
    same = {"message": before.message_id, "before": before.revision, "outdated_before": before.outdated}
    is_noted = connection.execute(_NOTE_SHOWN, {**same, "shown": revision, "seat": to_move}).rowcount == 1
    if before.role == "board":
        note_board(connection, before.game_id)
    return is_noted


def outdate(connection: Connection, game_id: int) -> None:
    """Note that the board of a game shows an old state although its log has not changed."""
    connection.execute(_OUTDATE, {"game": game_id})
    note_board(connection, game_id)


def outdate_anchor(connection: Connection, game_id: int) -> None:
    """Note that the thread of a game, if it has one, is to be archived."""
    connection.execute(_OUTDATE_ANCHOR, {"game": game_id})


def outdate_running(connection: Connection) -> None:
    """Note that no board of a running game is known to show its newest state."""
    connection.execute(_OUTDATE_RUNNING)
    connection.execute(_NOTE_NO_BOARDS)


def doom_stale_offers(connection: Connection, game_id: int, revision: int) -> list[MessageRow]:
    """Doom the offers of a game that were made before its current revision. If there were any, returns all doomed
    messages of the game.
    """
    are_doomed = connection.execute(_DOOM_STALE, {"game": game_id, "current": revision}).rowcount > 0
    return doomed_messages(connection, game_id) if are_doomed else []


def doom_live(connection: Connection, game_id: int, role: str) -> None:
    """Doom the live message of a game in one role."""
    connection.execute(_DOOM_LIVE, {"game": game_id, "named": role})
    if role == "board":
        note_board(connection, game_id)


def doom_all(connection: Connection, game_id: int) -> None:
    """Doom all messages of a game."""
    connection.execute(_DOOM_ALL, {"game": game_id})
    note_board(connection, game_id)


def drop_role(connection: Connection, game_id: int, role: str) -> None:
    """Drop the rows of a game's messages in one role, wherever they stand."""
    connection.execute(_DROP_ROLE, {"game": game_id, "named": role})


def forget_messages_of(connection: Connection, game_id: int) -> None:
    """Drop the rows of all messages of a game."""
    connection.execute(_FORGET_ALL, {"game": game_id})


def forget_messages(connection: Connection, message_ids: list[int]) -> None:
    """Drop the rows of messages that are gone. They were doomed, most of them, so that no game need be locked."""
    if connection.execute(_FORGET_DOOMED, {"gone": message_ids}).rowcount == len(message_ids):
        return
    boards = games_shown_by(connection, message_ids)
    if boards:
        lock_games(connection, boards)
    connection.execute(_FORGET, {"gone": message_ids})
    for game_id in boards:
        note_board(connection, game_id)


def games_shown_by(connection: Connection, message_ids: list[int]) -> Sequence[int]:
    """The games whose live boards, none of them outdated, are among some messages."""
    return connection.execute(_GAMES_SHOWN_BY, {"shown": message_ids}).scalars().all()


def stands(connection: Connection, message_id: int) -> bool:
    """Tell whether a message is noted and not doomed."""
    return connection.execute(_IS_STANDING, {"message": message_id}).one_or_none() is not None


def note_board(connection: Connection, game_id: int) -> None:
    """Keep with a game what its live board shows, so that a sweep finds those that are not shown without a search."""
    connection.execute(_NOTE_BOARD, {"game": game_id})


def misnoted_boards(connection: Connection, game_ids: list[int]) -> set[int]:
    """Those of some games with which something else is kept than what their live boards show."""
    return set(connection.execute(_MISNOTED, {"games": game_ids}).scalars())
