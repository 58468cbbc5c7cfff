"""Ladders in a database: fitted anew when something has changed that counts, in every process, and rebuilt."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import UTC, datetime

import pytest
from sqlalchemy import update

from bot.matches.clock import DAY
from bot.matches.fitting import rate_async
from bot.matches.ladders import ON_A_PAGE, Ladders
from bot.matches.match import Refusal
from bot.matches.results import keep_within
from bot.matches.standings import Ratings, season_of
from bot.store.backend.database import Database
from bot.store.games import Cache
from bot.store.ladder_rows import EndedRow
from bot.store.ladders import all_standings, find_ladder, find_standing
from bot.store.results import results_of
from bot.store.shards import Shards
from bot.store.tables import games
from tests.matches.building import result
from tests.matches.club import Club
from tests.store.building import EVE, GUILD, MINA, TOM, new_game

BEGUN = int(datetime(2026, 2, 2, tzinfo=UTC).timestamp())
"""A Monday, in the first quarter of a year."""

WEEK = 7 * DAY


async def met(
    where: Club | Database,
    one: int,
    other: int | None,
    at: int,
    *,
    won: bool = True,
    guild: int = GUILD,
    level: str = "",
) -> int:
    """A game that has ended at a time, without a log or a board, and is counted. Returns its number."""
    cache = Cache(None, "finished", at, 1 if won else 2, 21, 17)
    game = await where.write(new_game, (one, other), guild_id=guild, cache=cache)
    first = result(game, player=one, other=other, guild_id=guild, ended_at=at, won=won, level=level or None)
    second = replace(first, seat=2, won=not won, first=False)
    await where.write(keep_within, {game: [first] if other is None else [first, second]})
    return game


@pytest.fixture
async def league(club: Club) -> Club:
    """A club in which Mina has beaten Tom and Eve in each of five weeks, and Tom has beaten Eve; the fifth is over."""
    for week in range(5):
        for hour, pair in enumerate([(MINA, TOM), (MINA, EVE), (TOM, EVE)]):
            await met(club, *pair, BEGUN + week * WEEK + hour * 3600)
    club.now = BEGUN + 5 * WEEK
    await club.ladders.refit(GUILD)
    return club


async def places(club: Club, guild: int = GUILD) -> dict[int, int | None]:
    return {row.player: row.place for row in await club.read(all_standings, guild)}


@pytest.mark.slow
async def test_a_game_that_is_counted_leaves_its_ladder_to_be_fitted(club: Club) -> None:
    match = await club.recorded(0)
    assert await club.ladders.owed(9) == []
    await club.results.keep([match.id])
    assert await club.ladders.owed(9) == [GUILD]
    await club.ladders.refit(GUILD)
    assert await club.ladders.owed(9) == []
    mina, tom = [await club.read(find_standing, GUILD, who) for who in (MINA, TOM)]
    assert mina
    assert tom
    assert (mina.games, mina.people, mina.place, mina.last_at) == (1, 1, None, club.now)
    assert mina.strength > tom.strength


async def test_a_game_that_cannot_count_leaves_the_ladder_alone(club: Club) -> None:
    match = await club.recorded(0, moves=6)
    await club.matches.resign(match.id, 6, TOM)
    await club.results.keep([match.id])
    assert await club.read(find_ladder, GUILD) is None
    assert await club.ladders.missing() == []


async def test_people_have_places_by_their_strength_on_the_ladder_of_each_server(league: Club) -> None:
    assert await places(league) == {MINA: 1, TOM: 2, EVE: 3}
    page = await league.ladders.page(GUILD, TOM)
    assert [row.player for row in page.rows] == [MINA, TOM, EVE]
    assert (page.count, page.is_now, page.hiding, page.unrated) == (3, True, frozenset(), [])
    assert page.own == page.rows[1]
    assert (page.first, page.now) == (season_of(BEGUN), season_of(league.now))
    await met(league, EVE, MINA, BEGUN, guild=GUILD + 1)
    await league.ladders.refit(GUILD + 1)
    assert await places(league) == {MINA: 1, TOM: 2, EVE: 3}
    assert await places(league, GUILD + 1) == {EVE: None, MINA: None}


async def test_results_are_read_some_at_a_time_and_each_once(league: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    await met(league, MINA, TOM, BEGUN)  # at the same second as another one
    await met(league, TOM, MINA, BEGUN)
    await league.ladders.refit(GUILD)
    before = await league.read(all_standings, GUILD)
    monkeypatch.setattr("bot.matches.ladders.READ_AT_ONCE", 2)
    await league.ladders.begin(GUILD)
    assert await league.read(all_standings, GUILD) == before


async def test_a_ladder_of_one_game_and_one_of_none(club: Club) -> None:
    club.now = BEGUN + 9
    empty = await club.ladders.page(GUILD, MINA)
    assert (empty.rows, empty.count, empty.own, empty.first) == ([], 0, None, empty.now)
    await club.ladders.refit(GUILD)
    await met(club, MINA, TOM, BEGUN)
    await club.ladders.refit(GUILD)
    page = await club.ladders.page(GUILD, MINA)
    assert (page.rows, page.count) == ([], 0)
    assert page.own
    assert (page.own.games, page.own.place) == (1, None)


@pytest.mark.slow
async def test_equals_are_read_in_one_order_and_each_finds_the_page_on_which_they_stand(club: Club) -> None:
    people = range(1_000, 1_000 + ON_A_PAGE + 2)
    for week in range(5):
        for one in people:
            await met(club, one, MINA if week % 2 else TOM, BEGUN + week * WEEK + one)
    club.now = BEGUN + 5 * WEEK
    pages = [await club.ladders.page(GUILD, who) for who in (*people, MINA, TOM)]
    assert (pages[0].count, {each.own.place for each in pages[: len(people)] if each.own}) == (14, {1})
    leaves = [row.player for number in (0, 1) for row in (await club.ladders.page(GUILD, MINA, number)).rows]
    assert leaves[: len(people)] == [*people]
    assert [each.own_page for each in pages] == [0] * ON_A_PAGE + [1] * 4
    season = season_of(club.now)
    club.now += 90 * DAY
    over = [await club.ladders.page(GUILD, who, 1, season) for who in (people[0], people[-1])]
    assert [(each.own_page, each.own.place if each.own else None) for each in over] == [(0, 1), (1, 1)]
    assert [row.player for row in over[0].rows] == leaves[ON_A_PAGE:]


async def test_who_looks_has_it_fitted_and_only_if_something_has_changed(
    league: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    fits = 0

    async def counting(games: AsyncIterator[list[EndedRow]]) -> Ratings:
        nonlocal fits
        fits += 1
        return await rate_async(games)

    monkeypatch.setattr("bot.matches.ladders.rate_async", counting)
    for week in range(5, 9):
        await met(league, EVE, MINA, BEGUN + week * WEEK)
    eve = await league.read(find_standing, GUILD, EVE)
    assert (fits, eve.games if eve else 0) == (0, 10)
    looks = await asyncio.gather(*(league.ladders.page(GUILD, who) for who in (MINA, TOM, EVE)))
    assert (fits, [each.own.games for each in looks if each.own]) == (1, [14, 10, 14])
    assert await league.ladders.owed(9) == []


async def test_a_game_against_a_rival_that_is_counted_late_has_the_ladder_fitted(league: Club) -> None:
    """A crash came between its end and now, and its player has met somebody since."""
    await met(league, MINA, None, league.now, level="pin")
    assert await league.ladders.owed(9) == []
    await met(league, MINA, None, BEGUN, level="pin")
    assert await league.ladders.owed(9) == [GUILD]


async def test_a_game_against_a_rival_that_is_left_lying_holds_up_those_begun_after_it(league: Club) -> None:
    """Also when it was over later than the season of which somebody reads."""
    before = await strength(league)
    lying = await league.write(new_game, (MINA, None))
    await league.write(lambda c: c.execute(update(games).where(games.c.id == lying).values(rival="pin")))
    for hour in range(3):
        await met(league, MINA, None, league.now + hour, level="thimble")
    await met(league, MINA, TOM, league.now + 9)
    await league.ladders.refit(GUILD)
    assert abs(await strength(league) - before) < 30
    assert [row async for row in league.ladders.all() if not await league.ladders.is_sound(row)] == []
    season, league.now = season_of(league.now), league.now + 90 * DAY
    shown = [(await league.ladders.page(GUILD, MINA, season=season)).rows]
    await league.write(
        lambda c: c.execute(update(games).where(games.c.id == lying).values(ending="closed", counted=True))
    )
    lost = result(lying, player=MINA, other=None, guild_id=GUILD, ended_at=league.now, won=False, level="pin")
    await league.write(keep_within, {lying: [lost]})
    await met(league, MINA, TOM, league.now + 9)
    await league.ladders.refit(GUILD)
    assert await strength(league) > before + 100
    shown.append((await Ladders(league.database, league.clock).page(GUILD, MINA, season=season)).rows)
    assert shown[0] == shown[1]


async def strength(league: Club) -> int:
    row = await league.read(find_standing, GUILD, MINA)
    assert row
    return row.strength


@pytest.mark.slow
async def test_a_long_ladder_is_shown_leaf_by_leaf(club: Club) -> None:
    people = range(1_000, 1_000 + 2 * ON_A_PAGE + 3)
    for week in range(5):
        for one in people:
            other = people[(one - people[0] + 1 + week % 2) % len(people)]
            await met(club, one, other, BEGUN + week * WEEK + one, won=one < other)
    club.now = BEGUN + 5 * WEEK
    await club.ladders.refit(GUILD)
    leaves = [await club.ladders.page(GUILD, MINA, number) for number in range(4)]
    assert [len(leaf.rows) for leaf in leaves] == [10, 10, 3, 0]
    strengths = [row.strength for leaf in leaves for row in leaf.rows]
    assert strengths == sorted(strengths, reverse=True)
    assert len({row.player for leaf in leaves for row in leaf.rows}) == len(people)
    assert [row.place for leaf in leaves for row in leaf.rows] == [strengths.index(each) + 1 for each in strengths]


async def test_ladders_are_fitted_by_the_process_of_the_server_and_not_where_the_bot_has_left(club: Club) -> None:
    here, there = 1 << 22, 2 << 22
    club.now = BEGUN + 9
    for guild in (here, there):
        await met(club, MINA, TOM, BEGUN, guild=guild)
    assert await Ladders(club.database, club.clock, Shards((1,), 4)).owed(9) == [here]
    assert await Ladders(club.database, club.clock, Shards((2, 3), 4)).owed(9) == [there]
    assert sorted(await club.ladders.owed(9)) == [here, there]
    await club.servers.note({there})
    assert await club.ladders.owed(9) == [there]


@pytest.mark.slow
async def test_two_processes_that_fit_at_once_come_to_the_same(league: Club, elsewhere: Club) -> None:
    await met(league, TOM, MINA, BEGUN + 5 * WEEK)
    await asyncio.gather(*(each.ladders.refit(GUILD) for each in (league, elsewhere) * 3))
    ladder = await league.read(find_ladder, GUILD)
    assert ladder
    assert ladder.changes == ladder.fitted == 16
    assert await league.ladders.is_sound(ladder)


async def test_what_has_changed_while_it_was_fitted_is_not_overwritten(
    league: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Such as somebody who was forgotten: they would be back."""

    async def meanwhile(games: AsyncIterator[list[EndedRow]]) -> Ratings:
        found = await rate_async(games)
        await league.privacy.forget(TOM)
        return found

    with monkeypatch.context() as patch:
        patch.setattr("bot.matches.ladders.rate_async", meanwhile)
        await league.ladders.begin(GUILD)
    assert TOM not in await places(league)
    assert await league.ladders.owed(9) == [GUILD]
    await league.ladders.refit(GUILD)
    assert set(await places(league)) == {MINA, EVE}


@pytest.mark.slow
async def test_a_new_season_has_the_ladder_fitted_anew_and_the_old_page_stays(league: Club) -> None:
    before = season_of(league.now)
    then = await league.ladders.page(GUILD, TOM)
    assert await league.ladders.owed(9) == []
    league.now += 60 * DAY
    assert await league.ladders.owed(9) == [GUILD]
    await league.ladders.refit(GUILD)
    assert await league.ladders.owed(9) == []
    for week in range(11):
        await met(league, EVE, MINA, league.now + week * WEEK)
        await met(league, EVE, TOM, league.now + week * WEEK + 1)
    league.now += 11 * WEEK
    await league.ladders.refit(GUILD)
    assert next(iter((await league.ladders.page(GUILD, TOM)).rows)).player == EVE
    stays = await league.ladders.page(GUILD, TOM, season=before)
    assert (stays.season, stays.is_now, stays.rows, stays.own) == (before, False, then.rows, then.own)
    assert (await league.ladders.page(GUILD, TOM, season=1)).season == before, "there is none before that"
    assert (await league.ladders.page(GUILD, TOM, season=before + 99)).is_now


async def test_a_season_that_is_over_is_weighed_once_until_something_changes(
    league: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    season, asked = season_of(league.now), 0
    league.now += 90 * DAY

    async def counting(games: AsyncIterator[list[EndedRow]]) -> Ratings:
        nonlocal asked
        asked += 1
        return await rate_async(games)

    monkeypatch.setattr("bot.matches.ladders.rate_async", counting)
    pages = [await league.ladders.page(GUILD, MINA, season=season) for _ in range(3)]
    assert (asked, [row.player for row in pages[2].rows]) == (1, [MINA, TOM, EVE])
    await league.privacy.forget(TOM)
    assert [row.player for row in (await league.ladders.page(GUILD, MINA, season=season)).rows] == [MINA, EVE]
    assert asked == 2


async def test_a_season_has_those_who_met_somebody_in_it(league: Club) -> None:
    season = season_of(league.now)
    league.now += 90 * DAY
    for week in range(2):
        await met(league, MINA, TOM, league.now + week * WEEK)
    league.now += 90 * DAY
    page = await league.ladders.page(GUILD, EVE, season=season + 1)
    assert [row.player for row in page.rows] == [MINA, TOM]
    assert page.own is None


async def test_games_count_for_a_year_and_not_for_ever(league: Club) -> None:
    league.now = int(datetime(2026, 12, 31, tzinfo=UTC).timestamp())
    await league.ladders.refit(GUILD)
    assert await places(league) == {MINA: 1, TOM: 2, EVE: 3}
    league.now = int(datetime(2027, 1, 1, tzinfo=UTC).timestamp())
    await league.ladders.refit(GUILD)
    assert await places(league) == {}


async def test_whoever_is_forgotten_is_off_the_ladder_at_once_and_the_others_stay(league: Club) -> None:
    before = {row.player: row for row in await league.read(all_standings, GUILD)}
    await league.privacy.forget(TOM)
    assert await places(league) == {MINA: 1, EVE: 3}
    assert await league.ladders.owed(9) == [GUILD]
    await league.ladders.refit(GUILD)
    assert await places(league) == {MINA: 1, EVE: 2}
    for row in await league.read(all_standings, GUILD):
        was = before[row.player]
        assert (row.games, row.people, row.last_at) == (was.games, was.people, was.last_at)
        assert abs(row.strength - was.strength) < 60
    assert (await league.audit._ladders(repair=False)) == []


async def test_whoever_hides_is_to_be_named_to_nobody_and_nothing_is_told_of_what_is_at_stake(league: Club) -> None:
    await league.preferences.change(TOM, hidden=True)
    assert (await league.ladders.page(GUILD, MINA)).hiding == {TOM}
    assert await league.ladders.stakes(GUILD, MINA, TOM) is None
    season = season_of(league.now)
    league.now += 90 * DAY
    assert (await league.ladders.page(GUILD, MINA, season=season)).hiding == {TOM}


async def test_a_block_changes_nothing_on_the_ladder(league: Club) -> None:
    """It is the same page for everybody, so nobody learns of a block from it."""
    before = await league.ladders.page(GUILD, EVE)
    await league.blocks.block(MINA, EVE)
    assert await league.ladders.page(GUILD, EVE) == before


async def test_what_is_at_stake_shrinks_within_a_week_until_nothing_is(league: Club) -> None:
    stakes = []
    for game in range(4):
        stakes.append(await league.ladders.stakes(GUILD, MINA, TOM))
        await met(league, MINA, TOM, league.now + game)
    told = [sum(each[0].gain + each[0].loss for each in [one] if each) for one in stakes[:3] if one]
    assert told == sorted(told, reverse=True)
    assert len(told) == 3
    assert stakes[3] is None
    league.now += WEEK
    assert await league.ladders.stakes(GUILD, TOM, MINA)


@pytest.mark.slow
async def test_the_stronger_one_has_less_to_win_a_newcomer_much_and_two_newcomers_nothing(league: Club) -> None:
    stakes = await league.ladders.stakes(GUILD, MINA, EVE)
    assert stakes
    mina, eve = stakes
    assert (mina.player, eve.player) == (MINA, EVE)
    assert mina.gain < min(eve.gain, mina.loss)
    stakes = await league.ladders.stakes(GUILD, MINA, 999)
    assert stakes
    assert stakes[1].gain > stakes[0].loss
    assert await league.ladders.stakes(GUILD, 998, 999) is None
    assert await league.ladders.stakes(GUILD + 1, MINA, TOM) is None


async def test_a_game_that_is_taken_out_is_as_if_it_had_not_been(league: Club) -> None:
    before = await league.read(all_standings, GUILD)
    game = await met(league, EVE, MINA, league.now)
    await league.ladders.refit(GUILD)
    assert await league.read(all_standings, GUILD) != before
    await league.ladders.exclude(GUILD, game, "a second account")
    await league.ladders.refit(GUILD)
    assert sorted(await league.read(all_standings, GUILD), key=str) == sorted(before, key=str)
    (noted,) = (await league.ladders.page(GUILD, TOM)).unrated
    assert (noted.game_id, noted.note, noted.at) == (game, "a second account", league.now)
    await league.ladders.put_back(GUILD, game)
    await league.ladders.refit(GUILD)
    assert await league.read(all_standings, GUILD) != before
    assert (await league.ladders.page(GUILD, TOM)).unrated == []
    await league.refused(league.ladders.put_back(GUILD, game), "not_taken_out")


async def test_only_games_between_people_of_the_server_that_have_ended_are_taken_out(club: Club) -> None:
    elsewhere = await met(club, MINA, TOM, BEGUN, guild=GUILD + 1)
    alone = await met(club, MINA, None, BEGUN)
    running = await club.write(new_game)
    for game, reason in ((elsewhere, "no_game"), (99, "no_game"), (alone, "not_rated"), (running, "not_rated")):
        with pytest.raises(Refusal, match=reason):
            await club.ladders.exclude(GUILD, game, "")


async def test_the_note_on_a_game_goes_when_one_of_its_players_is_forgotten(club: Club) -> None:
    """It may speak of them; that the game does not count stays."""
    game = await met(club, MINA, TOM, BEGUN)
    club.now = BEGUN + 9
    await club.ladders.exclude(GUILD, game, "Tom is Mina's second account")
    await club.privacy.forget(TOM)
    (noted,) = (await club.ladders.page(GUILD, EVE)).unrated
    assert (noted.game_id, noted.note) == (game, "")


async def found(club: Club, *, repair: bool = False) -> list[str]:
    return [finding.sentence for finding in await club.audit._ladders(repair=repair)]


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
async def test_a_ladder_that_is_not_what_its_games_say_is_rebuilt(league: Club, damage: str) -> None:
    before = sorted(await league.read(all_standings, GUILD), key=str)
    assert await found(league) == []

    await league.spoil(damage)
    assert await found(league) == [f"the ladder of server {GUILD} {DAMAGES[damage]}"]
    assert await found(league, repair=True) == []
    assert await found(league) == []
    assert sorted(await league.read(all_standings, GUILD), key=str) == before


async def test_a_ladder_that_is_to_be_fitted_is_no_finding(league: Club) -> None:
    await met(league, EVE, MINA, league.now)
    assert await found(league) == []
    assert await found(league, repair=True) == []
    assert await league.ladders.owed(9) == []


@pytest.mark.slow
async def test_everything_can_be_rebuilt_from_the_logs(club: Club) -> None:
    """Results and ladders alike: they only say again what the logs say."""
    club.now = BEGUN
    for number, users in enumerate([(MINA, TOM), (TOM, EVE), (MINA, EVE), (EVE, MINA)]):
        await club.recorded(number, users)
    await club.results.keep(await club.results.owed(9))
    await club.ladders.refit(GUILD)
    before = await club.read(all_standings, GUILD), await club.read(results_of, MINA)

    for table in ("results", "ladders", "standings"):
        await club.spoil(f"DELETE FROM {table}")  # noqa: S608
    assert (await club.audit.examine()).found == 4
    await club.audit.examine_games([1, 2, 3, 4], repair=True)
    assert (await club.audit.examine(repair=True)).found == 0
    assert (await club.read(all_standings, GUILD), await club.read(results_of, MINA)) == before
