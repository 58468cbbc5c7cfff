"""Statements that are handed to the driver find, change and raise what they do through SQLAlchemy."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from sqlalchemy import Connection, Engine, event, insert, select
from sqlalchemy.exc import IntegrityError, MultipleResultsFound, NoResultFound

from bot.store import changes, games, tables, timers
from bot.store.backend.database import Database
from bot.store.backend.prepared import Found
from tests.store.building import START, new_challenge, new_duel, new_game, new_group
from tests.store.building import event as log_event
from tests.store.test_queries import QUERIES, all_queries


class Undone(Exception):
    """What a unit has found, whose changes are undone."""


@contextmanager
def heard() -> Iterator[list[str]]:
    """The statements that go through SQLAlchemy: all of them, since somebody listens."""
    statements: list[str] = []

    def hear(_: object, __: object, statement: str, *___: object) -> None:
        statements.append(statement)

    event.listen(Engine, "before_cursor_execute", hear)
    yield statements
    event.remove(Engine, "before_cursor_execute", hear)


def undone(connection: Connection, name: str) -> None:
    """Run a query, and raise what it has found."""
    arguments, keywords = copy.deepcopy(QUERIES[name])
    found = all_queries()[name](connection, *arguments, **keywords)
    left = [[*connection.execute(select(table)).all()] for table in tables.metadata.sorted_tables]
    raise Undone(found, [[tuple(row) for row in rows] for rows in left])


@pytest.mark.night
async def test_queries_do_the_same_through_sqlalchemy_and_past_it(database: Database) -> None:
    for unit in (new_game, new_challenge, new_duel, new_group):
        await database.write(unit)
    for name in sorted(QUERIES.keys() - {"take_turn"}):  # which notes the time
        with pytest.raises(Undone) as past:
            await database.write(undone, name)
        with heard() as statements, pytest.raises(Undone) as through:
            await database.write(undone, name)
        assert statements
        assert repr(past.value) == repr(through.value), name  # True and 1 are equal, and not the same


async def test_no_statement_of_a_move_goes_through_sqlalchemy(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    through: list[Any] = []
    execute = Connection.execute

    def noted(connection: Connection, statement: Any, *how: Any, **options: Any) -> Any:
        through.append(statement)
        return execute(connection, statement, *how, **options)

    def move(connection: Connection) -> None:
        number = len(games.read_log(connection, 1)) + 1
        games.find_game(connection, 1, lock=True)
        changes.append(connection, 1, log_event(number), START)
        timers.set_timers(connection, 1, {"remind": 5, "close": 6, "call": None})

    await database.write(new_game)
    monkeypatch.setattr(Connection, "execute", noted)
    await database.write(move)
    assert not through
    with heard():
        await database.write(move)
    assert len(through) == 6


async def test_what_the_driver_refuses_is_an_error_of_sqlalchemys(database: Database) -> None:
    await database.write(new_game)
    await database.write(changes.append, 1, log_event(1), START)
    with pytest.raises(IntegrityError, match="INSERT INTO log"):
        await database.write(changes.append, 1, log_event(1), START)
    for _ in range(2):
        with pytest.raises(Exception, match=r"too large|out of int64"):
            await database.write(games.read_log, 2**70)
    assert len(await database.read(games.read_log, 1)) == 1


async def test_what_needs_sqlalchemy_goes_through_it(database: Database) -> None:
    def are_past_it(connection: Connection) -> list[bool]:
        one, some = connection.execute(games._FIND, {"game": 1}), connection.execute(games._FIND_SOME, {"games": [1]})
        return [isinstance(found, Found) for found in (one, some)]

    assert await database.read(are_past_it) == [True, False]
    assert await database.read_latest(are_past_it) == [True, False]


@pytest.mark.parametrize("count", [0, 1, 2])
async def test_a_result_answers_as_sqlalchemys_does(database: Database, count: int) -> None:
    """Asked for the only row, it says whether there is none, or are several."""
    rows = [{"kind": "close", "subject": number, "due": 7} for number in range(1, count + 1)]
    asked = select(tables.timers.c.due, tables.timers.c.kind)
    ways = ("all", "first", "one", "one_or_none", "scalar_one", "scalar_one_or_none", "scalars", "mappings")

    def answer(connection: Connection, way: str) -> object:
        try:
            found = getattr(connection.execute(asked), way)()
        except (MultipleResultsFound, NoResultFound) as error:
            return type(error)
        return [dict(row) for row in found] if way == "mappings" else list(found) if way == "scalars" else found

    def answers(connection: Connection) -> list[object]:
        return [answer(connection, way) for way in ways]

    if rows:
        await database.write(lambda connection: connection.execute(insert(tables.timers), rows))
    past = await database.read(answers)
    with heard():
        assert past == await database.read(answers)
