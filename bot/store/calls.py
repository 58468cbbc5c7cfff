"""Who has lately called whom to a game with a mention."""

from sqlalchemy import Connection, delete, insert, or_, select

from bot.store.duties import Duties, exported
from bot.store.parameters import AT, OTHER, UNTIL, USER
from bot.store.query import do, one_or_none
from bot.store.tables import calls

_THE_CALL = (calls.c.challenger == USER, calls.c.challenged == OTHER)
_add = do(USER, OTHER, AT)(insert(calls).values(challenger=USER, challenged=OTHER, at=AT))

called_at = one_or_none(int, USER, OTHER)(select(calls.c.at).where(*_THE_CALL))
"""When one person has called another, or None."""

forget_calls = do(UNTIL)(delete(calls).where(calls.c.at <= UNTIL))

forget_call = do(USER, OTHER)(delete(calls).where(*_THE_CALL))
"""Forget a call that reached nobody."""


def note_call(connection: Connection, challenger: int, challenged: int, now: int, before: int) -> bool:
    """Note a call, and forget all up to ``before``. False, and nothing noted, if there has been one since then."""
    forget_calls(connection, before)
    if called_at(connection, challenger, challenged) is not None:
        return False
    _add(connection, challenger, challenged, now)
    return True


_OF_USER = or_(calls.c.challenger == USER, calls.c.challenged == USER)

DUTIES = Duties(
    (calls,),
    export={"calls": exported(select(calls).where(_OF_USER))},
    forget=[do(USER)(delete(calls).where(_OF_USER))],
)
