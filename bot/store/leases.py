"""Leases: which process answers for which shards, and which one is to come in its place. See `bot.connection.handover`.

Each step reads a lease and writes it anew, and no two are taken at once.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace

from sqlalchemy import Connection, delete, select

from bot.store.locks import lock_ids
from bot.store.query import do, many, one_or_none, parameter
from bot.store.rows import Upsert, columns
from bot.store.tables import leases

_LOCK = 7350
"""No user or server has such a small id."""


@dataclass(frozen=True, slots=True)
class LeaseRow:
    """The lease of some shards: who has it, and who is to come. ``beat`` counts up while a successor is there.

    The successor is ``ready`` once it is connected; ``cutover`` is the first interaction that is its own to answer.
    If it is the ``standby`` it does not ask for the place, and ``waited`` counts up while it lives.
    """

    shards: str
    holder: str
    beat: int = 0
    successor: str | None = None
    ready: bool = False
    cutover: int | None = None
    standby: str | None = None
    waited: int = 0

    @property
    def is_stood_by(self) -> bool:
        """Whether the successor stands by. (An older version of the bot that comes in its place leaves its name.)"""
        return self.successor is not None and self.successor == self.standby


SHARDS: str = parameter("of_shards")

_ROWS = select(*columns(leases, LeaseRow))
_save = Upsert[LeaseRow](leases)
_remove = do(SHARDS)(delete(leases).where(leases.c.shards == SHARDS))

find_lease = one_or_none(LeaseRow, SHARDS)(_ROWS.where(leases.c.shards == SHARDS))
all_leases = many(LeaseRow)(_ROWS.order_by(leases.c.shards))

forget_leases = do()(delete(leases))
"""Drop all leases: nobody runs."""


def claim_lease(
    connection: Connection, shards: str, process: str, has_ended: Callable[[str], bool], *, stands_by: bool = False
) -> LeaseRow:
    """Take a lease that nobody has, or else become its successor, in the place of any other.

    If one is coming just now who is sure to, nothing changes. Whoever ``stands_by`` takes the place of nobody.
    """
    row = _among_the_living(_locked(connection, shards), has_ended)
    if row is None:
        return _saved(connection, LeaseRow(shards, process))
    if row.successor and (stands_by or row.cutover is not None):
        return row
    standby = process if stands_by else None
    return _saved(connection, replace(row, successor=process, ready=False, cutover=None, standby=standby, waited=0))


def beat_lease(connection: Connection, shards: str, holder: str) -> bool:
    """Show that the holder lives. False if it is the holder no more."""
    row = _locked(connection, shards)
    if row is None or row.holder != holder:
        return False
    _saved(connection, replace(row, beat=row.beat + 1))
    return True


def note_ready(connection: Connection, shards: str, successor: str) -> None:
    """Note that the successor is connected; over and over, if it stands by."""
    row = _locked(connection, shards)
    if row and row.successor == successor:
        _saved(connection, replace(row, ready=True, waited=row.waited + 1))


def set_cutover(connection: Connection, shards: str, holder: str, cutover: int) -> bool:
    """Leave all interactions from this one on to the successor. False if there is none that is ready."""
    row = _locked(connection, shards)
    if row is None or row.holder != holder or not row.ready:
        return False
    _saved(connection, replace(row, cutover=cutover))
    return True


def correct_cutover(connection: Connection, shards: str, successor: str, cutover: int) -> None:
    """Name another cutover in the place of one that cannot be right."""
    row = _locked(connection, shards)
    if row and row.successor == successor and row.cutover is not None:
        _saved(connection, replace(row, cutover=cutover))


def take_lease(connection: Connection, shards: str, successor: str, holder: str, beat: int) -> LeaseRow | None:
    """Take the lease from a holder that has given no sign of life since a ``beat``. None, and nothing done, if it has
    just given one, or it is somebody else's now.
    """
    row = _locked(connection, shards)
    if row is None or (row.holder, row.successor, row.beat) != (holder, successor, beat):
        return None
    return _saved(connection, _inherited(row))


def release_lease(connection: Connection, shards: str, process: str, cutover: int | None) -> None:
    """Give up a lease, or the wish to have it. If there is a successor, it has the lease now, from the ``cutover`` on,
    unless it was told another.
    """
    row = _locked(connection, shards)
    if row is None or process not in (row.holder, row.successor):
        return
    if row.successor == process:
        _saved(connection, _alone(row))
    elif row.successor:
        _saved(connection, replace(_inherited(row), cutover=cutover if row.cutover is None else row.cutover))
    else:
        _remove(connection, shards)


def drop_lease(connection: Connection, row: LeaseRow) -> None:
    """Drop a lease that is still as it was. If somebody has it who lives, they find that out soon, and claim it."""
    if _locked(connection, row.shards) == row:
        _remove(connection, row.shards)


def _among_the_living(row: LeaseRow | None, has_ended: Callable[[str], bool]) -> LeaseRow | None:
    """A lease without those who have ended: if that is its holder, it is the successor's if that one is ready."""
    if row and row.successor and has_ended(row.successor):
        row = _alone(row)
    if row and has_ended(row.holder):
        return _inherited(row) if row.ready else None
    return row


def _inherited(row: LeaseRow) -> LeaseRow:
    assert row.successor
    return replace(row, holder=row.successor, successor=None, ready=False, standby=None)


def _alone(row: LeaseRow) -> LeaseRow:
    return replace(row, successor=None, ready=False, cutover=None, standby=None)


def _locked(connection: Connection, shards: str) -> LeaseRow | None:
    lock_ids(connection, _LOCK)
    return find_lease(connection, shards)


def _saved(connection: Connection, row: LeaseRow) -> LeaseRow:
    _save(connection, row)
    return row
