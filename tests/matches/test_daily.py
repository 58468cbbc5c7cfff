"""Daily quilts in the store: whose day it is, one attempt each, races, and what hangs on a wall."""

import asyncio
from datetime import UTC, datetime
from functools import partial
from zoneinfo import ZoneInfo

import pytest

from bot.matches.clock import DAY, HOUR
from bot.matches.daily import Dailies, Sewing
from bot.matches.days import end_of, next_reminder
from bot.matches.game_audit import Finding
from bot.matches.match import Refusal
from bot.matches.servers import KEPT
from bot.matches.walls import Walls
from bot.store.daily import ParRow, keep_par
from bot.store.servers import known_servers
from bot.store.shards import Shards
from bot.store.walls import WallRow
from daily import SCHEME, Attempt, number_of, par_of, puzzle_of
from game.tidy import tidiest
from tests.matches.club import Club
from tests.store.building import CHANNEL, EVE, GUILD, MINA, TOM


def moment(text: str) -> int:
    """A time in UTC, in seconds since 1970."""
    return int(datetime.fromisoformat(text).replace(tzinfo=UTC).timestamp())


@pytest.fixture
async def club(club: Club) -> Club:
    """It is noon in November, in UTC, in a server that shows daily quilts in a channel."""
    club.now = moment("2026-11-23 12:00")
    await club.preferences.change_server(GUILD, daily_id=CHANNEL)
    return club


def tidy(attempt: Attempt, skipping: int = 0) -> Attempt:
    """The next patch at its tidiest place; the first ones may be left out."""
    assert attempt.patch
    return attempt.skip() if len(attempt.laid) < skipping else attempt.place(tidiest(attempt.quilt, attempt.patch)[0])


async def sewn(club: Club, user: int, number: int = 327, *, guild: int = GUILD, skipping: int = 0) -> Sewing:
    """A whole daily quilt of somebody's."""
    sewing = await club.dailies.open(user, number, guild)
    while not sewing.attempt.is_finished:
        change = partial(tidy, skipping=skipping)
        sewing = await club.dailies.change(user, number, sewing.revision, change, guild_id=guild)
    return sewing


async def the_wall(club: Club) -> tuple[WallRow, list[int]]:
    """The only wall that is owed, and whose quilts hang there."""
    (row,) = await club.walls.owed()
    return row, [one.user for one in (await club.walls.of(row)).quilts]


async def test_a_day_is_that_of_ones_own_zone_or_else_of_the_server(club: Club) -> None:
    assert await club.dailies.today(MINA, GUILD) == 327
    await club.preferences.change_server(GUILD, timezone="Pacific/Auckland")
    assert await club.dailies.today(MINA, GUILD) == 328
    await club.preferences.change(MINA, timezone="America/New_York")
    assert await club.dailies.today(MINA, GUILD) == 327
    assert await club.dailies.today(TOM, GUILD) == 328
    assert await club.dailies.today(TOM, 0) == 327
    club.now = moment("2026-11-24 05:00")
    assert await club.dailies.today(MINA, GUILD) == 328


async def test_a_day_ends_at_midnight_on_days_that_are_shorter_too() -> None:
    berlin = ZoneInfo("Europe/Berlin")
    for day, hours in (("2026-03-29", 23), ("2026-10-25", 25), ("2026-11-23", 24)):
        number = number_of(datetime.fromisoformat(day).date())
        assert end_of(number, berlin) - end_of(number - 1, berlin) == hours * HOUR


@pytest.mark.slow
async def test_of_two_windows_only_one_patch_counts(club: Club) -> None:
    results = await asyncio.gather(
        *(club.dailies.change(MINA, 327, 0, change, guild_id=GUILD) for change in (tidy, Attempt.skip)),
        return_exceptions=True,
    )
    (refused,) = [each for each in results if isinstance(each, Refusal)]
    assert refused.reason == "daily_stale"
    assert (await club.dailies.open(MINA, 327, GUILD)).revision == 1


@pytest.mark.slow
async def test_a_wall_has_the_most_covered_first_and_those_in_time_alone(club: Club) -> None:
    await sewn(club, TOM, skipping=3)
    club.now += HOUR
    best = await sewn(club, MINA)
    after = await club.dailies.after(best, MINA, GUILD)
    assert (after.goes_up, after.has_wall, after.open_days) == (moment("2026-11-24 00:00"), False, ((326, 1), (325, 2)))
    club.now = moment("2026-11-24 00:00")
    late = await sewn(club, EVE)
    assert (best.is_late, late.is_late) == (False, True)
    assert (await club.dailies.after(late, EVE, GUILD)).goes_up is None
    (due,) = await club.walls.due()
    await club.walls.hang(due)
    assert await club.walls.due() == []
    (row,) = await club.walls.owed()
    wall = await club.walls.of(row)
    assert [one.user for one in wall.quilts] == [MINA, TOM]
    assert wall.par == par_of(puzzle_of(327))
    assert (await club.dailies.sewn(EVE, GUILD)).altogether == 1


async def test_a_quilt_that_cannot_be_replayed_keeps_no_other_from_the_wall(club: Club) -> None:
    for user in (MINA, TOM):
        await sewn(club, user)
    await club.spoil(f"UPDATE dailies SET laid = '+ +' WHERE user_id = {MINA}")  # noqa: S608
    assert (await the_wall(club))[1] == [TOM]


async def test_two_who_finish_at_once_are_both_on_a_wall_that_is_owed_until_it_shows_all(club: Club) -> None:
    await asyncio.gather(*(sewn(club, user) for user in (MINA, TOM)))
    row, users = await the_wall(club)
    assert {*users} == {MINA, TOM}
    await sewn(club, EVE)
    await club.walls.note_message(row, 77)
    again, users = await the_wall(club)
    assert {*users} == {MINA, TOM, EVE}
    await club.walls.note_message(again, 77)
    assert await club.walls.owed() == []


async def test_each_process_shows_the_walls_of_its_own_shards(club: Club) -> None:
    servers = [number << 22 for number in (2, 3, 4)]
    for guild in servers:
        await club.preferences.change_server(guild, daily_id=CHANNEL)
    for user, guild in zip((MINA, TOM, EVE), servers, strict=True):
        await sewn(club, user, guild=guild)
    even, odd = (Walls(club.database, club.clock, Shards((shard,), 2)) for shard in (0, 1))
    assert [row.guild_id for row in await even.owed()] == [servers[0], servers[2]]
    assert [row.guild_id for row in await odd.owed()] == [servers[1]]
    club.now += DAY
    assert [row.guild_id for row in await odd.due()] == [servers[1]]


@pytest.mark.slow
async def test_a_channel_that_is_chosen_after_somebody_has_finished_shows_them(club: Club) -> None:
    await sewn(club, TOM, 326)
    await sewn(club, MINA)
    assert [row.number for row in await club.walls.owed()] == [327]
    await club.preferences.change_server(GUILD, daily_id=None)
    await club.walls.move(GUILD, None)
    await sewn(club, EVE)
    assert await club.walls.owed() == []
    await club.preferences.change_server(GUILD, daily_id=CHANNEL + 1)
    await club.walls.move(GUILD, CHANNEL + 1, "de")
    row, users = await the_wall(club)
    assert (row.number, row.channel_id, row.language) == (327, CHANNEL + 1, "de")
    assert {*users} == {MINA, EVE}


@pytest.mark.slow
async def test_a_channel_that_opens_again_gets_the_last_wall_alone(club: Club) -> None:
    for number in (327, 328, 329):
        await sewn(club, MINA, number)
        club.now += DAY
        for due in await club.walls.due():
            await club.walls.hang(due)
    assert [row.number for row in await club.walls.owed()] == [329]
    assert (await club.walls.before(GUILD, 329)).row.number == 328


async def test_a_server_is_noted_in_which_a_quilt_is_begun_or_finished(club: Club) -> None:
    await club.dailies.change(MINA, 327, 0, tidy)
    await club.dailies.change(TOM, 327, 0, tidy, guild_id=GUILD + 1)
    assert await club.read(known_servers) == {GUILD: None, GUILD + 1: None}
    await club.dailies.change(MINA, 327, 1, tidy, guild_id=GUILD + 2)
    assert {*await club.read(known_servers)} == {GUILD, GUILD + 1, GUILD + 2}


async def test_walls_move_with_the_channel(club: Club) -> None:
    await sewn(club, MINA)
    (row,) = await club.walls.owed()
    await club.walls.note_message(row, 77)
    assert await club.walls.move(GUILD, CHANNEL) == []
    assert await club.walls.move(GUILD, CHANNEL + 1) == [(CHANNEL, 77)]
    (moved,) = await club.walls.owed()
    assert (moved.channel_id, moved.message_id) == (CHANNEL + 1, None)
    assert await club.walls.move(GUILD, None) == []
    assert await club.walls.owed() == []


@pytest.mark.slow
async def test_counts_are_of_the_month_and_of_all_and_nothing_is_reset(club: Club) -> None:
    for day in ("2026-10-30", "2026-10-31", "2026-11-01", "2026-11-20"):
        club.now = moment(day)
        await sewn(club, MINA, number_of(datetime.fromisoformat(day).date()))
    counted = await club.dailies.sewn(MINA, GUILD)
    assert (counted.altogether, counted.lately, counted.full) == (4, 2, 0)
    assert 0 <= counted.at_par < 4
    club.now = moment("2026-12-01")  # what was sewn before is of another month, whichever quilt is looked at
    assert (await club.dailies.sewn(MINA, GUILD)).lately == 0


async def test_a_clock_that_jumps_leaves_everything_as_it_was(club: Club) -> None:
    await club.dailies.change(MINA, 327, 0, tidy, guild_id=GUILD)
    club.now -= DAY
    sewing = await club.dailies.open(MINA, 327, GUILD)  # it was begun: it is no day of the future
    assert sewing.revision == 1
    await club.refused(club.dailies.open(TOM, 327, GUILD), "daily_early")
    club.now += 30 * DAY
    await club.refused(club.dailies.open(MINA, 327, GUILD), "daily_over")


async def test_a_day_that_comes_back_with_another_time_zone_leaves_its_wall_as_it_is(club: Club) -> None:
    await club.preferences.change_server(GUILD, timezone="Europe/Berlin")
    await sewn(club, MINA)
    club.now = moment("2026-11-23 23:00")
    (due,) = await club.walls.due()
    await club.walls.hang(due)
    await club.preferences.change_server(GUILD, timezone="America/New_York")
    assert await club.dailies.today(TOM, GUILD) == 327
    late = await sewn(club, TOM)
    assert (await club.dailies.after(late, TOM, GUILD)).goes_up is None  # nothing is promised
    row, users = await the_wall(club)
    assert users == [MINA]
    club.now = moment("2026-11-24 06:00")
    await sewn(club, TOM, 328)
    assert (row.ends_at, [one.ends_at for one in await club.walls.owed()][-1]) == (
        moment("2026-11-23 23:00"),
        moment("2026-11-25 05:00"),
    )


@pytest.mark.parametrize(
    ("zone", "begins", "hangs"),
    [
        ("Etc/GMT+12", "2026-11-24 12:00", "2026-11-25 12:00"),
        ("UTC", "2026-11-24 00:00", "2026-11-25 00:00"),
        ("Asia/Kathmandu", "2026-11-23 18:15", "2026-11-24 18:15"),
        ("Pacific/Auckland", "2026-11-23 11:00", "2026-11-24 12:00"),
        ("Pacific/Kiritimati", "2026-11-23 10:00", "2026-11-24 12:00"),
    ],
)
async def test_no_wall_shows_a_day_to_somebody_for_whom_it_has_not_begun(
    club: Club, zone: str, begins: str, hangs: str
) -> None:
    """Mina sews it as soon as it begins anywhere. For Eve, on the other side of the world, it does so at noon, UTC."""
    await club.preferences.change_server(GUILD, timezone=zone)
    await club.preferences.change(MINA, timezone="Pacific/Kiritimati")
    await club.preferences.change(EVE, timezone="Etc/GMT+12")
    club.now = moment("2026-11-23 10:00")
    await sewn(club, MINA, 328)
    club.now = moment(begins) - 1
    assert await club.walls.owed() == []
    club.now += 1
    row, users = await the_wall(club)
    assert users == [MINA]
    assert row.ends_at == moment(hangs)
    club.now = moment(hangs) - 1
    assert await club.walls.due() == []
    await sewn(club, TOM, 328)
    club.now += 1
    assert await club.dailies.today(EVE, GUILD) >= 328
    (due,) = await club.walls.due()
    await club.walls.hang(due)
    assert {*(await the_wall(club))[1]} == {MINA, TOM}
    assert await club.dailies.sewn(TOM, GUILD) == await club.dailies.sewn(MINA, GUILD), "both were in time"


async def test_whoever_is_forgotten_is_on_no_wall(club: Club) -> None:
    for user in (MINA, TOM):
        await sewn(club, user)
    (row,) = await club.walls.owed()
    await club.walls.note_message(row, 77)
    await club.privacy.forget(MINA)
    row, users = await the_wall(club)
    assert users == [TOM]
    await club.walls.hang(row)
    assert (await club.walls.before(GUILD, 328)).row.number == 327
    await club.privacy.forget(TOM)
    with pytest.raises(Refusal, match="no_wall"):  # a wall without quilts is none
        await club.walls.before(GUILD, 328)


async def test_a_server_that_was_left_long_ago_is_forgotten_but_not_what_people_have_sewn(club: Club) -> None:
    await sewn(club, MINA)
    await club.servers.note([])
    assert await club.walls.owed() == []
    club.now += KEPT + 1
    await club.servers.purge()
    assert (await club.dailies.sewn(MINA, GUILD)).altogether == 1
    assert (await club.dailies.open(MINA, 327, GUILD)).guild_id == 0


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
    assert next_reminder(minutes, ZoneInfo(zone), moment(now)) == moment(then)


async def test_of_several_processes_one_reminds(club: Club) -> None:
    await club.preferences.change(MINA, daily_at=13 * 60, daily_due=club.now + HOUR)
    assert await club.dailies.reminders_due() == []
    club.now += HOUR
    others = Dailies(club.database, club.clock)
    (due,) = await club.dailies.reminders_due()
    found = [await each.claim(*due) for each in (club.dailies, others)]
    assert [each and (each.user, each.number) for each in found] == [(MINA, 327), None]
    club.now += DAY
    (due,) = await others.reminders_due()
    assert (reminder := await others.claim(*due))
    assert reminder.number == 328


async def test_a_daily_reminder_waits_until_quiet_hours_are_over(club: Club) -> None:
    await club.preferences.change(MINA, daily_at=13 * 60, daily_due=club.now, quiet_from=11 * 60, quiet_to=14 * 60)
    (due,) = await club.dailies.reminders_due()
    assert await club.dailies.claim(*due) is None
    club.now += 2 * HOUR
    (due,) = await club.dailies.reminders_due()
    assert await club.dailies.claim(*due)
    assert await club.dailies.reminders_due() == []


@pytest.mark.parametrize(("hours", "at_par"), [(11, 1), (13, 0)])
async def test_par_counts_until_the_wall_hangs(club: Club, hours: int, at_par: int) -> None:
    await club.write(keep_par, ParRow(327, SCHEME, 1))
    await club.preferences.change_server(GUILD, timezone="UTC")
    club.now += hours * HOUR  # from noon on
    await sewn(club, MINA)
    assert (await club.dailies.sewn(MINA, GUILD)).at_par == at_par


async def test_the_doctor_replays_daily_quilts_and_mends_what_is_counted_wrong(club: Club) -> None:
    await sewn(club, MINA)
    await club.dailies.change(TOM, 327, 0, tidy)
    assert await club.findings() == []
    for user, wrong in ((MINA, "covered = 7"), (TOM, "laid = '+ +'")):
        await club.spoil(f"UPDATE dailies SET {wrong} WHERE user_id = {user}")  # noqa: S608
    found = (await club.audit.examine()).findings
    assert Finding(None, f"daily quilt 327 of user {MINA} does not cover what is kept of it", True) in found
    assert any("cannot be replayed" in each.sentence and not each.repairable for each in found)
    assert len(found) == 2
    (left,) = (await club.audit.examine(repair=True)).findings
    assert str(TOM) in left.sentence
    assert (await club.audit.examine()).findings == [left], "what was mended is right now"
