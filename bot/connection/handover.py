"""Handing over: a new process comes in the place of the old one without a gap, and without a word from anybody.

Both are connected for some seconds, and Discord passes every interaction to both. The old one names the `cutover`, an
id that lies a second ahead: interactions below it are its own, the others the new one's. Then it ends.

A process that stands by does the same, but waits in between: until the old one is told to stop, or is silent.

Why: decision 0031 and decision 0042.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable

from bot.clock import CLOCK, steady
from bot.connection.fence import Fence, Portion
from bot.connection.processes import has_ended, is_here, own_name
from bot.connection.silence import Silence
from bot.store.backend.database import Database
from bot.store.backend.errors import FileLost
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

DEAD_SECONDS = 5.0
"""A holder that gives no sign of life for so long is dead. (One that was killed on this machine is known to be.)"""

SURE_SECONDS = DEAD_SECONDS - 1.0
"""How long after a look a process is sure of its place: not so long that another one could have taken it."""

DRAIN_SECONDS = 12.0
"""The same after the cutover, when it is busy with its last answers and deliveries."""

SIGN_SECONDS = 2.0
"""How often a process that stands by gives a sign of life, if the holder runs elsewhere."""


class Handover:
    """The part of one process in it: whether it ``holds`` its shards (it alone sweeps, and posts what is due), which
    interactions are its own, and whether its time is ``over`` and it must end. It is ``placed`` once it holds them, or
    stands by and could take over at any moment.

    ``stands_by`` says that it leaves the place to whoever has it. ``time`` gives seconds, Discord's as far as we know,
    and ``steady`` those of a clock that nobody can set; ``name`` tells processes apart. Before `begin`, all is its own.
    """

    def __init__(
        self,
        database: Database,
        shards: Shards,
        *,
        stands_by: bool = False,
        time: Callable[[], float] = CLOCK.time,
        steady: Callable[[], float] = steady,
        name: str = "",
    ) -> None:
        self._database = database
        self._shards = str(shards)
        self._stands_by = stands_by
        self._steady = steady
        self._name = name or own_name(database.folder)
        self._own = Portion(time)
        self._newest_at_poll = self._newest_at_sign = 0
        self._silence = Silence(steady)
        self._signed_at = -SIGN_SECONDS
        self._leaves_at = 0.0
        self._is_connected = self._is_entered = self._is_followed = self._is_leaving = False
        self._pause = LOOK_SECONDS
        self._watching: asyncio.Task[None] | None = None
        self._fence = Fence(self._poll, SURE_SECONDS, steady)
        self._is_replaced = False
        self.holds = asyncio.Event()
        self.placed = asyncio.Event()
        self.over = asyncio.Event()
        self.holds.set()

    @property
    def name(self) -> str:
        """The name of this process, by which leases know it."""
        return self._name

    async def begin(self, when_over: Callable[[], None] | None = None, *, watch: bool = True) -> None:
        """Take the lease, or become the successor of whoever has it; ``watch`` it from then on, to the end."""
        row = await self._claimed()
        self._is_entered = self._name in (row.holder, row.successor)
        if row.holder == self._name:
            self.placed.set()
        else:
            self._own.begins = None
            self.holds.clear()
            what = "stands by" if self._stands_by else "takes over once it is connected"
            LOG.info("another process answers for shards %s: this one %s", self._shards, what)
        if watch:
            self._watching = asyncio.create_task(self._watch(when_over))

    def connected(self) -> None:
        """Note that interactions arrive here too."""
        self._is_connected = True

    async def may_act(self) -> bool:
        """Tell whether no other process has taken the place of this one. If this one was frozen, it looks first."""
        await self._fence.pass_()
        return not self._is_replaced

    async def owns(self, interaction: int) -> bool:
        """Tell whether this process is to answer an interaction. If that is not known yet, this waits for up to 2 s."""
        self._own.hear(interaction)
        return await self.may_act() and await self._own.holds(interaction)

    async def leave(self, patience: float) -> None:
        """Before the connection is closed: if a successor is there, let it know which interactions are its own.

        While it is still connecting, it is waited for, for so many seconds. Never raises.
        """
        if not self.holds.is_set() or self.over.is_set() or not self._watching:
            return
        try:
            row = await self._database.read(find_lease, self._shards)
            self._is_followed = row is not None and row.successor is not None
            self._is_leaving = True
            await self._handed_over(patience)
            if self._is_followed and self._own.ends is None:
                self._own.ends = self._own.cutover_in(0)
        except FileLost:
            LOG.debug("the successor is lost with the file")
        except Exception as error:  # the connection is to be closed whatever happens
            report(LOG, error, "the successor for shards %s could not be told", self._shards)

    async def _handed_over(self, patience: float) -> None:
        """Wait until the cutover is over, if it is named in time, and as long as there is a successor."""
        end, is_named = self._steady() + patience, False
        while self._is_followed and not self.over.is_set() and self._steady() < end:
            if self._own.ends is not None and not is_named:
                is_named, end = True, self._steady() + AHEAD_SECONDS + LINGER_SECONDS + 2 * LOOK_SECONDS
            await self.poll()
            await asyncio.sleep(QUICK_SECONDS)

    async def end(self) -> None:
        """Give up the lease, once nothing is done for it any more."""
        if self._watching:
            self._watching.cancel()
            self._fence.close()
            try:
                await self._database.write(release_lease, self._shards, self._name, self._own.ends)
            except FileLost:
                LOG.debug("the lease is lost with its file")
            except Exception as error:
                report(LOG, error, "the lease of shards %s could not be given up", self._shards)

    async def _watch(self, when_over: Callable[[], None] | None) -> None:
        while not self.over.is_set():
            try:
                await self.poll()
            except FileLost:
                if not self.holds.is_set():
                    self.over.set()  # whoever holds its shards sweeps, and finds out by itself
            except Exception as error:
                report(LOG, error, "the lease of shards %s could not be looked at", self._shards)
            await asyncio.sleep(self._pause)
        if when_over:
            when_over()

    async def poll(self) -> None:
        """Look at the lease, and take the next step."""
        await self._fence.check()

    async def _poll(self) -> None:
        row = await self._database.read(find_lease, self._shards) or await self._claimed()
        if row.holder == self._name:
            await self._hold(row)
        elif row.successor == self._name:
            await self._wait(row)
        elif self._own.begins is not None or (self._is_entered and not self._stands_by):
            self._lose()
        else:
            await self._come(row)

    def _lose(self) -> None:
        LOG.warning("another process has taken the place of this one")
        self._is_replaced = True
        self.over.set()

    async def _come(self, row: LeaseRow) -> None:
        """Become the successor once that place is free."""
        self._pause = LOOK_SECONDS
        silence = self._silence.since(row)
        if not silence:
            self._newest_at_poll = self._own.newest
        are_gone = silence >= _patience(row) + SIGN_SECONDS
        row = await self._claimed(*([row.holder, row.successor] if are_gone else []))
        self._is_entered = self._name in (row.holder, row.successor)

    async def _hold(self, row: LeaseRow) -> None:
        if not self.holds.is_set():
            self._take_over(row, self._newest_at_poll)
        self._is_followed = row.successor is not None
        waits = row.is_stood_by and not self._is_leaving
        self._pause = LOOK_SECONDS if row.successor is None or waits else QUICK_SECONDS
        silence = 0.0 if self._is_here(row.successor or "") else self._silence.since((row.successor, row.waited))
        if row.successor is None:
            self._own.ends = None  # there was one that has thought better of it
        elif self._has_ended(row.successor) or (waits and silence >= _patience(row) + SIGN_SECONDS):
            await self._database.write(release_lease, self._shards, row.successor, None)
        elif waits or not row.ready:
            self._own.ends = None
            if not await self._database.write(beat_lease, self._shards, self._name):
                self._lose()
        elif self._own.ends is None or row.cutover is None:
            cutover = self._own.cutover_in(AHEAD_SECONDS)
            self._leave_at(cutover, AHEAD_SECONDS)
            if await self._database.write(set_cutover, self._shards, self._name, cutover):
                LOG.info("another process takes over at interaction %s", cutover)
        elif self._own.ends != row.cutover:
            self._leave_at(row.cutover, CORRECTED_SECONDS)
        elif self._steady() >= self._leaves_at:
            self.over.set()

    async def _wait(self, row: LeaseRow) -> None:
        self._pause = QUICK_SECONDS
        if row.cutover is not None and self._own.begins is None:
            self._own.begin_at(await self._believed(row.cutover))
        silence, is_dead = self._silence.since((row.holder, row.beat, row.cutover)), self._has_ended(row.holder)
        if is_dead or silence >= _patience(row):
            LOG.warning("the process that answered for shards %s gives no sign of life", self._shards)
            if taken := await self._database.write(take_lease, self._shards, self._name, row.holder, row.beat):
                self._take_over(taken, self._newest_at_poll if is_dead else self._newest_at_sign)
            return
        self._newest_at_poll = self._own.newest
        if not silence:
            self._newest_at_sign = self._own.newest
        if self._is_connected and (not row.ready or self._is_due(row)):
            await self._database.write(note_ready, self._shards, self._name)
            self._signed_at = self._steady()
            if self._stands_by:
                self.placed.set()

    def _is_due(self, row: LeaseRow) -> bool:
        """Tell whether it is time for another sign of life: a holder elsewhere could not know if this process had
        ended.
        """
        return row.is_stood_by and not self._is_here(row.holder) and self._steady() - self._signed_at >= SIGN_SECONDS

    def _take_over(self, row: LeaseRow, answered: int) -> None:
        """Answer from the cutover on; if none was named, all that came after the last that may have been answered."""
        begins = row.cutover or answered + 1 if self._own.begins is None else self._own.begins
        self._own.begin_at(min(begins, self._own.cutover_in(0)))
        self.holds.set()
        self.placed.set()
        LOG.info("this process answers for shards %s", self._shards)

    async def _believed(self, cutover: int) -> int:
        """The cutover that was named; or if that was done by a wrong clock, another one, of which the holder hears."""
        if not self._own.is_far(cutover):
            return cutover
        LOG.warning("the clock of the process that answers for shards %s is fast: it is told the time", self._shards)
        believed = self._own.cutover_in(CORRECTED_SECONDS)
        await self._database.write(correct_cutover, self._shards, self._name, believed)
        return believed

    def _leave_at(self, cutover: int, seconds: float) -> None:
        """Leave interactions from a cutover on, so many seconds ahead, to the successor, and end after it."""
        self._own.ends = cutover
        self._leaves_at = self._steady() + seconds + LINGER_SECONDS

    async def _claimed(self, *gone: str | None) -> LeaseRow:
        """The lease, taken if possible, or else waited for. Some other processes may be known to be gone."""

        def is_gone(name: str) -> bool:
            return name in gone or self._has_ended(name)

        return await self._database.write(claim_lease, self._shards, self._name, is_gone, stands_by=self._stands_by)

    def _has_ended(self, name: str) -> bool:
        return has_ended(name, self._database.folder)

    def _is_here(self, name: str) -> bool:
        return is_here(name, self._database.folder)


def _patience(row: LeaseRow) -> float:
    """After how many seconds without a sign of life a holder is dead."""
    return DEAD_SECONDS if row.cutover is None else DRAIN_SECONDS
