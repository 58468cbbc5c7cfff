"""What people may ask about their data: to have a copy of it, and to be forgotten (decision 0019)."""

import asyncio
import json
from dataclasses import dataclass

from sqlalchemy import Connection

from bot.matches.play import Now, resign_within
from bot.store.backend.database import Database
from bot.store.everything import everything_of, forget_user
from bot.store.games import games_of, running_games
from bot.store.groups import leave_groups
from bot.store.locks import lock_games, lock_ids
from bot.store.messages import owe_board

EXACT = 2**53
"""Larger numbers are written as texts: many programs that read JSON would round them."""


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
        self._exports: dict[int, asyncio.Task[str]] = {}
        self._turn = asyncio.Lock()

    async def export(self, user: int) -> str:
        """All that is stored about a user, as JSON.

        It can take a second, so one is put together after the other; a user who asks again meanwhile gets the same.
        """
        if user not in self._exports:
            export = self._exports[user] = asyncio.create_task(self._exported(user))
            export.add_done_callback(lambda _: self._exports.pop(user))
        return await asyncio.shield(self._exports[user])

    async def _exported(self, user: int) -> str:
        async with self._turn:
            return await self._database.read(_exported, user, self._now())

    async def forget(self, user: int) -> Forgotten:
        """Resign a user's running games, delete what they have chosen, and take their id out of everything else.

        Boards of their games will be shown again, without them.
        """
        return await self._database.write(_forgotten, user, self._now())


def _exported(connection: Connection, user: int, now: int) -> str:
    rows = everything_of(connection, user)
    events: dict[int, list[list[object]]] = {}
    for event in rows.pop("log"):
        told = [event[key] for key in ("number", "kind", "seat", "text", "at", "how")]
        events.setdefault(event["game_id"], []).append(told if event["how"] else told[:-1])
    reviews = {review["game_id"]: review["text"] for review in rows.pop("reviews")}
    for game in rows["games"]:
        game |= {"log": events.get(game["id"], []), "review": reviews.get(game["id"])}
    exact = {name: [_exact(row) for row in found] for name, found in rows.items()}
    return json.dumps({"user": str(user), "exported_at": now, **exact}, indent=1, ensure_ascii=False)


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
