"""Games against rivals below Discord: who moves first, where a move is owed, and which level suits somebody."""

import asyncio
from random import Random

import pytest

from bot.matches.audit import Audit
from bot.matches.match import Match, Refusal
from bot.matches.play import Matches
from bot.matches.privacy import Privacy
from bot.matches.rivals import Record, Rivals, record_of_results
from bot.matches.seats import LEVELS, Rival
from bot.matches.servers import Servers
from bot.matches.solo import Solo
from bot.store.backend.database import Database
from bot.store.games import count_hint, find_game, read_log
from bot.store.shards import Shards
from game import ADVANCE
from tests.matches.building import random_move
from tests.store.building import GUILD, MINA, TOM, opened


def now() -> int:
    return 1_700_000_000


async def begun(database: Database, level: str = "pin", first: int = 1, *, seed: int = 1, guild: int = GUILD) -> Match:
    solo = Solo(database, now, max_games=99, rng=Random(seed))
    return await solo.start(
        guild_id=guild, channel_id=2, user=MINA, opponent=Rival(level), track="classic", first=first
    )


async def played_on(database: Database, match: Match, plies: int = 1000, seed: int = 1) -> Match:
    """Random moves of both."""
    rng, matches = Random(seed), Matches(database, now)
    for _ in range(plies):
        if match.outcome:
            break
        move = random_move(rng, match)
        if match.awaits_rival:
            match = await matches.play_for_rival(match, move)
        else:
            match = await matches.play(match.id, match.revision, MINA, move)
    return match


async def test_a_rival_is_stored_by_its_level_at_the_second_seat(database: Database) -> None:
    match = await begun(database, "needle")
    row = await database.read(find_game, match.id)
    assert row
    assert (row.player1, row.player2, row.rival) == (MINA, None, "needle")
    loaded = await Matches(database, now).load(match.id)
    assert loaded == match
    assert loaded.rival == Rival("needle")
    assert loaded.is_solo
    assert loaded.automa is None


@pytest.mark.parametrize(("first", "seats"), [(1, {1}), (2, {2}), (0, {1, 2})])
async def test_either_may_move_first_or_chance_decides(database: Database, first: int, seats: set[int]) -> None:
    games = [await begun(database, first=first, seed=seed) for seed in range(12)]
    assert {match.to_move for match in games} == seats


async def test_a_move_is_owed_as_long_as_it_is_the_rivals_turn(database: Database) -> None:
    rivals, matches = Rivals(database), Matches(database, now)
    match = await begun(database)
    await begun(database, first=2)
    assert await rivals.owed() == [2]
    while not match.awaits_rival:
        match = await matches.play(match.id, match.revision, MINA, ADVANCE)
    assert await rivals.owed() == [1, 2]
    while match.awaits_rival:
        match = await matches.play_for_rival(match, random_move(Random(1), match))
    assert await rivals.owed() == [2]
    await matches.resign(2, 0, MINA)
    assert await rivals.owed() == []


async def test_moves_are_owed_by_the_process_of_the_server_and_not_where_the_bot_has_left(database: Database) -> None:
    here, there = 1 << 22, 2 << 22
    for guild in (here, there):
        await begun(database, first=2, guild=guild)
    assert await Rivals(database, Shards((1,), 4)).owed() == [1]
    assert await Rivals(database, Shards((2, 3), 4)).owed() == [2]
    await Servers(database, now).note({here})
    assert await Rivals(database).owed() == [1]


async def test_of_two_processes_that_make_a_move_at_once_one_does(database: Database, url: str) -> None:
    async with opened(url) as other:
        for seed in range(5):
            match = await begun(database, first=2, seed=seed)
            move = random_move(Random(seed), match)
            both = (Matches(each, now).play_for_rival(match, move) for each in (database, other))
            one, two = await asyncio.gather(*both, return_exceptions=True)
            made, dropped = (one, two) if isinstance(one, Match) else (two, one)
            assert isinstance(made, Match)
            assert isinstance(dropped, Refusal)
            assert dropped.reason == "stale"
            assert [event.number for event in await database.read(read_log, match.id)] == [1]


async def test_nothing_moves_for_a_rival_that_is_not_to_move(database: Database) -> None:
    match = await begun(database, first=1)
    with pytest.raises(Refusal, match="stale"):
        await Matches(database, now).play_for_rival(match, ADVANCE)


async def test_a_person_does_not_move_for_the_rival(database: Database) -> None:
    match, matches = await begun(database, first=2), Matches(database, now)
    with pytest.raises(Refusal, match="not_your_move"):
        await matches.play(match.id, 0, MINA, ADVANCE)
    for reason, act in (("not_your_move", matches.undo), ("nothing_to_give_back", matches.give_back)):
        with pytest.raises(Refusal, match=reason):
            await act(match.id, 0, MINA)


@pytest.mark.slow
async def test_the_doctor_replays_whole_games(database: Database) -> None:
    for seed in range(3):
        match = await played_on(database, await begun(database, LEVELS[seed], first=0, seed=seed), seed=seed)
        assert match.outcome
        assert {ply.seat for ply in match.plies} == {1, 2}
    await begun(database, first=2)
    assert (await Audit(database, now).examine()).findings == []


@pytest.mark.slow
async def test_whoever_is_forgotten_leaves_no_move_owed(database: Database) -> None:
    match = await played_on(database, await begun(database, first=2), plies=1)
    await begun(database, first=2)
    forgotten = await Privacy(database, now).forget(MINA)
    assert forgotten.resigned == [match.id, 2]
    assert await Rivals(database).owed() == []
    assert (await Matches(database, now).load(match.id)).is_forsaken


async def test_a_rematch_lets_the_other_one_begin_and_may_change_the_level(database: Database) -> None:
    solo, matches = Solo(database, now, max_games=99, rng=Random(1)), Matches(database, now)
    await begun(database, "button", first=1)
    await matches.resign(1, 0, MINA)
    again = await solo.rematch(1, MINA, "bobbin")
    assert (again.rival, again.setup.first) == (Rival("bobbin"), 2)
    assert (await solo.rematch(1, MINA)).id == again.id
    await matches.resign(again.id, 0, MINA)
    third = await solo.rematch(again.id, MINA)
    assert (third.rival, third.setup.first) == (Rival("bobbin"), 1)
    with pytest.raises(Refusal, match="not_playing"):
        await solo.rematch(again.id, TOM)


# --- which level suits somebody


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


async def test_only_games_that_were_fought_out_without_hints_count(database: Database) -> None:
    rivals, matches = Rivals(database), Matches(database, now)
    for number in range(1, 4):
        await begun(database, first=2)
        await played_on(database, await matches.load(number), plies=1)
        await matches.resign(number, (await matches.load(number)).revision, MINA)
    await begun(database)
    await matches.resign(4, 0, MINA)  # called off before the first move
    await matches.close((await begun(database, first=2)).id, "idle")
    await begun(database)
    assert await rivals.record_of(MINA) == Record(3, 0, "tassel", is_sure=True)
    assert await rivals.record_of(TOM) == Record(0, 0, "pompom", is_sure=False)
    hinted = await played_on(database, await begun(database, first=2), plies=1)
    await database.write(count_hint, hinted.id)
    await matches.resign(hinted.id, hinted.revision, MINA)
    assert (await rivals.record_of(MINA)).games == 3
