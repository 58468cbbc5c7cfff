"""What somebody's games came to: wins, points, days, firsts and feats, and how two stand, counted from the results of
games. It may be hidden from others (decision 0063).
"""

import logging
from bisect import bisect_left
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial
from typing import Any
from zoneinfo import ZoneInfo

from sqlalchemy import Connection

from bot.matches.days import zone_of
from bot.matches.log import load_match
from bot.matches.results import is_by_hand
from bot.matches.seats import LEVELS
from bot.matches.services import Service
from bot.matches.standings import DAY, QUARTER
from bot.matches.summaries import Summary, read_summary, spelled, sum_of, summary_of
from bot.store.blocks import is_blocked
from bot.store.games import GameRow, read_logs, running_games
from bot.store.players import find_player
from bot.store.results import (
    ResultRow,
    count_won,
    find_results,
    public_results_in,
    public_results_won_lately,
    results_between,
    results_in,
    results_won_lately,
)
from bot.store.summaries import PERIOD, SummaryRow, save_summaries, summaries_of
from game import Quilt
from game.automa import LEVELS as AUTOMA_LEVELS

LOG = logging.getLogger(__name__)

MOST = 12
"""How many of the last games are told one by one."""

FIRST = 3
"""Before so many games points say nothing but that somebody is new, and are not told."""

MANY_POINTS, MANY_DAYS = 30, 7
"""Points in one game, and days in a row, that are a feat."""

SPAN = 14 * DAY // QUARTER
"""Quarters of an hour in which clocks are changed once at most, anywhere since 1970."""

FEATS = ("out", "won", "seven", "whole", "thirty", "days", "rival", "automa")
"""Firsts and feats: a game played out, a win against a person, a first 7x7, a quilt without an empty square,
`MANY_POINTS`, `MANY_DAYS`, a rival and an Automa that were beaten.
"""


@dataclass(frozen=True, slots=True)
class Tally:
    """How many games there were, and how many of them were won."""

    games: int
    won: int


@dataclass(frozen=True, slots=True)
class Streak:
    """How many days in a row somebody has played up to now, and how many at most."""

    now: int
    most: int


@dataclass(frozen=True, slots=True)
class Between:
    """How many games each of two people has won, and the points of both in the last one (None: not played out)."""

    mine: int
    theirs: int
    last: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class Profile:
    """What a user's games came to, as far as its viewer may know.

    Games that nobody has won count nowhere. Those against ``people``, and those played ``alone`` without hints, count;
    those with hints are told apart. ``rival`` and ``automa`` are the highest levels that were beaten. Of the games that
    were played out, ``best`` is the one with the most points, with its ``quilt``, and ``mean`` the mean points of all;
    ``sevens`` have the first 7x7, ``wholes`` no empty square. ``last`` are the newest games, ``feats`` some of `FEATS`,
    each with the number of its level (0 if it has none). ``between``: how the viewer stands with the user.
    """

    people: Tally
    alone: Tally
    hinted: Tally
    rival: str | None = None
    automa: str | None = None
    best: ResultRow | None = None
    mean: int = 0
    sevens: int = 0
    wholes: int = 0
    days: Streak = Streak(0, 0)
    last: tuple[ResultRow, ...] = ()
    feats: tuple[tuple[str, int], ...] = ()
    between: Between | None = None
    quilt: Quilt | None = None
    hidden: bool = False

    @property
    def games(self) -> int:
        """How many games there were."""
        return self.people.games + self.alone.games + self.hinted.games

    @property
    def is_new(self) -> bool:
        """Whether they are too few to tell of points."""
        return self.games < FIRST


class Profiles(Service):
    """The profiles in a database."""

    async def of(self, user: int, viewer: int, guild_id: int = 0) -> Profile | None:
        """A user's profile, as seen in a server (0: in none): others are told of public games alone. None if the user
        hides it, or has blocked the viewer, who cannot tell which.
        """
        found, fresh = await self._database.read_latest(self._found, user, viewer, guild_id)
        if fresh:
            await self._database.keep(save_summaries, fresh)
        return found

    def _found(
        self, connection: Connection, user: int, viewer: int, guild_id: int
    ) -> tuple[Profile | None, list[SummaryRow]]:
        """The profile, and what was summed up for it."""
        player, is_own = find_player(connection, user), user == viewer
        if not is_own and (player.hidden or is_blocked(connection, user, viewer)):
            return None, []
        kept = summaries_of(connection, user)
        fresh = [replace(row, text=summed_up(connection, row)) for row in kept if not row.text]
        whole = sum_of(
            read_summary(row.text, in_public=not is_own) for row in (*fresh, *(row for row in kept if row.text))
        )
        running = [row for row in running_games(connection, user) if row.is_public or (is_own and row.duel is None)]
        played = [*whole.days, *_quarters_of(connection, running, user)]
        profile = replace(
            profile_of(whole, streak_of(played, zone_of(connection, player, guild_id), self._now())),
            last=tuple((results_won_lately if is_own else public_results_won_lately)(connection, user, MOST)),
            between=None if is_own else _between(connection, user, viewer),
            hidden=player.hidden,
        )
        return replace(profile, **_best(connection, whole)), fresh


def are_sound(connection: Connection, user: int) -> bool:
    """Tell whether what is kept of a user's results is what they come to."""
    return all(not row.text or row.text == summed_up(connection, row) for row in summaries_of(connection, user))


def summed_up(connection: Connection, row: SummaryRow) -> str:
    """Sum the results of a player up that ended in a period."""
    when = row.period * PERIOD, (row.period + 1) * PERIOD
    found = (find(connection, row.player, *when) for find in (results_in, public_results_in))
    return spelled(*map(summary_of, found))


def profile_of(whole: Summary, days: Streak = Streak(0, 0)) -> Profile:
    """The profile of somebody whose results come to this: without single games."""
    sums = whole.sums
    people, alone, hinted = (Tally(sums[kind], sums[f"{kind} won"]) for kind in ("people", "alone", "hinted"))
    profile = Profile(
        people=people,
        alone=alone,
        hinted=hinted,
        rival=_highest(sums, LEVELS),
        automa=_highest(sums, AUTOMA_LEVELS),
        mean=round(sums["points"] / sums["finished"]) if sums["finished"] else 0,
        sevens=sums["sevens"],
        wholes=sums["wholes"],
        days=days,
    )
    return replace(profile, feats=tuple(_feats(profile, whole)))


def _between(connection: Connection, user: int, viewer: int) -> Between | None:
    """Tell how the viewer stands with a user."""
    last = next(iter(results_between(connection, user, viewer, 1)), None)
    if last is None:
        return None
    games, theirs = count_won(connection, user, viewer)
    points = (last.other_points, last.points) if last.ending == "finished" else None
    return Between(games - theirs, theirs, points)


def streak_of(quarters: Collection[int], zone: ZoneInfo, now: int) -> Streak:
    """Count days in a row, in a time zone, from the quarters of an hour in which somebody played: yesterday counts."""
    played = sorted(_days_of(quarters, zone))
    runs = Counter([day - index for index, day in enumerate(played)])  # the same for all days in a row
    goes_on = bool(played) and played[-1] >= (now + _ahead(now, zone)) // DAY - 1
    return Streak(runs[played[-1] - len(played) + 1] if goes_on else 0, max(runs.values(), default=0))


def _days_of(quarters: Collection[int], zone: ZoneInfo) -> set[int]:
    """The days of some quarters of an hour, counted from 1970. A zone is asked seldom: that takes longest."""
    played, days, start = sorted(quarters), set[int](), 0
    while start < len(played):
        seconds, after = (_ahead(quarter * QUARTER, zone) for quarter in (played[start], played[start] + SPAN))
        end = bisect_left(played, played[start] + SPAN, start)
        if seconds != after:
            end = bisect_left(played, True, start, end, key=partial(_is_ahead, zone, after))
        days.update([(quarter * QUARTER + seconds) // DAY for quarter in played[start:end]])
        start = end
    return days


def _is_ahead(zone: ZoneInfo, seconds: int, quarter: int) -> bool:
    return _ahead(quarter * QUARTER, zone) == seconds


def _ahead(moment: int, zone: ZoneInfo) -> int:
    """By how many seconds a time zone is ahead of UTC."""
    ahead = datetime.fromtimestamp(moment, zone).utcoffset()
    assert ahead is not None
    return round(ahead.total_seconds())


def _highest(sums: Counter[str], levels: Sequence[str]) -> str | None:
    return next((level for level in reversed(levels) if sums[f"beaten {level}"]), None)


def _feats(profile: Profile, whole: Summary) -> Iterator[tuple[str, int]]:
    done = {
        "out": whole.sums["finished"],
        "won": profile.people.won,
        "seven": profile.sevens,
        "whole": profile.wholes,
        "thirty": whole.best and whole.best[0] >= MANY_POINTS,
        "days": profile.days.most >= MANY_DAYS,
    }
    yield from ((feat, 0) for feat in FEATS if done.get(feat))
    if profile.rival:
        yield "rival", LEVELS.index(profile.rival) + 1
    if profile.automa:
        yield "automa", AUTOMA_LEVELS.index(profile.automa) + 1


def _quarters_of(connection: Connection, running: Iterable[GameRow], user: int) -> Iterator[int]:
    seats = {row.id: 1 if row.player1 == user else 2 for row in running}
    for game, events in read_logs(connection, [*seats]).items():
        yield from (event.at // QUARTER for event in events if is_by_hand(event, seats[game]))


def _best(connection: Connection, whole: Summary) -> dict[str, Any]:
    """The best game, and its quilt if that can be drawn."""
    if not whole.best:
        return {}
    _, _, game, seat = whole.best
    best = next((row for row in find_results(connection, [game]).get(game, []) if row.seat == seat), None)
    try:
        return {"best": best, "quilt": load_match(connection, game).position.player(seat).quilt}
    except Exception:
        LOG.warning("game %s cannot be replayed, and its quilt is not shown", game)
        return {"best": best}
