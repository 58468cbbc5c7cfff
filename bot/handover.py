"""Handing over: a new process comes in the place of the old one without a gap, and without a word from anybody.

Both are connected for some seconds, and Discord passes every interaction to both. The old one names the `cutover`, an
id that lies a second ahead: interactions below it are its own, the others the new one's. Then it ends.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import secrets
import socket
from collections.abc import Callable
from pathlib import Path

from bot.fence import Fence
from bot.now import CLOCK, steady
from bot.store.database import Database
from bot.store.errors import FileLost
from bot.store.leases import (
    LeaseRow,
    beat_lease,
    claim_lease,
    correct_cutover,
    find_lease,
    note_ready,
    release_lease,
    set_cutover,
    take_lease,
)
from bot.store.shards import Shards
from bot.ui.kit.failure import report

LOG = logging.getLogger(__name__)

LOOK_SECONDS, QUICK_SECONDS = 1.0, 0.2
"""How often a process looks whether another one wants its place, and how often while one does."""

AHEAD_SECONDS = 1.0
"""How far ahead the cutover lies: until then the new process must have heard of it."""

LINGER_SECONDS = 1.5
"""How long the old process still listens after the cutover: interactions from before it may be on their way."""

CORRECTED_SECONDS = AHEAD_SECONDS + LINGER_SECONDS
"""How far ahead a cutover lies that the new process names, in the place of one that it cannot believe. By then an older
version of the bot has ended, which does not hear of it.
"""

FAR_SECONDS = 5.0
"""A cutover that lies further ahead than this was named by a clock that is wrong."""

KEPT_SECONDS = 2.0
"""How long an interaction is kept whose owner is not known yet. Discord waits for 3 s."""

DEAD_SECONDS = 5.0
"""A holder that gives no sign of life for so long is dead. (One that was killed on this machine is known to be.)"""

SURE_SECONDS = DEAD_SECONDS - 1.0
"""How long after a look a process is sure of its place: not so long that another one could have taken it."""

DRAIN_SECONDS = 12.0
"""The same after the cutover, when it is busy with its last answers and deliveries."""

_EPOCH = 1_420_070_400
_A_SECOND = 1000 << 22


class Handover:
    """The part of one process in it: whether it ``holds`` its shards (it alone sweeps, and posts what is due), which
    interactions are its own, and whether its time is ``over`` and it must end.

    ``time`` gives seconds, Discord's as far as we know, and ``steady`` those of a clock that nobody can set; ``name``
    tells processes apart. Before `begin`, all is its own.
    """

    def __init__(
        self,
        database: Database,
        shards: Shards,
        *,
        time: Callable[[], float] = CLOCK.time,
        steady: Callable[[], float] = steady,
        name: str = "",
    ) -> None:
        self._database = database
        self._shards = str(shards)
        self._time = time
        self._steady = steady
        self._name = name or own_name()
        self._from: int | None = 0
        self._until: int | None = None
        self._newest = 0
        self._sign: tuple[int, int | None] | None = None
        self._heard_at = self._leaves_at = 0.0
        self._is_connected = self._is_watched = False
        self._known = asyncio.Event()
        self._watching: asyncio.Task[None] | None = None
        self._fence = Fence(self._look, SURE_SECONDS, steady)
        self._is_replaced = False
        self.holds = asyncio.Event()
        self.over = asyncio.Event()
        self.holds.set()

    async def begin(self, when_over: Callable[[], None] | None = None, *, watch: bool = True) -> None:
        """Take the lease, or become the successor of whoever has it; ``watch`` it from then on, to the end."""
        row = await self._claimed()
        while self._name not in (row.holder, row.successor):
            LOG.info("another process is just taking over; this one waits for it")
            await asyncio.sleep(LOOK_SECONDS)
            row = await self._claimed()
        if row.holder != self._name:
            self._from = None
            self.holds.clear()
            self._heard_at = self._steady()
            LOG.info("another process answers for shards %s: this one takes over once it is connected", self._shards)
        if watch:
            self._watching = asyncio.create_task(self._watch(when_over))

    def connected(self) -> None:
        """Note that interactions arrive here too."""
        self._is_connected = True

    async def may_act(self) -> bool:
        """Whether no other process has taken the place of this one. If this one was frozen, it looks first."""
        await self._fence.pass_()
        return not self._is_replaced

    async def owns(self, interaction: int) -> bool:
        """Whether an interaction is this process's to answer. If that is not known yet, this waits for up to 2 s."""
        self._newest = max(self._newest, interaction)
        if not await self.may_act():
            return False
        if self._from is None:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._known.wait(), KEPT_SECONDS)
        if self._from is None or interaction < self._from:
            return False
        return self._until is None or interaction < self._until

    async def leave(self) -> None:
        """Before the connection is closed: if a successor is there, let it know which interactions are its own."""
        if not self.holds.is_set() or self.over.is_set() or not self._watching:
            return
        with contextlib.suppress(ConnectionError, TimeoutError):
            row = await self._database.read(find_lease, self._shards)
            if row is None or not row.successor:
                return
            if row.ready:
                await asyncio.wait_for(self.over.wait(), AHEAD_SECONDS + LINGER_SECONDS + 2 * LOOK_SECONDS)
            else:
                self._until = self._next_cutover(0)

    async def end(self) -> None:
        """Give up the lease, once nothing is done for it any more."""
        if self._watching:
            self._watching.cancel()
            self._fence.close()
            try:
                await self._database.write(release_lease, self._shards, self._name, self._until)
            except FileLost:
                LOG.debug("the lease is lost with its file")
            except Exception as error:
                report(LOG, error, "the lease of shards %s could not be given up", self._shards)

    async def _watch(self, when_over: Callable[[], None] | None) -> None:
        while not self.over.is_set():
            try:
                await self.look()
            except Exception as error:
                report(LOG, error, "the lease of shards %s could not be looked at", self._shards)
            await asyncio.sleep(QUICK_SECONDS if self._is_watched or not self.holds.is_set() else LOOK_SECONDS)
        if when_over:
            when_over()

    async def look(self) -> None:
        """Look at the lease, and take the next step."""
        await self._fence.look()

    async def _look(self) -> None:
        row = await self._database.read(find_lease, self._shards) or await self._claimed()
        if row.holder == self._name:
            await self._hold(row)
        elif row.successor == self._name:
            await self._wait(row)
        else:
            LOG.warning("another process has taken the place of this one")
            self._is_replaced = True
            self.over.set()

    async def _hold(self, row: LeaseRow) -> None:
        if not self.holds.is_set():
            self._take_over(row)
        self._is_watched = row.successor is not None
        if row.successor is None:
            self._until = None  # there was one that has thought better of it
        elif has_ended(row.successor):
            await self._database.write(release_lease, self._shards, row.successor, None)
        elif not row.ready:
            await self._database.write(beat_lease, self._shards, self._name)
        elif self._until is None or row.cutover is None:
            cutover = self._next_cutover(AHEAD_SECONDS)
            self._leave_at(cutover, AHEAD_SECONDS)
            if await self._database.write(set_cutover, self._shards, self._name, cutover):
                LOG.info("another process takes over at interaction %s", cutover)
        elif self._until != row.cutover:
            self._leave_at(row.cutover, CORRECTED_SECONDS)
        elif self._steady() >= self._leaves_at:
            self.over.set()

    async def _wait(self, row: LeaseRow) -> None:
        if row.cutover is not None and self._from is None:
            self._from = await self._believed(row.cutover)
            self._known.set()
        if (row.beat, row.cutover) != self._sign:
            self._sign, self._heard_at = (row.beat, row.cutover), self._steady()
        patience = DEAD_SECONDS if row.cutover is None else DRAIN_SECONDS
        if has_ended(row.holder) or self._steady() - self._heard_at >= patience:
            LOG.warning("the process that answered for shards %s gives no sign of life", self._shards)
            if taken := await self._database.write(take_lease, self._shards, self._name, row.holder):
                self._take_over(taken)
        elif self._is_connected and not row.ready:
            await self._database.write(note_ready, self._shards, self._name)

    def _take_over(self, row: LeaseRow) -> None:
        is_far = row.cutover is not None and self._is_far(row.cutover)
        self._from = self._next_cutover(0) if is_far else row.cutover or 0
        self._known.set()
        self.holds.set()
        LOG.info("this process answers for shards %s", self._shards)

    async def _believed(self, cutover: int) -> int:
        """The cutover that was named; or if that was done by a wrong clock, another one, of which the holder hears."""
        if not self._is_far(cutover):
            return cutover
        LOG.warning("the clock of the process that answers for shards %s is fast: it is told the time", self._shards)
        believed = self._next_cutover(CORRECTED_SECONDS)
        await self._database.write(correct_cutover, self._shards, self._name, believed)
        return believed

    def _is_far(self, cutover: int) -> bool:
        return cutover > self._next_cutover(FAR_SECONDS)

    def _leave_at(self, cutover: int, seconds: float) -> None:
        """Leave interactions from a cutover on, so many seconds ahead, to the successor, and end after it."""
        self._until = cutover
        self._leaves_at = self._steady() + seconds + LINGER_SECONDS

    def _next_cutover(self, seconds: float) -> int:
        """An id so many seconds ahead: of Discord's time, if what has arrived shows that ours is behind."""
        return max(_id_at(self._time()), self._newest) + int(seconds * _A_SECOND) + 1

    async def _claimed(self) -> LeaseRow:
        return await self._database.write(claim_lease, self._shards, self._name, has_ended)


def own_name() -> str:
    """A name for this process: where it runs, its number there, and a word that no other has."""
    return f"{_here()} {os.getpid()} {secrets.token_hex(8)}"


def has_ended(name: str) -> bool:
    """Whether a process is known to have ended, because it ran here. (One with our own number cannot run any more.)"""
    where, _, rest = name.partition(" ")
    number = rest.partition(" ")[0]
    if where != _here() or not where.startswith("linux") or not number.isdigit():
        return False
    return int(number) == os.getpid() or not _runs(int(number))


def _here() -> str:
    """Where numbers of processes mean the same: this machine since its start, and this container on it."""
    try:
        booted = Path("/proc/sys/kernel/random/boot_id").read_text("ascii").strip()
        return f"linux/{booted}/{Path('/proc/self/ns/pid').readlink()}"
    except OSError:
        return socket.gethostname()[:60].replace(" ", "-")


def _runs(number: int) -> bool:
    try:
        status = Path(f"/proc/{number}/stat").read_text("ascii", errors="replace")
    except OSError:
        return False
    return status.rpartition(")")[2].split()[0] not in "ZX"


def _id_at(seconds: float) -> int:
    """The first id that Discord can give at a moment."""
    return int((seconds - _EPOCH) * 1000) << 22
