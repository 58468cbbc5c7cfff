"""What goes on around very many games: settings, challenges, threads, and a few things that are left to do."""

import time

from sqlalchemy import Connection, text

from daily import SCHEME, puzzle_of
from daily.par import best_of

YEAR = 365 * 86_400

FEW = 20_000
"""In one of so many games something is left to do."""

DAYS = range(1, 6)
"""The numbers of the daily quilts that people have sewn."""

STEPS = 2_000
"""How long a good one is looked for."""


def set_going(connection: Connection, players: int, first_user: int) -> None:
    """Let there be what a busy bot's database holds besides its games, for so many ``players``."""
    now = int(time.time())
    user, other = f"{first_user} + i % {players}", f"{first_user} + (3 * i + 1) % {players}"
    _insert(
        connection,
        players // 2,
        "players (user_id, theme, notify, timezone, vacation_until, challenges, advice, daily_due)",
        f"{first_user} + 2 * i, 'night', 'mention', 'Europe/Berlin', 0, 'everybody', (i % 2 = 0), {now} + {YEAR}",
    )
    waiting = players // 10
    _insert(
        connection,
        waiting,
        "challenges (guild_id, channel_id, message_id, challenger, challenged, lower, higher, track, first, language, "
        "expires_at)",
        f"{_server('i')}, i, i, {user}, {other}, {user}, {other}, 'classic', 0, 'en', {now} + i * {YEAR // waiting}",
    )
    _insert(connection, waiting, "calls (challenger, challenged, at)", f"{user}, {other}, {now} + {YEAR}")
    _insert(connection, players // 5, "blocks (user_id, blocked_id)", f"{user}, {other}")
    _insert(
        connection,
        waiting,
        "duels (guild_id, channel_id, one, two, game1, game2, level, language, ends_at, ended_at, owed)",
        f"{_server('i')}, i, {user}, {other}, 2 * i, 2 * i + 1, 'pin', 'en', {now}, {now}, false",
    )
    _set_groups(connection, waiting, user, now)
    _set_practice(connection, now)
    _set_dailies(connection, players, user, now)
    _set_sundays(connection, now)
    for statement in _SOME_TO_DO:
        connection.execute(text(statement))


def _set_groups(connection: Connection, count: int, user: str, now: int) -> None:
    """Groups of five, each with ten of the games; one in ten goes on."""
    _insert(
        connection,
        count,
        "groups (guild_id, channel_id, opener, size, days, track, place, language, stage, until, owed)",
        f"{_server('i % 5000')}, i, {user}, 5, 28, 'classic', 'here', 'en', "
        f"CASE i % 10 WHEN 0 THEN 'going' ELSE 'over' END, {now} + CASE i % 10 WHEN 0 THEN {YEAR} ELSE 0 END, false",
    )
    _insert(connection, 5 * count, "members (group_id, user_id, number)", f"(i + 4) / 5, {user}, (i + 4) % 5")
    _insert(
        connection,
        10 * count,
        "pairings (game_id, group_id, one, two)",
        "i, (i + 9) / 10, i % 5, (i + 1 + i % 10 / 5) % 5",
    )


def _set_practice(connection: Connection, now: int) -> None:
    """Of one game in ten, a player has practised two positions."""
    practice = "practice (user_id, game_id, number, tried, solved, at, due)"
    for number in (7, 12):
        _insert_of_ended(connection, 10, practice, f"player1, id, {number}, 1, 0, {now}, {now} + {YEAR}")


def _set_dailies(connection: Connection, players: int, user: str, now: int) -> None:
    """Everybody has sewn the daily quilts of some days, each day in another server, and all servers have their walls;
    one in ten has another one, of a day that is not over.
    """
    dailies = "dailies (user_id, number, scheme, guild_id, revision, laid, at, covered)"
    walls = (
        "walls (guild_id, is_sunday, number, scheme, channel_id, language, ends_at, is_up, message_id, changes, owed)"
    )
    for number in DAYS:
        quilt = best_of(puzzle_of(number), STEPS)
        kept = f"{len(quilt.laid)}, '{quilt}', {now} - 1, {quilt.covered}"
        _insert(
            connection, players, dailies, f"{user}, {number}, {SCHEME}, {_server(f'(i + {number}) % 5000')}, {kept}"
        )
        wall = f"{_server('i % 5000')}, false, {number}, {SCHEME}, i, 'en', {now}, true, i, 8, false"
        _insert(connection, 5_000, walls, wall)
    today = f"{_server('10 * i')}, false, {DAYS.stop}, {SCHEME}, i, 'en', {now} + {YEAR}, false, i, 8, false"
    _insert(connection, 500, walls, today)


def _set_sundays(connection: Connection, now: int) -> None:
    """One game in twenty is a Sunday quilt, whose week is over."""
    sundays = "sundays (user_id, number, guild_id, game_id, ends_at, owed, is_over)"
    _insert_of_ended(connection, 20, sundays, f"player1, id, guild_id, id, {now}, false, true")


def show_boards(connection: Connection) -> None:
    """Require that no more boards are owed than at first."""
    is_not = "IS NOT" if connection.dialect.name == "sqlite" else "IS DISTINCT FROM"
    connection.execute(text("UPDATE messages SET owed = false WHERE owed"))
    connection.execute(
        text(f"UPDATE games SET shown = revision WHERE shown {is_not} revision AND id % {FEW} <> 1")  # noqa: S608
    )


def _insert(connection: Connection, rows: int, into: str, values: str) -> None:
    connection.execute(
        text(
            "WITH RECURSIVE numbers(i) AS (SELECT CAST(1 AS BIGINT) "  # noqa: S608
            f"UNION ALL SELECT i + 1 FROM numbers WHERE i < {rows}) "
            f"INSERT INTO {into} SELECT {values} FROM numbers"
        )
    )


def _insert_of_ended(connection: Connection, every: int, into: str, values: str) -> None:
    """Insert a row for one of so many games, if it has ended."""
    of = f"FROM games WHERE ending IS NOT NULL AND id % {every} = 2"
    connection.execute(text(f"INSERT INTO {into} SELECT {values} {of}"))


def _server(number: str) -> str:
    """The id of the server that a term numbers, as `bigdb` counts them."""
    return f"(1000000000 + {number}) * 4194304"


_ANCHORS = """
INSERT INTO messages (message_id, game_id, channel_id, role, revision, state, owed)
SELECT -id, id, channel_id, 'thread', 0, 'live', false FROM games WHERE ending IS NULL AND place = 'thread'
"""

_SOME_TO_DO = (
    # a third of the games are played in threads, whose anchors are known until they end
    "UPDATE games SET place = 'thread' WHERE ending IS NULL AND id % 3 = 0",
    _ANCHORS,
    "UPDATE games SET duel = 'over' WHERE id IN (SELECT game1 FROM duels UNION SELECT game2 FROM duels)",
    # a few things are left to do
    f"UPDATE games SET shown = NULL WHERE ending IS NULL AND id % {FEW} = 1",  # noqa: S608
    f"UPDATE messages SET state = 'doomed' WHERE message_id > 0 AND game_id % {FEW} = 2",  # noqa: S608
    f"UPDATE timers SET due = 1 WHERE kind = 'remind' AND subject % {FEW} = 1",  # noqa: S608
)
