"""A player of ten years: what it costs to look back on 5,000 games, and what others wait meanwhile.

All games are in one server, in twenty channels. Half of them were played in an evening, the others over a week; a fifth
of them are private. They are copies of a few that were really played.
"""

import asyncio
import tempfile
import time
from collections.abc import Awaitable, Callable
from dataclasses import replace
from functools import cache
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

from sqlalchemy import Connection, insert, select

from bot.clock import now
from bot.matches.match import Match
from bot.matches.play import Matches
from bot.matches.privacy import Privacy
from bot.matches.profiles import Profiles
from bot.matches.results import Results, results_of_match
from bot.matches.seats import LEVELS, Person, Rival
from bot.store.backend.database import Database
from bot.store.backend.opening import open_database
from bot.store.daily import DailyRow, save_daily
from bot.store.games import LogRow, read_log
from bot.store.practice import PracticeRow, save_practice
from bot.store.tables import games, log, results
from tests.matches.building import new_match, random_move, stored
from tests.store.building import url_of
from tests.store.server import binaries, new_databases
from tools.bench.measure import ABSOLUTE, WALL, Result, at_most

GAMES, YEARS, PATTERNS, OPPONENTS, CHANNELS = 5_000, 10, 8, 20, 20
DAY = 24 * 60 * 60
PLAYER, FIRST_OPPONENT, GUILD, FIRST_CHANNEL = 10**17, 2 * 10**17, 10**18, 10**18 + 1
TIMES = 20


LOOKS = {
    "profile": (0.01, ABSOLUTE),  # as they see it
    "to others": (0.01, ABSOLUTE),  # who are told nothing of private games
    "suggestions": (0.01, ABSOLUTE),  # while they type the number of a game
    "newest game": (0.01, ABSOLUTE),  # of a channel in which they have played none
    "their best": (0.01, ABSOLUTE),  # whether a game that has ended was it
    "beside export": (0.05, WALL),  # the longest that a click waits while all is exported: one look after the other
}
"""What is measured: how many seconds it may take, and why it fails nothing. Of a server's CPU nothing is counted."""


def _benchmark(look: str, kind: str) -> Callable[[], Result]:
    def years() -> Result:
        name = f"ten years: {look}" if kind == "SQLite" else f"the same on {kind}"
        return at_most(name, _measured(kind)[look], *LOOKS[look])

    return years


TEN_YEARS = [_benchmark(look, kind) for look in LOOKS for kind in ("SQLite", *["PostgreSQL"] * bool(binaries()))]


@cache
def _measured(kind: str) -> dict[str, float]:
    """Seconds: of CPU for what somebody looks at, and that others wait for an export."""
    with tempfile.TemporaryDirectory() as folder, new_databases(Path(folder)) as urls:
        return asyncio.run(_measure(urls[kind]))


async def _measure(url: str) -> dict[str, float]:
    database = await open_database(url)
    await fill(database)
    profiles, matches, privacy = Profiles(database, now), Matches(database, now), Privacy(database, now)
    newest = await matches.load(GAMES)
    looks: dict[str, Callable[[], Awaitable[object]]] = {
        "profile": lambda: profiles.of(PLAYER, PLAYER, GUILD),
        "to others": lambda: profiles.of(PLAYER, FIRST_OPPONENT, GUILD),
        "suggestions": lambda: matches.all_of(PLAYER, GUILD, 200),
        "newest game": lambda: matches.newest_of(PLAYER, GUILD, 1),
        "their best": lambda: Results(database).bests(newest),
    }
    found = {name: median([await _cpu(look) for _ in range(TIMES)]) for name, look in looks.items()}
    found["beside export"] = await _beside(lambda: privacy.export(PLAYER), lambda: matches.load(1))
    await database.close()
    return found


async def _cpu(work: Callable[[], Awaitable[object]]) -> float:
    begun = time.process_time()
    await work()
    return time.process_time() - begun


async def _beside(work: Callable[[], Awaitable[object]], click: Callable[[], Awaitable[object]]) -> float:
    """Begin something, and tell how long a click waits at most until that is done."""
    waits, going_on = [0.0], asyncio.ensure_future(work())
    while not going_on.done():
        begun = time.perf_counter()
        await click()
        waits.append(time.perf_counter() - begun)
        await asyncio.sleep(0.005)
    await going_on
    return max(waits)


async def fill(database: Database, wanted: int = GAMES) -> None:
    """Have the player of ten years play so many games in a new database."""
    patterns = await _patterns()
    await database.write(_copied, patterns, wanted)
    await database.write(_sewn)


Pattern = tuple[Match, dict[str, Any], list[LogRow]]


async def _patterns() -> list[Pattern]:
    """Games that were really played, half of them against a rival: each with its row and its log."""
    rng = Random(1)
    with tempfile.TemporaryDirectory() as folder:
        database = await open_database(url_of(Path(folder, "patterns.db")))
        matches = Matches(database, lambda: 0)
        found = []
        for number in range(PATTERNS):
            match = replace(new_match(), seats=(Person(PLAYER), Person(FIRST_OPPONENT)))
            if number % 2:
                match = replace(match, seats=(Person(PLAYER), Rival(LEVELS[number % len(LEVELS)])))
            match = await stored(database, match)
            while not match.outcome:
                move = random_move(rng, match)
                if match.mover is None:
                    match = await matches.play_for_rival(match, move)
                else:
                    match = await matches.play(match.id, match.revision, match.mover, move)
            row = await database.read(lambda connection, number: _row(connection, number), match.id)
            found.append((match, row, await database.read(read_log, match.id)))
        await database.close()
    return found


def _row(connection: Connection, number: int) -> dict[str, Any]:
    return dict(connection.execute(select(games).where(games.c.id == number)).mappings().one())


def _copied(connection: Connection, patterns: list[Pattern], wanted: int) -> None:
    rows: dict[Any, list[dict[str, Any]]] = {games: [], log: [], results: []}
    for number in range(1, wanted + 1):
        match, row, events = patterns[number % PATTERNS]
        step = 120 if number % 4 < 2 else 7 * DAY // len(events)
        begun = now() - (wanted + 8 - number) * YEARS * 365 * DAY // wanted
        other = None if match.is_solo else FIRST_OPPONENT + number % OPPONENTS
        events = [replace(event, at=begun + step * event.number) for event in events]
        ended = replace(match, id=number, guild_id=GUILD, ended_at=events[-1].at)
        place = "private" if match.is_solo and number % 5 < 2 else "here"
        rows[games].append(
            row
            | {"id": number, "guild_id": GUILD, "channel_id": FIRST_CHANNEL + number % CHANNELS, "player2": other}
            | {
                "created_at": begun,
                "ended_at": events[-1].at,
                "place": place,
                "counted": True,
                "shown": row["revision"],
            }
        )
        rows[log] += [{"game_id": number, **_values(event)} for event in events]
        for result in results_of_match(ended, events):
            theirs = {"player": PLAYER, "other": other} if result.seat == 1 else {"player": other, "other": PLAYER}
            rows[results].append(_values(result) | theirs)
    for table, each in rows.items():
        connection.execute(insert(table), each)


def _sewn(connection: Connection) -> None:
    days = range(1, YEARS * 365 + 1)
    save_daily(connection, *(DailyRow(PLAYER, number, 1, GUILD, 20, "17E@C4 " * 20, 1, 60) for number in days))
    save_practice(connection, *(PracticeRow(PLAYER, number, 9, 3, 2, 1, None) for number in days))


def _values(row: Any) -> dict[str, Any]:
    return {name: getattr(row, name) for name in row.__dataclass_fields__}
