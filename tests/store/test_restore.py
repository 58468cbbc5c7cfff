"""``python -m bot restore``: a backup takes the place of the database, whole, and only while nobody uses it."""

import asyncio
import shutil
import signal
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import pytest

from bot.matches.audit import Audit
from bot.matches.plans import Plans, why_stopped
from bot.matches.play import Matches
from bot.store import messages
from bot.store.backend.backup import back_up
from bot.store.backend.errors import StoreError
from bot.store.backend.restore import AHEAD, restore
from bot.store.backend.versions import BASELINE
from bot.store.games import Cache, game_ids
from bot.store.leases import claim_lease, find_lease
from tests.matches.building import FIRST, SECOND, Hands, stored
from tests.program import refused
from tests.store import building
from tests.store.building import MINA, NEWER, NO_TEXT, TOM, found_in, new_game, opened, spoil, url_of
from tests.store.cut_short import killed_at
from tests.wire.world import LONG_ENOUGH

ENDED = Cache(None, "resigned", 1_500, 1, 0, 0)


async def with_games(path: Path, count: int) -> None:
    async with opened(path) as database:
        for _ in range(count):
            await database.write(new_game)


@pytest.fixture
def backup(empty_file: Path, tmp_path: Path) -> Path:
    """A backup with two games."""
    file = Path(shutil.copy(empty_file, tmp_path / "early.db"))
    asyncio.run(with_games(file, 2))
    back_up(url_of(file), tmp_path / "backup.db")
    file.unlink()
    return tmp_path / "backup.db"


@pytest.fixture
def crashed(path: Path) -> Path:
    """A database of four games whose bot was killed: the last one is not in the file itself."""
    asyncio.run(with_games(path, 3))
    asyncio.run(killed_after_a_game(path))
    return path


async def killed_after_a_game(path: Path) -> None:
    async with opened(path) as database:
        await database.write(new_game)
        left = {name: await asyncio.to_thread(path.with_name(name).read_bytes) for name in ("games.db", "games.db-wal")}
    for name, content in left.items():
        await asyncio.to_thread(path.with_name(name).write_bytes, content)


def games_in(path: Path) -> list[int]:
    assert found_in(path, "PRAGMA integrity_check") == [("ok",)]
    assert found_in(path, "PRAGMA foreign_key_check") == []
    return [number for (number,) in found_in(path, "SELECT id FROM games ORDER BY id")]


def test_the_backup_is_there_afterwards_and_what_was_there_before_is_kept(crashed: Path, backup: Path) -> None:
    restored = restore(url_of(crashed), backup)
    assert restored.games == 2
    assert games_in(crashed) == [1, 2]
    (kept,) = restored.aside
    assert games_in(kept) == [1, 2, 3, 4]
    assert {file.name for file in crashed.parent.iterdir()} == {"games.db", "backup.db", kept.name}


@pytest.mark.slow
async def test_no_number_is_used_again(path: Path, backup: Path) -> None:
    async with opened(path) as database:
        await database.write(new_game)
        await database.write(building.new_challenge)
    await asyncio.to_thread(restore, url_of(path), backup)
    async with opened(path) as database:
        assert await database.write(new_game) == AHEAD + 3
        assert (await database.write(building.new_challenge)).id == AHEAD + 1


def test_a_restore_where_nothing_is_yet_leaves_nothing_if_it_is_refused(tmp_path: Path, backup: Path) -> None:
    path = tmp_path / "some" / "where" / "games.db"
    restored = restore(url_of(path), backup)
    assert (restored.games, restored.aside) == (2, [])
    assert games_in(path) == [1, 2]
    path.unlink()
    spoil(backup, "DROP TABLE log")
    with pytest.raises(StoreError):
        restore(url_of(path), backup)
    assert list(path.parent.iterdir()) == []


async def test_boards_of_running_games_are_shown_again(path: Path, backup: Path) -> None:
    async with opened(backup) as database:
        await database.write(new_game, cache=ENDED)
        for game in (1, 2, 3):
            await database.write(messages.record_message, building.board(500 + game, game))
    await asyncio.to_thread(restore, url_of(path), backup)
    async with opened(path) as database:
        rows = [await database.read(messages.live_message, game, "board") for game in (1, 2, 3)]
        assert [row.game_id for row in rows if row and row.owed] == [1, 2]


@pytest.mark.slow
async def test_a_plan_in_a_backup_is_not_carried_out_until_its_player_says_so(path: Path, tmp_path: Path) -> None:
    """Whatever has become of it since: it was carried out, or its player has thought better of it."""
    async with opened(path) as database:
        plans, games = Plans(database), [(await stored(database)).id for _ in range(3)]
        for game in games:
            await plans.add(game, 0, TOM, SECOND)
        await asyncio.to_thread(back_up, url_of(path), tmp_path / "backup.db")
        await Matches(database, Hands()).play(games[0], 0, MINA, FIRST)
        await plans.withdraw(games[1], TOM)
    await asyncio.to_thread(restore, url_of(path), tmp_path / "backup.db")
    async with opened(path) as database:
        matches, plans = Matches(database, Hands()), Plans(database)
        await plans.keep(games[2], 0, TOM)
        for game in games:
            match, plan = await plans.of(game, TOM)
            assert [entry.move for entry in plan.entries] == [SECOND]
            assert plan.waits(match, 2) == (None if game == games[2] else "back")
            match = await matches.play(game, 0, MINA, FIRST)
            is_made = [ply.how for ply in match.plies] == [None, "planned"]
            assert is_made == (game == games[2])
            assert await database.read(why_stopped, match) == (None if is_made else "back")
        assert (await Audit(database, Hands()).examine()).findings == []


async def test_nobody_waits_for_the_bot_that_ran_when_the_backup_was_made(path: Path, backup: Path) -> None:
    async with opened(backup) as database:
        await database.write(claim_lease, "all", "a bot elsewhere", lambda _: False)
    await asyncio.to_thread(restore, url_of(path), backup)
    async with opened(path) as database:
        assert await database.read(find_lease, "all") is None


# --- who else is there


async def test_a_database_that_a_bot_has_open_is_left_alone(path: Path, backup: Path) -> None:
    """It may have done nothing yet, or nothing more."""
    async with opened(path) as database:
        for games in ([], [1]):
            with pytest.raises(StoreError, match=r"games\.db is in use: stop the bot, and restore then\."):
                await asyncio.to_thread(restore, url_of(path), backup)
            assert await database.read(game_ids) == games
            await database.write(new_game)
    assert games_in(path) == [1, 2]
    assert (await asyncio.to_thread(restore, url_of(path), backup)).games == 2


async def test_nobody_comes_between(path: Path, backup: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither a bot nor a second restore can begin while one is under way."""
    refused: list[str] = []

    def check(*_: object) -> None:
        with pytest.raises(StoreError, match="is in use"):
            restore(url_of(path), backup)
        with (
            closing(sqlite3.connect(path, timeout=0)) as other,
            pytest.raises(sqlite3.OperationalError, match="locked"),
        ):
            other.execute("SELECT * FROM games")
        refused.append("both")

    monkeypatch.setattr("bot.store.backend.restore._check", check)
    await asyncio.to_thread(restore, url_of(path), backup)
    assert refused == ["both"]
    assert games_in(path) == [1, 2]


# --- what is no backup


@pytest.mark.parametrize(
    ("damage", "words"),
    [
        (["DROP TABLE log"], r"is not a database of this bot"),
        (NEWER, r"was written by a newer version of the bot"),
        (
            ["UPDATE alembic_version SET version_num = '0030'"],
            r"was written by a version of the bot before 0\.2\.0: restore it with 0\.2\.0",
        ),
        (
            ["INSERT INTO log VALUES (77, 1, 'move', 1, '+', 5, NULL, NULL)"],
            r"is damaged \(it holds rows of games that do not exist",
        ),
        (NO_TEXT, r"could not be restored \(it holds bytes that are no text\): nothing has changed"),
        (
            ["UPDATE alembic_version SET version_num = '0031x'"],
            r"backup\.db claims to be of version 0031x, which no release",
        ),
        (["UPDATE games SET setup = CAST(x'ff' AS TEXT)", *NEWER, "UPDATE notes SET text = 7"], r"by a newer version"),
        (["DROP TABLE players"], r"could not be restored \(no such table: players\): nothing has changed"),
        (
            ["ALTER TABLE games RENAME shown TO seen"],
            r"could not be restored \(no such column: .*\): nothing has changed",
        ),
        (
            ["CREATE TRIGGER evil AFTER INSERT ON log BEGIN DELETE FROM games; END"],
            r"holds a trigger called 'evil', which the bot does not make, .*: name another backup, or drop it",
        ),
        (
            [
                "CREATE TRIGGER evil AFTER INSERT ON log BEGIN DELETE FROM games; END",
                "PRAGMA writable_schema=ON",
                "UPDATE sqlite_master SET type = 'TRIGGER', rootpage = 2 WHERE name = 'evil'",
            ],
            r"holds a trigger called 'evil', which the bot does not make",  # which SQLite still takes for one
        ),
        (["CREATE VIEW [new\nline] AS SELECT 1"], r"holds a view called 'new\\nline', which the bot does not make"),
        (["CREATE VIRTUAL TABLE seen USING fts5(words)"], r"holds a table called 'seen', which the bot does not make"),
    ],
)
def test_what_is_not_sound_is_refused_and_changes_nothing(
    crashed: Path, backup: Path, damage: Sequence[str], words: str
) -> None:
    spoil(backup, *damage)
    with pytest.raises(StoreError, match=words):
        restore(url_of(crashed), backup)
    assert games_in(crashed) == [1, 2, 3, 4]
    assert {file.name for file in crashed.parent.iterdir()} == {"games.db", "backup.db"}


def test_a_database_whose_words_cannot_be_read_is_replaced(path: Path, backup: Path) -> None:
    spoil(path, *NO_TEXT)
    kept, *_ = restore(url_of(path), backup).aside
    assert kept.exists()
    assert games_in(path) == [1, 2]


def test_a_damaged_backup_is_refused(crashed: Path, backup: Path) -> None:
    ((root,),) = found_in(backup, "SELECT rootpage FROM sqlite_master WHERE name = 'games_of_player1'")
    ((size,),) = found_in(backup, "PRAGMA page_size")
    content = bytearray(backup.read_bytes())
    content[(root - 1) * size + 8 : root * size] = bytes(size - 8)
    backup.write_bytes(content)
    with pytest.raises(StoreError, match=r"backup\.db is damaged \(.*\): name another backup"):
        restore(url_of(crashed), backup)
    assert games_in(crashed) == [1, 2, 3, 4]


@pytest.mark.parametrize("name", ["", "nothing.db", "letter.txt", "games.db"])
def test_other_names_get_a_sentence(path: Path, tmp_path: Path, name: str) -> None:
    (tmp_path / "letter.txt").write_text("Dear Tom, " * 500)
    assert refused(tmp_path, {"DATABASE_URL": url_of(path)}, "restore", name)
    assert games_in(path) == []


@pytest.mark.slow
def test_an_older_backup_is_brought_up_to_date(path: Path, tmp_path: Path) -> None:
    old = building.file_of_020(tmp_path / "old.db")
    count = restore(url_of(path), old).games
    assert count > 0
    assert len(games_in(path)) == count
    assert found_in(old, "SELECT version_num FROM alembic_version") == [(BASELINE,)]


@pytest.mark.parametrize("content", [b"", b"These are my holiday notes.\n" * 300])
def test_what_is_no_database_any_more_is_replaced_with_all_that_lies_beside_it(
    path: Path, backup: Path, content: bytes
) -> None:
    path.write_bytes(content)
    path.with_name("games.db-wal").write_bytes(b"what was left of it")
    restored = restore(url_of(path), backup)
    assert games_in(path) == [1, 2]
    assert [file.read_bytes() for file in restored.aside] == ([content, b"what was left of it"] if content else [])


# --- cut short


@pytest.mark.night
def test_killed_at_any_line_it_leaves_the_old_database_or_the_new_one(crashed: Path, backup: Path) -> None:
    folder = crashed.parent
    before = {name: (folder / name).read_bytes() for name in ("games.db", "games.db-wal")}
    results: list[list[int]] = []
    for number in range(1, 100):
        for file in folder.glob("games.db*"):
            file.unlink()
        for name, content in before.items():
            (folder / name).write_bytes(content)
        child = building.PROCESSES.Process(target=killed_at, args=(number, url_of(crashed), backup))
        child.start()
        child.join(LONG_ENOUGH)
        results.append(games_in(crashed))
        if child.exitcode == 0:
            break
        assert child.exitcode == -signal.SIGKILL
        if len(results) % 10 == 0:
            assert restore(url_of(crashed), backup).games == 2  # what is left of the first stops no second one
    old, new = [1, 2, 3, 4], [1, 2]
    assert results == [old] * results.count(old) + [new] * results.count(new)
    assert (results.count(old) > 20, results.count(new) > 3) == (True, True)
