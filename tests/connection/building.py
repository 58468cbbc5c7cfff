"""Processes of the bot on one database, by a clock that a test sets."""

import asyncio

from bot.connection.handover import SETTLE_SECONDS, Handover
from bot.store.backend.database import Database
from bot.store.leases import LeaseRow, find_lease
from bot.store.shards import Shards

SHARDS = Shards((0, 1), 4)


class Stage:
    """The first process has a database opened by itself, the later ones share another one."""

    def __init__(self, database: Database, other: Database) -> None:
        self.database = database
        self.other = other
        self.now = 1_800_000_000.0
        self._processes = 0

    def new(self, name: str, shards: Shards = SHARDS) -> Handover:
        self._processes += 1
        database = self.database if self._processes == 1 else self.other
        return Handover(database, shards, steady=lambda: self.now, name=name)

    async def start(self, name: str, shards: Shards = SHARDS, *, connects: bool = True) -> Handover:
        """A process that has just started, and that is connected if it ``connects``."""
        process = self.new(name, shards)
        await process.begin(watch=False)
        if connects:
            process.connected()
        return process

    async def both(self) -> tuple[Handover, Handover]:
        """A process that holds the lease and has heard interaction 100, and one that waits for it and is connected."""
        old, new = await self.start("old"), await self.start("new")
        await self.passing(SETTLE_SECONDS, old, new)
        assert new.placed.is_set()
        assert await old.owns(100)
        return old, new

    async def passing(self, seconds: float, *processes: Handover) -> None:
        """Let so many seconds pass, while each looks at the lease."""
        for _ in range(round(seconds * 2)):
            self.now += 0.5
            await looked(*processes)

    async def lease(self) -> LeaseRow:
        """The lease, which somebody has."""
        row = await self.database.read(find_lease, str(SHARDS))
        assert row
        return row


async def looked(*processes: Handover) -> None:
    """Let each look at the lease."""
    for process in processes:
        await process.poll()


async def owners(interaction: int, *processes: Handover) -> list[int]:
    """Which processes answer an interaction, by their place among them."""
    answers = await asyncio.gather(*(process.owns(interaction) for process in processes))
    return [number for number, is_owner in enumerate(answers) if is_owner]
