"""``python -m bot status``: which process holds which shards, how it is, and how much is left to do."""

from datetime import UTC, datetime

from bot.clock import WORTH_TELLING, now
from bot.config import Config
from bot.connection.processes import has_ended, in_short
from bot.connection.reports import Report, find_report
from bot.store.backend.address import shown_place
from bot.store.backend.database import Database
from bot.store.backend.errors import DatabaseAway, StoreError, Unusable
from bot.store.backend.errors import in_short as what_it_says
from bot.store.backend.opening import open_existing
from bot.store.backend.outage import try_to_store
from bot.store.backend.versions import version_of
from bot.store.backlog import backlog
from bot.store.games import count_all_running
from bot.store.leases import LeaseRow, all_leases
from engine.native.build import slowly

SWEEPS = 3
"""After so many sweeps without a report from a process, its log is worth a look."""


async def status(config: Config) -> list[str]:
    """Everything, line by line. Raises StoreError."""
    database = await open_existing(config.database_url)
    try:
        lines = [f"The database {shown_place(config.database_url)} is at version {await database.read(version_of)}."]
        for lease in await database.read(all_leases):
            lines += await _of(config, database, lease)
        if len(lines) == 1:
            lines.append("No process of the bot runs on it.")
        lines += filter(None, [slowly()])
        left = await database.read(backlog, now(), 2 * config.sweep_seconds)
        oldest = f" (the oldest for {left.oldest_board_owed_seconds} s)" if left.boards_owed else ""
        games = f"Games running: {await database.read(count_all_running)}. Boards owed: {left.boards_owed}{oldest}."
        lines.append(f"{games} Moves owed by rivals: {left.moves_owed}. Timers late: {left.timers_late}.")
        lines += await _unstored(database)
    except Unusable as error:
        raise StoreError(
            f"The database cannot be read ({what_it_says(error)}): see what 'python -m bot doctor' says of it."
        ) from error
    else:
        return lines
    finally:
        await database.close()


async def _unstored(database: Database) -> list[str]:
    """Try to store something, since processes that cannot do so cannot say it. Says why it failed, and since when."""
    try:
        await database.write(try_to_store)
    except DatabaseAway as error:
        reports = [await find_report(database, row.shards, row.holder) for row in await database.read(all_leases)]
        last = max((report.at for report in reports if report), default=0)
        since = f" A process last stored something at {datetime.fromtimestamp(last, UTC):%Y-%m-%d %H:%M:%S} UTC."
        return [f"From here, {str(error)[0].lower()}{str(error)[1:]}" + since * bool(last)]
    return []


async def _of(config: Config, database: Database, lease: LeaseRow) -> list[str]:
    lines = [f"Shards {lease.shards}: {_named(lease.holder, database)} has them."]
    if report := await find_report(database, lease.shards, lease.holder):
        lines += _said(report, config)
    else:
        lines.append("    It has said nothing of itself yet.")
    if lease.successor:
        ready = "connected" if lease.ready else "not connected yet"
        lines.append(f"    {_named(lease.successor, database)} waits for them, and is {ready}.")
    return lines


def _named(process: str, database: Database) -> str:
    return in_short(process) + ", which has ended," * has_ended(process, database.folder)


def _said(report: Report, config: Config) -> list[str]:
    ago = max(now() - report.at, 0)
    late = ", which is long" * (ago > SWEEPS * config.sweep_seconds)
    off = abs(report.fast)
    clock = f"{off:.0f} s {'fast' if report.fast > 0 else 'slow'}" if off >= WORTH_TELLING else "right"
    since = datetime.fromtimestamp(report.since, UTC)
    return [
        f"    Version {report.version}, since {since:%Y-%m-%d %H:%M:%S} UTC; servers: {report.servers}.",
        f"    {ago} s ago{late}, its machine's clock was {clock}, and {report.used:.0%} of its requests were in use.",
    ]
