"""The migrations make the tables of the program, all of them or none."""

import asyncio
import re
from pathlib import Path
from random import Random

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection, text

from bot.matches.audit import Audit
from bot.matches.play import Matches
from bot.store.backend import schema
from bot.store.backend.backup import back_up
from bot.store.backend.database import Database
from bot.store.backend.errors import StoreError
from bot.store.backend.opening import open_database
from bot.store.backend.restore import restore
from bot.store.backend.schema import upgrade
from bot.store.backend.upgrading import bring_up_to_date
from bot.store.challenges import challenges_owed
from bot.store.duels import duels_owed
from bot.store.games import find_games, game_ids
from bot.store.groups import groups_owed
from bot.store.pending_boards import pending_boards
from bot.store.sundays import find_sunday
from bot.store.tables import metadata
from bot.store.walls import WallRow, sunday_wall_before, walls_owed
from tests.matches.building import Hands, random_move
from tests.store.building import file_of_020, found_in, new_challenge, new_game, opened, run, url_of


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


async def play_on(database: Database) -> dict[int, int]:
    """Make a move in each game that runs. Returns the revision of every game."""
    matches = Matches(database, Hands())
    for game in await database.read(game_ids):
        match = await matches.load(game)
        if match.mover is not None:
            await matches.play(game, match.revision, match.mover, random_move(Random(game), match))
    return {game: (await matches.load(game)).revision for game in await database.read(game_ids)}


@pytest.mark.slow
async def test_a_database_of_020_is_played_on(url_of_020: str) -> None:
    async with opened(url_of_020) as database:
        await play_on(database)
        examined = await Audit(database, Hands()).examine()
        assert (examined.games, examined.findings) == (11, [])
        assert await database.write(new_game) == 13
        assert (await database.write(new_challenge, channel_id=5)).id == 3, "a number is never used twice"


@pytest.mark.slow
async def test_a_file_of_020_is_backed_up_and_restored_before_and_after_it_is_played_on(tmp_path: Path) -> None:
    path, elsewhere = file_of_020(tmp_path / "games.db"), tmp_path / "elsewhere" / "games.db"
    assert back_up(url_of(path), tmp_path / "before.db") == 11
    async with opened(path) as database:
        left = await play_on(database)
    assert back_up(url_of(path), tmp_path / "after.db") == 11
    for backup in ("before.db", "after.db"):
        assert (await asyncio.to_thread(restore, url_of(elsewhere), tmp_path / backup)).games == 11
        async with opened(elsewhere) as database:
            went_on = await play_on(database)
            assert (await Audit(database, Hands()).examine()).findings == []
    assert went_on.keys() == left.keys()
    assert sum(went_on.values()) > sum(left.values()), "the second backup has the moves that were made here"


CHALLENGE = (
    "INSERT INTO challenges (guild_id, channel_id, message_id, challenger, challenged, lower, higher, track, first,"
    " language, expires_at, outdated) VALUES (1, {number}, {number}, 2, 3, 2, 3, 'classic', 0, 'en', 9, {outdated})"
)
OWED_TO_020 = (
    CHALLENGE.format(number=77, outdated=False),
    CHALLENGE.format(number=78, outdated=True),
    "UPDATE messages SET outdated = true WHERE game_id = 12 AND state = 'live'",
    "INSERT INTO walls VALUES (900, -327, 1, 800, 'de', 5000, true, 77, 3, false)",
    "INSERT INTO walls VALUES (900, -334, 1, 800, 'de', 9000, false, NULL, 1, true)",
    "INSERT INTO sundays VALUES (7, 334, 900, 1, 9000, true, false)",
)
"""Beside a challenge without a message, a duel, a group and a wall that are owed, and a Sunday quilt that goes on."""


async def test_what_020_owed_is_owed_still_and_sundays_are_told_apart(url_of_020: str) -> None:
    await run(url_of_020, lambda connection: [connection.execute(text(each)) for each in OWED_TO_020])
    async with opened(url_of_020) as database:
        assert [(row.is_sunday, row.number) for row in await database.read(walls_owed)] == [(True, 334), (False, 380)]
        before = await database.read(sunday_wall_before, 900, 334)
        assert before == WallRow(900, 327, 1, 800, "de", 5_000, True, True, 77, 3, False)
        assert [row.message_id for row in await database.read(challenges_owed, 0)] == [None, 78]
        assert [row.id for row in await database.read(duels_owed)] == [1]
        assert [row.id for row in await database.read(groups_owed)] == [1]
        assert 12 in [each.game_id for each in await database.read(pending_boards)]
        sundays = [await database.read(find_sunday, *key) for key in ((7, 334), (214875906312175616, -20_457))]
        assert [row and row.owed for row in sundays] == [False, True]
        assert [row.duel for row in await database.read(find_games, [6, 7, 11])] == ["secret", "secret", "sunday"]


ENDED = (
    "INSERT INTO games (id, guild_id, channel_id, player1, player2, setup, language, created_at, revision, ending,"
    " ended_at, winner, points1, points2, counted, rival) VALUES ({game}, 900, 800, 5, {other}, '[Ring \"{ring}\"]',"
    " 'en', 9, {revision}, '{ending}', 10, {winner}, {points1}, -157, true, {rival})"
)
EVENT = "INSERT INTO log VALUES (:game, :number, :kind, :seat, :said, 10, NULL)"
RING = "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32 0"
ENDS = {  # of whom somebody had not moved, but in the last two
    91: ("claimed", 1, ["move 1 +", "claim 1"], False),
    92: ("resigned", 1, ["move 1 +", "move 2 +", "undo 2 +", "resign 2"], False),
    93: ("resigned", 2, ["resign 1"], True),
    94: ("resigned", 1, ["move 1 +", "move 2 +", "resign 2"], False),
    95: ("resigned", 2, ["move 1 +", "resign 1"], True),
}
"""Games of 0.2.0: how each ended, who had won, its log, and whether it was played alone."""


async def test_who_had_won_before_both_moved_has_won_no_more(url_of_020: str) -> None:
    def add(connection: Connection) -> None:
        for game, (ending, winner, events, is_alone) in ENDS.items():
            connection.execute(text(ended(game, ending, winner, events, is_alone)))
            for number, (kind, seat, *said) in enumerate(map(str.split, events), 1):
                event = {"game": game, "number": number, "kind": kind, "seat": int(seat), "said": " ".join(said)}
                connection.execute(text(EVENT), event)

    await run(url_of_020, add)
    async with opened(url_of_020) as database:
        rows = await database.read(find_games, [*ENDS])
        assert {row.id: (row.ending, row.winner, row.counted) for row in rows} == {
            **dict.fromkeys((91, 92, 93), ("cancelled", None, False)),
            94: ("resigned", 1, True),
            95: ("resigned", 2, False),  # against a rival: such games are counted anew
        }
        found = (await Audit(database, Hands()).examine()).findings
        assert {each.game_id for each in found} == {94}, "whose results nobody has kept"


async def test_a_sunday_quilt_that_was_not_over_with_its_week_is_private_again(url_of_020: str) -> None:
    def add(connection: Connection) -> None:
        connection.execute(text("UPDATE sundays SET is_over = true"))  # that of game 11, which still runs
        for game, ends_at in ((96, 11), (97, 10)):
            connection.execute(text(ended(game, "resigned", 2, ["move 1 +", "resign 1"], is_alone=True)))
            connection.execute(text(f"INSERT INTO sundays VALUES ({game}, 334, 900, {game}, {ends_at}, true, true)"))  # noqa: S608
        connection.execute(text("UPDATE games SET duel = 'over' WHERE id IN (11, 96, 97)"))

    await run(url_of_020, add)
    async with opened(url_of_020) as database:
        found = {row.id: row.duel for row in await database.read(find_games, [11, 96, 97])}
        assert found == {11: None, 96: "over", 97: None}


def ended(game: int, ending: str, winner: int, events: list[str], is_alone: bool) -> str:
    moves = sum(each.startswith("move 1") for each in events)
    values = {"game": game, "ending": ending, "winner": winner, "revision": len(events), "points1": -157 + moves}
    return ENDED.format(**values, other="NULL" if is_alone else 6, rival="'pin'" if is_alone else "NULL", ring=RING)


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
    assert found_in(path, "SELECT name FROM sqlite_master") == []
    async with opened(path) as database:
        assert await database.write(new_game) == 1
