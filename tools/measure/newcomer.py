"""``python -m tools.measure.newcomer``: a newcomer's first evening in Chromium, by keyboard alone.

Mina challenges Tom, each takes a turn, and she reads the lesson and steps through the replay. Nothing is clicked:
Shift-Tab leads back from the end of the page to what is newest, as it does somebody who cannot see it. Each step is
printed with the keys it took. The status is 1 if a step fails, or if there is no browser.
"""

import asyncio
import random
import re
import sys
import time
from collections.abc import Awaitable, Callable

from bot.ui.kit.brand import GAME, ROOT
from tools.measure.browser import Browser, NoBrowser
from tools.measure.heights import opened

FAR, PATIENCE = 60, 20.0
"""How many times somebody presses Tab, and how many seconds they wait, before they give up."""

SHUFFLED = 1
"""Shuffles a game in which Mina begins and can pay for the first patch."""

NEWEST = """
(() => {
  const message = [...document.querySelectorAll(".channel-message")].at(-1)?.cloneNode(true);
  if (!message) return "";
  message.querySelectorAll("img").forEach((image) => image.replaceWith(image.alt));
  return message.textContent;
})()
"""
"""What the newest message says, with the names of its pictures."""

OFFERED = "[...document.querySelectorAll('[role=option]')].map((option) => option.textContent).join('\\n')"
"""What a list offers that stands open."""


class Lost(Exception):
    """A newcomer does not get on; the text says what they looked for."""


class Newcomer:
    """Somebody who looks at the playground with a keyboard and a screen reader."""

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self.name = "Mina"
        self.keys = 0
        """How many keys were pressed."""

    async def become(self, name: str) -> None:
        """Be somebody else from now on; the keys for that do not count."""
        keys = self.keys
        await self._reach("combobox", "Viewing as")
        await self._browser.type(name[0])
        await asyncio.sleep(1)
        self.name, self.keys = name, keys

    async def command(self, words: str, friend: str = "") -> None:
        """Type a command, with the friend it asks for, and send it."""
        await self._reach("textbox", "Message")
        await self._type(f"/{ROOT} {words}", offered=f"/{ROOT} {words}")
        await self._key("Enter")
        if friend:
            await self._until(self._is_at, "friend, required")
            await self._type(friend, offered=friend)
            await self._key("Enter")
        await self._until(self._is_at, f"friend: @{friend}; edit" if friend else f"Command /{ROOT} {words}")
        await self._reach("button", "Send", shift=False)
        await self._key("Enter")

    async def press(self, button: str, *, ahead: bool = False) -> None:
        """Go to the newest button whose whole name is as this pattern says, or to the next one ahead, and press it."""
        await self._reach("button", button, shift=not ahead)
        await self._key("Enter")

    async def hears(self, *words: str) -> None:
        """Wait until the newest message says all this, in this order."""
        await self._until(self._says, ".*".join(map(re.escape, words)))

    async def _reach(self, role: str, name: str, *, shift: bool = True) -> None:
        passed: list[str] = []
        for _ in range(FAR):
            focus = await self._browser.focus()
            if focus.role == role and re.fullmatch(name, focus.name):
                return
            passed.append(f"{focus.role} {focus.name}")
            await self._key("Tab", shift=shift)
        raise Lost(f"{self.name} finds no {role} {name}, but {', '.join(dict.fromkeys(passed))}.")

    async def _key(self, key: str, *, shift: bool = False) -> None:
        await self._browser.press(key, shift=shift)
        self.keys += 1

    async def _type(self, text: str, offered: str) -> None:
        await self._browser.type(text)
        self.keys += len(text)
        await self._until(self._is_offered, offered)

    async def _until(self, comes: Callable[[str], Awaitable[bool]], what: str) -> None:
        end = time.monotonic() + PATIENCE
        while not await comes(what):
            if time.monotonic() > end:
                focus = await self._browser.focus()
                message = await self._browser.ask(NEWEST)
                raise Lost(f"{self.name} waits for “{what}” at {focus}, and hears: {message}")
            await asyncio.sleep(0.1)

    async def _is_at(self, name: str) -> bool:
        return (await self._browser.focus()).name == name

    async def _is_offered(self, option: str) -> bool:
        return option in (await self._browser.ask(OFFERED)).partition("\n")[0]  # Enter takes the first

    async def _says(self, pattern: str) -> bool:
        return re.search(pattern, await self._browser.ask(NEWEST), re.DOTALL) is not None


async def evening(browser: Browser) -> None:
    """All of it, of the game that `SHUFFLED` makes. Raises Lost."""
    one = Newcomer(browser)
    await one.hears("Welcome!")

    async def step(what: str, doing: Awaitable[None], *heard: str) -> None:
        keys = one.keys
        await doing
        await one.hears(*heard)
        print(f"{one.name} {what}".ljust(30), f"keys: {one.keys - keys:2}   hears: … {' … '.join(heard)} …", flush=True)

    await step("challenges Tom", one.command("challenge", "Tom"), f"@Tom, a game of {GAME}?", "Accept", "Rules")
    await one.become("Tom")
    await step("accepts", one.press("Accept"), "@Mina to move", "Patch 1, the fishtail, is 6 squares")
    await one.become("Mina")
    await step("chooses patch 1", one.press("fishtail 1"), "would cover B1", "then @Tom")
    await step("sews it", one.press("Sew here"), "@Tom to move", "@Mina: fishtail")
    await one.become("Tom")
    await step("chooses patch 1", one.press("letter_H 1"), "letter H would cover B1")
    await step("sews it", one.press("Sew here"), "You move once more")
    await step("would advance", one.press(r"\w+ Advance \+4"), "You would have 7")
    await step("advances", one.press(r"Advance \+4"), "You advanced 4 spaces", "@Mina is next")
    await one.become("Mina")
    await step("asks for more", one.press("More"), "All patches", "Replay")
    await step("asks for the replay", one.press("Replay"), "Replay of game 1", "Move 3 of 3", "Advance")
    await step("steps back", one.press("Back"), "Move 2 of 3", "@Tom")
    await step("goes to the start", one.press("First"), "Before move 1 of 3")
    await step("steps ahead", one.press("Next"), "Move 1 of 3", "You: fishtail")
    await step("asks for the lesson", one.command("learn"), "Two quilts", "1 of 7")
    await step("turns the page", one.press("Next"), "Buying a patch", "2 of 7")
    await step("tries the second patch", one.press(r"\w+ 2"), "You paid 2", "3 spaces")
    await step("turns the page", one.press("Next", ahead=True), "3 of 7", "Turn the patch")
    await step("moves the patch", one.press("↑"), "would cover E5 to G5")
    await step("sews it on", one.press("Sew here"), "You have sewn it on")
    for number, topic in enumerate(("time board", "printed on your quilt", "leather", "game ends"), 4):
        await step("turns the page", one.press("Next", ahead=True), f"{number} of 7", topic)


async def main() -> int:
    """Play the evening and print it."""
    begun = time.monotonic()
    try:
        async with opened(random.Random(SHUFFLED)) as (browser, _):
            await evening(browser)
    except (Lost, NoBrowser) as error:
        print(error, file=sys.stderr)
        return 1
    print(f"By keyboard alone, in {time.monotonic() - begun:.0f} seconds.")
    return 0


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
