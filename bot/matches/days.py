"""Days of daily quilts: whose day it is where, when it ends, and when to remind of it (decision 0069)."""

from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from sqlalchemy import Connection

from bot.matches.clock import DAY
from bot.matches.match import Refusal
from bot.store.players import find_player
from bot.store.servers import ServerRow, find_server
from daily import date_of, number_of

OPEN_DAYS = 3
"""For how many days a daily quilt can be sewn: its own, and those after it."""

LAST = number_of(date.max) - 1
"""The last number that has a day."""


def zone_of(own: str, server: ServerRow) -> ZoneInfo:
    """The time zone whose days are somebody's: their own, if they have set one, or else the server's."""
    return ZoneInfo(own if own != "UTC" else server.timezone or "UTC")


def end_of(number: int, zone: ZoneInfo) -> int:
    """Tell when the day of a daily quilt ends somewhere, in seconds since 1970."""
    return int(datetime.combine(date_of(number) + timedelta(days=1), time(), zone).timestamp())


def next_reminder(minutes: int, zone: str, now: int) -> int:
    """Tell when it is so many minutes after midnight next in a time zone, in seconds since 1970."""
    local = datetime.fromtimestamp(now, UTC).astimezone(ZoneInfo(zone))
    for days in (0, 1):
        moment = datetime.combine(local.date() + timedelta(days), time(minutes // 60, minutes % 60), ZoneInfo(zone))
        if moment.timestamp() > now:
            return int(moment.timestamp())
    return now + DAY  # a clock that is put on tomorrow passes it over


def today_of(connection: Connection, user: int, guild_id: int, now: int) -> int:
    """The number of today's daily quilt for a user in a server (0: in none)."""
    return _day_in(zone_of(find_player(connection, user).timezone, find_server(connection, guild_id)), now)


def day_of_server(server: ServerRow, now: int) -> int:
    """The number of today's daily quilt for a server, whatever zones its people have set."""
    return _day_in(zone_of("UTC", server), now)


def _day_in(zone: ZoneInfo, now: int) -> int:
    return number_of(datetime.fromtimestamp(now, UTC).astimezone(zone).date())


def check_number(number: int) -> None:
    """Raise Refusal ``no_daily`` for a number that no day has."""
    if not 0 < number <= LAST:
        raise Refusal("no_daily")
