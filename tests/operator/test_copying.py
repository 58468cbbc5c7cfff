"""``python -m bot copy``: everything moves from one kind of database to the other, and the doctor compares the two."""

import asyncio
import shutil
import sys
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from io import StringIO
from pathlib import Path
from random import Random

import pytest
from sqlalchemy import insert, text

from bot.matches.audit import Audit, Examined
from bot.matches.daily import Dailies
from bot.matches.duels import begin_duel
from bot.matches.group_course import NewGroup
from bot.matches.groups import Groups
from bot.matches.ladders import Ladders
from bot.matches.match import Match
from bot.matches.plans import Plans
from bot.matches.play import Matches
from bot.matches.preferences import Preferences
from bot.matches.profiles import Profiles
from bot.matches.results import Results
from bot.matches.sundays import Sundays
from bot.operator.copy import copy_database
from bot.store import blocks, calls, challenges, everything, groups, kv, messages, practice, reviews, tables
from bot.store.backend import transfer as copying
from bot.store.backend.database import Database
from bot.store.backend.errors import StoreError
from daily import Attempt
from game import ADVANCE
from game.tidy import tidiest
from tests.matches.building import FIRST, Hands, new_match, new_rival_match, new_solo_match, random_move, stored
from tests.program import call_in, refused
from tests.store import building
from tests.store.building import BIG, CHANNEL, EVE, GUILD, MINA, TOM, new_game, opened, rows, url_of
from tests.store.server import Server, why_none

pytestmark = pytest.mark.skipif(bool(why_none()), reason=why_none() or "it is")


LATER = 1_800_000_000
"""A time when there are daily quilts."""


@pytest.fixture
def target(backend: str, empty_file: Path, tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[str]:
    """The DATABASE_URL of a migrated database without rows, of the other kind than ``url``."""
    if backend == "postgresql":
        yield url_of(Path(shutil.copy(empty_file, tmp_path / "copy.db")))
        return
    server: Server = request.getfixturevalue("server")
    name = f"thimble_copy_{request.getfixturevalue('worker')}"
    with server.database(name, request.getfixturevalue("empty_database")) as url:
        yield url


async def played_on(matches: Matches, match: Match, moves: int) -> Match:
    rng = Random(match.id)
    for _ in range(moves):
        if match.mover is not None:
            match = await matches.play(match.id, match.revision, match.mover, random_move(rng, match))
    return match


async def much(database: Database) -> None:
    matches, preferences = Matches(database, Hands()), Preferences(database)
    ended = await played_on(matches, await stored(database), 200)
    assert ended.outcome
    await database.write(reviews.save_review, reviews.ReviewRow(ended.id, ended.revision, "shares 500 1000"))
    await Results(database).keep([ended.id])
    assert await Profiles(database, Hands()).of(MINA, MINA)
    ladders = Ladders(database, Hands())
    await ladders.refit(GUILD)
    await ladders.exclude(GUILD, ended.id, "why")
    running = await played_on(matches, await stored(database, replace(new_match(), pace=3)), 7)
    assert running.mover
    plans, waiting = Plans(database), running.opponent(running.mover)
    await plans.add(running.id, running.revision, waiting, None)
    while running.mover != waiting:  # and then there is one that has stopped, beside another
        running = await played_on(matches, running, 1)
    await plans.add(running.id, running.revision, running.opponent(waiting), ADVANCE)
    await database.write(practice.save_practice, practice.PracticeRow(MINA, ended.id, 3, 2, 1, 9, None))
    solo = await played_on(matches, await stored(database, new_solo_match()), 4)
    owed = await stored(database, new_rival_match())
    for match in (ended, running, solo, owed):
        row = building.board(BIG - match.id, match.id, revision=match.revision, to_move=match.to_move)
        await database.write(messages.record_message, row)
    await database.write(building.new_challenge)
    gone = await database.write(building.new_challenge, (MINA, EVE))
    await database.write(challenges.remove_challenge, gone.id)
    await database.write(everything.drop_game, await database.write(new_game))
    asked = challenges.ChallengeRow(9, GUILD, CHANNEL, None, MINA, TOM, "classic", 0, "en", 9, rival="pin")
    await database.write(begin_duel, asked, new_match())
    meeting = Groups(database, Hands(), max_games=99, rng=Random(1))
    group = await meeting.open(NewGroup(guild_id=GUILD, channel_id=CHANNEL, opener=EVE, size=3, made_by=9))
    for user in (MINA, TOM):
        await meeting.join(group.id, user)
    for pairing in await database.read(groups.find_pairings, group.id):
        await database.write(messages.record_message, building.board(BIG - pairing.game_id, pairing.game_id))
    await database.write(blocks.add_block, MINA, EVE)
    await database.write(calls.note_call, TOM, MINA, 9, 0)
    await database.write(kv.save_value, "emoji", '{"digest": "Ünïcödé 🧵"}')
    await preferences.change(MINA, theme="night", notify="direct", quiet_from=60, quiet_to=120, timezone="Asia/Tokyo")
    await preferences.change(TOM, next="silent")
    await preferences.change(TOM, advice=False)
    await preferences.change_server(GUILD, place="thread", pace=0, daily_id=CHANNEL)
    await Sundays(database, Hands(), max_games=99).open(MINA, GUILD, CHANNEL, "en")
    dailies, rng = Dailies(database, lambda: LATER), Random(3)
    sewing = await dailies.open(MINA, today := await dailies.today(MINA, GUILD), GUILD)
    while patch := sewing.attempt.patch:
        place = rng.choice(tidiest(sewing.attempt.quilt, patch))
        change = partial(Attempt.place, placement=place)
        sewing = await dailies.change(MINA, today, sewing.revision, change, guild_id=GUILD)


async def filled(url: str) -> dict[str, list[tuple[object, ...]]]:
    """Fill a database. Returns all rows."""
    async with opened(url) as database:
        await much(database)
        held = await database.read(rows)
    assert [table.name for table in copying.COPIED if not held[table.name]] == [], "they are empty, and show nothing"
    assert len(held["plans"]) == 2
    return held


class Screen(StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.slow
async def test_everything_is_copied_and_goes_on(url: str, target: str, monkeypatch: pytest.MonkeyPatch) -> None:
    held = await filled(url)
    monkeypatch.setattr(sys, "stderr", screen := Screen())
    lines, same = await asyncio.to_thread(copy_database, url, target)
    assert same, lines
    assert screen.getvalue().endswith("] 20 of 20 games replayed\x1b[K\n"), "it shows how far it is, with both sides"
    assert f"{len(held['log'])} in log" in lines[0]
    assert lines[1] == "Games replayed on both sides: 10, findings: 0."
    async with opened(target) as database:
        if target.startswith("postgresql"):  # it knows at once how much there is
            counted = text("SELECT reltuples FROM pg_class WHERE relname = 'games'")
            assert await database.read(lambda connection: connection.execute(counted).scalar_one()) == len(
                held["games"]
            )
        assert await database.read(rows) == held
        assert await Audit(database, Hands()).examine() == Examined(games=10)
        assert await database.write(new_game) == 12, "an old button must never meet a new game"
        assert (await database.write(building.new_challenge, (TOM, EVE))).id == 3
        await Matches(database, Hands()).play((await stored(database)).id, 0, MINA, FIRST)
    async with opened(url) as database:
        assert await database.read(rows) == held


@pytest.mark.slow
async def test_an_empty_database_can_be_copied_too(url: str, target: str) -> None:
    assert (await asyncio.to_thread(copy_database, url, target))[1]
    async with opened(target) as database:
        assert await database.write(new_game) == 1


@pytest.mark.slow
async def test_what_the_doctor_finds_is_copied_as_it_is(url: str, target: str) -> None:
    await filled(url)
    async with opened(url) as database:
        await database.write(lambda connection: connection.execute(text("UPDATE games SET to_move = 1, points1 = 7")))
    lines, same = await asyncio.to_thread(copy_database, url, target)
    assert same, lines
    assert lines[1] == "Games replayed on both sides: 10, findings: 10."


@pytest.mark.slow
async def test_the_copy_is_of_one_moment_and_says_if_games_went_on(
    url: str, target: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Between any two tables, and within a long one, a game begins while it copies."""
    held, here = await filled(url), asyncio.get_running_loop()
    async with opened(url) as playing:

        async def play() -> None:
            match = await stored(playing)
            await Matches(playing, Hands()).play(match.id, 0, MINA, FIRST)

        def told(*_: int) -> None:
            asyncio.run_coroutine_threadsafe(play(), here).result()

        monkeypatch.setattr(copying, "AT_ONCE", 50)
        monkeypatch.setattr("bot.operator.copy.copy", lambda one, other, _: copying.copy(one, other, told))
        lines, same = await asyncio.to_thread(copy_database, url, target)
        went_on = await playing.read(rows)
    assert not same
    assert lines[-1] == "FROM has changed since, and the copy lacks that: stop the bot, empty TO, and copy again."
    async with opened(target) as database:
        copied = await database.read(rows)
        examined = await Audit(database, Hands()).examine()
    assert examined.findings == [], "it is no state that the database ever had"
    assert len(held["games"]) == len(copied["games"]) < len(went_on["games"])


# --- what is refused


async def refusal(source: str, target: str) -> str:
    """The sentence with which a copy is refused, which changes nothing."""
    with pytest.raises(StoreError) as caught:
        await asyncio.to_thread(copy_database, source, target)
    sentence = str(caught.value)
    assert sentence.endswith(".")
    assert "\n" not in sentence
    return sentence


@pytest.mark.slow
async def test_a_target_with_anything_in_it_is_refused(url: str, target: str) -> None:
    await filled(url)
    async with opened(target) as database:
        await database.write(new_game)
        before = await database.read(rows)
    assert "is not empty (1 in games, 1 in servers): name an empty one" in await refusal(url, target)
    async with opened(target) as database:
        assert await database.read(rows) == before


async def test_a_target_without_tables_is_refused(url: str, empty_url: str, tmp_path: Path) -> None:
    await asyncio.to_thread((tmp_path / "empty.db").touch)
    migrate = "make it first with 'DATABASE_URL_FILE=file python -m bot migrate' and TO in that file."
    assert migrate in await refusal(url, empty_url)


async def test_a_target_that_is_not_there_is_refused(path: Path, tmp_path: Path) -> None:
    none = tmp_path / "none.db"
    migrate = "make it first with 'DATABASE_URL_FILE=file python -m bot migrate' and TO in that file."
    assert await refusal(url_of(path), url_of(none)) == f"There is no database at {none}: {migrate}"
    assert await refusal(url_of(none), url_of(path)) == f"There is no database at {none}: check FROM."
    assert not none.exists()


async def test_a_server_that_does_not_answer_is_one_of_the_two(path: Path) -> None:
    sentence = await refusal(url_of(path), "postgresql+asyncpg://thimble@localhost:1/games")
    assert "check TO, and that the server runs" in sentence


async def test_a_database_is_not_copied_to_itself(url: str) -> None:
    assert await refusal(url, url) == "FROM and TO are the same database: name another one."


@pytest.mark.slow
@pytest.mark.sqlite
async def test_what_the_target_cannot_hold_leaves_it_as_it_was(url: str, target: str) -> None:
    """A file of SQLite may hold what PostgreSQL refuses, such as rows about games that do not exist."""
    await filled(url)

    row = {"game_id": 99, "number": 1, "kind": "move", "seat": 1, "text": "+", "at": 5}
    await building.run(url, lambda connection: connection.execute(insert(tables.log), row))
    sentence = await refusal(url, target)
    assert 'The copy could not be made (insert or update on table "log" violates foreign key' in sentence
    assert "nothing has changed" in sentence
    async with opened(target) as database:
        held = await database.read(rows)
        assert {name for name, found in held.items() if found} == {"notes"}


def test_the_command_names_what_is_wrong(path: Path, tmp_path: Path) -> None:
    sentence = refused(tmp_path, {}, "copy", url_of(path), "games.db")
    assert sentence.startswith("TO must start with sqlite+aiosqlite:/// and name a file")
    assert "TO" in refused(tmp_path, {}, "copy", url_of(path))


@pytest.mark.slow
def test_a_database_may_be_named_by_a_file_that_holds_its_url(path: Path, tmp_path: Path) -> None:
    (tmp_path / "from.url").write_text(f"{url_of(path)}\n", "utf-8")
    target = url_of(tmp_path / "copy.db")
    assert call_in(tmp_path, {"DATABASE_URL": target}, "migrate")[0] == 0
    status, printed, sentence = call_in(tmp_path, {}, "copy", "@from.url", target)
    assert (status, sentence) == (0, "")
    assert printed
    told = "TO names to.url, which cannot be read (No such file or directory): check the path."
    assert refused(tmp_path, {}, "copy", "@from.url", "@to.url") == told


@pytest.mark.parametrize("place", ["thimble:hunter2@localhost/thimble", "localhost/thimble?ssl=on&password=hunter2"])
def test_a_password_on_the_command_line_is_refused_and_not_printed(path: Path, tmp_path: Path, place: str) -> None:
    for arguments in ((url_of(path), f"postgresql+asyncpg://{place}"), (f"postgresql+asyncpg://{place}", url_of(path))):
        sentence = refused(tmp_path, {}, "copy", *arguments)
        assert "every user of this machine can read a command line" in sentence
        assert "hunter2" not in sentence
