"""Games against rivals below Discord: who moves first, where a move is owed, and which level suits somebody."""

import asyncio
from random import Random

import pytest

from bot.matches.match import Match, Refusal
from bot.matches.rivals import Record, Rivals, record_of_results
from bot.matches.seats import Rival
from bot.matches.solo import Solo
from bot.store.games import count_hint
from bot.store.shards import Shards
from game import ADVANCE
from tests.matches.building import random_move
from tests.matches.club import Club
from tests.store.building import MINA, TOM

PIN = Rival("pin")


async def test_a_rival_is_stored_by_its_level_at_the_second_seat(club: Club) -> None:
    match = await club.alone(Rival("needle"))
    row = await club.row(match)
    assert (row.player1, row.player2, row.rival) == (MINA, None, "needle")
    loaded = await club.load(match.id)
    assert loaded == match
    assert loaded.rival == Rival("needle")
    assert loaded.is_solo
    assert loaded.automa is None


@pytest.mark.parametrize(("first", "seats"), [(1, {1}), (2, {2}), (0, {1, 2})])
async def test_either_may_move_first_or_chance_decides(club: Club, first: int, seats: set[int]) -> None:
    games = [await club.alone(PIN, first=first, seed=seed) for seed in range(12)]
    assert {match.to_move for match in games} == seats


async def test_a_move_is_owed_as_long_as_it_is_the_rivals_turn(club: Club) -> None:
    rivals = Rivals(club.database)
    match = await club.alone(PIN)
    await club.alone(PIN, first=2)
    assert await rivals.owed() == [2]
    while not match.awaits_rival:
        match = await club.play(match.id, match.revision, MINA, ADVANCE)
    assert await rivals.owed() == [1, 2]
    while match.awaits_rival:
        match = await club.matches.play_for_rival(match, random_move(Random(1), match))
    assert await rivals.owed() == [2]
    await club.matches.resign(2, 0, MINA)
    assert await rivals.owed() == []


async def test_moves_are_owed_by_the_process_of_the_server_and_not_where_the_bot_has_left(club: Club) -> None:
    here, there = 1 << 22, 2 << 22
    for guild in (here, there):
        await club.alone(PIN, first=2, guild_id=guild)
    assert await Rivals(club.database, Shards((1,), 4)).owed() == [1]
    assert await Rivals(club.database, Shards((2, 3), 4)).owed() == [2]
    await club.servers.note({here})
    assert await Rivals(club.database).owed() == [1]


async def test_of_two_processes_that_make_a_move_at_once_one_does(club: Club, elsewhere: Club) -> None:
    for seed in range(5):
        match = await club.alone(PIN, first=2, seed=seed)
        move = random_move(Random(seed), match)
        both = (each.matches.play_for_rival(match, move) for each in (club, elsewhere))
        results = await asyncio.gather(*both, return_exceptions=True)
        assert sum(isinstance(each, Match) for each in results) == 1
        assert [each.reason for each in results if isinstance(each, Refusal)] == ["stale"]
        assert [event.number for event in await club.log(match)] == [1]


async def test_nobody_moves_for_the_other(club: Club) -> None:
    match = await club.alone(PIN)
    await club.refused(club.matches.play_for_rival(match, ADVANCE), "stale")
    match = await club.alone(PIN, first=2)
    await club.refused(club.play(match.id, 0, MINA, ADVANCE), "not_your_move")
    await club.refused(club.matches.undo(match.id, 0, MINA), "not_your_move")
    await club.refused(club.matches.give_back(match.id, 0, MINA), "nothing_to_give_back")


@pytest.mark.slow
async def test_whoever_is_forgotten_leaves_no_move_owed(club: Club) -> None:
    match = await club.played_on(await club.alone(PIN, first=2), plies=1)
    await club.alone(PIN, first=2)
    forgotten = await club.privacy.forget(MINA)
    assert forgotten.resigned == [match.id, 2]
    assert await Rivals(club.database).owed() == []
    assert (await club.load(match.id)).is_forsaken


async def test_a_rematch_lets_the_other_one_begin_and_may_change_the_level(club: Club) -> None:
    solo = Solo(club.database, club.clock, max_games=99, rng=Random(1))
    await club.alone(Rival("button"), first=1)
    await club.matches.resign(1, 0, MINA)
    again = await solo.rematch(1, MINA, "bobbin")
    assert (again.rival, again.setup.first) == (Rival("bobbin"), 2)
    assert (await solo.rematch(1, MINA)).id == again.id
    await club.matches.resign(again.id, 0, MINA)
    third = await solo.rematch(again.id, MINA)
    assert (third.rival, third.setup.first) == (Rival("bobbin"), 1)
    await club.refused(solo.rematch(again.id, TOM), "not_playing")


@pytest.mark.parametrize(
    ("games", "level"),
    [
        ("bobbin- bobbin- bobbin-", "button"),
        ("bobbin+ bobbin+ bobbin+", "needle"),
        ("bobbin+ bobbin- bobbin+ bobbin-", "bobbin"),
        ("pompom- pompom- pompom-", "pompom"),
        ("pin- pin- pin-", "tassel"),
        ("thimble+ thimble+ thimble+", "thimble"),
        ("needle+ needle+ thimble-", "thimble"),
        ("pin+ button+ bobbin- bobbin-", "button"),
        ("pin+ pin+", "button?"),
        ("bobbin- button+", "bobbin?"),
        ("thimble+", "thimble?"),
        ("button- pin-", "pompom?"),
        ("", "pompom?"),
        ("pompom+", "tassel?"),
    ],
)
def test_each_game_speaks_for_the_level_above_who_was_beaten_or_below_who_won(games: str, level: str) -> None:
    results = [(game[:-1], game.endswith("+")) for game in games.split()]
    told = Record(len(results), games.count("+"), level.strip("?"), is_sure="?" not in level)
    assert record_of_results(results) == told


async def test_only_games_that_were_fought_out_without_hints_count(club: Club) -> None:
    rivals = Rivals(club.database)
    for number in range(1, 4):
        await club.alone(PIN, first=2)
        await club.played_on(await club.load(number), plies=2)
        await club.matches.resign(number, (await club.load(number)).revision, MINA)
    await club.alone(PIN)
    await club.matches.resign(4, 0, MINA)  # called off before the first move
    await club.matches.close((await club.alone(PIN, first=2)).id, "idle")
    await club.alone(PIN)
    assert await rivals.record_of(MINA) == Record(3, 0, "tassel", is_sure=True)
    assert await rivals.record_of(TOM) == Record(0, 0, "pompom", is_sure=False)
    assert [await rivals.level_for(*users) for users in ((MINA,), (TOM,), (TOM, MINA), (MINA, TOM))] == [
        *("tassel", "pompom", "tassel", "tassel")
    ]
    hinted = await club.played_on(await club.alone(PIN, first=2), plies=2)
    await club.write(count_hint, hinted.id)
    await club.matches.resign(hinted.id, hinted.revision, MINA)
    assert (await rivals.record_of(MINA)).games == 3
