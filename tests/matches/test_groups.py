"""Groups in the store: how they begin and end, what leaving does, and races. Who may do what, and when, is held in
`test_groups_in_any_order.py`.
"""

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from itertools import count

import pytest

from bot.matches.challenge import CALL_SECONDS
from bot.matches.group_course import CrossTable, NewGroup
from bot.matches.groups import OPEN_SECONDS, Groups
from bot.matches.match import Match, Refusal
from bot.matches.round_robin import Cell
from bot.store.games import count_public
from bot.store.groups import DAY, find_group, find_members, find_pairings
from game import ADVANCE
from tests.matches.building import copied
from tests.matches.club import Club
from tests.store.building import CHANNEL, EVE, GUILD, MINA, TOM

PEOPLE = (MINA, TOM, EVE, 104, 105, 106)


async def open_group(club: Club, size: int = 4, *, by: int = MINA) -> int:
    asked = NewGroup(guild_id=GUILD, channel_id=CHANNEL, opener=by, size=size, pace=3)
    return (await club.groups.open(asked)).id


async def begun(club: Club, size: int = 4, users: Sequence[int] = PEOPLE) -> CrossTable:
    """A group that so many people have joined."""
    number = await open_group(club, size, by=users[0])
    for user in users[1:size]:
        await club.groups.join(number, user)
    return await club.groups.cross_table(number)


async def give_up(club: Club, game: int, user: int) -> None:
    """Let somebody give a game up after its first move."""
    match = await club.load(game)
    if not match.plies and match.mover:
        match = await club.play(game, match.revision, match.mover, ADVANCE)
    await club.matches.resign(game, match.revision, user)


async def settled(club: Club, number: int = 1) -> CrossTable:
    """A group once the results of its games are kept, as the bot does it."""
    await club.results.keep(await club.results.owed(99))
    return await club.groups.settle(number)


async def games_of(club: Club, number: int = 1, *, of: int | None = None) -> list[tuple[int, int, int]]:
    """The games of a group, or those ``of`` somebody in it, each with the users of its two people."""
    members = {member.number: member.user_id for member in await club.read(find_members, number)}
    pairings = await club.read(find_pairings, number)
    games = [(each.game_id, members[each.one], members[each.two]) for each in pairings]
    return [each for each in games if of is None or of in each[1:]]


async def owed(club: Club) -> list[int]:
    return [row.id for row in await club.groups.owed()]


async def test_with_the_last_seat_its_games_begin_each_with_a_ring_of_its_own(club: Club) -> None:
    cross_table = await begun(club)
    assert cross_table.group.until == club.now + 28 * DAY
    games = await games_of(club)
    matches = [await club.load(game) for game, *_ in games]
    assert [match.users for match in matches] == [(one, two) for _, one, two in games]
    assert all((match.mover, match.pace, match.place) == (match.users[0], 3, "here") for match in matches)
    assert len({match.setup.ring for match in matches}) == len(games) == 6
    assert await owed(club) == [1]
    assert await club.read(count_public, MINA) == 3
    assert await club.challenges.concerning(MINA) == 0, "games of a group are games like others"


@pytest.mark.slow
async def test_of_six_the_last_games_begin_when_both_have_room(club: Club) -> None:
    await begun(club, 6)
    assert len(await games_of(club)) == 12
    for game, *_ in await games_of(club, of=MINA):
        await give_up(club, game, MINA)
    cross_table = await settled(club)
    assert len(await games_of(club)) > 12  # two whom mina has set free
    assert all([await club.read(count_public, user) <= 4 for user in PEOPLE])
    while cross_table.group.stage == "going":
        for game, one, _ in await games_of(club):
            if (await club.load(game)).outcome is None:
                await give_up(club, game, one)
        cross_table = await settled(club)
    games = await games_of(club)
    assert len(games) == len({frozenset(both) for _, *both in games}) == 15
    firsts = Counter(one for _, one, _ in games)
    assert max(firsts.values()) - min(firsts[user] for user in PEOPLE) <= 1


async def test_who_may_open_join_leave_and_call_off(club: Club) -> None:
    number = await open_group(club)
    await club.refused(open_group(club), "group_waiting")
    await club.refused(club.groups.join(number, MINA), "in_group")
    await club.refused(club.groups.leave(number, TOM), "not_in_group")
    await club.groups.join(number, TOM)
    await club.groups.leave(number, MINA)
    assert [member.user_id for member in (await club.groups.cross_table(number)).members] == [TOM]
    await club.refused(club.groups.call_off(number, TOM), "group_not_yours")
    assert (await club.groups.call_off(number, TOM, moderates=True)).stage == "off"
    await club.refused(open_group(club), "opened_lately")  # for it was somebody else who closed it
    club.now += CALL_SECONDS
    again = await open_group(club)
    await club.groups.call_off(again, MINA)
    assert await open_group(club) > again > number


async def test_an_interaction_that_arrives_twice_opens_one_group(club: Club) -> None:
    asked = NewGroup(guild_id=GUILD, channel_id=CHANNEL, opener=MINA, made_by=7)
    assert await club.groups.open(asked) == await club.groups.open(asked)


@pytest.mark.slow
async def test_whoever_has_too_many_games_by_then_cannot_join_or_is_left_out(club: Club) -> None:
    number = await open_group(club)
    for user in (TOM, EVE):
        await club.groups.join(number, user)
    for others in ((TOM, 104, 105), (TOM, 106, 107)):
        await begun(club, 3, others)
        club.now += CALL_SECONDS
    await club.refused(Groups(club.database, club.clock, max_games=4).join(number, 104), "group_full_up")
    await club.refused(club.groups.join(number, 108), "no_place_in_group")  # for Tom has too many by now
    await club.refused(open_group(club, by=TOM), "group_full_up")
    club.now += OPEN_SECONDS
    assert (await club.groups.settle(number)).group.stage == "off"
    other = await open_group(club, 5)
    for user in (TOM, EVE, 108):
        await Groups(club.database, club.clock, max_games=9).join(other, user)
    club.now += OPEN_SECONDS
    cross_table = await club.groups.settle(other)
    assert {member.user_id for member in cross_table.members} == {MINA, EVE, 108}
    assert (cross_table.group.stage, cross_table.group.size) == ("going", 3)
    assert await club.read(count_public, TOM) == 4


async def test_whoever_blocks_somebody_makes_room_in_groups_that_wait_and_is_told_why_they_have_none(
    club: Club,
) -> None:
    before = await begun(club, 3, (104, TOM, MINA))
    number = await open_group(club)
    await club.groups.join(number, TOM)
    await club.groups.note_message((await club.groups.cross_table(number)).group, 55)
    await club.blocks.block(MINA, TOM)
    assert number in await owed(club)
    assert not (await club.groups.cross_table(number)).has(MINA)
    assert (await club.groups.cross_table(before.group.id)).has(MINA)  # what has begun goes on
    refusal = await club.refused(club.groups.join(number, MINA), "own_block_group")
    assert getattr(refusal, "player", None) == TOM


async def test_one_that_was_called_off_is_gone(club: Club) -> None:
    number = await open_group(club)
    await club.groups.call_off(number, MINA)
    await club.refused(club.groups.cross_table(number), "no_group")
    await club.groups.remove(number)
    assert await club.read(find_members, number) == []
    await club.refused(club.groups.join(number, TOM), "no_group")


async def test_results_that_a_crash_left_uncounted_owe_the_group_its_table(club: Club) -> None:
    cross_table = await begun(club, 3)
    await club.groups.note_message(cross_table.group, 55)
    assert await owed(club) == []
    game, one, _ = (await games_of(club))[0]
    await give_up(club, game, one)
    assert await owed(club) == []  # as when the program ends right here
    await club.results.keep(await club.results.owed(25))
    assert await owed(club) == [1]
    await club.groups.note_message(cross_table.group, 55)  # which shows less than there is
    assert await owed(club) == [1]
    await club.groups.note_message((await club.groups.cross_table(1)).group, 55)
    assert await owed(club) == []


async def test_the_doctor_owes_a_table_whose_games_it_mends(club: Club) -> None:
    await begun(club, 3)
    game, one, _ = (await games_of(club))[0]
    await give_up(club, game, one)
    await club.groups.note_message((await club.groups.cross_table(1)).group, 55)
    assert (await club.audit.examine_games([game], repair=True)).found == 0
    assert await owed(club) == [1]


@pytest.mark.parametrize(
    ("moved", "over", "vacation"), [(9, 29, 0), (17, 29, 20)], ids=["9 against 20", "17 - 7 against 12"]
)
async def test_when_time_is_up_what_runs_goes_to_who_used_less_and_may_be_played_on(
    club: Club, moved: int, over: int, vacation: int
) -> None:
    """A vacation is not time used, but for more than a quarter of the group's."""
    await begun(club, 3)
    (game, one, two), *_ = await games_of(club)
    if vacation:
        await club.timers.vacation(one, club.now + vacation * DAY)
    club.now += moved * DAY
    await club.play(game, 0, one, ADVANCE)
    club.now += (over - moved) * DAY
    assert await club.groups.due() == [1]
    cross_table = await club.groups.settle(1)
    assert cross_table.group.stage == "over"
    members = {member.user_id: member for member in cross_table.members}
    assert members[one].vacations == (f"1000-{1_000 + 7 * DAY}" if vacation else "")
    rows = {row.member.user_id: row for row in cross_table.rows}
    assert rows[one].cells[members[two].number] == Cell("won", "time")
    assert all(cell.why == "time" for row in cross_table.rows for cell in row.cells.values())
    await give_up(club, game, one)  # for fun
    assert await settled(club) == replace(cross_table, group=(await club.groups.cross_table(1)).group)


@pytest.mark.parametrize(("lost", "wins", "place"), [(1, {0: 4}, None), (2, {0: 1, 1: 3}, 4)])
async def test_leaving_gives_up_what_runs_and_early_on_nothing_counts(
    club: Club, lost: int, wins: dict[int, int], place: int | None
) -> None:
    await begun(club)
    games = [game for game, *_ in await games_of(club, of=TOM)]
    for game in games[:lost]:
        await give_up(club, game, TOM)
    club.now += 60
    await club.groups.leave(1, TOM)
    assert all([(await club.load(game)).outcome for game in games])
    cross_table = await settled(club)
    last = cross_table.rows[-1]
    assert (last.member.user_id, last.place) == (TOM, place)
    assert Counter(row.wins for row in cross_table.rows) == wins
    assert not cross_table.has(TOM)
    assert await club.groups.of(CHANNEL, TOM) is None


async def test_who_was_found_to_have_left_the_server_has_left_the_group(club: Club) -> None:
    await begun(club)
    mine = await games_of(club, of=TOM)
    for game, one, two in mine[:2]:
        match = await club.play(game, 0, one, ADVANCE)
        club.now += 60
        await club.matches.claim(game, match.revision, one if two == TOM else two, left=True)
    cross_table = await settled(club)
    last = cross_table.rows[-1]
    assert (last.member.user_id, last.place, last.member.left_at) == (TOM, None, 1_060)
    assert cross_table.group.stage == "going"
    for game, one, two in await games_of(club):
        if TOM not in (one, two):
            await give_up(club, game, one)
    assert (await settled(club)).group.stage == "over"
    assert (await club.load(mine[2][0])).outcome is None, "what Tom has left behind waits for whoever claims it"


async def waited_in_vain(club: Club, match: Match) -> None:
    """Let the player to move stay away, until the other one claims the game."""
    club.now += 3 * DAY + 1
    await club.matches.claim(match.id, match.revision, match.opponent(match.mover or 0))


async def never_answered(club: Club, match: Match) -> None:
    await waited_in_vain(club, await club.play(match.id, match.revision, match.mover or 0, ADVANCE))


async def gave_up_unplayed(club: Club, match: Match) -> None:
    await club.matches.resign(match.id, match.revision, match.mover or 0)


async def was_left_alone(club: Club, match: Match) -> None:
    await club.matches.close(match.id, "idle")


async def was_called_off(club: Club, match: Match) -> None:
    one, _ = match.people
    await club.matches.agree_to_cancel(match.id, match.revision, one, 2)


@pytest.mark.parametrize(
    ("how", "cells"),
    [
        (waited_in_vain, ("lost", "won")),
        (never_answered, ("won", "lost")),
        (gave_up_unplayed, ("lost", "won")),
        (was_left_alone, ("lost", "won")),
        (was_called_off, ("void", "void")),
    ],
)
async def test_a_game_that_nobody_has_won_goes_to_who_did_not_stay_away(
    club: Club, how: Callable[[Club, Match], Awaitable[None]], cells: tuple[str, str]
) -> None:
    await begun(club)
    game, one, two = (await games_of(club))[0]
    await how(club, await club.load(game))
    assert (await club.load(game)).winner is None
    cross_table = await settled(club)
    rows = {row.member.user_id: row for row in cross_table.rows}
    one_row, two_row = rows[one], rows[two]
    found = one_row.cells[two_row.member.number], two_row.cells[one_row.member.number]
    assert (found[0].how, found[1].how) == cells
    assert [cell.why for cell in found] == ["time" if "won" in cells else "ended"] * 2
    assert (one_row.wins, two_row.wins) == (int(cells[0] == "won"), int(cells[1] == "won"))


async def test_who_never_came_takes_nobodys_points_along(club: Club) -> None:
    """Whoever leaves in the end has lost what others have claimed, as they would have lost what was played."""
    await begun(club)
    for game, *_ in await games_of(club, of=TOM):
        match = await club.load(game)
        if match.mover != TOM:
            match = await club.play(game, 0, match.mover or 0, ADVANCE)
        await waited_in_vain(club, match)
    club.now += 60
    await club.groups.leave(1, TOM)
    rows = (await settled(club)).rows
    assert [(row.member.user_id, row.wins) for row in rows if row.wins == 0] == [(TOM, 0)]
    assert Counter(row.wins for row in rows) == {1: 3, 0: 1}


@pytest.mark.parametrize("plies", [0, 1])
async def test_who_left_the_server_before_both_had_moved_has_left_the_group(club: Club, plies: int) -> None:
    await begun(club)
    game, one, two = (await games_of(club))[0]
    match = await club.load(game)
    match = await club.play(game, 0, one, ADVANCE) if plies else match
    await club.matches.claim(game, match.revision, two, left=True)
    assert [row.member.user_id for row in (await settled(club)).rows if row.member.left_at is not None] == [one]


async def test_somebody_who_is_forgotten_is_taken_out(club: Club) -> None:
    number = await open_group(club)
    await club.groups.join(number, TOM)
    assert copied(await club.privacy.export(TOM))["groups"]
    await club.privacy.forget(TOM)
    assert [member.user_id for member in (await club.groups.cross_table(number)).members] == [MINA]
    await club.groups.note_message((await club.groups.cross_table(number)).group, 55)
    for user in PEOPLE[1:4]:
        await club.groups.join(number, user)
    await club.privacy.forget(MINA)
    group = await club.read(find_group, number)
    assert group
    assert group.opener < 0
    cross_table = await settled(club)
    assert min(member.user_id for member in cross_table.members) < 0
    assert cross_table.rows[-1].place is None
    assert cross_table.group.owed
    assert str(MINA) not in str(cross_table)


@pytest.mark.slow
async def test_winners_of_two_groups_find_each_other(club: Club) -> None:
    for number, users in enumerate(((MINA, TOM, EVE), (104, 105, 106)), 1):
        await begun(club, 3, users)
        await club.refused(club.groups.opponent_for(number, users[0]), "group_not_won")
        for game, one, two in await games_of(club, number):
            await give_up(club, game, max(one, two))
        await settled(club, number)
        if number == 1:
            await club.refused(club.groups.opponent_for(1, MINA), "no_other_winner")
    assert (await club.groups.opponent_for(1, MINA), await club.groups.opponent_for(2, 104)) == (104, MINA)
    await club.refused(club.groups.opponent_for(1, TOM), "group_not_won")


async def test_of_many_who_join_at_once_as_many_get_in_as_there_are_seats(club: Club, elsewhere: Club) -> None:
    number = await open_group(club, 5)
    users = [*range(200, 212), *range(200, 206)]  # some of them twice
    attempts = [place.groups.join(number, user) for user, place in zip(users, [club, elsewhere] * 9, strict=True)]
    results = await asyncio.gather(*attempts, return_exceptions=True)
    reasons = Counter(each.reason for each in results if isinstance(each, Refusal))
    assert sum(isinstance(each, CrossTable) for each in results) == 4
    assert sum(reasons.values()) == 14
    assert {*reasons} <= {"group_begun", "in_group"}
    games = await games_of(club)
    assert len(games) == len({frozenset(both) for _, *both in games}) == 10


@pytest.mark.slow
async def test_people_join_leave_block_and_are_forgotten_at_once(club: Club, elsewhere: Club) -> None:
    openers = count(301)
    for _ in range(4):
        club.now += CALL_SECONDS
        number = await open_group(club, 4, by=next(openers))
        users = [400 + number * 10 + each for each in range(4)]
        acts = [
            *(place.groups.join(number, user) for user in users for place in (club, elsewhere)),
            elsewhere.groups.leave(number, users[0]),
            elsewhere.privacy.forget(users[1]),
            elsewhere.blocks.block(users[2], users[3]),
            elsewhere.groups.settle(number),
        ]
        for each in await asyncio.gather(*acts, return_exceptions=True):
            assert not isinstance(each, BaseException) or isinstance(each, Refusal), each
        cross_table = await settled(club, number)
        if cross_table.group.stage == "going":
            assert (len(cross_table.members), len(await games_of(club, number))) == (4, 6)
        else:
            assert not {*users[2:]} <= {member.user_id for member in cross_table.members}
    assert await club.findings() == []
