"""The migrations make the tables of the program, all of them or none."""

import re
import sqlite3
from pathlib import Path
from random import Random

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection, text

from bot.matches.audit import Audit
from bot.matches.play import Matches
from bot.store.backend import schema
from bot.store.backend.errors import StoreError
from bot.store.backend.opening import open_database
from bot.store.backend.schema import upgrade
from bot.store.backend.upgrading import bring_up_to_date
from bot.store.games import game_ids
from bot.store.tables import metadata
from tests.matches.building import Hands, random_move
from tests.store.building import new_challenge, new_game, opened, run, url_of


@pytest.mark.slow
async def test_the_migrations_make_the_tables_of_the_program(url_of_020: str) -> None:
    def differences(connection: Connection) -> list[object]:
        return list(compare_metadata(MigrationContext.configure(connection), metadata))

    async with opened(url_of_020) as database:
        assert await database.read(differences) == []


SCHEMAS = {
    "sqlite": "SELECT name, sql FROM sqlite_master",
    "postgresql": """
        SELECT table_name || '.' || column_name,
            concat_ws(' ', data_type, character_maximum_length, is_nullable, column_default)
            FROM information_schema.columns WHERE table_schema = 'public'
        UNION ALL SELECT indexname, indexdef FROM pg_indexes WHERE schemaname = 'public'
        UNION ALL SELECT conrelid::regclass || '.' || conname, pg_get_constraintdef(oid) FROM pg_constraint
            WHERE connamespace = 'public'::regnamespace
        """,
}
"""What a database holds, by the name of each part."""


def schema_of(connection: Connection) -> dict[str, list[str]]:
    found = connection.exec_driver_sql(SCHEMAS[connection.dialect.name]).all()
    if connection.dialect.name == "sqlite":
        return {name: parts(sql or "") for name, sql in found}
    return {name: [CASTS.sub("", said)] for name, said in found}


CASTS = re.compile(r"::\w+( varying)?(\[\])?|[()]")
"""What PostgreSQL spells in another way when it has read its own dump."""


def parts(sql: str) -> list[str]:
    """The columns and constraints of a CREATE statement, in an order of our own: later columns are added at the end.

    (A table that was rebuilt has its name in quotes.)
    """
    head, _, body = " ".join(sql.replace('"', "").split()).partition(" (")
    return [head, *sorted(part.strip() for part in re.split(r",(?![^()]*\))", body.strip().removesuffix(")")))]


async def test_the_migrations_make_them_word_for_word(url: str, url_of_020: str) -> None:
    """Types, keys that count up and lengths too, which the comparison above does not see in SQLite."""
    schemas = []
    for each in (url, url_of_020):
        async with opened(each) as database:
            schemas.append(await database.read(schema_of))
    assert schemas[0] == schemas[1]
    assert len(schemas[0]) > 50


@pytest.mark.slow
async def test_a_database_of_020_is_played_on(url_of_020: str) -> None:
    async with opened(url_of_020) as database:
        matches = Matches(database, Hands())
        for game in await database.read(game_ids):
            match = await matches.load(game)
            if match.mover is not None:
                await matches.play(game, match.revision, match.mover, random_move(Random(game), match))
        examined = await Audit(database, Hands()).examine()
        assert (examined.games, examined.findings) == (11, [])
        assert await database.write(new_game) == 13
        assert (await database.write(new_challenge, channel_id=5)).id == 3, "a number is never used twice"


@pytest.mark.parametrize("version", ["0001", "0030"])
async def test_a_database_of_before_020_is_refused(url: str, version: str) -> None:
    update = text("UPDATE alembic_version SET version_num = :version")
    async with opened(url) as database:
        await database.write(lambda connection: connection.execute(update, {"version": version}))
    told = r"^The database .* was written by a version of the bot before 0\.2\.0: start 0\.2\.0 on it once, or .*\.$"
    with pytest.raises(StoreError, match=told):
        await bring_up_to_date(url)
    with pytest.raises(StoreError, match=told):
        await open_database(url)


async def test_a_database_with_a_table_of_somebody_else_is_refused(empty_url: str) -> None:
    """Nothing of it is changed, and nothing is added."""

    def games(connection: Connection) -> object:
        return connection.execute(text("SELECT name FROM games")).all()

    await run(empty_url, lambda connection: connection.execute(text("CREATE TABLE games (name TEXT)")))
    with pytest.raises(StoreError, match=r"cannot be used \(.*games.* already exists"):
        await open_database(empty_url)
    assert await run(empty_url, games) == []


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
