"""What can be wrong with the database."""

from sqlalchemy.exc import DatabaseError

Unusable = DatabaseError
"""What a unit raises when its database is damaged or locked; ``orig`` says why."""


class StoreError(Exception):
    """The database cannot be used; the text is one sentence that says what to do."""


class FileLost(StoreError):
    """The file that is open is no longer at its path: whatever is written would be gone with the program."""


class FileDamaged(StoreError):
    """The file that is open holds nonsense in some place: whatever is written may make it worse."""


class DatabaseAway(StoreError, ConnectionError):
    """The database server does not answer now. It was logged; what was asked for may be asked for again later."""


def cause_of(error: BaseException) -> BaseException:
    """Find what the database itself said, if an error is made of that."""
    return getattr(error, "orig", None) or error


def in_short(error: BaseException) -> str:
    """Sum up an error in one line without the statement, and without any password."""
    cause = cause_of(error)
    lines = str(cause).rpartition(">: ")[2].splitlines()
    return lines[0] if lines and lines[0] else type(cause).__name__
