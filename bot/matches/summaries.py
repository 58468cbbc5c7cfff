"""What results of somebody come to, summed up: what is kept of each period, so that nobody reads all of them: pure."""

import json
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import accumulate, chain

from bot.matches.standings import DAY, QUARTER
from bot.store.results import ResultRow


@dataclass(frozen=True, slots=True)
class Summary:
    """What some results come to.

    ``sums``: how many games against ``people``, ``alone`` without hints, and ``hinted``, and how many of them were won;
    how often each level was ``beaten``; of those that were ``finished`` without hints, the ``points``, and how many
    have the first 7x7 (``sevens``) and no empty square (``wholes``). Games that nobody has won count nowhere. ``best``
    is the game with the most points: these, how early it ended, its number and the seat. ``days`` has the first and the
    last quarter of an hour of each day (in UTC) in which they moved: that tells in every time zone on which days.
    """

    sums: Counter[str] = field(default_factory=Counter)
    best: list[int] = field(default_factory=list)
    days: list[int] = field(default_factory=list)


def summary_of(rows: Iterable[ResultRow]) -> Summary:
    """Sum results up."""
    sums, best, days = Counter[str](), list[int](), dict[int, list[int]]()
    for row in rows:
        for quarter in quarters_in(row.played):
            day = days.setdefault(quarter * QUARTER // DAY, [quarter, quarter])
            day[:] = min(day[0], quarter), max(day[1], quarter)
        if row.won is None:
            continue
        kind = "hinted" if row.hints else "alone" if row.other is None else "people"
        sums.update({kind: 1, f"{kind} won": int(row.won)})
        if row.hints:
            continue
        if row.level and row.won:
            sums[f"beaten {row.level}"] += 1
        if row.ending == "finished":
            sums.update(finished=1, points=row.points, sevens=int(row.seven), wholes=int(not row.empty))
            best = max(best, [row.points, -row.ended_at, row.game_id, row.seat])
    return Summary(sums, best, [*chain.from_iterable(days.values())])


def sum_of(summaries: Iterable[Summary]) -> Summary:
    """Add summaries up. The same day may be in it twice."""
    sums, best, days = Counter[str](), list[int](), list[int]()
    for each in summaries:
        sums.update(each.sums)
        best = max(best, each.best)
        days += each.days
    return Summary(sums, best, days)


def quarters_in(played: str) -> list[int]:
    """Read the quarters of an hour since 1970 that a result spells, in order."""
    return list(accumulate(map(int, played.split())))


def spelled(everything: Summary, in_public: Summary) -> str:
    """Spell what a period comes to, on two lines: to its player, and as far as others may know."""
    told = ((each.sums, each.best, each.days) for each in (everything, in_public))
    return "\n".join(json.dumps(each, separators=(",", ":")) for each in told)


def read_summary(text: str, *, in_public: bool) -> Summary:
    """Read one of the two."""
    sums, best, days = json.loads(text.split("\n")[in_public])
    return Summary(Counter(sums), best, days)
