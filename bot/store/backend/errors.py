"""What can be wrong with the database."""

import sqlite3

from sqlalchemy.exc import DatabaseError

Unusable = (DatabaseError, sqlite3.Error, UnicodeDecodeError)
"""What is raised where a database is damaged; `in_short` says why. (The last, where SQLite quotes what is no text.)"""


class StoreError(Exception):
    """The database cannot be used; the text is one sentence that says what to do."""


class FileLost(StoreError):
    """The file that is open is no longer at its path: whatever is written would be gone with the program."""


class FileDamaged(StoreError):
    """The file that is open holds nonsense in some place: whatever is written may make it worse."""


class DatabaseAway(StoreError, ConnectionError):
    """The database does not do its part now: its server does not answer, or nothing can be stored. It was logged; what
    was asked for may be asked for again later.
    """


_ONLY_READS = {
    "SQLITE_READONLY": "let the user who runs the bot write the database's file and its folder",
    "25006": "let the server be written, or name the primary one in DATABASE_URL",
}
"""What to do where nothing may be written, by how the name of an error begins. (A reader that writes is our fault.)"""

_OUTSIDE = {
    "SQLITE_FULL": "make room on its disk",
    "SQLITE_IOERR": "look whether its disk is full or broken",
    "SQLITE_CANTOPEN": "check DATABASE_URL, and that the folder is there and can be written",
    "SQLITE_BUSY": "end the other program that keeps it locked",
    "42501": "make the user in DATABASE_URL the owner of the database",
    "53100": "make room on the server's disk",
    "53": "look at the server's log",
    "58": "look at the server's log and at its disk",
}
"""The same of all that lies around a database, and is no fault of the statement."""


def advice_on(error: BaseException, *, writes: bool = True) -> str:
    """Say what to do about an error, if what is around the database is to blame for it; nothing if it is not."""
    cause = cause_of(error)
    name = getattr(cause, "sqlite_errorname", None) or getattr(cause, "sqlstate", None) or ""
    known = _OUTSIDE | (_ONLY_READS if writes else {})
    return next((advice for begins, advice in known.items() if name.startswith(begins)), "")


def cause_of(error: BaseException) -> BaseException:
    """Find what the database itself said, if an error is made of that."""
    return getattr(error, "orig", None) or error


def is_kind(error: BaseException, *codes: int) -> bool:
    """Tell whether SQLite has raised an error of one of these kinds, by its primary codes."""
    return getattr(cause_of(error), "sqlite_errorcode", 0) & 0xFF in codes


def in_short(error: BaseException) -> str:
    """Sum up an error in one line without the statement, and without any password."""
    cause = cause_of(error)
    if isinstance(cause, UnicodeDecodeError):
        return "it holds bytes that are no text"
    if isinstance(cause, OSError) and cause.strerror:
        return cause.strerror
    lines = str(cause).rpartition(">: ")[2].splitlines()
    line = "".join(each if each.isprintable() else "?" for each in "".join(lines[:1]))  # it may quote what a file holds
    return line or type(cause).__name__
