"""``python -m tools.measure [FOLDER]`` (``make measure``): how tall our messages are in a browser, in CSS pixels.

Prints the heights of each message, of its card and of its picture, in all languages. Screenshots go into the folder,
if there is one. The status is 1 if there is no browser, or if a message is taller than its kind may be. Where no font
has the letters of a language (on Debian, ``fonts-noto-cjk`` has those of Korean), boxes of another width are measured.
"""

import argparse
import asyncio
import random
import sys
from collections.abc import Sequence
from pathlib import Path

import discord

from bot.ui.kit.catalogues import SOURCE
from bot.ui.kit.texts import spoken
from tools.measure.browser import NoBrowser
from tools.measure.heights import WINDOWS, Heights, opened, too_tall
from tools.measure.readings import READINGS, SHUFFLED

LOCALES = {spoken(locale.value): locale.value for locale in discord.Locale}
"""One of Discord's languages for each that the bot speaks."""


async def main(folder: Path | None = None, locales: Sequence[str] = ()) -> int:
    """Measure everything and print it, in some of Discord's languages; by default in one for each of ours."""
    tall: list[str] = []
    try:
        for locale in locales or LOCALES.values():
            tall += await _measured(folder, locale)
    except NoBrowser as error:
        print(error, file=sys.stderr)
        return 1
    print("\n".join(("Too tall:", *tall)) if tall else "All messages keep within their limits.")
    return bool(tall)


async def _measured(folder: Path | None, locale: str) -> list[str]:
    """Measure everything in one language and print it; returns the messages that are too tall."""
    tall, language = list[str](), spoken(locale)
    print(f"{language}: message, card, picture".ljust(36), *(window.rjust(14) for window in WINDOWS))
    if folder:
        (folder := folder / language).mkdir(parents=True, exist_ok=True)
    async with opened(random.Random(SHUFFLED), locale) as (browser, preview):
        for read in READINGS:
            async for page, kind, found in read(browser, preview, folder, language):
                over = too_tall(kind, found, in_english=language == SOURCE)
                _print(page, found, over)
                tall += [f"{language}, {page}: {', '.join(over)}"] * bool(over)
    return tall


def _print(name: str, found: Heights, over: Sequence[str]) -> None:
    cells = (f"{one.message} {one.card} {one.picture}".rjust(14) for one in found.values())
    print(name.ljust(36), *cells, *over, flush=True)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tools.measure", description=__doc__)
    parser.add_argument("folder", type=Path, nargs="?", help="where screenshots go")
    parser.add_argument("--locale", action="append", default=[], help="one of Discord's languages, in which they read")
    return parser.parse_args()


if __name__ == "__main__":
    options = _options()
    sys.exit(asyncio.run(main(options.folder, options.locale)))
