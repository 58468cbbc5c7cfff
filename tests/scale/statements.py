"""How long the statements of clicks, commands and sweeps take in a database with very many games."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable
from random import Random
from statistics import median

from bot.matches.challenges import Challenges, NewChallenge
from bot.matches.match import Match
from bot.matches.play import Matches
from bot.matches.postings import Postings
from bot.matches.preferences import Preferences
from bot.matches.servers import Servers
from bot.matches.solo import Solo
from bot.matches.timers import Timers
from bot.store.backlog import backlog
from bot.store.database import Database
from bot.store.messages import MessageRow
from bot.store.opening import open_database
from game import Automa
from tests.matches.building import random_move
from tests.scale.bigdb import FIRST_MESSAGE, FIRST_USER, PATTERNS, guild_of

TIMES = 40
LIMIT = 0.010
"""The greatest median that is allowed, in seconds."""


def _now() -> int:
    return int(time.time())


async def measure(url: str, games: int) -> dict[str, float]:
    """The median seconds of each."""
    database = await open_database(url)
    acts = _acts(database, games, Random(1))
    medians = {name: await _median(act) for name, act in acts.items()}
    await database.close()
    return medians


async def _median(act: Callable[[], Awaitable[object]]) -> float:
    seconds = []
    for _ in range(TIMES):
        start = time.perf_counter()
        await act()
        seconds.append(time.perf_counter() - start)
    return median(seconds)


def _acts(database: Database, games: int, rng: Random) -> dict[str, Callable[[], Awaitable[object]]]:
    solo, challenges = Solo(database, _now, max_games=9999), Challenges(database, _now, max_games=9999)
    timers, postings, preferences = Timers(database, _now), Postings(database), Preferences(database)
    players = max(games // 10, 1)

    def matches() -> Matches:  # always a new one, which remembers no match
        return Matches(database, _now)

    async def running() -> Match:
        """A running game: the first of the patterns."""
        return await matches().load(1 + PATTERNS * rng.randrange(games // PATTERNS))

    def user() -> int:
        return FIRST_USER + rng.randrange(players)

    async def move() -> None:
        match = await running()
        assert match.mover is not None
        await matches().play(match.id, match.revision, match.mover, random_move(rng, match))

    async def post() -> None:
        match = await running()
        row = MessageRow(rng.randrange(FIRST_MESSAGE), match.id, 1, "board", match.revision, match.to_move, "live")
        await postings.note_post(row, match)
        await postings.forget([each.message_id for each in await postings.doomed(match.id)])

    async def challenge() -> None:
        made = await challenges.make(
            NewChallenge(guild_id=guild_of(1), channel_id=1, challenger=rng.randrange(10**9), challenged=2)
        )
        await challenges.decline(made.challenge.id, 2)

    async def begin() -> None:
        place = guild_of(rng.randrange(5000))
        await solo.start(
            guild_id=place, channel_id=1, user=user(), opponent=Automa("intern", "normal"), track="classic"
        )

    return {
        "load a game": running,
        "load a game, and move": move,
        "load a game, and note its board": post,
        "a board and its messages": lambda: matches().standing(1 + rng.randrange(games)),
        "challenge and decline": challenge,
        "begin a solo game": begin,
        "/games": lambda: matches().running_of(user()),
        "suggest games": lambda: matches().all_of(user(), guild_of(rng.randrange(5000)), 200),
        "newest game here": lambda: matches().newest_of(user(), 1),
        "games of a server": lambda: matches().running_in(guild_of(rng.randrange(5000))),
        "settings": lambda: preferences.change(user(), theme="night"),
        "sweep: timers due": timers.due,
        "sweep: their servers": timers.due_in,
        "sweep: what is not shown": postings.unsettled,
        "sweep: challenges expired": challenges.expired,
        "sweep: challenges not shown": challenges.not_shown,
        "sweep: servers left": Servers(database, _now).purge,
        "sweep: running games": lambda: matches().count_running(),
        "metrics: what is left to do": lambda: database.read(backlog, _now(), 120.0),
    }
