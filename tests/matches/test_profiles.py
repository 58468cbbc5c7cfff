"""Profiles: counted by hand for stored games, and shown to nobody who is not to see them."""

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest
from sqlalchemy import text

from bot.matches.blocks import Blocks
from bot.matches.match import Match
from bot.matches.play import Matches
from bot.matches.preferences import Preferences
from bot.matches.privacy import Privacy
from bot.matches.profiles import MOST, Between, Profile, Profiles, Streak, Tally, profile_of, streak_of
from bot.matches.results import QUARTER, Results
from bot.store.backend.database import Database
from bot.store.games import count_hint
from bot.store.results import ResultRow
from game import ADVANCE
from tests.matches.building import Hands, new_rival_match, new_solo_match, recorded, stored
from tests.store.building import EVE, GUILD, MINA, TOM

DAY = 24 * 60 * 60


def row(number: int, **values: object) -> ResultRow:
    """A game that Mina won against Tom, 21 to 17; a later one, the higher its number."""
    usual: dict[str, object] = {"game_id": number, "seat": 1, "player": MINA, "other": TOM, "level": None}
    usual |= {
        "guild_id": GUILD,
        "ended_at": number,
        "ending": "finished",
        "won": True,
        "points": 21,
        "other_points": 17,
    }
    usual |= {"seven": False, "empty": 4, "moves": 20, "first": True, "hints": 0, "played": ""}
    return ResultRow(**{**usual, **values})  # type: ignore[arg-type]


async def told(database: Database, clock: Hands, user: int = MINA, viewer: int = MINA) -> Profile:
    results = Results(database)
    await results.keep(await results.owed(99))
    found = await Profiles(database, clock).of(user, viewer)
    assert found
    return found


async def reference_games(database: Database, clock: Hands) -> list[Match]:
    """Four games with published scores: Mina beats Tom 28 to 7, with the 7x7, and loses to him −10 to 27, who has it;
    she beats Eve 23 to 9, without one, and loses to Tom 3 to 24, with it.
    """
    seats = ((MINA, TOM), (TOM, MINA), (MINA, EVE), (TOM, MINA))
    return [await recorded(database, clock, number, users) for number, users in enumerate(seats)]


@pytest.mark.slow
async def test_what_four_games_came_to(database: Database, clock: Hands) -> None:
    games = await reference_games(database, clock)
    mina = await told(database, clock)
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
async def test_how_two_stand_is_told_as_the_one_who_looks_sees_it(database: Database, clock: Hands) -> None:
    await reference_games(database, clock)
    assert (await told(database, clock, MINA, TOM)).between == Between(2, 1, (24, 3))
    assert (await told(database, clock, TOM, MINA)).between == Between(1, 2, (3, 24))
    assert (await told(database, clock, EVE, MINA)).between == Between(1, 0, (23, 9))
    assert (await told(database, clock, TOM, EVE)).between is None
    match = await recorded(database, clock, 0, moves=10)
    await Matches(database, clock).resign(match.id, 10, TOM)
    assert (await told(database, clock, TOM, MINA)).between == Between(2, 2, None)


async def test_games_alone_tell_what_was_beaten_and_those_with_hints_are_told_apart(
    database: Database, clock: Hands
) -> None:
    matches = Matches(database, clock)
    for level, hints in (("pin", 0), ("thimble", 1), ("bobbin", 0)):
        match = await stored(database, new_rival_match(level, first=1))
        match = await matches.play(match.id, 0, MINA, ADVANCE)
        for _ in range(hints):
            await database.write(count_hint, match.id)
        await matches.resign(match.id, match.revision, MINA)
    match = await stored(database, new_solo_match("master"))
    match = await matches.play(match.id, 0, MINA, ADVANCE)
    await matches.resign(match.id, match.revision, MINA)
    mina = await told(database, clock)
    assert (mina.people, mina.alone, mina.hinted) == (Tally(0, 0), Tally(3, 0), Tally(1, 0))
    assert (mina.rival, mina.automa, mina.best) == (None, None, None)
    assert [each.level for each in mina.last] == ["master", "bobbin", "thimble", "pin"]


def test_the_highest_level_counts_that_was_beaten_without_hints() -> None:
    alone = [row(1, other=None, level="pin"), row(2, other=None, level="needle", won=False)]
    alone += [row(3, other=None, level="bobbin"), row(4, other=None, level="thimble", hints=1)]
    alone += [row(5, other=None, level="intern"), row(6, other=None, level="fellow", ending="resigned")]
    profile = profile_of(alone[::-1])
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
    assert {name for name, _ in profile_of([row(1, **values)]).feats} == feats


def test_seven_days_in_a_row_are_a_feat() -> None:
    assert "days" in dict(profile_of([], days=Streak(0, 7)).feats)
    assert "days" not in dict(profile_of([], days=Streak(6, 6)).feats)


def test_games_that_nobody_has_won_count_nowhere() -> None:
    profile = profile_of([row(2, won=None, ending="closed"), row(1, won=None, ending="cancelled")], viewer=TOM)
    assert profile.is_empty
    assert (profile.last, profile.between) == ((), None)


def test_points_are_those_of_games_that_were_played_out_without_hints() -> None:
    rows = [row(4, points=90, ending="resigned"), row(3, points=80, hints=1), row(2, points=10), row(1, points=5)]
    profile = profile_of(rows)
    assert profile.best
    assert (profile.best.points, profile.mean) == (10, 8)


def test_no_more_than_so_many_games_are_told_one_by_one() -> None:
    assert len(profile_of([row(number) for number in range(MOST + 5)]).last) == MOST


# --- days


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
async def test_days_of_games_that_are_still_running_count(database: Database, clock: Hands) -> None:
    clock.now = at(7)
    match = await recorded(database, clock, 0, moves=2)
    clock.now = at(8)
    match = await Matches(database, clock).play(match.id, 2, TOM, ADVANCE)
    assert (await told(database, clock, TOM, TOM)).days == Streak(2, 2)
    assert (await told(database, clock, MINA, MINA)).days == Streak(1, 1)
    clock.now = at(9, 23)
    await Preferences(database).change(TOM, timezone="Asia/Tokyo")
    assert (await told(database, clock, TOM, TOM)).days == Streak(0, 2)


# --- who may see it


@pytest.mark.slow
async def test_whoever_hides_it_or_has_blocked_somebody_is_not_seen_by_them(database: Database, clock: Hands) -> None:
    await reference_games(database, clock)
    profiles, blocks = Profiles(database, clock), Blocks(database, clock)
    assert await profiles.of(MINA, TOM)
    await blocks.block(MINA, TOM)
    assert await profiles.of(MINA, TOM) is None
    assert await profiles.of(MINA, EVE)
    assert await profiles.of(TOM, MINA), "the other way, nothing has changed"
    await blocks.unblock(MINA, TOM)
    await Preferences(database).change(MINA, hidden=True)
    assert await profiles.of(MINA, TOM) is None
    assert await profiles.of(MINA, MINA)


@pytest.mark.slow
async def test_others_are_not_told_how_private_games_went(database: Database, clock: Hands) -> None:
    """They were promised to be for their player alone. That they were played is no secret, nor what was beaten."""
    games = await reference_games(database, clock)
    hide = text(f"UPDATE games SET place = 'private' WHERE id = {games[0].id}")  # noqa: S608
    await database.write(lambda connection: connection.execute(hide))
    mina, seen = await told(database, clock, MINA, MINA), await told(database, clock, MINA, EVE)
    assert mina.best
    assert seen.best
    assert (mina.best.points, mina.mean, mina.sevens, len(mina.last)) == (28, 11, 2, 4)
    assert (seen.best.points, seen.mean, seen.sevens, len(seen.last)) == (23, 5, 1, 3)
    assert seen.quilt == games[2].position.player(1).quilt
    assert (seen.people, seen.feats, seen.days) == (mina.people, mina.feats, mina.days)


@pytest.mark.slow
async def test_a_best_game_that_cannot_be_replayed_has_no_quilt(
    database: Database, clock: Hands, caplog: pytest.LogCaptureFixture
) -> None:
    await recorded(database, clock, 0)
    await told(database, clock)
    spoil = text("UPDATE log SET text = '*A1' WHERE number = 9")
    await database.write(lambda connection: connection.execute(spoil))
    mina = await told(database, clock)
    assert mina.best
    assert mina.quilt is None
    assert "its quilt is not shown" in caplog.text


@pytest.mark.slow
async def test_whoever_was_forgotten_has_no_profile_and_stands_beside_nobody(database: Database, clock: Hands) -> None:
    await reference_games(database, clock)
    await told(database, clock)
    await Privacy(database, clock).forget(TOM)
    assert (await told(database, clock, TOM, TOM)).is_empty
    mina = await told(database, clock, MINA, TOM)
    assert mina.between is None
    assert mina.people == Tally(4, 2)
