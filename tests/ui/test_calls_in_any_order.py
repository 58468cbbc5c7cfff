"""Calls in any order of moves, undos, questions, looks, restarts and hours: none at night, and none is lost."""

import random
from collections import Counter
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest

from bot.matches.match import Refusal
from bot.matches.preferences import quiet_until
from bot.ui.pages.offers import Offer
from game import ADVANCE
from tests.ui.playing import mover
from tests.ui.world import World

HOUR = 60 * 60
ZONES = ("UTC", "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Asia/Kathmandu")
GAMES = (1, 2, 3)


class Walk:
    """Two people with three games, of whom tom has quiet hours; what calls him is noted with the time."""

    def __init__(self, world: World, seed: int) -> None:
        self.world, self.rng = world, random.Random(seed)
        self.called: Counter[str] = Counter()
        self.seen = 0
        self.zone = ZONES[seed % len(ZONES)]
        self.gap = (3, 0)[seed % 2]

    async def begin(self) -> None:
        world = self.world
        await world.env.advance_time(self.rng.choice([0, 80, 295]) * 24 * HOUR)  # near the nights that move the clock
        for number in GAMES:
            channel = world.guild.create_text_channel(f"table {number}")
            await world.press(
                world.tom, await world.challenge(world.mina, world.tom, channel, first="me", pace=7), "accept"
            )
        for who in (world.mina, world.tom):
            await world.app.preferences.change(who.id, forced=False)
        night = {"quiet_from": 22 * 60, "quiet_to": 7 * 60, "timezone": self.zone, "call_gap": self.gap}
        await world.app.preferences.change(world.tom.id, **night)  # type: ignore[arg-type]
        self.note(may_call=True)

    @property
    def now(self) -> int:
        return int(self.world.now().timestamp())

    async def is_quiet(self) -> bool:
        player = await self.world.app.preferences.of(self.world.tom.id)
        return bool(quiet_until(player, ZoneInfo(self.zone), self.now))

    def note(self, *, may_call: bool) -> None:
        """See who has been called since, and that it was not tom at night, nor twice for the same thing."""
        calls = [words for whom, words in self.world.calls() if self.world.tom.id in whom]
        new, self.seen = calls[self.seen :], len(calls)
        assert may_call or not new, (datetime.fromtimestamp(self.now, UTC), new)
        self.called.update(new)

    async def step(self) -> None:
        world, rng, was_quiet = self.world, self.rng, await self.is_quiet()
        game, kind = rng.choice(GAMES), rng.choice(["move", "move", "undo", "ask", "look", "restart", "wait", "wait"])
        match = await world.match(game)
        with world.env.time_context():
            if kind == "move" and not match.outcome:
                await world.app.matches.play(game, match.revision, mover(match), ADVANCE)
            elif kind == "undo" and match.undoable:
                await world.app.matches.undo(game, match.revision, mover(match))
            elif kind == "ask" and not match.outcome:
                seat = match.seat_of(world.mina.id) or 1
                await world.app.offers.post(match, Offer("cancel", seat), rng.randrange(10**9), calls=True)
            await world.app.tasks.idle()
        if kind == "look":
            await world.slash(world.tom, "games")
        elif kind == "restart":
            await world.restart()
        await world.app.tasks.idle()
        self.note(may_call=not was_quiet)
        if kind == "wait":
            await world.env.advance_time(rng.choice([60, HOUR, 3 * HOUR, 9 * HOUR]))
        quiet = await self.is_quiet()
        for _ in range(2):
            await world.sweep()
        self.note(may_call=not quiet)

    async def end(self) -> None:
        """Once it is day and he has had time to be called, tom has been called to each game that waits for him."""
        world = self.world
        for _ in range(30):
            await world.env.advance_time(HOUR)
            quiet = await self.is_quiet()
            await world.sweep()
            self.note(may_call=not quiet)
        said = " ".join(self.called)
        waiting = []
        for game in GAMES:
            try:
                match = await world.match(game)
            except Refusal:
                continue
            if match.mover == world.tom.id and match.plies:
                waiting.append(game)
        assert not waiting or any(f"game {game}." in said or "wait for you here" in said for game in waiting)
        assert await world.app.database.read(lambda c: c.exec_driver_sql(OWED).fetchall()) == []


OWED = "SELECT * FROM timers WHERE kind IN ('call', 'ask1', 'ask2')"


@pytest.mark.parametrize(
    "seed", [pytest.param(seed, marks=[pytest.mark.cheapest] if seed == 1 else []) for seed in range(6)]
)
async def test_nobody_is_called_at_night_and_nobody_is_forgotten(world: World, seed: int) -> None:
    walk = Walk(world, seed)
    await walk.begin()
    for _ in range(25):
        await walk.step()
    await walk.end()
