"""What calls somebody: each kind made ready, and brought about below the ui, as if somebody else had pressed it."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from itertools import count
from typing import Any

import simcord

from bot.matches.challenge import NewChallenge
from bot.matches.days import next_reminder
from bot.matches.group_course import NewGroup
from bot.matches.match import Match
from bot.ui.pages.offers import Offer
from bot.zones import zone_named
from game import ADVANCE
from tests.ui.world import World

_NUMBERS = count(1)


@dataclass(frozen=True, slots=True)
class Table:
    """A channel of two people: ``called`` is to be called by what ``other`` does."""

    world: World
    called: simcord.MemberActor
    other: simcord.MemberActor
    channel: simcord.ChannelHandle

    @classmethod
    def of(cls, world: World, called: simcord.MemberActor, other: simcord.MemberActor) -> "Table":
        """A new one."""
        return cls(world, called, other, world.guild.create_text_channel(f"table {next(_NUMBERS)}"))

    @property
    def place(self) -> dict[str, Any]:
        """Where it is."""
        return {"guild_id": self.world.guild.id, "channel_id": self.channel.id}

    @property
    def asked(self) -> NewChallenge:
        """What the other asks for, who begins; a move may take a week."""
        return NewChallenge(**self.place, challenger=self.other.id, challenged=self.called.id, first=1, pace=7)

    async def game(self, moves: int = 0, **changes: object) -> Match:
        """A game of the two that nobody has heard of yet, after so many moves."""
        app, asked = self.world.app, replace(self.asked, **changes)  # type: ignore[arg-type]
        with self.world.unheard():
            made = await app.challenges.make(asked)
            _, match = await app.challenges.accept(made.challenge.id, asked.challenged)
            for _ in range(moves):
                match = await app.matches.play(match.id, match.revision, match.person_at(match.position.turn), ADVANCE)
        return match

    async def shown_game(self, moves: int = 0, **changes: object) -> Match:
        """The same, with its board."""
        match = await self.game(moves, **changes)
        await self.world.app.boards.show(match.id)
        return match

    async def move(self, match: Match) -> Match:
        """Who is to move does so."""
        assert match.mover
        return await self.world.app.matches.play(match.id, match.revision, match.mover, ADVANCE)


Follow = Callable[[], Awaitable[object]]
Kind = Callable[[Table], Awaitable[Follow]]
"""Makes something ready; what that returns brings it about."""


async def challenge(table: Table) -> Follow:
    """They are challenged."""

    async def follow() -> None:
        app = table.world.app
        await app.challenge_posts.post(await app.challenges.make(table.asked))

    return follow


async def rematch(table: Table) -> Follow:
    """They are asked for a rematch."""
    app, match = table.world.app, await table.shown_game(2)
    await app.matches.resign(match.id, match.revision, table.called.id)

    async def follow() -> None:
        await app.challenge_posts.post(await app.challenges.make(replace(table.asked, rematch_of=match.id)))

    return follow


async def start(table: Table) -> Follow:
    """Their own challenge is accepted, and they begin."""
    asked = replace(table.asked, challenger=table.called.id, challenged=table.other.id)
    made = await table.world.app.challenges.make(asked)
    return lambda: table.world.app.challenges.accept(made.challenge.id, table.other.id)


async def seat_taken(table: Table) -> Follow:
    """Somebody takes the seat that they have opened."""
    made = await table.world.app.challenges.open(replace(table.asked, challenger=table.called.id, challenged=0))
    return lambda: table.world.app.challenges.take(made.challenge.id, table.other.id)


async def turn(table: Table) -> Follow:
    """The turn passes to them."""
    match = await table.shown_game()
    return lambda: table.move(match)


async def at_the_table(table: Table) -> Follow:
    """The turn passes to them while they are at the table."""
    match = await table.shown_game()

    async def follow() -> None:
        activity, seen = table.world.app.activity, table.channel.history()[-1].id
        channel = {"id": table.channel.id, "last_message_id": seen}
        activity.observe({"id": seen + 1, "channel": channel, "user": {"id": table.other.id}})
        activity.note(match.id, table.called.id)
        await table.move(match)

    return follow


def _question(kind: str) -> Kind:
    async def question(table: Table) -> Follow:
        match = await table.shown_game(1)
        offer = Offer(kind, 1)  # type: ignore[arg-type]
        return lambda: table.world.app.offers.post(match, offer, match.id, calls=True)

    question.__name__ = kind
    return question


async def end(table: Table) -> Follow:
    """The other one resigns."""
    match = await table.shown_game(3)
    return lambda: table.world.app.matches.resign(match.id, match.revision, table.other.id)


async def group_begun(table: Table) -> Follow:
    """The last seat of a group is taken."""
    app, world = table.world.app, table.world
    group = await app.groups.open(NewGroup(**table.place, opener=table.called.id, size=3, pace=7))
    await app.groups.join(group.id, table.other.id)
    return lambda: app.groups.join(group.id, world.eve.id)


async def duel(table: Table) -> Follow:
    """Their duel is taken up."""
    asked = replace(table.asked, challenger=table.called.id, challenged=table.other.id, rival="pompom", pace=None)
    made = await table.world.app.challenges.make(asked)
    return lambda: table.world.app.challenges.accept(made.challenge.id, table.other.id)


async def invitation(table: Table) -> Follow:
    """They have moved, and could plan while they wait."""
    match = await table.shown_game(1)
    await table.world.app.preferences.change(table.called.id, next="direct")
    return lambda: table.move(match)


async def daily(table: Table) -> Follow:
    """They wanted to be reminded of the daily quilt about now."""
    preferences = table.world.app.preferences

    async def follow() -> None:
        now, zone = table.world.now(), zone_named((await preferences.of(table.called.id)).timezone)
        local = now.astimezone(zone)
        minutes = local.hour * 60 + local.minute + 1
        due = next_reminder(minutes, zone, int(now.timestamp()))
        await preferences.change(table.called.id, daily_at=minutes, daily_due=due)

    return follow


KINDS: list[Kind] = [
    challenge, rematch, start, seat_taken, turn, at_the_table, *map(_question, ("takeback", "cancel", "pause")),
    end, group_begun, duel, invitation, daily,
]  # fmt: skip
