"""The migrations make the tables of the program, all of them or none."""

from __future__ import annotations

import re
import sqlite3
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection, create_engine

from bot.store.backend import schema
from bot.store.backend.database import Database
from bot.store.backend.errors import StoreError
from bot.store.backend.opening import open_database
from bot.store.backend.schema import upgrade
from bot.store.tables import metadata
from tests.store.building import new_game, opened, url_of


async def test_the_migrations_make_the_tables_of_the_program(database: Database) -> None:
    def differences(connection: Connection) -> list[object]:
        return list(compare_metadata(MigrationContext.configure(connection), metadata))

    assert await database.read(differences) == []


def parts(sql: str) -> list[str]:
    """The columns and constraints of a CREATE statement, in an order of our own: later columns are added at the end.

    (A table that was rebuilt has its name in quotes.)
    """
    head, _, body = " ".join(sql.replace('"', "").split()).partition(" (")
    return [head, *sorted(part.strip() for part in re.split(r",(?![^()]*\))", body.removesuffix(")")))]


def test_the_migrations_make_them_word_for_word(path: Path, tmp_path: Path) -> None:
    """Types, keys that count up and lengths too, which the comparison above does not see in SQLite."""
    made = tmp_path / "made.db"
    engine = create_engine(f"sqlite:///{made}")
    metadata.create_all(engine)
    engine.dispose()
    query = "SELECT name, sql FROM sqlite_master WHERE name NOT LIKE '%alembic%' ORDER BY name"
    schemas = []
    for each in (path, made):
        file = sqlite3.connect(each)
        schemas.append({name: parts(sql or "") for name, sql in file.execute(query)})
        file.close()
    assert schemas[0] == schemas[1]
    assert len(schemas[0]) > 8


@pytest.mark.slow
async def test_foreign_keys_are_off_while_migrating(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Rebuilding a table, as migrations do in SQLite, would delete the rows that refer to it."""
    seen: list[object] = []

    def spy(connection: Connection) -> None:
        seen.append(connection.exec_driver_sql("PRAGMA foreign_keys").scalar())
        upgrade(connection)

    monkeypatch.setattr(schema, "upgrade", spy)
    async with opened(tmp_path / "games.db") as database:
        assert seen == [0]
        assert await database.write(lambda connection: connection.exec_driver_sql("PRAGMA foreign_keys").scalar()) == 1


@pytest.mark.slow
async def test_a_migration_that_fails_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "games.db"

    def fail(connection: Connection) -> None:
        upgrade(connection)
        raise OSError("on purpose")

    with monkeypatch.context() as patch:
        patch.setattr(schema, "upgrade", fail)
        with pytest.raises(StoreError, match="on purpose"):
            await open_database(url_of(path))
    file = sqlite3.connect(path)
    assert file.execute("SELECT name FROM sqlite_master").fetchall() == []
    file.close()
    async with opened(path) as database:
        assert await database.write(new_game) == 1
