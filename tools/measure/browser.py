"""A headless Chromium, spoken to by its DevTools protocol: open a page, ask it something, take its picture.

Why: decision 0024.
"""

import asyncio
import base64
import contextlib
import itertools
import json
import shutil
import tempfile
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import aiohttp

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
OPTIONS = (
    *("--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--hide-scrollbars"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync", "--disable-extensions"),
    "--remote-debugging-port=0",
)
START_SECONDS = 60.0

KEYS = {"Tab": (9, ""), "Enter": (13, "\r"), "ArrowDown": (40, ""), "ArrowUp": (38, ""), "Escape": (27, "")}
"""What a key is to Chromium: its code, and what it types."""
SHIFT = 8


@dataclass(frozen=True, slots=True)
class Focus:
    """What has the focus, as a screen reader is told: ``button``, ``Sew here``."""

    role: str
    name: str


class NoBrowser(Exception):
    """There is no Chromium, or it does not start; the text is one sentence that says what to do."""


class Browser:
    """One tab."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        self._socket = socket
        self._numbers = itertools.count(1)

    async def show(self, url: str, width: int, height: int, scale: int) -> None:
        """Open an address in a window of so many CSS pixels, each ``scale`` pixels of the screen wide."""
        await self.resize(width, height, scale)
        await self._send("Page.navigate", url=url)

    async def resize(self, width: int, height: int, scale: int) -> None:
        """Make the window another one; a ``scale`` above 1 makes it a phone's."""
        size = {"width": width, "height": height, "deviceScaleFactor": scale, "mobile": scale > 1}
        await self._send("Emulation.setDeviceMetricsOverride", **size)

    async def ask(self, script: str) -> Any:
        """The value of a JavaScript expression; a promise is waited for."""
        answer = await self._send("Runtime.evaluate", expression=script, awaitPromise=True, returnByValue=True)
        assert "exceptionDetails" not in answer, answer["exceptionDetails"]
        return answer["result"].get("value")

    async def press(self, key: str, *, shift: bool = False) -> None:
        """Press and release one of `KEYS`."""
        code, text = KEYS[key]
        what = {"key": key, "code": key, "windowsVirtualKeyCode": code, "modifiers": SHIFT if shift else 0}
        await self._send("Input.dispatchKeyEvent", type="keyDown" if text else "rawKeyDown", text=text, **what)
        await self._send("Input.dispatchKeyEvent", type="keyUp", **what)

    async def type(self, text: str) -> None:
        """Type a text, key by key."""
        for character in text:
            await self._send("Input.dispatchKeyEvent", type="keyDown", key=character, text=character)
            await self._send("Input.dispatchKeyEvent", type="keyUp", key=character)

    async def focus(self) -> Focus:
        """Find what has the focus; nothing, in a page that is still empty."""
        found = await self._send("Runtime.evaluate", expression="document.activeElement")
        there = found["result"].get("objectId")
        if there is None:
            return Focus("", "")
        tree = await self._send("Accessibility.getPartialAXTree", objectId=there, fetchRelatives=False)
        node = tree["nodes"][0]
        return Focus(*(node.get(part, {}).get("value", "") for part in ("role", "name")))

    async def picture(self) -> bytes:
        """Photograph what the window shows, as PNG."""
        return base64.b64decode((await self._send("Page.captureScreenshot", format="png"))["data"])

    async def _send(self, method: str, **what: Any) -> Any:
        number = next(self._numbers)
        await self._socket.send_str(json.dumps({"id": number, "method": method, "params": what}))
        while True:
            answer = await self._socket.receive_json()
            if answer.get("id") == number:
                assert "error" not in answer, answer["error"]
                return answer["result"]


@contextlib.asynccontextmanager
async def open_browser() -> AsyncIterator[Browser]:
    """Start a Chromium of its own, and end it. Raises NoBrowser."""
    program = next(filter(None, map(shutil.which, NAMES)), None)
    if program is None:
        raise NoBrowser(f"There is no Chromium here: install one, so that one of {', '.join(NAMES)} is on your PATH.")
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        quiet = asyncio.subprocess.DEVNULL
        process = await asyncio.create_subprocess_exec(
            program, *OPTIONS, f"--user-data-dir={folder}", "about:blank", stdout=quiet, stderr=quiet
        )
        try:
            port = await _port(Path(folder), program)
            async with (
                aiohttp.ClientSession() as session,
                session.get(f"http://127.0.0.1:{port}/json") as answer,
                session.ws_connect(
                    next(tab["webSocketDebuggerUrl"] for tab in await answer.json() if tab["type"] == "page"),
                    max_msg_size=0,
                ) as socket,
            ):
                yield Browser(socket)
        finally:
            process.terminate()
            await process.wait()


async def _port(folder: Path, program: str) -> int:
    """Find where the browser listens: it writes that into its folder."""
    told = folder / "DevToolsActivePort"
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(START_SECONDS):
            while True:
                if told.exists() and (text := told.read_text()):
                    return int(text.split()[0])
                await asyncio.sleep(0.1)
    raise NoBrowser(
        f"{program} does not start within {START_SECONDS:.0f} seconds: try it with {' '.join(OPTIONS[:3])}."
    )
