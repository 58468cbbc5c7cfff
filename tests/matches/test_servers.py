"""Servers that the bot has left: their games rest, go on when it is back, and are forgotten after thirty days."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest
from sqlalchemy import select

from bot.matches.clock import DAY, GRACE
from bot.matches.group_course import NewGroup
from bot.matches.log import cache_of
from bot.matches.match import Match
from bot.matches.seats import Rival
from bot.matches.servers import AT_ONCE, KEPT, Changed
from bot.store.challenges import ANYBODY
from bot.store.changes import append
from bot.store.games import LogRow, games_of_server
from bot.store.messages import record_message
from bot.store.pending_boards import games_not_shown
from bot.store.practice import PracticeRow, save_practice
from bot.store.tables import metadata
from daily import Attempt
from tests.matches.building import FIRST, PACE, asking, new_match
from tests.matches.club import Club
from tests.store.building import CHANNEL, EVE, GUILD, MINA, TOM, board, new_challenge, new_group, rows, timers_of

OTHER = GUILD + 1


async def elsewhere(club: Club, users: tuple[int, int] = (MINA, TOM)) -> Match:
    """A game with a pace in the other server."""
    return await club.stored(replace(new_match(users=users), guild_id=OTHER, pace=PACE))


async def test_leaving_and_coming_back_are_noticed_once(club: Club) -> None:
    await club.paced()
    await elsewhere(club)
    assert await club.servers.note({GUILD, OTHER, 5}) == Changed()
    assert await club.servers.note({GUILD}) == Changed(left=[OTHER])
    assert await club.servers.note({GUILD}) == Changed()
    assert await club.servers.note({GUILD, OTHER}) == Changed(back=[OTHER])
    assert await club.servers.note({GUILD, OTHER}) == Changed()


async def test_nothing_is_due_in_a_server_that_was_left_and_all_is_again_when_the_bot_is_back(club: Club) -> None:
    here, there = await club.paced(), await elsewhere(club)
    before = await club.read(timers_of, there.id)
    await club.servers.note({GUILD})
    assert {*(await club.read(timers_of, there.id)).values()} == {club.now + 2 * KEPT}
    await club.servers.note({GUILD, OTHER})
    assert await club.read(timers_of, there.id) == before
    await club.servers.note({GUILD})
    club.now += PACE * DAY + GRACE
    assert {timer.subject for timer in await club.timers.due()} == {here.id}
    await club.servers.note({GUILD, OTHER})
    assert {timer.subject for timer in await club.timers.due()} == {here.id}, "it has its full time again"
    club.now += PACE * DAY + GRACE
    assert {timer.subject for timer in await club.timers.due()} == {here.id, there.id}


async def test_a_game_that_cannot_be_replayed_does_not_keep_the_others_from_going_on(club: Club) -> None:
    match, broken = await elsewhere(club), await elsewhere(club, users=(MINA, EVE))
    await club.write(record_message, board(5, match.id))
    await club.servers.note(set())
    await club.write(append, broken.id, LogRow(1, "move", 1, "nonsense", club.now), cache_of(broken))
    assert await club.servers.note({OTHER}) == Changed(back=[OTHER])
    assert match.id in await club.read(games_not_shown), "its board is to be posted anew"


async def test_whose_time_ran_out_meanwhile_gets_the_full_time_again(club: Club) -> None:
    match = await elsewhere(club)
    await club.write(record_message, board(5, match.id))
    await club.servers.note(set())
    assert match.deadline
    club.now = match.deadline
    await club.servers.note({OTHER})
    assert (await club.load(match.id)).deadline == club.now + PACE * DAY
    assert await club.read(games_not_shown) == [match.id], "its board is to be posted anew"
    await club.refused(club.matches.claim(match.id, 0, TOM), "not_late")


async def test_other_clocks_stay_as_they_are(club: Club) -> None:
    late, idle, moved = await elsewhere(club), await club.stored(), await club.paced()
    assert late.deadline
    club.now = late.deadline + 1
    moved = await club.play(moved.id, 0, MINA, FIRST)
    await club.servers.note(set())
    club.now += GRACE
    assert moved.deadline
    club.now = max(club.now, moved.deadline - 1)
    await club.servers.note({GUILD, OTHER})
    assert (await club.load(late.id)).deadline == late.deadline, "it was late before"
    assert (await club.load(idle.id)).deadline is None
    assert "close" not in {timer.kind for timer in await club.timers.due()}, "nothing is closed on the very day"


async def test_resting_games_do_not_count_for_the_limit(club: Club) -> None:
    for _ in range(3):
        await elsewhere(club)
    asked = asking(challenged=EVE)
    await club.refused(club.challenges.make(asked), "too_many_games")
    assert await club.matches.count_running() == 3
    await club.servers.note({GUILD})
    assert await club.matches.count_running() == 0
    assert await club.challenges.make(asked)


async def test_after_thirty_days_a_server_is_forgotten_and_nothing_else_is(club: Club) -> None:
    here = await club.paced()
    await club.play(here.id, 0, MINA, FIRST)
    await club.write(new_challenge)
    before = await club.read(rows)
    there = await elsewhere(club)
    await club.play(there.id, 0, MINA, FIRST)
    await club.write(record_message, board(5, there.id))
    await club.write(new_challenge, channel_id=CHANNEL + 1, guild_id=OTHER)
    await club.write(save_practice, PracticeRow(MINA, there.id, 1, 1, 0, 5, 9))
    await club.write(new_group, guild_id=OTHER)
    await club.servers.note({GUILD})
    club.now += KEPT - 1
    assert await club.servers.purge() == 0
    club.now += 1
    assert await club.servers.purge() == 2
    assert await club.read(rows) == before
    await club.refused(club.load(there.id), "no_game")
    again = await elsewhere(club)
    assert again.id > there.id, "an old button must never meet a new game with its number"


@pytest.mark.slow
async def test_much_is_forgotten_a_little_at_a_time_and_stops_when_the_bot_is_back(club: Club) -> None:
    for _ in range(AT_ONCE + 5):
        await elsewhere(club)
    await club.servers.note(set())
    club.now += KEPT
    assert await club.servers.purge() == AT_ONCE
    assert len(await club.read(games_of_server, OTHER, 99)) == 5
    await club.servers.note({OTHER})
    assert await club.servers.purge() == 0
    await club.servers.note(set())
    club.now += KEPT
    assert await club.servers.purge() == 5
    assert {table for table, kept in (await club.read(rows)).items() if kept} <= {"notes"}


class Acts:
    """What people do in a server of which nothing is stored yet, each with people of its own."""

    def __init__(self, club: Club, guild: int) -> None:
        self.club, self.guild, self.users = club, guild, (10 * guild, 10 * guild + 1)
        self.asked = asking(*self.users, guild_id=guild, channel_id=guild)

    async def challenge(self) -> None:
        await self.club.challenges.make(self.asked)

    async def open_a_seat(self) -> None:
        await self.club.challenges.open(replace(self.asked, challenged=ANYBODY))

    async def begin_a_duel(self) -> None:
        made = await self.club.challenges.make(replace(self.asked, rival="pin"))
        await self.club.challenges.accept(made.challenge.id, self.users[1])

    async def play_alone(self) -> None:
        await self.club.alone(Rival("pin"), guild_id=self.guild, channel_id=self.guild)

    async def open_a_group(self) -> None:
        asked = NewGroup(guild_id=self.guild, channel_id=self.guild, opener=self.users[0], pace=3)
        await self.club.groups.open(asked)

    async def play_and_take_a_game_out(self) -> None:
        match = replace(new_match(users=self.users), guild_id=self.guild)
        match = await self.club.played_on(await self.club.stored(match))
        await self.club.results.keep([match.id])
        await self.club.ladders.refit(self.guild)
        await self.club.ladders.exclude(self.guild, match.id, "why")

    async def sew(self) -> None:
        today = await self.club.dailies.today(self.users[0], self.guild)
        await self.club.dailies.change(self.users[0], today, 0, Attempt.skip, guild_id=self.guild)

    async def begin_a_sunday_quilt(self) -> None:
        await self.club.sundays.open(self.users[0], self.guild, self.guild, "en")

    async def hang_a_wall(self) -> None:
        await self.club.preferences.change_server(self.guild, daily_id=self.guild)
        today = await self.club.dailies.today(self.users[0], self.guild)
        sewing = await self.club.dailies.open(self.users[0], today, self.guild)
        while not sewing.attempt.is_finished:
            change = sewing.revision, Attempt.skip
            sewing = await self.club.dailies.change(self.users[0], today, *change, guild_id=self.guild)


ACTS = [name for name in vars(Acts) if not name.startswith("_")]
OF_SERVERS = [table.name for table in metadata.tables.values() if "guild_id" in table.columns]


async def servers_in(club: Club, table: str) -> set[int]:
    """The servers of which a table holds something (0 is none)."""
    column = metadata.tables[table].c.guild_id
    return await club.read(lambda connection: {*connection.execute(select(column)).scalars()} - {0})


async def test_whatever_is_stored_of_a_server_is_forgotten_with_it(club: Club) -> None:
    """Whoever stores something of a server meets it: one without a row in `servers` would never be forgotten."""
    club.now = int(datetime(2026, 11, 23, 12, tzinfo=UTC).timestamp())
    for guild, act in enumerate(ACTS, OTHER):
        await getattr(Acts(club, guild), act)()
        for table in OF_SERVERS:
            assert await servers_in(club, table) <= await servers_in(club, "servers"), (act, table)
    assert [table for table in OF_SERVERS if not await servers_in(club, table)] == [], "no act stores anything there"
    await club.servers.note(set())
    club.now += KEPT
    while await club.servers.purge():
        pass
    assert [table for table in OF_SERVERS if await servers_in(club, table)] == []
