"""``python -m tools.scale``: what many games, and several processes, do to a database; on both kinds, with figures."""

import argparse
import asyncio
import sys
import tempfile
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

from bot.store.backend.opening import open_database
from tests.store.server import new_databases
from tests.wire.crowd import Outcome
from tests.wire.standby import standby
from tools.scale.bigdb import fill, size_of, vacuum
from tools.scale.limit import limit
from tools.scale.midnight import midnight
from tools.scale.races import race
from tools.scale.restarts import restarts
from tools.scale.shards import shards
from tools.scale.starting import start_cost
from tools.scale.statements import Measured, measure

SEVERAL = ("shards", "restarts", "clocks")
"""Acts of several processes, which need PostgreSQL."""

CLOCKS = (300, -1000, 0, 1000, -300)
"""Seconds by which the clocks of one process after the other are off."""

MOST_BYTES = 6_000
"""How large a game may be, with its log of some forty events, its board and all indexes."""


def main() -> int:
    """Run what is asked for. Returns 1 if something is wrong."""
    options = _options()
    kept: Path | None = getattr(options, "keep", None)
    with tempfile.TemporaryDirectory() as folder, new_databases(kept or Path(folder), kept=bool(kept)) as urls:
        kinds = ["PostgreSQL"] if options.act in SEVERAL else [*urls]
        results = [_ACTS[options.act](kind, urls[kind], options) for kind in kinds if kind in urls]
    return 0 if all(results) else 1


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tools.scale", description=__doc__)
    acts = parser.add_subparsers(dest="act", required=True, metavar="ACT")
    races = acts.add_parser("races", help="two processes that change the same games at the same time")
    races.add_argument("--seconds", type=float, default=25, help="default: %(default)s")
    several = acts.add_parser("shards", help="two processes that have shards of their own")
    several.add_argument("--seconds", type=float, default=15, help="default: %(default)s")
    rolling = acts.add_parser("restarts", help="new processes that are started and old ones stopped while people play")
    rolling.add_argument("--times", type=int, default=3, help="default: %(default)s")
    rolling.add_argument("--pause", type=float, default=8, help="seconds of play between them; default: %(default)s")
    wrong = acts.add_parser("clocks", help="the same, on machines whose clocks are wrong")
    wrong.add_argument("--times", type=int, default=4, help="default: %(default)s")
    wrong.add_argument("--pause", type=float, default=4, help="seconds of play between them; default: %(default)s")
    beside = acts.add_parser("standby", help="a process that is lost while another one waits")
    beside.add_argument("--pause", type=float, default=6, help="seconds of play before each; default: %(default)s")
    limited = acts.add_parser("limit", help="more clicks than Discord takes requests")
    limited.add_argument("--seconds", type=float, default=20, help="default: %(default)s")
    evening = acts.add_parser("evening", help="the same where nobody talks, so that boards stay the newest message")
    evening.add_argument("--seconds", type=float, default=20, help="default: %(default)s")
    day = acts.add_parser("midnight", help="many walls of daily quilts that go up at once, and kills meanwhile")
    day.add_argument("--walls", type=int, default=1_000, help="default: %(default)s")
    big = acts.add_parser("big", help="the time of every statement in a database with very many games")
    big.add_argument("--games", type=int, default=100_000, help="default: %(default)s")
    big.add_argument(
        "--keep", type=Path, metavar="FOLDER", help="leave the databases there, and measure them again next time"
    )
    return parser.parse_args()


def _races(name: str, url: str, options: argparse.Namespace) -> bool:
    outcome = asyncio.run(race(url, options.seconds))
    done, refused, failed = (sum(each.values()) for each in (outcome.done, outcome.refused, outcome.failed))
    figures = f"{done / options.seconds:.0f} acts a second, {refused} refused, {failed} failed"
    print(f"{name:12} races: {figures}, {len(outcome.wrong)} wrong")
    for sentence in [*(f"{count} × {text}" for text, count in outcome.failed.most_common(9)), *outcome.wrong[:9]]:
        print("   ", sentence)
    return not (outcome.failed or outcome.wrong)


def _shards(kind: str, url: str, options: argparse.Namespace) -> bool:
    return _told(kind, "shards", lambda folder: shards(url, folder, options.seconds))


def _restarts(kind: str, url: str, options: argparse.Namespace) -> bool:
    return _told(kind, "restarts", lambda folder: restarts(url, folder, options.times, options.pause))


def _clocks(kind: str, url: str, options: argparse.Namespace) -> bool:
    return _told(kind, "clocks", lambda folder: restarts(url, folder, options.times, options.pause, CLOCKS))


def _standby(kind: str, url: str, options: argparse.Namespace) -> bool:
    return _told(kind, "standby", lambda folder: standby(url, folder, options.pause))


def _limit(kind: str, url: str, options: argparse.Namespace) -> bool:
    return _told(kind, "limit", lambda folder: limit(url, folder, options.seconds))


def _evening(kind: str, url: str, options: argparse.Namespace) -> bool:
    return _told(kind, "evening", lambda folder: limit(url, folder, options.seconds, talking=False))


def _midnight(kind: str, url: str, options: argparse.Namespace) -> bool:
    return _told(kind, "midnight", lambda folder: midnight(url, folder, options.walls))


def _told(kind: str, act: str, run: Callable[[Path], Coroutine[Any, Any, Outcome]]) -> bool:
    """Print the figures of a run in one line, and below it what is wrong. Returns whether nothing is."""
    with tempfile.TemporaryDirectory() as folder:
        outcome = asyncio.run(run(Path(folder)))
    print(f"{kind:12} {act}: {outcome.line}", flush=True)
    for sentence in outcome.wrong[:9]:
        print("   ", sentence)
    return not outcome.wrong


def _big(name: str, url: str, options: argparse.Namespace) -> bool:
    games, size, acts = asyncio.run(_measured(url, options.games))
    print(f"{name}: {games} games, {size / games:.0f} bytes a game")
    print(f"    a start: ready after {asyncio.run(start_cost(url)):.2f} s of CPU")
    print(f"    {'':36}longest unit   slowest statement")
    for each in acts:
        print(f"    {each.act:36}{each.unit * 1000:9.1f} ms {each.statement * 1000:16.1f} ms  {each.wrong}".rstrip())
    return size / games <= MOST_BYTES and not any(each.wrong for each in acts)


async def _measured(url: str, wanted: int) -> tuple[int, int, list[Measured]]:
    games = await fill(url, wanted)
    await vacuum(url)
    database = await open_database(url)
    size = await size_of(database, url)
    await database.close()
    return games, size, await measure(url, games)


_ACTS = {
    "races": _races,
    "shards": _shards,
    "restarts": _restarts,
    "clocks": _clocks,
    "standby": _standby,
    "limit": _limit,
    "evening": _evening,
    "midnight": _midnight,
    "big": _big,
}


if __name__ == "__main__":
    sys.exit(main())
