"""Which games count on the ladder of a server, what each counts, and how its players stand: pure (decision 0064).

Many games are left to another process, so this imports next to nothing.
"""

import contextlib
import os
import signal
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from math import exp
from multiprocessing.connection import Connection
from typing import NamedTuple

from bot.matches.bradley_terry import PER_ELO, Fit, Played, fit
from bot.store.ladder_rows import NEVER, EndedRow, StandingRow

DAY = 24 * 60 * 60
QUARTER = 15 * 60
"""Seconds in a quarter of an hour: days begin with one in every time zone."""

NICE = 10
"""How far a process that fits a ladder stands back, as Unix counts it."""

RIVALS = {
    "pompom": 1_000.0,
    "tassel": 1_255.0,
    "pin": 1_485.0,
    "button": 1_750.0,
    "bobbin": 1_980.0,
    "needle": 2_215.0,
    "thimble": 2_475.0,
}
"""How strong the rivals are, in Elo: Pompom is at 1,000, the others where the arena has them (docs/engine.md)."""

MIN_MOVES = 5
"""How many moves both sides must have chosen before their game counts."""

OF_A_WEEK = (1.0, 0.5, 0.25)
"""What the games of the same two count within a week, one after the other; further ones count nothing."""

PLACEMENT_GAMES = 4
"""With how many games against rivals a person is placed; of later ones the first that they began each day counts."""

ENOUGH_GAMES, ENOUGH_PEOPLE = 5, 2
"""After how many games, and against how many people, somebody has a place."""

INACTIVE_AFTER = 60 * DAY
"""Seconds without a game against a person after which somebody is shown as resting. They keep their place."""

SEASONS = 4
"""For how many seasons a game counts: the one in which it ended, and those after it."""

STRANGER = -1
"""Stands for all who were forgotten, where it matters how many people there were: nobody knows."""

_FIRST_MONDAY, _WEEK = 4 * DAY, 7 * DAY
_LAST = NEVER, 0


class Ratings(NamedTuple):
    """How all stand on a ladder, the strongest first, and the mean of its people in Elo."""

    rows: list[StandingRow]
    mean: int


@dataclass(frozen=True, slots=True)
class Counted:
    """A game that counts, and what of it goes into the fit."""

    row: EndedRow
    played: Played


def season_of(moment: int) -> int:
    """The season of a time: a number that counts on by one with every quarter of a year, in UTC."""
    day = datetime.fromtimestamp(moment, UTC)
    return 4 * day.year + (day.month - 1) // 3


def begin_of(season: int) -> int:
    """Tell when a season begins, in seconds since 1970."""
    year, quarter = divmod(season, 4)
    return int(datetime(year, 1 + 3 * quarter, 1, tzinfo=UTC).timestamp())


def counting_from(season: int) -> int:
    """Tell when the first of the games have ended that count in a season, in seconds since 1970."""
    return begin_of(season - SEASONS + 1)


def week_of(moment: int) -> int:
    """The week of a time: a number that counts on by one with every Monday, in UTC."""
    return (moment - _FIRST_MONDAY) // _WEEK


def begin_of_week(week: int) -> int:
    """Tell when a week begins, in seconds since 1970."""
    return _FIRST_MONDAY + week * _WEEK


def bears_on_ladder(other: int | None, won: bool | None, moves: int) -> bool:
    """Tell whether a result may change how anybody stands."""
    return other is not None and won is not None and moves >= MIN_MOVES


def counted(rows: Iterable[EndedRow]) -> list[Counted]:
    """Of a server's games, those that count, in order of time. Games against rivals count only once their player has
    met a person after them, and after all that they had begun before: so none of them alone moves a rank, and none that
    is left lying is left out.
    """
    in_order = sorted(rows, key=_order)
    between = list(_between_people(row for row in in_order if row.other is not None))
    met = {player: _order(each.row) for each in between for player in (each.row.player, each.row.other)}
    alone = _against_rivals((row for row in in_order if row.other is None), met)
    return sorted((*between, *alone), key=lambda each: _order(each.row))


def _between_people(rows: Iterable[EndedRow]) -> Iterator[Counted]:
    """Games between two people. All who were forgotten are one, when it comes to how often two have met."""
    met: Counter[tuple[int, frozenset[int]]] = Counter()
    for row in rows:
        assert row.other is not None
        pair = frozenset(max(player, STRANGER) for player in (row.player, row.other))
        if not bears_on_ladder(row.other, row.won, row.moves) or len(pair) < 2:
            continue
        week = week_of(row.ended_at)
        before = met[week, pair]
        met[week, pair] += 1
        if before < len(OF_A_WEEK):
            yield _counted(row, row.other, OF_A_WEEK[before])


def _against_rivals(rows: Iterable[EndedRow], met: Mapping[int | None, tuple[int, int]]) -> Iterator[Counted]:
    """Games against rivals, in the order in which they began: so none counts or not by when its player ends it. All
    that were not won are lost, however they ended; those won with hints tell nothing.
    """
    days: dict[int, list[int]] = defaultdict(list)
    over: dict[int, tuple[int, int]] = defaultdict(lambda: (0, 0))
    for row in sorted(rows, key=lambda each: each.game_id):
        if row.level not in RIVALS or row.player < 0:
            continue
        over[row.player] = max(over[row.player], _order(row))  # all that they have begun so far
        if row.moves < MIN_MOVES or (row.won and row.hints) or over[row.player] > met.get(row.player, _LAST):
            continue
        day, before = _day_begun(row), days[row.player]
        if len(before) < PLACEMENT_GAMES or day not in before:
            yield _counted(row, row.level, 1.0)
            before.append(day)


def _day_begun(row: EndedRow) -> int:
    quarter, _, _ = row.played.partition(" ")
    return (int(quarter) * QUARTER if quarter else row.ended_at) // DAY


def _counted(row: EndedRow, opponent: int | str, weight: float) -> Counted:
    if row.first:
        return Counted(row, Played(row.player, opponent, 1 if row.won else 2, weight))
    return Counted(row, Played(opponent, row.player, 2 if row.won else 1, weight))


def _order(row: EndedRow) -> tuple[int, int]:
    return row.ended_at, row.game_id


def rate(rows: Iterable[EndedRow]) -> Ratings:
    """Tell how all stand by a server's games, in whatever order they come."""
    games = counted(rows)
    found = fit([each.played for each in games], RIVALS)
    return Ratings(standings(games, found), round(found.mean))


def standings(games: Sequence[Counted], fit: Fit) -> list[StandingRow]:
    """Tell how all stand who have met people: first those with a place, which equals share, the strongest first."""
    met: dict[int, list[tuple[int, int]]] = defaultdict(list)
    for each in games:
        row = each.row
        if row.other is not None:
            met[row.player].append((row.other, row.ended_at))
            met[row.other].append((row.player, row.ended_at))
    found = [_standing(player, each, fit) for player, each in met.items() if player > 0]
    found.sort(key=lambda each: (-each.strength, each.player))
    return [*with_places(filter(_has_enough, found)), *(each for each in found if not _has_enough(each))]


def with_places(rows: Iterable[StandingRow]) -> Iterator[StandingRow]:
    """Give places to people, the strongest of whom come first; those who are equally strong share one."""
    place, strength = 0, None
    for number, row in enumerate(rows, 1):
        if row.strength != strength:
            place, strength = number, row.strength
        yield replace(row, place=place)


def _standing(player: int, met: Collection[tuple[int, int]], fit: Fit) -> StandingRow:
    strength, deviation = fit.strengths[player]
    people = {max(other, STRANGER) for other, _ in met}
    return StandingRow(player, round(strength), round(deviation), len(met), len(people), max(at for _, at in met))


def _has_enough(standing: StandingRow) -> bool:
    return standing.games >= ENOUGH_GAMES and standing.people >= ENOUGH_PEOPLE


def are_alike(some: Iterable[StandingRow], others: Iterable[StandingRow]) -> bool:
    """Tell whether all stand alike in two lists, but for a point of Elo; close players may have changed places."""
    one, two = ({each.player: each for each in rows} for rows in (some, others))
    return one.keys() == two.keys() and all(_is_like(each, two[player]) for player, each in one.items())


def _is_like(one: StandingRow, other: StandingRow) -> bool:
    same = replace(one, strength=other.strength, deviation=other.deviation, place=other.place) == other
    is_placed = (one.place is None) == (other.place is None)
    return same and is_placed and max(abs(one.strength - other.strength), abs(one.deviation - other.deviation)) <= 1


def at_stake(one: StandingRow, other: StandingRow, weight: float = 1.0) -> tuple[int, int]:
    """About how many points of Elo a player would gain by winning against another, and lose by losing."""
    return _gain(one, other, weight, 1), _gain(one, other, weight, -1)


def _gain(one: StandingRow, other: StandingRow, weight: float, way: int) -> int:
    """Tell how far a win (1) or a defeat (-1) moves a player: the farther, the less is known of them."""
    mine, theirs = one.deviation**2, other.deviation**2
    apart = way * (one.strength - other.strength)
    low, high = 0.0, 1_000.0
    for _ in range(20):
        both = (low + high) / 2
        pull = (mine + theirs) * PER_ELO * weight / (1 + exp((apart + both) * PER_ELO))
        low, high = (both, high) if pull > both else (low, both)
    return round(low * mine / (mine + theirs))


def rate_elsewhere(pipe: "Connection[Ratings, Sequence[EndedRow]]") -> None:
    """In a process of its own: rate the games that come, some at a time until none come, and send the ratings back."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the bot, which ends this process
    with contextlib.suppress(AttributeError, OSError):  # not on Windows
        os.nice(NICE)
    rows: list[EndedRow] = []
    with contextlib.suppress(EOFError, OSError):  # the bot has ended
        while some := pipe.recv():
            rows += some
        pipe.send(rate(rows))
