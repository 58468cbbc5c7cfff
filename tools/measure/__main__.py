"""``python -m tools.measure [FOLDER]`` (``make measure``): how tall our messages are in a browser, in CSS pixels.

Prints the heights of each message and of its picture. Screenshots go into the folder, if there is one. The status is 1
if there is no browser, or if a board of a usual turn or another page of any is too tall.
"""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

from tools.measure.browser import NoBrowser
from tools.measure.heights import LIMITS, WINDOWS, Heights, fits, has_limit, heights, opened, readings
from tools.measure.scenes import SCENES


async def main(folder: Path | None = None) -> int:
    """Measure everything and print it."""
    try:
        async with opened() as (browser, preview):
            print("message (picture)".ljust(32), *(window.rjust(14) for window in WINDOWS))
            all_fit = True
            async for page, found in readings(browser, preview, folder):
                _print(page, found)
                all_fit = all_fit and fits(page, found)
            for scene in SCENES:
                async for page, found in heights(browser, preview, scene, folder):
                    _print(f"{scene}: {page}", found)
                    all_fit = all_fit and (fits(page, found) or not has_limit(scene, page))
    except NoBrowser as error:
        print(error, file=sys.stderr)
        return 1
    limits = " and ".join(f"{most} on a {window}" for window, most in LIMITS.items())
    print(f"Boards of a usual turn and all other pages {'are' if all_fit else 'are not'} within {limits}.")
    return not all_fit


def _print(name: str, found: Heights) -> None:
    cells = (f"{one.message} ({one.picture})".rjust(14) for one in found.values())
    print(name.ljust(32), *cells, flush=True)


def _folder() -> Path | None:
    """Say where screenshots go."""
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else None
    if folder:
        folder.mkdir(parents=True, exist_ok=True)
    return folder


if __name__ == "__main__":
    sys.exit(asyncio.run(main(_folder())))
