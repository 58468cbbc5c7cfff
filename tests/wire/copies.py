"""Much at once, made in the database: copies of a game that was really played, and daily quilts that hang on walls."""

import time
from collections.abc import Callable, Sequence
from typing import Any

from bot.store.tables import metadata
from tests.wire.ledger import Ledger
from tests.wire.places import Channel
from tests.wire.world import until

HOUR = 3600


def copy_game(database: Ledger, game: int, count: int, place_of: Callable[[int], tuple[int, int]]) -> range:
    """Copy a game so many times, but not its messages, so that boards are owed. Returns the new games.

    ``place_of`` tells the server and the channel of each copy, by its number from 0.
    """
    original, log = _rows(database, "games", "id", game), _rows(database, "log", "game_id", game)
    ((last,),) = database.rows("SELECT max(id) FROM games")
    new = range(last + 1, last + 1 + count)
    places = {each: dict(zip(("guild_id", "channel_id"), place_of(each - new.start), strict=True)) for each in new}
    _insert(database, "games", [{**row, "id": each, "shown": None, **places[each]} for each in new for row in original])
    _insert(database, "log", [{**row, "game_id": each} for each in new for row in log])
    if database.url.startswith("postgresql"):
        database.rows("SELECT setval('games_id_seq', :last)", last=new[-1])
    return new


def make_reminders_due(database: Ledger, games: range) -> None:
    """Let the players to move of some running games be reminded of a deadline that comes in an hour."""
    now = int(time.time())
    soon = [{"game": game, "deadline": now + HOUR} for game in games]
    database.change("UPDATE games SET deadline = :deadline WHERE id = :game", *soon)
    _insert(database, "timers", [{"kind": "remind", "subject": game, "due": now - HOUR} for game in games])


def sew_daily(database: Ledger, rooms: Sequence[Channel], ends_at: int, number: int = 327) -> None:
    """Let somebody have finished a daily quilt in each of some channels, where it is to be shown; its day ends then."""
    rows = [{"server": room.guild_id, "room": room.id, "ends": ends_at, "number": number} for room in rooms]
    database.change(
        "INSERT INTO dailies (user_id, number, scheme, guild_id, revision, laid, at, covered)"
        " VALUES (:room, :number, 1, :server, 10, '- - - - - - - - - -', :ends - 60, 0)",
        *rows,
    )
    database.change(
        "INSERT INTO walls (guild_id, is_sunday, number, scheme, channel_id, language, ends_at, is_up, changes, owed)"
        " VALUES (:server, false, :number, 1, :room, 'en', :ends, false, 1, true)",
        *rows,
    )


def remind_daily(database: Ledger, users: Sequence[int]) -> None:
    """Let some people be reminded of the daily quilt now."""
    due = int(time.time()) - 1
    database.change(
        "INSERT INTO players (user_id, notify, timezone, vacation_until, daily_at, daily_due)"
        " VALUES (:user, 'mention', 'UTC', 0, 0, :due)",
        *({"user": user, "due": due} for user in users),
    )


def end_days(database: Ledger) -> None:
    """Let the days of all daily quilts that `sew_daily` has made be over."""
    now = int(time.time())
    database.change("UPDATE dailies SET at = :at", {"at": now - 60})
    database.change("UPDATE walls SET ends_at = :now", {"now": now})


async def walls_shown(database: Ledger, count: int, state: str = "message_id IS NOT NULL") -> None:
    """Wait until so many walls owe nothing and are in a state. Raises TimeoutError."""
    await until(lambda: database.rows(f"SELECT count(*) FROM walls WHERE NOT owed AND {state}") == [(count,)])  # noqa: S608


def _rows(database: Ledger, table: str, key: str, game: int) -> list[dict[str, Any]]:
    names = [column.name for column in metadata.tables[table].columns]
    found = database.rows(f"SELECT {', '.join(names)} FROM {table} WHERE {key} = :game", game=game)  # noqa: S608
    return [dict(zip(names, row, strict=True)) for row in found]


def _insert(database: Ledger, table: str, rows: list[dict[str, Any]]) -> None:
    if not rows:
        return
    names, marks = ", ".join(rows[0]), ", ".join(f":{name}" for name in rows[0])
    database.change(f"INSERT INTO {table} ({names}) VALUES ({marks})", *rows)  # noqa: S608
