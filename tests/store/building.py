"""Databases and rows for the tests of the store and of the matches."""

import asyncio
import multiprocessing
import sqlite3
import threading
import time
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager, closing
from pathlib import Path
from typing import Any, get_args

from sqlalchemy import Connection, String, func, make_url, select

from bot.store.backend.address import postgresql_backend
from bot.store.backend.database import Database
from bot.store.backend.opening import open_database
from bot.store.backend.sqlite import SingleConnection
from bot.store.backend.upgrading import bring_up_to_date
from bot.store.challenges import ChallengeRow, add_challenge
from bot.store.changes import NewGame, add_game
from bot.store.duels import add_duel
from bot.store.games import Cache, LogRow
from bot.store.groups import GroupRow, MemberRow, PairingRow, add_group, add_member, add_pairing
from bot.store.messages import MessageRow, find_game_and_messages, note_orphan
from bot.store.tables import Kind, messages, metadata, timers
from bot.store.timers import OfGame

PROCESSES = multiprocessing.get_context("forkserver")
"""Starts processes of their own in milliseconds: they are forked from one that has imported the bot already."""
PROCESSES.set_forkserver_preload(["tests.matches.player", "tests.store.cut_short", "tests.wire.launch"])

LIMITS = {
    column: column.type.length
    for table in metadata.sorted_tables
    for column in table.columns
    if isinstance(column.type, String) and column.type.length
}
"""How long a text may be, by its column."""

LONGEST = str(select(*(select(func.max(func.length(column))).scalar_subquery() for column in LIMITS)))
"""The statement that measures them all, compiled once: each database would compile it anew."""

DUMPS = {
    kind: Path(__file__).with_name(f"games_0031{ending}")
    for kind, ending in (("sqlite", ".sql"), ("postgresql", ".postgresql.sql"))
}
"""Databases of release 0.2.0, with something of everything in them, by kind (`tests.store.dump`)."""

BIG = 2**63 - 1
"""The largest snowflake."""

SOON = 60.0
"""Seconds after which a test that waits in a thread gives up."""

GUILD, CHANNEL, MINA, TOM, EVE = 900, 800, 101, 102, 103
START = Cache(1, None)


def url_of(path: Path) -> str:
    """The DATABASE_URL of a file."""
    return f"sqlite+aiosqlite:///{path}"


async def run(url: str, unit: Callable[[Connection], object]) -> object:
    """Run a unit as migrations are run."""
    if url.startswith("postgresql"):
        postgresql = postgresql_backend()
        return await postgresql.Server(postgresql.open_patient_engine(make_url(url))).run(unit)
    lane = SingleConnection(make_url(url), "BEGIN IMMEDIATE", "foreign_keys=OFF")
    try:
        return await lane.run(unit)
    finally:
        await lane.close()


def migrated_file(folder: Path, name: str = "empty.db") -> Path:
    """A new database without rows, to be copied (which is quicker than to migrate)."""
    path = folder / name
    asyncio.run(bring_up_to_date(url_of(path)))
    return path


def file_of_020(path: Path, ids: Mapping[int, int] | None = None) -> Path:
    """Make a file of release 0.2.0, with other ids of Discord's in place of its own."""
    script = DUMPS["sqlite"].read_text("utf-8")
    for before, after in (ids or {}).items():
        script = script.replace(str(before), str(after))
    with closing(sqlite3.connect(path)) as file:
        file.executescript(script)
    return path


def waited(signal: threading.Event) -> None:
    """Wait in a unit for a signal."""
    assert signal.wait(SOON)


async def queued(database: Database, count: int = 1) -> None:
    """Wait until so many wait for a lock in a database on a server."""
    query = "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()"
    deadline = time.monotonic() + SOON  # by a clock that no test sets
    while await database.read_latest(lambda connection: connection.exec_driver_sql(query).scalar_one()) < count:
        assert time.monotonic() < deadline, "nobody waits"


@asynccontextmanager
async def opened(where: Path | str) -> AsyncIterator[Database]:
    """An open database, in a file or at a URL, whose texts are checked at the end: SQLite stores any length."""
    database = await open_database(where if isinstance(where, str) else url_of(where))
    try:
        yield database
        assert await database.read(too_long_texts) == []
    finally:
        await database.close()


def too_long_texts(connection: Connection) -> list[str]:
    """The columns of limited length in which some text is longer."""
    found = connection.exec_driver_sql(LONGEST).one()
    return [
        f"{column} is {longest} long"
        for (column, limit), longest in zip(LIMITS.items(), found, strict=True)
        if (longest or 0) > limit
    ]


def rows(connection: Connection, *names: str) -> dict[str, list[tuple[Any, ...]]]:
    """All rows of some tables (of all if none is named), by table."""
    tables = [metadata.tables[name] for name in names] or metadata.sorted_tables
    return {
        table.name: [tuple(row) for row in connection.execute(select(table).order_by(*table.primary_key.columns))]
        for table in tables
    }


def timers_of(connection: Connection, game_id: int) -> dict[str, int]:
    """The timers of a game: kinds and times."""
    of_it = select(timers).where(timers.c.kind.in_(get_args(OfGame)), timers.c.subject == game_id)
    return {row.kind: row.due for row in connection.execute(of_it)}


def new_game(
    connection: Connection,
    /,
    players: tuple[int, int | None] = (MINA, TOM),
    *,
    guild_id: int = GUILD,
    channel_id: int = CHANNEL,
    cache: Cache = START,
) -> int:
    """Store a game. Returns its id."""
    return add_game(connection, NewGame(guild_id, channel_id, *players, "headers", "en", 1_000), cache)


def new_challenge(
    connection: Connection, /, players: tuple[int, int] = (MINA, TOM), channel_id: int = CHANNEL, **values: Any
) -> ChallengeRow:
    """Store a challenge that expires at 5,000."""
    defaults: dict[str, Any] = {"channel_id": channel_id, "challenger": players[0], "challenged": players[1]}
    defaults |= {"guild_id": GUILD, "track": "classic", "first": 0, "language": "en", "expires_at": 5_000}
    return add_challenge(connection, **(defaults | values))


def new_half(connection: Connection, user: int) -> int:
    """Store a game against a rival that is half of a duel. Returns its id."""
    game = NewGame(GUILD, CHANNEL, user, None, "headers", "en", 1_000, place="private", rival="pin", duel="secret")
    return add_game(connection, game, START)


def new_duel(connection: Connection, /, players: tuple[int, int] = (MINA, TOM), **values: Any) -> int:
    """Store a duel that ends at 5,000, and its two games. Returns its number."""
    one, two = (new_half(connection, user) for user in players)
    defaults: dict[str, Any] = {"guild_id": GUILD, "channel_id": CHANNEL, "level": "pin", "language": "en"}
    defaults |= {"one": players[0], "two": players[1], "game1": one, "game2": two, "ends_at": 5_000}
    return add_duel(connection, **(defaults | values))


def new_group(connection: Connection, /, users: tuple[int, ...] = (MINA, TOM), **values: Any) -> GroupRow:
    """Store a group that is open until 5,000, with a first game of it."""
    defaults: dict[str, Any] = {"guild_id": GUILD, "channel_id": CHANNEL, "opener": users[0], "size": 4, "days": 28}
    defaults |= {"track": "classic", "pace": 3, "place": "here", "language": "en", "made_by": None}
    group = add_group(connection, **(defaults | {"stage": "open", "until": 5_000} | values))
    for number, user in enumerate(users):
        add_member(connection, MemberRow(group.id, user, number))
    game = new_game(connection, (users[0], users[1]), guild_id=group.guild_id)
    add_pairing(connection, PairingRow(game, group.id, 0, 1))
    return group


def event(number: int, kind: Kind = "move", seat: int = 1, text: str = "+") -> LogRow:
    """A row of a log."""
    return LogRow(number, kind, seat, text, 1_000 + number)


def board(message_id: int, game_id: int, **values: Any) -> MessageRow:
    """A live board that shows revision 0."""
    defaults: dict[str, Any] = {"channel_id": CHANNEL, "role": "board", "revision": 0, "to_move": 1, "state": "live"}
    return MessageRow(message_id, game_id, **(defaults | values))


def messages_of(connection: Connection, game_id: int) -> list[MessageRow]:
    """All messages of a game, newest first."""
    return find_game_and_messages(connection, game_id)[1]


def doom(connection: Connection, message_id: int) -> None:
    """Mark a message to be deleted, as one that came in its place does."""
    (row,) = connection.execute(select(messages).where(messages.c.message_id == message_id)).mappings()
    note_orphan(connection, MessageRow(**row))


def found_in(path: Path, query: str) -> list[tuple[Any, ...]]:
    """What another program finds in a database file."""
    with closing(sqlite3.connect(path)) as file:
        return file.execute(query).fetchall()


NEWER = ("UPDATE alembic_version SET version_num = '9876'", "UPDATE notes SET text = '9876'")
"""What makes a database one of a newer release, which lets no older one use it."""


def spoil(path: Path, *statements: str) -> None:
    """Change a database file as another program does."""
    with closing(sqlite3.connect(path)) as file, file:
        for statement in statements:
            file.execute(statement)


NO_TEXT = (
    "PRAGMA writable_schema=ON",
    "UPDATE sqlite_master SET sql = name || CAST(x'ff' AS TEXT), name = name || CAST(x'ff' AS TEXT) WHERE name = 'log'",
)
"""What makes SQLite quote bytes that are no text when it says that a file is damaged."""


def overwrite_a_page_of(path: Path, table: str) -> None:
    """Damage a database file: the first page of a table is nonsense."""
    ((root,),) = found_in(path, f"SELECT rootpage FROM sqlite_master WHERE name = '{table}'")  # noqa: S608
    ((size,),) = found_in(path, "PRAGMA page_size")
    with path.open("r+b") as file:
        file.seek((root - 1) * size)
        file.write(b"\xaa" * size)
