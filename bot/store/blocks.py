"""Whose challenges a player does not want."""

from __future__ import annotations

from sqlalchemy import Connection, bindparam, delete, insert, select

from bot.store.tables import blocks

_THE_BLOCK = (blocks.c.user_id == bindparam("user"), blocks.c.blocked_id == bindparam("other"))

_ADD = insert(blocks)
_REMOVE = delete(blocks).where(*_THE_BLOCK)
_FIND = select(blocks.c.blocked_id).where(*_THE_BLOCK)
_BLOCKED = select(blocks.c.blocked_id).where(blocks.c.user_id == bindparam("user")).order_by(blocks.c.blocked_id)


def add_block(connection: Connection, user: int, other: int) -> None:
    """Note that a user wants no challenges from another one. Doing so again changes nothing."""
    if not is_blocked(connection, user, other):
        connection.execute(_ADD, {"user_id": user, "blocked_id": other})


def remove_block(connection: Connection, user: int, other: int) -> None:
    """Note that a user takes challenges from another one again."""
    connection.execute(_REMOVE, {"user": user, "other": other})


def is_blocked(connection: Connection, user: int, other: int) -> bool:
    """Tell whether a user wants no challenges from another one."""
    return connection.execute(_FIND, {"user": user, "other": other}).one_or_none() is not None


def blocked_by(connection: Connection, user: int) -> list[int]:
    """The users from whom a user wants no challenges."""
    return list(connection.execute(_BLOCKED, {"user": user}).scalars())
