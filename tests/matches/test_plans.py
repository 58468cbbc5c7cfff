"""Plans: what somebody who waits will do when it becomes their move, in the transaction of the move that it answers."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace

import pytest
from sqlalchemy import Connection

from bot.matches.answers import Answers
from bot.matches.audit import Audit
from bot.matches.log import cache_of
from bot.matches.match import Match, Ply, Refusal
from bot.matches.plan import BadPlan, Entry, Plan, next_move, parse_plan, why_it_stops
from bot.matches.plans import Plans, why_stopped
from bot.matches.play import Matches
from bot.matches.postings import Postings
from bot.matches.privacy import Privacy
from bot.matches.timers import Timers
from bot.store.backend.database import Database
from bot.store.changes import append
from bot.store.games import LogRow, read_log
from bot.store.messages import MessageRow
from bot.store.plans import find_plan
from game import ADVANCE, Position, Step, parse_move
from game.facts import BonusTaken
from tests.matches.building import (
    SECOND,
    THIRD,
    Hands,
    mover_of,
    new_match,
    new_rival_match,
    paced,
    played,
    refused,
    stored,
)
from tests.store.building import CHANNEL, EVE, MINA, TOM, opened, rows


@pytest.fixture
async def elsewhere(url: str, database: Database) -> AsyncIterator[Database]:
    """The same database, opened by another program."""
    async with opened(url) as other:
        yield other


@pytest.fixture
def plans(database: Database) -> Plans:
    return Plans(database)


async def mina_to_move(database: Database) -> Match:
    """A game in which mina is to move, and tom waits."""
    return await stored(database)


async def moves_of(database: Database, match: Match) -> list[tuple[str, str | None]]:
    return [(event.text, event.how) for event in await database.read(read_log, match.id)]


async def stopped(database: Database, match: Match) -> tuple[int | None, str | None]:
    """Who is to move with no plan left, and why that stopped."""
    assert not match.has_plan(match.to_move)
    assert not match.has_plan(match.position.turn ^ 3)
    return match.mover, await database.read(why_stopped, match)


# --- what it does


async def test_a_plan_is_carried_out_in_the_transaction_of_the_move_that_it_answers(
    database: Database, matches: Matches, plans: Plans
) -> None:
    match = await mina_to_move(database)
    told: list[int] = []
    database.follow(lambda changes: told.extend(change.game.revision for change in changes))
    _, plan = await plans.add(match.id, 0, TOM, SECOND)
    assert [str(entry) for entry in plan.entries] == ["29N@A1 0"]
    assert told == [], "nobody hears of a plan"
    match = await played(matches, match, "21N@A1")
    assert await moves_of(database, match) == [("21N@A1", None), ("29N@A1", "planned")]
    assert told == [2]
    assert (match.mover, match.plans) == (TOM, 0)  # he is still behind, and the list is at its end
    assert await database.read(find_plan, match.id, 2) is None
    assert match == await matches.load(match.id)


async def test_the_first_entry_that_is_possible_is_done_and_the_list_goes_on_below_it(
    database: Database, matches: Matches, plans: Plans
) -> None:
    match = await mina_to_move(database)
    for move in ("28N@E5", "29N@A1", "3N@A5", "+"):
        await plans.add(match.id, 0, TOM, parse_move(move))
    match = await played(matches, match, "21N@A1")  # 28 costs nothing, and brings tom to space 3
    assert await moves_of(database, match) == [
        ("21N@A1", None),
        ("28N@E5", "planned"),
        ("+", "planned"),  # 29 and 3 lie at the far end of the ring now
    ]
    assert match.mover == MINA


async def test_an_entry_may_depend_on_what_the_opponent_does(
    database: Database, matches: Matches, plans: Plans
) -> None:
    for moves, answer in (("+", "29N@A1"), ("21N@A1", "3N@A5")):
        match = await mina_to_move(database)
        await plans.add(match.id, 0, TOM, SECOND, "+")
        await plans.add(match.id, 0, TOM, THIRD, "21")
        match = await played(matches, match, moves)
        assert (await moves_of(database, match))[1] == (answer, "planned")


async def test_who_moves_twice_has_done_none_of_what_an_entry_speaks_of(
    database: Database, matches: Matches, plans: Plans
) -> None:
    match = await played(matches, await mina_to_move(database), "21N@A1")  # tom is to move, and can twice
    await plans.add(match.id, 1, MINA, ADVANCE, "29")
    match = await played(matches, match, "29N@A1 3N@A5 +")
    assert await stopped(database, match) == (MINA, "none")
    assert all(how is None for _, how in await moves_of(database, match))


async def test_where_a_list_says_wait_its_player_is_waited_for(
    database: Database, matches: Matches, plans: Plans
) -> None:
    match = await mina_to_move(database)
    await plans.add(match.id, 0, TOM, None, "21")
    await plans.add(match.id, 0, TOM, ADVANCE)
    match = await played(matches, match, "21N@A1")
    assert await stopped(database, match) == (TOM, "wait")
    assert match.revision == 1


async def test_who_was_waited_for_is_told_why_until_something_happens(
    database: Database, matches: Matches, plans: Plans
) -> None:
    match = await mina_to_move(database)
    await plans.add(match.id, 0, TOM, SECOND)
    await plans.add(match.id, 0, TOM, THIRD, "29")
    match = await played(matches, match, "21N@A1")
    assert await stopped(database, match) == (TOM, "none"), "the first entry was carried out, the second was not"
    assert match.plies[-1].how == "planned"
    assert await stopped(database, await Matches(database, Hands()).load(match.id)) == (TOM, "none")
    match = await matches.undo(match.id, match.revision, TOM)
    assert await stopped(database, match) == (TOM, None)
    assert (await database.read(rows))["plans"] == []


def test_it_waits_for_leather_that_it_does_not_place() -> None:
    leather = Position("classic", tuple(range(20)), leather=2)
    match = replace(new_match(), plies=(Ply(1, 1, ADVANCE, Step(leather, ())),), revision=1)
    plan = Plan((Entry(ADVANCE),))
    assert (next_move(match, 2, plan), why_it_stops(match, 2, plan)) == (None, "leather")
    assert next_move(match, 2, Plan((Entry(ADVANCE), Entry(parse_move("*C4"))))) == (1, parse_move("*C4"))


def test_it_waits_once_somebody_took_the_bonus() -> None:
    step = Step(Position("classic", tuple(range(20)), token=2), (BonusTaken(1),))
    match = replace(new_match(), plies=(Ply(1, 1, SECOND, step),), revision=1)
    plan = Plan((Entry(ADVANCE),))
    assert (next_move(match, 2, plan), why_it_stops(match, 2, plan)) == (None, "bonus")
    assert next_move(match, 2, Plan((Entry(ADVANCE),), revision=1)) == (0, ADVANCE), "its player knows of it"


def test_two_plans_answer_each_other_until_somebody_must_choose() -> None:
    """Whoever is to move has none, so a game that rests never has two; this is what would become of them."""
    match = replace(new_match().after(LogRow(1, "move", 1, "21N@A1", 0)), plans=3)
    plans = {1: Plan((Entry(ADVANCE),), revision=1), 2: Plan((Entry(ADVANCE), Entry(ADVANCE)))}
    answers = Answers(plans.__getitem__, lambda _: True, 0)
    while event := answers.next(match):
        match = match.after(event)
    assert [(ply.seat, ply.how) for ply in match.plies] == [(1, None), (2, "planned"), (1, "planned"), (2, "planned")]
    assert (match.to_move, answers.why_it_stops(match, 1), answers.why_it_stops(match, 2)) == (1, None, None)


def test_a_plan_is_read_back_as_it_was_written() -> None:
    plan = Plan((Entry(THIRD, "21", 4), Entry(ADVANCE, "", 4), Entry(None, "+", 5)), 5)
    assert parse_plan(plan.text, 5) == plan
    for text in ("banana 3", "29N@A1", "29N@A1 x", "30N@I9 4"):
        with pytest.raises(BadPlan):
            parse_plan(text, 0)


# --- what makes it wait


async def test_it_waits_once_something_was_taken_back(database: Database, matches: Matches, plans: Plans) -> None:
    match = await played(matches, await mina_to_move(database), "21N@A1")
    await plans.add(match.id, 1, MINA, ADVANCE)
    match = await played(matches, match, "29N@A1")
    match = await matches.undo(match.id, match.revision, TOM)
    match = await played(matches, match, "+")
    assert await stopped(database, match) == (MINA, "back")


async def test_it_goes_on_if_its_player_says_so_after_something_was_taken_back(
    database: Database, matches: Matches, plans: Plans
) -> None:
    match = await played(matches, await mina_to_move(database), "21N@A1")
    await plans.add(match.id, 1, MINA, ADVANCE)
    match = await played(matches, match, "29N@A1")
    match = await matches.undo(match.id, match.revision, TOM)
    _, plan = await plans.of(match.id, MINA)
    assert plan.waits(match, 1) == "back"
    await plans.keep(match.id, match.revision, MINA)
    match = await played(matches, match, "+")
    assert (await moves_of(database, match))[-1] == ("+", "planned")


async def test_it_waits_once_something_was_asked(database: Database, matches: Matches, plans: Plans) -> None:
    match = await mina_to_move(database)
    await plans.add(match.id, 0, TOM, SECOND)
    offer = MessageRow(77, match.id, CHANNEL, "cancel1", 0, 1, "live")
    await Postings(database).note_post(offer, match)
    match, plan = await plans.of(match.id, TOM)
    assert plan.waits(match, 2) == "held"
    match = await played(matches, match, "21N@A1")
    assert await stopped(database, match) == (TOM, "held")
    assert match.revision == 1


async def test_it_waits_in_a_game_that_was_paused(
    database: Database, matches: Matches, plans: Plans, timers: Timers
) -> None:
    match = await paced(database)
    offer = MessageRow(77, match.id, CHANNEL, "pause1", 0, 1, "live")
    await Postings(database).note_post(offer, match)
    match = await timers.pause(match.id, TOM, 0, "pause1")
    await plans.add(match.id, 0, TOM, SECOND)
    match = await played(matches, match, "21N@A1")
    assert await stopped(database, match) == (TOM, "paused")
    assert match.revision == 1


async def test_it_never_outlives_a_move_of_its_own_player(database: Database, matches: Matches, plans: Plans) -> None:
    match = await played(matches, await mina_to_move(database), "21N@A1")
    await plans.add(match.id, 1, MINA, ADVANCE)
    match = await matches.play(match.id, 1, TOM, SECOND)
    given = await played(matches, match, "+")
    assert (given.mover, given.plans) == (TOM, 0)


async def test_who_takes_a_move_back_makes_the_next_one_by_hand(
    database: Database, matches: Matches, plans: Plans
) -> None:
    match = await played(matches, await mina_to_move(database), "21N@A1 29N@A1 +")
    assert match.mover == MINA
    await plans.add(match.id, match.revision, TOM, ADVANCE)
    match = await matches.give_back(match.id, match.revision, MINA)
    assert await stopped(database, match) == (TOM, "back")
    assert (await Audit(database, Hands()).examine()).findings == []


# --- who may plan what


@pytest.mark.slow
async def test_a_plan_is_refused_in_one_word_and_nothing_changes(
    database: Database, matches: Matches, plans: Plans
) -> None:
    match = await mina_to_move(database)
    await refused(database, plans.add(match.id, 0, MINA, ADVANCE), "plan_too_late")
    await refused(database, plans.add(match.id, 0, EVE, ADVANCE), "not_playing")
    await refused(database, plans.add(match.id, 7, TOM, ADVANCE), "stale")
    await refused(database, plans.add(99, 0, TOM, ADVANCE), "no_game")
    await refused(database, plans.add(match.id, 0, TOM, parse_move("30N@A1")), "plan_impossible")
    await refused(database, plans.add(match.id, 0, TOM, SECOND, "17"), "plan_impossible")
    await refused(database, plans.add(match.id, 0, TOM, parse_move("21N@A1"), "21"), "plan_impossible")
    solo = await stored(database, new_rival_match(first=2))
    await refused(database, plans.add(solo.id, 0, MINA, ADVANCE), "nobody_else")
    for move in ("21N@A1", "29N@A1", "3N@A5", "+", "28N@A1"):
        await plans.add(match.id, 0, TOM, parse_move(move))
    await refused(database, plans.add(match.id, 0, TOM, None), "plan_full")
    await matches.resign(match.id, 0, MINA)
    await refused(database, plans.add(match.id, 1, TOM, ADVANCE), "ended")


async def test_a_double_tap_writes_an_entry_once_and_two_windows_lose_nothing(database: Database, plans: Plans) -> None:
    match = await mina_to_move(database)
    await asyncio.gather(*(plans.add(match.id, 0, TOM, move) for move in (SECOND, SECOND, THIRD, THIRD)))
    _, plan = await plans.of(match.id, TOM)
    assert sorted(map(str, plan.entries)) == ["29N@A1 0", "3N@A5 0"]
    _, plan = await plans.remove(match.id, 0, TOM, "29N@A1 0")
    _, plan = await plans.remove(match.id, 0, TOM, "29N@A1 0")
    assert [entry.move for entry in plan.entries] == [THIRD]
    match, plan = await plans.withdraw(match.id, TOM)
    assert (plan, match.plans) == (Plan(), 0)
    match, plan = await plans.withdraw(match.id, TOM)
    assert plan == Plan()


async def test_what_is_exported_holds_ones_own_plans_only_and_forgetting_takes_them(
    database: Database, plans: Plans
) -> None:
    match = await mina_to_move(database)
    await plans.add(match.id, 0, TOM, SECOND)
    privacy = Privacy(database, Hands())
    assert "29N@A1" in await privacy.export(TOM)
    assert "29N@A1" not in await privacy.export(MINA)
    assert '"plans": 2' not in await privacy.export(MINA)
    await privacy.forget(TOM)
    assert (await database.read(rows))["plans"] == []


async def test_forgetting_takes_the_plans_in_a_game_that_cannot_be_replayed(database: Database, plans: Plans) -> None:
    match = await mina_to_move(database)
    await plans.add(match.id, 0, TOM, SECOND)
    await database.write(lambda connection: connection.exec_driver_sql("UPDATE games SET setup = 'banana'"))
    assert (await Privacy(database, Hands()).forget(TOM)).resigned == []
    assert (await database.read(rows))["plans"] == []


async def test_the_doctor_finds_plans_that_can_never_be_carried_out(database: Database, plans: Plans) -> None:
    match = await mina_to_move(database)
    await plans.add(match.id, 0, TOM, SECOND)
    audit = Audit(database, Hands())
    assert (await audit.examine()).findings == []
    await database.write(lambda connection: connection.exec_driver_sql("UPDATE plans SET text = 'banana'"))
    (finding,) = (await audit.examine()).findings
    assert "a plan that can never be carried out" in finding.sentence
    mended = await audit.examine_games([match.id], repair=True)
    assert (mended.mended, mended.findings) == (1, [])
    assert (await database.read(rows))["plans"] == []


async def test_a_release_that_knows_no_plans_leaves_behind_what_is_never_carried_out(
    database: Database, matches: Matches, plans: Plans
) -> None:
    """It appends to the log, and leaves plans and what is noted of them alone."""

    def make(connection: Connection, match: Match, *moves: str) -> None:
        for move in moves:
            event = LogRow(match.revision + 1, "move", match.position.turn, move, 1)
            match = match.after(event)
            append(connection, match.id, event, cache_of(match))

    to_move, waits = [await mina_to_move(database) for _ in range(2)]
    for match in (to_move, waits):
        await plans.add(match.id, 0, TOM, ADVANCE)
    await database.write(make, to_move, "21N@A1")
    await database.write(make, waits, "21N@A1", "29N@A1", "3N@A5", "+")
    match, plan = await plans.of(waits.id, TOM)
    assert plan.waits(match, 2) == "back"
    (finding,) = (await Audit(database, Hands()).examine()).findings
    assert (finding.game_id, finding.repairable) == (to_move.id, True)
    for match in (to_move, waits):
        match = await matches.load(match.id)
        match = await matches.play(match.id, match.revision, mover_of(match), ADVANCE)
        assert all(ply.how is None for ply in match.plies)
    assert (await Audit(database, Hands()).examine()).findings == []


# --- races


@pytest.mark.slow
async def test_of_a_plan_and_the_move_that_it_would_answer_either_comes_first(
    database: Database, elsewhere: Database, clock: Hands
) -> None:
    """And nothing is lost, whichever process is faster."""
    matches, plans = Matches(database, clock), Plans(elsewhere)
    answered = refused_late = 0
    for _ in range(40):
        match = await mina_to_move(database)
        made, planned = await asyncio.gather(
            matches.play(match.id, 0, MINA, parse_move("21N@A1")),
            plans.add(match.id, 0, TOM, SECOND),
            return_exceptions=True,
        )
        assert isinstance(made, Match)
        match = await matches.load(match.id)
        if isinstance(planned, Refusal):
            assert planned.reason in ("stale", "plan_too_late")
            assert (match.revision, match.plans) == (1, 0)
            refused_late += 1
        else:
            assert await moves_of(database, match) == [("21N@A1", None), ("29N@A1", "planned")]
            answered += 1
        assert (await database.read(rows))["plans"] == []
    assert answered + refused_late == 40
