"""What has changed is told once, after the commit, whoever changed it: boards and rivals follow it."""

import inspect
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from typing import Any

import pytest
from sqlalchemy import Connection, text
from sqlalchemy.exc import IntegrityError

from bot.matches.clock import DAY
from bot.matches.match import Match
from bot.matches.play import Matches
from bot.matches.solo import Solo
from bot.store.changes import Change, append
from game import ADVANCE, Automa
from tests.matches.building import FIRST, HELD, PACE, SECOND, START, asking, new_match, new_rival_match, new_solo_match
from tests.matches.club import Club
from tests.store.building import CHANNEL, EVE, GUILD, MINA, TOM, event
from tests.store.building import START as BEGUN

READING = {"load", "with_messages", "running_of", "running_in", "count_running", "newest_of"}
READING |= {"all_of", "boards_of", "has_board", "moves_of", "not_shown"}
"""What `Matches` only finds. Everything else changes a match."""

Heard = list[dict[int, Change]]
"""What is told of each unit, by game."""


@pytest.fixture
def heard(club: Club) -> Heard:
    told: Heard = []

    def follow(changes: Sequence[Change]) -> None:
        told.append({change.game.id: change for change in changes})

    club.database.follow(follow)
    return told


CHANGING: dict[str, tuple[Match, str, Callable[[Matches, Match], Awaitable[Match]]]] = {
    "play": (new_match(), "", lambda matches, match: matches.play(match.id, 0, MINA, FIRST)),
    "undo": (new_match(), HELD, lambda matches, match: matches.undo(match.id, 2, TOM)),
    "give_back": (new_match(), "21N@A1", lambda matches, match: matches.give_back(match.id, 1, TOM)),
    "resign": (new_match(), "", lambda matches, match: matches.resign(match.id, 0, TOM)),
    "agree_to_cancel": (new_match(), "", lambda matches, match: matches.agree_to_cancel(match.id, 0, TOM, 1)),
    "claim": (new_match(), "", lambda matches, match: matches.claim(match.id, 0, TOM, left=True)),
    "close": (new_match(), "", lambda matches, match: matches.close(match.id, "moderator")),
    "move_to": (new_match(), "", lambda matches, match: matches.move_to(match.id, CHANNEL + 1)),
    "play_for_rival": (new_rival_match(), "", lambda matches, match: matches.play_for_rival(match, ADVANCE)),
}
"""Each way to change a match, after a match that can be changed so, and the moves that come before."""


@pytest.mark.parametrize("way", CHANGING)
async def test_each_way_to_change_a_match_is_told_once(club: Club, heard: Heard, way: str) -> None:
    match, moves, change = CHANGING[way]
    match = await club.begun(moves, match)
    heard.clear()
    after = await change(club.matches, match)
    ((game,),) = [list(told.values()) for told in heard]
    assert (game.game.id, game.game.revision, game.game.where) == (after.id, after.revision, after.where)
    assert (game.event is not None) == (after.revision > match.revision)
    ending = after.outcome and after.outcome.termination
    assert (game.game.ending, game.game.winner, game.game.to_move) == (ending, after.winner, after.to_move)


def test_no_way_to_change_a_match_is_forgotten_here() -> None:
    public = {name for name, _ in inspect.getmembers(Matches, inspect.iscoroutinefunction) if not name.startswith("_")}
    assert CHANGING.keys() == public - READING


async def test_what_the_automa_answers_is_told_with_the_move(club: Club, heard: Heard) -> None:
    match = await club.stored(new_solo_match())
    heard.clear()
    after = await club.play(match.id, 0, MINA, ADVANCE)
    ((change,),) = [list(told.values()) for told in heard]
    assert change.event
    assert change.event.number == change.game.revision == after.revision > 1


@pytest.mark.slow
async def test_a_challenge_that_is_accepted_is_told_as_a_new_game(club: Club, heard: Heard) -> None:
    made = await club.challenges.make(asking())
    assert heard == []
    _, match = await club.challenges.accept(made.challenge.id, TOM)
    assert [list(told) for told in heard] == [[match.id]]


async def test_a_solo_game_is_told_and_so_are_its_rematch_and_its_sharing(club: Club, heard: Heard) -> None:
    solo, automa = Solo(club.database, club.clock, max_games=9), Automa("fellow", "normal")
    first = await solo.start(
        guild_id=GUILD, channel_id=CHANNEL, user=MINA, opponent=automa, track="classic", place="private"
    )
    await club.matches.close(first.id, "moderator")
    await solo.share(first.id, MINA, GUILD, CHANNEL)
    second = await solo.rematch(first.id, MINA)
    assert [list(told) for told in heard] == [[first.id]] * 3 + [[second.id]]
    await solo.rematch(first.id, MINA)
    assert len(heard) == 4, "there is one rematch"


async def test_a_clock_that_changes_is_told(club: Club, heard: Heard) -> None:
    match = await club.paced()
    heard.clear()
    await club.timers.pause(match.id, TOM, 0, "pause1")
    await club.timers.resume(match.id, TOM)
    club.now += (PACE + 1) * DAY
    await club.timers.give_more_time(match.id, TOM)
    await club.timers.vacation(MINA, club.now + DAY)
    assert [told[match.id].game.deadline for told in heard] == [
        None,
        START + PACE * DAY,
        club.now + PACE * DAY,
        club.now + (PACE + 1) * DAY,
    ]


async def test_a_thread_is_told_as_another_place(club: Club, heard: Heard) -> None:
    match = await club.stored(replace(new_match(), place="thread"))
    heard.clear()
    await club.threads.note_opened(match, 77)
    await club.threads.stay(match)
    assert [told[match.id].game.channel_id for told in heard] == [77, CHANNEL]


async def test_all_games_of_somebody_who_is_forgotten_are_told_at_once(club: Club, heard: Heard) -> None:
    ended, running = await club.stored(), await club.stored()
    other = await club.stored(new_match(users=(TOM, EVE)))
    await club.matches.close(ended.id, "moderator")
    heard.clear()
    await club.privacy.forget(MINA)
    (told,) = heard
    assert sorted(told) == [ended.id, running.id]
    assert all(change.game.player1 < 0 for change in told.values())
    assert (told[running.id].event is None, told[ended.id].event) == (False, None)
    assert other.id not in told


async def test_games_of_a_server_that_the_bot_is_back_in_are_told(club: Club, heard: Heard) -> None:
    games = [(await club.stored()).id for _ in range(3)]
    heard.clear()
    await club.servers.note([])
    assert heard == []
    await club.servers.note([GUILD])
    assert [list(told) for told in heard] == [games], "together, so that a sweep shows them"


async def test_neither_a_refusal_nor_a_look_is_told(club: Club, heard: Heard) -> None:
    match = await club.stored()
    heard.clear()
    await club.refused(club.play(match.id, 0, TOM, SECOND), "not_your_move")
    await club.load(match.id)
    await club.matches.with_messages(match.id)
    assert heard == []


async def test_a_unit_that_is_undone_tells_nobody_and_the_next_one_only_of_itself(club: Club, heard: Heard) -> None:
    match, other = await club.stored(), await club.stored()
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
        await club.write(fails_late)
    with pytest.raises(IntegrityError):
        await club.write(fails_to_commit)
    assert heard == []
    await club.matches.close(other.id, "moderator")
    assert [list(told) for told in heard] == [[other.id]], "whoever changes it goes on after all have heard"


@pytest.mark.logs_errors
async def test_a_follower_that_fails_keeps_neither_the_change_nor_the_others_back(
    club: Club, caplog: pytest.LogCaptureFixture
) -> None:
    told: list[Any] = []

    def fails(_: Sequence[Change]) -> None:
        raise KeyError("on purpose")

    match = await club.stored()
    club.database.follow(fails)
    club.database.follow(told.append)
    assert (await club.play(match.id, 0, MINA, FIRST)).revision == 1
    assert len(told) == 1
    assert "could not be followed" in caplog.text
