"""Profiles: counted by hand for stored games, and shown to nobody who is not to see them."""

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest

from bot.matches.match import Match
from bot.matches.profiles import MOST, Between, Profile, Profiles, Streak, Tally, streak_of
from bot.matches.seats import Rival
from bot.matches.standings import QUARTER
from bot.store.games import count_hint
from bot.store.summaries import drop_summaries
from game import ADVANCE
from tests.matches.building import new_rival_match, new_solo_match, profile_from, result
from tests.matches.club import Club
from tests.store.building import EVE, MINA, TOM


async def told(club: Club, user: int = MINA, viewer: int = MINA) -> Profile:
    await club.results.keep(await club.results.owed(99))
    found = await Profiles(club.database, club.clock).of(user, viewer)
    assert found
    return found


async def reference_games(club: Club) -> list[Match]:
    """Four games with published scores: Mina beats Tom 28 to 7, with the 7x7, and loses to him −10 to 27, who has it;
    she beats Eve 23 to 9, without one, and loses to Tom 3 to 24, with it.
    """
    seats = ((MINA, TOM), (TOM, MINA), (MINA, EVE), (TOM, MINA))
    return [await club.recorded(number, users) for number, users in enumerate(seats)]


@pytest.mark.slow
async def test_what_four_games_came_to(club: Club) -> None:
    games = await reference_games(club)
    mina = await told(club)
    assert (mina.people, mina.alone, mina.hinted) == (Tally(4, 2), Tally(0, 0), Tally(0, 0))
    assert mina.best
    assert (mina.best.game_id, mina.best.points) == (games[0].id, 28)
    assert mina.mean == 11  # (28 - 10 + 23 + 3) / 4
    assert (mina.sevens, mina.wholes) == (2, 0)
    assert [(each.won, each.points, each.other_points) for each in mina.last] == [
        (False, 3, 24),
        (True, 23, 9),
        (False, -10, 27),
        (True, 28, 7),
    ]
    assert mina.feats == (("out", 0), ("won", 0), ("seven", 0))
    assert mina.days == Streak(1, 1)
    assert mina.quilt == games[0].position.player(1).quilt
    assert (mina.rival, mina.automa, mina.between) == (None, None, None)


@pytest.mark.slow
async def test_how_two_stand_is_told_as_the_one_who_looks_sees_it(club: Club) -> None:
    await reference_games(club)
    assert (await told(club, MINA, TOM)).between == Between(2, 1, (24, 3))
    assert (await told(club, TOM, MINA)).between == Between(1, 2, (3, 24))
    assert (await told(club, EVE, MINA)).between == Between(1, 0, (23, 9))
    assert (await told(club, TOM, EVE)).between is None
    match = await club.recorded(0, moves=10)
    await club.matches.resign(match.id, 10, TOM)
    assert (await told(club, TOM, MINA)).between == Between(2, 2, None)


async def test_games_alone_tell_what_was_beaten_and_those_with_hints_are_told_apart(club: Club) -> None:
    rivals = [new_rival_match(level, first=1) for level in ("pin", "thimble", "bobbin")]
    for begun in (*rivals, new_solo_match("master")):
        match = await club.played_on(await club.stored(begun), 3)
        if match.rival == Rival("thimble"):
            await club.write(count_hint, match.id)
        await club.matches.resign(match.id, match.revision, MINA)
    mina = await told(club)
    assert (mina.people, mina.alone, mina.hinted) == (Tally(0, 0), Tally(3, 0), Tally(1, 0))
    assert (mina.rival, mina.automa, mina.best) == (None, None, None)
    assert [each.level for each in mina.last] == ["master", "bobbin", "thimble", "pin"]


def test_the_highest_level_counts_that_was_beaten_without_hints() -> None:
    alone = [result(1, other=None, level="pin"), result(2, other=None, level="needle", won=False)]
    alone += [result(3, other=None, level="bobbin"), result(4, other=None, level="thimble", hints=1)]
    alone += [result(5, other=None, level="intern"), result(6, other=None, level="fellow", ending="resigned")]
    profile = profile_from(alone[::-1])
    assert (profile.rival, profile.automa) == ("bobbin", "fellow")
    assert profile.feats == (("out", 0), ("rival", 5), ("automa", 3))
    assert (profile.alone, profile.hinted) == (Tally(5, 4), Tally(1, 1))


@pytest.mark.parametrize(
    ("values", "feats"),
    [
        ({}, {"out", "won"}),
        ({"won": False}, {"out"}),
        ({"ending": "resigned"}, {"won"}),
        ({"seven": True}, {"out", "won", "seven"}),
        ({"seven": True, "ending": "claimed"}, {"won"}),
        ({"empty": 0, "won": False}, {"out", "whole"}),
        ({"points": 30}, {"out", "won", "thirty"}),
        ({"points": 29}, {"out", "won"}),
        ({"won": None}, set()),
        ({"hints": 2, "other": None, "level": "pin"}, set()),
    ],
)
def test_a_feat_is_done_once_a_game_shows_it(values: dict[str, object], feats: set[str]) -> None:
    assert {name for name, _ in profile_from([result(1, **values)]).feats} == feats
    assert [name for name, _ in profile_from([], days=Streak(0, 7)).feats] == ["days"]
    assert profile_from([], days=Streak(6, 6)).feats == ()


def test_games_that_nobody_has_won_count_nowhere() -> None:
    profile = profile_from([result(2, won=None, ending="closed"), result(1, won=None, ending="cancelled")], viewer=TOM)
    assert not profile.games
    assert (profile.last, profile.between) == ((), None)


def test_points_are_those_of_games_that_were_played_out_without_hints() -> None:
    rows = [
        result(4, points=90, ending="resigned"),
        result(3, points=80, hints=1),
        result(2, points=10),
        result(1, points=5),
    ]
    profile = profile_from(rows)
    assert profile.best
    assert (profile.best.points, profile.mean) == (10, 8)
    assert len(profile_from([result(number) for number in range(MOST + 5)]).last) == MOST, "no more are told one by one"


def at(day: int, hour: int = 12) -> int:
    """A time on a day of November, as UTC has it."""
    return int(datetime(2026, 11, day, hour, tzinfo=UTC).timestamp())


def days(*played: int, today: int, zone: str = "UTC") -> Streak:
    return streak_of([at(day) // QUARTER for day in played], ZoneInfo(zone), at(today))


def test_days_in_a_row_are_counted_to_today_or_yesterday() -> None:
    assert days(today=9) == Streak(0, 0)
    assert days(9, today=9) == Streak(1, 1)
    assert days(7, 8, 9, today=9) == Streak(3, 3)
    assert days(7, 8, today=9) == Streak(2, 2)
    assert days(6, 7, today=9) == Streak(0, 2)
    assert days(1, 2, 3, 4, 6, 9, today=9) == Streak(1, 4)
    assert days(9, 8, 8, 9, today=9) == Streak(2, 2)


def test_a_day_is_one_of_the_players_own() -> None:
    """At 15:30 UTC it is the next day in Tokyo, and half past nine in the evening in Calcutta."""
    quarters = [at(8, 14) // QUARTER, (at(8, 15) + 2 * QUARTER) // QUARTER]
    assert streak_of(quarters, ZoneInfo("Asia/Tokyo"), at(8, 16)) == Streak(2, 2)
    assert streak_of(quarters, ZoneInfo("Asia/Kolkata"), at(8, 16)) == Streak(1, 1)
    late = (at(8, 18) + 2 * QUARTER) // QUARTER
    assert streak_of([quarters[0], late], ZoneInfo("Asia/Kolkata"), at(8, 19)) == Streak(2, 2)
    assert streak_of([quarters[0], late - 1], ZoneInfo("Asia/Kolkata"), at(8, 19)) == Streak(1, 1)


@pytest.mark.slow
async def test_days_of_games_that_are_still_running_count(club: Club) -> None:
    club.now = at(7)
    match = await club.recorded(0, moves=2)
    club.now = at(8)
    match = await club.play(match.id, 2, TOM, ADVANCE)
    assert (await told(club, TOM, TOM)).days == Streak(2, 2)
    assert (await told(club, MINA, MINA)).days == Streak(1, 1)
    club.now = at(9, 23)
    await club.preferences.change(TOM, timezone="Asia/Tokyo")
    assert (await told(club, TOM, TOM)).days == Streak(0, 2)


@pytest.mark.slow
async def test_whoever_hides_it_or_has_blocked_somebody_is_not_seen_by_them(club: Club) -> None:
    await reference_games(club)
    profiles = Profiles(club.database, club.clock)
    assert await profiles.of(MINA, TOM)
    await club.blocks.block(MINA, TOM)
    assert await profiles.of(MINA, TOM) is None
    assert await profiles.of(MINA, EVE)
    assert await profiles.of(TOM, MINA), "the other way, nothing has changed"
    await club.blocks.unblock(MINA, TOM)
    await club.preferences.change(MINA, hidden=True)
    assert await profiles.of(MINA, TOM) is None
    assert await profiles.of(MINA, MINA)


@pytest.mark.slow
async def test_others_are_told_nothing_of_private_games(club: Club) -> None:
    games = await reference_games(club)
    await club.spoil(f"UPDATE games SET place = 'private' WHERE id = {games[0].id}")  # noqa: S608
    mina, seen = await told(club, MINA, MINA), await told(club, MINA, EVE)
    assert mina.best
    assert seen.best
    assert (mina.best.points, mina.mean, mina.sevens, mina.people, len(mina.last)) == (28, 11, 2, Tally(4, 2), 4)
    assert (seen.best.points, seen.mean, seen.sevens, seen.people, len(seen.last)) == (23, 5, 1, Tally(3, 1), 3)
    assert seen.quilt == games[2].position.player(1).quilt
    await club.spoil("UPDATE games SET place = 'private'")
    await club.write(drop_summaries, MINA)
    assert await told(club, MINA, 999) == profile_from([]), "neither feats nor days"


@pytest.mark.slow
async def test_a_best_game_that_cannot_be_replayed_has_no_quilt(club: Club, caplog: pytest.LogCaptureFixture) -> None:
    await club.recorded(0)
    await told(club)
    await club.spoil("UPDATE log SET text = '*A1' WHERE number = 9")
    mina = await told(club)
    assert mina.best
    assert mina.quilt is None
    assert "its quilt is not shown" in caplog.text


@pytest.mark.slow
async def test_whoever_was_forgotten_has_no_profile_and_stands_beside_nobody(club: Club) -> None:
    await reference_games(club)
    await told(club)
    await club.privacy.forget(TOM)
    assert not (await told(club, TOM, TOM)).games
    mina = await told(club, MINA, TOM)
    assert mina.between is None
    assert mina.people == Tally(4, 2)
