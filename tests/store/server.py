"""A PostgreSQL server of the tests' own: on a free port of this machine, in a temporary folder, without fsync."""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

USER = "thimble"
START_SECONDS = 30.0
PROGRAMS = ("initdb", "postgres", "pg_isready", "psql")

SETTINGS = {
    "fsync": "off",
    "synchronous_commit": "off",
    "full_page_writes": "off",
    "max_connections": "200",
    "shared_buffers": "64MB",
    "listen_addresses": "127.0.0.1",
}
"""What makes a server quick whose data nobody will miss. ``test_lost_connections`` knows what is asked of real ones."""


def binaries() -> Path | None:
    """The folder with `PROGRAMS`; None if PostgreSQL is not installed."""
    folders = [Path(folder) for folder in os.environ.get("PATH", "").split(os.pathsep)]
    folders += sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda folder: float(folder.parent.name))[::-1]
    return next((folder for folder in folders if all((folder / name).exists() for name in PROGRAMS)), None)


def why_none() -> str:
    """Why the tests have no PostgreSQL server; nothing if they have one."""
    return "" if binaries() else "PostgreSQL is not installed here"


class Server:
    """A server with a superuser `USER` who needs no password."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._as = _unprivileged()
        self._process: subprocess.Popen[bytes] | None = None
        self.port = _free_port()

    @classmethod
    def found(cls) -> Server:
        """A new server, running."""
        server = cls(Path(tempfile.mkdtemp(prefix="thimble-postgresql-")))
        server._initialise()
        server.start()
        return server

    def url(self, database: str) -> str:
        """The DATABASE_URL of a database on it."""
        return f"postgresql+asyncpg://{USER}@127.0.0.1:{self.port}/{database}"

    def start(self) -> None:
        """Start it, and wait until it answers."""
        settings = [word for name, value in SETTINGS.items() for word in ("-c", f"{name}={value}")]
        self._process = subprocess.Popen(
            [_bin("postgres"), "-D", self._data, "-k", self._folder, "-p", str(self.port), *settings],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            **self._as,
        )
        deadline = time.monotonic() + START_SECONDS
        while subprocess.run(
            [_bin("pg_isready"), "-q", "-h", "127.0.0.1", "-p", str(self.port)], check=False
        ).returncode:
            assert time.monotonic() < deadline, "PostgreSQL does not start"
            time.sleep(0.02)

    def stop(self) -> None:
        """Stop it at once; whoever is connected is cut off."""
        if self._process:
            self._process.send_signal(signal.SIGINT)
            self._process.wait()
            self._process = None

    def remove(self) -> None:
        """Stop it, and remove its folder."""
        self.stop()
        shutil.rmtree(self._folder, ignore_errors=True)

    def execute(self, statement: str, database: str = "postgres") -> str:
        """Execute a statement; returns what ``psql`` prints."""
        command = [_bin("psql"), "-qtAX", "-h", "127.0.0.1", "-p", str(self.port), "-U", USER, "-d", database]
        done = subprocess.run([*command, "-c", statement], check=True, capture_output=True, text=True)
        return done.stdout.strip()

    @property
    def _data(self) -> Path:
        return self._folder / "data"

    def _initialise(self) -> None:
        if self._as:
            os.chown(self._folder, self._as["user"], self._as["group"])
        how = ["-U", USER, "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync"]
        command = [_bin("initdb"), "-D", str(self._data), *how]
        subprocess.run(command, check=True, capture_output=True, cwd=self._folder, **self._as)


def _bin(name: str) -> str:
    folder = binaries()
    assert folder is not None
    return str(folder / name)


def _unprivileged() -> Mapping[str, Any]:
    """PostgreSQL refuses to run as root: it then runs as the user whom its package has made."""
    if os.geteuid():
        return {}
    entry = pwd.getpwnam("postgres")
    return {"user": entry.pw_uid, "group": entry.pw_gid, "extra_groups": []}


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port
