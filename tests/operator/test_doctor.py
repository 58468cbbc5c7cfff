"""``python -m bot doctor`` and ``backup``: what is sound, what is mended, and copies of a busy database."""

import asyncio
import os
import re
import shutil
import sqlite3
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import pytest

from bot.clock import now
from bot.config import Config
from bot.matches.ladders import Ladders
from bot.matches.play import Matches
from bot.matches.results import Results
from bot.matches.standings import RIVALS
from bot.operator.doctor import examine
from bot.store.backend.backup import back_up
from bot.store.backend.errors import StoreError
from bot.store.backend.opening import open_database
from tests.matches.building import FIRST, SECOND, Hands, new_match, new_rival_match, random_move, recorded, stored
from tests.program import call_in, refused, run_in
from tests.store.building import GUILD, MINA, NO_TEXT, TOM, found_in, opened, overwrite_a_page_of, spoil, url_of


async def two_games(path: Path) -> None:
    async with opened(path) as database:
        for _ in range(2):
            match = await stored(database, replace(new_match(), pace=3))
            await Matches(database, Hands()).play(match.id, 0, MINA, FIRST)


@pytest.fixture(scope="module")
def file_with_two_games(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("doctor") / "games.db"
    asyncio.run(two_games(path))
    return path


@pytest.fixture
def path(file_with_two_games: Path, tmp_path: Path) -> Path:
    """A database with two games of one move each."""
    return Path(shutil.copy(file_with_two_games, tmp_path))


def told(path: Path, *, repair: bool = False) -> tuple[str, bool]:
    lines, sound = examine(Config(url_of(path)), None, repair=repair)
    return "\n".join(lines), sound


def mended(path: Path, *found: str) -> str:
    """See that all of this is found and mended; returns what is said of the repair."""
    words, sound = told(path)
    assert not sound
    assert all(each in words for each in (*found, "(--repair mends it)")), words
    assert "game 1:" not in words
    repaired, sound = told(path, repair=True)
    assert sound, repaired
    return repaired


def shown(path: Path) -> None:
    """As if the boards of all games were standing."""
    board = "(message_id, game_id, channel_id, role, revision, to_move, state, owed)"
    insert = f"INSERT INTO messages {board} SELECT id, id, 5, 'board', 1, to_move, 'live', false FROM games"  # noqa: S608
    spoil(path, insert, "UPDATE games SET shown = 1")


WRONG = "what is kept beside its log is not what the log says"
AHEAD = ("UPDATE games SET revision = 7", "event 7, its log at 1")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("damage", "words"),
    [
        *(("UPDATE games SET to_move = 1", WRONG), ("UPDATE games SET to_move = NULL", WRONG)),
        *(("UPDATE games SET winner = 1", WRONG), ("UPDATE games SET points1 = 7", WRONG)),
        ("UPDATE games SET ending = 'closed', ended_at = 5", WRONG),
        AHEAD,
        ("DELETE FROM timers", "no timer"),
        ("UPDATE games SET shown = 0", "what is kept of its board is not"),
        ("UPDATE games SET deadline = NULL", "does not run"),
        ("INSERT INTO reviews SELECT id, 1, 'nonsense' FROM games", "its review cannot be read"),
    ],
)
def test_a_wrong_cache_is_found_and_mended_from_the_log(path: Path, damage: str, words: str) -> None:
    shown(path)
    spoil(path, f"{damage} WHERE {'subject' if 'timers' in damage else 'id'} = 2")
    assert "Games mended: 1." in mended(path, "game 2: ", words)


@pytest.mark.slow
@pytest.mark.parametrize("pace", [3, None])
@pytest.mark.parametrize(
    ("damage", "words"),
    [
        *(("UPDATE games SET ending = 'closed'", WRONG), ("UPDATE games SET ended_at = 5", WRONG)),
        *(("UPDATE games SET winner = 2", WRONG), ("UPDATE games SET points2 = NULL", WRONG)),
        ("UPDATE games SET to_move = 1, ending = NULL", WRONG),
        AHEAD,
        ("INSERT INTO timers (kind, subject, due) SELECT 'close', id, 5 FROM games", "it is over and has a timer"),
    ],
)
def test_what_is_kept_of_an_ended_game_is_mended_too(path: Path, damage: str, words: str, pace: int | None) -> None:
    asyncio.run(ended_game(path, pace))
    shown(path)
    spoil(path, f"{damage} WHERE id = 3")
    assert "Games mended: 1." in mended(path, "game 3: ", words)


async def ended_game(path: Path, pace: int | None = None, *, is_counted: bool = False) -> None:
    """A third game, which Tom has resigned."""
    async with opened(path) as database:
        match = await stored(database, replace(new_match(), pace=pace))
        await Matches(database, Hands()).resign(match.id, 0, TOM)
        if is_counted:
            await Results(database).keep([match.id])


@pytest.mark.slow
@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE results SET other_points = 7 WHERE seat = 2",
        "UPDATE results SET player = 5 WHERE seat = 1",
        "DELETE FROM results WHERE seat = 1",
        "DELETE FROM results",
        "UPDATE games SET counted = true WHERE id = 2",
        "UPDATE results SET game_id = 2",
    ],
)
def test_results_that_are_not_what_the_log_says_are_derived_anew(path: Path, damage: str) -> None:
    asyncio.run(ended_game(path, is_counted=True))
    shown(path)
    before = rows_of(path, "results")
    assert told(path)[1]
    spoil(path, damage)
    assert "Games mended: 0." not in mended(path, "its results are not what its log says (--repair mends it)")
    assert rows_of(path, "results") == before


def test_results_that_are_not_kept_yet_are_no_finding(path: Path) -> None:
    asyncio.run(ended_game(path))
    shown(path)
    for repair in (False, True):
        words, sound = told(path, repair=repair)
        assert sound
        told_of = "No findings, because the bot sees to it by itself: games whose results are not kept yet: 1."
        assert (told_of in words, "not kept yet" in words) == (not repair, not repair)
    assert len(rows_of(path, "results")) == 2


@pytest.mark.slow
def test_a_ladder_that_is_not_what_its_games_say_is_fitted_anew(path: Path) -> None:
    asyncio.run(games_on_a_ladder(path))
    shown(path)
    assert told(path)[1]
    before = rows_of(path, "standings")
    assert before
    spoil(path, "UPDATE standings SET strength = 3000")
    mended(path, "the database: the ladder of server 900 is not what its games say (--repair mends it)")
    assert rows_of(path, "standings") == before


@pytest.mark.slow
def test_it_is_told_how_rivals_compare_with_people(path: Path) -> None:
    asyncio.run(games_on_a_ladder(path))
    words, _ = told(path)
    assert "Rivals among the people on the ladders, in Elo (where ladders have them in brackets):" in words
    assert re.search(rf"\n  needle: [\d,]+ ± \d+ \({RIVALS['needle']:,.0f}\); people have won [01] of 1\.$", words)


async def games_on_a_ladder(path: Path) -> None:
    """Somebody plays a game against a rival out, and then one against a person: just now, by the doctor's clock."""
    database, clock, rng = await open_database(url_of(path)), Hands(), Random(1)
    clock.now, matches = now() - 9_000, Matches(database, clock)
    match = await stored(database, new_rival_match("needle"))
    while not match.outcome:
        move = random_move(rng, match)
        if match.awaits_rival:
            match = await matches.play_for_rival(match, move)
        else:
            match = await matches.play(match.id, match.revision, MINA, move)
    met = await recorded(database, clock, 0)
    await Results(database).keep([match.id, met.id])
    await Ladders(database, clock).refit(GUILD)
    await database.close()


def rows_of(path: Path, table: str) -> list[tuple[Any, ...]]:
    return found_in(path, f"SELECT * FROM {table} ORDER BY 1, 2")  # noqa: S608


def test_a_timer_about_no_game_is_no_finding(path: Path) -> None:
    shown(path)
    spoil(path, "INSERT INTO timers (kind, subject, due) VALUES ('digest', 1, 5)")
    assert told(path, repair=True)[1]
    assert found_in(path, "SELECT due FROM timers WHERE kind = 'digest'") == [(5,)]


@pytest.mark.parametrize(
    ("damage", "words"),
    [
        ("UPDATE log SET text = 'banana' WHERE game_id = 1", ""),
        ("UPDATE games SET player2 = NULL WHERE id = 1", ": AssertionError: nobody sits at the second seat of game 1"),
    ],
)
def test_a_spoilt_game_is_named_and_left_alone_and_others_are_mended(path: Path, damage: str, words: str) -> None:
    shown(path)
    spoil(path, damage, "UPDATE games SET points1 = 7 WHERE id = 2")
    before = rows_of(path, "log")
    found, sound = told(path)
    assert not sound
    assert f"game 1: its log cannot be replayed{words}" in found
    assert f"game 2: {WRONG}" in found
    assert "Games mended: 1." in told(path, repair=True)[0]
    assert rows_of(path, "log") == before


def test_what_the_bot_is_about_to_do_is_told_and_no_finding(path: Path) -> None:
    """A copy taken while people play has boards on their way: a test of it every night must not fail for that."""
    message = "(message_id, game_id, channel_id, role, revision, to_move, state, owed)"
    spoil(path, f"INSERT INTO messages {message} VALUES (5, 1, 5, 'pause1', 0, 1, 'doomed', false)")  # noqa: S608
    words, sound = told(path)
    assert sound
    assert "games whose last event is not shown yet: 2 (1, 2); " in words
    assert "messages that are to be deleted and still stand: 1." in words


def test_long_lists_are_cut_short(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.operator.doctor.NAMED", 1)
    assert "games whose last event is not shown yet: 2 (1, …)." in told(path)[0]
    monkeypatch.setattr("bot.matches.audit.KEPT", 1)
    shown(path)
    spoil(path, "UPDATE games SET points1 = 7")
    words, _ = told(path)
    assert words.count(WRONG) == 1
    assert "… and 1 more." in words
    assert "findings: 2." in words


# --- many games


def many_games(path: Path, games: int) -> None:
    """Copy the first game so many times, with gaps between the numbers."""
    columns = (
        "guild_id, channel_id, player1, player2, setup, language, created_at, revision, to_move, place, shown, hints"
    )
    spoil(
        path,
        "DELETE FROM timers",
        "DELETE FROM log WHERE game_id = 2",
        "DELETE FROM games WHERE id = 2",
        "UPDATE games SET pace = NULL, deadline = NULL, shown = revision",
        f"WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {games - 1}) "  # noqa: S608
        f"INSERT INTO games (id, {columns}) SELECT 10 + 3 * i, {columns} FROM n, games",
        "INSERT INTO log SELECT games.id, number, kind, seat, text, at, how, time_left FROM log, games"
        " WHERE games.id > 1",
        "INSERT INTO timers SELECT 'close', id, 5 FROM games",
    )
    shown(path)


@pytest.mark.night
def test_several_processes_find_and_mend_the_same(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    many_games(path, 60)
    spoil(path, "UPDATE games SET points1 = 7 WHERE id % 2", "UPDATE log SET text = 'banana' WHERE game_id = 100")
    monkeypatch.setattr("bot.matches.audit.AT_ONCE", 7)
    here = told(path)
    assert "Games replayed: 60, findings: 32." in here[0]
    monkeypatch.setattr("bot.operator.auditing.FEW", 0)
    assert told(path) == here
    words, sound = told(path, repair=True)
    assert not sound
    for each in ("Games mended: 31.", "game 100: its log cannot be replayed", "Games replayed: 60, findings: 1."):
        assert each in words


@pytest.mark.slow
def test_a_sample_is_drawn_evenly_and_called_so(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    many_games(path, 60)
    spoil(path, "UPDATE games SET points1 = 7")
    monkeypatch.setattr("bot.matches.audit.AT_ONCE", 4)
    lines, sound = examine(Config(url_of(path)), None, sample=6)
    assert not sound
    assert lines[-1] == "Games replayed: 6 (a sample of 60, drawn evenly), findings: 6."
    numbers = [int(line.split()[1].rstrip(":")) for line in lines if WRONG in line]
    assert numbers == sorted({*numbers})
    gaps = [after - before for before, after in pairwise(numbers)]
    assert all(21 <= gap <= 33 for gap in gaps), numbers  # a sixth of 187; for one that is missing, 2 to 12, the next
    drawn = {tuple(examine(Config(url_of(path)), None, sample=6)[0]) for _ in range(12)}
    assert len(drawn) > 1, "other games each time"


@pytest.mark.parametrize("sample", [60, 61])
def test_a_sample_of_all_is_all(path: Path, sample: int) -> None:
    many_games(path, 60)
    lines, sound = examine(Config(url_of(path)), None, sample=sample)
    assert sound
    assert lines[-1] == "Games replayed: 60, findings: 0."


def test_a_sample_is_a_number(tmp_path: Path) -> None:
    for number in ("0", "-5", "many", "1.5"):
        status, _, sentence = call_in(tmp_path, {}, "doctor", "--sample", number)
        assert status == 1
        assert sentence.endswith(f"argument --sample: {number!r} is not a number of games, such as 1000.\n")


VERSIONS = "CREATE TABLE alembic_version (version_num)"


@pytest.mark.parametrize(
    "before",
    [
        [],
        ["CREATE TABLE mine (a)"],
        [VERSIONS],
        [VERSIONS, "INSERT INTO alembic_version VALUES ('0001')"],
        [VERSIONS, "INSERT INTO alembic_version VALUES ('one'), ('two')"],
    ],
)
def test_a_database_of_another_version_is_left_as_it_is(tmp_path: Path, before: list[str]) -> None:
    path = tmp_path / "other.db"
    path.touch()
    spoil(path, *before)
    held = path.read_bytes()
    what = r"has no tables of the bot: put a backup in its place with .*, check DATABASE_URL, or start the bot or run"
    if "INSERT" in str(before):
        what = r"another version of the bot: bring it .* 'python -m bot migrate'"
    for repair in (False, True):
        with pytest.raises(StoreError, match=what):
            told(path, repair=repair)
    assert path.read_bytes() == held


def test_a_file_that_is_no_database_is_named(tmp_path: Path) -> None:
    path = tmp_path / "letter.db"
    path.write_text("Dear Tom, " * 500)
    with pytest.raises(StoreError, match=r"letter\.db cannot be read .*: restore a backup\."):
        told(path)


# --- the file itself


def test_an_index_that_lacks_rows_is_found_and_rebuilt(path: Path) -> None:
    shown(path)
    lose_index_entries(path)
    found = "the database: it is damaged: ", "index games_of_player1 (--repair mends it)"
    assert "Indexes rebuilt." in mended(path, *found)
    assert found_in(path, "PRAGMA integrity_check") == [("ok",)]


def lose_index_entries(path: Path) -> None:
    """Hide an index from SQLite while a row is changed: what a file put together from two comes to."""
    by_hand = "PRAGMA writable_schema = ON"
    spoil(path, by_hand, "CREATE TABLE aside AS SELECT * FROM sqlite_master WHERE name = 'games_of_player1'")
    spoil(path, by_hand, "DELETE FROM sqlite_master WHERE name = 'games_of_player1'")
    spoil(path, "UPDATE games SET player1 = player1 + 1 WHERE id = 2")
    spoil(path, by_hand, "INSERT INTO sqlite_master SELECT * FROM aside", "DROP TABLE aside")


def test_rows_of_games_that_do_not_exist_are_found_and_deleted(path: Path) -> None:
    shown(path)
    spoil(path, "DELETE FROM games WHERE id = 2")
    rows = "1 in log, 1 in messages, 3 in timers"
    words = mended(path, f"the database: it holds rows of games that do not exist: {rows}")
    assert f"Rows of games that do not exist deleted: {rows}." in words
    assert found_in(path, "PRAGMA foreign_key_check") == []


@pytest.mark.parametrize(("few", "repair"), [(9, False), (9, True), (0, False)], ids=["read", "mended", "elsewhere"])
def test_damage_that_cannot_be_mended_is_told_in_a_sentence(
    path: Path, few: int, repair: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.operator.auditing.FEW", few)
    overwrite_a_page_of(path, "log")
    with pytest.raises(StoreError, match=r"cannot be (read|mended) .*'python -m bot restore FILE'\."):
        told(path, repair=repair)


def test_a_folder_that_cannot_be_written_is_read_and_called_so(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shown(path)
    monkeypatch.setattr("os.access", lambda _, how: how != os.W_OK)  # root may write anywhere
    assert told(path)[1]
    assert list(path.parent.iterdir()) == [path]
    for repair in (True, False):
        with pytest.raises(StoreError, match=r"folder .* cannot be written: run this as the user who runs the bot"):
            told(path, repair=repair)
        path.with_name("games.db-wal").write_bytes(b"what the bot wrote last")


# --- backup


def test_no_commit_makes_a_copy_begin_again(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A copy in steps is started anew by each commit between two of them, and may never come to an end."""
    spoil(path, "INSERT INTO notes VALUES ('long', hex(zeroblob(2000000)))")
    left_to_copy: list[int] = []

    class Noted(sqlite3.Connection):
        def backup(self, target: sqlite3.Connection, **options: Any) -> None:
            super().backup(target, **options, progress=step)

    def step(_: int, left: int, __: int) -> None:
        left_to_copy.append(left)
        spoil(path, "INSERT INTO notes VALUES (hex(randomblob(9)), '')")

    connect = sqlite3.connect
    monkeypatch.setattr("bot.store.backend.backup.sqlite3.connect", lambda file: connect(file, factory=Noted))
    back_up(url_of(path), tmp_path / "copy.db")
    assert left_to_copy == [0]


@pytest.mark.slow
def test_a_copy_taken_while_games_are_played_is_sound(path: Path, tmp_path: Path) -> None:
    async def busy() -> int:
        async with opened(path) as database:
            matches, copied = Matches(database, Hands()), 0
            for number in range(30):
                match = await stored(database)
                match = await matches.play(match.id, 0, MINA, FIRST)
                copying = asyncio.to_thread(back_up, url_of(path), tmp_path / f"copy{number}.db")
                _, copied = await asyncio.gather(matches.play(match.id, 1, TOM, SECOND), copying)
            return copied

    assert asyncio.run(busy()) == 32
    for number in (0, 15, 29):
        words, _ = told(tmp_path / f"copy{number}.db")
        assert "cannot be replayed" not in words
        assert "its log" not in words


@pytest.mark.parametrize("name", ["", "."])
def test_a_folder_is_no_name_for_a_copy(path: Path, tmp_path: Path, name: str) -> None:
    sentence = refused(tmp_path, {"DATABASE_URL": url_of(path)}, "backup", name)
    assert sentence == "A folder cannot hold the copy (.): name a new file, such as games-backup.db."


def test_a_copy_into_a_folder_that_is_not_there_is_refused(path: Path, tmp_path: Path) -> None:
    sentence = refused(tmp_path, {"DATABASE_URL": url_of(path)}, "backup", "no/copy.db")
    assert sentence == "There is no folder no for the copy: make it first, or name another file."


def test_nothing_is_left_of_a_copy_that_fails(tmp_path: Path) -> None:
    broken = tmp_path / "broken.db"
    broken.write_bytes(b"this is no database" * 100)
    with pytest.raises(StoreError, match="cannot be copied"):
        back_up(url_of(broken), tmp_path / "copy.db")
    assert list(tmp_path.iterdir()) == [broken]


@pytest.mark.parametrize("spoiled", ["rows", "index"])
def test_a_damaged_database_is_not_copied(path: Path, tmp_path: Path, spoiled: str) -> None:
    shown(path)
    overwrite_a_page_of(path, "log") if spoiled == "rows" else lose_index_entries(path)
    sentence = refused(tmp_path, {"DATABASE_URL": url_of(path)}, "backup", "copy.db")
    assert sentence.startswith(f"The database {path} is damaged (")
    assert sentence.endswith("or see what 'python -m bot doctor --repair' can save.")
    assert [file.name for file in tmp_path.iterdir() if "copy" in file.name] == []


# --- the command line


@pytest.mark.slow
def test_the_commands_need_no_token_and_end_with_a_status(path: Path, tmp_path: Path) -> None:
    shown(path)
    settings = {"DATABASE_URL": url_of(path)}
    assert run_in(tmp_path, settings, "backup", "copy.db") == (0, "Games copied to copy.db: 2.\n", "")
    (tmp_path / "copy.db").write_text("mine")
    assert refused(tmp_path, settings, "backup", "copy.db") == "copy.db already exists: name a new file."
    assert (tmp_path / "copy.db").read_text() == "mine"
    status, words, errors = call_in(tmp_path, settings, "doctor")
    assert (status, errors) == (0, "")
    assert "DISCORD_TOKEN is not set" in words
    assert words.endswith("Games replayed: 2, findings: 0.\n")


def test_a_time_zone_that_is_unknown_is_named(path: Path) -> None:
    spoil(path, "INSERT INTO servers (guild_id, timezone) VALUES (1, 'localtime'), (2, 'Asia/Tokyo')")
    lines, is_sound = told(path)
    assert not is_sound
    assert "the database: servers 1: timezone is 'localtime', which this version does not know" in lines


def test_what_is_of_another_kind_than_its_column_is_named(path: Path) -> None:
    spoil(path, "INSERT INTO servers (guild_id, timezone, language, pace) VALUES (1, 'Asia/Tokyo', x'00', 'soon')")
    words, is_sound = told(path)
    assert not is_sound
    for each in ("language is \"b'\\\\x00'\"", "pace is 'soon'"):
        assert f"the database: servers 1: {each}, which this version does not know" in words


# --- files from strangers


@pytest.mark.parametrize(
    "command", [("status",), ("doctor",), ("doctor", "--repair"), ("migrate",), ("backup", "copy.db"), ("forget", "7")]
)
def test_whatever_asks_a_file_whose_words_cannot_be_read_ends_with_a_sentence(
    path: Path, tmp_path: Path, command: tuple[str, ...]
) -> None:
    spoil(path, *NO_TEXT)
    assert "(it holds bytes that are no text)" in refused(tmp_path, {"DATABASE_URL": url_of(path)}, *command)
    assert not (tmp_path / "copy.db").exists()


def test_what_acts_by_itself_in_a_file_is_found(path: Path) -> None:
    spoil(path, "CREATE TRIGGER evil AFTER INSERT ON log BEGIN DELETE FROM games; END", "CREATE VIEW mine AS SELECT 1")
    words, sound = told(path)
    assert not sound
    for each in ("a trigger called 'evil'", "a view called 'mine'"):
        assert f"the database: it holds {each}, which the bot does not make\n" in words
