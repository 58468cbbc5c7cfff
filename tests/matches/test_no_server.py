"""What is played in no server (0): it is nobody's to look at, hangs nowhere, and is never gone (decision 0099)."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from bot.matches.clock import DAY
from bot.matches.rivals import Rivals
from bot.matches.seats import Rival
from bot.matches.servers import KEPT, Changed
from bot.matches.sundays import Sundays
from bot.store.games import channels_played_in, moves_owed
from bot.store.ladders import servers_without_ladder
from bot.store.shards import Shards
from daily import number_of
from tests.matches.building import new_match
from tests.matches.club import Club
from tests.matches.test_daily import sewn
from tests.matches.test_sundays import settle
from tests.store.building import CHANNEL, GUILD, MINA, TOM


def moment(day: int, hour: int) -> int:
    return int(datetime(2026, 11, day, hour, tzinfo=UTC).timestamp())


async def test_the_bot_never_leaves_no_server(club: Club) -> None:
    match = await club.played_on(await club.alone(Rival("pin"), place="private", guild_id=0), 4)
    assert await club.servers.note({GUILD}) == Changed()
    assert await club.rows("servers") == []
    club.now += 2 * KEPT
    assert await club.servers.note(set()) == Changed()
    assert await club.servers.purge() == 0
    assert await club.load(match.id) == match
    assert await club.findings() == []


async def test_days_and_weeks_go_by_ones_own_zone_and_hang_on_no_wall(club: Club) -> None:
    """Even if somebody has sewn in a server before, which has a wall and another zone."""
    await club.preferences.change_server(GUILD, timezone="Pacific/Auckland", daily_id=CHANNEL)
    await club.preferences.change(MINA, timezone="America/New_York")
    club.now = moment(25, 12)
    await sewn(club, MINA, number_of(datetime(2026, 11, 25, tzinfo=UTC).date()))
    before = await club.rows("walls")
    club.now = moment(29, 3)  # it is Saturday still in New York
    saturday = number_of(datetime(2026, 11, 28, tzinfo=UTC).date())
    assert await club.dailies.today(MINA, 0) == saturday
    await sewn(club, MINA, saturday, guild=0)
    row, match = await club.sundays.open(MINA, 0, CHANNEL, "en")
    assert row.number == saturday - 6
    assert row.ends_at == moment(29, 5)
    match = await club.played_on(match)
    await settle(club.sundays)
    assert await club.rows("walls") == before
    club.now += DAY
    await settle(club.sundays)
    match = await club.load(match.id)
    assert match.duel == "over"
    assert match.is_hidden_from(TOM), "nobody was there"
    assert not match.is_hidden_from(MINA)


async def test_no_ladder_begins(club: Club) -> None:
    """Whoever plays there plays for nobody else."""
    for _ in range(2):
        match = await club.stored(replace(new_match(), guild_id=0, place="private"))
        await club.results.keep([(await club.played_on(match)).id])
    assert await club.read(servers_without_ladder, 0) == []
    assert await club.rows("ladders") == []
    assert await club.read(channels_played_in) == []
    assert await club.findings() == []


@pytest.mark.parametrize(("ids", "count"), [((0,), 1), ((1,), 0)])
async def test_the_first_shard_looks_after_it(club: Club, ids: tuple[int, ...], count: int) -> None:
    match = await club.alone(Rival("pin"), place="private", guild_id=0, first=2)
    shards = Shards(ids, 2)
    assert Rivals(club.database, shards).is_owed(await club.row(match)), "thought of where its player has pressed"
    assert len(await club.database.read(moves_owed, shards=shards)) == count
    sundays = Sundays(club.database, club.clock, shards=shards, max_games=5)
    _, match = await sundays.open(MINA, 0, CHANNEL, "en")
    await club.played_on(match)
    assert len(await sundays.due()) == count
