"""Every query runs on both kinds of databases, is built once, and finds what it needs by an index."""

from collections.abc import Callable, Iterator
from importlib import import_module
from inspect import Parameter, isfunction, signature
from pkgutil import iter_modules
from typing import Any

import pytest
from sqlalchemy import ClauseElement, Connection, Engine, event
from sqlalchemy.dialects import postgresql
from sqlalchemy.schema import CreateIndex, CreateTable

import bot.store
from bot.store import (
    daily,
    games,
    groups,
    ladder_rows,
    leases,
    plans,
    players,
    practice,
    results,
    reviews,
    servers,
    summaries,
)
from bot.store.backend.database import Database
from bot.store.changes import NewGame
from bot.store.query import Query
from bot.store.rows import Insert
from bot.store.shards import Shards, Sweep
from bot.store.sundays import SundayRow, add_sunday
from bot.store.tables import metadata
from bot.store.timers import TimerRow, set_timers
from bot.store.walls import WallRow, add_wall
from tests.store import building
from tests.store.building import CHANNEL, EVE, GUILD, MINA, START, TOM
from tests.store.plans import plan_of, scans_in

FILES = [import_module(f"bot.store.{each.name}") for each in iter_modules(bot.store.__path__)]
ASYNCPG: Any = postgresql.asyncpg.dialect
WALL = WallRow(GUILD, 5, 1, CHANNEL, "en", 9)
GROUP = groups.GroupRow(1, GUILD, CHANNEL, MINA, 4, 28, "classic", 3, "here", "en", 7, "going", 9)
STANDING = ladder_rows.StandingRow(MINA, 1_500, 90, 5, 2, 9, 1)
RESULT = results.ResultRow(1, 1, MINA, TOM, None, GUILD, 9, "finished", True, 21, 17, True, 3, 20, True, 0, "7")

GIVEN: list[tuple[object, str]] = [
    ([1, 2], "games game_ids ids numbers"),
    ([5, 6], "messages message_ids"),
    (GUILD, "guild guild_id"),
    ([GUILD], "guild_ids"),
    (CHANNEL, "channel"),
    (MINA, "user"),
    (TOM, "other"),
    ((MINA, TOM), "players users"),
    ("one", "holder process successor"),
    ("board", "role in_role"),
    ("all", "shards of_shards"),
    ("commands", "name called"),
    ("none", "because"),
    ("over", "how"),
    ("begun", "shows"),
    ("1-2", "spans"),
    ("open", "stage"),
    ("{}", "text"),
    (START, "cache"),
    (building.event(1), "event"),
    ({"close": 9, "remind": None}, "due"),
    (TimerRow("close", 1, 5), "timer"),
    (lambda _: False, "has_ended"),
    (False, "is_owed private_too"),
]
VALUES = {name: value for value, names in GIVEN for name in names.split()}
"""What is given for parameters, by their names; 1 for all others."""

ARGUMENTS: dict[str, tuple[Any, ...]] = {
    "acquire_slot": (0, 1),
    "add_game": (NewGame(GUILD, CHANNEL, MINA, TOM, "headers", "en", 1_000), START),
    "add_member": (groups.MemberRow(1, EVE, 2),),
    "add_pairing": (groups.PairingRow(1, 1, 0, 1),),
    "add_sunday": (SundayRow(MINA, 5, GUILD, 2, 9),),
    "add_wall": (WALL,),
    "drop_game": (1,),
    "drop_lease": (leases.LeaseRow("none", "one"),),
    "drop_server": (GUILD,),
    "fit_after_restore": (),
    "forget_user": (EVE,),
    "hang_wall": (WALL,),
    "keep_par": (daily.ParRow(5, 1, 45),),
    "lock_ids": (MINA, TOM),
    "note_orphan": (building.board(5, 1),),
    "note_shown": (building.board(5, 1), 1, 2),
    "note_wall": (WALL, 7),
    "owe_group": (GROUP,),
    "record_message": (building.board(6, 1),),
    "rows_unlike": ({"track": lambda _: False},),
    "save_daily": (daily.DailyRow(MINA, 5, 1, GUILD, 3, "- - -", 7),),
    "save_plan": (plans.PlanRow(1, 2, 9, "+ 9"),),
    "save_player": (players.PlayerRow(MINA),),
    "save_practice": (practice.PracticeRow(MINA, 1, 9, 1, 0, 5, 9),),
    "save_results": (1, [RESULT]),
    "save_review": (reviews.ReviewRow(1, 9, "shares 500"),),
    "save_server": (servers.ServerRow(GUILD, "night"),),
    "save_summaries": ([summaries.SummaryRow(MINA, 0, "", 1)],),
    "save_standings": (ladder_rows.LadderRow(GUILD, 1, 1, 8_107, 1_400), [STANDING]),
    "set_stage": (GROUP,),
    "unrate": (ladder_rows.UnratedRow(1, GUILD, "why", 9),),
}
"""What is given to those whose parameters have no names, or mean something else by them."""

BY_OTHERS = ("add_challenge", "add_duel", "add_group", "collect_changes", "execute")
"""What makes the rows that others find, or is called by others alone."""


def asks(found: object, file: str) -> bool:
    """Tell whether something is a function of a file that is called with a connection."""
    return isfunction(found) and found.__module__ == file and [*signature(found).parameters][:1] == ["connection"]


QUERIES: dict[str, Any] = {
    name: query
    for file in FILES
    for name, query in vars(file).items()
    if isinstance(query, (Query, Insert)) or asks(query, file.__name__)
    if not name.startswith("_") and name not in BY_OTHERS
}
"""All that the store can be asked: values, and functions that ask several."""

SWEEPS = ["pending_boards", *(name for name, query in QUERIES.items() if isinstance(query, Sweep))]
"""What a process asks once a minute about its own servers only."""

TWINS = {
    id(upsert.statements["sqlite"]): upsert.statements["postgresql"]
    for file in FILES
    for upsert in vars(file).values()
    if isinstance(upsert, Insert)
}
"""What is executed in PostgreSQL in the place of SQLite's own statements."""


def for_postgresql(statement: ClauseElement) -> str:
    return str(TWINS.get(id(statement), statement).compile(dialect=ASYNCPG()))


def ask(connection: Connection, name: str, **more: object) -> object:
    """Call a query with arguments."""
    query = QUERIES[name]
    if name in ARGUMENTS:
        return query(connection, *ARGUMENTS[name])
    if isinstance(query, Query):
        return query(connection, *(VALUES.get(each.removesuffix("_"), 1) for each in query.names), **more)
    wanted = [each.name for each in signature(query).parameters.values() if each.default is Parameter.empty]
    return query(connection, **{each: VALUES.get(each, 1) for each in wanted[1:]}, **more)


class Undone(Exception):
    """Leaves the rows as they were."""


async def tried(database: Database, unit: Callable[..., object], *arguments: object, **more: object) -> Any:
    """What a unit returns; it is undone then."""
    found = []

    def work(connection: Connection) -> None:
        found.append(unit(connection, *arguments, **more))
        raise Undone

    with pytest.raises(Undone):
        await database.write(work)
    return found[0]


@pytest.fixture
async def full(database: Database) -> Database:
    """A database with something to find."""
    for make in (building.new_game, building.new_challenge, building.new_duel, building.new_group):
        await database.write(make)
    await database.write(add_sunday, SundayRow(MINA, 4, GUILD, 1, 9))
    await database.write(add_wall, WALL)
    await database.write(leases.claim_lease, "all", "one", lambda _: False)
    return database


@pytest.fixture
def seen() -> Iterator[list[ClauseElement]]:
    """The statements that are executed."""
    statements: list[ClauseElement] = []

    def listen(_: object, statement: Any, *__: object) -> None:
        if isinstance(statement, ClauseElement):
            statements.append(statement)

    event.listen(Engine, "before_execute", listen)
    yield statements
    event.remove(Engine, "before_execute", listen)


@pytest.mark.slow
async def test_every_query_compiles_for_postgresql_and_is_made_once(full: Database, seen: list[ClauseElement]) -> None:
    for name in QUERIES:
        before = len(seen)
        await tried(full, ask, name)
        assert len(seen) > before or name in ("lock_ids", "lock_games"), name
        made = {id(statement) for statement in seen}
        await tried(full, ask, name)
        assert {id(statement) for statement in seen} == made, name
    for statement in seen:
        assert for_postgresql(statement)


LOOK_THROUGH = {
    "backlog": "for the operator",
    "channels_played_in": "for the doctor",
    "count_doomed": "for the doctor",
    "count_games": "for the doctor",
    "count_orphans": "for the doctor",
    "delete_orphans": "for the doctor",
    "fit_after_restore": "after a restore",
    "game_ids": "after a restore",
    "known_servers": "all of them are wanted, when some have come or gone",
    "owe_boards": "after a restore",
    "rows_unlike": "for the doctor",
    "servers_without_ladder": "for the doctor",
}
"""Queries that may look through a whole table, and why."""


@pytest.mark.slow
async def test_no_query_looks_through_a_table(full: Database) -> None:
    for name in QUERIES.keys() - LOOK_THROUGH.keys():
        assert await tried(full, scans_of, name) == [], name


@pytest.mark.sqlite
@pytest.mark.parametrize("shards", [{}, {"shards": Shards((0, 2), 8)}], ids=["all", "some"])
async def test_what_is_owed_is_found_by_its_index(database: Database, shards: dict[str, Shards]) -> None:
    owed = {f"{table}_owed": table for table in ("challenges", "duels", "groups", "walls")}
    for name, table in {"pending_boards": "messages", "sundays_ended": "sundays", **owed}.items():
        assert f"USING INDEX {table}_owed" in " ".join(await tried(database, plans_of, name, **shards)), name


@pytest.mark.slow
async def test_no_sweep_of_some_shards_looks_through_a_table(database: Database) -> None:
    found = {name: await tried(database, scans_of, name, shards=Shards((0, 2), 8)) for name in SWEEPS}
    assert {name: tables for name, tables in found.items() if tables} == {"known_servers": ["servers"]}


@pytest.mark.postgresql
@pytest.mark.parametrize("name", ["count_orphans", "delete_orphans"])
async def test_orphans_are_found_by_a_join_and_not_by_comparing_each_row_with_each_game(
    database: Database, name: str
) -> None:
    """From some 300,000 games on, a server would do the latter for NOT IN, and come to no end."""
    found = await tried(database, plans_of, name)
    assert found
    for plan in found:
        assert "Anti Join" in plan
        assert "SubPlan" not in plan


def plans_of(connection: Connection, name: str, **more: object) -> list[str]:
    """How the database goes about each statement of a query."""
    return [plan_of(connection, *each) for each in sent_by(connection, name, **more).items()]


def scans_of(connection: Connection, name: str, **more: object) -> list[str]:
    """The tables that a query looks through from beginning to end."""
    if connection.dialect.name == "postgresql":
        connection.exec_driver_sql("SET LOCAL enable_seqscan = off")  # the tables are nearly empty here
    return scans_in(connection, sent_by(connection, name, **more))


def sent_by(connection: Connection, name: str, **more: object) -> dict[str, Any]:
    """The statements of a query, with their parameters."""
    sent: dict[str, Any] = {}

    def note(_: object, __: object, statement: str, parameters: Any, *___: object) -> None:
        sent[statement] = parameters

    event.listen(connection, "before_cursor_execute", note)
    ask(connection, name, **more)
    event.remove(connection, "before_cursor_execute", note)
    return sent


async def test_rows_are_stored_in_the_place_of_others(database: Database, seen: list[ClauseElement]) -> None:
    await database.write(players.save_player, players.PlayerRow(MINA))
    assert "ON CONFLICT (user_id) DO UPDATE SET theme = excluded.theme," in for_postgresql(seen[-1])
    await database.write(set_timers, 1, {"close": 9})
    assert for_postgresql(seen[-1]).endswith("ON CONFLICT (kind, subject) DO UPDATE SET due = excluded.due")


async def test_a_game_that_is_to_be_changed_can_be_locked(database: Database, seen: list[ClauseElement]) -> None:
    game_id = await database.write(building.new_game)
    locked = await database.write(games.find_game, game_id, lock=True)  # SQLite has no such lock, and needs none
    assert for_postgresql(seen[-1]).endswith(" FOR UPDATE")
    assert locked == await database.read(games.find_game, game_id)
    assert "FOR UPDATE" not in for_postgresql(seen[-1])


def test_the_tables_compile_for_postgresql_and_count_up_by_themselves() -> None:
    make_dialect: Any = postgresql.dialect
    dialect = make_dialect()
    ddl = {table.name: str(CreateTable(table).compile(dialect=dialect)) for table in metadata.sorted_tables}
    counting = {name for name, text in ddl.items() if "BIGSERIAL" in text}
    assert counting == {"games", "challenges", "duels", "groups"}
    assert "game_id BIGINT NOT NULL" in ddl["log"]
    for table in metadata.sorted_tables:
        for index in table.indexes:
            assert str(CreateIndex(index).compile(dialect=dialect))
