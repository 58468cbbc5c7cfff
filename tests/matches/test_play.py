"""Playing, undoing, resigning and cancelling in the store: what is committed, what is refused, and races."""

import asyncio
import random
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from sqlalchemy import Connection

from bot.matches.log import cache_of, load_match
from bot.matches.match import Match, Refusal
from bot.matches.outcome import Outcome
from bot.matches.play import COUNTED, Matches
from bot.matches.refusals import Illegal
from bot.store.backend.database import Database, on_behalf_of
from bot.store.changes import NewGame, add_game
from bot.store.games import LogRow, find_game, read_log
from bot.store.messages import record_message
from game import ADVANCE, IllegalMove, parse_move
from tests.matches.building import (
    FIRST,
    HELD,
    SECOND,
    THIRD,
    Hands,
    mover_of,
    new_match,
    paced,
    played,
    random_move,
    refused,
    stored,
    told,
)
from tests.store.building import CHANNEL, EVE, GUILD, MINA, TOM, board, new_game, opened

LEATHER = parse_move("*D5")


async def log_of(database: Database, match: Match) -> list[LogRow]:
    return await database.read(read_log, match.id)


# --- changes


async def test_a_move_is_in_the_log_with_its_seat_and_time(database: Database, matches: Matches, clock: Hands) -> None:
    match = await stored(database)
    clock.now = 1_234
    after = await matches.play(match.id, 0, MINA, FIRST)
    assert await log_of(database, match) == [LogRow(1, "move", 1, "21N@A1", 1_234)]
    assert after.revision == 1
    assert after == await matches.load(match.id)


async def test_every_change_is_one_row(database: Database, matches: Matches) -> None:
    match = await played(matches, await stored(database), HELD)
    match = await matches.undo(match.id, 2, TOM)
    match = await matches.agree_to_cancel(match.id, 3, MINA, asked_by=2)
    assert [(row.number, row.kind, row.seat, row.text) for row in await log_of(database, match)] == [
        (1, "move", 1, "21N@A1"),
        (2, "move", 2, "29N@A1"),
        (3, "undo", 2, "29N@A1"),
        (4, "cancel", 1, "2"),
    ]
    assert (match.revision, match.outcome) == (4, Outcome("cancelled", by=1))


async def test_one_may_resign_when_it_is_not_ones_move(database: Database, matches: Matches) -> None:
    match = await stored(database)
    match = await matches.play(match.id, 0, MINA, ADVANCE)
    assert match.mover == TOM
    after = await matches.resign(match.id, 1, MINA)
    assert (after.outcome, after.winner) == (Outcome("resigned", winner=2, by=1), 2)
    assert (await log_of(database, match))[1:] == [LogRow(2, "resign", 1, "", 1_000)]


async def test_before_the_first_move_resigning_calls_the_game_off(database: Database, matches: Matches) -> None:
    match = await stored(database)
    after = await matches.resign(match.id, 0, TOM)
    assert (after.outcome, after.winner) == (Outcome("cancelled", by=2, why="unplayed"), None)
    assert await log_of(database, match) == [LogRow(1, "cancel", 2, "unplayed", 1_000)]
    assert (await matches.load(match.id)).outcome == after.outcome


async def test_either_may_agree_to_cancel_whoever_has_the_move(database: Database, matches: Matches) -> None:
    for user, asked_by in ((MINA, 2), (TOM, 1)):
        match = await stored(database)
        after = await matches.agree_to_cancel(match.id, 0, user, asked_by)
        assert (after.outcome, after.winner) == (Outcome("cancelled", by=after.seat_of(user)), None)


async def test_the_same_move_may_be_made_again_after_an_undo(database: Database, matches: Matches) -> None:
    match = await played(matches, await stored(database), HELD)
    await matches.undo(match.id, 2, TOM)
    after = await matches.play(match.id, 3, TOM, SECOND)
    assert after.revision == 4
    assert [(ply.number, ply.move) for ply in after.plies] == [(1, match.plies[0].move), (4, match.plies[1].move)]
    assert after.position == match.position


async def test_the_cache_follows_every_change(database: Database, matches: Matches, clock: Hands) -> None:
    match = await stored(database)
    changes: list[Callable[[int, int], Awaitable[Match]]] = [
        lambda game, revision: matches.play(game, revision, MINA, FIRST),
        lambda game, revision: matches.play(game, revision, TOM, SECOND),
        lambda game, revision: matches.undo(game, revision, TOM),
        lambda game, revision: matches.resign(game, revision, MINA),
    ]
    for revision, change in enumerate(changes):
        match = await change(match.id, revision)
        row = await database.read(find_game, match.id)
        assert row is not None
        assert (row.revision, row.cache) == (revision + 1, cache_of(match))
        assert match.ended_at == row.cache.ended_at == (clock.now if match.outcome else None)


# --- refusals: nothing changes


async def test_no_game(database: Database, matches: Matches) -> None:
    assert (await refused(database, matches.load(77), "no_game")).match is None
    await refused(database, matches.play(77, 0, MINA, ADVANCE), "no_game")


def attempts(matches: Matches, match: Match, revision: int, user: int) -> list[Awaitable[Match]]:
    """Every change that somebody can ask for."""
    return [
        matches.play(match.id, revision, user, ADVANCE),
        matches.undo(match.id, revision, user),
        matches.resign(match.id, revision, user),
        matches.agree_to_cancel(match.id, revision, user, 1),
        matches.give_back(match.id, revision, user),
        matches.claim(match.id, revision, user),
    ]


@pytest.mark.slow
@pytest.mark.parametrize("revision", [-1, 0, 1, 3, 2**40])
async def test_another_revision_is_stale(database: Database, matches: Matches, revision: int) -> None:
    match = await played(matches, await stored(database), HELD)
    for user in (MINA, TOM):
        for attempt in attempts(matches, match, revision, user):
            refusal = await refused(database, attempt, "stale")
            assert refusal.match == match


async def test_an_old_button_is_stale_after_an_undo_too(database: Database, matches: Matches) -> None:
    match = await played(matches, await stored(database), HELD)
    await matches.undo(match.id, 2, TOM)
    await refused(database, matches.play(match.id, 1, TOM, SECOND), "stale")


async def test_not_your_move(database: Database, matches: Matches) -> None:
    match = await stored(database, new_match(first=2))
    refusal = await refused(database, matches.play(match.id, 0, MINA, ADVANCE), "not_your_move")
    assert refusal.match == match


async def test_an_illegal_move_says_why(database: Database, matches: Matches) -> None:
    match = await played(matches, await stored(database), "21N@A1")
    refusal = await refused(database, matches.play(match.id, 1, TOM, LEATHER), "illegal")
    assert isinstance(refusal, Illegal)
    assert isinstance(refusal.cause, IllegalMove)
    assert refusal.cause.reason == "no_leather"
    assert refusal.match == match
    await refused(database, matches.play(match.id, 1, TOM, FIRST), "illegal")  # Mina has it


async def test_nothing_to_undo(database: Database, matches: Matches) -> None:
    fresh = await stored(database)
    await refused(database, matches.undo(fresh.id, 0, MINA), "nothing_to_undo")
    match = await played(matches, await stored(database), "+")  # the hand-over
    for user, reason in ((MINA, "not_your_move"), (TOM, "nothing_to_undo")):
        refusal = await refused(database, matches.undo(match.id, 1, user), reason)
        assert refusal.match == match


async def test_nobody_takes_back_the_move_that_the_other_still_holds(database: Database, matches: Matches) -> None:
    match = await played(matches, await stored(database), HELD)
    await refused(database, matches.undo(match.id, 2, MINA), "not_your_move")


async def test_nobody_agrees_to_their_own_offer(database: Database, matches: Matches) -> None:
    match = await stored(database)
    for user, seat in ((MINA, 1), (TOM, 2)):
        refusal = await refused(database, matches.agree_to_cancel(match.id, 0, user, seat), "own_offer")
        assert refusal.match == match


# --- to give a move back, and to close


async def test_the_last_move_can_be_given_back_after_the_hand_over(database: Database, matches: Matches) -> None:
    match = await played(matches, await paced(database), HELD)
    match = await played(matches, match, "3N@A5 +")
    assert match.mover == MINA
    ply = match.plies[-1]
    await refused(database, matches.give_back(match.id, match.revision, TOM), "nothing_to_give_back")
    given = await matches.give_back(match.id, match.revision, MINA)
    assert given.mover == TOM
    assert given.revision == match.revision + 1
    assert given.plies == match.plies[:-1]
    assert given.record.moves == tuple(ply.move for ply in given.plies)
    assert (await matches.load(match.id)) == given
    assert ply.seat == 2


async def test_a_moderator_closes_a_game_once(database: Database, matches: Matches) -> None:
    match = await paced(database)
    closed = await matches.close(match.id, "moderator")
    assert (closed.outcome, closed.winner, closed.mover) == (Outcome("closed", why="moderator"), None, None)
    await refused(database, matches.close(match.id, "moderator"), "ended")


# --- several games, and lists of them


@pytest.mark.slow
async def test_games_side_by_side_do_not_touch_each_other(database: Database, matches: Matches) -> None:
    begun = [await stored(database, new_match(1 + number % 2)) for number in range(4)]

    async def play_alone(match: Match, seed: int) -> Match:
        rng = random.Random(seed)
        for _ in range(25):
            if match.undoable and rng.random() < 0.3:
                match = await matches.undo(match.id, match.revision, mover_of(match))
            else:
                move = random_move(rng, match)
                match = await matches.play(match.id, match.revision, mover_of(match), move)
        return match

    played = await asyncio.gather(*(play_alone(match, number) for number, match in enumerate(begun)))
    assert len({match.position for match in played}) == 4
    for match in played:
        assert await matches.load(match.id) == match
        events = await log_of(database, match)
        assert [event.number for event in events] == list(range(1, match.revision + 1))
        assert match.revision >= 25


@pytest.mark.slow
async def test_replaying_a_stored_game_gives_the_match_of_its_last_change(database: Database, matches: Matches) -> None:
    for seed in range(3):
        rng = random.Random(seed)
        match = await stored(database, new_match(track=rng.choice(("classic", "revised"))))
        while not match.outcome:
            if match.undoable and rng.random() < 0.2:
                match = await matches.undo(match.id, match.revision, mover_of(match))
            else:
                match = await matches.play(match.id, match.revision, mover_of(match), random_move(rng, match))
        assert match.outcome.termination == "finished"
        assert await matches.load(match.id) == match


async def test_running_games_of_a_user(database: Database, matches: Matches) -> None:
    one, two = await stored(database), await stored(database)
    await stored(database, new_match(users=(TOM, EVE)))
    await matches.resign(two.id, 0, TOM)
    assert [row.id for row in await matches.running_of(MINA)] == [one.id]
    assert [row.id for row in await matches.running_of(MINA, channel_id=CHANNEL)] == [one.id]
    assert not await matches.running_of(MINA, channel_id=CHANNEL + 1)


async def test_the_boards_of_games_are_found_where_they_stand(database: Database, matches: Matches) -> None:
    await stored(database)  # and nobody has posted its board
    shown = await stored(database)
    await database.write(record_message, board(555, shown.id))
    assert await matches.boards_of(await matches.running_of(MINA)) == {shown.id: 555}
    assert await matches.boards_of([]) == {}


# --- races


@pytest.mark.slow
async def test_of_changes_that_race_for_a_revision_one_wins(database: Database, matches: Matches) -> None:
    for winner in range(8):
        match = await played(matches, await stored(database), HELD)
        racers = [
            matches.play(match.id, 2, TOM, ADVANCE),
            matches.play(match.id, 2, TOM, THIRD),
            matches.undo(match.id, 2, TOM),
            matches.play(match.id, 2, TOM, ADVANCE),
            matches.agree_to_cancel(match.id, 2, TOM, 1),
            matches.agree_to_cancel(match.id, 2, MINA, 2),
            matches.resign(match.id, 2, MINA),
            matches.resign(match.id, 2, TOM),
        ]
        results = await asyncio.gather(*racers[winner:], *racers[:winner], return_exceptions=True)
        won = [result for result in results if isinstance(result, Match)]
        lost = [result.reason for result in results if isinstance(result, Refusal)]
        assert won == [await matches.load(match.id)]
        assert len(lost) == 7
        assert set(lost) <= {"stale", "ended"}
        assert len(await log_of(database, match)) == 3


async def test_giving_back_and_moving_race_for_the_revision(database: Database, matches: Matches) -> None:
    match = await played(matches, await paced(database), "21N@A1")
    assert match.mover == TOM
    results = await asyncio.gather(
        matches.give_back(match.id, 1, TOM),
        matches.play(match.id, 1, TOM, SECOND),
        return_exceptions=True,
    )
    assert sum(isinstance(result, Match) for result in results) == 1
    assert (await matches.load(match.id)).revision == 2


async def test_a_double_tap_on_undo_takes_back_one_move(database: Database, matches: Matches) -> None:
    match = await played(matches, await stored(database), HELD + " 3N@A5")  # Tom could take back two
    taps = (matches.undo(match.id, 3, TOM) for _ in range(2))
    results = await asyncio.gather(*taps, return_exceptions=True)
    (undone,) = (result for result in results if isinstance(result, Match))
    (refused,) = (result for result in results if isinstance(result, Refusal))
    assert refused.reason == "stale"
    assert refused.match == undone == await matches.load(match.id)


async def test_two_programs_that_race_agree_on_the_winner(path: Path, clock: Hands) -> None:
    async with opened(path) as one, opened(path) as two:
        both = (Matches(one, clock), Matches(two, clock))
        match = await stored(one)
        for _ in range(20):
            racers = (matches.play(match.id, match.revision, mover_of(match), ADVANCE) for matches in both)
            results = await asyncio.gather(*racers, return_exceptions=True)
            (won,) = (result for result in results if isinstance(result, Match))
            (lost,) = (result for result in results if not isinstance(result, Match))
            assert isinstance(lost, Refusal)
            assert lost.reason == "stale"
            assert lost.match == won
            match = won
            if match.position.leather:
                match = await both[0].play(match.id, match.revision, mover_of(match), match.position.legal_moves[0])


async def test_one_who_loses_at_the_insertion_is_told_that_it_is_stale(
    database: Database, matches: Matches, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As on a database where another process may insert between our reading and our writing."""
    match = await stored(database)
    now = await played(matches, match, "+")
    seen = [match]

    def late(connection: Connection, match_id: int, known: Match | None = None, *, lock: bool = False) -> Match:
        return seen.pop() if seen else load_match(connection, match_id, known, lock=lock)

    monkeypatch.setattr("bot.matches.play.load_match", late)
    refusal = await refused(database, matches.play(match.id, 0, MINA, FIRST), "stale")
    assert refusal.match == now


async def test_a_caller_who_gives_up_finds_the_move_made(database: Database, matches: Matches) -> None:
    match = await stored(database)
    on_behalf_of.set(MINA)
    caller = asyncio.create_task(matches.play(match.id, 0, MINA, FIRST))
    await asyncio.sleep(0)
    caller.cancel()
    with pytest.raises(asyncio.CancelledError):
        await caller
    assert (await matches.load(match.id)).revision == 1


# --- storage


async def test_a_stored_setup_is_read_back_with_every_header(database: Database, matches: Matches) -> None:
    ring = tuple(random.Random(5).sample(range(1, 33), 32))
    match = await stored(database, new_match(2, track="revised", ring=(*ring, 0)))
    assert await matches.load(match.id) == match
    assert match.setup.start == (await matches.load(match.id)).position


async def test_the_log_is_the_truth_and_the_cache_is_not_read(database: Database, matches: Matches) -> None:
    match = new_match()
    wrong = cache_of(told(match, "resign"))
    game = NewGame(GUILD, CHANNEL, MINA, TOM, str(match.setup), "en", 1_000)
    game_id = await database.write(add_game, game, wrong)
    assert (await matches.load(game_id)).outcome is None


async def test_the_more_games_are_running_the_more_seldom_they_are_counted(
    database: Database, matches: Matches, clock: Hands
) -> None:
    for _ in range(COUNTED):
        await database.write(new_game)
    assert await matches.count_running() == COUNTED
    await database.write(new_game)
    assert await matches.count_running() == COUNTED
    clock.now += 1
    assert await matches.count_running() == COUNTED + 1
