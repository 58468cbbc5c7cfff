"""What people may ask about their data: to have a copy of it, and to be forgotten (decision 0019)."""

import asyncio
import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from io import BytesIO
from typing import Any, NamedTuple
from zipfile import ZIP_DEFLATED, ZipFile

from sqlalchemy import Connection

from bot.matches.play import Now, resign_within
from bot.store.backend.database import Database
from bot.store.duties import Rows
from bot.store.everything import EXPORT, EXPORT_GAMES, forget_user
from bot.store.games import games_of, running_games
from bot.store.groups import leave_groups
from bot.store.locks import lock_games, lock_ids
from bot.store.messages import owe_board

_JSON = json.JSONEncoder(separators=(",", ":"), ensure_ascii=False).encode

EXACT = 2**53
"""Larger numbers are written as texts: many programs that read JSON would round them."""


AT_ONCE = 50
"""Of how many games one unit reads: meanwhile, others wait."""

PAUSE = 0.02
"""For how many seconds others then have their turn."""

LARGEST = 7_500_000
"""Bytes after which a file ends: Discord surely takes 8,000,000."""


class Copy(NamedTuple):
    """A copy of what is stored about somebody: JSON in a ZIP file; and the game with which the next file begins, or 0
    if this is the last one.
    """

    data: bytes
    following: int


@dataclass(frozen=True, slots=True)
class Forgotten:
    """The games of somebody who was forgotten, and which of them were running and are resigned now."""

    games: list[int]
    resigned: list[int]


class Privacy:
    """The data about each user in a database."""

    def __init__(self, database: Database, now: Now) -> None:
        self._database = database
        self._now = now
        self._exports: dict[tuple[int, int], asyncio.Task[Copy]] = {}
        self._turn = asyncio.Lock()

    async def export(self, user: int, first: int = 0) -> Copy:
        """All that is stored about a user: as many of their games as one file takes, from the ``first`` on; and with
        the first of all, everything else.

        It can take some seconds, so one is put together after the other; a user who asks again meanwhile gets the same.
        """
        asked = user, first
        if asked not in self._exports:
            export = self._exports[asked] = asyncio.create_task(self._exported(user, first))
            export.add_done_callback(lambda _: self._exports.pop(asked))
        return await asyncio.shield(self._exports[asked])

    async def _exported(self, user: int, first: int) -> Copy:
        read, following = self._database.read, 0
        async with self._turn:
            file = _File(f"{user}.json")
            await file.add(f'{{"user":"{user}","exported_at":{self._now()}')
            for name, find in EXPORT.items() if not first else ():
                await file.add(f',\n"{name}":[{await read(_told, find, user)}]')
            await file.add(',\n"games":[')
            games = sorted(game for game in await read(games_of, user) if game >= first)
            for start in range(0, len(games), AT_ONCE):
                if start and file.size > LARGEST:
                    following = games[start]
                    break
                if start:
                    await asyncio.sleep(PAUSE)
                await file.add("," * bool(start) + await read(_games_told, user, games[start : start + AT_ONCE]))
            await file.add("]}\n")
            return Copy(file.closed(), following)

    async def forget(self, user: int) -> Forgotten:
        """Resign a user's running games, delete what they have chosen, and take their id out of everything else.

        Boards of their games will be shown again, without them.
        """
        return await self._database.write(_forgotten, user, self._now())


class _File:
    """A ZIP file that holds one text, and grows."""

    def __init__(self, name: str) -> None:
        self._bytes = BytesIO()
        self._zip = ZipFile(self._bytes, "w", ZIP_DEFLATED)
        self._text = self._zip.open(name, "w")

    async def add(self, text: str) -> None:
        await asyncio.to_thread(self._text.write, text.encode())

    @property
    def size(self) -> int:
        return self._bytes.tell()

    def closed(self) -> bytes:
        self._text.close()
        self._zip.close()
        return self._bytes.getvalue()


def _told(connection: Connection, find: Callable[[Connection, int], Rows], user: int) -> str:
    return _written(find(connection, user))


def _games_told(connection: Connection, user: int, ids: list[int]) -> str:
    """Some games, each with its log, its review, and what it came to."""

    def rows(name: str) -> Rows:
        return EXPORT_GAMES[name](connection, user, ids)

    events: dict[int, list[list[object]]] = {}
    for event in rows("log"):
        told = [event[key] for key in ("number", "kind", "seat", "text", "at", "how")]
        events.setdefault(event["game_id"], []).append(told if event["how"] else told[:-1])
    reviews = {review["game_id"]: review["text"] for review in rows("reviews")}
    results = {result["game_id"]: _exact(result) for result in rows("results")}

    def whole(game: dict[str, Any]) -> dict[str, Any]:
        number = game["id"]
        return game | {"log": events.get(number, []), "review": reviews.get(number), "result": results.get(number)}

    return _written(map(whole, rows("games")))


def _written(rows: Iterable[dict[str, object]]) -> str:
    """Rows as JSON, a line for each: written at once, many would hold up all other threads meanwhile."""
    return ",".join("\n" + _JSON(_exact(row)) for row in rows)


def _exact(row: dict[str, object]) -> dict[str, object]:
    return {key: str(value) if isinstance(value, int) and value > EXACT else value for key, value in row.items()}


def _forgotten(connection: Connection, user: int, now: int) -> Forgotten:
    lock_ids(connection, user)
    played = games_of(connection, user)
    lock_games(connection, played)
    running = [row.id for row in running_games(connection, user)]
    resigned = [game_id for game_id in running if resign_within(connection, game_id, user, now)]
    leave_groups(connection, user, now)
    forget_user(connection, user)
    for game_id in played:
        owe_board(connection, game_id)
    return Forgotten(played, resigned)
