"""Rates everybody on a ladder, beside the event loop: few games in a thread, many in another process."""

import asyncio
import multiprocessing
from collections.abc import AsyncIterator, Sequence

from bot.matches.standings import Ratings, rate, rate_elsewhere
from bot.store.ladder_rows import EndedRow

FEW = 2_000
"""So many games are left to a thread, which takes some 30 ms: a process takes longer to start."""


async def rate_async(games: AsyncIterator[Sequence[EndedRow]]) -> Ratings:
    """Tell how all stand by the games of a server, which come some at a time. Raises OSError if the process fails."""
    first: list[EndedRow] = []
    async for some in games:
        first += some
        if len(first) > FEW:
            return await _elsewhere(first, games)
    return await asyncio.to_thread(rate, first)


async def _elsewhere(first: Sequence[EndedRow], games: AsyncIterator[Sequence[EndedRow]]) -> Ratings:
    """Rate in a process that ends as soon as nobody waits for it, or this one ends, however that happens."""
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe()
    process = context.Process(target=rate_elsewhere, args=(theirs,), daemon=True)
    process.start()
    theirs.close()
    try:
        await asyncio.to_thread(ours.send, first)
        async for some in games:
            await asyncio.to_thread(ours.send, some)
        await asyncio.to_thread(ours.send, ())
        found: Ratings = await asyncio.to_thread(ours.recv)
    except EOFError:
        raise OSError("the process that fits a ladder has ended") from None
    else:
        return found
    finally:
        process.kill()
        await asyncio.to_thread(process.join)
