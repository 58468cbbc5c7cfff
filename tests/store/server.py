"""The PostgreSQL server of the tests: the one that TEST_DATABASE_URL names, or one of their own.

Their own runs on a free port of this machine, without fsync, in a temporary folder that is removed at the end.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import threading
import time
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import asyncpg
from sqlalchemy import URL, make_url

from bot.store.tables import metadata
from tests.ports import free_port
from tests.store.building import SOON

USER = "thimble"
PROGRAMS = ("initdb", "postgres", "pg_isready")

SETTINGS = {
    "fsync": "off",
    "synchronous_commit": "off",
    "full_page_writes": "off",
    "max_connections": "200",
    "shared_buffers": "64MB",
    "listen_addresses": "127.0.0.1",
}
"""What makes a server quick whose data nobody will miss."""

CUT_OFF = """
SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()
"""
"""Ends what a killed program has left connected to a database, and with it every lock."""

EMPTY = [
    *(f'DELETE FROM "{table.name}"' for table in reversed(metadata.sorted_tables)),  # noqa: S608 (names of our own)
    "SELECT setval(oid::regclass, 1, false) FROM pg_class WHERE relkind = 'S'",
]
"""Deletes all rows, those that name others first, and counts from one again."""


def address_of(url: str) -> str:
    """A URL as asyncpg alone understands it."""
    return make_url(url).set(drivername="postgresql").render_as_string(hide_password=False)


@contextlib.contextmanager
def new_databases(folder: Path, *, kept: bool = False) -> Iterator[dict[str, str]]:
    """The URLs of new databases, by their kind: a file in a folder, and one on a new server if there can be one.

    With `kept` the server's data are in that folder too and stay there: next time the databases are what they were.
    """
    urls = {"SQLite": f"sqlite+aiosqlite:///{folder / 'games.db'}"}
    if not binaries():
        print("PostgreSQL is not installed here: not run")  # noqa: T201
        yield urls
        return
    with new_server(folder / "postgresql" if kept else None) as server:
        yield urls | {"PostgreSQL": server.url("games")}


@contextlib.contextmanager
def new_server(kept: Path | None = None) -> Iterator[OwnServer]:
    """A new server with an empty database called ``games``, or the one that was kept in a folder."""
    server = OwnServer(kept)
    try:
        if server.is_new:
            server.execute("CREATE DATABASE games")
        yield server
    finally:
        server.remove()


def why_none() -> str:
    """Why the tests have no PostgreSQL server; nothing if they have one."""
    if os.environ.get("TEST_DATABASE_URL") or binaries():
        return ""
    return "PostgreSQL is not installed here, and TEST_DATABASE_URL names no server"


@cache
def binaries() -> Path | None:
    """The folder with `PROGRAMS`; None if PostgreSQL is not installed."""
    folders = [Path(folder) for folder in os.environ.get("PATH", "").split(os.pathsep)]
    folders += sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda folder: float(folder.parent.name))[::-1]
    return next((folder for folder in folders if all((folder / name).exists() for name in PROGRAMS)), None)


class Server:
    """A server on which the tests may make databases."""

    def __init__(self, url: URL) -> None:
        self._url = url

    @classmethod
    def found(cls) -> Server:
        """The server that TEST_DATABASE_URL names, or else a new one of the tests' own."""
        url = os.environ.get("TEST_DATABASE_URL")
        return cls(make_url(url)) if url else OwnServer()

    def url(self, database: str) -> str:
        """The DATABASE_URL of a database on it."""
        return self._url.set(database=database).render_as_string(hide_password=False)

    @contextlib.contextmanager
    def database(self, name: str, template: str = "template1") -> Iterator[str]:
        """The DATABASE_URL of a new database, a copy of its ``template``, which is dropped at the end."""
        self.execute(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)", f"CREATE DATABASE {name} TEMPLATE {template}")
        yield self.url(name)
        self.execute(f"DROP DATABASE {name} WITH (FORCE)")

    def empty(self, database: str) -> None:
        """Take all rows out of a migrated database, and number new ones from 1: a new one costs four times as much."""
        self.execute(CUT_OFF, *EMPTY, database=database)

    def execute(self, *statements: str, database: str = "") -> None:
        """Execute statements outside any transaction, in a database that is not the server's own if it is named."""
        address = address_of(self.url(database or str(self._url.database)))

        async def execute() -> None:
            connection = await asyncpg.connect(address)
            try:
                for statement in statements:
                    await connection.execute(statement)
            finally:
                await connection.close()

        thread = threading.Thread(target=asyncio.run, args=(execute(),))  # a loop may be running in this one
        thread.start()
        thread.join()

    def remove(self) -> None:
        """End it, if it is the tests' own."""


class OwnServer(Server):
    """A new server, running, whose superuser needs no password."""

    def __init__(self, kept: Path | None = None) -> None:
        """Start it in a temporary folder, or in one that is kept and may hold its data already."""
        port = free_port()
        super().__init__(URL.create("postgresql+asyncpg", USER, host="127.0.0.1", port=port, database="postgres"))
        self._is_kept = kept is not None
        self._folder = kept or Path(tempfile.mkdtemp(prefix="thimble-postgresql-"))
        self._folder.mkdir(parents=True, exist_ok=True)
        self._port = str(port)
        self._as = _unprivileged()
        self._process: subprocess.Popen[bytes] | None = None
        if self._as:
            os.chown(self._folder, self._as["user"], self._as["group"])
        self.is_new = not Path(self.data).exists()
        if self.is_new:
            how = ["-U", USER, "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync"]
            command = [_program("initdb"), "-D", self.data, *how]
            subprocess.run(command, check=True, capture_output=True, cwd=self._folder, **self._as)
        self.start()

    def start(self) -> None:
        """Start it, and wait until it answers."""
        settings = [word for name, value in SETTINGS.items() for word in ("-c", f"{name}={value}")]
        command = [_program("postgres"), "-D", self.data, "-k", str(self._folder), "-p", self._port, *settings]
        none = subprocess.DEVNULL
        self._process = subprocess.Popen(command, stdout=none, stderr=none, cwd=self._folder, **self._as)
        is_ready = [_program("pg_isready"), "-q", "-h", "127.0.0.1", "-p", self._port]
        deadline = time.monotonic() + SOON
        while subprocess.run(is_ready, check=False).returncode:
            assert self._process.poll() is None, "PostgreSQL has ended"
            assert time.monotonic() < deadline, "PostgreSQL does not start"
            time.sleep(0.02)

    def stop(self) -> None:
        """Stop it at once; whoever is connected is cut off."""
        if self._process:
            self._process.send_signal(signal.SIGINT)
            self._process.wait()
            self._process = None

    def demote(self) -> None:
        """Have it start again as a standby, which can be read, until it is told to be promoted."""
        self.stop()
        Path(self.data, "standby.signal").touch()
        self.start()

    def let_write(self, yes: bool, /) -> None:
        """Let transactions write, or only read."""
        self.execute(f"ALTER SYSTEM SET default_transaction_read_only = {'off' if yes else 'on'}")
        self.execute("SELECT pg_reload_conf()")

    def remove(self) -> None:
        """Stop it, and remove its folder unless that is kept."""
        self.stop()
        if not self._is_kept:
            shutil.rmtree(self._folder, ignore_errors=True)

    @property
    def data(self) -> str:
        """The folder that holds its databases, and pg_hba.conf."""
        return str(self._folder / "data")


def _program(name: str) -> str:
    folder = binaries()
    assert folder is not None
    return str(folder / name)


def _unprivileged() -> Mapping[str, Any]:
    """PostgreSQL refuses to run as root: it then runs as the user whom its package has made."""
    if os.geteuid():
        return {}
    entry = pwd.getpwnam("postgres")
    return {"user": entry.pw_uid, "group": entry.pw_gid, "extra_groups": []}
