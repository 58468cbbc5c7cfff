"""The audit of a whole database; two processes replay the games of a large one (decision 0045)."""

import asyncio
import multiprocessing
import os
import signal
import threading
from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import contextmanager
from functools import partial
from multiprocessing.process import BaseProcess

from bot.clock import now
from bot.matches.audit import Audit, Examined, Told
from bot.store.backend.address import way_back
from bot.store.backend.database import Database
from bot.store.backend.errors import StoreError, Unusable, in_short
from bot.store.backend.opening import open_existing
from bot.store.games import count_games

WORKERS = 2
"""How many processes replay games."""

FEW = 5_000
"""Up to so many games are replayed in this process: others take a second or two to start."""


async def examine(
    database: Database, url: str, *, repair: bool = False, sample: int = 0, workers: int = WORKERS, told: Told
) -> Examined:
    """Examine an open database, whose URL other processes can open; see `Audit`. Raises StoreError."""
    audit = Audit(database, now)
    with in_a_sentence(url, repair=repair):
        count, _, _ = await database.read(count_games)
        if min(count, sample or count) <= FEW:
            return await audit.examine(sample, partial(audit.examine_games, repair=repair), told, repair=repair)
        with _pool(workers) as pool:

            async def run(ids: list[int]) -> Examined:
                return await asyncio.get_running_loop().run_in_executor(pool, _examined, url, ids, repair)

            return await audit.examine(sample, run, told, repair=repair)


@contextmanager
def in_a_sentence(url: str, *, repair: bool) -> Iterator[None]:
    """Turn what keeps a database from being read or mended into a StoreError of one sentence."""
    try:
        yield
    except Unusable as error:
        raise StoreError(
            f"The database cannot be {'mended' if repair else 'read'} ({in_short(error)}): {way_back(url)}."
        ) from error


@contextmanager
def _pool(workers: int) -> Iterator[Executor]:
    context = multiprocessing.get_context("spawn")  # nothing of this process, with its threads, must go on in others
    pool = ProcessPoolExecutor(workers, context, _begin)
    try:
        yield pool
    finally:
        pool.shutdown(cancel_futures=True)


def _begin() -> None:
    """In a worker: leave Ctrl-C to the parent, and end when the parent does, even if it is killed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with, args=(multiprocessing.parent_process(),), daemon=True).start()


def _end_with(parent: BaseProcess) -> None:
    parent.join()
    os._exit(1)


def _examined(url: str, ids: list[int], repair: bool) -> Examined:
    """In a worker: examine some games."""
    with in_a_sentence(url, repair=repair):
        return asyncio.run(_examine_games(url, ids, repair=repair))


async def _examine_games(url: str, ids: list[int], *, repair: bool) -> Examined:
    database = await open_existing(url, to_write=repair)
    try:
        return await Audit(database, now).examine_games(ids, repair=repair)
    finally:
        await database.close()
