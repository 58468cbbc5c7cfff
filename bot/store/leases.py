"""Leases: which process answers for which shards, and which one waits for them. See `bot.connection.handover`.

Each step reads a lease and writes it anew, and no two are taken at once.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace

from sqlalchemy import Connection, delete, select

from bot.store.duties import Duties
from bot.store.locks import lock_ids
from bot.store.query import do, many, one_or_none, parameter
from bot.store.rows import Upsert, columns
from bot.store.tables import leases

_LOCK = 7350
"""No user or server has such a small id."""


@dataclass(frozen=True, slots=True)
class LeaseRow:
    """The lease of some shards: who holds it, and who waits for it."""

    shards: str
    holder: str
    beat: int = 0
    successor: str | None = None
    ready: bool = False
    cutover: int | None = None
    waited: int = 0


SHARDS: str = parameter("of_shards")

_ROWS = select(*columns(leases, LeaseRow))
_save = Upsert[LeaseRow](leases)
_remove = do(SHARDS)(delete(leases).where(leases.c.shards == SHARDS))

find_lease = one_or_none(LeaseRow, SHARDS)(_ROWS.where(leases.c.shards == SHARDS))
all_leases = many(LeaseRow)(_ROWS.order_by(leases.c.shards))


def claim_lease(
    connection: Connection, shards: str, process: str, has_ended: Callable[[str], bool], silent: LeaseRow | None = None
) -> LeaseRow:
    """Take a lease that nobody has, or become its successor if it has none. Returns what it is then.

    Processes that have ended have nothing any more, and neither have those of a lease that is still as it was when it
    fell ``silent``. A successor that is connected comes first.
    """
    row = _locked(connection, shards)
    is_silent = row is not None and row == silent

    def is_gone(name: str) -> bool:
        return name != process and (is_silent or has_ended(name))

    if row and row.successor and is_gone(row.successor):
        row = _alone(row)
    if row and is_gone(row.holder):
        row = _inherited(row, row.successor) if row.successor and row.ready else None
    row = row or LeaseRow(shards, process)
    if row.successor is None and row.holder != process:
        row = replace(_alone(row), successor=process)
    return _saved(connection, row)


def heartbeat(connection: Connection, shards: str, holder: str) -> bool:
    """Show that the holder lives. False if it is the holder no more."""
    row = _locked(connection, shards)
    if row is None or row.holder != holder:
        return False
    _saved(connection, replace(row, beat=row.beat + 1))
    return True


def note_waiting(connection: Connection, shards: str, successor: str, *, ready: bool) -> None:
    """Show that the successor lives, and whether it is connected."""
    row = _locked(connection, shards)
    if row and row.successor == successor:
        _saved(connection, replace(row, ready=ready, waited=row.waited + 1))


def set_cutover(connection: Connection, shards: str, holder: str, cutover: int) -> None:
    """Leave all interactions from this one on to the successor."""
    row = _locked(connection, shards)
    if row and row.holder == holder and row.successor:
        _saved(connection, replace(row, cutover=cutover))


def release_lease(connection: Connection, shards: str, process: str) -> None:
    """Give up a lease, which its successor has now; or the wish to have it."""
    row = _locked(connection, shards)
    if row and row.successor == process:
        _saved(connection, _alone(row))
    elif row and row.holder == process and row.successor:
        _saved(connection, _inherited(row, row.successor))
    elif row and row.holder == process:
        _remove(connection, shards)


def drop_lease(connection: Connection, row: LeaseRow) -> None:
    """Drop a lease that is still as it was. If its holder lives, it soon finds that out, and claims it."""
    if _locked(connection, row.shards) == row:
        _remove(connection, row.shards)


def _inherited(row: LeaseRow, successor: str) -> LeaseRow:
    return replace(row, holder=successor, successor=None, ready=False)


def _alone(row: LeaseRow) -> LeaseRow:
    return replace(row, successor=None, ready=False, cutover=None, waited=0)


def _locked(connection: Connection, shards: str) -> LeaseRow | None:
    lock_ids(connection, _LOCK)
    return find_lease(connection, shards)


def _saved(connection: Connection, row: LeaseRow) -> LeaseRow:
    _save(connection, row)
    return row


DUTIES = Duties((leases,), after_restore=[do()(delete(leases))])  # of the bot that ran while the backup was made
