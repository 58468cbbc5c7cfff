"""Slots to identify in with Discord, which allows one start of a connection in so many seconds.

They are given by the database's clock, which all processes share, and not by that of any machine they run on.
"""

from sqlalchemy import Connection, text

from bot.store.kv import find_value, save_value
from bot.store.locks import lock_ids

APART = 5.5
"""Seconds between two: Discord says 5, and the way there is not always equally long."""

_LOCK = 7351
"""No user or server has such a small id."""

_SPARE = 10
"""How many more than all shards may wait, because processes were started again, or connections were cut."""

_NOW = {
    "postgresql": text("SELECT extract(epoch FROM clock_timestamp())"),
    "sqlite": text("SELECT (julianday('now') - 2440587.5) * 86400"),
}
"""Seconds since 1970, to a thousandth."""


def acquire_slot(connection: Connection, bucket: int, shards: int) -> float:
    """Take the next free slot of a bucket, which so many ``shards`` share. Returns how many seconds to wait for it.

    A wait for many more was made by a clock that is wrong, and does not count.
    """
    lock_ids(connection, _LOCK)
    now = float(connection.execute(_NOW[connection.dialect.name]).scalar_one())
    name = f"identify {bucket}"
    free_at = float(find_value(connection, name) or 0)
    slot = free_at if now < free_at < now + (shards + _SPARE) * APART else now
    save_value(connection, name, f"{slot + APART:.3f}")
    return slot - now
