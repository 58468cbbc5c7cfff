"""Moves without a choice make themselves, in the transaction of the move before them."""

import random
from collections.abc import Sequence
from dataclasses import replace

import pytest

from bot.matches.match import Match, Ply
from bot.matches.news import news_of
from bot.store.changes import Change
from bot.store.games import LogRow
from game import ADVANCE, PATCHES, Position, Step, parse_move
from tests.game.building import FULL, seat
from tests.matches.building import mover_of, new_match, new_rival_match, new_solo_match, random_move
from tests.matches.club import Club
from tests.store.building import MINA, TOM


def ring(*first: int) -> tuple[int, ...]:
    """A ring that begins with some patches."""
    return (*first, *(patch for patch in range(1, 33) if patch not in first), 0)


BOTH_POOR = new_match(ring=ring(21, 29, *(patch.id for patch in PATCHES if patch.cost > 6)))
"""Once Mina has taken 21 and Tom 29, he can pay for nothing, and after him Mina cannot either."""

TOM_POOR = new_match(ring=ring(21, 29, *(patch.id for patch in PATCHES if patch.cost in (4, 5) and patch.id)))
"""Once Mina has taken 21 and Tom 29, he can pay for nothing, but Mina can."""

ONE_FREE = "." + FULL[1:]
"""The diagram of a quilt with one free square, A1."""


async def begun(club: Club, match: Match) -> Match:
    """A match that has just begun, between two who have played before."""
    await club.not_new(MINA, TOM)
    return await club.stored(match)


async def events(club: Club, match: Match) -> list[tuple[str, str, str | None]]:
    return [(event.kind, event.text, event.how) for event in await club.log(match)]


async def test_who_has_no_choice_is_moved_in_the_transaction_of_the_move_before(club: Club) -> None:
    told: list[Sequence[Change]] = []
    club.database.follow(told.append)
    match = await club.played(await begun(club, BOTH_POOR), "21N@A1")
    told.clear()
    match = await club.played(match, "29N@A1")
    assert (await events(club, match))[1:] == [
        ("move", "29N@A1", None),
        ("move", "+", "forced"),
        ("move", "+", "forced"),
    ]
    assert match.mover == TOM
    assert len(match.position.legal_moves) > 1
    ((change,),) = told
    assert (change.game.revision, change.game.to_move) == (4, 2)


async def test_undoing_brings_back_the_moment_in_which_somebody_chose(club: Club) -> None:
    before = await club.played(await begun(club, BOTH_POOR), "21N@A1")
    match = await club.played(before, "29N@A1")
    undone = await club.matches.undo(match.id, match.revision, TOM)
    assert (undone.plies, undone.mover, undone.revision) == (before.plies, TOM, 7)
    assert await club.load(match.id) == undone
    assert [event[:2] for event in (await events(club, match))[4:]] == [
        ("undo", "+"),
        ("undo", "+"),
        ("undo", "29N@A1"),
    ]


async def test_a_move_is_given_back_with_what_it_forced(club: Club) -> None:
    before = await club.played(await begun(club, TOM_POOR), "21N@A1")
    match = await club.played(before, "29N@A1")
    assert (match.mover, match.plies[-1].how) == (MINA, "forced")
    assert match.returnable == match.plies[1]
    await club.refused(club.matches.undo(match.id, match.revision, MINA), "nothing_to_undo")
    assert (await club.matches.give_back(match.id, match.revision, MINA)).plies == before.plies


async def test_a_double_tap_on_a_move_that_forced_others_is_told_that_it_is_made(club: Club) -> None:
    match = await club.played(await begun(club, BOTH_POOR), "21N@A1 29N@A1")
    assert match.has_just_made(TOM, 1, parse_move("29N@A1"))
    assert not match.has_just_made(TOM, 2, ADVANCE)


@pytest.mark.parametrize("is_new", [True, False])
async def test_whoever_wants_to_and_everybody_in_their_very_first_game_makes_forced_moves_by_hand(
    club: Club, is_new: bool
) -> None:
    await club.not_new(MINA)
    if not is_new:
        await club.not_new(TOM)
        await club.preferences.change(TOM, forced=False)
    match = await club.begun("21N@A1 29N@A1", BOTH_POOR)
    assert (match.mover, match.revision, match.forced_move) == (TOM, 2, ADVANCE)
    match = await club.played(match, "+")
    assert [event.how for event in await club.log(match)] == [None, None, None, "forced"]


def at(position: Position) -> Match:
    return replace(new_match(), plies=(Ply(1, 2, ADVANCE, Step(position, ())),), revision=1)


def test_a_leather_patch_for_the_only_free_square_is_forced() -> None:
    table = Position("classic", (5, 6, 7, 0), (seat(21, 9, ONE_FREE), seat(30, 9)), 1, leather=1)
    assert str(at(table).forced_move) == "*A1"
    free = replace(table, players=(seat(21, 9), seat(30, 9)))
    assert at(free).forced_move is None


def test_the_last_move_of_a_game_is_made_by_its_player() -> None:
    players = (seat(50, 0, ONE_FREE), seat(53, 9))
    assert at(Position("classic", (5, 6, 7, 0), players, 1)).forced_move is None
    nearly = (seat(50, 0, ONE_FREE), seat(51, 9))
    assert at(Position("classic", (5, 6, 7, 0), nearly, 1)).forced_move == ADVANCE


@pytest.mark.slow
@pytest.mark.parametrize(
    "begin", [new_match(), new_solo_match(), new_rival_match(first=1)], ids=lambda m: str(m.people)
)
async def test_whole_games_end_as_if_every_move_were_made_by_hand(club: Club, begin: Match) -> None:
    forced = 0
    for seed in range(4):
        rng = random.Random(seed)
        match = await club.stored(begin)
        while not match.outcome:
            assert seed == 0 or match.forced_move is None or not match.plies or match.last_kind == "undo"
            if match.awaits_rival:
                match = await club.matches.play_for_rival(match, random_move(rng, match))
            elif match.undoable and rng.random() < 0.2:
                before = match.undoable.number
                match = await club.matches.undo(match.id, match.revision, mover_of(match))
                assert all(ply.number < before for ply in match.plies)
            else:
                match = await club.play(match.id, match.revision, mover_of(match), random_move(rng, match))
        assert match.plies[-1].how is None
        by_hand = [step.position for step in match.record.steps()]
        assert by_hand == [ply.step.position for ply in match.plies]
        assert await club.load(match.id) == match == await club.restarted().load(match.id)
        forced += sum(ply.how == "forced" for ply in match.plies)
    assert forced > 3
    assert await club.findings() == []


async def test_what_is_new_begins_where_whoever_is_next_last_chose(club: Club) -> None:
    match = await club.played(await club.paced(), "21N@A1")
    assert [str(ply.move) for ply in news_of(match)] == ["21N@A1"]
    match = await club.played(await begun(club, TOM_POOR), "21N@A1 29N@A1")
    assert [str(ply.move) for ply in news_of(match)] == ["29N@A1", "+"]  # Mina was not called in between
    match = await club.played(await begun(club, BOTH_POOR), "21N@A1 29N@A1")
    assert [str(ply.move) for ply in news_of(match)] == ["29N@A1", "+", "+"]  # and Tom goes on


def test_a_log_of_before_holds_moves_made_by_hand_only() -> None:
    match = BOTH_POOR.after(*(LogRow(n, "move", 0, move, 5) for n, move in enumerate(("21N@A1", "29N@A1", "+"), 1)))
    assert [ply.how for ply in match.plies] == [None, None, None]
