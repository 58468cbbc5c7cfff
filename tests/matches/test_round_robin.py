"""Everybody against everybody: seats are balanced, time is counted by turns, and games decide how all stand."""

from collections import Counter
from dataclasses import replace
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.matches import round_robin as rules
from bot.store.games import GameRow, LogRow
from bot.store.groups import DAY, GroupRow, MemberRow, PairingRow
from game import Setup
from tests.matches.building import RING, START

GROUP = GroupRow(1, 900, 800, 101, 4, 28, "classic", 3, "here", "en", None, "going", START + 28 * DAY)
OVER = replace(GROUP, stage="over")


def members(count: int = 4, **left: int) -> list[MemberRow]:
    """People in a group, numbered from 0; those who ``left`` at some time are named ``m2``."""
    return [MemberRow(1, 101 + number, number, left.get(f"m{number}")) for number in range(count)]


def played(one: int, two: int, winner: int | None = None, *, at: int | None = None, **values: Any) -> rules.Played:
    """A game of two, which has ended if it has a winner (by seat, 0 for nobody) or a time."""
    ended = at if at is not None else START + DAY if winner is not None else None
    number = 10 * one + two + 1
    row = GameRow(number, 900, 800, 101 + one, 101 + two, "", "en", START, None, None, 0, None, None)
    ending = None if ended is None else values.pop("ending", "resigned")
    row = replace(row, ending=ending, ended_at=ended, winner=winner or None, **values)
    return rules.Played(PairingRow(number, 1, one, two), row)


@given(st.integers(3, 6))
def test_everybody_meets_everybody_once_and_moves_first_as_often_but_for_one(count: int) -> None:
    rounds = rules.rounds_of(count)
    pairs = [pair for each in rounds for pair in each]
    assert {frozenset(pair) for pair in pairs} == {frozenset(pair) for pair in combinations(range(count), 2)}
    assert len(pairs) == count * (count - 1) // 2
    firsts = Counter(pair[0] for pair in pairs)
    assert max(firsts.values()) - min(firsts[number] for number in range(count)) <= 1
    for each in rounds:
        assert max(Counter(number for pair in each for number in pair).values()) == 1


@given(st.integers(3, 6))
def test_nobody_plays_more_than_four_at_once(count: int) -> None:
    games = Counter(number for pair in rules.first_pairs(count) for number in pair)
    assert set(games.values()) == {min(count - 1, rules.MOST_AT_ONCE)}


@pytest.mark.slow
@given(st.permutations(range(12)))
def test_games_that_are_held_back_begin_as_soon_as_both_have_room(order: list[int]) -> None:
    begun, ended = [*rules.first_pairs(6)], set()
    running = Counter(number for pair in begun for number in pair)
    assert rules.next_pairs(6, running, begun) == []
    for index in order:
        ended.add(index)
        running.subtract(begun[index])
        new = rules.next_pairs(6, running, begun)
        begun += new
        running.update(number for pair in new for number in pair)
        assert max(running.values()) <= rules.MOST_AT_ONCE
    assert len({frozenset(pair) for pair in begun}) == 15
    assert rules.next_pairs(5, {}, rules.first_pairs(5)) == []


@pytest.mark.parametrize(
    ("vacations", "counted"),
    [
        ((), ()),
        (((0, 50),), ()),
        (((90, 110), (480, 600)), ((100, 110), (480, 500))),
        (((100, 350),), ((100, 200),)),
        (((120, 200), (300, 400)), ((120, 200), (300, 320))),
    ],
)
def test_a_quarter_of_the_time_at_most_is_vacation(
    vacations: tuple[tuple[int, int], ...], counted: tuple[tuple[int, int], ...]
) -> None:
    assert rules.within(vacations, 100, 500) == counted


def stored(*events: tuple[str, int, str, int]) -> tuple[GameRow, list[LogRow]]:
    """A game and its log: the kind, the seat, the text and the time of each event."""
    row = GameRow(1, 900, 800, 101, 102, str(Setup("classic", RING, 1)), "en", 1_000, None, None, 0, 1, None)
    return row, [LogRow(number, *event) for number, event in enumerate(events, 1)]  # type: ignore[arg-type]


def test_time_is_used_by_whoever_is_to_move_until_they_have() -> None:
    row, log = stored(("move", 1, "21N@A1", 1_100), ("move", 2, "29N@A1", 1_300), ("move", 2, "3N@A5", 1_350))
    nobody = ((), ())
    assert rules.time_used(row, log, 2_000, nobody) == (100, 900)  # tom goes on after his third
    assert rules.time_used(row, log, 1_320, nobody) == (100, 220)
    assert rules.time_used(row, log[:0], 1_500, nobody) == (500, 0)
    assert rules.time_used(row, log, 1_000, nobody) == (0, 0)
    taken_back = [*log[:1], LogRow(2, "takeback", 2, "21N@A1", 1_250)]
    assert rules.time_used(row, taken_back, 1_400, nobody) == (100 + 150, 150)
    given_up = [*log[:1], LogRow(2, "resign", 1, "", 1_250)]
    assert rules.time_used(row, given_up, 1_400, nobody) == (100, 150)


def test_time_on_vacation_is_not_used() -> None:
    row, log = stored(("move", 1, "21N@A1", 1_100), ("move", 2, "29N@A1", 1_300))
    assert rules.time_used(row, log, 1_400, (((1_050, 1_200),), ((1_150, 1_250), (1_350, 1_500)))) == (50, 100 + 50)


def test_wins_come_first_and_then_those_among_each_other_and_then_points() -> None:
    games = [
        played(0, 1, 1),
        played(1, 2, 1),
        played(2, 0, 1),
        played(3, 0, 1, ending="finished", points1=30, points2=10),
        played(3, 1, 2, ending="finished", points1=12, points2=14),
        played(2, 3, 1, ending="finished", points1=9, points2=1),
    ]
    rows = rules.standings(OVER, members(), games)
    by_number = {row.member.number: row for row in rows}
    assert {number: row.wins for number, row in by_number.items()} == {0: 1, 1: 2, 2: 2, 3: 1}
    assert [row.member.number for row in rows] == [1, 2, 3, 0]  # 1 beat 2, and 3 beat 0
    assert by_number[3].margin == 20 - 2 - 8
    assert [by_number[one].cells[two].lead for one, two in ((3, 0), (0, 3), (3, 1), (0, 1))] == [20, -20, -2, None]
    assert rules.winners(rows) == [102]


def test_those_whom_nothing_tells_apart_share_a_place() -> None:
    rows = rules.standings(OVER, members(3), [played(0, 1, 1), played(1, 2, 1), played(2, 0, 1)])
    assert [row.place for row in rows] == [1, 1, 1]
    assert rules.winners(rows) == [101, 102, 103]
    assert rules.winners(rules.standings(OVER, members(3), [])) == []
    rows = rules.standings(GROUP, members(3), [played(0, 1, 0)])  # which counts for nobody
    assert {row.member.number: row.cells.get(1) for row in rows}[0] == rules.Cell("void")


def test_what_runs_is_running_until_the_end_and_then_goes_to_whoever_used_less_time() -> None:
    game = played(0, 1)
    rows = {row.member.number: row for row in rules.standings(GROUP, members(3), [game])}
    assert rows[0].cells == {1: rules.Cell("running"), 2: rules.Cell("running")}
    rows = {row.member.number: row for row in rules.standings(OVER, members(3), [replace(game, favoured=2)])}
    assert rows[0].cells == {1: rules.Cell("lost", "time"), 2: rules.Cell("void")}
    assert rows[1].cells[0] == rules.Cell("won", "time")
    later = played(0, 1, 1, at=OVER.until + 1)  # it was played on for fun
    rows = {row.member.number: row for row in rules.standings(OVER, members(3), [replace(later, favoured=2)])}
    assert rows[1].wins == 1


def test_whoever_leaves_before_half_of_their_games_have_ended_counts_for_nobody() -> None:
    games = [played(0, 1, 1), played(0, 2, 2, at=START + 2 * DAY), played(3, 0)]
    rows = rules.standings(GROUP, members(m0=START + 2 * DAY), games)
    assert rows[-1].member.number == 0
    assert (rows[-1].place, rows[-1].wins) == (None, 0)
    assert set(rows[-1].cells.values()) == {rules.Cell("void")}
    assert {row.cells[0] for row in rows[:-1]} == {rules.Cell("void")}
    rows = rules.standings(GROUP, members(m0=START + 2 * DAY + 1), games)
    by_number = {row.member.number: row for row in rows}
    assert by_number[0].place
    assert by_number[0].cells == {1: rules.Cell("won"), 2: rules.Cell("lost"), 3: rules.Cell("lost", "left")}
    assert by_number[3].cells[0] == rules.Cell("won", "left")


def test_a_game_that_leaving_calls_off_goes_to_the_other() -> None:
    left = START + 2 * DAY
    games = [played(0, 1, 1), played(2, 0, 1), played(3, 0, 0, at=left)]
    rows = {row.member.number: row for row in rules.standings(GROUP, members(m0=left), games)}
    assert rows[3].cells[0] == rules.Cell("won", "left")


def test_of_two_who_left_the_first_has_lost() -> None:
    games = [played(0, 1), *(played(each, 2, 1) for each in (0, 1)), *(played(each, 3, 1) for each in (0, 1))]
    rows = {
        row.member.number: row for row in rules.standings(OVER, members(m0=START + 9 * DAY, m1=START + 8 * DAY), games)
    }
    assert rows[0].cells[1] == rules.Cell("won", "left")
    assert rows[1].cells[0] == rules.Cell("lost", "left")
