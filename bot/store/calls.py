"""Who has lately called whom to a game with a mention."""

from __future__ import annotations

from sqlalchemy import Connection, bindparam, delete, insert, select

from bot.store.tables import calls

_THE_CALL = (calls.c.challenger == bindparam("one"), calls.c.challenged == bindparam("other"))

_ADD = insert(calls)
_FIND = select(calls.c.at).where(*_THE_CALL)
_FORGET = delete(calls).where(*_THE_CALL)
_FORGET_UNTIL = delete(calls).where(calls.c.at <= bindparam("moment"))


def note_call(connection: Connection, challenger: int, challenged: int, now: int, before: int) -> bool:
    """Note a call, and forget all up to ``before``. False, and nothing noted, if there has been one since then."""
    forget_calls(connection, before)
    if connection.execute(_FIND, {"one": challenger, "other": challenged}).one_or_none():
        return False
    connection.execute(_ADD, {"challenger": challenger, "challenged": challenged, "at": now})
    return True


def forget_calls(connection: Connection, until: int) -> None:
    """Forget all calls up to a moment."""
    connection.execute(_FORGET_UNTIL, {"moment": until})


def forget_call(connection: Connection, challenger: int, challenged: int) -> None:
    """Forget a call that reached nobody."""
    connection.execute(_FORGET, {"one": challenger, "other": challenged})
