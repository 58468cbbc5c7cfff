"""Whose turn it is to identify with Discord, which allows one start of a connection in so many seconds."""

from __future__ import annotations

from sqlalchemy import Connection

from bot.store.locks import lock_ids
from bot.store.notes import find_note, save_note

APART = 5.5
"""Seconds between two: Discord says 5, and the way there is not always equally long."""

_LOCK = 7351
"""No user or server has such a small id."""

_LONGEST = 60 * 60.0
"""Whoever would have to wait for longer comes after a clock that was wrong."""


def take_turn(connection: Connection, bucket: int, now: float) -> float:
    """Take the next free turn of a bucket: shards of different buckets may identify at the same time.

    Returns how many seconds to wait for it.
    """
    lock_ids(connection, _LOCK)
    name = f"identify {bucket}"
    free_at = float(find_note(connection, name) or 0)
    turn = free_at if now < free_at < now + _LONGEST else now
    save_note(connection, name, f"{turn + APART:.3f}")
    return turn - now
