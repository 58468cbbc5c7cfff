"""Whose clock somebody lives by: one zone for days, streaks, quiet hours and reminders, on every machine the same."""

import logging
from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from bot.matches.days import zone_of
from bot.matches.preferences import Preferences, quiet_until
from bot.store.backend.database import Database
from bot.store.players import PlayerRow, find_player
from bot.zones import CHOSEN_UTC, zone_named, zone_names
from tests.store.building import GUILD, MINA


def moment(text: str) -> int:
    """A time with its offset from UTC, in seconds since 1970."""
    return int(datetime.fromisoformat(text).timestamp())


def test_only_zones_that_tzdata_names_are_known() -> None:
    assert {"UTC", CHOSEN_UTC, "Asia/Tokyo", "US/Pacific", "EST"} <= {*zone_names()}
    assert not {"localtime", "Factory", "posixrules"} & {*zone_names()}
    assert all(zone_named(name).key == name for name in zone_names())


@pytest.mark.parametrize("name", ["localtime", "", "Mars/Phobos", "../../etc/passwd", "Europe", "x\0y"])
def test_a_zone_that_is_unknown_counts_as_utc_and_is_told_once(name: str, caplog: pytest.LogCaptureFixture) -> None:
    zone_named.cache_clear()
    with caplog.at_level(logging.WARNING):
        assert {zone_named(name).key for _ in range(3)} == {CHOSEN_UTC}
    assert len(caplog.records) == 1
    caplog.clear()


@pytest.mark.parametrize(
    ("own", "of_server", "expected"),
    [
        ("UTC", None, "UTC"),
        ("UTC", "Pacific/Kiritimati", "Pacific/Kiritimati"),
        (CHOSEN_UTC, "Pacific/Kiritimati", CHOSEN_UTC),
        ("America/New_York", "Asia/Tokyo", "America/New_York"),
    ],
)
async def test_a_zone_is_ones_own_or_else_that_of_the_server(
    database: Database, own: str, of_server: str | None, expected: str
) -> None:
    preferences = Preferences(database)
    await preferences.change(MINA, timezone=own)
    await preferences.change_server(GUILD, timezone=of_server)
    assert (await preferences.zone_of(MINA, GUILD)).key == expected
    player = await database.read(find_player, MINA)
    assert (await database.read(zone_of, player, GUILD)).key == expected


@pytest.mark.parametrize(
    ("zone", "now", "end", "until"),
    [
        ("Europe/Berlin", "2026-10-25T02:10+02:00", (2, 30), "2026-10-25T02:30+02:00"),
        ("Europe/Berlin", "2026-10-25T02:10+01:00", (2, 30), "2026-10-25T02:30+01:00"),
        ("Europe/Berlin", "2026-10-25T01:00+02:00", (7, 0), "2026-10-25T07:00+01:00"),
        ("Europe/Berlin", "2026-03-29T01:00+01:00", (2, 30), "2026-03-29T03:00+02:00"),
        ("America/New_York", "2026-11-01T01:10-05:00", (1, 30), "2026-11-01T01:30-05:00"),
        ("America/New_York", "2026-03-08T00:00-05:00", (2, 30), "2026-03-08T03:00-04:00"),
        ("Australia/Lord_Howe", "2026-04-05T01:35+10:30", (1, 45), "2026-04-05T01:45+10:30"),
        ("Australia/Lord_Howe", "2026-10-04T01:00+10:30", (2, 15), "2026-10-04T02:30+11:00"),
        ("Asia/Kathmandu", "2026-11-27T23:00+05:45", (7, 0), "2026-11-28T07:00+05:45"),
    ],
)
def test_quiet_hours_go_by_the_hands_of_the_clock_when_they_are_moved(
    zone: str, now: str, end: tuple[int, int], until: str
) -> None:
    player = PlayerRow(MINA, quiet_from=22 * 60, quiet_to=end[0] * 60 + end[1])
    assert quiet_until(player, ZoneInfo(zone), moment(now)) == moment(until)


@pytest.mark.parametrize(
    ("now", "hours", "left"),
    [
        ("06:59", (22, 7), 1), ("07:00", (22, 7), None), ("21:59", (22, 7), None), ("22:00", (22, 7), 9 * 60),
        ("12:30", (12, 13), 30), ("12:30", None, None),
    ],
)  # fmt: skip
def test_quiet_hours_hold_from_their_first_minute_to_their_last(
    now: str, hours: tuple[int, int] | None, left: int | None
) -> None:
    begins, ends = (hour * 60 for hour in hours) if hours else (None, None)
    player, at = PlayerRow(MINA, quiet_from=begins, quiet_to=ends), moment(f"2026-01-15T{now}:30+00:00")
    assert quiet_until(player, ZoneInfo("UTC"), at) == (0 if left is None else at - 30 + left * 60)
