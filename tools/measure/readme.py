"""``python -m tools.measure.readme``: take the README's pictures and its replay anew. Look at them."""

import asyncio
import io
from pathlib import Path

from PIL import Image

import render
from bot.ui.kit.texts import spoken
from tests.render.scenes import drawn
from tools.measure.browser import Browser
from tools.measure.heights import PATIENCE, SETTLED, heights, opened
from tools.measure.scenes import README, RECORD

PICTURES = {
    "en-US": {"board": Path("docs/board.png"), "panel": Path("docs/panel.png")},
    "de": {"board": Path("docs/board-de.png")},
}
"""Which messages are kept where, in each of Discord's languages."""

REPLAY, POSTER, WALL = (Path("docs", name) for name in ("replay.gif", "poster.png", "wall.png"))

WINDOW = 1280, 1300, 2
"""A window in which a whole message has room: width and height in CSS pixels, pixels of the screen for each."""

NEWEST = "[...document.querySelectorAll('.channel-message')].at(-1)"
BOX = f"""
(() => {{
  const message = {NEWEST}, card = message.querySelector(".component-container").getBoundingClientRect();
  const {{left, top, bottom}} = message.getBoundingClientRect();
  return [left, top, card.right + 16, bottom];
}})()
"""
"""The edges of the newest message: left, top, right, bottom."""


async def main(locale: str) -> None:
    """Play up to move 33 of ``docs/game.txt`` in a language, and keep what Mina then sees."""
    kept = PICTURES[locale]
    async with opened(locale=locale) as (browser, preview):
        async for page, _ in heights(browser, preview, README, language=spoken(locale)):
            if page in kept:
                image = await _picture(browser)
                image.quantize(256, dither=Image.Dither.NONE).save(kept[page], optimize=True)


async def _picture(browser: Browser) -> Image.Image:
    """The newest message. RGB."""
    await browser.resize(*WINDOW)
    newest = await browser.ask(f"{NEWEST}.dataset.messageId")
    await browser.ask(SETTLED % {"message": newest, "width": WINDOW[0], "patience": PATIENCE})
    box = [round(edge * WINDOW[2]) for edge in await browser.ask(BOX)]
    image = Image.open(io.BytesIO(await browser.picture()))
    return image.convert("RGB").crop((box[0], box[1], box[2], box[3]))


if __name__ == "__main__":
    REPLAY.write_bytes(render.gif(render.draw_replay(RECORD)))
    *_, last = RECORD.steps()
    render.draw_poster(last.position, label=("#128", "2026-11-22"), names=("Mina", "Tom")).save(POSTER, optimize=True)
    drawn("wall-7", render.DAYLIGHT).save(WALL, optimize=True)
    for locale in PICTURES:
        asyncio.run(main(locale))
