"""Days of daily quilts: whose day it is where, when it ends, and when to remind of it (decision 0069)."""

from datetime import UTC, date, datetime, time, timedelta, timezone
from zoneinfo import ZoneInfo

from sqlalchemy import Connection

from bot.matches.clock import DAY
from bot.matches.match import Refusal
from bot.store.players import PlayerRow, find_player
from bot.store.servers import ServerRow, find_server
from bot.zones import UNSET, zone_named
from daily import date_of, number_of

OPEN_DAYS = 3
"""For how many days a daily quilt can be sewn: its own, and those after it."""

LAST = number_of(date.max) - 1
"""The last number that has a day."""

_LAST_ZONE = timezone(timedelta(hours=-12))
"""Where each day begins last."""


def zone_of_server(server: ServerRow) -> ZoneInfo:
    """The time zone of a server."""
    return zone_named(server.timezone or UNSET)


def zone_of(connection: Connection, player: PlayerRow, guild_id: int) -> ZoneInfo:
    """The time zone of somebody's days, streaks, quiet hours and reminders: their own, if they have chosen one, or else
    that of the server in question (0: none).
    """
    if player.timezone != UNSET:
        return zone_named(player.timezone)
    return zone_of_server(find_server(connection, guild_id))


def end_of(number: int, zone: ZoneInfo) -> int:
    """Tell when the day of a daily quilt ends somewhere, in seconds since 1970."""
    return int(datetime.combine(date_of(number) + timedelta(days=1), time(), zone).timestamp())


def hangs_at(number: int, zone: ZoneInfo) -> int:
    """Tell when the wall of a day hangs in a server of a time zone: at the end of the day there, but not before it has
    begun for everybody.
    """
    return max(end_of(number, zone), int(datetime.combine(date_of(number), time(), _LAST_ZONE).timestamp()))


def next_reminder(minutes: int, zone: ZoneInfo, now: int) -> int:
    """Tell when it is so many minutes after midnight next in a time zone, in seconds since 1970."""
    local = datetime.fromtimestamp(now, UTC).astimezone(zone)
    for days in (0, 1):
        moment = datetime.combine(local.date() + timedelta(days), time(minutes // 60, minutes % 60), zone)
        if moment.timestamp() > now:
            return int(moment.timestamp())
    return now + DAY  # a clock that is put on tomorrow passes it over


def today_of(connection: Connection, user: int, guild_id: int, now: int) -> int:
    """The number of today's daily quilt for a user in a server (0: in none)."""
    return day_in(zone_of(connection, find_player(connection, user), guild_id), now)


def day_in(zone: ZoneInfo, now: int) -> int:
    """The number of today's daily quilt in a time zone."""
    return number_of(datetime.fromtimestamp(now, UTC).astimezone(zone).date())


def check_number(number: int) -> None:
    """Raise Refusal ``no_daily`` for a number that no day has."""
    if not 0 < number <= LAST:
        raise Refusal("no_daily")
