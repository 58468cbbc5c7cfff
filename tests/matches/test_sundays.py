"""Sunday quilts: the same game for everybody, a secret for a week, and then a wall by how far each was ahead."""

from datetime import UTC, datetime

import pytest

from bot.matches.clock import DAY
from bot.matches.match import Match
from bot.matches.seats import Person, Rival
from bot.matches.sundays import LEVEL, Sundays, sunday_before
from bot.store.results import results_of
from bot.store.shards import Shards
from bot.store.sundays import SundayRow
from daily import number_of, ring_of_sunday
from tests.matches.club import Club
from tests.store.building import CHANNEL, EVE, GUILD, MINA, TOM


def moment(day: int, hour: int) -> int:
    """A time in November, in UTC."""
    return int(datetime(2026, 11, day, hour, tzinfo=UTC).timestamp())


@pytest.fixture
async def club(club: Club) -> Club:
    """It is a Monday in November, in a server that shows daily quilts in a channel."""
    club.now = moment(23, 12)
    await club.preferences.change_server(GUILD, daily_id=CHANNEL)
    return club


async def begun(club: Club, user: int, language: str = "en") -> tuple[SundayRow, Match]:
    """Somebody's game of this Sunday."""
    return await club.sundays.open(user, GUILD, CHANNEL, language)


async def played(club: Club, user: int, language: str = "en") -> Match:
    """Somebody's game of this Sunday, to its end."""
    return await club.played_on((await begun(club, user, language))[1], seed=user)


async def settle(sundays: Sundays) -> None:
    for due in await sundays.due():
        await sundays.settle(due)


def test_each_day_has_its_sunday() -> None:
    days = {22: 22, 23: 22, 28: 22, 29: 29}
    for day, sunday in days.items():
        found = sunday_before(number_of(datetime(2026, 11, day, tzinfo=UTC).date()))
        assert found == number_of(datetime(2026, 11, sunday, tzinfo=UTC).date())


async def test_everybody_meets_the_same_rival_with_the_same_ring_once(club: Club) -> None:
    row, mine = await begun(club, MINA)
    _, theirs = await begun(club, TOM)
    assert mine.setup == theirs.setup
    assert mine.seats == (Person(MINA), Rival(LEVEL))
    drawn, at = ring_of_sunday(row.number), ring_of_sunday(row.number).index(mine.setup.ring[0])
    assert drawn[at:] + drawn[:at] == mine.setup.ring
    assert not mine.has_hints
    assert mine.is_hidden_from(TOM)
    again, same = await begun(club, MINA)
    assert (again, same.id) == (row, mine.id)


async def test_a_week_is_the_servers_whatever_zone_somebody_has(club: Club) -> None:
    await club.preferences.change_server(GUILD, timezone="Pacific/Auckland")
    await club.preferences.change(MINA, timezone="America/New_York")
    club.now = moment(21, 20)  # it is Sunday in Auckland alone
    (mine, _), (theirs, _) = [await begun(club, user) for user in (MINA, TOM)]
    assert mine.number == theirs.number == number_of(datetime(2026, 11, 22, tzinfo=UTC).date())
    assert 6 * DAY < mine.ends_at - club.now < 7 * DAY


async def test_a_channel_that_is_chosen_late_shows_who_has_played(club: Club) -> None:
    await club.preferences.change_server(GUILD, daily_id=None)
    await played(club, MINA)
    await settle(club.sundays)
    assert await club.walls.owed() == []
    await club.preferences.change_server(GUILD, daily_id=CHANNEL)
    for _ in range(2):
        await club.walls.move(GUILD, CHANNEL)
        await settle(club.sundays)
        (row,) = await club.walls.owed()
        assert row.changes == 1
    assert len((await club.sundays.wall(row)).matches) == 1


@pytest.mark.slow
async def test_a_week_ends_in_a_wall_by_margin_and_games_are_a_secret_no_longer(club: Club) -> None:
    ended = {}
    for user in (MINA, TOM):
        match = await played(club, user)
        ended[user] = match.position.score(1).total - match.position.score(2).total
    _, running = await begun(club, EVE)
    await settle(club.sundays)
    (row,) = await club.walls.owed()
    assert row.is_sunday
    wall = await club.sundays.wall(row)
    margins = [match.position.score(1).total - match.position.score(2).total for match in wall.matches]
    assert margins == sorted(ended.values(), reverse=True)
    assert await club.read(results_of, MINA) == []
    assert await club.findings() == []
    await club.walls.note_message(row, 77)
    await settle(club.sundays)
    assert await club.walls.owed() == []
    club.now += 6 * DAY
    await settle(club.sundays)
    assert [(due.is_sunday, due.number) for due in await club.walls.due()] == [(True, row.number)]
    match = await club.load(running.id)
    assert (match.outcome, match.duel) == (None, None), "it goes on as any private game"
    assert not (await club.load(wall.matches[0].id)).is_hidden_from(EVE)
    await club.played_on(match)
    await settle(club.sundays)
    assert (await club.load(match.id)).is_hidden_from(MINA)
    assert len((await club.sundays.wall(row)).matches) == 2
    assert await club.findings() == []


@pytest.mark.slow
async def test_who_gives_up_hangs_behind_all_who_played_on(club: Club) -> None:
    """Whatever the points: they may have been ahead when they did. Nobody has played who did not move."""
    given_up, stayed, unplayed = [(await begun(club, user))[1] for user in (MINA, TOM, EVE)]
    given_up = await club.played_on(given_up, 9)
    for user, match in ((MINA, given_up), (EVE, unplayed)):
        await club.matches.resign(match.id, match.revision, user)
    await club.spoil(f"UPDATE games SET points1 = 50 WHERE id = {given_up.id}")  # noqa: S608
    await settle(club.sundays)
    (row,) = await club.walls.owed()
    assert [match.id for match in (await club.sundays.wall(row)).matches] == [given_up.id]
    await club.played_on(stayed)
    assert [match.id for match in (await club.sundays.wall(row)).matches] == [stayed.id, given_up.id]


async def test_each_process_ends_the_weeks_of_its_own_shards(club: Club) -> None:
    even = Sundays(club.database, club.clock, max_games=5, shards=Shards((0,), 2))
    opened = [await even.open(user, shard << 22, CHANNEL, "en") for user, shard in ((MINA, 2), (TOM, 3))]
    club.now += 7 * DAY
    await settle(even)
    assert [(await club.load(match.id)).duel for _, match in opened] == [None, "sunday"]


@pytest.mark.slow
async def test_a_game_whose_log_is_broken_keeps_nobody_else_from_the_wall(club: Club) -> None:
    broken, kept = [await played(club, user, "de") for user in (MINA, TOM)]
    await club.spoil(f"UPDATE log SET text = 'nonsense' WHERE game_id = {broken.id} AND number = 3")  # noqa: S608
    await settle(club.sundays)
    (row,) = await club.walls.owed()
    assert row.language == "de"
    assert [match.id for match in (await club.sundays.wall(row)).matches] == [kept.id]


@pytest.mark.slow
async def test_somebody_who_is_forgotten_is_nobody_on_the_wall(club: Club) -> None:
    await played(club, MINA)
    await begun(club, TOM)
    await settle(club.sundays)
    for user in (MINA, TOM):
        await club.privacy.forget(user)
    await settle(club.sundays)
    (row,) = await club.walls.owed()
    (hung,) = (await club.sundays.wall(row)).matches
    assert hung.person_at(1) < 0
    assert await club.findings() == []
