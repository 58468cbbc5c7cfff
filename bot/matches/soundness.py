"""What the columns of tables may hold, where no log says it: a row that holds something else is told by the doctor.

A column of a name means the same in every table, so there is one rule for each name (decision 0081).
"""

import re
from collections.abc import Callable, Collection, Iterator
from typing import Any, get_args

from babel import Locale, UnknownLocaleError
from sqlalchemy import Connection

from bot.matches.clock import DAYS, EVENING
from bot.matches.days import LAST
from bot.matches.preferences import GAPS
from bot.matches.seats import LEVELS
from bot.matches.standings import season_of
from bot.store.everything import rows_unlike
from bot.store.players import Allowed, Next, Notify
from bot.store.tables import Duel, Place, Stage, Termination
from bot.zones import zone_names
from daily import date_of
from game.automa import LEVELS as AUTOMA_LEVELS
from game.squares import LEATHER_SPACES

Rule = Callable[[Any], bool]

SPANS = re.compile(r"(\d+-\d+( \d+-\d+)*)?")
"""How vacations are spelled."""


def _is_minute(value: int) -> bool:
    return 0 <= value < 24 * 60


def _is_language(code: str) -> bool:
    try:
        return bool(Locale.parse(code.replace("-", "_")))
    except (ValueError, UnknownLocaleError):
        return False


def _is_season(value: int) -> bool:
    return value == 0 or season_of(0) <= value <= season_of(2**37)


def _is_day(number: int) -> bool:
    try:
        return number <= LAST and bool(date_of(number))
    except OverflowError:
        return False


def _one_of(*values: Collection[Any]) -> Rule:
    allowed = {each for some in values for each in some}
    return allowed.__contains__


RULES: dict[str, Rule] = {
    "call_gap": _one_of(GAPS),
    "challenges": _one_of(get_args(Allowed)),
    "challenges.first": _one_of((0, 1, 2)),
    "daily_at": _is_minute,
    "duel": _one_of(get_args(Duel)),
    "ending": _one_of(get_args(Termination)),
    "language": _is_language,
    "level": _one_of(LEVELS, AUTOMA_LEVELS),
    "next": _one_of(get_args(Next)),
    "notify": _one_of(get_args(Notify)),
    "pace": _one_of(DAYS, EVENING),
    "place": _one_of(get_args(Place)),
    "quiet_from": _is_minute,
    "quiet_to": _is_minute,
    "rival": _one_of(LEVELS),
    "season": _is_season,
    "servers.pace": _one_of(DAYS, (0,)),
    "stage": _one_of(get_args(Stage)),
    "sundays.number": _is_day,
    "timezone": _one_of(zone_names()),
    "track": _one_of(LEATHER_SPACES),
    "vacations": lambda text: bool(SPANS.fullmatch(text)),
    "walls.number": _is_day,
}
"""By the name of a column, or of a table and its column: whether that may hold a value."""


def unsound_rows(connection: Connection) -> Iterator[str]:
    """Name the rows that hold what they may not hold, a sentence for each."""
    for table, key, column, value in rows_unlike(connection, RULES):
        yield f"{table} {', '.join(map(str, key))}: {column} is {str(value)[:40]!r}, which this version does not know"
