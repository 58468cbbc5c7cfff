"""Every stored game replayed from its log, against what is kept beside the log."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.sessions.clocks import keep_clock
from bot.sessions.games import Clock
from bot.sessions.session import Session, session_from
from bot.store.checks import damage, every_game, games_without_timer, write_cache
from bot.store.database import Database
from bot.store.games import GameRow, find_game, games_not_shown, read_log
from bot.store.messages import doomed_messages


@dataclass(frozen=True, slots=True)
class Finding:
    """Something that is not as it should be: a sentence, and the game whose cache or timer can be mended (or 0)."""

    text: str
    mendable: int = 0


class Examination:
    """Examines a database, also while the bot runs on it: each game is read in one transaction."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock

    async def games(self) -> list[GameRow]:
        """All games."""
        return await self._database.read(every_game)

    async def findings(self) -> list[Finding]:
        """What is broken or stuck."""
        found = [Finding(f"The database file is damaged: {problem}.") for problem in await self._database.read(damage)]
        for row in await self.games():
            found += await self._database.read(_examined, row.id)
        untimed = await self._database.read(games_without_timer)
        return found + [Finding(f"Game {game} has no timer, so nothing would ever close it.", game) for game in untimed]

    async def waiting(self) -> list[str]:
        """What the bot still has to do at Discord; a running bot does it within minutes."""
        owed = await self._database.read(games_not_shown)
        doomed = await self._database.read(doomed_messages)
        found = [f"Game {game} is not shown: its board does not stand, or shows an older state." for game in owed]
        return found + [
            f"A {row.role} of game {row.game_id} is still to be deleted (message {row.message_id})." for row in doomed
        ]

    async def mend(self, game_id: int) -> bool:
        """Write a game's cache and timers anew from its log. False if the log itself cannot be replayed."""

        async def work(connection: AsyncConnection) -> bool:
            session = await _replayed(connection, game_id)
            if isinstance(session, str):
                return False
            await write_cache(connection, game_id, session.revision, session.cache)
            await keep_clock(connection, session, self._clock())
            return True

        return await self._database.write(work)


async def _examined(connection: AsyncConnection, game_id: int) -> list[Finding]:
    row, session = await find_game(connection, game_id), await _replayed(connection, game_id)
    assert row is not None
    if isinstance(session, str):
        return [Finding(f"The log of game {game_id} cannot be replayed: {session}.")]
    kept = {"revision": row.revision, "position": row.position, "user to move": row.mover, "ending": row.ending}
    told = (session.revision, session.cache.position, session.cache.mover, session.cache.ending)
    wrong = [name for (name, value), true in zip(kept.items(), told, strict=True) if value != true]
    found = [Finding(f"Game {game_id}: the cached {' and '.join(wrong)} is not what the log says.", game_id)] * bool(
        wrong
    )
    if not session.ending and session.position.awaits_card:
        found.append(Finding(f"Game {game_id} is stuck: the Automa has not moved."))
    return found


async def _replayed(connection: AsyncConnection, game_id: int) -> Session | str:
    """The session that a log tells, or why it tells none."""
    row = await find_game(connection, game_id)
    assert row is not None
    events = await read_log(connection, game_id)
    if [event.number for event in events] != list(range(1, len(events) + 1)):
        return "its events are not numbered without a gap"
    try:
        return session_from(row, events)
    except (ValueError, IndexError) as error:
        return str(error)
