"""A row that cannot be handled spoils itself alone: log and doctor name it, and all others are served."""

from dataclasses import replace
from typing import Any

import pytest
from sqlalchemy import Connection, String, func, insert, select, text

from bot.matches.audit import Audit
from bot.matches.clock import DAY
from bot.matches.seats import Rival
from bot.matches.soundness import RULES
from bot.store import tables
from bot.store.backend.database import Database
from daily import ring_of_sunday
from game import Setup
from game.position import from_pawn
from tests.matches.building import Hands
from tests.matches.club import Club
from tests.store.building import GUILD, MINA, TOM
from tests.ui.playing import later
from tests.ui.world import World, ids

NEVER = 9_999_999_999
MINE = {"language": "xx", "guild_id": None, "channel_id": None}
GAME = MINE | {"id": 90, "player1": 5, "setup": "nonsense", "created_at": 5, "revision": 1}
SOLO = GAME | {"place": "private", "rival": "pompom", "to_move": 1, "shown": 1}
CHALLENGE = MINE | {"id": 90, "challenger": 5, "challenged": 6, "lower": 5, "higher": 6, "track": "winter", "first": 3}
PLAYER = {"user_id": 5, "notify": "mention", "timezone": "UTC", "vacation_until": 0, "daily_at": 0, "daily_due": 1}
MESSAGE = {"message_id": 7, "game_id": 90, "channel_id": None, "role": "riddle", "revision": 9, "state": "live"}
MESSAGE |= {"owed": True}
DUEL = MINE | {"id": 90, "one": 5, "two": 6, "game1": 90, "game2": 91, "level": "ogre", "ends_at": 1, "owed": True}
GROUP = MINE | {"id": 90, "opener": 5, "size": 3, "days": 7, "track": "winter", "place": "moon", "stage": "going"}
GROUP |= {"until": 1, "owed": True}
WALL = MINE | {"is_sunday": False, "number": -99_999_999, "scheme": 77, "ends_at": 1, "is_up": False, "owed": True}
WALL |= {"changes": 0}
SUNDAY = {"user_id": 5, "number": 90, "guild_id": None, "game_id": 90, "ends_at": 1, "owed": True, "is_over": False}
LADDER = {"guild_id": -7, "changes": 5, "fitted": 1, "season": -3, "mean": 0}
RESULT = {"game_id": 90, "seat": 1, "player": 5, "level": "pompom", "guild_id": -7, "ended_at": NEVER, "played": "x"}
RESULT |= {"ending": "resigned", "won": False, "points": 0, "other_points": 0, "seven": False, "empty": 81}
RESULT |= {"moves": 9, "first": True, "hints": 0}
KINDS = ("remind", "expire", "close", "call", "ask1", "duel", "plan")

ROWS: dict[str, list[tuple[str, dict[str, Any]]]] = {
    "zone": [("players", PLAYER | {"timezone": "Mars/Phobos"})],
    "quiet hours": [("players", PLAYER | {"quiet_from": 99_999, "quiet_to": -5})],
    "hour": [("players", PLAYER | {"daily_at": 99_999})],
    "gap": [("players", PLAYER | {"call_gap": 5})],
    "language": [("players", PLAYER | {"language": "xx"})],
    "challenge": [("challenges", CHALLENGE | {"expires_at": NEVER, "owed": True})],
    "late challenge": [("challenges", CHALLENGE | {"expires_at": NEVER, "owed": False, "message_id": 7, "call_at": 1})],
    "expired challenge": [("challenges", CHALLENGE | {"expires_at": 1, "owed": False, "message_id": 7})],
    "game": [
        ("games", GAME | {"player2": 6, "to_move": 1, "pace": 3, "deadline": 9}),
        *(("timers", {"kind": kind, "subject": 90, "due": 1}) for kind in KINDS),
    ],
    "message": [("games", GAME | {"player2": 6, "to_move": 1}), ("messages", MESSAGE)],
    "rival": [("games", GAME | {"rival": "pompom", "to_move": 2})],
    "end": [("games", GAME | {"player2": 6, "ending": "resigned", "ended_at": 9})],
    "duel": [
        ("games", SOLO | {"duel": "secret"}),
        ("games", SOLO | {"duel": "secret", "id": 91, "player1": 6}),
        ("duels", DUEL),
    ],
    "group": [
        ("groups", GROUP),
        ("members", {"group_id": 90, "user_id": 5, "number": 0, "vacations": "x-y"}),
        ("players", PLAYER | {"vacations": "x-y"}),
    ],
    "wall": [("walls", WALL)],
    "Sunday": [
        ("games", SOLO | {"duel": "sunday", "ending": "finished", "ended_at": None}),
        ("sundays", SUNDAY),
    ],
    "ladder": [
        ("games", GAME | {"player2": 6, "place": "private", "ending": "resigned", "ended_at": 9, "counted": True}),
        ("results", RESULT),
        ("ladders", LADDER),
    ],
    "server": [("servers", {"guild_id": 1, "left_at": 1, "timezone": "Mars/Phobos"})],
}  # fmt: skip
"""For each kind of row that a sweep reads, what makes one that is bad; None is where the world is."""

NAMED = dict.fromkeys(ROWS, " 90") | {"hour": "user (5, ", "wall": "-99999999", "ladder": "server -7"}
NAMED |= dict.fromkeys(("zone", "quiet hours", "gap", "language", "expired challenge", "server"), "")
"""By which words the log names it; empty where it is served all the same."""

SETUP = Setup("classic", from_pawn(ring_of_sunday(1)))
GOOD = {"id": 99, "setup": str(SETUP), "language": "en", "revision": 0}
HALF = SOLO | GOOD | {"duel": "secret"}
OVER = GOOD | {"revision": 1, "ending": "closed", "ended_at": 9}
CLOSE = {"game_id": 99, "number": 1, "kind": "close", "seat": 0, "text": "idle", "at": 9}
ASKED = CHALLENGE | {"id": 98, "challenged": 8, "higher": 8, "first": 1, "expires_at": NEVER, "owed": False}
ASKED |= {"message_id": 8, "track": "classic"}

BESIDE: dict[str, tuple[list[tuple[str, dict[str, Any]]], str]] = {
    "late challenge": ([("challenges", ASKED | {"call_at": 1})], "challenges WHERE id = 98 AND message_id != 8"),
    "expired challenge": ([("challenges", ASKED | {"expires_at": 1})], "challenges"),
    "message": ([("games", GAME | GOOD | {"player2": 6, "to_move": 1})], "games WHERE id = 99 AND shown = 0"),
    "rival": (
        [("games", GAME | GOOD | {"setup": str(replace(SETUP, first=2)), "rival": "pompom", "to_move": 2})],
        "games WHERE id = 99 AND to_move = 1",
    ),
    "end": ([("games", GAME | OVER | {"player2": 6}), ("log", CLOSE)], "results WHERE game_id = 99 AND seat = 1"),
    "duel": (
        [
            ("games", HALF),
            ("games", HALF | {"id": 98}),
            ("duels", DUEL | {"id": 99, "game1": 98, "game2": 99, "level": "pompom"}),
        ],
        "duels WHERE id = 99 AND shown = 'ended' AND NOT owed",
    ),
    "group": ([("groups", GROUP | {"id": 99, "place": "here", "stage": "open"})], "groups"),
    "wall": ([("walls", WALL | {"number": 5, "is_up": True})], "walls WHERE number = 5 AND NOT owed"),
    "Sunday": (
        [
            ("games", SOLO | OVER | {"duel": "sunday"}),
            ("log", CLOSE),
            ("sundays", SUNDAY | {"user_id": 6, "game_id": 99}),
        ],
        "sundays WHERE user_id = 6 AND is_over AND NOT owed",
    ),
    "ladder": ([("ladders", LADDER | {"guild_id": 7})], "ladders WHERE guild_id = 7 AND fitted = 5"),
    "server": (
        [("servers", {"guild_id": 2, "left_at": 1}), ("servers", {"guild_id": 3})],
        "servers WHERE guild_id IN (2, 3)",
    ),
}  # fmt: skip
"""Sound rows beside the bad ones, and where the one row is found that shows that the sweep has served them."""


def add(connection: Connection, world: World, table: str, values: dict[str, Any]) -> None:
    here = {"guild_id": world.guild.id, "channel_id": world.channel.id}
    row = {name: here.get(name, value) if value is None else value for name, value in values.items()}
    connection.execute(insert(tables.metadata.tables[table]).values(row))


def count(connection: Connection, what: str) -> int:
    return int(connection.execute(select(func.count()).select_from(text(what))).scalar_one())


@pytest.mark.parametrize("kind", ROWS)
async def test_the_doctor_names_it(database: Database, kind: str) -> None:
    """By its key. What hangs on a game goes with that, and timers of unknown kinds belong to another version."""

    def spoil(connection: Connection) -> list[str]:
        keys = []
        for table, values in ROWS[kind]:
            row = {name: 1 if value is None else value for name, value in values.items()}
            connection.execute(insert(tables.metadata.tables[table]).values(row))
            key = ", ".join(str(row[column.name]) for column in tables.metadata.tables[table].primary_key)
            if table not in ("timers", "messages", "results", "sundays"):
                keys.append(f"{table} {key}".replace("games ", "game "))
        return keys

    keys = await database.write(spoil)
    found = (await Audit(database, lambda: 1).examine()).findings
    told = {f"game {each.game_id}" if each.game_id else each.sentence.partition(":")[0] for each in found}
    assert told >= {*keys}
    assert not any(each.repairable for each in found if each.game_id is None)


async def test_the_doctor_names_no_row_that_is_sound(database: Database) -> None:
    """As people make them, with whatever they may choose."""
    club = Club(database, Hands())
    await club.preferences.change(TOM, timezone="Asia/Kathmandu", quiet_from=0, quiet_to=23 * 60 + 59, daily_at=1439)
    await club.timers.vacation(TOM, club.now + 9 * DAY)
    await club.timers.vacation(MINA, club.now + DAY)
    await club.preferences.change_server(GUILD, language="pt_BR", place="thread", track="revised", pace=14)
    await club.stored()
    await club.alone(Rival("thimble"))
    assert (await Audit(club.database, club.clock).examine()).findings == []


FREE = {"how", "kind", "role", "shown", "state", "theme", "why"}
"""What hangs on a game, or is as usual if it is unknown, or belongs to another version."""


def test_every_column_of_words_has_a_rule() -> None:
    columns = [column for table in tables.metadata.tables.values() for column in table.columns]
    words = {each.name for each in columns if isinstance(each.type, String) and 0 < (each.type.length or 0) <= 16}
    assert words - RULES.keys() == FREE


@pytest.mark.logs_errors
@pytest.mark.parametrize(
    "kind", [pytest.param(kind, marks=[pytest.mark.cheapest] if kind == "zone" else []) for kind in ROWS]
)
async def test_all_others_are_served(world: World, kind: str, caplog: pytest.LogCaptureFixture) -> None:
    match = await world.accepted_game(first="me", pace=3)
    await world.slash(world.tom, "settings", notify="direct")
    await world.slash(world.tom, "daily", remind=f"{(world.now().hour + 1) % 24}")
    eve, tom = world.eve.id, world.tom.id
    healthy = CHALLENGE | {
        "id": 99,
        "challenger": eve,
        "challenged": tom,
        "lower": min(eve, tom),
        "higher": max(eve, tom),
    }
    healthy |= {"track": "classic", "first": 1, "language": "en", "expires_at": NEVER, "owed": True}

    beside, what = BESIDE.get(kind, ([], ""))

    def spoil(connection: Connection) -> None:
        for table, values in ROWS[kind]:
            add(connection, world, table, values)
        for table, values in (*beside, ("challenges", healthy)):
            add(connection, world, table, values)

    with world.unheard():
        await world.app.database.write(spoil)
    await later(world, 2 * 3600)
    assert [words for words in world.told(tom) if "quilt" in words], "the daily reminder"
    assert [each for each in world.channel.history() if ":challenge:" in str(ids(each))], "the challenge"
    assert not NAMED[kind] or [each for each in caplog.messages if NAMED[kind] in each]
    assert not what or await world.app.database.read(count, what) == 1, what
    before = len(world.calls())
    await later(world, 2 * DAY)
    assert world.calls()[before:], "the reminder of the game"
    assert match.mover in world.pinged(world.boards()[-1])


@pytest.mark.logs_errors
async def test_a_timer_that_fails_is_named_and_tried_ever_more_seldom(
    world: World, caplog: pytest.LogCaptureFixture
) -> None:
    def spoil(connection: Connection) -> None:
        for table, values in ROWS["game"][:2]:
            add(connection, world, table, values)

    await world.app.database.write(spoil)
    for _ in range(60):
        await later(world, 60)
    named = [record for record in caplog.records if record.getMessage() == "the timer of game ('remind', 90) waits"]
    assert len(named) == 6, "after 0, 1, 3, 7, 15 and 31 minutes"
