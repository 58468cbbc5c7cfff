"""The bot as a process: started, stopped and killed."""

import asyncio
import contextlib
import os
import re
import signal
import sys
import tempfile
from collections.abc import Mapping
from multiprocessing.context import ForkServerProcess
from pathlib import Path

from tests.environment import passed_on
from tests.store.building import PROCESSES, url_of
from tests.wire.fair import FAIR
from tests.wire.launch import launch_forked, set_signals
from tests.wire.ledger import Ledger
from tests.wire.standin import StandIn
from tests.wire.usage import Holding, Usage, children_of, holding_of, usage_of
from tests.wire.world import LONG_ENOUGH

REPOSITORY = Path(__file__).parents[2]
ERRORS = re.compile(
    r"^(?:.*\b(?:ERROR|CRITICAL)\b|Traceback|Exception ignored).*(?:\n(?!\[?\d{4}-\d\d-\d\d |\{\").*)*", re.MULTILINE
)
"""What the log tells of a mistake, up to the next line with a time."""

TOKEN = "MTAx.wire_-.x-YZ_0123456789"  # noqa: S105


class Forked:
    """A process that was forked, as asyncio would show it if it had started it."""

    def __init__(self, process: ForkServerProcess) -> None:
        process.start()
        assert process.pid is not None
        self.pid = process.pid
        self._process = process

    @property
    def returncode(self) -> int | None:
        """Its exit status, or the negative number of the signal that killed it; None while it runs."""
        return self._process.exitcode

    def send_signal(self, how: int) -> None:
        """Send it a signal, unless it has just ended."""
        with contextlib.suppress(ProcessLookupError):  # `returncode` learns it a moment later
            os.kill(self.pid, how)

    async def wait(self) -> int:
        """Wait for its end. Returns its exit status."""
        loop, ended = asyncio.get_running_loop(), asyncio.Event()
        loop.add_reader(self._process.sentinel, ended.set)
        try:
            await ended.wait()
        finally:
            loop.remove_reader(self._process.sentinel)
        self._process.join()
        assert self.returncode is not None
        return self.returncode


class Bot:
    """One bot process, on the database at a URL, or else on a file in its folder. All of a folder write one log.

    It is forked from a process that has imported the bot already, which saves a second of CPU, unless it starts
    ``cold``: then its interpreter is started, as operators do, and runs the program of a checkout. One that
    ``sketches`` sends pictures of one pixel. ``settings`` are added to its environment.
    """

    def __init__(
        self,
        url: str,
        folder: Path,
        sweep: float = 0.5,
        checkout: Path = REPOSITORY,
        *,
        database_url: str = "",
        settings: Mapping[str, str] | None = None,
        sketches: bool = False,
        cold: bool = False,
    ) -> None:
        assert cold or checkout == REPOSITORY, "only this program can be forked"
        self._url = url
        self._folder = folder
        self.database = Ledger(database_url or url_of(self.file))
        self._settings = settings or {}
        self._sweep = sweep
        self._checkout = checkout
        self._sketches = sketches
        self._cold = cold
        self._process: asyncio.subprocess.Process | Forked | None = None

    @property
    def file(self) -> Path:
        """The file with the games, if its database is one."""
        return self._folder / "games.db"

    @property
    def running(self) -> bool:
        """Whether the process runs."""
        return self._process is not None and self._process.returncode is None

    async def start(self, *arguments: str, without: signal.Signals | None = None) -> None:
        """Start it, or its program with arguments.

        With a signal ignored, as a shell does with SIGINT for the background, and `nohup` with SIGHUP.
        """
        self._process = await self._launched(self._folder / "bot.log", *arguments, without=without)

    async def connect(self, discord: StandIn, shards: int = 1) -> None:
        """Start it, and wait until so many shards are connected."""
        await self.start()
        await discord.connected(shards)

    async def run(self, *arguments: str) -> tuple[int, str]:
        """Run the program with arguments until it ends. Returns its status and what it printed."""
        with tempfile.NamedTemporaryFile() as output:
            process = await self._launched(Path(output.name), *arguments)
            status = await process.wait()
            return status, output.read().decode()

    async def _launched(
        self, output: Path, *arguments: str, without: signal.Signals | None = None
    ) -> asyncio.subprocess.Process | Forked:
        environment = passed_on() | {
            "WIRE_URL": self._url,
            "WIRE_SWEEP": f"{self._sweep:g}",  # what launch.py of an older checkout reads
            "SWEEP_SECONDS": f"{self._sweep:g}",
            "DISCORD_TOKEN": TOKEN,
            "DATABASE_URL": self.database.url,
            "MAX_GAMES": "9999",
            "PYTHONPATH": str(self._checkout),
            "WIRE_SKETCHES": "1" if self._sketches else "",
            **self._settings,
        }
        with output.open("ab") as file:
            process: asyncio.subprocess.Process | Forked
            if self._cold:
                process = await asyncio.create_subprocess_exec(
                    *(sys.executable, "-m", "tests.wire.launch", *arguments),
                    cwd=self._folder,
                    env=environment,
                    stdout=file,
                    stderr=asyncio.subprocess.STDOUT,
                    preexec_fn=lambda: set_signals(without),
                )
            else:
                how = (self._folder, environment, arguments, output, without)
                process = Forked(PROCESSES.Process(target=launch_forked, args=how))
        FAIR.watch(process)
        return process

    async def kill(self) -> None:
        """Kill it at once."""
        await self.stop(signal.SIGKILL)

    async def stop(self, how: signal.Signals = signal.SIGTERM, seconds: float = LONG_ENOUGH) -> int:
        """Send it a signal. Returns its exit status. Raises TimeoutError if it lives on."""
        self.send(how)
        return await self.ended(seconds)

    async def ended(self, seconds: float = LONG_ENOUGH) -> int:
        """Wait for it to end by itself. Returns its exit status. Raises TimeoutError if it lives on."""
        assert self._process is not None
        async with asyncio.timeout(seconds):
            return await self._process.wait()

    def send(self, signal_: signal.Signals) -> None:
        """Send it a signal, if it runs."""
        if self._process and self._process.returncode is None:
            self._process.send_signal(signal_)

    @property
    def pid(self) -> int:
        """Its number."""
        assert self._process is not None
        return self._process.pid

    def descriptors(self) -> list[Path]:
        """The files and connections that it has open."""
        return [*Path(f"/proc/{self.pid}/fd").iterdir()]

    def usage(self) -> Usage:
        """What it has used since its start."""
        return usage_of(self.pid)

    def holding(self) -> Holding:
        """What it holds now."""
        assert self._process is not None
        return holding_of(self._process.pid)

    def children(self) -> set[int]:
        """The processes that it has started."""
        assert self._process is not None
        return children_of(self._process.pid)

    def log(self) -> str:
        """What all processes of the folder have logged."""
        path = self._folder / "bot.log"
        return path.read_text("utf-8", "replace") if path.exists() else ""

    def warnings(self) -> list[str]:
        """The lines of the log that tell of what is not as it should be, and not our mistake."""
        return [line for line in self.log().splitlines() if "[WARNING ]" in line]

    def errors(self) -> list[str]:
        """What the log tells of our mistakes, with their tracebacks, in colours or not."""
        plain = re.sub(r"\x1b\[[\d;]*m", "", self.log())
        return [error.rstrip() for error in ERRORS.findall(plain)]
