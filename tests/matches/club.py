"""A club: all that people do, in one database, by a clock that a test sets."""

import random
from collections.abc import Awaitable
from dataclasses import replace
from typing import Any

import pytest

from bot.matches.audit import Audit
from bot.matches.blocks import Blocks
from bot.matches.challenges import Challenges
from bot.matches.daily import Dailies
from bot.matches.duels import Duels
from bot.matches.groups import Groups
from bot.matches.ladders import Ladders
from bot.matches.match import Match, Refusal
from bot.matches.plans import Plans
from bot.matches.play import Matches
from bot.matches.postings import Postings
from bot.matches.preferences import Preferences
from bot.matches.privacy import Privacy
from bot.matches.results import Results
from bot.matches.seats import Rival
from bot.matches.servers import Servers
from bot.matches.solo import Solo
from bot.matches.sundays import Sundays
from bot.matches.threads import GameThreads
from bot.matches.timers import Timers
from bot.matches.walls import Walls
from bot.store.backend.database import Database
from bot.store.games import GameRow, LogRow, find_game, read_log
from game import Automa, parse_move
from tests.matches import building
from tests.matches.building import PACE, Hands, mover_of, new_match
from tests.store.building import CHANNEL, GUILD, MINA, TOM, rows


class Club:
    """One program's view of a database. A player may have three games, or five in groups."""

    def __init__(self, database: Database, clock: Hands) -> None:
        self.database, self.clock = database, clock
        self.read, self.write = database.read, database.write
        self.matches = Matches(database, clock)
        self.load, self.play = self.matches.load, self.matches.play
        self.challenges = Challenges(database, clock, max_games=3, rng=random.Random(1))
        self.groups = Groups(database, clock, max_games=5, rng=random.Random(1))
        self.duels, self.plans = Duels(database, clock), Plans(database)
        self.timers, self.postings, self.threads = Timers(database, clock), Postings(database), GameThreads(database)
        self.blocks, self.preferences = Blocks(database, clock), Preferences(database)
        self.dailies, self.walls = Dailies(database, clock), Walls(database, clock)
        self.sundays = Sundays(database, clock, max_games=5)
        self.results, self.ladders = Results(database), Ladders(database, clock)
        self.servers, self.privacy = Servers(database, clock), Privacy(database, clock)
        self.audit = Audit(database, clock)

    def restarted(self) -> "Club":
        """The same club as a program that has just begun has it, which remembers nothing."""
        return Club(self.database, self.clock)

    @property
    def now(self) -> int:
        return self.clock.now

    @now.setter
    def now(self, now: int) -> None:
        self.clock.now = now

    async def stored(self, match: Match | None = None) -> Match:
        return await building.stored(self.database, match)

    async def paced(self, pace: int | None = PACE) -> Match:
        """A stored game with a pace; Mina moves first."""
        return await self.stored(replace(new_match(), pace=pace))

    async def begun(self, moves: str, match: Match | None = None) -> Match:
        """A stored match in which some moves are made."""
        return await self.played(await self.stored(match), moves)

    async def played(self, match: Match, moves: str) -> Match:
        """The match after some moves, each made by the user to move."""
        for move in moves.split():
            match = await self.play(match.id, match.revision, mover_of(match), parse_move(move))
        return match

    async def given_up(self, moves: int) -> Match:
        """A match that Mina has given up after so many moves."""
        match = await self.begun("+ " * moves)
        return await self.matches.resign(match.id, match.revision, MINA)

    async def undone(self, match: Match) -> Match:
        """The match after its mover has taken the last move back."""
        return await self.matches.undo(match.id, match.revision, mover_of(match))

    async def recorded(self, number: int, users: tuple[int, int] = (MINA, TOM), *, moves: int = 99) -> Match:
        """One of the reference games: see `building.recorded`."""
        return await building.recorded(self.database, self.clock, number, users, moves=moves)

    async def alone(self, opponent: Automa | Rival, *, first: int = 1, seed: int = 1, **asked: Any) -> Match:
        """A game of Mina's that she has begun against a rival or the Automa."""
        solo = Solo(self.database, self.clock, max_games=asked.pop("max_games", 99), rng=random.Random(seed))
        asked = {"guild_id": GUILD, "channel_id": CHANNEL} | asked
        return await solo.start(user=MINA, opponent=opponent, track="classic", first=first, **asked)

    async def played_on(self, match: Match, plies: int = 1_000, seed: int = 1) -> Match:
        """The match after so many random moves of all who play it, or at its end."""
        rng = random.Random(seed)
        for _ in range(plies):
            if match.outcome:
                break
            move = building.random_move(rng, match)
            if match.awaits_rival:
                match = await self.matches.play_for_rival(match, move)
            else:
                match = await self.play(match.id, match.revision, mover_of(match), move)
        return match

    async def not_new(self, *users: int) -> None:
        """Let people have played a game out before."""
        await building.not_new(self.database, *users)

    async def due_in(self) -> dict[str, int]:
        """What is due, and when: the timers of the only game."""
        return {kind: due for kind, _, due in await self.rows("timers")}

    async def refused(self, attempt: Awaitable[object], reason: str) -> Refusal:
        """The refusal of an attempt, after which every table is as before."""
        before = await self.read(rows)
        with pytest.raises(Refusal) as caught:
            await attempt
        assert caught.value.reason == reason
        assert await self.read(rows) == before
        return caught.value

    async def spoil(self, statement: str) -> None:
        """Change something behind the back of all that watches over it, by a statement of SQL."""
        await self.write(lambda connection: connection.exec_driver_sql(statement))

    async def rows(self, table: str) -> list[tuple[Any, ...]]:
        return (await self.read(rows, table))[table]

    async def row(self, match: Match | int) -> GameRow:
        found = await self.read(find_game, match if isinstance(match, int) else match.id)
        assert found is not None
        return found

    async def log(self, match: Match) -> list[LogRow]:
        return await self.read(read_log, match.id)

    async def findings(self, *, repair: bool = False) -> list[str]:
        return [each.sentence for each in (await self.audit.examine(repair=repair)).findings]
