"""Processes whose shards overlap, as 0-3 and 2-5 do: both would answer everybody in the servers that both have."""

from __future__ import annotations

import asyncio

from bot.config import shards_from
from bot.store.backend.database import Database
from bot.store.backend.errors import StoreError
from bot.store.leases import LeaseRow, all_leases, drop_lease
from bot.store.shards import EVERY, Shards

SECONDS = 3.0
"""After so long, a process that lives has taken a lease again that it has lost: it looks once a second."""


async def check_overlaps(database: Database, shards: Shards) -> None:
    """Raise StoreError if a process that lives has some of these shards, but not the same ones.

    A lease says that somebody has begun, not that they live: it may be left over from a crash. So it is dropped, and
    whoever lives takes it again. Where another process stands by, both give signs of life, and it is dropped only if
    there is none. (The same shards are no matter of ours: see `bot.connection.handover`.)
    """
    met = [row for row in await database.read(all_leases) if _meets(row, shards)]
    if not met:
        return
    for row in met:
        if not row.successor:
            await database.write(drop_lease, row)
    await asyncio.sleep(SECONDS)
    there = {row.shards: row for row in await database.read(all_leases)}
    for before in met:
        after = there.get(before.shards)
        if after and before.successor and after == before:
            await database.write(drop_lease, after)
        elif after:
            raise StoreError(
                f"Another process runs with SHARDS {after.shards}, which overlap with {shards} of this one: give each "
                "process SHARDS of its own, and all of them the same SHARD_COUNT."
            )


def _meets(row: LeaseRow, shards: Shards) -> bool:
    """Tell whether a lease is of some of these shards, but not of the same. One that is handed over is left alone."""
    named, _, count = row.shards.partition(" of ")
    others = shards_from(named, count) if count else EVERY
    return others != shards and others.overlaps(shards) and (row.successor is None or row.is_stood_by)
