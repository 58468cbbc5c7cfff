"""The servers that the bot is in, and those that it had to leave: their games rest, and are forgotten after a while.

Why: decision 0018.
"""

import logging
from collections.abc import Collection
from dataclasses import dataclass, field, replace

from sqlalchemy import Connection
from sqlalchemy.exc import SQLAlchemyError

from bot.matches.clock import DAY, rewind
from bot.matches.log import away_until, load_match, store_clock
from bot.matches.services import Service
from bot.store.everything import drop_game, drop_server
from bot.store.games import games_of_server, running_of_server
from bot.store.locks import lock_games, lock_ids
from bot.store.messages import doom_live
from bot.store.servers import find_server, known_servers, save_server, servers_left_before
from bot.store.timers import rest_timers

LOG = logging.getLogger(__name__)

KEPT = 30 * DAY
"""Seconds for which everything is kept of a server that the bot has left, in case it is invited back."""

AT_ONCE = 20
"""How many games one call of `Servers.purge` forgets at most, and how many are woken together."""


@dataclass(frozen=True, slots=True)
class Changed:
    """The servers that the bot was found to have left, and those that it was found to be back in."""

    left: list[int] = field(default_factory=list)
    back: list[int] = field(default_factory=list)


class Servers(Service):
    """The servers in a database that are of some shards."""

    async def note(self, members: Collection[int]) -> Changed:
        """Note which servers the bot is a member of. Where it is not, clocks, timers and boards rest from now on.

        Where it is back, a game whose time ran out meanwhile gets the full time again, and each needs a new board.
        """
        changed = Changed()
        for guild_id, left_at in (await self._database.read(known_servers, shards=self._shards)).items():
            if guild_id not in members and left_at is None:
                await self._database.write(_leave, guild_id, self._now())
                changed.left.append(guild_id)
            elif guild_id in members and left_at is not None:
                rows = await self._database.read(running_of_server, guild_id)
                for some in range(0, len(rows), AT_ONCE):
                    games = [row.id for row in rows[some : some + AT_ONCE]]
                    await self._database.write(_wake, games, left_at, self._now())
                await self._database.write(_set_left, guild_id, None)  # last: if we crash, all of it is done again
                changed.back.append(guild_id)
        return changed

    async def purge(self) -> int:
        """Forget everything about servers that were left long ago, a few games at a time. Returns how many games."""
        before, forgotten = self._now() - KEPT, 0
        for guild_id in await self._database.read(servers_left_before, before, shards=self._shards):
            try:
                for game_id in await self._database.read(games_of_server, guild_id, AT_ONCE - forgotten):
                    forgotten += await self._database.write(_forget_game, guild_id, game_id, before)
                if forgotten >= AT_ONCE:
                    break
                await self._database.write(_forget_server, guild_id, before)
            except SQLAlchemyError as error:  # it must not keep the others
                LOG.warning("server %s cannot be forgotten now: %s", guild_id, error)
        return forgotten


def _leave(connection: Connection, guild_id: int, now: int) -> None:
    _set_left(connection, guild_id, now)
    lock_games(connection, [row.id for row in running_of_server(connection, guild_id)])
    rest_timers(connection, guild_id, now + 2 * KEPT)  # sweeps would pass them over, again and again


def _set_left(connection: Connection, guild_id: int, at: int | None) -> None:
    lock_ids(connection, guild_id)
    save_server(connection, replace(find_server(connection, guild_id), left_at=at))


def _wake(connection: Connection, game_ids: list[int], left_at: int, now: int) -> None:
    lock_games(connection, game_ids)
    for game_id in game_ids:
        _wake_one(connection, game_id, left_at, now)


def _wake_one(connection: Connection, game_id: int, left_at: int, now: int) -> None:
    """Let a game go on; one whose log is broken must not keep the others."""
    try:
        match = load_match(connection, game_id, lock=True)
    except Exception:
        LOG.warning("game %s cannot be replayed, and is left as it is", game_id)
        return
    if match.mover is not None and match.deadline is not None and left_at < match.deadline <= now:
        match = rewind(match, now, away_until(connection, match.mover))
    if not match.outcome:
        store_clock(connection, match, now)  # nothing is closed on the very day
        doom_live(connection, game_id, "board")


def _forget_game(connection: Connection, guild_id: int, game_id: int, before: int) -> bool:
    lock_ids(connection, guild_id)
    lock_games(connection, [game_id])
    if not _is_long_gone(connection, guild_id, before):
        return False
    drop_game(connection, game_id)
    return True


def _forget_server(connection: Connection, guild_id: int, before: int) -> None:
    lock_ids(connection, guild_id)
    if _is_long_gone(connection, guild_id, before) and not games_of_server(connection, guild_id, 1):
        drop_server(connection, guild_id)


def _is_long_gone(connection: Connection, guild_id: int, before: int) -> bool:
    """Tell whether a server is still one to be forgotten: the bot may have been invited back this very moment."""
    left_at = find_server(connection, guild_id).left_at
    return left_at is not None and left_at <= before
