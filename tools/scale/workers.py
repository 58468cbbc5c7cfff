"""Somebody who changes the same few games as others do, in all ways that there are."""

import itertools
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from random import Random

from sqlalchemy import Connection, text

from bot.clock import now
from bot.matches.blocks import Blocks
from bot.matches.challenge import NewChallenge
from bot.matches.challenges import Challenges
from bot.matches.daily import Dailies
from bot.matches.days import OPEN_DAYS
from bot.matches.group_course import NewGroup
from bot.matches.groups import Groups
from bot.matches.match import Match, Refusal
from bot.matches.plans import Plans
from bot.matches.play import Matches
from bot.matches.postings import Postings
from bot.matches.preferences import Preferences
from bot.matches.privacy import Privacy
from bot.matches.solo import Solo
from bot.matches.threads import GameThreads
from bot.matches.timers import Timers
from bot.matches.walls import Walls
from bot.store.backend.database import Database
from bot.store.messages import MessageRow
from bot.store.timers import TimerRow
from daily import Attempt
from game import Automa, other
from game.tidy import tidiest
from tests.matches.building import random_move
from tests.matches.planning import random_wish
from tests.store.building import CHANNEL, GUILD

GAMES = 6
"""How many games run at a time."""

LEAST = 40
"""How many things somebody tries to do at least, however long that takes."""

PEOPLE = range(101, 101 + GAMES)
"""So few that two of them often want something of the same person at once."""


class Somebody:
    """Does one thing after the other, each time as somebody else."""

    def __init__(self, database: Database, rng: Random, number: int) -> None:
        self._rng = rng
        self._database = database
        self._messages = itertools.count(10_000_000 * (number + 1))
        self._matches = Matches(database, now)
        self._blocks = Blocks(database, now)
        self._challenges = Challenges(database, now, max_games=GAMES)
        self._groups = Groups(database, now, max_games=2 * GAMES)
        self._solo = Solo(database, now, max_games=GAMES)
        self._timers = Timers(database, now)
        self._postings = Postings(database)
        self._places = GameThreads(database)
        self._preferences = Preferences(database)
        self._plans = Plans(database)
        self._privacy = Privacy(database, now)
        self._dailies = Dailies(database, now)
        self._walls = Walls(database, now)
        self.done: Counter[str] = Counter()
        self.refused: Counter[str] = Counter()
        self.failed: Counter[str] = Counter()

    async def go_on(self, until: float) -> None:
        """Do something, until the time is up; on a busy machine somewhat longer."""
        acts: list[tuple[int, Callable[[], Awaitable[object]]]] = [
            (30, self._play), (20, self._plan), (10, self._post), (10, self._edit), (5, self._clock),
            (3, self._vacation), (2, self._close), (6, self._begin), (4, self._choose), (3, self._block),
            (1, self._forget), (2, self._doom), (4, self._group), (2, self._leave_group),
            (8, self._sew), (3, self._show_walls), (1, self._move_walls),
        ]  # fmt: skip
        weights = [weight for weight, _ in acts]
        while time.monotonic() < until or self._tried < LEAST:
            (_, act), *_ = self._rng.choices(acts, weights)
            name = act.__name__.strip("_")
            try:
                await act()
            except Refusal:
                self.refused[name] += 1
            except Exception as error:
                self.failed[f"{name}: {type(error).__name__}: {str(error).splitlines()[0][:200]}"] += 1
            else:
                self.done[name] += 1

    @property
    def _tried(self) -> int:
        return sum(count.total() for count in (self.done, self.refused, self.failed))

    @property
    def _person(self) -> int:
        return self._rng.choice(PEOPLE)

    async def _match(self) -> Match:
        """A running game, the same for many."""
        rows = await self._matches.running_of(self._person)
        if not rows:
            raise Refusal("no_game")
        return await self._matches.load(self._rng.choice(rows).id)

    async def _begin(self) -> None:
        one, two = self._rng.sample(PEOPLE, 2)
        if self._rng.random() < 0.3:
            await self._solo.start(
                guild_id=GUILD, channel_id=CHANNEL, user=one, opponent=Automa("intern", "normal"), track="classic"
            )
            return
        made = await self._challenges.make(
            NewChallenge(
                guild_id=GUILD, channel_id=CHANNEL, challenger=one, challenged=two, pace=self._rng.choice((None, 1, 3))
            )
        )
        if self._rng.random() < 0.8:
            await self._challenges.accept(made.challenge.id, two)
        else:
            await self._challenges.decline(made.challenge.id, two)

    async def _group(self) -> None:
        """Join a group that is open, open one, or do what is due to one."""
        user, chance = self._person, self._rng.random()
        number = await self._database.read(_newest_group)
        if chance < 0.1:
            asked = NewGroup(guild_id=GUILD, channel_id=CHANNEL, opener=user, size=self._rng.choice((3, 4)))
            await self._groups.open(asked)
        elif chance < 0.3:
            await self._groups.note_message((await self._groups.settle(number)).group, next(self._messages))
        else:
            await self._groups.join(number, user)

    async def _leave_group(self) -> None:
        number = await self._database.read(_newest_group) - self._rng.randrange(3)
        if self._rng.random() < 0.2:
            await self._groups.call_off(number, self._person, moderates=True)
        else:
            await self._groups.leave(number, self._person)

    async def _play(self) -> None:
        match = await self._match()
        key, chance = (match.id, match.revision), self._rng.random()
        if match.mover is None:
            raise Refusal("ended")
        if chance < 0.1:
            await self._matches.undo(*key, match.mover)
        elif chance < 0.12:
            await self._matches.resign(*key, self._rng.choice(match.people))
        else:
            await self._matches.play(*key, match.mover, random_move(self._rng, match))

    async def _plan(self) -> None:
        match = await self._match()
        if match.mover is None:
            raise Refusal("ended")
        user, chance = match.opponent(match.mover), self._rng.random()
        if chance < 0.1:
            await self._plans.withdraw(match.id, user)
        elif chance < 0.2:
            await self._plans.keep(match.id, match.revision, user)
        else:
            wish = random_wish(self._rng, match.position, other(match.position.turn))
            await self._plans.add(match.id, match.revision, user, *wish)

    async def _post(self) -> None:
        match = await self._match()
        board = MessageRow(
            next(self._messages), match.id, CHANNEL, "board", match.revision, match.position.turn, "live"
        )
        noted = await self._postings.note_post(board, match)
        await self._postings.forget([row.message_id for row in noted.doomed])

    async def _edit(self) -> None:
        match, messages = await self._matches.with_messages((await self._match()).id)
        for row in messages:
            if row.role == "board" and row.state == "live":
                await self._postings.note_edit(row, match)

    async def _doom(self) -> None:
        match = await self._match()
        await self._postings.doom_board(match.id)
        await self._places.note_anchor(match, next(self._messages))
        await self._places.note_archived(match.id)

    async def _clock(self) -> None:
        match = await self._match()
        user = self._rng.choice(match.people)
        if match.paused is None:
            await self._timers.pause(match.id, user, match.revision, "pause1")
        else:
            await self._timers.resume(match.id, user)

    async def _vacation(self) -> None:
        await self._timers.vacation(self._person, self._rng.choice((0, now() + 86_400)))

    async def _close(self) -> None:
        match = await self._match()
        if self._rng.random() < 0.5:
            await self._matches.close(match.id, "moderator")
        else:
            due = {timer.subject: timer for timer in await self._timers.due()}
            await self._timers.close_idle(due.get(match.id, TimerRow("close", match.id, 0)))

    async def _choose(self) -> None:
        await self._preferences.change(self._person, theme=self._rng.choice((None, "night")))
        await self._preferences.change_server(GUILD, theme=self._rng.choice((None, "night")))

    async def _block(self) -> None:
        one, two = self._rng.sample(PEOPLE, 2)
        await self._blocks.block(one, two)
        await self._blocks.unblock(one, two)

    async def _forget(self) -> None:
        if self._rng.random() < 0.1:
            await self._privacy.forget(self._person)

    async def _sew(self) -> None:
        """Place or leave out the next patch of a daily quilt, or take the last one back."""
        user = self._person
        number = await self._dailies.today(user, GUILD) - self._rng.randrange(OPEN_DAYS)
        sewing = await self._dailies.open(user, number, GUILD)
        await self._dailies.change(user, number, sewing.revision, self._sewn, guild_id=GUILD)

    def _sewn(self, attempt: Attempt) -> Attempt:
        chance = self._rng.random()
        if chance < 0.2:
            return attempt.undo() if chance < 0.1 else attempt.skip()
        assert attempt.patch
        return attempt.place(self._rng.choice(tidiest(attempt.quilt, attempt.patch)))

    async def _show_walls(self) -> None:
        """Do what a sweep does about walls, but for the messages."""
        for wall in await self._walls.due():
            await self._walls.hang(wall)
        for row in await self._walls.owed():
            await self._walls.of(row)
            await self._walls.note_message(row, row.message_id or next(self._messages))

    async def _move_walls(self) -> None:
        channel = self._rng.choice((CHANNEL, CHANNEL + 1))
        await self._preferences.change_server(GUILD, daily_id=channel)
        await self._walls.move(GUILD, channel)


def _newest_group(connection: Connection) -> int:
    return int(connection.execute(text("SELECT coalesce(max(id), 0) FROM groups")).scalar_one())
