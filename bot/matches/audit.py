"""A check of everything stored: each game is replayed from its log and compared with what is kept beside it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass

from sqlalchemy import Connection

from bot.matches.clock import rewind
from bot.matches.log import away_until, cache_of, match_from, store_clock
from bot.matches.match import Match
from bot.matches.play import Now
from bot.store.database import Database
from bot.store.games import GameRow, LogRow, find_game, game_ids, read_log, write_cache
from bot.store.locks import lock_games
from bot.store.messages import doomed_messages, is_board_noted, note_board
from bot.store.reviews import drop_review, find_review
from bot.store.sqlite import damage, rebuild_indexes
from bot.store.strays import count_strays, drop_strays
from bot.store.timers import read_timers
from bot.store.unsettled import games_not_shown
from engine.verdicts import parse_review

AT_ONCE = 1_000
"""How many ids are read at a time."""


@dataclass(frozen=True, slots=True)
class Finding:
    """Something that is not as it should be, in a game or (None) in the file: one sentence, and whether `repair` can
    mend it.
    """

    game_id: int | None
    sentence: str
    repairable: bool = False


class Audit:
    """Examines the games in a database, and repairs what is only a cache of the log."""

    def __init__(self, database: Database, now: Now) -> None:
        self._database = database
        self._now = now

    async def examine(self) -> tuple[int, list[Finding]]:
        """How many games there are, and what was found. Reads one game at a time, so that a running bot can go on."""
        findings, games = await self._database.read(_examine_file), 0
        async for game_id in self._games():
            findings += await self._database.read(self._examine_game, game_id)
            games += 1
        findings += [
            Finding(game_id, "its last event is not shown; the bot will show it when it can")
            for game_id in await self._database.read(games_not_shown)
        ]
        findings += [
            Finding(row.game_id, f"message {row.message_id} is to be deleted and still stands")
            for row in await self._database.read(doomed_messages)
        ]
        return games, findings

    async def repair(self) -> list[str]:
        """Rebuild damaged indexes, delete rows of games that do not exist, and rewrite every cache and timer that
        disagrees with its log. Returns what was done, in sentences.
        """
        done = []
        if await self._database.read(damage):
            await self._database.write(rebuild_indexes)
            done.append("Indexes rebuilt.")
        if dropped := await self._database.write(drop_strays):
            done.append(f"Rows of games that do not exist deleted: {_listed(dropped)}.")
        mended = 0
        async for game_id in self._games():
            mended += await self._database.write(self._repair_game, game_id)
        return [*done, f"Games mended: {mended}."]

    async def _games(self) -> AsyncIterator[int]:
        """The ids of all games, which may be a million, some at a time."""
        last = 0
        while ids := await self._database.read(game_ids, last, AT_ONCE):
            for last in ids:
                yield last

    def _examine_game(self, connection: Connection, game_id: int) -> list[Finding]:
        row = find_game(connection, game_id)
        if row is None:  # its server's games were deleted just now
            return []
        events = read_log(connection, game_id)
        try:
            match = match_from(row, events)
        except Exception as error:  # one broken log must not keep us from checking the other games
            return [Finding(game_id, f"its log cannot be replayed: {type(error).__name__}: {error}")]
        findings = [Finding(game_id, sentence, repairable=True) for sentence in _differences(row, events, match)]
        if not match.outcome and _has_stopped(match):
            findings.append(Finding(game_id, "it has a pace, but its clock does not run", repairable=True))
        if not is_board_noted(connection, game_id):
            findings.append(Finding(game_id, "what is kept of its board is not what its messages say", repairable=True))
        if _has_broken_review(connection, game_id):
            findings.append(Finding(game_id, "its review cannot be read", repairable=True))
        kinds = set(read_timers(connection, game_id))
        if ("close" in kinds) == bool(match.outcome):
            sentence = "it is over and has a timer" if match.outcome else "it has no timer that would ever close it"
            findings.append(Finding(game_id, sentence, repairable=True))
        return findings

    def _repair_game(self, connection: Connection, game_id: int) -> bool:
        lock_games(connection, [game_id])
        if not any(finding.repairable for finding in self._examine_game(connection, game_id)):
            return False
        row, events = find_game(connection, game_id), read_log(connection, game_id)
        assert row is not None
        match = match_from(row, events)
        if match.mover is not None and _has_stopped(match):
            match = rewind(match, self._now(), away_until(connection, match.mover))
        write_cache(connection, game_id, match.revision, cache_of(match))
        store_clock(connection, match, self._now())
        note_board(connection, game_id)
        if _has_broken_review(connection, game_id):
            drop_review(connection, game_id)
        return True


def _examine_file(connection: Connection) -> list[Finding]:
    damaged = [Finding(None, f"it is damaged: {line}", repairable="index" in line) for line in damage(connection)]
    strays = count_strays(connection)
    if strays:
        damaged.append(Finding(None, f"it holds rows of games that do not exist: {_listed(strays)}", repairable=True))
    return damaged


def _has_broken_review(connection: Connection, game_id: int) -> bool:
    row = find_review(connection, game_id)
    try:
        return row is not None and not parse_review(row.text)
    except ValueError:
        return True


def _listed(counts: dict[str, int]) -> str:
    return ", ".join(f"{count} in {table}" for table, count in counts.items())


def _has_stopped(match: Match) -> bool:
    """Whether a match has a pace, but neither a deadline nor a pause: right only once it has ended."""
    return match.pace is not None and match.deadline is None and match.paused is None


def _differences(row: GameRow, events: list[LogRow], match: Match) -> list[str]:
    """Where the cache disagrees with the log."""
    sentences = []
    if row.revision != len(events):
        sentences.append(f"its cache is at event {row.revision}, its log at {len(events)}")
    if row.cache != cache_of(match):
        sentences.append("what is kept beside its log is not what the log says")
    return sentences
