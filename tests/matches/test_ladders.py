"""Ladders in a database: fitted anew when something has changed that counts, in every process, and rebuilt."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import UTC, datetime

import pytest
from sqlalchemy import Connection, text

from bot.matches.audit import Audit
from bot.matches.blocks import Blocks
from bot.matches.clock import DAY
from bot.matches.fitting import rate_async
from bot.matches.ladders import ON_A_PAGE, Ladders
from bot.matches.match import Refusal
from bot.matches.play import Matches
from bot.matches.preferences import Preferences
from bot.matches.privacy import Privacy
from bot.matches.results import Results, keep_within
from bot.matches.servers import Servers
from bot.matches.standings import Ratings, season_of
from bot.store.backend.database import Database
from bot.store.games import Cache
from bot.store.ladder_rows import EndedRow
from bot.store.ladders import all_standings, find_ladder, find_standing
from bot.store.results import ResultRow, results_of
from bot.store.shards import Shards
from tests.matches.building import Hands, recorded
from tests.store.building import EVE, GUILD, MINA, TOM, new_game, opened

BEGUN = int(datetime(2026, 2, 2, tzinfo=UTC).timestamp())
"""A Monday, in the first quarter of a year."""

WEEK = 7 * DAY


async def met(
    database: Database, one: int, other: int | None, at: int, *, won: bool = True, guild: int = GUILD, **values: object
) -> int:
    """A game that has ended at a time, without a log or a board, and is counted. Returns its number."""
    cache = Cache(None, "finished", at, 1 if won else 2, 20, 10)
    game = await database.write(new_game, (one, other), guild_id=guild, cache=cache)
    usual: dict[str, object] = {"game_id": game, "seat": 1, "player": one, "other": other, "level": None}
    usual |= {"guild_id": guild, "ended_at": at, "ending": "finished", "won": won, "points": 20, "other_points": 10}
    usual |= {"seven": False, "empty": 3, "moves": 20, "first": True, "hints": 0, "played": ""}
    first = ResultRow(**{**usual, **values})  # type: ignore[arg-type]
    second = replace(first, seat=2, won=not won, first=False)
    await database.write(keep_within, {game: [first] if other is None else [first, second]})
    return game


async def a_ladder(database: Database, clock: Hands, *, guild: int = GUILD, weeks: int = 5) -> None:
    """Mina beats Tom and Eve every week, and Tom beats Eve; the clock stands at the end of the last week."""
    for week in range(weeks):
        for hour, pair in enumerate([(MINA, TOM), (MINA, EVE), (TOM, EVE)]):
            await met(database, *pair, BEGUN + week * WEEK + hour * 3600, guild=guild)
    clock.now = BEGUN + weeks * WEEK
    await Ladders(database, clock).refit(guild)


async def places(database: Database, guild: int = GUILD) -> dict[int, int | None]:
    return {row.player: row.place for row in await database.read(all_standings, guild)}


@pytest.mark.slow
async def test_a_game_that_is_counted_leaves_its_ladder_to_be_fitted(database: Database, clock: Hands) -> None:
    match = await recorded(database, clock, 0)
    ladders = Ladders(database, clock)
    assert await ladders.owed(9) == []
    assert await Results(database).keep([match.id]) == {GUILD}
    assert await ladders.owed(9) == [GUILD]
    await ladders.refit(GUILD)
    assert await ladders.owed(9) == []
    mina, tom = [await database.read(find_standing, GUILD, who) for who in (MINA, TOM)]
    assert mina
    assert tom
    assert (mina.games, mina.people, mina.place, mina.last_at) == (1, 1, None, clock.now)
    assert mina.strength > tom.strength


async def test_a_game_that_cannot_count_leaves_the_ladder_alone(database: Database, clock: Hands) -> None:
    matches = Matches(database, clock)
    match = await recorded(database, clock, 0, moves=6)
    await matches.resign(match.id, 6, TOM)
    assert await Results(database).keep([match.id]) == set()
    assert await database.read(find_ladder, GUILD) is None
    assert await Ladders(database, clock).missing() == []


async def test_people_have_places_by_their_strength(database: Database, clock: Hands) -> None:
    await a_ladder(database, clock)
    assert await places(database) == {MINA: 1, TOM: 2, EVE: 3}
    page = await Ladders(database, clock).page(GUILD, TOM)
    assert [row.player for row in page.rows] == [MINA, TOM, EVE]
    assert (page.count, page.is_now, page.hiding, page.unrated) == (3, True, frozenset(), [])
    assert page.own == page.rows[1]
    assert (page.first, page.now) == (season_of(BEGUN), season_of(clock.now))


async def test_a_refit_says_the_same_as_often_as_it_is_made(database: Database, clock: Hands) -> None:
    await a_ladder(database, clock)
    before = await database.read(all_standings, GUILD)
    await Ladders(database, clock).refit(GUILD)
    assert await database.read(all_standings, GUILD) == before


async def test_each_server_has_a_ladder_of_its_own(database: Database, clock: Hands) -> None:
    await a_ladder(database, clock)
    await met(database, EVE, MINA, BEGUN, guild=GUILD + 1)
    await Ladders(database, clock).refit(GUILD + 1)
    assert await places(database) == {MINA: 1, TOM: 2, EVE: 3}
    assert await places(database, GUILD + 1) == {EVE: None, MINA: None}


async def test_results_are_read_some_at_a_time_and_each_once(
    database: Database, clock: Hands, monkeypatch: pytest.MonkeyPatch
) -> None:
    await a_ladder(database, clock)
    await met(database, MINA, TOM, BEGUN)  # at the same second as another one
    await met(database, TOM, MINA, BEGUN)
    await Ladders(database, clock).refit(GUILD)
    before = await database.read(all_standings, GUILD)
    monkeypatch.setattr("bot.matches.ladders.READ_AT_ONCE", 2)
    await Ladders(database, clock).refit(GUILD)
    assert await database.read(all_standings, GUILD) == before


async def test_a_ladder_of_one_game_and_one_of_none(database: Database, clock: Hands) -> None:
    clock.now = BEGUN + 9
    ladders = Ladders(database, clock)
    empty = await ladders.page(GUILD, MINA)
    assert (empty.rows, empty.count, empty.own, empty.first) == ([], 0, None, empty.now)
    await ladders.refit(GUILD)
    await met(database, MINA, TOM, BEGUN)
    await ladders.refit(GUILD)
    page = await ladders.page(GUILD, MINA)
    assert (page.rows, page.count) == ([], 0)
    assert page.own
    assert (page.own.games, page.own.place) == (1, None)


@pytest.mark.slow
async def test_a_long_ladder_is_shown_leaf_by_leaf(database: Database, clock: Hands) -> None:
    people = range(1_000, 1_000 + 2 * ON_A_PAGE + 3)
    for week in range(5):
        for one in people:
            other = people[(one - people[0] + 1 + week % 2) % len(people)]
            await met(database, one, other, BEGUN + week * WEEK + one, won=one < other)
    clock.now = BEGUN + 5 * WEEK
    ladders = Ladders(database, clock)
    await ladders.refit(GUILD)
    leaves = [await ladders.page(GUILD, MINA, number) for number in range(4)]
    assert [len(leaf.rows) for leaf in leaves] == [10, 10, 3, 0]
    assert [row.place for leaf in leaves for row in leaf.rows] == list(range(1, len(people) + 1))
    strengths = [row.strength for leaf in leaves for row in leaf.rows]
    assert strengths == sorted(strengths, reverse=True)


# --- in several processes, and after crashes


async def test_ladders_are_fitted_by_the_process_of_the_server_and_not_where_the_bot_has_left(
    database: Database, clock: Hands
) -> None:
    here, there = 1 << 22, 2 << 22
    clock.now = BEGUN + 9
    for guild in (here, there):
        await met(database, MINA, TOM, BEGUN, guild=guild)
    assert await Ladders(database, clock, Shards((1,), 4)).owed(9) == [here]
    assert await Ladders(database, clock, Shards((2, 3), 4)).owed(9) == [there]
    assert sorted(await Ladders(database, clock).owed(9)) == [here, there]
    await Servers(database, clock).note({there})
    assert await Ladders(database, clock).owed(9) == [there]


@pytest.mark.slow
async def test_two_processes_that_fit_at_once_come_to_the_same(database: Database, url: str, clock: Hands) -> None:
    await a_ladder(database, clock)
    await met(database, TOM, MINA, BEGUN + 5 * WEEK)
    async with opened(url) as other:
        await asyncio.gather(*(Ladders(each, clock).refit(GUILD) for each in (database, other) * 3))
    ladder = await database.read(find_ladder, GUILD)
    assert ladder
    assert ladder.changes == ladder.fitted == 16
    assert await Ladders(database, clock).is_sound(ladder)


async def test_what_has_changed_while_it_was_fitted_is_not_overwritten(
    database: Database, clock: Hands, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Such as somebody who was forgotten: they would be back."""
    await a_ladder(database, clock)

    async def meanwhile(games: AsyncIterator[list[EndedRow]]) -> Ratings:
        found = await rate_async(games)
        await Privacy(database, clock).forget(TOM)
        return found

    with monkeypatch.context() as patch:
        patch.setattr("bot.matches.ladders.rate_async", meanwhile)
        await Ladders(database, clock).refit(GUILD)
    assert TOM not in await places(database)
    assert await Ladders(database, clock).owed(9) == [GUILD]
    await Ladders(database, clock).refit(GUILD)
    assert set(await places(database)) == {MINA, EVE}


# --- seasons


@pytest.mark.slow
async def test_a_new_season_has_the_ladder_fitted_anew_and_the_old_page_stays(database: Database, clock: Hands) -> None:
    await a_ladder(database, clock)
    ladders, before = Ladders(database, clock), season_of(clock.now)
    then = await ladders.page(GUILD, TOM)
    assert await ladders.owed(9) == []
    clock.now += 60 * DAY
    assert await ladders.owed(9) == [GUILD]
    await ladders.refit(GUILD)
    assert await ladders.owed(9) == []
    for week in range(11):
        await met(database, EVE, MINA, clock.now + week * WEEK)
        await met(database, EVE, TOM, clock.now + week * WEEK + 1)
    clock.now += 11 * WEEK
    await ladders.refit(GUILD)
    assert next(iter((await ladders.page(GUILD, TOM)).rows)).player == EVE
    stays = await ladders.page(GUILD, TOM, season=before)
    assert (stays.season, stays.is_now, stays.rows, stays.own) == (before, False, then.rows, then.own)
    assert (await ladders.page(GUILD, TOM, season=1)).season == before, "there is none before that"
    assert (await ladders.page(GUILD, TOM, season=before + 99)).is_now


async def test_a_season_that_is_over_is_weighed_once_until_something_changes(
    database: Database, clock: Hands, monkeypatch: pytest.MonkeyPatch
) -> None:
    await a_ladder(database, clock)
    season, asked = season_of(clock.now), 0
    clock.now += 90 * DAY

    async def counting(games: AsyncIterator[list[EndedRow]]) -> Ratings:
        nonlocal asked
        asked += 1
        return await rate_async(games)

    monkeypatch.setattr("bot.matches.ladders.rate_async", counting)
    ladders = Ladders(database, clock)
    pages = [await ladders.page(GUILD, MINA, season=season) for _ in range(3)]
    assert (asked, [row.player for row in pages[2].rows]) == (1, [MINA, TOM, EVE])
    await Privacy(database, clock).forget(TOM)
    assert [row.player for row in (await ladders.page(GUILD, MINA, season=season)).rows] == [MINA, EVE]
    assert asked == 2


async def test_a_season_has_those_who_met_somebody_in_it(database: Database, clock: Hands) -> None:
    await a_ladder(database, clock)
    season = season_of(clock.now)
    clock.now += 90 * DAY
    for week in range(2):
        await met(database, MINA, TOM, clock.now + week * WEEK)
    clock.now += 90 * DAY
    page = await Ladders(database, clock).page(GUILD, EVE, season=season + 1)
    assert [row.player for row in page.rows] == [MINA, TOM]
    assert page.own is None


async def test_games_count_for_a_year_and_not_for_ever(database: Database, clock: Hands) -> None:
    await a_ladder(database, clock)
    clock.now = int(datetime(2026, 12, 31, tzinfo=UTC).timestamp())
    await Ladders(database, clock).refit(GUILD)
    assert await places(database) == {MINA: 1, TOM: 2, EVE: 3}
    clock.now = int(datetime(2027, 1, 1, tzinfo=UTC).timestamp())
    await Ladders(database, clock).refit(GUILD)
    assert await places(database) == {}


# --- who is forgotten, who hides, who blocks


async def test_whoever_is_forgotten_is_off_the_ladder_at_once_and_the_others_stay(
    database: Database, clock: Hands
) -> None:
    await a_ladder(database, clock)
    before = {row.player: row for row in await database.read(all_standings, GUILD)}
    await Privacy(database, clock).forget(TOM)
    assert await places(database) == {MINA: 1, EVE: 3}
    ladders = Ladders(database, clock)
    assert await ladders.owed(9) == [GUILD]
    await ladders.refit(GUILD)
    assert await places(database) == {MINA: 1, EVE: 2}
    for row in await database.read(all_standings, GUILD):
        was = before[row.player]
        assert (row.games, row.people, row.last_at) == (was.games, was.people, was.last_at)
        assert abs(row.strength - was.strength) < 60
    assert (await Audit(database, clock)._ladders(repair=False)) == []


async def test_whoever_hides_is_to_be_named_to_nobody(database: Database, clock: Hands) -> None:
    await a_ladder(database, clock)
    await Preferences(database).change(TOM, hidden=True)
    ladders = Ladders(database, clock)
    assert (await ladders.page(GUILD, MINA)).hiding == {TOM}
    season = season_of(clock.now)
    clock.now += 90 * DAY
    assert (await ladders.page(GUILD, MINA, season=season)).hiding == {TOM}


async def test_a_block_changes_nothing_on_the_ladder(database: Database, clock: Hands) -> None:
    """It is the same page for everybody, so nobody learns of a block from it."""
    await a_ladder(database, clock)
    before = await Ladders(database, clock).page(GUILD, EVE)
    await Blocks(database, clock).block(MINA, EVE)
    assert await Ladders(database, clock).page(GUILD, EVE) == before


async def test_a_server_that_was_left_long_ago_has_no_ladder_any_more(database: Database, clock: Hands) -> None:
    await a_ladder(database, clock, weeks=2)
    servers = Servers(database, clock)
    await servers.note(set())
    clock.now += 10**8
    await servers.purge()
    assert await database.read(find_ladder, GUILD) is None
    assert await database.read(all_standings, GUILD) == []


# --- what is at stake


async def test_what_is_at_stake_shrinks_within_a_week_until_nothing_is(database: Database, clock: Hands) -> None:
    await a_ladder(database, clock)
    ladders = Ladders(database, clock)
    stakes = []
    for game in range(4):
        stakes.append(await ladders.stakes(GUILD, MINA, TOM))
        await met(database, MINA, TOM, clock.now + game)
    told = [sum(each[0].gain + each[0].loss for each in [one] if each) for one in stakes[:3] if one]
    assert told == sorted(told, reverse=True)
    assert len(told) == 3
    assert stakes[3] is None
    clock.now += WEEK
    assert await ladders.stakes(GUILD, TOM, MINA)


async def test_the_stronger_one_has_less_to_win(database: Database, clock: Hands) -> None:
    await a_ladder(database, clock)
    stakes = await Ladders(database, clock).stakes(GUILD, MINA, EVE)
    assert stakes
    mina, eve = stakes
    assert (mina.player, eve.player) == (MINA, EVE)
    assert mina.gain < eve.gain
    assert mina.loss > mina.gain


@pytest.mark.slow
async def test_a_newcomer_has_much_at_stake_and_two_newcomers_nothing(database: Database, clock: Hands) -> None:
    await a_ladder(database, clock)
    ladders = Ladders(database, clock)
    stakes = await ladders.stakes(GUILD, MINA, 999)
    assert stakes
    assert stakes[1].gain > stakes[0].loss
    assert await ladders.stakes(GUILD, 998, 999) is None
    assert await ladders.stakes(GUILD + 1, MINA, TOM) is None


async def test_nothing_is_told_of_whoever_hides(database: Database, clock: Hands) -> None:
    await a_ladder(database, clock)
    await Preferences(database).change(TOM, hidden=True)
    assert await Ladders(database, clock).stakes(GUILD, MINA, TOM) is None


# --- games that are taken out


async def test_a_game_that_is_taken_out_is_as_if_it_had_not_been(database: Database, clock: Hands) -> None:
    await a_ladder(database, clock)
    ladders = Ladders(database, clock)
    before = await database.read(all_standings, GUILD)
    game = await met(database, EVE, MINA, clock.now)
    await ladders.refit(GUILD)
    assert await database.read(all_standings, GUILD) != before
    await ladders.exclude(GUILD, game, "a second account")
    await ladders.refit(GUILD)
    assert sorted(await database.read(all_standings, GUILD), key=str) == sorted(before, key=str)
    (noted,) = (await ladders.page(GUILD, TOM)).unrated
    assert (noted.game_id, noted.note, noted.at) == (game, "a second account", clock.now)
    await ladders.put_back(GUILD, game)
    await ladders.refit(GUILD)
    assert await database.read(all_standings, GUILD) != before
    assert (await ladders.page(GUILD, TOM)).unrated == []
    with pytest.raises(Refusal, match="not_taken_out"):
        await ladders.put_back(GUILD, game)


async def test_only_games_between_people_of_the_server_that_have_ended_are_taken_out(
    database: Database, clock: Hands
) -> None:
    ladders = Ladders(database, clock)
    elsewhere = await met(database, MINA, TOM, BEGUN, guild=GUILD + 1)
    alone = await met(database, MINA, None, BEGUN, level="pin")
    running = await database.write(new_game)
    for game, reason in ((elsewhere, "no_game"), (99, "no_game"), (alone, "not_rated"), (running, "not_rated")):
        with pytest.raises(Refusal, match=reason):
            await ladders.exclude(GUILD, game, "")


async def test_the_note_on_a_game_goes_when_one_of_its_players_is_forgotten(database: Database, clock: Hands) -> None:
    """It may speak of them; that the game does not count stays."""
    game = await met(database, MINA, TOM, BEGUN)
    clock.now = BEGUN + 9
    ladders = Ladders(database, clock)
    await ladders.exclude(GUILD, game, "Tom is Mina's second account")
    await Privacy(database, clock).forget(TOM)
    (noted,) = (await ladders.page(GUILD, EVE)).unrated
    assert (noted.game_id, noted.note) == (game, "")


# --- the doctor


async def found(database: Database, clock: Hands, *, repair: bool = False) -> list[str]:
    return [finding.sentence for finding in await Audit(database, clock)._ladders(repair=repair)]


DAMAGES = {
    "UPDATE standings SET strength = strength + 2 WHERE player = 102": "is not what its games say",
    "UPDATE standings SET games = 6 WHERE player = 102": "is not what its games say",
    "UPDATE standings SET place = NULL WHERE player = 102": "is not what its games say",
    "DELETE FROM standings WHERE player = 102": "is not what its games say",
    "DELETE FROM standings": "is not what its games say",
    "UPDATE ladders SET mean = 0": "is not what its games say",
    "DELETE FROM ladders": "is missing",
}


@pytest.mark.slow
@pytest.mark.parametrize("damage", DAMAGES)
async def test_a_ladder_that_is_not_what_its_games_say_is_rebuilt(
    database: Database, clock: Hands, damage: str
) -> None:
    await a_ladder(database, clock)
    before = sorted(await database.read(all_standings, GUILD), key=str)
    assert await found(database, clock) == []

    def spoil(connection: Connection) -> None:
        connection.execute(text(damage))

    await database.write(spoil)
    assert await found(database, clock) == [f"the ladder of server {GUILD} {DAMAGES[damage]}"]
    assert await found(database, clock, repair=True) == []
    assert await found(database, clock) == []
    assert sorted(await database.read(all_standings, GUILD), key=str) == before


async def test_a_ladder_that_is_to_be_fitted_is_no_finding(database: Database, clock: Hands) -> None:
    await a_ladder(database, clock)
    await met(database, EVE, MINA, clock.now)
    assert await found(database, clock) == []
    assert await found(database, clock, repair=True) == []
    assert await Ladders(database, clock).owed(9) == []


@pytest.mark.slow
async def test_everything_can_be_rebuilt_from_the_logs(database: Database, clock: Hands) -> None:
    """Results and ladders alike: they only say again what the logs say."""
    clock.now = BEGUN
    for number, users in enumerate([(MINA, TOM), (TOM, EVE), (MINA, EVE), (EVE, MINA)]):
        await recorded(database, clock, number, users)
    results, ladders = Results(database), Ladders(database, clock)
    await results.keep(await results.owed(9))
    await ladders.refit(GUILD)
    before = await database.read(all_standings, GUILD), await database.read(results_of, MINA)

    def drop(connection: Connection) -> None:
        for table in ("results", "ladders", "standings"):
            connection.execute(text(f"DELETE FROM {table}"))  # noqa: S608

    await database.write(drop)
    audit = Audit(database, clock)
    assert (await audit.examine()).found == 4
    await audit.examine_games([1, 2, 3, 4], repair=True)
    assert (await audit.examine(repair=True)).found == 0
    assert (await database.read(all_standings, GUILD), await database.read(results_of, MINA)) == before
