"""A program that plays random games until it is killed, and reports every change once it is committed."""

import asyncio
import contextlib
import time
from multiprocessing.connection import Connection
from random import Random

from bot.matches.challenges import Challenges
from bot.matches.match import Match, Refusal
from bot.matches.plan import MOST_ENTRIES
from bot.matches.plans import Plans
from bot.matches.play import Matches
from bot.store.backend.opening import open_database
from game import other
from tests.matches.building import asking, mover_of, random_move
from tests.matches.planning import random_wish
from tests.store.building import CHANNEL

TABLES = 6
"""How many games are played at the same time."""


def clock() -> int:
    return int(time.time())


def play(url: str, seed: int, reports: Connection) -> None:
    """Go on with the games of a database for ever. Reports ``GAME REVISION KIND TEXT`` for each change.

    A report is one write of a few bytes to a pipe: it arrives whole or not at all.
    """
    asyncio.run(_play(url, seed, reports))


async def _play(url: str, seed: int, reports: Connection) -> None:
    database = await open_database(url)
    plans = Plans(database)
    matches, challenges = Matches(database, clock), Challenges(database, clock, max_games=1)
    await asyncio.gather(
        *(_table(matches, plans, challenges, Random(f"{seed} {n}"), reports, n) for n in range(TABLES))
    )


async def _table(
    matches: Matches, plans: Plans, challenges: Challenges, rng: Random, reports: Connection, number: int
) -> None:
    """Two people who play one game after the other."""
    users = (2 * number + 1, 2 * number + 2)
    while True:
        running = await matches.running_of(users[0])
        match = await matches.load(running[0].id) if running else await _start(challenges, users)
        if not running:
            reports.send_bytes(f"{match.id} 0 start {match.setup.first}".encode())
        while not match.outcome:
            seen = match.revision
            match, kind, text = await _change(matches, plans, match, rng)
            number = seen + 1 if kind == "move" else match.revision
            reports.send_bytes(f"{match.id} {number} {kind} {text}".encode())


async def _start(challenges: Challenges, users: tuple[int, int]) -> Match:
    waiting = await challenges.between(CHANNEL, users)  # made before the last kill
    if waiting is None:
        waiting = (await challenges.make(asking(*users, track="revised"))).challenge
    return (await challenges.accept(waiting.id, users[1]))[1]


async def _plan(plans: Plans, match: Match, rng: Random) -> None:
    user, seat = match.opponent(mover_of(match)), other(match.position.turn)
    for _ in range(MOST_ENTRIES):
        with contextlib.suppress(Refusal):  # there are five from before
            await plans.add(match.id, match.revision, user, *random_wish(rng, match.position, seat))


async def _change(matches: Matches, plans: Plans, match: Match, rng: Random) -> tuple[Match, str, str]:
    key = (match.id, match.revision)
    chance = rng.random()
    if chance < 0.01:
        return await matches.resign(*key, rng.choice(match.people)), "resign", ""
    if chance < 0.02:
        return await matches.agree_to_cancel(*key, match.people[0], 2), "cancel", "2"
    if match.undoable and chance < 0.3:
        return await matches.undo(*key, mover_of(match)), "undo", str(match.undoable.move)
    if rng.random() < 0.3:
        await _plan(plans, match, rng)
    move = random_move(rng, match)
    return await matches.play(*key, mover_of(match), move), "move", str(move)
