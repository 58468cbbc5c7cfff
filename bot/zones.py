"""Time zones: those that tzdata names. One that it does not name counts as UTC, and spoils nothing."""

import logging
from functools import cache
from importlib.resources import files
from zoneinfo import ZoneInfo

LOG = logging.getLogger(__name__)

UNSET = "UTC"
"""What is stored of somebody who has chosen no time zone."""

CHOSEN_UTC = "Etc/UTC"
"""What is stored of somebody who has chosen UTC."""


@cache
def zone_names() -> tuple[str, ...]:
    """The names of all time zones, sorted: the same on every machine, unlike `zoneinfo.available_timezones`."""
    names = files("tzdata").joinpath("zones").read_text(encoding="utf-8").split()
    return tuple(sorted({*names} - {"Factory"}))  # which stands for a machine whose zone nobody has set


@cache
def zone_named(name: str) -> ZoneInfo:
    """A time zone by its name; UTC, and a warning once, if tzdata does not name it."""
    if name in zone_names():
        return ZoneInfo(name)
    LOG.warning("the time zone %r is unknown, and counts as UTC: update tzdata, or choose another zone", name[:40])
    return ZoneInfo(CHOSEN_UTC)


def shown_zone(name: str) -> str:
    """The name of a time zone as people know it."""
    return "UTC" if name == CHOSEN_UTC else name
