"""A check of all daily quilts: each is replayed from what is kept of it, and its squares are counted anew."""

from collections.abc import AsyncIterator
from dataclasses import replace

from sqlalchemy import Connection

from bot.matches.attempts import attempt_of
from bot.store.backend.database import Database
from bot.store.daily import DailyRow, dailies_after, find_daily, save_daily
from bot.store.locks import lock_ids

AT_ONCE = 1_000
"""How many are replayed by one unit."""


async def examine_dailies(database: Database, *, repair: bool) -> AsyncIterator[tuple[str, bool]]:
    """Tell what is wrong with daily quilts: sentences, and whether it can be mended. To ``repair``, that is done."""
    user = number = -(2**31)
    while rows := await database.read(dailies_after, user, number, AT_ONCE):
        for row in rows:
            sentence, can_be_mended = _finding(row)
            if can_be_mended and repair:
                await database.write(_mend, row.user_id, row.number)
            elif sentence:
                yield f"daily quilt {row.number} of user {row.user_id} {sentence}", can_be_mended
        user, number = rows[-1].user_id, rows[-1].number


def _finding(row: DailyRow) -> tuple[str, bool]:
    try:
        covered = _covered(row)
    except (ValueError, OverflowError) as error:
        return f"cannot be replayed: {error}", False
    return ("", False) if covered == row.covered else ("does not cover what is kept of it", True)


def _covered(row: DailyRow) -> int | None:
    attempt = attempt_of(row)
    return attempt.covered if attempt.is_finished else None


def _mend(connection: Connection, user: int, number: int) -> None:
    lock_ids(connection, user)
    row = find_daily(connection, user, number)
    if row and _finding(row)[1]:
        save_daily(connection, replace(row, covered=_covered(row)))
