"""``python -m tests.measure [FOLDER]`` (``make measure``): how tall our messages are in a browser, in CSS pixels.

Prints the whole message and its picture, on a desktop and on a phone. Screenshots go into the folder, if there is one.
"""

from __future__ import annotations

import asyncio
import socket
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

import discord
import simcord

from bot.client import Client
from tests.measure.browser import Browser, NoBrowser, open_browser
from tests.measure.scenes import SCENES, begun
from tests.playground.playground import open_playground
from tests.ui.world import controls, ids

WINDOWS = {"desktop": (1280, 900, 1), "phone": (390, 844, 2)}
"""Width and height of a window in CSS pixels, and how many pixels of the screen each of them is wide."""

LIMITS = {"desktop": 740, "phone": 620}
"""How tall a board of a usual turn may be."""

SETTLED = """
new Promise((done, fail) => {
  let last = "", since = Date.now(), begun = Date.now();
  const look = () => {
    const message = document.querySelector('.channel-message[data-message-id="%s"]');
    const pictures = message ? [...message.querySelectorAll("img")] : [];
    const ready = message && pictures.every((one) => one.complete && one.naturalWidth);
    if (message) message.scrollIntoView({block: "end"});
    const heights = ready ? [message.getBoundingClientRect().height,
      Math.max(0, ...pictures.map((one) => one.getBoundingClientRect().height))].map(Math.round).join(" ") : "";
    if (heights !== last) { last = heights; since = Date.now(); }
    if (last && Date.now() - since > 700) return done(last);
    if (Date.now() - begun > 30000) return fail("The message does not come to rest.");
    setTimeout(look, 100);
  };
  look();
})
"""
"""Waits until a message and its pictures are there and keep their size; then their heights."""


@dataclass(frozen=True, slots=True)
class Size:
    """Heights in CSS pixels: of a whole message, and of its picture."""

    message: int
    picture: int


async def main() -> int:
    """Measure everything. Returns the exit status: 1 if there is no browser."""
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else None
    if folder:
        folder.mkdir(parents=True, exist_ok=True)
    try:
        with tempfile.TemporaryDirectory() as kept:
            async with open_browser() as browser, open_playground(_free_port(), Path(kept) / "games.db") as preview:
                width, height, scale = WINDOWS["desktop"]
                await browser.show(preview.url, width, height, scale)
                print(f"{'':32}{'desktop':>20}{'phone':>20}\n{'':32}" + f"{'message (picture)':>20}" * 2)
                for scene in SCENES:
                    await _measure(browser, preview, scene, folder)
    except NoBrowser as error:
        print(error, file=sys.stderr)
        return 1
    print(f"A board of a usual turn may be {LIMITS['desktop']} and {LIMITS['phone']} pixels tall.")
    return 0


async def _measure(browser: Browser, preview: simcord.Preview, scene: str, folder: Path | None) -> None:
    """Measure the board of a scene, and what Mina comes to see in private when she takes her turn."""
    mina, tom = preview.viewers
    client = preview.env.bot
    assert isinstance(client, Client)
    with preview.env.time_context():
        await begun(client.app, preview.channel, mina.id, tom.id, scene)
    board = [message for message in preview.channel.history() if ":board:" in str(ids(message))][-1]
    await _row(browser, board, f"{scene}: board", folder)
    home = await _press(mina, await _press(mina, board, "more"), "home")
    await _row(browser, home, f"{scene}: own board", folder)
    panel = await _press(mina, home, *(("leather",) if scene == "leather" else ("1", "2", "3")))
    await _row(browser, panel, f"{scene}: panel", folder)
    await _row(browser, await _press(mina, panel, "sew"), f"{scene}: played", folder)


async def _press(who: simcord.MemberActor, message: discord.Message, *buttons: str) -> discord.Message:
    """Press the first of some buttons that there is; returns the private answer, or the message itself."""
    usable = [item["custom_id"] for item in controls(message)]
    wanted = [one for button in buttons for one in usable if one.endswith(f":{button}")]
    result = await who.click(message, custom_id=wanted[0])
    return (result.response.message if result.response else None) or message


async def _row(browser: Browser, message: discord.Message, name: str, folder: Path | None) -> None:
    """Print the heights of a message in every window."""
    cells = []
    for window, (width, height, scale) in WINDOWS.items():
        await browser.resize(width, height, scale)
        whole, picture = (await browser.ask(SETTLED % message.id)).split()
        cells.append(f"{f'{whole} ({picture})':>20}")
        if folder:
            (folder / f"{name.replace(': ', '-').replace(' ', '-')}-{window}.png").write_bytes(await browser.picture())
    print(f"{name:32}{''.join(cells)}", flush=True)


def _free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as server:
        return int(server.getsockname()[1])


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
