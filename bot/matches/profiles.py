"""What somebody's games came to: wins, points, days, firsts and feats, and how two stand, counted from the results of
games. It may be hidden from others (decision 0063).
"""

import logging
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

from sqlalchemy import Connection

from bot.matches.days import zone_of
from bot.matches.log import load_match
from bot.matches.results import is_by_hand, quarters_in
from bot.matches.seats import LEVELS
from bot.matches.services import Service
from bot.matches.standings import QUARTER
from bot.store.backend.database import reads
from bot.store.blocks import is_blocked
from bot.store.games import GameRow, read_logs, running_games
from bot.store.players import find_player
from bot.store.results import ResultRow, public_results_of, results_of
from game import Quilt
from game.automa import LEVELS as AUTOMA_LEVELS

LOG = logging.getLogger(__name__)

MOST = 20
"""How many of the last games are told one by one."""

MANY_POINTS, MANY_DAYS = 30, 7
"""Points in one game, and days in a row, that are a feat."""

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
    def is_empty(self) -> bool:
        """Whether there is nothing to tell."""
        return not any(tally.games for tally in (self.people, self.alone, self.hinted))


class Profiles(Service):
    """The profiles in a database."""

    @reads
    def of(self, connection: Connection, user: int, viewer: int, guild_id: int = 0) -> Profile | None:
        """A user's profile, as seen in a server (0: in none): others are told of public games alone. None if the user
        hides it, or has blocked the viewer, who cannot tell which.
        """
        player, is_own = find_player(connection, user), user == viewer
        if not is_own and (player.hidden or is_blocked(connection, user, viewer)):
            return None
        rows = results_of(connection, user) if is_own else public_results_of(connection, user)
        running = [row for row in running_games(connection, user) if row.is_public or (is_own and row.duel is None)]
        played = [*_quarters_of(connection, running, user), *(each for row in rows for each in quarters_in(row.played))]
        profile = profile_of(
            rows,
            viewer=None if is_own else viewer,
            days=streak_of(played, zone_of(connection, player, guild_id), self._now()),
        )
        quilt = _quilt(connection, profile.best) if profile.best else None
        return replace(profile, quilt=quilt, hidden=player.hidden)


def profile_of(rows: Sequence[ResultRow], *, viewer: int | None = None, days: Streak = Streak(0, 0)) -> Profile:
    """Count a profile from the results of a user that its viewer may know, the newest first."""
    won = [row for row in rows if row.won is not None]
    plain = [row for row in won if not row.hints]
    played_out = [row for row in plain if row.ending == "finished"]
    profile = Profile(
        people=_tally(row for row in plain if row.other is not None),
        alone=_tally(row for row in plain if row.other is None),
        hinted=_tally(row for row in won if row.hints),
        rival=_highest(plain, LEVELS),
        automa=_highest(plain, AUTOMA_LEVELS),
        best=max(played_out, key=lambda row: (row.points, -row.ended_at), default=None),
        mean=round(sum(row.points for row in played_out) / len(played_out)) if played_out else 0,
        sevens=sum(row.seven for row in played_out),
        wholes=sum(not row.empty for row in played_out),
        days=days,
        last=tuple(won[:MOST]),
        between=between([row for row in won if row.other == viewer]) if viewer is not None else None,
    )
    return replace(profile, feats=tuple(_feats(profile, played_out)))


def between(rows: Sequence[ResultRow]) -> Between | None:
    """Tell how the other one stands with a user, from the user's results between the two, the newest first."""
    if not rows:
        return None
    last = rows[0]
    theirs = sum(bool(row.won) for row in rows)
    points = (last.other_points, last.points) if last.ending == "finished" else None
    return Between(len(rows) - theirs, theirs, points)


def streak_of(quarters: Iterable[int], zone: ZoneInfo, now: int) -> Streak:
    """Count days in a row, in a time zone, from the quarters of an hour in which somebody played: yesterday counts."""
    played = sorted({_day(quarter * QUARTER, zone) for quarter in quarters})
    most = run = 0
    for index, day in enumerate(played):
        run = run + 1 if index and day - played[index - 1] == timedelta(1) else 1
        most = max(most, run)
    goes_on = bool(played) and played[-1] >= _day(now, zone) - timedelta(1)
    return Streak(run if goes_on else 0, most)


def _day(moment: int, zone: ZoneInfo) -> date:
    return datetime.fromtimestamp(moment, UTC).astimezone(zone).date()


def _tally(rows: Iterable[ResultRow]) -> Tally:
    told = [bool(row.won) for row in rows]
    return Tally(len(told), sum(told))


def _highest(rows: Iterable[ResultRow], levels: Sequence[str]) -> str | None:
    beaten = {row.level for row in rows if row.won}
    return next((level for level in reversed(levels) if level in beaten), None)


def _feats(profile: Profile, played_out: Sequence[ResultRow]) -> Iterator[tuple[str, int]]:
    done = {
        "out": bool(played_out),
        "won": bool(profile.people.won),
        "seven": bool(profile.sevens),
        "whole": bool(profile.wholes),
        "thirty": any(row.points >= MANY_POINTS for row in played_out),
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


def _quilt(connection: Connection, best: ResultRow) -> Quilt | None:
    try:
        return load_match(connection, best.game_id).position.player(best.seat).quilt
    except Exception:
        LOG.warning("game %s cannot be replayed, and its quilt is not shown", best.game_id)
        return None
