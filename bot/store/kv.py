"""Short notes of the program's own, by name."""

from sqlalchemy import Connection, select

from bot.store.duties import Duties
from bot.store.query import one_or_none, parameter
from bot.store.rows import Upsert
from bot.store.tables import notes

NAME: str = parameter("called")

find_value = one_or_none(str, NAME)(select(notes.c.text).where(notes.c.name == NAME))
_save = Upsert[dict[str, str]](notes)


def save_value(connection: Connection, name: str, text: str) -> None:
    """Write a note, in place of an older one of this name."""
    _save(connection, {"name": name, "text": text})


DUTIES = Duties((notes,))
