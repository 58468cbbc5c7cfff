"""Nothing calls anybody in their quiet hours: what would have, waits, and one call follows when they end."""

from dataclasses import dataclass
from datetime import datetime
from itertools import combinations, product
from zoneinfo import ZoneInfo

import pytest
import simcord

from bot.matches.clock import HOUR
from bot.matches.match import Match
from bot.ui.pages.offers import Offer
from tests.ui import calling
from tests.ui.calling import KINDS, Kind, Table
from tests.ui.playing import later
from tests.ui.world import World

NIGHTS = [
    ("Europe/Berlin", "2026-03-28T21:00+01:00", 2 * 60 + 30),
    ("Europe/Berlin", "2026-10-24T21:00+02:00", 2 * 60 + 30),
    ("America/New_York", "2026-03-07T21:00-05:00", 2 * 60 + 30),
    ("America/New_York", "2026-10-31T21:00-04:00", 60 + 30),
    ("Australia/Lord_Howe", "2026-10-03T21:00+10:30", 2 * 60 + 15),
    ("Australia/Lord_Howe", "2026-04-04T21:00+11:00", 60 + 45),
    ("America/Santiago", "2026-09-05T21:00-04:00", 30),
    ("America/Santiago", "2026-04-04T21:00-03:00", 23 * 60 + 30),
]
"""Where and when nights begin in which clocks are moved; and when quiet hours end, which begin at ten: at an hour that
is skipped, or comes twice.
"""

NOTIFY, WAITING = ("mention", "direct", "nothing"), (0, 1, 5)
"""How somebody is told, and how many games begin to wait for them besides."""

PRIVATE = {calling.invitation, calling.daily}
APART = {calling.challenge, calling.rematch} | PRIVATE
"""What calls whatever somebody has chosen for games, and stands for no game."""

BOARDS = {calling.start, calling.seat_taken, calling.turn, calling.at_the_table, calling.group_begun}
"""What one call for all games that wait includes."""


def calls(world: World, who: simcord.MemberActor) -> int:
    """How often somebody was called: by mentions and in private."""
    return [whom for whom, _ in world.calls()].count({who.id}) + len(world.told(who.id))


async def quiet(world: World, who: simcord.MemberActor, *, hours: int = 8) -> None:
    """It is quiet for somebody for so many hours from now on."""
    now = world.now()
    end = f"{(now.hour + hours) % 24}:{now.minute:02}"
    await world.slash(who, "settings", quiet_from=f"{now.hour}:{now.minute:02}", quiet_to=end, timezone="UTC")


@dataclass(frozen=True, slots=True)
class Case:
    """One kind of call in a night: whether it is quiet, how somebody is told, and how many games wait besides."""

    kind: Kind
    night: int
    is_quiet: bool
    notify: str
    waiting: int

    @property
    def expected(self) -> int:
        """How often they are called until four hours after their quiet hours."""
        own = self.kind in APART or self.notify != "nothing"
        if not self.waiting or self.notify == "nothing":
            return own
        if self.is_quiet:
            return 1 if self.kind in BOARDS else 2
        return 1 + min(self.waiting, 2) if self.kind in APART else 2


def cases_of(night: int, shift: int = 0) -> list[Case]:
    """Each kind of call in a night, each with other choices; of 18 shifts each has others yet."""
    cases = []
    for number, kind in enumerate(KINDS):
        choice = (number + night + night // 4 * 5 + shift) % 18
        cases.append(Case(kind, night, bool(choice % 2), NOTIFY[choice // 2 % 3], WAITING[choice // 6]))
    return cases


def test_each_two_choices_meet_in_the_nights() -> None:
    cases = [case for night in range(len(NIGHTS)) for case in cases_of(night)]
    values = KINDS, range(len(NIGHTS)), (True, False), NOTIFY, WAITING
    fields = ("kind", "night", "is_quiet", "notify", "waiting")
    for (one, ones), (two, twos) in combinations(zip(fields, values, strict=True), 2):
        met = {(getattr(case, one), getattr(case, two)) for case in cases}
        assert met == {*product(ones, twos)}, (one, two)


@pytest.mark.parametrize(
    ("night", "shift"),
    [
        pytest.param(night, shift, marks=[pytest.mark.night] if shift else [])
        for shift in (0, 4, 11)
        for night in range(len(NIGHTS))
    ],
)
async def test_each_call_comes_once_and_not_in_quiet_hours(world: World, night: int, shift: int) -> None:
    zone, begins, ends = NIGHTS[night]
    await world.env.advance_time(datetime.fromisoformat(begins).timestamp() - world.now().timestamp())
    cases = cases_of(night, shift)
    people = world.more_people(*(f"{who} {number}" for number in range(len(cases)) for who in ("called", "other")))
    called, follows = people[::2], []
    with world.env.time_context():
        for case, who, other in zip(cases, called, people[1::2], strict=True):
            await world.app.preferences.change(who.id, notify="nothing")
            table = Table.of(world, who, other)
            games = [await table.shown_game() for _ in range(case.waiting)]
            follows.append((await case.kind(table), table, games))
            hours = {"quiet_from": 22 * 60, "quiet_to": ends} if case.is_quiet else {}
            await world.app.preferences.change(who.id, notify=case.notify, timezone=zone, **hours)  # type: ignore[arg-type]
        await world.app.tasks.idle()
    before = [calls(world, who) for who in called]

    def counted() -> list[int]:
        return [calls(world, who) - already for who, already in zip(called, before, strict=True)]

    def is_quiet() -> bool:
        local = world.now().astimezone(ZoneInfo(zone))
        return (local.hour * 60 + local.minute - 22 * 60) % 1440 < (ends - 22 * 60) % 1440

    await world.env.advance_time(65 * 60)
    with world.env.time_context():
        for follow, _, _ in follows:
            await follow()
        await world.app.tasks.idle()
    await later(world, 60)
    with world.env.time_context():
        for _, table, games in follows:
            for game in games:
                await table.move(game)
        await world.app.tasks.idle()
    end, seen = 0, [0] * len(cases)
    for step in range(70):
        if is_quiet():
            new = [case for case, now, then in zip(cases, counted(), seen, strict=True) if case.is_quiet and now > then]
            assert new == []
            end = step
        seen = counted()
        if step == 6:
            await world.restart()
        await later(world, 600)
        if step > end + 25:
            break
    assert [(case, count) for case, count in zip(cases, seen, strict=True) if count != case.expected] == []


async def test_hours_zone_and_vacation_that_change_while_a_call_waits_neither_lose_nor_repeat_it(world: World) -> None:
    people = world.more_people(*(f"{who} {number}" for number in range(len(KINDS)) for who in ("called", "other")))
    called, preferences = people[::2], world.app.preferences
    with world.env.time_context():
        for who in called:
            await preferences.change(who.id, notify="nothing")
        tables = [Table.of(world, who, other) for who, other in zip(called, people[1::2], strict=True)]
        follows = [await kind(table) for kind, table in zip(KINDS, tables, strict=True)]
        await world.app.tasks.idle()
    await later(world, HOUR)
    begins = world.now().hour * 60
    with world.env.time_context():
        for who, follow in zip(called, follows, strict=True):
            night = {"quiet_from": begins - 30, "quiet_to": begins + 8 * 60}
            await preferences.change(who.id, notify="mention", **night)  # type: ignore[arg-type]
            await follow()
        await world.app.tasks.idle()
    before = [calls(world, who) for who in called]
    await later(world, 4 * HOUR)
    for who in called:  # far to the east, where it is eight hours later, it will be quiet until four hours after that
        now = int(world.now().timestamp())
        await world.app.timers.vacation(who.id, now + 20 * HOUR)
        night = {"quiet_from": (begins + 11 * 60) % 1440, "quiet_to": (begins + 20 * 60) % 1440}
        await preferences.change(who.id, timezone="Asia/Singapore", **night)  # type: ignore[arg-type]
    await later(world, 7 * HOUR)
    assert [calls(world, who) for who in called] == before
    for _ in range(3):
        await later(world, HOUR + 60)
    for kind, who, already in zip(KINDS, called, before, strict=True):
        is_away = kind is calling.invitation  # which nobody gets on vacation
        assert calls(world, who) - already == (not is_away), kind


@pytest.mark.cheapest
async def test_a_challenge_that_was_answered_in_quiet_hours_calls_nobody(world: World) -> None:
    await quiet(world, world.tom)
    await world.press(world.tom, await world.challenge(world.mina, world.tom, first="friend"), "decline")
    await later(world, 9 * HOUR)
    assert calls(world, world.tom) == 0


@pytest.mark.parametrize("kind", [calling.turn, calling.at_the_table])
async def test_a_turn_and_a_question_of_one_game_are_one_call(world: World, kind: Kind) -> None:
    table = Table.of(world, world.tom, world.mina)
    with world.env.time_context():
        follow = await kind(table)
    await quiet(world, world.tom)
    await world.do(follow())
    match = await world.match()
    await world.do(world.app.offers.post(match, Offer("pause", match.seat_of(world.mina.id) or 1), 1, calls=True))
    await later(world, 8 * HOUR + 60)
    for _ in range(10):
        await later(world, 60)
    assert calls(world, world.tom) == 1


# --- one call for many games


async def games_against_tom(world: World, *paces: int) -> list[tuple[Table, Match]]:
    """Games of these paces, in a channel each, in which mina is to move."""
    tables = [Table.of(world, world.tom, world.mina) for _ in paces]
    with world.env.time_context():
        return [(table, await table.shown_game(pace=pace)) for table, pace in zip(tables, paces, strict=True)]


async def hand_over(world: World, games: list[tuple[Table, Match]], *, after: int = 0, looks: bool = False) -> None:
    """Mina moves in some games, one after the other."""
    for table, match in games:
        await world.do(table.move(match))
        await later(world, after)
        if looks:
            await world.slash(world.tom, "games")


@pytest.mark.parametrize(("gap", "looks", "expected"), [(3, False, 3), (0, False, 8), (3, True, 8)])
async def test_who_does_not_look_is_called_once_in_some_hours(
    world: World, gap: int, looks: bool, expected: int
) -> None:
    games = await games_against_tom(world, *[7] * 8)
    page = await world.press(world.tom, await world.slash(world.tom, "settings"), "when")
    await world.choose(world.tom, page, "gap", str(gap))
    await hand_over(world, games, after=HOUR // 2, looks=looks)
    for _ in range(2):
        await later(world, 4 * HOUR)
    assert calls(world, world.tom) == expected


@pytest.mark.parametrize(("refusal", "notify"), [(0, "mention"), (403, "mention"), (404, "mention"), (403, "direct")])
async def test_the_call_for_many_games_leads_to_the_most_urgent_whose_channel_takes_it(
    world: World, refusal: int, notify: str
) -> None:
    await world.slash(world.tom, "settings", notify=notify)
    games = await games_against_tom(world, 14, 1, 7)
    await quiet(world, world.tom)
    await hand_over(world, games)
    if refusal:
        path = f"/channels/{games[1][0].channel.id}/messages"
        world.env.inject_error("POST", path, status=refusal, code={403: 50001, 404: 10003}[refusal], times=None)
    await later(world, 8 * HOUR + 60)
    for _ in range(3):
        await later(world, 60)
    said = [words for whom, words in world.calls() if world.tom.id in whom] + world.told(world.tom.id)
    assert len(said) == 1
    game, count = (3, 2) if refusal and notify == "mention" else (2, 3)
    assert f"your move in game {game}" in said[0]
    assert f"{count} games wait for you here; this one is the most urgent" in said[0]
