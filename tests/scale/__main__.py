"""``python -m tests.scale``: run all of it, and print figures."""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
from pathlib import Path

from tests.scale.races import race
from tests.store.building import url_of
from tests.store.server import OwnServer, binaries


def main() -> int:
    """Run on both kinds of databases. Returns 1 if something is wrong."""
    parser = argparse.ArgumentParser(prog="python -m tests.scale", description=__doc__)
    parser.add_argument("--seconds", type=float, default=25)
    options = parser.parse_args()
    wrong = False
    with tempfile.TemporaryDirectory() as folder:
        wrong |= _race("SQLite", url_of(Path(folder, "games.db")), options.seconds)
    if not binaries():
        print("PostgreSQL is not installed here: not run")
        return int(wrong)
    server = OwnServer()
    try:
        server.execute("CREATE DATABASE races")
        wrong |= _race("PostgreSQL", server.url("races"), options.seconds)
    finally:
        server.remove()
    return int(wrong)


def _race(name: str, url: str, seconds: float) -> bool:
    outcome = asyncio.run(race(url, seconds))
    units, refused = sum(outcome.done.values()), sum(outcome.refused.values())
    print(f"{name:12} races: {units / seconds:.0f} acts a second, {refused} refused, "
          f"{sum(outcome.failed.values())} failed, {len(outcome.wrong)} wrong")  # fmt: skip
    for sentence in [*(f"{count} × {text}" for text, count in outcome.failed.most_common(9)), *outcome.wrong[:9]]:
        print("   ", sentence)
    return bool(outcome.failed or outcome.wrong)


if __name__ == "__main__":
    sys.exit(main())
