"""``python -m bot copy``: everything in one database copied to another, which the doctor then compares with it."""

import asyncio
from contextlib import AsyncExitStack
from datetime import UTC, datetime

from bot.matches.audit import Examined
from bot.operator.auditing import examine
from bot.operator.progress import Progress
from bot.store.backend.database import Database
from bot.store.backend.errors import StoreError, Unusable, in_short
from bot.store.backend.opening import CHECK_OR_BEGIN, open_existing
from bot.store.backend.transfer import copy, count_rows


def copy_database(source: str, target: str) -> tuple[list[str], bool]:
    """Copy one database to another. Returns a report, and whether both hold the same. Raises StoreError."""
    if source == target:
        raise StoreError("FROM and TO are the same database: name another one.")
    return asyncio.run(_copy(source, target))


async def _copy(source: str, target: str) -> tuple[list[str], bool]:
    async with AsyncExitStack() as opened:
        old = await _open("FROM", source)
        opened.push_async_callback(old.close)
        new = await _open("TO", target, to_write=True)
        opened.push_async_callback(new.close)
        began = datetime.now(UTC)
        try:
            copied = await copy(source, target, Progress("rows copied"))
            one, other = await _both_examined((old, source), (new, target))
            went_on = await old.read(count_rows) != copied
        except Unusable as error:
            raise StoreError(
                f"FROM cannot be read ({in_short(error)}): see what 'python -m bot doctor' says of it."
            ) from error
    listed = ", ".join(f"{count} in {name}" for name, count in copied.items() if count)
    report = [
        f"Rows copied as they were at {began:%Y-%m-%d %H:%M:%S} UTC: {listed}.",
        f"Games replayed on both sides: {one.games}, findings: {one.found}.",
    ]
    same = one.is_like(other)
    if went_on:
        report.append("FROM has changed since, and the copy lacks that: stop the bot, empty TO, and copy again.")
    elif not same:
        report.append("The doctor finds something else in the copy: see what 'python -m bot doctor' says of both.")
    else:
        report.append("Both hold the same. To go on with the copy, start the bot with TO as DATABASE_URL.")
    return report, same and not went_on


async def _both_examined(*both: tuple[Database, str]) -> list[Examined]:
    """Let the doctor examine two databases at a time, one process for each, and show how far it is with both."""
    progress = Progress("games replayed", before="\nComparing")

    def told(more: int, total: int) -> None:
        progress(more, len(both) * total)

    found = await asyncio.gather(*(examine(each, url, workers=1, told=told) for each, url in both))
    progress.end()
    return found


async def _open(name: str, url: str, *, to_write: bool = False) -> Database:
    """Open one of the two; errors call it by its name on the command line. Raises StoreError."""
    try:
        return await open_existing(url, to_write=to_write)
    except StoreError as error:
        advice = "make it first with 'python -m bot migrate'." if to_write else f"check {name}."
        sentence = str(error).replace(CHECK_OR_BEGIN, advice).replace("DATABASE_URL", name)
        migrate = f"'DATABASE_URL_FILE=file python -m bot migrate' and {name} in that file"  # it may hold a password
        raise StoreError(sentence.replace("'python -m bot migrate'", migrate)) from error
