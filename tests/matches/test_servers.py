"""Servers that the bot has left: their games rest, go on when it is back, and are forgotten after thirty days."""

from dataclasses import replace
from functools import partial

import pytest

from bot.matches.challenge import NewChallenge
from bot.matches.challenges import Challenges
from bot.matches.clock import DAY, GRACE
from bot.matches.log import cache_of
from bot.matches.match import Match, Refusal
from bot.matches.play import Matches
from bot.matches.refusals import TooManyGames
from bot.matches.servers import AT_ONCE, KEPT, Changed, Servers
from bot.matches.timers import Timers
from bot.store.backend.database import Database
from bot.store.changes import append
from bot.store.games import LogRow, games_of_server
from bot.store.messages import record_message
from bot.store.pending_boards import games_not_shown
from bot.store.practice import PracticeRow, save_practice
from tests.matches.building import FIRST, PACE, Hands, new_match, paced, stored
from tests.store.building import CHANNEL, EVE, GUILD, MINA, TOM, board, new_challenge, new_group, rows, timers_of

OTHER = GUILD + 1


@pytest.fixture
def servers(database: Database, clock: Hands) -> Servers:
    """The servers in the database."""
    return Servers(database, clock)


async def elsewhere(database: Database, users: tuple[int, int] = (MINA, TOM)) -> Match:
    """A game with a pace in the other server."""
    return await stored(database, replace(new_match(users=users), guild_id=OTHER, pace=PACE))


async def counted(database: Database) -> dict[str, int]:
    """How many rows each table has, of those that have any; the program's own notes aside."""
    found = await database.read(rows)
    return {table: len(found[table]) for table in found if found[table] and table != "notes"}


async def test_leaving_and_coming_back_are_noticed_once(database: Database, servers: Servers) -> None:
    await paced(database)
    await elsewhere(database)
    assert await servers.note({GUILD, OTHER, 5}) == Changed()
    assert await servers.note({GUILD}) == Changed(left=[OTHER])
    assert await servers.note({GUILD}) == Changed()
    assert await servers.note({GUILD, OTHER}) == Changed(back=[OTHER])
    assert await servers.note({GUILD, OTHER}) == Changed()


async def test_nothing_is_due_in_a_server_that_was_left(
    database: Database, servers: Servers, timers: Timers, clock: Hands
) -> None:
    here, there = await paced(database), await elsewhere(database)
    await servers.note({GUILD})
    clock.now += PACE * DAY + GRACE
    assert {timer.subject for timer in await timers.due()} == {here.id}
    await servers.note({GUILD, OTHER})
    assert {timer.subject for timer in await timers.due()} == {here.id}, "it has its full time again"
    clock.now += PACE * DAY + GRACE
    assert {timer.subject for timer in await timers.due()} == {here.id, there.id}


async def test_timers_of_a_server_that_was_left_are_put_off_and_set_again_when_the_bot_is_back(
    database: Database, servers: Servers, clock: Hands
) -> None:
    there = await elsewhere(database)
    before = await database.read(timers_of, there.id)
    await servers.note(set())
    assert set((await database.read(timers_of, there.id)).values()) == {clock.now + 2 * KEPT}
    await servers.note({OTHER})
    assert await database.read(timers_of, there.id) == before


async def test_a_game_that_cannot_be_replayed_does_not_keep_the_others_from_going_on(
    database: Database, servers: Servers, clock: Hands
) -> None:
    match, broken = await elsewhere(database), await elsewhere(database, users=(MINA, EVE))
    await database.write(record_message, board(5, match.id))
    await servers.note(set())
    await database.write(append, broken.id, LogRow(1, "move", 1, "nonsense", clock.now), cache_of(broken))
    assert await servers.note({OTHER}) == Changed(back=[OTHER])
    assert match.id in await database.read(games_not_shown), "its board is to be posted anew"


async def test_whose_time_ran_out_meanwhile_gets_the_full_time_again(
    database: Database, servers: Servers, matches: Matches, clock: Hands
) -> None:
    match = await elsewhere(database)
    await database.write(record_message, board(5, match.id))
    await servers.note(set())
    assert match.deadline
    clock.now = match.deadline
    await servers.note({OTHER})
    assert (await matches.load(match.id)).deadline == clock.now + PACE * DAY
    assert await database.read(games_not_shown) == [match.id], "its board is to be posted anew"
    with pytest.raises(Refusal, match="not_late"):
        await matches.claim(match.id, 0, TOM)


async def test_other_clocks_stay_as_they_are(
    database: Database, servers: Servers, matches: Matches, timers: Timers, clock: Hands
) -> None:
    late, idle, moved = await elsewhere(database), await stored(database), await paced(database)
    assert late.deadline
    clock.now = late.deadline + 1
    moved = await matches.play(moved.id, 0, MINA, FIRST)
    await servers.note(set())
    clock.now += GRACE
    assert moved.deadline
    clock.now = max(clock.now, moved.deadline - 1)
    await servers.note({GUILD, OTHER})
    assert (await matches.load(late.id)).deadline == late.deadline, "it was late before"
    assert (await matches.load(idle.id)).deadline is None
    assert "close" not in {timer.kind for timer in await timers.due()}, "nothing is closed on the very day"


async def test_resting_games_do_not_count_for_the_limit(
    database: Database, servers: Servers, challenges: Challenges, matches: Matches
) -> None:
    for _ in range(3):
        await elsewhere(database)
    call = partial(challenges.make, NewChallenge(guild_id=GUILD, channel_id=CHANNEL, challenger=MINA, challenged=EVE))
    with pytest.raises(TooManyGames):
        await call()
    assert await matches.count_running() == 3
    await servers.note({GUILD})
    assert await matches.count_running() == 0
    assert await call()


async def test_after_thirty_days_a_server_is_forgotten_and_nothing_else_is(
    database: Database, servers: Servers, matches: Matches, clock: Hands
) -> None:
    here = await paced(database)
    await matches.play(here.id, 0, MINA, FIRST)
    await database.write(new_challenge)
    before = await database.read(rows)
    there = await elsewhere(database)
    await matches.play(there.id, 0, MINA, FIRST)
    await database.write(record_message, board(5, there.id))
    await database.write(new_challenge, channel_id=CHANNEL + 1, guild_id=OTHER)
    await database.write(save_practice, PracticeRow(MINA, there.id, 1, 1, 0, 5, 9))
    await database.write(new_group, guild_id=OTHER)
    await servers.note({GUILD})
    clock.now += KEPT - 1
    assert await servers.purge() == 0
    clock.now += 1
    assert await servers.purge() == 2
    assert await database.read(rows) == before
    with pytest.raises(Refusal, match="no_game"):
        await matches.load(there.id)
    again = await elsewhere(database)
    assert again.id > there.id, "an old button must never meet a new game with its number"


@pytest.mark.slow
async def test_much_is_forgotten_a_little_at_a_time_and_stops_when_the_bot_is_back(
    database: Database, servers: Servers, clock: Hands
) -> None:
    for _ in range(AT_ONCE + 5):
        await elsewhere(database)
    await servers.note(set())
    clock.now += KEPT
    assert await servers.purge() == AT_ONCE
    assert len(await database.read(games_of_server, OTHER, 99)) == 5
    await servers.note({OTHER})
    assert await servers.purge() == 0
    await servers.note(set())
    clock.now += KEPT
    assert await servers.purge() == 5
    assert await counted(database) == {}
