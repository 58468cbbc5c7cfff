"""Several processes that change the same few games at the same time, in all ways that there are.

Some actions are refused; but nothing fails, and nothing is left that contradicts the log.
"""

import asyncio
import time
from collections import Counter
from dataclasses import dataclass, field
from multiprocessing.connection import Connection as Pipe
from random import Random

from sqlalchemy import Connection, text

from bot.clock import now
from bot.matches.audit import Audit
from bot.matches.daily import Dailies
from bot.matches.preferences import Preferences
from bot.store.backend.database import Database
from bot.store.backend.opening import open_database
from tests.store.building import CHANNEL, GUILD, PROCESSES
from tools.scale.workers import PEOPLE, Somebody

WORKERS, TASKS = 2, 8
"""How many processes there are, and how many things each does at a time."""


@dataclass
class Outcome:
    """How many units ran and how many were refused, by kind of act; what failed; and what is wrong at the end."""

    done: Counter[str] = field(default_factory=Counter)
    refused: Counter[str] = field(default_factory=Counter)
    failed: Counter[str] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)


async def race(url: str, seconds: float, seed: int = 1) -> Outcome:
    """Let all processes run for some seconds, and examine the games meanwhile and afterwards."""
    database = await open_database(url)
    await Preferences(database).change_server(GUILD, daily_id=CHANNEL)
    pipes, outcome = [], Outcome()
    for worker in range(WORKERS):
        ours, theirs = PROCESSES.Pipe(duplex=False)
        process = PROCESSES.Process(target=_work, args=(url, f"{seed} {worker}", worker, seconds, theirs))
        process.start()
        pipes.append((process, ours))
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        outcome.wrong += await _examined(database)
        await asyncio.sleep(0.5)
    for process, pipe in pipes:
        done, refused, failed = await asyncio.to_thread(pipe.recv)
        outcome.done += done
        outcome.refused += refused
        outcome.failed += failed
        await asyncio.to_thread(process.join)
    outcome.wrong += await _examined(database)
    await database.close()
    return outcome


async def _examined(database: Database) -> list[str]:
    """Run the doctor, and find games with two boards, and a day that is sewn and has no wall."""
    examined = await Audit(database, now).examine()
    wrong = [f"game {each.game_id}: {each.sentence}" for each in examined.findings]
    today = await Dailies(database, now).today(PEOPLE[0], GUILD)
    wrong += [f"daily quilt {number} has no wall" for number in await database.read(_without_wall, today)]
    return [*wrong, *(f"game {game} has {count} boards" for game, count in await database.read(_boards))]


def _boards(connection: Connection) -> list[tuple[int, int]]:
    query = (
        "SELECT game_id, count(*) FROM messages WHERE role = 'board' AND state = 'live' "
        "GROUP BY game_id HAVING count(*) > 1"
    )
    return [(int(game), int(count)) for game, count in connection.execute(text(query))]


def _without_wall(connection: Connection, today: int) -> list[int]:
    """The number of today, if somebody has finished it and no wall says so."""
    query = (
        "SELECT DISTINCT number FROM dailies WHERE number = :today AND covered IS NOT NULL AND guild_id = :guild "
        "AND NOT EXISTS (SELECT * FROM walls WHERE walls.guild_id = :guild AND walls.number = :today)"
    )
    return list(connection.execute(text(query), {"today": today, "guild": GUILD}).scalars())


def _work(url: str, seed: str, worker: int, seconds: float, pipe: Pipe) -> None:
    pipe.send(asyncio.run(_run(url, seed, worker, seconds)))


async def _run(url: str, seed: str, worker: int, seconds: float) -> tuple[Counter[str], Counter[str], Counter[str]]:
    database = await open_database(url)
    people = [Somebody(database, Random(f"{seed} {task}"), worker * TASKS + task) for task in range(TASKS)]
    await asyncio.gather(*(person.go_on(time.monotonic() + seconds) for person in people))
    await database.close()
    counts = [Counter[str](), Counter[str](), Counter[str]()]
    for person in people:
        for count, more in zip(counts, (person.done, person.refused, person.failed), strict=True):
            count.update(more)
    return counts[0], counts[1], counts[2]
