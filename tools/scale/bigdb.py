"""``make bigdb GAMES=…``: a database with very many games, put together from a few that were really played.

Each game has its whole log, of 42 events; one in twenty is running. There are 5,000 servers, a tenth as many players as
games, and what goes on around them.
"""

import asyncio
import sys
import tempfile
from dataclasses import replace
from itertools import count
from pathlib import Path
from random import Random

import asyncpg
from sqlalchemy import Connection, column, insert, select, text
from sqlalchemy import table as sql_table

from bot.clock import now
from bot.matches.clock import timers_of
from bot.matches.play import Matches
from bot.matches.results import Results
from bot.matches.servers import Servers
from bot.matches.standings import begin_of, season_of
from bot.store.backend.database import Database
from bot.store.backend.opening import open_database
from bot.store.messages import MessageRow, record_message
from bot.store.tables import games, log, messages, results, servers, timers
from bot.store.timers import set_timers
from tests.matches.building import new_match, random_move, stored
from tests.store.building import url_of
from tools.scale.going_on import set_going, show_boards

PATTERNS, RUNNING = 20, 1
"""How many games are really played, and how many of them are not played to their end."""

SERVERS, LEFT = 5_000, 50
"""How many servers there are, and of how many the bot has left one."""

AT_ONCE = 250
"""How many copies of all patterns are made in one unit."""

FIRST_SERVER, FIRST_USER, FIRST_MESSAGE = 10**9, 10**17, 10**18
STARTED = begin_of(season_of(now()))
"""When all games are played: so that they count on the ladders of now."""

COPIED = (games, log, messages, timers, results)
OWNER = {"games": "id", "log": "game_id", "messages": "game_id", "timers": "subject", "results": "game_id"}
"""The column of each table that holds the number of a game."""


async def fill(url: str, wanted: int) -> int:
    """Fill a database with at least so many games, and show a progress bar. Returns how many there are.

    One that was filled before stays as it is.
    """
    database = await open_database(url)
    copies = -(-wanted // PATTERNS)
    if await database.read(_is_filled):
        await database.write(show_boards)
        await database.close()
        return copies * PATTERNS
    with tempfile.TemporaryDirectory() as folder:
        patterns = await _played(url_of(Path(folder, "patterns.db")))
    await database.write(_lay_out, patterns)
    for first in range(0, copies, AT_ONCE):
        await database.write(_copy, first, min(first + AT_ONCE, copies), players_in(wanted))
        _progress(min(first + AT_ONCE, copies) / copies)
    await database.write(set_going, players_in(wanted), FIRST_USER)
    await Servers(database, now).note({guild_of(number) for number in range(SERVERS) if number % LEFT})
    await database.write(_tidy_up)
    await database.close()
    return copies * PATTERNS


Patterns = dict[str, list[dict[str, object]]]


async def _played(url: str) -> Patterns:
    """The rows of some games that were really played, by table."""
    database, rng = await open_database(url), Random(1)
    matches = Matches(database, lambda: STARTED)
    for number in range(PATTERNS):
        match = await stored(database, replace(new_match(), pace=3))
        moves = count()
        while not match.outcome and not (number < RUNNING and next(moves) == 30):
            assert match.mover is not None
            match = await matches.play(match.id, match.revision, match.mover, random_move(rng, match))
        board = MessageRow(match.id, match.id, match.channel_id, "board", match.revision, match.to_move, "live")
        await database.write(record_message, board)
        await database.write(set_timers, match.id, timers_of(match, STARTED))
        await Results(database).keep([match.id])
    patterns = await database.read(_rows)
    await database.close()
    return patterns


def _rows(connection: Connection) -> Patterns:
    return {table.name: [dict(row) for row in connection.execute(select(table)).mappings()] for table in COPIED}


def _is_filled(connection: Connection) -> bool:
    return connection.execute(select(servers).limit(1)).first() is not None


def _lay_out(connection: Connection, patterns: Patterns) -> None:
    """Put the patterns into tables of their own, and make the servers."""
    for table in COPIED:
        connection.execute(text(f"CREATE TABLE pattern_{table.name} AS SELECT * FROM {table.name}"))  # noqa: S608
        pattern = sql_table(f"pattern_{table.name}", *(column(each.name) for each in table.columns))
        connection.execute(insert(pattern), patterns[table.name])
    connection.execute(insert(servers), [{"guild_id": guild_of(number)} for number in range(SERVERS)])


def _copy(connection: Connection, first: int, end: int, players: int) -> None:
    """Insert some copies of all patterns: other numbers, players and servers, the same logs."""
    for table in COPIED:
        pattern = OWNER[table.name]
        number = f"(copy * {PATTERNS} + {pattern})"
        one = f"{FIRST_USER} + (7919 * copy + 6007 * {pattern}) % {players}"
        two = f"{FIRST_USER} + (7907 * copy + 6011 * {pattern} + 1) % {players}"
        new = {
            pattern: number,
            "guild_id": f"({FIRST_SERVER} + (7919 * copy + {pattern}) % {SERVERS}) * {1 << 22}",
            "player1": one,
            "player2": two,
            "player": f"CASE seat WHEN 1 THEN {one} ELSE {two} END",
            "other": f"CASE seat WHEN 1 THEN {two} ELSE {one} END",
            "message_id": f"{FIRST_MESSAGE} + {number}",
            "due": str(2 * STARTED),
            "deadline": f"deadline + {STARTED}",
        }
        names = [each.name for each in table.columns]
        values = ", ".join(new.get(name, name) for name in names)
        into = f"{table.name} ({', '.join(names)})"
        connection.execute(
            text(
                "WITH RECURSIVE copies(copy) AS "  # noqa: S608
                f"(SELECT CAST({first} AS BIGINT) UNION ALL SELECT copy + 1 FROM copies WHERE copy + 1 < {end}) "
                f"INSERT INTO {into} SELECT {values} FROM copies, pattern_{table.name}"
            )
        )


def server_of(game: int) -> int:
    """The number of a game's server."""
    copy, pattern = divmod(game - 1, PATTERNS)
    return (7919 * copy + pattern + 1) % SERVERS


def guild_of(number: int) -> int:
    """The id of one of the servers: as Discord's ids do, it tells by its upper bits which shard it belongs to."""
    return (FIRST_SERVER + number % SERVERS) << 22


def players_in(games: int) -> int:
    """Count how many people have played so many games."""
    return games // 10 or 1


def _tidy_up(connection: Connection) -> None:
    for table in COPIED:
        connection.execute(text(f"DROP TABLE pattern_{table.name}"))
    season = season_of(now())
    # one in a hundred is to be fitted
    fitted = "CASE guild_id % 100 WHEN 0 THEN 0 ELSE 1 END"
    connection.execute(text(f"INSERT INTO ladders SELECT guild_id, 1, {fitted}, {season}, 0 FROM servers"))  # noqa: S608
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT setval('games_id_seq', (SELECT max(id) FROM games))"))


def _progress(part: float) -> None:
    if sys.stderr.isatty() or part == 1:
        sys.stderr.write(f"\r[{'=' * round(40 * part):40}] {part:4.0%}" + "\n" * (part == 1))


async def vacuum(url: str) -> None:
    """Let PostgreSQL tidy up, as it does by itself after a while: then it can answer from its indexes alone."""
    if url.startswith("postgresql"):
        connection = await asyncpg.connect(url.replace("+asyncpg", ""))
        await connection.execute("VACUUM ANALYZE")
        await connection.close()


async def size_of(database: Database, url: str) -> int:
    """Count how many bytes a database takes."""
    if url.startswith("sqlite"):
        path = Path(url.partition("///")[2])
        return await asyncio.to_thread(lambda: path.stat().st_size)

    def work(connection: Connection) -> int:
        return int(connection.execute(text("SELECT pg_database_size(current_database())")).scalar_one())

    return await database.read(work)
