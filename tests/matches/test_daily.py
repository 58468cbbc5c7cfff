"""Daily quilts in the store: whose day it is, one attempt each, races, and what hangs on a wall."""

import asyncio
from datetime import UTC, datetime
from functools import partial
from zoneinfo import ZoneInfo

import pytest
from sqlalchemy import update

from bot.matches.audit import Audit
from bot.matches.daily import Dailies, Sewing
from bot.matches.days import end_of, next_reminder
from bot.matches.game_audit import Finding
from bot.matches.match import Refusal
from bot.matches.preferences import Preferences
from bot.matches.privacy import Privacy
from bot.matches.servers import KEPT, Servers
from bot.matches.walls import Walls
from bot.store.backend.database import Database
from bot.store.servers import known_servers
from bot.store.shards import Shards
from bot.store.tables import dailies as table
from daily import Attempt, number_of, par_of, puzzle_of
from game.tidy import tidiest
from tests.matches.building import Hands
from tests.store.building import CHANNEL, EVE, GUILD, MINA, TOM

HOUR, DAY = 60 * 60, 24 * 60 * 60


def moment(text: str) -> int:
    """A time in UTC, in seconds since 1970."""
    return int(datetime.fromisoformat(text).replace(tzinfo=UTC).timestamp())


@pytest.fixture
def clock() -> Hands:
    """It is noon in November, in UTC."""
    hands = Hands()
    hands.now = moment("2026-11-23 12:00")
    return hands


@pytest.fixture
def dailies(database: Database, clock: Hands) -> Dailies:
    """The daily quilts in the database."""
    return Dailies(database, clock)


@pytest.fixture
def walls(database: Database, clock: Hands) -> Walls:
    """The walls of the same database."""
    return Walls(database, clock)


@pytest.fixture
async def preferences(database: Database) -> Preferences:
    """In a server that shows daily quilts in a channel."""
    preferences = Preferences(database)
    await preferences.change_server(GUILD, daily_id=CHANNEL)
    return preferences


def tidy(attempt: Attempt, skipping: int = 0) -> Attempt:
    """The next patch at its tidiest place; the first ones may be left out."""
    assert attempt.patch
    return attempt.skip() if len(attempt.laid) < skipping else attempt.place(tidiest(attempt.quilt, attempt.patch)[0])


async def sewn(dailies: Dailies, user: int, number: int = 327, *, guild: int = GUILD, skipping: int = 0) -> Sewing:
    """A whole daily quilt of somebody's."""
    sewing = await dailies.open(user, number, guild)
    while not sewing.attempt.is_finished:
        change = partial(tidy, skipping=skipping)
        sewing = await dailies.change(user, number, sewing.revision, change, guild_id=guild)
    return sewing


async def test_a_day_is_that_of_ones_own_zone_or_else_of_the_server(
    dailies: Dailies, preferences: Preferences, clock: Hands
) -> None:
    assert await dailies.today(MINA, GUILD) == 327
    await preferences.change_server(GUILD, timezone="Pacific/Auckland")
    assert await dailies.today(MINA, GUILD) == 328
    await preferences.change(MINA, timezone="America/New_York")
    assert await dailies.today(MINA, GUILD) == 327
    assert await dailies.today(TOM, GUILD) == 328
    assert await dailies.today(TOM, 0) == 327
    clock.now = moment("2026-11-24 05:00")
    assert await dailies.today(MINA, GUILD) == 328


async def test_a_day_ends_at_midnight_on_days_that_are_shorter_too() -> None:
    berlin = ZoneInfo("Europe/Berlin")
    for day, hours in (("2026-03-29", 23), ("2026-10-25", 25), ("2026-11-23", 24)):
        number = number_of(datetime.fromisoformat(day).date())
        assert end_of(number, berlin) - end_of(number - 1, berlin) == hours * HOUR


@pytest.mark.slow
async def test_of_two_windows_only_one_patch_counts(dailies: Dailies) -> None:
    results = await asyncio.gather(
        *(dailies.change(MINA, 327, 0, change, guild_id=GUILD) for change in (tidy, Attempt.skip)),
        return_exceptions=True,
    )
    (refused,) = [each for each in results if isinstance(each, Refusal)]
    assert refused.reason == "daily_stale"
    assert (await dailies.open(MINA, 327, GUILD)).revision == 1


async def test_two_who_finish_at_once_are_both_on_one_wall(
    dailies: Dailies, walls: Walls, preferences: Preferences
) -> None:
    await asyncio.gather(*(sewn(dailies, user) for user in (MINA, TOM, EVE)))
    (row,) = await walls.owed()
    assert {one.user for one in (await walls.of(row)).quilts} == {MINA, TOM, EVE}


@pytest.mark.slow
async def test_a_wall_has_the_most_covered_first_and_those_in_time_alone(
    dailies: Dailies, walls: Walls, preferences: Preferences, clock: Hands
) -> None:
    await sewn(dailies, TOM, skipping=3)
    clock.now += HOUR
    best = await sewn(dailies, MINA)
    after = await dailies.after(best, MINA, GUILD)
    assert (after.goes_up, after.has_wall, after.open_days) == (moment("2026-11-24 00:00"), False, ((326, 1), (325, 2)))
    clock.now = moment("2026-11-24 00:00")
    late = await sewn(dailies, EVE)
    assert (await dailies.after(late, EVE, GUILD)).goes_up is None
    (due,) = await walls.due()
    await walls.hang(due)
    assert await walls.due() == []
    (row,) = await walls.owed()
    wall = await walls.of(row)
    assert [one.user for one in wall.quilts] == [MINA, TOM]
    assert wall.par == par_of(puzzle_of(327))
    assert (await dailies.sewn(EVE, GUILD)).altogether == 1


async def test_a_quilt_that_cannot_be_replayed_keeps_no_other_from_the_wall(
    database: Database, dailies: Dailies, walls: Walls, preferences: Preferences
) -> None:
    for user in (MINA, TOM):
        await sewn(dailies, user)
    spoil = update(table).where(table.c.user_id == MINA).values(laid="+ +")
    await database.write(lambda connection: connection.execute(spoil).rowcount)
    (row,) = await walls.owed()
    assert [one.user for one in (await walls.of(row)).quilts] == [TOM]


async def test_what_is_finished_while_a_wall_is_posted_is_still_owed(
    dailies: Dailies, walls: Walls, preferences: Preferences
) -> None:
    await sewn(dailies, MINA)
    (row,) = await walls.owed()
    await sewn(dailies, TOM)
    await walls.note_message(row, 77)
    (again,) = await walls.owed()
    await walls.note_message(again, 77)
    assert await walls.owed() == []


async def test_each_process_shows_the_walls_of_its_own_shards(
    database: Database, dailies: Dailies, preferences: Preferences, clock: Hands
) -> None:
    servers = [number << 22 for number in (2, 3, 4)]
    for guild in servers:
        await preferences.change_server(guild, daily_id=CHANNEL)
    for user, guild in zip((MINA, TOM, EVE), servers, strict=True):
        await sewn(dailies, user, guild=guild)
    even, odd = (Walls(database, clock, Shards((shard,), 2)) for shard in (0, 1))
    assert [row.guild_id for row in await even.owed()] == [servers[0], servers[2]]
    assert [row.guild_id for row in await odd.owed()] == [servers[1]]
    clock.now += DAY
    assert [row.guild_id for row in await odd.due()] == [servers[1]]


async def test_nothing_is_shown_where_no_channel_was_chosen(dailies: Dailies, walls: Walls) -> None:
    await sewn(dailies, MINA)
    assert await walls.owed() == []


@pytest.mark.slow
async def test_a_channel_that_is_chosen_after_somebody_has_finished_shows_them(
    dailies: Dailies, walls: Walls, preferences: Preferences, clock: Hands
) -> None:
    await sewn(dailies, TOM, 326)
    await sewn(dailies, MINA)
    assert [row.number for row in await walls.owed()] == [327]
    await preferences.change_server(GUILD, daily_id=None)
    await walls.move(GUILD, None)
    await sewn(dailies, EVE)
    assert await walls.owed() == []
    await preferences.change_server(GUILD, daily_id=CHANNEL + 1)
    await walls.move(GUILD, CHANNEL + 1, "de")
    (row,) = await walls.owed()
    assert (row.number, row.channel_id, row.language) == (327, CHANNEL + 1, "de")
    assert {one.user for one in (await walls.of(row)).quilts} == {MINA, EVE}


@pytest.mark.slow
async def test_a_channel_that_opens_again_gets_the_last_wall_alone(
    dailies: Dailies, walls: Walls, preferences: Preferences, clock: Hands
) -> None:
    for number in (327, 328, 329):
        await sewn(dailies, MINA, number)
        clock.now += DAY
        for due in await walls.due():
            await walls.hang(due)
    assert [row.number for row in await walls.owed()] == [329]
    assert (await walls.before(GUILD, 329)).row.number == 328


async def test_a_server_is_noted_in_which_a_quilt_is_begun(database: Database, dailies: Dailies) -> None:
    await dailies.change(MINA, 327, 0, tidy, guild_id=GUILD)
    assert await database.read(known_servers) == {GUILD: None}


async def test_a_server_is_noted_in_which_a_quilt_is_only_finished(database: Database, dailies: Dailies) -> None:
    await dailies.change(MINA, 327, 0, tidy)
    assert await database.read(known_servers) == {}
    await dailies.change(MINA, 327, 1, tidy, guild_id=GUILD)
    assert await database.read(known_servers) == {GUILD: None}


async def test_walls_move_with_the_channel(dailies: Dailies, walls: Walls, preferences: Preferences) -> None:
    await sewn(dailies, MINA)
    (row,) = await walls.owed()
    await walls.note_message(row, 77)
    assert await walls.move(GUILD, CHANNEL) == []
    assert await walls.move(GUILD, CHANNEL + 1) == [(CHANNEL, 77)]
    (moved,) = await walls.owed()
    assert (moved.channel_id, moved.message_id) == (CHANNEL + 1, None)
    assert await walls.move(GUILD, None) == []
    assert await walls.owed() == []


@pytest.mark.slow
async def test_counts_are_of_the_month_and_of_all_and_nothing_is_reset(dailies: Dailies, clock: Hands) -> None:
    for day in ("2026-10-30", "2026-10-31", "2026-11-01", "2026-11-20"):
        clock.now = moment(day)
        await sewn(dailies, MINA, number_of(datetime.fromisoformat(day).date()))
    counted = await dailies.sewn(MINA, GUILD)
    assert (counted.altogether, counted.lately, counted.full) == (4, 2, 0)
    assert 0 <= counted.at_par < 4
    clock.now = moment("2026-12-01")  # what was sewn before is of another month, whichever quilt is looked at
    assert (await dailies.sewn(MINA, GUILD)).lately == 0


async def test_a_clock_that_jumps_leaves_everything_as_it_was(
    dailies: Dailies, preferences: Preferences, clock: Hands
) -> None:
    await dailies.change(MINA, 327, 0, tidy, guild_id=GUILD)
    clock.now -= DAY
    sewing = await dailies.open(MINA, 327, GUILD)  # it was begun: it is no day of the future
    assert sewing.revision == 1
    with pytest.raises(Refusal, match="daily_early"):
        await dailies.open(TOM, 327, GUILD)
    clock.now += 30 * DAY
    with pytest.raises(Refusal, match="daily_over"):
        await dailies.open(MINA, 327, GUILD)


async def test_a_day_that_comes_back_with_another_time_zone_leaves_its_wall_as_it_is(
    dailies: Dailies, walls: Walls, preferences: Preferences, clock: Hands
) -> None:
    await preferences.change_server(GUILD, timezone="Europe/Berlin")
    await sewn(dailies, MINA)
    clock.now = moment("2026-11-23 23:00")
    (due,) = await walls.due()
    await walls.hang(due)
    await preferences.change_server(GUILD, timezone="America/New_York")
    assert await dailies.today(TOM, GUILD) == 327
    late = await sewn(dailies, TOM)
    assert (await dailies.after(late, TOM, GUILD)).goes_up is None  # nothing is promised
    (row,) = await walls.owed()
    assert [one.user for one in (await walls.of(row)).quilts] == [MINA]
    clock.now = moment("2026-11-24 06:00")
    await sewn(dailies, TOM, 328)
    assert (row.ends_at, [one.ends_at for one in await walls.owed()][-1]) == (
        moment("2026-11-23 23:00"),
        moment("2026-11-25 05:00"),
    )


async def test_whoever_is_forgotten_is_on_no_wall(
    database: Database, dailies: Dailies, walls: Walls, preferences: Preferences, clock: Hands
) -> None:
    for user in (MINA, TOM):
        await sewn(dailies, user)
    (row,) = await walls.owed()
    await walls.note_message(row, 77)
    await Privacy(database, clock).forget(MINA)
    (row,) = await walls.owed()
    assert [one.user for one in (await walls.of(row)).quilts] == [TOM]
    await walls.hang(row)
    assert (await walls.before(GUILD, 328)).row.number == 327
    await Privacy(database, clock).forget(TOM)
    with pytest.raises(Refusal, match="no_wall"):  # a wall without quilts is none
        await walls.before(GUILD, 328)


async def test_a_server_that_was_left_long_ago_is_forgotten_but_not_what_people_have_sewn(
    database: Database, dailies: Dailies, walls: Walls, preferences: Preferences, clock: Hands
) -> None:
    await sewn(dailies, MINA)
    servers = Servers(database, clock)
    await servers.note([])
    assert await walls.owed() == []
    clock.now += KEPT + 1
    await servers.purge()
    assert (await dailies.sewn(MINA, GUILD)).altogether == 1
    assert (await dailies.open(MINA, 327, GUILD)).guild_id == 0


@pytest.mark.parametrize(
    ("zone", "minutes", "now", "then"),
    [
        ("UTC", 18 * 60, "2026-11-23 12:00", "2026-11-23 18:00"),
        ("UTC", 12 * 60, "2026-11-23 12:00", "2026-11-24 12:00"),
        ("Europe/Berlin", 8 * 60, "2026-10-24 12:00", "2026-10-25 07:00"),
        ("America/New_York", 23 * 60, "2026-11-24 02:00", "2026-11-24 04:00"),
    ],
)
def test_reminders_come_at_the_hour_of_ones_zone(zone: str, minutes: int, now: str, then: str) -> None:
    assert next_reminder(minutes, zone, moment(now)) == moment(then)


async def test_of_several_processes_one_reminds(
    dailies: Dailies, database: Database, preferences: Preferences, clock: Hands
) -> None:
    await preferences.change(MINA, daily_at=13 * 60, daily_due=clock.now + HOUR)
    assert await dailies.to_remind() == []
    clock.now += HOUR
    others = Dailies(database, clock)
    found = [*await dailies.to_remind(), *await others.to_remind()]
    assert [(each.user, each.number) for each in found] == [(MINA, 327)]
    clock.now += DAY
    assert [each.number for each in await others.to_remind()] == [328]


async def test_the_doctor_replays_daily_quilts_and_mends_what_is_counted_wrong(
    database: Database, dailies: Dailies, clock: Hands
) -> None:
    await sewn(dailies, MINA)
    await dailies.change(TOM, 327, 0, tidy)
    audit = Audit(database, clock)
    assert (await audit.examine()).findings == []
    for user, wrong in ((MINA, {"covered": 7}), (TOM, {"laid": "+ +"})):
        spoil = update(table).where(table.c.user_id == user).values(wrong)
        await database.write(lambda connection, statement: connection.execute(statement).rowcount, spoil)
    found = (await audit.examine()).findings
    assert Finding(None, f"daily quilt 327 of user {MINA} does not cover what is kept of it", True) in found
    assert any("cannot be replayed" in each.sentence and not each.repairable for each in found)
    assert len(found) == 2
    (left,) = (await audit.examine(repair=True)).findings
    assert str(TOM) in left.sentence
    assert (await audit.examine()).findings == [left], "what was mended is right now"
