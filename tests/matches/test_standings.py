"""Which games count on a ladder, and what: a sentence of the rules each; and what places come of them."""

import asyncio
import multiprocessing
import os
import subprocess
import sys
from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import UTC, datetime
from itertools import count
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.matches import fitting, standings
from bot.matches.bradley_terry import Played, fit
from bot.matches.clock import DAY
from bot.matches.fitting import rate_async
from bot.matches.seats import LEVELS
from bot.store.ladder_rows import NEVER, EndedRow, StandingRow
from tests.store.building import EVE, MINA, TOM
from tests.wire.world import LONG_ENOUGH

MONDAY = standings.begin_of_week(2_900)
NUMBERS = count(1)
SEEDS = st.integers(0, 10**9).map(Random)


def between(one: int, other: int, at: int = 0, **values: object) -> EndedRow:
    """A game that the first of two people began and won, so many seconds after a Monday."""
    row = EndedRow(next(NUMBERS), MONDAY + at, "finished", one, other, None, won=True, first=True, moves=20, hints=0)
    return replace(row, **values)  # type: ignore[arg-type]


def alone(one: int, level: str = "pin", at: int = 0, **values: object) -> EndedRow:
    """A game that somebody began and won against a rival."""
    return replace(between(one, one, at, **values), other=None, level=level)


def weights(rows: list[EndedRow]) -> list[float]:
    """What each game counts; 0 for those that do not."""
    found = {each.row.game_id: each.played.weight for each in standings.counted(rows)}
    return [found.get(row.game_id, 0.0) for row in rows]


def test_a_game_counts_for_whoever_won_it_whoever_began() -> None:
    rows = [between(MINA, TOM, won=won, first=first) for won in (True, False) for first in (True, False)]
    rows = [replace(row, ended_at=MONDAY + WEEK * week) for week, row in enumerate(rows)]
    assert [each.played for each in standings.counted(rows)] == [
        Played(MINA, TOM, 1),
        Played(TOM, MINA, 2),
        Played(MINA, TOM, 2),
        Played(TOM, MINA, 1),
    ]


@pytest.mark.parametrize(
    ("values", "weight"),
    [
        ({"moves": 5}, 1.0),
        ({"moves": 4}, 0.0),
        ({"ending": "resigned"}, 1.0),
        ({"ending": "resigned", "moves": 4}, 0.0),
        ({"ending": "claimed"}, 1.0),
        ({"ending": "closed"}, 1.0),
        ({"ending": "closed", "won": None}, 0.0),
        ({"ending": "cancelled", "won": None}, 0.0),
    ],
)
def test_a_game_counts_if_both_had_moved_five_times_and_somebody_won(values: dict[str, object], weight: float) -> None:
    assert weights([between(MINA, TOM, **values)]) == [weight]  # type: ignore[arg-type]


def begun(day: int, *later: int) -> str:
    """In which quarters of an hour somebody moved, from the noon of a day on, counted from a Monday."""
    return " ".join(map(str, ((MONDAY + day * DAY + DAY // 2) // standings.QUARTER, *later)))


WEEK = 7 * DAY
OFTEN = [between(*pair, at=hour * 3600) for hour, pair in enumerate([(MINA, TOM), (TOM, MINA)] * 3)]
FIRST_FOUR = [alone(MINA, at=hour * 3600) for hour in range(6)]
BEFORE, MET, AFTER = alone(MINA, at=1), between(MINA, TOM, 5), alone(MINA, at=9)

COUNTED: dict[str, tuple[list[EndedRow], list[float]]] = {
    "the same two count less and less within a week": (
        [*OFTEN, between(MINA, TOM, WEEK), between(MINA, EVE, 9)],
        [1.0, 0.5, 0.25, 0, 0, 0, 1.0, 1.0],
    ),
    "a week begins on Monday": ([between(MINA, TOM, at) for at in (-1, 0, WEEK - 1)], [1.0, 1.0, 0.5]),
    "a claim is second in the week": ([between(MINA, TOM, 1), between(MINA, TOM, 2, ending="claimed")], [1.0, 0.5]),
    "a claim is first in the week": ([between(MINA, TOM, 1, ending="claimed"), between(MINA, TOM, 2)], [1.0, 0.5]),
    "what does not count takes no place in the week": ([between(MINA, TOM, 1, moves=2), between(MINA, TOM, 2)], [0, 1]),
    # so that nobody can play their own second account, have it forgotten, and do so again within a week
    "all strangers are one": ([between(MINA, -4, 1), between(-7, MINA, 2), between(MINA, -8, 3)], [1.0, 0.5, 0.25]),
    "two strangers tell nothing": ([between(-2, -3)], [0]),
    "four games against rivals place somebody, and then one a day counts": (
        [*FIRST_FOUR, alone(MINA, at=2 * DAY), alone(MINA, at=2 * DAY + 1), alone(MINA, at=3 * DAY), alone(TOM, at=9)],
        [1, 1, 1, 1, 0, 0, 1, 0, 1, 1],
    ),
    "the first that was begun counts each day, whenever it ended": (
        [*FIRST_FOUR[:4], *(alone(MINA, at=at * DAY, played=begun(2, 1)) for at in (9, 3, 2))],
        [1, 1, 1, 1, 1, 0, 0],
    ),
    "and whichever ended first": (
        [*FIRST_FOUR[:4], *(alone(MINA, at=9 * DAY, played=begun(day, 1)) for day in (2, 3, 3, 4))],
        [1, 1, 1, 1, 1, 1, 0, 1],
    ),
    "a game won with hints tells nothing, and takes no place": ([alone(MINA, hints=1), alone(MINA, at=1)], [0, 1]),
    "a game against a rival counts from five moves on": ([alone(MINA, moves=4), alone(MINA, moves=5)], [0, 1]),
    "the Automa is no rival": ([alone(MINA, "legend")], [0]),
    "games of strangers against rivals tell nothing": ([alone(-2)], [0]),
    # no game against a rival moves a rank by itself: it counts once its player has met a person after it
    "since then, nobody was met": ([BEFORE, MET, AFTER], [1, 1, 0]),
    "they were met, and it did not count": ([BEFORE, MET, AFTER, between(TOM, MINA, 12, moves=4)], [1, 1, 0, 0]),
    "others met": ([BEFORE, MET, AFTER, between(TOM, EVE, 12)], [1, 1, 0, 1]),
    "somebody was met": ([BEFORE, MET, AFTER, between(EVE, MINA, 12)], [1, 1, 1, 1]),
    "whoever has met nobody yet has no rank": ([alone(MINA)], [1]),
    # so that nobody leaves those lying that they would lose
    "one that goes on holds up those begun after it": (
        [
            alone(MINA, at=1),
            alone(MINA, ended_at=NEVER, moves=0),
            alone(MINA, at=2),
            alone(TOM, at=2),
            between(MINA, TOM, 5),
        ],
        [1, 0, 0, 1, 1],
    ),
    "and once it has ended, until somebody is met": (
        [alone(MINA, at=1), alone(MINA, at=7, won=False), alone(MINA, at=2), between(MINA, TOM, 5)],
        [1, 0, 0, 1],
    ),
    "who was met after it": (
        [alone(MINA, at=7, won=False), alone(MINA, at=2), between(MINA, TOM, 5), between(EVE, MINA, 9)],
        [1, 1, 1, 1],
    ),
    "however few moves it has": (
        [alone(MINA, at=7, won=False, moves=1), alone(MINA, at=2), between(MINA, TOM, 5), between(EVE, MINA, 9)],
        [0, 1, 1, 1],
    ),
}


@pytest.mark.parametrize(("rows", "expected"), COUNTED.values(), ids=COUNTED)
def test_what_games_count(rows: list[EndedRow], expected: list[float]) -> None:
    assert weights(rows) == expected


def test_weeks_are_numbered() -> None:
    assert datetime.fromtimestamp(MONDAY, UTC).weekday() == 0
    assert [standings.week_of(MONDAY + at) for at in (-1, 0, WEEK - 1, WEEK)] == [2_899, 2_900, 2_900, 2_901]


def test_a_rival_is_met_at_its_level_whoever_began() -> None:
    rows = [alone(MINA, "bobbin"), alone(MINA, "pin", 1, won=False, first=False)]
    assert [each.played for each in standings.counted(rows)] == [Played(MINA, "bobbin", 1), Played("pin", MINA, 1)]
    assert tuple(standings.RIVALS) == LEVELS
    assert list(standings.RIVALS.values()) == sorted(standings.RIVALS.values())


LOST = {
    "given up": {"ending": "resigned"},
    "left lying": {"ending": "closed", "won": None},
    "with hints": {"hints": 3},
    "cut short with a duel": {"ending": "closed", "won": None},
}


@pytest.mark.parametrize("how", LOST.values(), ids=LOST)
def test_a_game_against_a_rival_that_was_not_won_is_lost_however_it_ended(how: dict[str, object]) -> None:
    lost = alone(MINA, **{"won": False, **how})  # type: ignore[arg-type]
    assert [each.played for each in standings.counted([lost])] == [Played(MINA, "pin", 2)]


@pytest.mark.parametrize("how", LOST.values(), ids=LOST)
def test_forty_games_given_up_or_played_out_put_somebody_on_the_same_place(how: dict[str, object]) -> None:
    """Whoever loses four of five against the strongest rival, and is level with three people, gains nothing by ending
    the lost games in another way: it was 460 points of Elo.
    """

    def season(**lost: object) -> list[EndedRow]:
        games = [alone(MINA, "thimble", day * DAY, won=not day % 5, first=bool(day % 2)) for day in range(40)]
        games = [game if game.won else replace(game, **lost) for game in games]  # type: ignore[arg-type]
        people = [(TOM, True), (EVE, False), (104, True), (TOM, False), (EVE, True), (104, False)]
        return games + [between(MINA, who, (41 + day) * DAY, won=won) for day, (who, won) in enumerate(people)]

    played_out, by_choice = ladder(season())[MINA], ladder(season(**how))[MINA]
    assert abs(by_choice.strength - played_out.strength) <= 30
    assert by_choice.place == played_out.place


def ladder(rows: list[EndedRow]) -> dict[int, StandingRow]:
    games = standings.counted(rows)
    return {
        each.player: each for each in standings.standings(games, fit([each.played for each in games], standings.RIVALS))
    }


def series(one: int, other: int, wins: int, games: int, first_week: int = 0) -> list[EndedRow]:
    """A game a week, of which one wins so many."""
    return [
        between(one, other, (first_week + week) * WEEK, won=week < wins, first=bool(week % 2)) for week in range(games)
    ]


def test_five_games_against_two_people_make_a_place() -> None:
    rows = [*series(MINA, TOM, 3, 3), *series(MINA, EVE, 2, 2, 3)]
    found = ladder(rows)
    assert (found[MINA].games, found[MINA].people, found[MINA].place) == (5, 2, 1)
    assert (found[TOM].games, found[TOM].people, found[TOM].place) == (3, 1, None)
    assert ladder(rows[:-1])[MINA].place is None
    assert ladder(series(MINA, TOM, 9, 9))[MINA].place is None
    assert found[MINA].last_at == rows[-1].ended_at


def test_equals_share_a_place() -> None:
    """Two win alike against two who lose alike, who win alike against a fifth."""
    pairs = [(MINA, TOM), (MINA, EVE), (104, TOM), (104, EVE), (TOM, 105), (EVE, 105)]
    found = ladder([between(*pair, week * WEEK, first=bool(week % 2)) for pair in pairs for week in range(4)])
    assert {who: each.place for who, each in found.items()} == {MINA: 1, 104: 1, TOM: 3, EVE: 3, 105: 5}


def test_those_who_were_forgotten_count_as_one_person_and_rivals_as_none() -> None:
    assert ladder([alone(MINA, at=day * DAY) for day in range(9)]) == {}
    rows = [*series(MINA, TOM, 3, 3), *(between(MINA, -number, number * WEEK) for number in range(4, 8))]
    assert ladder(rows)[MINA].people == 2
    strangers = ladder([between(MINA, -number, number * WEEK) for number in range(2, 9)])
    assert {who: each.place for who, each in strangers.items()} == {MINA: None}


PEOPLE = (MINA, TOM, EVE, 104, 105)


def random_rows(rng: Random, games: int) -> list[EndedRow]:
    rows = []
    for _ in range(games):
        one, two = rng.sample(PEOPLE, 2)
        at, kind = rng.randrange(120 * DAY), rng.random()
        if kind < 0.2:
            rows.append(alone(one, rng.choice(LEVELS), at, won=rng.random() < 0.5))
        else:
            ending = rng.choice(["finished", "finished", "resigned", "claimed"])
            rows.append(between(one, two, at, won=rng.random() < 0.5, first=rng.random() < 0.5, ending=ending))
    return rows


@settings(max_examples=25, deadline=None)
@given(SEEDS, st.integers(1, 60))
def test_how_all_stand_does_not_depend_on_the_order_in_which_games_are_read(rng: Random, games: int) -> None:
    rows = random_rows(rng, games)
    assert ladder(rng.sample(rows, len(rows))) == ladder(rows)


def forgotten(rows: list[EndedRow], who: int) -> list[EndedRow]:
    """The same games once somebody was forgotten: in each of them they are somebody else."""
    return [
        replace(
            row,
            player=-2 * row.game_id if row.player == who else row.player,
            other=-2 * row.game_id - 1 if row.other == who else row.other,
        )
        for row in rows
    ]


@pytest.mark.slow
@settings(max_examples=25, deadline=None)
@given(SEEDS, st.integers(5, 60))
def test_being_forgotten_takes_one_off_and_the_others_are_where_the_fit_puts_them(rng: Random, games: int) -> None:
    """No game of theirs counts for more or less than before, and nobody has met more or fewer people: only the fit
    knows less of how strong one of the opponents was.
    """
    rows = random_rows(rng, games)
    before, after = standings.counted(rows), standings.counted(forgotten(rows, TOM))
    assert TOM not in ladder(forgotten(rows, TOM))
    kept = {each.row.game_id: each.played for each in after}
    for each in before:
        if each.row.player == TOM and each.row.other is None:
            assert each.row.game_id not in kept
            continue
        played = kept[each.row.game_id]
        assert (played.winner, played.weight) == (each.played.winner, each.played.weight)
    one, other = ladder(rows), ladder(forgotten(rows, TOM))
    assert one.keys() - {TOM} == other.keys()
    for who, standing in other.items():
        assert (standing.games, standing.people) == (one[who].games, one[who].people)


def standing(strength: int, deviation: int = 80) -> StandingRow:
    return StandingRow(1, strength, deviation, 9, 3, 0)


def test_whoever_is_expected_to_win_has_less_to_win_and_whoever_is_less_known_more() -> None:
    gain, loss = standings.at_stake(standing(1600), standing(1400))
    assert 0 < gain < loss
    assert standings.at_stake(standing(1400), standing(1600)) == (loss, gain)
    assert standings.at_stake(standing(1500), standing(1500)) == (17, 17)
    assert standings.at_stake(standing(1500), standing(1500), 0.5) == (9, 9)
    assert standings.at_stake(standing(1500, 140), standing(1500)) > standings.at_stake(
        standing(1500, 40), standing(1500)
    )


@pytest.mark.parametrize(("wins", "games"), [(1, 5), (6, 9), (18, 30)])
def test_what_is_at_stake_is_about_what_the_fit_would_say(wins: int, games: int) -> None:
    rows = [*series(MINA, EVE, wins, games), *series(TOM, EVE, 2, 5), *series(MINA, TOM, 1, 3, 40)]
    now = ladder(rows)
    gain, loss = standings.at_stake(now[MINA], now[TOM])
    for won, expected in ((True, gain), (False, -loss)):
        after = ladder([*rows, between(MINA, TOM, 400 * DAY, won=won), between(TOM, MINA, 500 * DAY, moves=1)])
        assert after[MINA].strength - now[MINA].strength == pytest.approx(expected, abs=8)


async def some_at_a_time(rows: list[EndedRow], most: int) -> AsyncIterator[list[EndedRow]]:
    for first in range(0, len(rows), most):
        yield rows[first : first + most]


async def test_many_games_are_weighed_by_another_process_and_come_to_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    rows = random_rows(Random(2), 90)
    here = await rate_async(some_at_a_time(rows, 7))
    assert here == standings.rate(rows)
    monkeypatch.setattr(fitting, "FEW", 10)

    def not_here(*_: object) -> standings.Ratings:
        raise AssertionError("this would hold up the event loop")

    monkeypatch.setattr(fitting, "rate", not_here)
    assert await rate_async(some_at_a_time(rows, 7)) == here


async def test_a_process_that_fails_is_told_of(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fitting, "FEW", 0)
    monkeypatch.setattr(fitting, "rate_elsewhere", os._exit)  # it does not even understand its argument
    with pytest.raises(OSError, match=r"the process that fits a ladder has ended|Broken pipe|reset by peer"):
        await rate_async(some_at_a_time([between(MINA, TOM)], 1))


async def test_a_process_that_nobody_waits_for_any_more_ends_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fitting, "FEW", 0)
    asked = asyncio.Event()

    async def games() -> AsyncIterator[list[EndedRow]]:
        yield [between(MINA, TOM)]
        asked.set()
        await asyncio.Event().wait()

    rating = asyncio.create_task(rate_async(games()))
    await asked.wait()
    assert multiprocessing.active_children()
    rating.cancel()
    await asyncio.wait([rating])
    assert not multiprocessing.active_children()


def test_a_process_whose_bot_was_killed_ends_by_itself() -> None:
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe()
    process = context.Process(target=standings.rate_elsewhere, args=(theirs,))
    process.start()
    theirs.close()
    ours.send([between(MINA, TOM)])
    ours.close()
    process.join(LONG_ENOUGH)
    assert process.exitcode == 0


def test_the_other_process_imports_next_to_nothing() -> None:
    told = "import sys, bot.matches.standings; print(*sys.modules)"
    done = subprocess.run((sys.executable, "-c", told), text=True, capture_output=True, check=True)
    loaded = done.stdout.split()
    assert {name for name in loaded if name.partition(".")[0] in ("sqlalchemy", "discord", "PIL", "game")} == set()
    assert {name for name in loaded if name.startswith("bot.store.")} == {"bot.store.ladder_rows"}


def test_a_season_is_a_quarter_of_a_year() -> None:
    def at(day: str) -> int:
        return int(datetime.fromisoformat(f"{day}+00:00").timestamp())

    spring = standings.season_of(at("2026-04-01T00:00:00"))
    assert standings.season_of(at("2026-06-30T23:59:59")) == spring
    assert standings.season_of(at("2026-07-01T00:00:00")) == spring + 1
    assert standings.season_of(at("2026-03-31T23:59:59")) == spring - 1
    assert (standings.begin_of(spring), standings.begin_of(spring + 3)) == (
        at("2026-04-01T00:00:00"),
        at("2027-01-01T00:00:00"),
    )
    assert standings.counting_from(spring) == at("2025-07-01T00:00:00"), "a game counts for about a year"
