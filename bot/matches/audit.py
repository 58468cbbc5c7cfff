"""A check of everything stored: each game is replayed from its log and compared with what is kept beside it."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass, field
from hashlib import blake2b
from random import random

from sqlalchemy import Connection

from bot.matches.daily_audit import examine_dailies
from bot.matches.game_audit import Finding, examine_findings, repair_game, uncounted
from bot.matches.ladders import Ladders
from bot.matches.profiles import are_sound
from bot.matches.results import Results
from bot.matches.services import Service
from bot.matches.soundness import unsound_rows
from bot.store.backend.sqlite import damage, not_ours_in, rebuild_indexes
from bot.store.everything import count_orphans, delete_orphans
from bot.store.games import count_games, game_ids_after, games_near
from bot.store.messages import count_doomed
from bot.store.pending_boards import games_not_shown
from bot.store.results import count_not_counted
from bot.store.summaries import drop_summaries, players_with_results

AT_ONCE = 1_000
"""How many games are examined at a time, by one unit."""

AHEAD = 3
"""How many times so many are under way."""

KEPT = 50
"""How many findings are kept; the others are only counted."""

Run = Callable[[list[int]], Awaitable["Examined"]]
"""Examines some games, here or in another process."""

Told = Callable[[int, int], None]
"""Is told how many more games are examined, and of how many."""


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
            digest = blake2b(f"{each.game_id} {each.sentence}".encode(), digest_size=16).digest()
            self.digest = (self.digest + int.from_bytes(digest)) % 2**128
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


class Audit(Service):
    """Examines the games in a database, and repairs what is only a cache of the log."""

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
        examined.note(*await self._summaries(repair=repair))
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
        if repair and (waiting := await self._database.read(uncounted, ids)):
            await Results(self._database).keep(waiting)
        for game_id, findings in (await self._database.read(examine_findings, ids)).items():
            left = findings
            if repair and any(each.repairable for each in findings):
                examined.mended += await self._database.write(repair_game, game_id, self._now())
                left = (await self._database.read(examine_findings, [game_id])).get(game_id, [])
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
        if await self._database.read(count_orphans):
            dropped = await self._database.write(delete_orphans)
            done.append(f"Rows of games that do not exist deleted: {_listed(dropped)}.")
        return done

    async def _ladders(self, *, repair: bool) -> list[Finding]:
        """Look whether all ladders are what their games say; ``repair`` them, and fit what is to be fitted."""
        ladders, findings = Ladders(self._database, self._now), []
        wrong = dict.fromkeys(await ladders.missing(), "is missing")
        async for row in ladders.all():
            if not await ladders.is_sound(row):
                wrong[row.guild_id] = "is not what its games say"
            elif repair:
                await ladders.refit(row.guild_id)
        for guild_id, what in wrong.items():
            if repair:
                await ladders.begin(guild_id)
            else:
                findings.append(Finding(None, f"the ladder of server {guild_id} {what}", repairable=True))
        return findings

    async def _summaries(self, *, repair: bool) -> list[Finding]:
        """Look whether what is kept of players' results is what these come to; ``repair`` drops it if it is not."""
        last, findings = 0, list[Finding]()
        while players := await self._database.read(players_with_results, last, AT_ONCE):
            for player in players:
                if await self._database.read(are_sound, player):
                    continue
                if repair:
                    await self._database.write(drop_summaries, player)
                else:
                    wrong = f"the sums of player {player} are not what the games say"
                    findings.append(Finding(None, wrong, repairable=True))
            last = players[-1]
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


def _count_in(examined: Examined, part: Examined, told: Told | None, total: int) -> None:
    examined.add(part)
    if told:
        told(part.games, total)


def _examine_file(connection: Connection) -> list[Finding]:
    lines = {line: "index" in line for line in damage(connection)}
    helps = {True: "", False: ", and a backup helps"}
    damaged = [Finding(None, f"it is damaged{helps[mends]}: {line}", mends) for line, mends in lines.items()]
    damaged += [Finding(None, f"it holds {each}, which the bot does not make") for each in not_ours_in(connection)]
    orphans = count_orphans(connection)
    if orphans:
        damaged.append(Finding(None, f"it holds rows of games that do not exist: {_listed(orphans)}", repairable=True))
    return damaged + [Finding(None, sentence) for sentence in unsound_rows(connection)]


def _listed(counts: dict[str, int]) -> str:
    return ", ".join(f"{count} in {table}" for table, count in counts.items())
