"""What results come to, summed up by periods: kept, added up, and summed up anew once something changes."""

from dataclasses import replace
from random import Random
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.matches.clock import DAY
from bot.matches.profiles import Profile, Profiles, streak_of
from bot.matches.results import keep_within
from bot.matches.seats import LEVELS, Rival
from bot.matches.solo import Solo
from bot.matches.standings import QUARTER
from bot.matches.summaries import Summary, quarters_in, read_summary, spelled, sum_of, summary_of
from bot.store.everything import drop_game
from bot.store.results import ResultRow, results_of
from bot.store.summaries import PERIOD, drop_summaries, save_summaries, summaries_of
from tests.matches.building import new_rival_match, result
from tests.matches.club import Club
from tests.store.building import CHANNEL, EVE, GUILD, MINA, TOM

SEEDS = st.integers(0, 10**9).map(Random)
ZONES = ["UTC", "Asia/Kolkata", "America/St_Johns", "Pacific/Kiritimati", "Pacific/Pago_Pago", "Europe/Berlin"]


def random_result(rng: Random, number: int) -> ResultRow:
    quarters = sorted({rng.randrange(1_900_000, 1_900_000 + 96 * 400) for _ in range(rng.randrange(1, 6))})
    played = " ".join(str(later - before) for before, later in zip([0, *quarters], quarters, strict=False))
    alone = rng.random() < 0.5
    return result(
        number,
        ended_at=quarters[-1] * QUARTER,
        won=rng.choice([True, False, None]),
        ending=rng.choice(["finished", "resigned"]),
        points=rng.randrange(-60, 40),
        seven=rng.random() < 0.3,
        empty=rng.choice([0, 3]),
        hints=rng.choice([0, 0, 2]),
        other=None if alone else TOM,
        level=rng.choice(LEVELS) if alone else None,
        played=played,
    )


@given(SEEDS, st.integers(0, 40))
def test_sums_of_periods_come_to_the_sum_of_all(rng: Random, count: int) -> None:
    rows = [random_result(rng, number) for number in range(count)]
    periods: dict[int, list[ResultRow]] = {}
    for row in rows:
        periods.setdefault(row.ended_at // PERIOD, []).append(row)
    kept = [spelled(summary_of(each), Summary()) for each in periods.values()]
    found, whole = sum_of(read_summary(each, in_public=False) for each in kept), summary_of(rows)
    assert (+found.sums, found.sums["points"], found.best) == (+whole.sums, whole.sums["points"], whole.best)
    assert not any(read_summary(each, in_public=True).sums for each in kept)
    quarters = [each for row in rows for each in quarters_in(row.played)]
    for zone in map(ZoneInfo, ZONES):
        at = max(quarters, default=0) * QUARTER
        assert streak_of(found.days, zone, at) == streak_of(quarters, zone, at), zone


async def games_told(club: Club) -> list[int]:
    """How many of Mina's games she and somebody else are told of: the same by what is kept, and by the results."""
    profiles = Profiles(club.database, club.clock)

    async def told() -> list[Profile | None]:
        return [await profiles.of(MINA, viewer) for viewer in (MINA, EVE)]

    found = await told()
    assert all(row.text for row in await club.read(summaries_of, MINA))
    assert await club.audit._summaries(repair=False) == []
    await club.write(drop_summaries, MINA)
    assert await told() == found
    assert await told() == found
    return [each.people.games + each.alone.games if each else 0 for each in found]


@pytest.mark.slow
async def test_what_is_kept_follows_each_change_of_what_a_game_came_to(club: Club) -> None:
    assert await games_told(club) == [0, 0]
    private = replace(new_rival_match("pin", first=1), place="private")
    for count, begun in enumerate((None, private), 1):
        match = await club.recorded(0) if begun is None else await club.played_on(await club.stored(begun))
        await club.results.keep([match.id])
        assert await games_told(club) == [count, 1], "a private game is told to its player alone"
        club.now += 100 * DAY
    assert (await club.load(2)).rival == Rival("pin")
    await Solo(club.database, club.clock, max_games=9).share(2, MINA, GUILD, CHANNEL)
    assert await games_told(club) == [2, 2]
    rows = await club.read(results_of, MINA)
    await club.write(keep_within, {2: [replace(row, won=None) for row in rows if row.game_id == 2]})
    assert await games_told(club) == [1, 1]
    await club.results.keep([2])
    for number in (1, 3):  # in one period
        await club.results.keep([(await club.recorded(number, (TOM, MINA))).id])
    assert await games_told(club) == [4, 4]
    await club.write(drop_game, 3)
    assert await games_told(club) == [3, 3]
    await club.servers.note(set())
    club.now += 31 * DAY
    while await club.servers.purge():
        pass
    assert await games_told(club) == [0, 0]
    assert await club.rows("summaries") == []


async def test_of_a_period_remains_what_was_played_in_other_servers(club: Club) -> None:
    there = GUILD + 1
    for guild in (GUILD, there):
        match = await club.played_on(await club.alone(Rival("pin"), guild_id=guild))
        await club.results.keep([match.id])
    profile = await Profiles(club.database, club.clock).of(MINA, MINA)
    assert profile
    assert profile.alone.games == 2
    await club.servers.note({GUILD})
    club.now += 31 * DAY
    await club.servers.purge()
    profile = await Profiles(club.database, club.clock).of(MINA, MINA)
    assert profile
    assert profile.alone.games == 1


async def test_whoever_is_forgotten_while_they_are_summed_up_leaves_nothing(club: Club) -> None:
    await club.results.keep([(await club.recorded(0)).id])
    await club.write(drop_summaries, MINA)  # as in a database of 0.2.0
    found = await club.read(summaries_of, MINA)
    await club.privacy.forget(MINA)
    await club.write(save_summaries, [replace(row, text="old") for row in found])
    assert [player for player, *_ in await club.rows("summaries")] == [TOM]


async def test_what_changes_while_it_is_summed_up_is_summed_up_again(club: Club) -> None:
    match = await club.recorded(0)
    await club.results.keep([match.id])
    (row,) = await club.read(summaries_of, MINA)
    assert (row.text, row.changes) == ("", 1)
    await club.results.keep([match.id])
    await club.write(save_summaries, [replace(row, text="old")])
    await club.write(save_summaries, [replace(row, text="older", changes=0)])
    (row,) = await club.read(summaries_of, MINA)
    assert (row.text, row.changes) == ("", 3)


async def test_the_doctor_finds_sums_that_are_not_what_the_games_say(club: Club) -> None:
    match = await club.recorded(0)
    await club.results.keep([match.id])
    assert await Profiles(club.database, club.clock).of(MINA, MINA)
    assert await club.findings() == []
    await club.spoil("UPDATE summaries SET text = 'nonsense' WHERE text != ''")
    assert await club.findings() == [f"the sums of player {MINA} are not what the games say"]
    assert await club.findings(repair=True) == []
    assert await club.findings() == []
    profile = await Profiles(club.database, club.clock).of(MINA, MINA)
    assert profile
    assert profile.people.games == 1
