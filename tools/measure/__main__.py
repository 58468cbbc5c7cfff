"""``python -m tools.measure [FOLDER]`` (``make measure``): how tall our messages are in a browser, in CSS pixels.

Prints the heights of each message and of its picture. Screenshots go into the folder, if there is one. The status is 1
if there is no browser, or if a board of a usual turn, the first page of a game, or a page of any turn, of the lesson or
of the help is too tall.
"""

import argparse
import asyncio
import random
import sys
from pathlib import Path

from bot.ui.kit.catalogues import SOURCE
from bot.ui.kit.texts import spoken
from tools.measure.browser import NoBrowser
from tools.measure.heights import LIMITS, WINDOWS, Heights, fits, has_limit, heights, opened
from tools.measure.readings import SHUFFLED, beginnings, dailies, readings, reviews
from tools.measure.scenes import SCENES

OTHERS = 1.1
"""How many times as tall as in English messages may be in another language."""


async def main(folder: Path | None = None, locale: str = "en-US") -> int:
    """Measure everything and print it, in a language of Discord's."""
    language = spoken(locale)
    more = 1 if language == SOURCE else OTHERS
    try:
        async with opened(random.Random(SHUFFLED), locale) as (browser, preview):
            print("message (picture)".ljust(32), *(window.rjust(14) for window in WINDOWS))
            all_fit = True
            for read in (readings, beginnings):
                async for page, found in read(browser, preview, folder):
                    _print(page, found)
                    all_fit = all_fit and fits(page, found, more)
            for beside in (reviews, dailies):
                async for page, found in beside(browser, preview, folder, language):
                    _print(page, found)
            for scene in SCENES:
                async for page, found in heights(browser, preview, scene, folder, language):
                    _print(f"{scene}: {page}", found)
                    all_fit = all_fit and (fits(page, found, more) or not has_limit(scene, page))
    except NoBrowser as error:
        print(error, file=sys.stderr)
        return 1
    limits = " and ".join(f"{more * most:.0f} on a {window}" for window, most in LIMITS.items())
    told = "are" if all_fit else "are not"
    print(f"Boards of a usual turn, and pages of first and other turns, lesson and help, {told} within {limits}.")
    return not all_fit


def _print(name: str, found: Heights) -> None:
    cells = (f"{one.message} ({one.picture})".rjust(14) for one in found.values())
    print(name.ljust(32), *cells, flush=True)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tools.measure", description=__doc__)
    parser.add_argument("folder", type=Path, nargs="?", help="where screenshots go")
    parser.add_argument("--locale", default="en-US", help="the language of Discord's in which they read")
    return parser.parse_args()


if __name__ == "__main__":
    options = _options()
    if options.folder:
        options.folder.mkdir(parents=True, exist_ok=True)
    sys.exit(asyncio.run(main(options.folder, options.locale)))
