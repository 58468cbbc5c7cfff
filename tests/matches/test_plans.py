"""Plans: what somebody who waits will do when it becomes their move, in the transaction of the move that it answers.

What they do in any order of moves, offers and pauses is held in `test_games_in_any_order.py`, and in whole games in
`test_planned_games.py`.
"""

import asyncio
from dataclasses import replace

import pytest
from sqlalchemy import Connection

from bot.matches.answers import Answers
from bot.matches.log import cache_of
from bot.matches.match import Match, Ply, Refusal
from bot.matches.plan import BadPlan, Entry, Plan, next_move, parse_plan, why_it_stops
from bot.matches.plans import why_stopped
from bot.store.changes import append
from bot.store.games import LogRow
from bot.store.plans import find_plan
from game import ADVANCE, Position, Step, parse_move
from game.facts import BonusTaken
from tests.matches.building import FIRST, SECOND, THIRD, copied, mover_of, new_match, new_rival_match
from tests.matches.club import Club
from tests.store.building import MINA, TOM


async def moves_of(club: Club, match: Match) -> list[tuple[str, str | None]]:
    return [(event.text, event.how) for event in await club.log(match)]


async def planned(club: Club) -> Match:
    """A game in which Mina is to move, and Tom, who waits, plans to take the second patch."""
    match = await club.stored()
    await club.plans.add(match.id, 0, TOM, SECOND)
    return match


async def test_a_plan_is_carried_out_in_the_transaction_of_the_move_that_it_answers(club: Club) -> None:
    match = await club.stored()
    told: list[int] = []
    club.database.follow(lambda changes: told.extend(change.game.revision for change in changes))
    _, plan = await club.plans.add(match.id, 0, TOM, SECOND)
    assert [str(entry) for entry in plan.entries] == ["29N@A1 0"]
    assert told == [], "nobody hears of a plan"
    match = await club.played(match, "21N@A1")
    assert await moves_of(club, match) == [("21N@A1", None), ("29N@A1", "planned")]
    assert told == [2]
    assert (match.mover, match.plans) == (TOM, 0)  # he is still behind, and the list is at its end
    assert await club.read(find_plan, match.id, 2) is None
    assert match == await club.load(match.id)


async def test_after_something_was_taken_back_it_goes_on_if_its_player_says_so(club: Club) -> None:
    match = await club.begun("21N@A1")
    await club.plans.add(match.id, 1, MINA, ADVANCE)
    match = await club.undone(await club.played(match, "29N@A1"))
    _, plan = await club.plans.of(match.id, MINA)
    assert plan.waits(match, 1) == "back"
    await club.plans.keep(match.id, match.revision, MINA)
    match = await club.played(match, "+")
    assert (await moves_of(club, match))[-1] == ("+", "planned")


async def test_it_waits_in_a_game_that_was_paused(club: Club) -> None:
    match = await club.paced()
    await club.timers.pause(match.id, TOM, 0, "pause1")
    await club.plans.add(match.id, 0, TOM, SECOND)
    match = await club.played(match, "21N@A1")
    assert (match.revision, await club.read(why_stopped, match)) == (1, "paused")


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


async def test_a_plan_is_refused_in_one_word_and_nothing_changes(club: Club) -> None:
    match = await club.stored()
    await club.refused(club.plans.add(99, 0, TOM, ADVANCE), "no_game")
    for move, when in (("30N@A1", ""), ("29N@A1", "17"), ("21N@A1", "21")):
        await club.refused(club.plans.add(match.id, 0, TOM, parse_move(move), when), "plan_impossible")
    solo = await club.stored(new_rival_match(first=2))
    await club.refused(club.plans.add(solo.id, 0, MINA, ADVANCE), "nobody_else")
    for move in ("21N@A1", "29N@A1", "3N@A5", "+", "28N@A1"):
        await club.plans.add(match.id, 0, TOM, parse_move(move))
    await club.refused(club.plans.add(match.id, 0, TOM, None), "plan_full")


async def test_a_double_tap_writes_an_entry_once_and_two_windows_lose_nothing(club: Club) -> None:
    match = await club.stored()
    await asyncio.gather(*(club.plans.add(match.id, 0, TOM, move) for move in (SECOND, SECOND, THIRD, THIRD)))
    _, plan = await club.plans.of(match.id, TOM)
    assert sorted(map(str, plan.entries)) == ["29N@A1 0", "3N@A5 0"]
    _, plan = await club.plans.remove(match.id, 0, TOM, "29N@A1 0")
    _, plan = await club.plans.remove(match.id, 0, TOM, "29N@A1 0")
    assert [entry.move for entry in plan.entries] == [THIRD]
    match, plan = await club.plans.withdraw(match.id, TOM)
    assert (plan, match.plans) == (Plan(), 0)
    match, plan = await club.plans.withdraw(match.id, TOM)
    assert plan == Plan()


async def test_what_is_exported_holds_ones_own_plans_only_and_forgetting_takes_them(club: Club) -> None:
    await planned(club)
    mina, tom = [str(copied(await club.privacy.export(user))) for user in (MINA, TOM)]
    assert "29N@A1" in tom
    assert "29N@A1" not in mina
    assert "'plans': 2" not in mina
    await club.spoil("UPDATE games SET setup = 'banana'")
    assert (await club.privacy.forget(TOM)).resigned == [], "for the game cannot be replayed"
    assert await club.rows("plans") == []


async def test_the_doctor_finds_plans_that_can_never_be_carried_out(club: Club) -> None:
    match = await planned(club)
    assert await club.findings() == []
    await club.spoil("UPDATE plans SET text = 'banana'")
    (sentence,) = await club.findings()
    assert "a plan that can never be carried out" in sentence
    mended = await club.audit.examine_games([match.id], repair=True)
    assert (mended.mended, mended.findings) == (1, [])
    assert await club.rows("plans") == []


async def test_a_release_that_knows_no_plans_leaves_behind_what_is_never_carried_out(club: Club) -> None:
    """It appends to the log, and leaves plans and what is noted of them alone."""

    def make(connection: Connection, match: Match, *moves: str) -> None:
        for move in moves:
            event = LogRow(match.revision + 1, "move", match.position.turn, move, 1)
            match = match.after(event)
            append(connection, match.id, event, cache_of(match))

    to_move, waits = [await club.stored() for _ in range(2)]
    for match in (to_move, waits):
        await club.plans.add(match.id, 0, TOM, ADVANCE)
    await club.write(make, to_move, "21N@A1")
    await club.write(make, waits, "21N@A1", "29N@A1", "3N@A5", "+")
    match, plan = await club.plans.of(waits.id, TOM)
    assert plan.waits(match, 2) == "back"
    (finding,) = (await club.audit.examine()).findings
    assert (finding.game_id, finding.repairable) == (to_move.id, True)
    for match in (to_move, waits):
        match = await club.load(match.id)
        match = await club.play(match.id, match.revision, mover_of(match), ADVANCE)
        assert all(ply.how is None for ply in match.plies)
    assert await club.findings() == []


@pytest.mark.slow
async def test_of_a_plan_and_the_move_that_it_would_answer_either_comes_first(club: Club, elsewhere: Club) -> None:
    """And nothing is lost, whichever process is faster."""
    for _ in range(40):
        match = await club.stored()
        made, plan = await asyncio.gather(
            club.play(match.id, 0, MINA, FIRST), elsewhere.plans.add(match.id, 0, TOM, SECOND), return_exceptions=True
        )
        assert isinstance(made, Match)
        match = await club.load(match.id)
        if isinstance(plan, Refusal):
            assert plan.reason in ("stale", "plan_too_late")
            assert (match.revision, match.plans) == (1, 0)
        else:
            assert await moves_of(club, match) == [("21N@A1", None), ("29N@A1", "planned")]
        assert await club.rows("plans") == []
