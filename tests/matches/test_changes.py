"""What has changed is told once, after the commit, whoever changed it: boards and rivals follow it."""

import inspect
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from typing import Any

import pytest
from sqlalchemy import Connection, text
from sqlalchemy.exc import IntegrityError

from bot.matches.challenge import NewChallenge
from bot.matches.challenges import Challenges
from bot.matches.match import Match, Refusal
from bot.matches.play import Matches
from bot.matches.privacy import Privacy
from bot.matches.servers import Servers
from bot.matches.solo import Solo
from bot.matches.threads import GameThreads
from bot.matches.timers import Timers
from bot.store.backend.database import Database
from bot.store.changes import Change, append
from game import ADVANCE, Automa
from tests.matches.building import (
    FIRST,
    HELD,
    PACE,
    SECOND,
    START,
    Hands,
    new_match,
    new_rival_match,
    new_solo_match,
    paced,
    played,
    stored,
)
from tests.store.building import CHANNEL, EVE, GUILD, MINA, TOM, event
from tests.store.building import START as BEGUN

A_DAY = 24 * 60 * 60
READING = {"load", "with_messages", "running_of", "running_in", "count_running", "newest_of"} | {
    "all_of",
    "boards_of",
    "has_board",
    "moves_of",
}
"""What `Matches` only finds. Everything else changes a match."""


@pytest.fixture
def heard(database: Database) -> list[dict[int, Change]]:
    """What is told of each unit, by game."""
    told: list[dict[int, Change]] = []

    def follow(changes: Sequence[Change]) -> None:
        told.append({change.game.id: change for change in changes})

    database.follow(follow)
    return told


# --- every way to change a match


async def play(matches: Matches, match: Match) -> Match:
    return await matches.play(match.id, match.revision, MINA, FIRST)


async def undo(matches: Matches, match: Match) -> Match:
    return await matches.undo(match.id, match.revision, TOM)


async def give_back(matches: Matches, match: Match) -> Match:
    return await matches.give_back(match.id, match.revision, TOM)


async def resign(matches: Matches, match: Match) -> Match:
    return await matches.resign(match.id, match.revision, TOM)


async def agree_to_cancel(matches: Matches, match: Match) -> Match:
    return await matches.agree_to_cancel(match.id, match.revision, TOM, 1)


async def claim(matches: Matches, match: Match) -> Match:
    return await matches.claim(match.id, match.revision, TOM, left=True)


async def close(matches: Matches, match: Match) -> Match:
    return await matches.close(match.id, "moderator")


async def move_to(matches: Matches, match: Match) -> Match:
    return await matches.move_to(match.id, CHANNEL + 1)


async def play_for_rival(matches: Matches, match: Match) -> Match:
    return await matches.play_for_rival(match, ADVANCE)


CHANGING: dict[Callable[[Matches, Match], Awaitable[Match]], tuple[Match, str]] = {
    play: (new_match(), ""),
    undo: (new_match(), HELD),
    give_back: (new_match(), "21N@A1"),
    resign: (new_match(), ""),
    agree_to_cancel: (new_match(), ""),
    claim: (new_match(), ""),
    close: (new_match(), ""),
    move_to: (new_match(), ""),
    play_for_rival: (new_rival_match(), ""),
}
"""Each way to change a match, with a match that can be changed so, and the moves that come before."""


@pytest.mark.parametrize("change", CHANGING, ids=lambda change: change.__name__)
async def test_each_way_to_change_a_match_is_told_once(
    database: Database,
    matches: Matches,
    heard: list[dict[int, Change]],
    change: Callable[[Matches, Match], Awaitable[Match]],
) -> None:
    match, moves = CHANGING[change]
    match = await played(matches, await stored(database, match), moves)
    heard.clear()
    after = await change(matches, match)
    ((game,),) = [list(told.values()) for told in heard]
    assert (game.game.id, game.game.revision, game.game.where) == (after.id, after.revision, after.where)
    assert (game.event is not None) == (after.revision > match.revision)


def test_no_way_to_change_a_match_is_forgotten_here() -> None:
    public = {name for name, _ in inspect.getmembers(Matches, inspect.iscoroutinefunction) if not name.startswith("_")}
    assert {change.__name__ for change in CHANGING} == public - READING


async def test_what_the_automa_answers_is_told_with_the_move(
    database: Database, matches: Matches, heard: list[dict[int, Change]]
) -> None:
    match = await stored(database, new_solo_match())
    heard.clear()
    after = await matches.play(match.id, 0, MINA, ADVANCE)
    ((change,),) = [list(told.values()) for told in heard]
    assert change.event
    assert change.event.number == change.game.revision == after.revision > 1


async def test_a_change_tells_how_a_match_has_ended(
    database: Database, matches: Matches, heard: list[dict[int, Change]]
) -> None:
    match = await played(matches, await stored(database), "21N@A1")
    await matches.resign(match.id, match.revision, TOM)
    game = heard[-1][match.id].game
    assert (game.ending, game.winner, game.to_move) == ("resigned", 1, None)


# --- what changes a match elsewhere


@pytest.mark.slow
async def test_a_challenge_that_is_accepted_is_told_as_a_new_game(
    challenges: Challenges, heard: list[dict[int, Change]]
) -> None:
    made = await challenges.make(NewChallenge(guild_id=GUILD, channel_id=CHANNEL, challenger=MINA, challenged=TOM))
    assert heard == []
    _, match = await challenges.accept(made.challenge.id, TOM)
    assert [list(told) for told in heard] == [[match.id]]


async def test_a_solo_game_is_told_and_so_are_its_rematch_and_its_sharing(
    database: Database, matches: Matches, clock: Hands, heard: list[dict[int, Change]]
) -> None:
    solo = Solo(database, clock, max_games=9)
    first = await solo.start(
        guild_id=GUILD,
        channel_id=CHANNEL,
        user=MINA,
        opponent=Automa("fellow", "normal"),
        track="classic",
        place="private",
    )
    await matches.close(first.id, "moderator")
    await solo.share(first.id, MINA, GUILD, CHANNEL)
    second = await solo.rematch(first.id, MINA)
    assert [list(told) for told in heard] == [[first.id]] * 3 + [[second.id]]
    await solo.rematch(first.id, MINA)
    assert len(heard) == 4, "there is one rematch"


async def test_a_clock_that_changes_is_told(
    database: Database, timers: Timers, clock: Hands, heard: list[dict[int, Change]]
) -> None:
    match = await paced(database)
    heard.clear()
    await timers.pause(match.id, TOM, 0, "pause1")
    await timers.resume(match.id, TOM)
    clock.now += (PACE + 1) * A_DAY
    await timers.give_more_time(match.id, TOM)
    await timers.vacation(MINA, clock.now + A_DAY)
    assert [told[match.id].game.deadline for told in heard] == [
        None,
        START + PACE * A_DAY,
        clock.now + PACE * A_DAY,
        clock.now + (PACE + 1) * A_DAY,
    ]


async def test_a_thread_is_told_as_another_place(database: Database, heard: list[dict[int, Change]]) -> None:
    match = await stored(database, replace(new_match(), place="thread"))
    heard.clear()
    await GameThreads(database).note_opened(match, 77)
    await GameThreads(database).stay(match)
    assert [told[match.id].game.channel_id for told in heard] == [77, CHANNEL]


async def test_all_games_of_somebody_who_is_forgotten_are_told_at_once(
    database: Database, matches: Matches, clock: Hands, heard: list[dict[int, Change]]
) -> None:
    ended, running = await stored(database), await stored(database)
    other = await stored(database, new_match(users=(TOM, EVE)))
    await matches.close(ended.id, "moderator")
    heard.clear()
    await Privacy(database, clock).forget(MINA)
    (told,) = heard
    assert sorted(told) == [ended.id, running.id]
    assert all(change.game.player1 < 0 for change in told.values())
    assert (told[running.id].event is None, told[ended.id].event) == (False, None)
    assert other.id not in told


async def test_games_of_a_server_that_the_bot_is_back_in_are_told(
    database: Database, clock: Hands, heard: list[dict[int, Change]]
) -> None:
    games = [(await stored(database)).id for _ in range(3)]
    servers = Servers(database, clock)
    heard.clear()
    await servers.note([])
    assert heard == []
    await servers.note([GUILD])
    assert [list(told) for told in heard] == [games], "together, so that a sweep shows them"


# --- what is undone, and who hears


async def test_a_refusal_tells_nobody(database: Database, matches: Matches, heard: list[dict[int, Change]]) -> None:
    match = await stored(database)
    heard.clear()
    with pytest.raises(Refusal, match="not_your_move"):
        await matches.play(match.id, 0, TOM, SECOND)
    assert heard == []


async def test_a_unit_that_is_undone_tells_nobody(database: Database, heard: list[dict[int, Change]]) -> None:
    match = await stored(database)
    heard.clear()

    def fails_late(connection: Connection) -> None:
        append(connection, match.id, event(1), BEGUN)
        raise KeyError("on purpose")

    def fails_to_commit(connection: Connection) -> None:
        append(connection, match.id, event(1), BEGUN)
        if connection.dialect.name == "sqlite":
            connection.execute(text("PRAGMA defer_foreign_keys = ON"))
        append(connection, 77, event(1), BEGUN)

    with pytest.raises(KeyError):
        await database.write(fails_late)
    with pytest.raises(IntegrityError):
        await database.write(fails_to_commit)
    assert heard == []


async def test_what_was_undone_is_not_told_with_the_next_unit(
    database: Database, matches: Matches, heard: list[dict[int, Change]]
) -> None:
    one, two = await stored(database), await stored(database)
    heard.clear()

    def fails_late(connection: Connection) -> None:
        append(connection, one.id, event(1), BEGUN)
        raise KeyError("on purpose")

    with pytest.raises(KeyError):
        await database.write(fails_late)
    await matches.close(two.id, "moderator")
    assert [list(told) for told in heard] == [[two.id]]


async def test_whoever_changes_a_match_goes_on_after_all_have_heard(
    database: Database, matches: Matches, heard: list[dict[int, Change]]
) -> None:
    match = await stored(database)
    after = await matches.play(match.id, 0, MINA, FIRST)
    assert heard[-1][match.id].game.revision == after.revision


@pytest.mark.logs_errors
async def test_a_follower_that_fails_keeps_neither_the_change_nor_the_others_back(
    database: Database, matches: Matches, caplog: pytest.LogCaptureFixture
) -> None:
    told: list[Any] = []

    def fails(_: Sequence[Change]) -> None:
        raise KeyError("on purpose")

    match = await stored(database)
    database.follow(fails)
    database.follow(told.append)
    assert (await matches.play(match.id, 0, MINA, FIRST)).revision == 1
    assert len(told) == 1
    assert "could not be followed" in caplog.text


async def test_reading_tells_nobody(database: Database, matches: Matches, heard: list[dict[int, Change]]) -> None:
    match = await stored(database)
    heard.clear()
    await matches.load(match.id)
    await matches.with_messages(match.id)
    assert heard == []
