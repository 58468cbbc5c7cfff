"""A stand-in for systemd: `systemctl` starts and stops real processes, and a start waits until one says it is ready."""

import asyncio
import shutil
import socket
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path
from types import TracebackType
from typing import Self

from tests.wire.process import Bot

SYSTEMCTL = """#!{python}
import socket, sys
line = socket.socket(socket.AF_UNIX)
line.connect({path!r})
line.sendall("\\n".join(sys.argv[1:]).encode())
line.shutdown(socket.SHUT_WR)
sys.exit(int(line.recv(9)))
"""


class Systemd:
    """In ``async with``; ``units`` are processes by the names of their units.

    ``folder`` holds `systemctl` and whatever else of the machine is not to be used; ``asked`` is what it was asked for,
    and each process tells its state to the socket ``notify``.
    """

    def __init__(self, units: Mapping[str, Bot]) -> None:
        self.units = units
        self.asked: list[str] = []
        self.folder = Path(tempfile.mkdtemp(prefix="thimble-"))  # the path of a socket must be short
        self.notify = str(self.folder / "notify")
        self._told = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._told.bind(self.notify)
        self._told.setblocking(False)

    async def __aenter__(self) -> Self:
        path = str(self.folder / "asked")
        self._server = await asyncio.start_unix_server(self._answer, path)
        self.program("systemctl", SYSTEMCTL.format(python=sys.executable, path=path))
        return self

    def program(self, name: str, text: str) -> None:
        """Put a program into the folder."""
        file = self.folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
        file.chmod(0o755)

    async def _answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        verb, *units = (await reader.read()).decode().split("\n")
        self.asked.append(" ".join([verb, *units]))
        done = [await (self.start(unit) if verb == "start" else self._stop(unit)) for unit in units]
        writer.write(b"0" if all(done) else b"1")
        await writer.drain()
        writer.close()

    async def start(self, unit: str) -> bool:
        """Start a unit unless it runs, and wait until it is ready. Returns whether it is."""
        bot = self.units[unit]
        if bot.running:
            return True
        await bot.start()
        ready, ended = asyncio.create_task(self._is_told()), asyncio.create_task(bot.ended())
        done, _ = await asyncio.wait([ready, ended], return_when=asyncio.FIRST_COMPLETED)
        for task in {ready, ended} - done:
            task.cancel()
        return ready in done

    async def _is_told(self) -> None:
        assert await asyncio.get_running_loop().sock_recv(self._told, 99) == b"READY=1"

    async def _stop(self, unit: str) -> bool:
        if self.units[unit].running:
            await self.units[unit].stop()
        return True

    async def __aexit__(self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType) -> None:
        self._server.close()
        await self._server.wait_closed()
        self._told.close()
        shutil.rmtree(self.folder)
