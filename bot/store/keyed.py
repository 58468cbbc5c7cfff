"""Short notes of the program's own, by name."""

from __future__ import annotations

from sqlalchemy import Connection, bindparam, select

from bot.store.rows import Upsert
from bot.store.tables import notes

_FIND = select(notes.c.text).where(notes.c.name == bindparam("called"))
_SAVE = Upsert(notes)


def find_value(connection: Connection, name: str) -> str | None:
    """The text of a note, or None."""
    text: str | None = connection.execute(_FIND, {"called": name}).scalar_one_or_none()
    return text


def save_value(connection: Connection, name: str, text: str) -> None:
    """Write a note, in place of an older one of this name."""
    _SAVE(connection, {"name": name, "text": text})
