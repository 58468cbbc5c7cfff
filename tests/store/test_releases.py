"""Releases that follow each other on one database: a newer one only adds, so that one can go back to an older one."""

import asyncio
import os
import re
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import asyncpg
import pytest
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, event, text

from bot.app import open_app
from bot.config import Config
from bot.matches.play import Matches
from bot.store.backend import postgresql, versions
from bot.store.backend.backup import back_up
from bot.store.backend.database import Database
from bot.store.backend.errors import StoreError
from bot.store.backend.opening import open_database, open_existing
from bot.store.backend.restore import restore
from bot.store.backend.schema import config_of_alembic, upgrade
from bot.store.backend.upgrading import bring_up_to_date
from bot.store.backend.versions import BASELINE, NEWEST, OLDEST, version_of
from bot.store.shards import Shards
from tests.matches.building import FIRST, Hands, stored
from tests.program import call_in
from tests.store.building import MINA, new_game, queued, run, url_of
from tests.store.server import address_of

MIGRATION = """
import sqlalchemy as sa
from alembic import op
from bot.store.migrations.indexes import add_large_index

revision = {revision!r}
down_revision = {before!r}

def upgrade():
    {step}
"""

ADD_MOODS = (
    'op.add_column("games", sa.Column("mood", sa.String(8)))\n'
    '    op.add_column("log", sa.Column("seconds", sa.Integer, nullable=False, server_default="0"))\n'
    '    op.create_table("moods", sa.Column("name", sa.String(8), primary_key=True))'
)
ADD_INDEX = 'add_large_index("games_by_mood", "games", ["mood"], sa.text("mood IS NOT NULL"))'
DROP_LANGUAGE = 'op.drop_column("games", "language")'

Release = Callable[..., None]


@pytest.fixture
def release(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Release:
    """Makes this program the release after it, with one more migration; `monkeypatch.undo` takes all of them back."""
    folder = tmp_path / "migrations"
    folder.mkdir()
    monkeypatch.setattr(versions, "FOLDERS", [*versions.FOLDERS, folder])

    def release(step: str, oldest: str = OLDEST) -> None:
        number = str(9001 + len(list(folder.glob("*.py"))))
        (folder / f"{number}.py").write_text(MIGRATION.format(revision=number, before=versions.NEWEST, step=step))
        monkeypatch.setattr(versions, "NEWEST", number)
        monkeypatch.setattr(versions, "OLDEST", oldest)

    return release


async def test_one_can_go_back_to_a_release_and_forth_again(
    url: str, release: Release, monkeypatch: pytest.MonkeyPatch
) -> None:
    release(ADD_MOODS)
    release(ADD_INDEX)
    assert (await bring_up_to_date(url)).endswith(f"is at version 9002 now; it was {NEWEST}.")
    monkeypatch.undo()
    assert (await bring_up_to_date(url)).endswith("is up to date, at version 9002.")
    for upgrades in (True, False):
        database = await open_database(url, upgrades=upgrades)
        match = await stored(database)
        await Matches(database, Hands()).play(match.id, 0, MINA, FIRST)
        await database.close()
    assert await run(url, version_of) == "9002"


@pytest.mark.parametrize("oldest", ["9001", "9002"])
async def test_a_release_that_cannot_live_with_a_newer_one_is_refused(
    url: str, release: Release, monkeypatch: pytest.MonkeyPatch, oldest: str
) -> None:
    release(ADD_MOODS)
    release(DROP_LANGUAGE, oldest)
    await bring_up_to_date(url)
    monkeypatch.undo()
    with pytest.raises(StoreError, match=r"was written by a newer version of the bot: start that version"):
        await open_database(url)
    with pytest.raises(StoreError, match="from another version of the bot"):
        await open_existing(url)


async def test_a_backup_of_a_newer_release_can_be_restored_if_that_lets_us(
    path: Path, tmp_path: Path, release: Release, monkeypatch: pytest.MonkeyPatch
) -> None:
    release(ADD_MOODS)
    await bring_up_to_date(url_of(path))
    back_up(url_of(path), tmp_path / "backup.db")
    monkeypatch.undo()
    restored = await asyncio.to_thread(restore, url_of(path), tmp_path / "backup.db")
    assert restored.games == 0
    assert await run(url_of(path), version_of) == "9001"


async def test_who_may_not_upgrade_a_database_is_told_who_does(url: str, release: Release) -> None:
    release(ADD_MOODS)
    with pytest.raises(StoreError, match=r"bring it up to date with 'python -m bot migrate'\."):
        await open_database(url, upgrades=False)
    await bring_up_to_date(url)
    await (await open_database(url, upgrades=False)).close()


async def test_nor_is_a_file_made_by_who_may_not_upgrade_it(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match=r"There is no database at .*: make it with 'python -m bot migrate' first\."):
        await open_database(url_of(tmp_path / "games.db"), upgrades=False)
    assert await asyncio.to_thread(os.listdir, tmp_path) == []


async def test_one_of_several_processes_leaves_that_to_the_command(url: str, release: Release) -> None:
    release(ADD_MOODS)
    nobody: Any = None
    with pytest.raises(StoreError, match=r"bring it up to date with 'python -m bot migrate'\."):
        await open_app(Config(url, shards=Shards((0, 1), 4)), nobody, nobody)
    assert await run(url, version_of) == NEWEST


def test_migrate_says_what_it_has_done(path: Path, tmp_path: Path) -> None:
    settings = {"DATABASE_URL": url_of(tmp_path / "new" / "games.db")}
    first, second = (call_in(tmp_path, settings, "migrate") for _ in range(2))
    assert first == (0, f"The database {tmp_path}/new/games.db is at version {NEWEST} now; it was empty.\n", "")
    assert second == (0, f"The database {tmp_path}/new/games.db is up to date, at version {NEWEST}.\n", "")


# --- a release only adds


ADDS = re.compile(
    r"CREATE (TABLE|(UNIQUE )?INDEX( CONCURRENTLY)?) |DROP INDEX (CONCURRENTLY )?IF EXISTS |ALTER TABLE \w+ ADD COLUMN "
    r"|(SELECT|INSERT|UPDATE|PRAGMA|COMMENT) ",
    re.IGNORECASE,
)
"""How the statements of a migration begin that only adds."""


def what_more_than_adds(connection: Connection) -> list[str]:
    """Statements of migrations with which the oldest release that may use the tables may not be able to live.

    Those up to its own version may do anything: what is no longer read has to go some day.
    """
    found: list[str] = []

    def listen(_: object, __: object, statement: str, *___: object) -> None:
        if not ADDS.match(statement.strip()):
            found.append(statement.strip())

    upgrade(connection, max(BASELINE, versions.OLDEST))
    event.listen(connection, "before_cursor_execute", listen)
    upgrade(connection)
    event.remove(connection, "before_cursor_execute", listen)
    return found


def test_the_versions_are_those_of_the_migrations() -> None:
    """So that nobody has to ask alembic whose tables are up to date."""
    scripts = ScriptDirectory.from_config(config_of_alembic())
    assert (scripts.get_base(), scripts.get_current_head()) == (BASELINE, NEWEST)
    assert NEWEST >= OLDEST


@pytest.mark.slow
async def test_later_migrations_only_add(url_of_020: str) -> None:
    assert await run(url_of_020, what_more_than_adds) == []


@pytest.mark.slow
@pytest.mark.parametrize(
    ("oldest", "more"), [(OLDEST, ["ALTER TABLE games DROP COLUMN language"]), ("9003", []), ("9004", [])]
)
async def test_a_migration_that_does_more_is_found_unless_older_releases_are_kept_out(
    url_of_020: str, release: Release, oldest: str, more: list[str]
) -> None:
    for step in (ADD_MOODS, ADD_INDEX, DROP_LANGUAGE):
        release(step)
    release('op.create_index("moods_by_name", "moods", ["name"])', oldest)
    assert await run(url_of_020, what_more_than_adds) == more


# --- changes of tables while people play


@pytest.mark.postgresql
async def test_a_change_of_a_table_lets_players_go_on_while_it_waits(
    url: str, database: Database, release: Release, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(postgresql, "TABLE_SECONDS", 0.05)
    monkeypatch.setattr(postgresql, "PATIENT_PAUSES", (0.05,) * 1000)
    release(ADD_MOODS)
    async with holding_games(url):
        migrating = asyncio.create_task(bring_up_to_date(url))
        await write_on(database)
        assert not migrating.done()
    assert "is at version 9001 now" in await migrating


@pytest.mark.postgresql
async def test_a_large_index_is_made_while_players_go_on(url: str, database: Database, release: Release) -> None:
    release('op.add_column("games", sa.Column("mood", sa.String(8)))')
    await bring_up_to_date(url)
    await database.write(lambda connection: connection.execute(text("CREATE INDEX games_by_mood ON games (id)")))
    release(ADD_INDEX)
    async with holding_games(url):
        migrating = asyncio.create_task(bring_up_to_date(url))
        await write_on(database)
        assert not migrating.done()
    assert "is at version 9002 now" in await migrating
    query = "SELECT indexdef FROM pg_indexes WHERE indexname = 'games_by_mood'"
    made = await database.read(lambda connection: connection.execute(text(query)).scalar_one())
    assert "(mood) WHERE (mood IS NOT NULL)" in made


@pytest.mark.postgresql
async def test_who_keeps_a_table_for_long_makes_an_upgrade_give_up(
    url: str, database: Database, release: Release, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(postgresql, "TABLE_SECONDS", 0.05)
    monkeypatch.setattr(postgresql, "PATIENT_PAUSES", (0.05,))
    release(ADD_MOODS)
    told = r"^The database .* cannot be used \(.*lock timeout\): .* try again later\.$"
    async with holding_games(url):
        with pytest.raises(StoreError, match=told):
            await bring_up_to_date(url)
    assert "is at version 9001 now" in await bring_up_to_date(url)


@asynccontextmanager
async def holding_games(url: str) -> AsyncIterator[None]:
    """Read the games, and hold on to their table, as one does who backs them up."""
    holder = await asyncpg.connect(address_of(url))
    async with holder.transaction():
        await holder.execute("SELECT * FROM games")
        yield
    await holder.close()


async def write_on(database: Database) -> None:
    """Store new games, each while somebody waits for a lock."""
    for _ in range(3):
        await queued(database)
        await database.write(new_game)
