"""``python -m bot doctor --deploy``: what a program can tell of how the bot is hosted, before strangers invite it.

Why: decision 0101; docs/before-you-invite.md asks the same.
"""

import asyncio
import shutil
import tempfile
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import aiohttp

from bot.clock import WORTH_TELLING
from bot.config import Config, has_token
from bot.connection.reports import Report, find_report
from bot.operator.envfile import is_exposed
from bot.store.backend.address import path_of
from bot.store.backend.errors import StoreError
from bot.store.backend.opening import open_existing
from bot.store.backend.restore import restore
from bot.store.leases import all_leases

PASSING = ("tmpfs", "ramfs", "overlay", "aufs", "squashfs")
"""File systems that end with a container, or with the power."""

ROOM = 500 * 1000**2
"""Bytes that should be free beside the database."""

YOUNG = 7 * 24 * 3600
"""Seconds after which a backup is old."""

PATIENCE = aiohttp.ClientTimeout(total=10)

TEMPLATE = "put their name and address here"
"""What stands in docs/PRIVACY.md until somebody has put their name in."""

SECRETS = "/run/secrets"
"""Where a container has what only it can read, whatever its rights."""


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer to a question about the host: ``word`` is *yes*, *no*, or *you* if only a person can look."""

    word: str
    sentence: str


def look_around(config: Config, environment: Mapping[str, str], env: Path, backup: Path | None) -> list[Answer]:
    """Answer all questions about this host, in the order of the page. ``env`` is the file of settings."""
    report, health, privacy = asyncio.run(_asked(config))
    return [
        _token(environment, env),
        *_database(config.database_url, backup),
        _clock(report, config.sweep_seconds),
        health,
        privacy,
        _help(config.links),
        Answer("you", "Restart the machine once: the bot must come back by itself, and answer."),
    ]


def _token(environment: Mapping[str, str], env: Path) -> Answer:
    if not has_token(environment):
        return Answer("no", "There is no token: put it into .env, or name a file with DISCORD_TOKEN_FILE.")
    named = environment.get("DISCORD_TOKEN_FILE")
    file = Path(named or env)
    if not file.exists():
        if named:
            return Answer("no", f"There is no {file}, which DISCORD_TOKEN_FILE names: check the path.")
        return Answer("you", "The token is in the environment: see that nobody else can read where it is set.")
    if is_exposed(file) and not file.is_relative_to(SECRETS):
        return Answer("no", f"Every user of this machine can read {file}, and the token in it: chmod 600 {file}.")
    return Answer("yes", f"Not every user of this machine can read {file}.")


def _database(url: str, backup: Path | None) -> Iterator[Answer]:
    try:
        file = path_of(url, "").absolute()
    except StoreError:
        yield Answer("you", "The games are on a PostgreSQL server: see that its disk lasts.")
        yield Answer("you", "See that nobody else can read them there, and that the disk has room.")
        yield Answer("you", "See that they are backed up each night (pg_dump), to another machine.")
        yield Answer("you", "Restore a dump once, and run the doctor on it: docs/operations.md says how.")
        return
    kind, place = _mount(file)
    if kind in PASSING or file.is_relative_to(tempfile.gettempdir()):
        yield Answer("no", f"{file} goes with a restart ({kind} at {place}): put it on a volume, or on a disk.")
    else:
        yield Answer("yes", f"{file} is on a disk that lasts ({kind} at {place}).")
    if not file.exists():
        yield Answer("no", f"There is no {file} yet: start the bot, or check DATABASE_URL.")
    elif is_exposed(file):
        yield Answer("no", f"Every user of this machine can read {file}: chmod 600 {file}.")
    elif (free := shutil.disk_usage(file).free) < ROOM:
        yield Answer("no", f"Only {free / 1000**2:,.0f} MB are free beside {file}: make room for 500 MB at least.")
    else:
        yield Answer("yes", f"Not every user can read it, and {free / 1000**3:,.1f} GB are free.")
    yield from _backup(file, backup)


def _there(path: Path) -> Path:
    return next(each for each in (path, *path.parents) if each.exists())


def _mount(file: Path) -> tuple[str, str]:
    """The kind of the file system that a file is on, and where that begins; both unknown where /proc does not tell."""
    found = ("unknown", "/")
    try:
        lines = Path("/proc/self/mounts").read_text("utf-8", "replace").splitlines()
    except OSError:
        return found
    for _, place, kind, *_ in map(str.split, lines):
        place = place.replace("\\040", " ")
        if _there(file).resolve().is_relative_to(place) and len(place) >= len(found[1]):
            found = (kind, place)
    return found


def _backup(file: Path, backup: Path | None) -> Iterator[Answer]:
    make = "with 'backup games-backup.db', then ask with 'doctor --deploy games-backup.db'"
    if not backup or not backup.is_file() or backup.resolve() == file.resolve():
        yield Answer("no", f"{f'{backup} is no backup' if backup else 'No backup was named'}: make one {make}.")
        yield Answer("no", "No backup was restored, so nobody knows whether one can be.")
        return
    try:
        with tempfile.TemporaryDirectory(dir=_there(file.parent)) as folder:
            games = restore(f"sqlite+aiosqlite:///{folder}/trial.db", backup).games
    except (StoreError, OSError) as error:
        yield Answer("no", f"What cannot be restored is no backup: make a new one {make}.")
        yield Answer("no", f"It cannot be restored: {error}")
        return
    seconds = time.time() - backup.stat().st_mtime
    word, hint = ("no", ": make one each night") if seconds > YOUNG else ("yes", "")
    yield Answer(word, f"{backup} is {seconds / 3600:,.0f} hours old{hint}.")
    yield Answer("yes", f"Games restored from {backup} just now, on trial: {games}.")


async def _asked(config: Config) -> tuple[Report | None, Answer, Answer]:
    async with aiohttp.ClientSession(timeout=PATIENCE) as session:
        return await _last_report(config), await _health(session, config), await _privacy(session, config.links)


async def _last_report(config: Config) -> Report | None:
    try:
        database = await open_existing(config.database_url)
    except StoreError:
        return None
    try:
        leases = await database.read(all_leases)
        reports = [await find_report(database, each.shards, each.holder) for each in leases]
    finally:
        await database.close()
    return max(filter(None, reports), key=lambda each: each.at, default=None)


def _clock(report: Report | None, sweep: float) -> Answer:
    if not report or abs(time.time() - report.fast - report.at) > 3 * sweep + 5:
        return Answer("no", "The bot does not run, so nothing is known of the clock: start it, and ask in two minutes.")
    off = abs(report.fast)
    way = "fast" if report.fast > 0 else "slow"
    if off >= WORTH_TELLING:
        return Answer("no", f"The clock is {off:,.0f} s {way}: let the machine set it (NTP).")
    return Answer("yes", "The clock goes with Discord's.")


async def _health(session: aiohttp.ClientSession, config: Config) -> Answer:
    if not config.health:
        return Answer("no", "HEALTH is not set, so nothing tells you that the bot is down: set HEALTH=127.0.0.1:8080.")
    host, port = config.health
    host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)  # noqa: S104
    url = f"http://{f'[{host}]' if ':' in host else host}:{port}/ready"
    try:
        async with session.get(url) as answer:
            said = (await answer.text()).strip()
    except (aiohttp.ClientError, TimeoutError, OSError):
        return Answer("no", f"Nothing answers at {url}: is the bot running?")
    if answer.status != 200:
        return Answer("no", f"{url} says: {said}")
    return Answer("yes", f"{url} answers: let something ask it each minute, and tell you when it does not.")


async def _privacy(session: aiohttp.ClientSession, links: Mapping[str, str]) -> Answer:
    url = links.get("privacy")
    if not url:
        return Answer("no", "PRIVACY_URL is not set: put docs/PRIVACY.md with your name on a page, and name that.")
    try:
        async with session.get(url, raise_for_status=True) as answer:
            text = await answer.text(errors="replace")
    except (aiohttp.ClientError, TimeoutError, OSError):
        return Answer("no", f"{url} cannot be read from here: can others?")
    if TEMPLATE in " ".join(text.split()):
        return Answer("no", f"{url} has no name yet: put yours in the place of its first paragraph.")
    return Answer("yes", f"{url} can be read, and somebody has changed its first paragraph: is that your name?")


def _help(links: Mapping[str, str]) -> Answer:
    if not links.get("support"):
        return Answer("no", "SUPPORT_URL is not set, so people who play do not know whom to ask.")
    return Answer("yes", f"People who need help are sent to {links['support']}.")
