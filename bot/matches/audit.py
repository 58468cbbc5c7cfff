"""A check of everything stored: each game is replayed from its log and compared with what is kept beside it."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass, field
from hashlib import blake2b
from random import random

from sqlalchemy import Connection

from bot.matches.answers import plan_of
from bot.matches.clock import rewind
from bot.matches.daily_audit import examine_dailies
from bot.matches.ladders import Ladders
from bot.matches.log import away_until, cache_of, match_from, store_clock
from bot.matches.match import Match
from bot.matches.play import Now
from bot.matches.results import Results, keep_within, results_of_match
from bot.store.backend.database import Database
from bot.store.backend.sqlite import damage, rebuild_indexes
from bot.store.changes import write_cache
from bot.store.duels import duel_marks, mark_game
from bot.store.games import (
    GameRow,
    LogRow,
    count_games,
    find_game,
    find_games,
    game_ids_after,
    games_near,
    read_log,
    read_logs,
)
from bot.store.locks import lock_games
from bot.store.messages import count_doomed, misnoted_boards, note_board
from bot.store.plans import PlanRow, bit_of, drop_plan, find_plans, note_plans, stopped_bit_of
from bot.store.results import ResultRow, count_not_counted, drop_results, find_results
from bot.store.reviews import ReviewRow, drop_review, find_review, find_reviews
from bot.store.strays import count_strays, drop_strays
from bot.store.sundays import sunday_marks
from bot.store.tables import Duel
from bot.store.timers import games_with_an_end
from bot.store.unsettled import games_not_shown
from engine.verdicts import OutdatedReview, parse_review

AT_ONCE = 1_000
"""How many games are examined at a time, by one unit."""

READ_AT_ONCE = 100
"""How many games are read by one statement."""

AHEAD = 3
"""How many times so many are under way."""

KEPT = 50
"""How many findings are kept; the others are only counted."""

Run = Callable[[list[int]], Awaitable["Examined"]]
"""Examines some games, here or in another process."""

Told = Callable[[int, int], None]
"""Is told how many more games are examined, and of how many."""


@dataclass(frozen=True, slots=True)
class Finding:
    """Something that is not as it should be, in a game or (None) in the file: one sentence, and whether `repair` can
    mend it.
    """

    game_id: int | None
    sentence: str
    repairable: bool = False


@dataclass
class Examined:
    """What came of it: how many games were examined and how many of them mended, the first findings, how many there
    are, and a number that is the same wherever the same was found.

    ``not_shown``, ``doomed`` and ``uncounted`` are no findings: boards that do not show their game's last event, by the
    game, how many messages are to be deleted, and of how many games the results are not kept yet. The bot is about to
    see to all of it.
    """

    games: int = 0
    mended: int = 0
    findings: list[Finding] = field(default_factory=list)
    found: int = 0
    digest: int = 0
    not_shown: list[int] = field(default_factory=list)
    doomed: int = 0
    uncounted: int = 0

    def note(self, *findings: Finding) -> None:
        """Add findings."""
        for each in findings:
            self.digest = (self.digest + _digest(each)) % 2**128
        self.found += len(findings)
        self.findings += findings[: KEPT - len(self.findings)]

    def add(self, others: Examined) -> None:
        """Add what came of further games."""
        self.games += others.games
        self.mended += others.mended
        self.digest = (self.digest + others.digest) % 2**128
        self.found += others.found
        self.findings += others.findings[: KEPT - len(self.findings)]

    def is_like(self, other: Examined) -> bool:
        """Tell whether the same was found, however many games there are."""
        mine, theirs = (
            (each.digest, each.found, each.not_shown, each.doomed, each.uncounted) for each in (self, other)
        )
        return mine == theirs


class Audit:
    """Examines the games in a database, and repairs what is only a cache of the log."""

    def __init__(self, database: Database, now: Now) -> None:
        self._database = database
        self._now = now

    async def examine(
        self, sample: int = 0, run: Run | None = None, told: Told | None = None, *, repair: bool = False
    ) -> Examined:
        """Examine everything; of the games only a ``sample``, drawn evenly, if it is not 0. Ladders are fitted anew to
        compare them, or to ``repair`` them, and all daily quilts are replayed.

        Some games are read at a time, so that a running bot can go on, and nothing is kept of them.
        """
        examined, run = Examined(), run or self.examine_games
        examined.note(*await self._database.read(_examine_file))
        count, _, _ = await self._database.read(count_games)
        is_sample = 0 < sample < count
        total = sample if is_sample else count
        waiting: deque[asyncio.Future[Examined]] = deque()
        try:
            async for ids in self._drawn(sample) if is_sample else self._all():
                waiting.append(asyncio.ensure_future(run(ids)))
                if len(waiting) >= AHEAD:
                    _count_in(examined, await waiting.popleft(), told, total)
            while waiting:
                _count_in(examined, await waiting.popleft(), told, total)
        finally:
            await asyncio.gather(*waiting, return_exceptions=True)
        examined.note(*await self._ladders(repair=repair))
        async for sentence, can_be_mended in examine_dailies(self._database, repair=repair):
            examined.note(Finding(None, sentence, can_be_mended))
        examined.not_shown = await self._database.read(games_not_shown)
        examined.doomed = await self._database.read(count_doomed)
        examined.uncounted = await self._database.read(count_not_counted)
        return examined

    async def examine_games(self, ids: list[int], *, repair: bool = False) -> Examined:
        """Examine some games, and first ``repair`` every cache and timer that disagrees with its log, and keep the
        results that are not kept yet.
        """
        examined = Examined(len(ids))
        if repair and (uncounted := await self._database.read(_uncounted, ids)):
            await Results(self._database).keep(uncounted)
        for game_id, findings in (await self._database.read(_examine_games, ids)).items():
            left = findings
            if repair and any(each.repairable for each in findings):
                examined.mended += await self._database.write(self._repair_game, game_id)
                left = (await self._database.read(_examine_games, [game_id])).get(game_id, [])
            examined.note(*left)
        return examined

    async def repair_file(self) -> list[str]:
        """Rebuild damaged indexes, and delete rows of games that do not exist. Returns what was done, in sentences.

        Both keep everybody from writing for a while, and are only done where something is wrong.
        """
        done = []
        if await self._database.read(damage):
            await self._database.write(rebuild_indexes)
            done.append("Indexes rebuilt.")
        if await self._database.read(count_strays):
            dropped = await self._database.write(drop_strays)
            done.append(f"Rows of games that do not exist deleted: {_listed(dropped)}.")
        return done

    async def _ladders(self, *, repair: bool) -> list[Finding]:
        """Look whether all ladders are what their games say; ``repair`` them, and fit what is to be fitted."""
        ladders, findings = Ladders(self._database, self._now), []
        wrong = dict.fromkeys(await ladders.missing(), "is missing")
        async for row in ladders.all():
            if not await ladders.is_sound(row):
                wrong[row.guild_id] = "is not what its games say"
            elif repair and row.changes != row.fitted:
                await ladders.refit(row.guild_id)
        for guild_id, what in wrong.items():
            if repair:
                await ladders.begin(guild_id)
            else:
                findings.append(Finding(None, f"the ladder of server {guild_id} {what}", repairable=True))
        return findings

    async def _all(self) -> AsyncIterator[list[int]]:
        """The ids of all games, in order, some at a time."""
        last = 0
        while ids := await self._database.read(game_ids_after, last, AT_ONCE):
            yield ids
            last = ids[-1]

    async def _drawn(self, sample: int) -> AsyncIterator[list[int]]:
        """The ids of so many games, or a few less: they lie as far from each other as can be, and others each time."""
        _, lowest, highest = await self._database.read(count_games)
        step = (highest + 1 - lowest) / sample
        first = lowest + random() * step  # noqa: S311
        last = 0
        for begin in range(0, sample, AT_ONCE):
            numbers = [int(first + step * each) for each in range(begin, min(begin + AT_ONCE, sample))]
            near = await self._database.read(games_near, numbers)
            if ids := [game_id for game_id in near if game_id > last]:
                yield ids
                last = ids[-1]

    def _repair_game(self, connection: Connection, game_id: int) -> bool:
        lock_games(connection, [game_id])
        if not any(each.repairable for each in _examine_games(connection, [game_id]).get(game_id, [])):
            return False
        row, events = find_game(connection, game_id), read_log(connection, game_id)
        assert row is not None
        match = match_from(row, events)
        if match.mover is not None and _has_stopped(match):
            match = rewind(match, self._now(), away_until(connection, match.mover))
        write_cache(connection, game_id, match.revision, cache_of(match))
        store_clock(connection, match, self._now())
        note_board(connection, game_id)
        if _is_broken(find_review(connection, game_id)):
            drop_review(connection, game_id)
        _repair_plans(connection, match)
        mark = _marks(connection, [game_id]).get(game_id)
        if _is_mismarked(row, mark):
            mark_game(connection, game_id, mark or "over")
        if match.outcome:
            keep_within(connection, {game_id: results_of_match(match, events)})
        else:
            drop_results(connection, game_id)
        return True


def _count_in(examined: Examined, part: Examined, told: Told | None, total: int) -> None:
    examined.add(part)
    if told:
        told(part.games, total)


def _digest(finding: Finding) -> int:
    return int.from_bytes(blake2b(f"{finding.game_id} {finding.sentence}".encode(), digest_size=16).digest())


def _examine_file(connection: Connection) -> list[Finding]:
    damaged = [Finding(None, f"it is damaged: {line}", repairable="index" in line) for line in damage(connection)]
    strays = count_strays(connection)
    if strays:
        damaged.append(Finding(None, f"it holds rows of games that do not exist: {_listed(strays)}", repairable=True))
    return damaged


@dataclass(frozen=True, slots=True)
class _Kept:
    """All that is kept of one game."""

    row: GameRow
    events: list[LogRow]
    is_misnoted: bool
    review: ReviewRow | None
    plans: list[PlanRow]
    results: list[ResultRow]
    has_end: bool
    duel: Duel | None


def _examine_games(connection: Connection, ids: list[int]) -> dict[int, list[Finding]]:
    """Examine some games: what is found, by game."""
    found: dict[int, list[Finding]] = {}
    for first in range(0, len(ids), READ_AT_ONCE):
        for kept in _read(connection, ids[first : first + READ_AT_ONCE]):
            if findings := _examine_game(kept):
                found[kept.row.id] = findings
    return found


def _uncounted(connection: Connection, ids: list[int]) -> list[int]:
    return [row.id for row in find_games(connection, ids) if row.ending and not row.counted and row.duel != "secret"]


def _read(connection: Connection, ids: list[int]) -> list[_Kept]:
    """Read what is kept of some games: to ask for each by itself takes longer than to replay it."""
    logs, misnoted, plans = read_logs(connection, ids), misnoted_boards(connection, ids), find_plans(connection, ids)
    reviews, with_end = find_reviews(connection, ids), games_with_an_end(connection, ids)
    results, marks = find_results(connection, ids), _marks(connection, ids)
    rows = sorted(find_games(connection, ids), key=lambda row: row.id)
    return [
        _Kept(
            row,
            logs.get(row.id, []),
            row.id in misnoted,
            reviews.get(row.id),
            plans.get(row.id, []),
            results.get(row.id, []),
            row.id in with_end,
            marks.get(row.id),
        )
        for row in rows
    ]


def _examine_game(kept: _Kept) -> list[Finding]:
    game_id = kept.row.id
    try:
        match = match_from(kept.row, kept.events)
    except Exception as error:  # one broken log must not keep us from checking the other games
        return [Finding(game_id, f"its log cannot be replayed: {type(error).__name__}: {error}")]
    sentences = _differences(kept.row, kept.events, match)
    if not match.outcome and _has_stopped(match):
        sentences.append("it has a pace, but its clock does not run")
    if kept.is_misnoted:
        sentences.append("what is kept of its board is not what its messages say")
    if kept.row.plans != _seats(kept.plans):
        sentences.append("what is kept of its plans is not what there is")
    if any(_is_idle(match, plan) for plan in kept.plans):
        sentences.append("it has a plan that can never be carried out, or says why without need")
    if _is_miscounted(kept, match):
        sentences.append("its results are not what its log says")
    if _is_broken(kept.review):
        sentences.append("its review cannot be read")
    if _is_mismarked(kept.row, kept.duel):
        sentences.append("what it says of its duel is not so")
    if kept.has_end == bool(match.outcome):
        sentences.append("it is over and has a timer" if match.outcome else "it has no timer that would ever close it")
    return [Finding(game_id, sentence, repairable=True) for sentence in sentences]


def _is_miscounted(kept: _Kept, match: Match) -> bool:
    """Tell whether results are kept that are not what the log says; those that are still to be kept are not missed."""
    if not match.outcome or not kept.row.counted:
        return kept.row.counted or bool(kept.results)
    return kept.results != results_of_match(match, kept.events)


def _is_mismarked(row: GameRow, mark: Duel | None) -> bool:
    """Tell whether a game says of its duel what is not so: what is over needs no duel any more."""
    return row.duel != mark and not (mark is None and row.duel == "over")


def _marks(connection: Connection, ids: list[int]) -> dict[int, Duel]:
    return duel_marks(connection, ids) | sunday_marks(connection, ids)


def _is_broken(review: ReviewRow | None) -> bool:
    try:
        return review is not None and not parse_review(review.text)
    except OutdatedReview:  # whoever asks for it has it made anew
        return False
    except ValueError:
        return True


def _seats(plans: list[PlanRow]) -> int:
    return sum(stopped_bit_of(plan.seat) if plan.why else bit_of(plan.seat) for plan in plans)


def _is_idle(match: Match, plan: PlanRow) -> bool:
    """Tell whether a plan can never be carried out, or one that could not be is of somebody who waits."""
    if match.outcome or match.is_solo or plan.seat not in (1, 2):
        return True
    return not plan_of(plan).entries or bool(plan.why) != (plan.seat == match.to_move)


def _repair_plans(connection: Connection, match: Match) -> None:
    plans = find_plans(connection, [match.id]).get(match.id, [])
    for plan in plans:
        if _is_idle(match, plan):
            drop_plan(connection, match.id, plan.seat)
    note_plans(connection, match.id, _seats([plan for plan in plans if not _is_idle(match, plan)]))


def _listed(counts: dict[str, int]) -> str:
    return ", ".join(f"{count} in {table}" for table, count in counts.items())


def _has_stopped(match: Match) -> bool:
    """Tell whether a match has a pace, but neither a deadline nor a pause: right only once it has ended."""
    return match.pace is not None and match.deadline is None and match.paused is None


def _differences(row: GameRow, events: list[LogRow], match: Match) -> list[str]:
    """Find where the cache disagrees with the log."""
    sentences = []
    if row.revision != len(events):
        sentences.append(f"its cache is at event {row.revision}, its log at {len(events)}")
    if row.cache != cache_of(match):
        sentences.append("what is kept beside its log is not what the log says")
    return sentences
