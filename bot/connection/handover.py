"""Handing over: one process answers for some shards, and another one takes its place without a gap.

The first process holds the lease. The second one waits, connected, so that Discord sends every interaction to both.
When the first one is told to stop, it names the `cutover`: the interactions up to the newest that it has heard are its
own, and later ones the other's. Once it has answered its own, it gives the lease back. If it dies or falls silent, the
other takes the lease. If it was only frozen, it finds that out before it acts.

    waits ── the lease is free, given back, or its holder silent ──► holds ── told to stop ──► leaves ──► ends
                                                                       └── finds that it lost the lease ──┘

Why: decision 0077.
"""

import asyncio
import contextlib
import logging
import math
from collections.abc import Callable
from functools import partial

from bot.clock import steady
from bot.config import shards_from
from bot.connection.liveness import Fence, LivenessTimer
from bot.connection.processes import has_ended, is_here, own_name
from bot.store import leases
from bot.store.backend.database import Database
from bot.store.backend.errors import FileLost, StoreError
from bot.store.leases import LeaseRow
from bot.store.shards import EVERY, Shards
from bot.ui.kit.failure import report

LOG = logging.getLogger(__name__)

LOOK_SECONDS, QUICK_SECONDS = 1.0, 0.2
"""Seconds between two looks at the lease, and between two looks while waiting for one."""

SETTLE_SECONDS = 1.0
"""How long a process must be connected before it counts as ready: earlier interactions went to the holder alone."""

LINGER_SECONDS = 1.5
"""How long a leaving process still listens: interactions from before the cutover may be on their way."""

KEPT_SECONDS = 2.0
"""How long an interaction is kept whose owner is not known yet. Discord waits for 3 s."""

DEAD_SECONDS = 5.0
"""A holder without a sign of life for so long is dead. (If it was killed on this machine, we know at once.)"""

SURE_SECONDS = DEAD_SECONDS - 1.0
"""How long after a look a process is sure of its place: too short for another one to have taken it."""

SIGN_SECONDS = 2.0
"""Seconds between two signs of life of a waiting process whose holder runs elsewhere."""

GONE_SECONDS = DEAD_SECONDS + SIGN_SECONDS
"""After so long without a sign of life, a successor is gone, and so is a holder whose successor does nothing."""

OVERLAP_SECONDS = 3.0
"""Within so long, a living holder takes a lost lease again, or gives a sign of life."""


class AnswerWindow:
    """The interactions that are a process's own, by their ids: from ``begins``, which is None until it is known, up to
    but not including ``ends``, if that is set. ``newest`` is the newest that has arrived.
    """

    def __init__(self) -> None:
        self.begins: int | None = 0
        self.ends: int | None = None
        self.newest = 0
        self._known = asyncio.Event()

    async def holds(self, interaction: int) -> bool:
        """Tell whether an interaction is in it. Waits for up to 2 s until that is known."""
        if self.begins is None:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._known.wait(), KEPT_SECONDS)
        has_begun = self.begins is not None and interaction >= self.begins
        return has_begun and (self.ends is None or interaction < self.ends)

    def begin_at(self, cutover: int) -> None:
        """Begin at a cutover, unless it has begun."""
        if self.begins is None:
            self.begins = cutover
            self._known.set()


class Handover:
    """One process's part in it: whether it ``holds`` its shards (only the holder sweeps, and posts what is due), which
    interactions are its own, and whether it is ``over`` and must end. It is ``placed`` once it holds the shards, or
    waits and could take over at any moment.

    ``steady`` is a clock that nobody can set; ``name`` tells processes apart. Before `begin`, it owns everything.
    """

    def __init__(
        self, database: Database, shards: Shards, *, steady: Callable[[], float] = steady, name: str = ""
    ) -> None:
        self.name = name or own_name(database.folder)
        self._database = database
        self._shards = str(shards)
        self._has_ended = partial(has_ended, folder=database.folder)
        self._is_here = partial(is_here, folder=database.folder)
        self._steady = steady
        self._window = AnswerWindow()
        self._timer = LivenessTimer(steady)
        self._newest_at_look = self._newest_at_sign = 0
        self._connected_at, self._signed_at = math.inf, -math.inf
        self._watching: asyncio.Task[None] | None = None
        self._fence = Fence(self._look, SURE_SECONDS, steady)
        self.holds, self.placed, self.over = asyncio.Event(), asyncio.Event(), asyncio.Event()
        self.holds.set()

    async def begin(self, when_over: Callable[[], None] | None = None, *, watch: bool = True) -> None:
        """Take the lease, or wait for it, and ``watch`` it until the end."""
        if (await self._claimed()).holder == self.name:
            self.placed.set()
        else:
            self._window.begins = None
            self.holds.clear()
            LOG.info("another process answers for shards %s: this one waits until that ends", self._shards)
        if watch:
            self._watching = asyncio.create_task(self._watch(when_over))

    def connected(self) -> None:
        """Note that interactions now arrive here too."""
        self._connected_at = self._steady()

    async def may_act(self) -> bool:
        """Tell whether this process still has its place. If it was frozen, it looks first."""
        await self._fence.wait_until_confirmed()
        return not self.over.is_set()

    async def owns(self, interaction: int) -> bool:
        """Tell whether this process is to answer an interaction. Waits for up to 2 s until that is known."""
        self._window.newest = max(self._window.newest, interaction)
        return await self.may_act() and await self._window.holds(interaction)

    async def leave(self, patience: float) -> None:
        """Before the connection is closed, leave what comes from now on to the successor, if there is one.

        A successor that is still connecting is waited for, up to ``patience`` seconds. Never raises.
        """
        if not (self.holds.is_set() and self.placed.is_set()) or self.over.is_set():
            return
        try:
            end = self._steady() + patience
            row = await self._database.read(leases.find_lease, self._shards)
            while row and row.successor and not row.ready and self._steady() < end:
                await asyncio.sleep(QUICK_SECONDS)
                row = await self._database.read(leases.find_lease, self._shards)
            if row and row.successor:
                self._window.ends = self._window.newest + 1
                await self._database.write(leases.set_cutover, self._shards, self.name, self._window.ends)
                LOG.info("another process takes over at interaction %s", self._window.ends)
                await asyncio.sleep(LINGER_SECONDS)
        except FileLost:
            LOG.debug("the successor is lost with the file")
        except Exception as error:  # the connection is to be closed whatever happens
            report(LOG, error, "the successor for shards %s could not be told", self._shards)

    async def end(self) -> None:
        """Give the lease back, once all work for it is done."""
        if self._watching:
            self._watching.cancel()
            self._fence.close()
            try:
                await self._database.write(leases.release_lease, self._shards, self.name)
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
                    self.over.set()  # a holder finds out by sweeping
            except Exception as error:
                report(LOG, error, "the lease of shards %s could not be looked at", self._shards)
            await asyncio.sleep(LOOK_SECONDS if self.holds.is_set() else QUICK_SECONDS)
        if when_over:
            when_over()

    async def poll(self) -> None:
        """Look at the lease, and take the next step."""
        await self._fence.check()

    async def _look(self) -> None:
        row = await self._database.read(leases.find_lease, self._shards) or await self._claimed()
        if row.holder == self.name:
            await self._hold(row)
        elif self._window.begins is None or (row.successor == self.name and not self.holds.is_set()):
            await self._wait(row)
        else:
            self._lose()

    async def _hold(self, row: LeaseRow) -> None:
        if not self.holds.is_set():
            self._take_over(row, self._newest_at_look)
        if row.successor is None:
            self._window.ends = None  # a successor may have changed its mind
        elif self._has_ended(row.successor) or self._silence_of(row.successor, row.waited) >= GONE_SECONDS:
            await self._database.write(leases.release_lease, self._shards, row.successor)
        elif not await self._database.write(leases.heartbeat, self._shards, self.name):
            self._lose()

    def _silence_of(self, successor: str, waited: int) -> float:
        """For how long a successor has given no sign of life; on this machine it needs to give none."""
        return 0.0 if self._is_here(successor) else self._timer.silence((successor, waited))

    async def _wait(self, row: LeaseRow) -> None:
        is_next = row.successor == self.name
        if is_next and row.cutover is not None:
            self._window.begin_at(row.cutover)
        silence = self._timer.silence((row.holder, row.beat, row.cutover))
        if not silence:
            self._newest_at_sign = self._window.newest
        is_dead = self._has_ended(row.holder)
        if is_dead or silence >= (DEAD_SECONDS if is_next else GONE_SECONDS):
            LOG.warning("the process that answered for shards %s gives no sign of life", self._shards)
            claimed = await self._claimed(None if is_dead else row)
            if claimed.holder == self.name:
                self._take_over(claimed, self._newest_at_look if is_dead else self._newest_at_sign)
            return
        self._newest_at_look = self._window.newest
        if is_next:
            await self._show(row)
        elif row.successor is None:
            await self._claimed()

    async def _show(self, row: LeaseRow) -> None:
        """Show that this process waits, and whether it is ready; regularly if the holder could not see it end."""
        is_ready = self._steady() - self._connected_at >= SETTLE_SECONDS
        is_due = not self._is_here(row.holder) and self._steady() - self._signed_at >= SIGN_SECONDS
        if is_due or is_ready != row.ready:
            await self._database.write(leases.note_waiting, self._shards, self.name, ready=is_ready)
            self._signed_at = self._steady()
        if is_ready:
            self.placed.set()

    def _take_over(self, row: LeaseRow, answered: int) -> None:
        """Answer from the cutover on; if none was named, from the first that cannot have been answered."""
        self._window.begin_at(row.cutover or answered + 1)
        self.holds.set()
        self.placed.set()
        LOG.info("this process answers for shards %s", self._shards)

    def _lose(self) -> None:
        LOG.warning("another process has taken the place of this one")
        self.over.set()

    async def _claimed(self, silent: LeaseRow | None = None) -> LeaseRow:
        """Take the lease if possible, or else wait for it. Returns it."""
        return await self._database.write(leases.claim_lease, self._shards, self.name, self._has_ended, silent)


async def check_overlaps(database: Database, shards: Shards) -> None:
    """Raise StoreError if a living process has some of these shards, but not exactly these, as with 0-3 and 2-5.

    A lease may be left over from a crash. So it is dropped, and a living holder takes it again. If a process waits for
    it, which would take it, the holder gives signs of life, and the lease is dropped only without one.
    """
    met = [row for row in await database.read(leases.all_leases) if _meets(row, shards)]
    if not met:
        return
    for row in met:
        if row.successor is None:
            await database.write(leases.drop_lease, row)
    await asyncio.sleep(OVERLAP_SECONDS)
    there = {row.shards: row for row in await database.read(leases.all_leases)}
    for before in met:
        after = there.get(before.shards)
        if after and before.successor and after == before:
            await database.write(leases.drop_lease, after)
        elif after:
            raise StoreError(
                f"Another process runs with SHARDS {after.shards}, which overlap with {shards} of this one: give each "
                "process SHARDS of its own, and all of them the same SHARD_COUNT."
            )


def _meets(row: LeaseRow, shards: Shards) -> bool:
    named, _, count = row.shards.partition(" of ")
    others = shards_from(named, count) if count else EVERY
    return others != shards and others.overlaps(shards)
