"""Every query runs on both kinds of databases, is built once, and finds what it needs by an index."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import pytest
from sqlalchemy import ClauseElement, Connection, Engine, event
from sqlalchemy.dialects import postgresql
from sqlalchemy.schema import CreateIndex, CreateTable

from bot.store import (
    blocks,
    calls,
    challenges,
    changes,
    daily,
    duels,
    everything,
    games,
    groups,
    identify_slots,
    kv,
    ladders,
    leases,
    messages,
    pending_boards,
    plans,
    players,
    practice,
    results,
    reviews,
    rivals,
    servers,
    sundays,
    timers,
    turns,
    walls,
)
from bot.store.backend.database import Database
from bot.store.daily import DailyRow, ParRow
from bot.store.groups import GroupRow, MemberRow, PairingRow
from bot.store.ladder_rows import LadderRow, StandingRow, UnratedRow
from bot.store.leases import LeaseRow
from bot.store.plans import PlanRow
from bot.store.players import PlayerRow
from bot.store.practice import PracticeRow
from bot.store.query import Query
from bot.store.results import ResultRow
from bot.store.reviews import ReviewRow
from bot.store.rows import Insert
from bot.store.servers import ServerRow
from bot.store.shards import Shards
from bot.store.sundays import SundayRow
from bot.store.tables import metadata
from bot.store.timers import TimerRow
from bot.store.walls import WallRow
from tests.store.building import (
    CHANNEL,
    EVE,
    GUILD,
    MINA,
    START,
    TOM,
    board,
    new_challenge,
    new_duel,
    new_game,
    new_group,
)
from tests.store.building import event as log_event
from tests.store.plans import plan_of, scans_in

DAILY = DailyRow(MINA, 5, 1, GUILD, 3, "- - -", 7)
WALL = WallRow(GUILD, 5, 1, CHANNEL, "en", 9)
GROUP = GroupRow(1, GUILD, CHANNEL, MINA, 4, 28, "classic", 3, "here", "en", 7, "going", 9)
RESULT = ResultRow(
    1,
    1,
    MINA,
    TOM,
    None,
    GUILD,
    9,
    "finished",
    True,
    21,
    17,
    seven=True,
    empty=3,
    moves=20,
    first=True,
    hints=0,
    played="7",
)
QUERIES: dict[str, tuple[tuple[Any, ...], dict[str, Any]]] = {
    "add_block": ((MINA, TOM), {}),
    "boards_owed": ((), {}),
    "channels_played_in": ((), {}),
    "count_doomed": ((), {}),
    "count_due": ((9,), {}),
    "count_games": ((), {}),
    "games_near": (([1, 5],), {}),
    "append": ((1, log_event(1), START), {}),
    "claim_timer": ((TimerRow("close", 1, 5), 9), {}),
    "count_hint": ((1,), {}),
    "count_running": ((MINA,), {}),
    "count_orphans": ((), {}),
    "delete_orphans": ((), {}),
    "doom_stale_offers": ((1, 2), {}),
    "doomed_messages": ((1,), {}),
    "drop_timer": ((TimerRow("close", 1, 5),), {}),
    "due_timers": ((9,), {}),
    "blocked_by": ((MINA,), {}),
    "count_waiting": ((MINA, 0), {}),
    "count_open": ((MINA, 0), {}),
    "open_seats": ((CHANNEL, 0), {}),
    "expire_challenge": ((1, 9), {}),
    "count_turns": ((MINA, 1), {}),
    "ended_games": ((MINA, GUILD, 5), {}),
    "count_concerning": ((MINA, 9), {}),
    "expire_challenges": ((MINA, TOM, 9), {}),
    "expired_challenges": ((0,), {}),
    "forget_call": ((MINA, TOM), {}),
    "forget_calls": ((5,), {}),
    "is_blocked": ((MINA, TOM), {}),
    "note_call": ((MINA, TOM, 9, 0), {}),
    "remove_block": ((MINA, TOM), {}),
    "find_challenge": ((1,), {}),
    "find_duel": ((1,), {}),
    "lock_duel": ((1,), {}),
    "find_duel_of": ((1,), {}),
    "duel_marks": (([1, 2],), {}),
    "duels_due": ((9,), {}),
    "duels_owed": ((), {}),
    "end_duel": ((1, 9), {}),
    "note_duel_message": ((1, 5, "begun", False), {}),
    "mark_game": ((1, "over"), {}),
    "find_group": ((1,), {}),
    "lock_group": ((1,), {}),
    "find_group_made": ((7,), {}),
    "find_opened": ((MINA,), {}),
    "group_in": ((CHANNEL, MINA), {}),
    "groups_over": ((GUILD, 1, 5), {}),
    "set_stage": ((GROUP,), {}),
    "note_group_message": ((1, 5, 0), {}),
    "owe_groups_of": (([1, 2],), {}),
    "owe_group": ((GROUP,), {}),
    "remove_group": ((99,), {}),
    "groups_due": ((9,), {}),
    "groups_owed": ((), {}),
    "find_members": ((1,), {}),
    "add_member": ((MemberRow(1, EVE, 2),), {}),
    "drop_member": ((1, EVE), {}),
    "number_member": ((1, MINA, 3), {}),
    "note_left": ((1, MINA, 9), {}),
    "note_vacations": ((1, MINA, "1-2"), {}),
    "add_pairing": ((PairingRow(1, 1, 0, 1),), {}),
    "find_pairings": ((1,), {}),
    "blocks_among": (([MINA, TOM],), {}),
    "leave_groups": ((TOM, 9), {}),
    "leave_open_with": ((TOM, MINA), {}),
    "find_challenge_between": ((CHANNEL, (MINA, TOM)), {}),
    "best_of_others": ((MINA, 1), {}),
    "count_change": (([GUILD],), {}),
    "find_ladder": ((GUILD,), {}),
    "lock_ladder": ((GUILD,), {}),
    "some_ladders": ((0, 9), {}),
    "servers_without_ladder": ((5,), {}),
    "ladders_owed": ((8_107, 9), {}),
    "results_on_ladder": ((GUILD, 0, 9_999, 5, 1, 9), {}),
    "first_result_at": ((GUILD,), {}),
    "lately_between_people": ((GUILD, 25), {}),
    "all_standings": ((GUILD,), {}),
    "save_standings": ((LadderRow(GUILD, 1, 1, 8_107, 1_400), [StandingRow(MINA, 1_500, 90, 5, 2, 9, 1)]), {}),
    "placed": ((GUILD, 0, 10), {}),
    "count_placed": ((GUILD,), {}),
    "find_standing": ((GUILD, MINA), {}),
    "hiding": (([MINA, TOM],), {}),
    "unrate": ((UnratedRow(1, GUILD, "why", 9),), {}),
    "unrated_of": ((GUILD, 5), {}),
    "rate_again": ((1,), {}),
    "count_between": ((MINA, TOM, GUILD, 0, 5), {}),
    "save_results": ((1, [RESULT]), {}),
    "drop_results": ((1,), {}),
    "find_results": (([1, 2],), {}),
    "results_of": ((MINA,), {}),
    "private_games": ((MINA,), {}),
    "score_between": ((MINA, TOM, 1, 9), {}),
    "games_not_counted": ((25,), {}),
    "count_not_counted": ((), {}),
    "find_game": ((1,), {}),
    "find_player": ((MINA,), {}),
    "find_both": ((MINA, TOM), {}),
    "teach_plans": ((TOM,), {}),
    "everything_of": ((MINA,), {}),
    "games_of": ((MINA,), {}),
    "forget_user": ((EVE,), {}),
    "drop_game": ((99,), {}),
    "drop_server": ((99,), {}),
    "fit_after_restore": ((), {}),
    "find_marks": (([1, 2],), {}),
    "game_ids": ((), {}),
    "game_ids_after": ((0, 9), {}),
    "write_cache": ((1, 1, START), {}),
    "forget_messages": (([5, 6],), {}),
    "games_shown_by": (([5, 6],), {}),
    "games_not_shown": ((), {}),
    "pending_boards": ((), {}),
    "guilds_of_due": ((9,), {}),
    "challenges_owed": ((9,), {}),
    "stands": ((5,), {}),
    "live_boards": (([1, 2],), {}),
    "count_moves": (([1, 2],), {}),
    "doom_live": ((1, "board"), {}),
    "doom_all": ((1,), {}),
    "note_board": ((1,), {}),
    "inconsistent_boards": (([1, 2],), {}),
    "find_games": (([1, 2],), {}),
    "read_logs": (([1, 2],), {}),
    "find_reviews": (([1, 2],), {}),
    "games_with_an_end": (([1, 2],), {}),
    "note_challenge_message": ((1, 5, True), {}),
    "live_message": ((1, "pause1"), {}),
    "refuse": ((1, "offer1", 2), {}),
    "owe_board": ((1,), {}),
    "owe_anchor": ((1,), {}),
    "owe_boards": ((), {}),
    "note_nudge": ((1, 9), {}),
    "note_orphan": ((board(5, 1),), {}),
    "note_shown": ((board(5, 1), 1, 2), {}),
    "read_log": ((1,), {}),
    "read_log_after": ((1, 2), {}),
    "find_rematch": ((1,), {}),
    "find_begun": ((1,), {}),
    "find_made": ((1,), {}),
    "newest_game": ((MINA, CHANNEL), {}),
    "move_game": ((1, CHANNEL), {}),
    "find_game_and_messages": ((1,), {}),
    "drop_role": ((1, "thread"), {}),
    "record_message": ((board(6, 1),), {}),
    "remove_challenge": ((1,), {}),
    "save_player": ((PlayerRow(MINA),), {}),
    "save_server": ((ServerRow(GUILD, "night"),), {}),
    "find_server": ((GUILD,), {}),
    "known_servers": ((), {}),
    "meet_server": ((GUILD,), {}),
    "servers_left_before": ((9,), {}),
    "count_all_running": ((), {}),
    "games_of_server": ((GUILD, 20), {}),
    "find_review": ((1,), {}),
    "save_review": ((ReviewRow(1, 9, "shares 500"),), {}),
    "drop_review": ((1,), {}),
    "find_plan": ((1, 2), {}),
    "find_plans": (([1, 2],), {}),
    "save_plan": ((PlanRow(1, 2, 9, "+ 9"),), {}),
    "hold_plans": ((1,), {}),
    "note_plans": ((1, 2), {}),
    "drop_plan": ((1, 2), {}),
    "stop_plan": ((1, 2, "none"), {}),
    "reviews_of_player": ((MINA, 20), {}),
    "find_practice": ((MINA,), {}),
    "save_practice": ((PracticeRow(MINA, 1, 9, 1, 0, 5, 9),), {}),
    "drop_practice": ((MINA, 1, 9), {}),
    "find_daily": ((MINA, 5), {}),
    "save_daily": ((DAILY,), {}),
    "last_server_of": ((MINA,), {}),
    "find_hung": ((GUILD, 5, 1, 9), {}),
    "finished_since": ((GUILD, 5), {}),
    "count_sewn": ((MINA, 1, 49), {}),
    "dailies_after": ((MINA, 5, 10), {}),
    "find_par": ((5, 1), {}),
    "keep_par": ((ParRow(5, 1, 45),), {}),
    "reminders_due": ((9,), {}),
    "claim_reminder": ((MINA, 5, 9), {}),
    "add_wall": ((WALL,), {}),
    "find_daily_wall": ((GUILD, 5), {}),
    "wall_before": ((GUILD, 5), {}),
    "sunday_wall_before": ((GUILD, 5), {}),
    "walls_due": ((9,), {}),
    "walls_owed": ((), {}),
    "hang_wall": ((WALL,), {}),
    "note_wall": ((WALL, 7), {}),
    "move_walls": ((GUILD, None), {}),
    "sunday_marks": (([1, 2],), {}),
    "find_sunday": ((MINA, 4), {}),
    "sundays_ended": ((), {}),
    "sundays_due": ((9,), {}),
    "note_sunday": ((1,), {}),
    "owe_sundays": ((GUILD, 9), {}),
    "end_sunday": ((1,), {}),
    "sundays_hung": ((GUILD, 4, 9), {}),
    "rest_timers": ((GUILD, 9), {}),
    "find_value": (("commands",), {}),
    "save_value": (("commands", "{}"), {}),
    "find_display": ((GUILD, MINA), {}),
    "set_clock": ((1, 9, None, None), {}),
    "last_event_at": ((1,), {}),
    "find_lease": (("all",), {}),
    "all_leases": ((), {}),
    "drop_lease": ((LeaseRow("none", "one"),), {}),
    "claim_lease": (("all", "one", lambda _: False), {}),
    "heartbeat": (("all", "one"), {}),
    "note_waiting": (("all", "one"), {"ready": True}),
    "set_cutover": (("all", "one", 5), {}),
    "release_lease": (("none", "one"), {}),
    "acquire_slot": ((0, 1), {}),
    "set_timers": ((1, {"close": 9, "remind": None}), {}),
    "moves_owed": ((), {}),
    "has_finished": ((MINA,), {}),
    "results_against_rivals": ((MINA, 10), {}),
    "running_games": ((MINA,), {}),
    "running_in_channel": ((MINA, CHANNEL), {}),
    "running_in_server": ((MINA, GUILD), {}),
    "running_of_server": ((GUILD,), {}),
}
"""Every query with arguments, but for those that build what others find."""


MODULES = (
    everything,
    games,
    messages,
    challenges,
    blocks,
    calls,
    changes,
    daily,
    duels,
    groups,
    identify_slots,
    leases,
    ladders,
    kv,
    sundays,
    plans,
    players,
    practice,
    results,
    reviews,
    rivals,
    servers,
    timers,
    turns,
    pending_boards,
    walls,
)
ASYNCPG: Any = postgresql.asyncpg.dialect

TWINS = {
    id(upsert.statements["sqlite"]): upsert.statements["postgresql"]
    for module in MODULES
    for upsert in vars(module).values()
    if isinstance(upsert, Insert)
}
"""What is executed in PostgreSQL in the place of SQLite's own statements."""


def for_postgresql(statement: ClauseElement) -> str:
    return str(TWINS.get(id(statement), statement).compile(dialect=ASYNCPG()))


def all_queries() -> dict[str, Any]:
    """All that the store can be asked: values, and functions that ask several."""
    return {
        name: query
        for module in MODULES
        for name, query in vars(module).items()
        if isinstance(query, (Query, Insert)) or getattr(query, "__module__", "") == module.__name__
        if not (name.startswith("_") or isinstance(query, type))
    }


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


def test_every_query_is_among_them() -> None:
    asks_nothing = {"bit_of", "stopped_bit_of", "can_be", "is_nobody", "collect_changes", "execute", "owe_walls_of"}
    assert {*QUERIES, "add_game", "add_challenge", "add_duel", "add_group", "add_sunday"} == {
        *all_queries()
    } - asks_nothing


@pytest.mark.slow
async def test_every_query_compiles_for_postgresql(database: Database, seen: list[ClauseElement]) -> None:
    await database.write(new_game)
    await database.write(new_challenge)
    await database.write(new_duel)
    await database.write(new_group)
    await database.write(sundays.add_sunday, SundayRow(MINA, 4, GUILD, 1, 9))
    for name, (arguments, keywords) in QUERIES.items():
        before = len(seen)
        await database.write(all_queries()[name], *arguments, **keywords)
        assert len(seen) > before, name
    assert len(seen) >= len(QUERIES) + 2
    for statement in seen:
        assert for_postgresql(statement)


OF_SHARDS = (
    "challenges_owed",
    "due_timers",
    "duels_due",
    "duels_owed",
    "expired_challenges",
    "games_not_counted",
    "groups_due",
    "groups_owed",
    "guilds_of_due",
    "known_servers",
    "ladders_owed",
    "moves_owed",
    "servers_left_before",
    "sundays_due",
    "sundays_ended",
    "pending_boards",
    "walls_due",
    "walls_owed",
)
"""What a process asks once a minute about its own servers only."""

LOOK_THROUGH = {
    "channels_played_in": "for the doctor",
    "count_doomed": "for the doctor",
    "count_games": "for the doctor",
    "count_orphans": "for the doctor",
    "delete_orphans": "for the doctor",
    "game_ids": "after a restore",
    "known_servers": "all of them are wanted, when some have come or gone",
    "owe_boards": "after a restore",
    "servers_without_ladder": "for the doctor",
    "fit_after_restore": "after a restore",
}
"""Queries that may look through a whole table, and why."""


@pytest.mark.slow
async def test_no_query_looks_through_a_table(database: Database) -> None:
    await database.write(new_game)
    await database.write(new_challenge)
    await database.write(new_duel)
    await database.write(new_group)
    for name in QUERIES.keys() - LOOK_THROUGH.keys():
        arguments, keywords = QUERIES[name]
        query = partial(all_queries()[name], **keywords)
        assert await database.write(scans_of, query, *arguments) == [], name


@pytest.mark.sqlite
@pytest.mark.parametrize(
    ("name", "table"),
    [
        ("pending_boards", "messages"),
        ("challenges_owed", "challenges"),
        ("duels_owed", "duels"),
        ("groups_owed", "groups"),
        ("walls_owed", "walls"),
        ("sundays_ended", "sundays"),
    ],
)
@pytest.mark.parametrize("shards", [{}, {"shards": Shards((0, 2), 8)}], ids=["all", "some"])
async def test_what_is_owed_is_found_by_its_index(
    database: Database, name: str, table: str, shards: dict[str, Shards]
) -> None:
    plans = await database.write(plans_of, partial(all_queries()[name], **shards), *QUERIES[name][0])
    assert f"USING INDEX {table}_owed" in " ".join(plans)


@pytest.mark.slow
@pytest.mark.parametrize("name", OF_SHARDS)
async def test_no_sweep_of_some_shards_looks_through_a_table(database: Database, name: str) -> None:
    query = partial(all_queries()[name], shards=Shards((0, 2), 8))
    found = await database.write(scans_of, query, *QUERIES[name][0])
    assert found == (["servers"] if name == "known_servers" else [])  # all of them are wanted


@pytest.mark.postgresql
@pytest.mark.parametrize("name", ["count_orphans", "delete_orphans"])
async def test_orphans_are_found_by_a_join_and_not_by_comparing_each_row_with_each_game(
    database: Database, name: str
) -> None:
    """From some 300,000 games on, a server would do the latter for NOT IN, and come to no end."""
    plans = await database.write(plans_of, all_queries()[name])
    assert plans
    for plan in plans:
        assert "Anti Join" in plan
        assert "SubPlan" not in plan


def plans_of(connection: Connection, query: Callable[..., object], *arguments: object) -> list[str]:
    """How the database goes about each statement of a query."""
    return [plan_of(connection, *each) for each in sent_by(connection, query, *arguments).items()]


def scans_of(connection: Connection, query: Callable[..., object], *arguments: object) -> list[str]:
    """The tables that a query looks through from beginning to end."""
    if connection.dialect.name == "postgresql":
        connection.exec_driver_sql("SET LOCAL enable_seqscan = off")  # the tables are nearly empty here
    return scans_in(connection, sent_by(connection, query, *arguments))


def sent_by(connection: Connection, query: Callable[..., object], *arguments: object) -> dict[str, Any]:
    """The statements of a query, with their parameters."""
    sent: dict[str, Any] = {}

    def note(_: object, __: object, statement: str, parameters: Any, *___: object) -> None:
        sent[statement] = parameters

    event.listen(connection, "before_cursor_execute", note)
    query(connection, *arguments)
    event.remove(connection, "before_cursor_execute", note)
    return sent


@pytest.mark.slow
async def test_statements_are_made_once(database: Database, seen: list[ClauseElement]) -> None:
    await database.write(new_game)
    for name, (arguments, keywords) in QUERIES.items():
        if name not in ("append", "add_member", "add_pairing"):  # whose number would be taken
            await database.write(all_queries()[name], *arguments, **keywords)
            before = {id(statement) for statement in seen}
            await database.write(all_queries()[name], *arguments, **keywords)
            assert {id(statement) for statement in seen} == before, name


async def test_rows_are_stored_in_the_place_of_others(database: Database, seen: list[ClauseElement]) -> None:
    await database.write(players.save_player, PlayerRow(MINA))
    assert "ON CONFLICT (user_id) DO UPDATE SET theme = excluded.theme," in for_postgresql(seen[-1])
    await database.write(timers.set_timers, 1, {"close": 9})
    assert for_postgresql(seen[-1]).endswith("ON CONFLICT (kind, subject) DO UPDATE SET due = excluded.due")


async def test_a_game_that_is_to_be_changed_can_be_locked(database: Database, seen: list[ClauseElement]) -> None:
    game_id = await database.write(new_game)
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
