"""``python -m tests.scale``: what many games, and several processes, do to a database; on both kinds, with figures."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from bot.store.opening import open_database
from tests.scale.bigdb import fill, size_of
from tests.scale.races import race
from tests.scale.statements import LIMIT, measure
from tests.store.building import url_of
from tests.store.server import OwnServer, binaries

MOST_BYTES = 6_000
"""How large a game may be, with its log of some forty events, its board and all indexes."""


def main() -> int:
    """Run what is asked for. Returns 1 if something is wrong."""
    options = _options()
    with _databases() as databases:
        results = [_ACTS[options.act](name, url, options) for name, url in databases.items()]
    return 0 if all(results) else 1


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.scale", description=__doc__)
    acts = parser.add_subparsers(dest="act", required=True, metavar="ACT")
    races = acts.add_parser("races", help="two processes that change the same games at the same time")
    races.add_argument("--seconds", type=float, default=25, help="default: %(default)s")
    big = acts.add_parser("big", help="the time of every statement in a database with very many games")
    big.add_argument("--games", type=int, default=100_000, help="default: %(default)s")
    return parser.parse_args()


@contextlib.contextmanager
def _databases() -> Iterator[dict[str, str]]:
    """New databases to work on, by what they are."""
    with tempfile.TemporaryDirectory() as folder:
        databases = {"SQLite": url_of(Path(folder, "games.db"))}
        if not binaries():
            print("PostgreSQL is not installed here: not run")
            yield databases
            return
        server = OwnServer()
        try:
            server.execute("CREATE DATABASE games")
            yield databases | {"PostgreSQL": server.url("games")}
        finally:
            server.remove()


def _races(name: str, url: str, options: argparse.Namespace) -> bool:
    outcome = asyncio.run(race(url, options.seconds))
    done, refused, failed = (sum(each.values()) for each in (outcome.done, outcome.refused, outcome.failed))
    figures = f"{done / options.seconds:.0f} acts a second, {refused} refused, {failed} failed"
    print(f"{name:12} races: {figures}, {len(outcome.wrong)} wrong")
    for sentence in [*(f"{count} × {text}" for text, count in outcome.failed.most_common(9)), *outcome.wrong[:9]]:
        print("   ", sentence)
    return not (outcome.failed or outcome.wrong)


def _big(name: str, url: str, options: argparse.Namespace) -> bool:
    games, size, medians = asyncio.run(_measured(url, options.games))
    print(f"{name}: {games} games, {size / games:.0f} bytes a game")
    for act, seconds in medians.items():
        print(f"    {act:34} {seconds * 1000:7.1f} ms" + "  too slow" * (seconds > LIMIT))
    return size / games <= MOST_BYTES and max(medians.values()) <= LIMIT


async def _measured(url: str, wanted: int) -> tuple[int, int, dict[str, float]]:
    games = await fill(url, wanted)
    database = await open_database(url)
    size = await size_of(database, url)
    await database.close()
    return games, size, await measure(url, games)


_ACTS = {"races": _races, "big": _big}


if __name__ == "__main__":
    sys.exit(main())
