"""Sunday quilts: the same game for everybody, a secret for a week, and then a wall by how far each was ahead."""

from datetime import UTC, datetime
from random import Random

import pytest
from sqlalchemy import update

from bot.matches.audit import Audit
from bot.matches.match import Match
from bot.matches.play import Matches
from bot.matches.preferences import Preferences
from bot.matches.privacy import Privacy
from bot.matches.seats import Person, Rival
from bot.matches.sundays import LEVEL, Sundays, sunday_before
from bot.matches.walls import Walls
from bot.store.backend.database import Database
from bot.store.results import results_of
from bot.store.shards import Shards
from bot.store.tables import log
from daily import number_of, ring_of_sunday
from tests.matches.building import Hands
from tests.store.building import CHANNEL, EVE, GUILD, MINA, TOM

DAY = 24 * 60 * 60


@pytest.fixture
def clock() -> Hands:
    """It is a Monday in November, in UTC."""
    hands = Hands()
    hands.now = int(datetime(2026, 11, 23, 12, tzinfo=UTC).timestamp())
    return hands


@pytest.fixture
async def sundays(database: Database, clock: Hands) -> Sundays:
    """In a server that shows daily quilts in a channel."""
    await Preferences(database).change_server(GUILD, daily_id=CHANNEL)
    return Sundays(database, clock, max_games=5)


async def played(matches: Matches, match: Match, seed: int = 1) -> Match:
    """A game to its end."""
    rng = Random(seed)
    while not match.outcome:
        mover = match.mover
        move = rng.choice(match.position.legal_moves)
        if mover is None:
            match = await matches.play_for_rival(match, move)
        else:
            match = await matches.play(match.id, match.revision, mover, move)
    return match


async def settle(sundays: Sundays) -> None:
    for due in await sundays.due():
        await sundays.settle(due)


def test_each_day_has_its_sunday() -> None:
    days = {22: 22, 23: 22, 28: 22, 29: 29}
    for day, sunday in days.items():
        found = sunday_before(number_of(datetime(2026, 11, day, tzinfo=UTC).date()))
        assert found == number_of(datetime(2026, 11, sunday, tzinfo=UTC).date())


async def test_everybody_meets_the_same_rival_with_the_same_ring_once(sundays: Sundays) -> None:
    row, mine = await sundays.open(MINA, GUILD, CHANNEL, "en")
    _, theirs = await sundays.open(TOM, GUILD, CHANNEL, "en")
    assert mine.setup == theirs.setup
    assert mine.seats == (Person(MINA), Rival(LEVEL))
    drawn, at = ring_of_sunday(row.number), ring_of_sunday(row.number).index(mine.setup.ring[0])
    assert drawn[at:] + drawn[:at] == mine.setup.ring
    assert not mine.has_hints
    assert mine.is_hidden_from(TOM)
    again, same = await sundays.open(MINA, GUILD, CHANNEL, "en")
    assert (again, same.id) == (row, mine.id)


async def test_a_week_is_the_servers_whatever_zone_somebody_has(
    sundays: Sundays, database: Database, clock: Hands
) -> None:
    preferences = Preferences(database)
    await preferences.change_server(GUILD, timezone="Pacific/Auckland")
    await preferences.change(MINA, timezone="America/New_York")
    clock.now = int(datetime(2026, 11, 21, 20, tzinfo=UTC).timestamp())  # it is Sunday in Auckland alone
    (mine, _), (theirs, _) = [await sundays.open(user, GUILD, CHANNEL, "en") for user in (MINA, TOM)]
    assert mine.number == theirs.number == number_of(datetime(2026, 11, 22, tzinfo=UTC).date())
    assert 6 * DAY < mine.ends_at - clock.now < 7 * DAY


async def test_a_channel_that_is_chosen_late_shows_who_has_played(
    sundays: Sundays, matches: Matches, database: Database, clock: Hands
) -> None:
    preferences, walls = Preferences(database), Walls(database, clock)
    await preferences.change_server(GUILD, daily_id=None)
    _, match = await sundays.open(MINA, GUILD, CHANNEL, "en")
    await played(matches, match)
    await settle(sundays)
    assert await walls.owed() == []
    await preferences.change_server(GUILD, daily_id=CHANNEL)
    for _ in range(2):
        await walls.move(GUILD, CHANNEL)
        await settle(sundays)
        (row,) = await walls.owed()
        assert row.changes == 1
    assert len((await sundays.wall(row)).matches) == 1


@pytest.mark.slow
async def test_a_week_ends_in_a_wall_by_margin_and_games_are_a_secret_no_longer(
    sundays: Sundays, matches: Matches, database: Database, clock: Hands
) -> None:
    walls = Walls(database, clock)
    ended = {}
    for seed, user in enumerate((MINA, TOM)):
        _, match = await sundays.open(user, GUILD, CHANNEL, "en")
        match = await played(matches, match, seed)
        ended[user] = match.position.score(1).total - match.position.score(2).total
    _, running = await sundays.open(EVE, GUILD, CHANNEL, "en")
    await settle(sundays)
    (row,) = await walls.owed()
    assert row.is_sunday
    wall = await sundays.wall(row)
    margins = [match.position.score(1).total - match.position.score(2).total for match in wall.matches]
    assert margins == sorted(ended.values(), reverse=True)
    assert await database.read(results_of, MINA) == []
    assert (await Audit(database, clock).examine()).findings == []
    await walls.note_message(row, 77)
    await settle(sundays)
    assert await walls.owed() == []
    clock.now += 6 * DAY
    await settle(sundays)
    assert [(due.is_sunday, due.number) for due in await walls.due()] == [(True, row.number)]
    match = await matches.load(running.id)
    assert (match.outcome, match.duel) == (None, "over")
    assert not (await matches.load(wall.matches[0].id)).is_hidden_from(EVE)
    await played(matches, match)
    await settle(sundays)
    assert len((await sundays.wall(row)).matches) == 2
    assert (await Audit(database, clock).examine()).findings == []


async def test_each_process_ends_the_weeks_of_its_own_shards(
    database: Database, matches: Matches, clock: Hands
) -> None:
    even = Sundays(database, clock, max_games=5, shards=Shards((0,), 2))
    opened = [await even.open(user, shard << 22, CHANNEL, "en") for user, shard in ((MINA, 2), (TOM, 3))]
    clock.now += 7 * DAY
    await settle(even)
    assert [(await matches.load(match.id)).duel for _, match in opened] == ["over", "sunday"]


@pytest.mark.slow
async def test_a_game_whose_log_is_broken_keeps_nobody_else_from_the_wall(
    sundays: Sundays, matches: Matches, database: Database, clock: Hands
) -> None:
    games = []
    for seed, user in enumerate((MINA, TOM)):
        _, match = await sundays.open(user, GUILD, CHANNEL, "de")
        games.append((await played(matches, match, seed)).id)
    spoil = update(log).where(log.c.game_id == games[0], log.c.number == 3).values(text="nonsense")
    await database.write(lambda connection: connection.execute(spoil).rowcount)
    await settle(sundays)
    (row,) = await Walls(database, clock).owed()
    assert row.language == "de"
    assert [match.id for match in (await sundays.wall(row)).matches] == games[1:]


@pytest.mark.slow
async def test_somebody_who_is_forgotten_is_nobody_on_the_wall(
    sundays: Sundays, matches: Matches, database: Database, clock: Hands
) -> None:
    _, match = await sundays.open(MINA, GUILD, CHANNEL, "en")
    await played(matches, match)
    await sundays.open(TOM, GUILD, CHANNEL, "en")
    await settle(sundays)
    for user in (MINA, TOM):
        await Privacy(database, clock).forget(user)
    await settle(sundays)
    (row,) = await Walls(database, clock).owed()
    (hung,) = (await sundays.wall(row)).matches
    assert hung.person_at(1) < 0
    assert (await Audit(database, clock).examine()).findings == []
