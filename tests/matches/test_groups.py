"""Groups in the store: who may join, how they begin and end, what leaving does, and races."""

import asyncio
import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import count
from pathlib import Path

import pytest

from bot.matches.audit import Audit
from bot.matches.blocks import Blocks
from bot.matches.challenges import Challenges
from bot.matches.group_course import CrossTable, NewGroup
from bot.matches.groups import OPEN_AGAIN, OPEN_SECONDS, Groups
from bot.matches.match import Refusal
from bot.matches.play import Matches
from bot.matches.privacy import Privacy
from bot.matches.results import Results
from bot.matches.round_robin import Cell
from bot.matches.timers import Timers
from bot.store.backend.database import Database
from bot.store.games import count_running
from bot.store.groups import DAY, find_group, find_members, find_pairings
from game import ADVANCE
from tests.matches.building import Hands, refused
from tests.store.building import CHANNEL, EVE, GUILD, MINA, TOM, opened

PEOPLE = (MINA, TOM, EVE, 104, 105, 106)


@pytest.fixture
def groups(database: Database, clock: Hands) -> Groups:
    """The groups in the database; a player may have five games."""
    return Groups(database, clock, max_games=5, rng=random.Random(1))


async def open_group(groups: Groups, size: int = 4, *, by: int = MINA, channel: int = CHANNEL) -> int:
    """Open a group; returns its number."""
    asked = NewGroup(guild_id=GUILD, channel_id=channel, opener=by, size=size, pace=3)
    return (await groups.open(asked)).id


async def begun(groups: Groups, size: int = 4, users: Sequence[int] = PEOPLE) -> CrossTable:
    """A group that so many people have joined."""
    number = await open_group(groups, size, by=users[0])
    for user in users[1:size]:
        await groups.join(number, user)
    return await groups.cross_table(number)


async def give_up(matches: Matches, game: int, user: int) -> None:
    """Let somebody give a game up after its first move."""
    match = await matches.load(game)
    if not match.plies and match.mover:
        match = await matches.play(game, match.revision, match.mover, ADVANCE)
    await matches.resign(game, match.revision, user)


async def settled(groups: Groups, database: Database, number: int = 1) -> CrossTable:
    """A group once the results of its games are kept, as the bot does it."""
    results = Results(database)
    await results.keep(await results.owed(99))
    return await groups.settle(number)


async def games_of(database: Database, number: int = 1) -> list[tuple[int, int, int]]:
    """The games of a group, each with the users of its two people."""
    members = {member.number: member.user_id for member in await database.read(find_members, number)}
    pairings = await database.read(find_pairings, number)
    return [(each.game_id, members[each.one], members[each.two]) for each in pairings]


async def lost_by(matches: Matches, database: Database, user: int, most: int = 99) -> None:
    """Let somebody give up so many of their games in a group."""
    mine = [game for game, *both in await games_of(database) if user in both]
    for game in mine[:most]:
        await give_up(matches, game, user)


@pytest.mark.parametrize("size", [3, 4, 5, 6])
async def test_with_the_last_seat_all_games_begin_but_those_that_would_be_too_many(
    groups: Groups, matches: Matches, database: Database, size: int
) -> None:
    cross_table = await begun(groups, size)
    assert (cross_table.group.stage, cross_table.group.until) == ("going", 1_000 + 28 * DAY)
    assert {member.user_id for member in cross_table.members} == {*PEOPLE[:size]}
    games = await games_of(database)
    each = Counter(user for _, *both in games for user in both)
    assert set(each.values()) == {min(size - 1, 4)}
    rings = set()
    for game, one, two in games:
        match = await matches.load(game)
        assert match.users == (one, two)
        assert (match.mover, match.pace, match.place) == (one, 3, "here")
        rings.add(match.setup.ring)
    assert len(rings) == len(games)
    assert (await groups.owed())[0].stage == "going"


@pytest.mark.slow
async def test_of_six_the_last_games_begin_when_both_have_room(
    groups: Groups, matches: Matches, database: Database
) -> None:
    await begun(groups, 6)
    assert len(await games_of(database)) == 12
    await lost_by(matches, database, MINA, 4)
    cross_table = await settled(groups, database)
    games = await games_of(database)
    assert len(games) > 12  # two whom mina has set free
    assert all([await database.read(count_running, user) <= 4 for user in PEOPLE])
    for _ in range(3):
        assert cross_table.group.stage == "going"
        for game, one, _ in games:
            if (await matches.load(game)).outcome is None:
                await give_up(matches, game, one)
        cross_table = await settled(groups, database)
        games = await games_of(database)
        if cross_table.group.stage == "over":
            break
    assert len(games) == len({frozenset(both) for _, *both in games}) == 15
    firsts = Counter(one for _, one, _ in games)
    assert max(firsts.values()) - min(firsts[user] for user in PEOPLE) <= 1
    assert cross_table.group.stage == "over"


async def test_who_may_join(groups: Groups, database: Database) -> None:
    number = await open_group(groups)
    await refused(database, groups.join(number, MINA), "in_group")
    await refused(database, groups.join(99, TOM), "no_group")
    for user in PEOPLE[1:4]:
        await groups.join(number, user)
    await refused(database, groups.join(number, 105), "group_begun")


async def test_one_group_of_somebody_is_open_and_one_in_ten_minutes(
    groups: Groups, database: Database, clock: Hands
) -> None:
    number = await open_group(groups)
    await refused(database, open_group(groups), "group_waiting")
    await groups.call_off(number, MINA)
    await refused(database, open_group(groups), "group_lately")
    clock.now += OPEN_AGAIN
    await open_group(groups)


async def test_an_interaction_that_arrives_twice_opens_one_group(groups: Groups) -> None:
    asked = NewGroup(guild_id=GUILD, channel_id=CHANNEL, opener=MINA, made_by=7)
    assert await groups.open(asked) == await groups.open(asked)


@pytest.mark.slow
async def test_whoever_would_have_too_many_games_cannot_open_or_join(
    groups: Groups, database: Database, clock: Hands
) -> None:
    await begun(groups, 3)
    clock.now += OPEN_AGAIN
    await refused(database, open_group(groups, 5), "group_full_up")
    number = await open_group(groups, 4)
    await begun(groups, 3, (104, 105, 106))
    await groups.join(number, 104)
    await groups.join(number, TOM)
    few = Groups(database, clock, max_games=4)
    await refused(database, few.join(number, EVE), "group_full_up")
    await refused(database, few.join(number, 107), "no_place_in_group")  # the others have too many by now


async def test_whom_somebody_has_blocked_has_no_place_and_is_not_told_why(
    groups: Groups, blocks: Blocks, database: Database
) -> None:
    number = await open_group(groups)
    await groups.join(number, TOM)
    await blocks.block(TOM, EVE)
    await refused(database, groups.join(number, EVE), "no_place_in_group")
    await blocks.unblock(TOM, EVE)
    await blocks.block(EVE, MINA)
    refusal = await refused(database, groups.join(number, EVE), "own_block_group")
    assert getattr(refusal, "player", None) == MINA
    await blocks.unblock(EVE, MINA)
    await groups.join(number, EVE)


async def test_whoever_blocks_somebody_makes_room_in_groups_that_wait_for_people(
    groups: Groups, blocks: Blocks, matches: Matches, database: Database
) -> None:
    begun_before = await begun(groups, 3, (104, TOM, MINA))
    number = await open_group(groups)
    await groups.join(number, TOM)
    await groups.note_message((await groups.cross_table(number)).group, 55)
    await blocks.block(MINA, TOM)
    assert [member.user_id for member in (await groups.cross_table(number)).members] == [TOM]
    assert [row.id for row in await groups.owed() if row.id == number] == [number]
    await refused(database, groups.join(number, MINA), "own_block_group")
    for user in PEOPLE[2:5]:
        await groups.join(number, user)
    assert (await groups.cross_table(number)).group.stage == "going"
    assert (await groups.cross_table(begun_before.group.id)).has(MINA)  # what has begun goes on


async def test_whoever_has_opened_one_or_moderates_calls_it_off(groups: Groups, database: Database) -> None:
    number = await open_group(groups)
    await groups.join(number, TOM)
    await refused(database, groups.call_off(number, TOM), "group_not_yours")
    assert (await groups.call_off(number, TOM, moderates=True)).stage == "off"
    await refused(database, groups.join(number, EVE), "no_group")
    with pytest.raises(Refusal, match="no_group"):
        await groups.cross_table(number)
    await groups.remove(number)
    assert await database.read(find_members, number) == []


async def test_an_open_group_is_left_without_a_trace(groups: Groups, database: Database) -> None:
    number = await open_group(groups)
    await refused(database, groups.leave(number, TOM), "not_in_group")
    await groups.join(number, TOM)
    await groups.leave(number, MINA)
    assert [member.user_id for member in (await groups.cross_table(number)).members] == [TOM]
    await groups.join(number, MINA)
    assert [member.user_id for member in (await groups.cross_table(number)).members] == [TOM, MINA]


@pytest.mark.parametrize(("people", "stage"), [(2, "off"), (3, "going")])
async def test_a_group_that_does_not_fill_begins_with_three_or_does_not_come_about(
    groups: Groups, database: Database, clock: Hands, people: int, stage: str
) -> None:
    number = await open_group(groups, 5)
    for user in PEOPLE[1:people]:
        await groups.join(number, user)
    clock.now += OPEN_SECONDS - 1
    assert await groups.due() == []
    clock.now += 1
    assert await groups.due() == [number]
    await refused(database, groups.join(number, 106), "group_begun")
    cross_table = await groups.settle(number)
    assert (cross_table.group.stage, len(cross_table.members)) == (stage, people)
    assert cross_table.group.size == (3 if stage == "going" else 5)
    assert len(await games_of(database)) == (3 if stage == "going" else 0)
    assert await groups.due() == []


async def test_whoever_has_too_many_games_by_then_is_left_out_when_time_is_up(
    groups: Groups, database: Database, clock: Hands
) -> None:
    number = await open_group(groups, 4)
    for user in (TOM, EVE):
        await groups.join(number, user)
    for others in ((TOM, 104, 105), (TOM, 106, 107)):
        await begun(groups, 3, others)
        clock.now += OPEN_AGAIN
    assert await database.read(count_running, TOM) == 4
    clock.now += OPEN_SECONDS
    assert (await groups.settle(number)).group.stage == "off"
    assert await database.read(count_running, TOM) == 4
    other = await open_group(groups, 5)
    for user in (TOM, EVE, 108):
        await Groups(database, clock, max_games=9).join(other, user)
    clock.now += OPEN_SECONDS
    cross_table = await groups.settle(other)
    assert {member.user_id for member in cross_table.members} == {MINA, EVE, 108}
    assert (cross_table.group.stage, cross_table.group.size) == ("going", 3)


async def test_a_group_is_over_with_its_last_game(groups: Groups, matches: Matches, database: Database) -> None:
    await begun(groups, 3)
    for game, one, two in await games_of(database):
        await give_up(matches, game, max(one, two))
    assert [row.id for row in await groups.owed()] == [1]
    cross_table = await settled(groups, database)
    assert cross_table.group.stage == "over"
    assert [(row.member.user_id, row.wins) for row in cross_table.rows] == [(MINA, 2), (TOM, 1), (EVE, 0)]
    assert cross_table.winners == [MINA]


async def test_results_that_a_crash_left_uncounted_owe_the_group_its_table(
    groups: Groups, matches: Matches, database: Database
) -> None:
    cross_table = await begun(groups, 3)
    await groups.note_message(cross_table.group, 55)
    assert await groups.owed() == []
    game, one, _ = (await games_of(database))[0]
    await give_up(matches, game, one)
    assert await groups.owed() == []  # as when the program ends right here
    await Results(database).keep(await Results(database).owed(25))
    assert [row.id for row in await groups.owed()] == [1]
    await groups.note_message(cross_table.group, 55)  # which shows less than there is
    assert [row.id for row in await groups.owed()] == [1]
    await groups.note_message((await groups.cross_table(1)).group, 55)
    assert await groups.owed() == []


async def test_the_doctor_owes_a_table_whose_games_it_mends(
    groups: Groups, matches: Matches, database: Database, clock: Hands
) -> None:
    await begun(groups, 3)
    game, one, _ = (await games_of(database))[0]
    await give_up(matches, game, one)
    await groups.note_message((await groups.cross_table(1)).group, 55)
    assert (await Audit(database, clock).examine_games([game], repair=True)).found == 0
    assert [row.id for row in await groups.owed()] == [1]


async def test_when_time_is_up_what_runs_goes_to_who_used_less_and_may_be_played_on(
    groups: Groups, matches: Matches, database: Database, clock: Hands
) -> None:
    await begun(groups, 3)
    games = await games_of(database)
    game, one, two = games[0]
    clock.now += 9 * DAY
    await matches.play(game, 0, one, ADVANCE)
    clock.now += 20 * DAY
    assert await groups.due() == [1]
    cross_table = await groups.settle(1)
    assert cross_table.group.stage == "over"
    rows = {row.member.user_id: row for row in cross_table.rows}
    numbers = {member.user_id: member.number for member in cross_table.members}
    assert rows[one].cells[numbers[two]] == Cell("won", "time")  # nine days against nineteen
    assert all(cell.why == "time" for row in cross_table.rows for cell in row.cells.values())
    await give_up(matches, game, one)  # for fun
    assert await settled(groups, database) == replace(cross_table, group=(await groups.cross_table(1)).group)


async def test_a_vacation_is_not_time_used_but_for_more_than_a_quarter(
    groups: Groups, matches: Matches, timers: Timers, database: Database, clock: Hands
) -> None:
    await begun(groups, 3)
    (game, one, two), *_ = await games_of(database)
    await timers.vacation(one, clock.now + 20 * DAY)
    clock.now += 17 * DAY
    await matches.play(game, 0, one, ADVANCE)
    clock.now += 12 * DAY
    cross_table = await groups.settle(1)
    members = {member.user_id: member for member in cross_table.members}
    assert members[one].vacations == f"1000-{1_000 + 7 * DAY}"
    assert members[two].vacations == ""
    rows = {row.member.user_id: row for row in cross_table.rows}
    assert rows[one].cells[members[two].number] == Cell("won", "time")  # 17 - 7 days, against 11


async def test_leaving_gives_up_what_runs_and_early_on_nothing_counts(
    groups: Groups, matches: Matches, database: Database
) -> None:
    await begun(groups, 4)
    mine = [game for game, *both in await games_of(database) if TOM in both]
    await give_up(matches, mine[0], TOM)
    await groups.leave(1, TOM)
    await refused(database, groups.leave(1, TOM), "not_in_group")
    assert all([(await matches.load(game)).outcome for game in mine])
    cross_table = await settled(groups, database)
    assert cross_table.rows[-1].member.user_id == TOM
    assert cross_table.rows[-1].place is None
    assert all(row.wins == 0 for row in cross_table.rows)
    assert not cross_table.has(TOM)
    assert await groups.of(CHANNEL, TOM) is None


async def test_leaving_later_leaves_what_was_played(
    groups: Groups, matches: Matches, database: Database, clock: Hands
) -> None:
    await begun(groups, 4)
    await lost_by(matches, database, TOM, 2)
    clock.now += 60
    await groups.leave(1, TOM)
    cross_table = await settled(groups, database)
    assert Counter(row.wins for row in cross_table.rows) == {0: 1, 1: 3}
    assert cross_table.rows[-1].place == 4


async def test_who_was_found_to_have_left_the_server_has_left_the_group(
    groups: Groups, matches: Matches, database: Database, clock: Hands
) -> None:
    await begun(groups, 4)
    mine = [(game, *both) for game, *both in await games_of(database) if TOM in both]
    for game, one, two in mine[:2]:
        match = await matches.play(game, 0, one, ADVANCE)
        clock.now += 60
        await matches.claim(game, match.revision, one if two == TOM else two, left=True)
    cross_table = await settled(groups, database)
    assert cross_table.rows[-1].member.user_id == TOM
    assert (cross_table.rows[-1].place, cross_table.rows[-1].member.left_at) == (None, 1_060)
    assert cross_table.group.stage == "going"
    others = [(game, one) for game, *both in await games_of(database) if TOM not in both for one in both[:1]]
    for game, one in others:
        await give_up(matches, game, one)
    cross_table = await settled(groups, database)
    assert cross_table.group.stage == "over"  # though what TOM has left behind still waits for whoever claims it
    assert (await matches.load(mine[2][0])).outcome is None


async def test_a_game_that_a_moderator_ends_counts_for_nobody(
    groups: Groups, matches: Matches, database: Database
) -> None:
    await begun(groups, 3)
    for game, _, _ in await games_of(database):
        await matches.close(game, "moderator")
    cross_table = await settled(groups, database)
    assert cross_table.group.stage == "over"
    assert cross_table.winners == []


async def test_somebody_who_is_forgotten_is_taken_out(
    groups: Groups, matches: Matches, database: Database, clock: Hands
) -> None:
    privacy = Privacy(database, clock)
    number = await open_group(groups)
    await groups.join(number, TOM)
    assert '"groups"' in await privacy.export(TOM)
    await privacy.forget(TOM)
    assert [member.user_id for member in (await groups.cross_table(number)).members] == [MINA]
    await groups.note_message((await groups.cross_table(number)).group, 55)
    for user in PEOPLE[1:4]:
        await groups.join(number, user)
    await privacy.forget(MINA)
    group = await database.read(find_group, number)
    assert group
    assert group.opener < 0
    cross_table = await settled(groups, database)
    assert min(member.user_id for member in cross_table.members) < 0
    assert cross_table.rows[-1].place is None
    assert cross_table.group.owed
    assert str(MINA) not in str(cross_table)


@pytest.mark.slow
async def test_winners_of_two_groups_find_each_other(
    groups: Groups, matches: Matches, database: Database, clock: Hands
) -> None:
    for number, users in enumerate(((MINA, TOM, EVE), (104, 105, 106)), 1):
        await begun(groups, 3, users)
        with pytest.raises(Refusal, match="group_not_won"):
            await groups.opponent_for(number, users[0])
        for game, one, two in await games_of(database, number):
            await give_up(matches, game, max(one, two))
        await settled(groups, database, number)
        if number == 1:
            with pytest.raises(Refusal, match="no_other_winner"):
                await groups.opponent_for(1, MINA)
    assert (await groups.opponent_for(1, MINA), await groups.opponent_for(2, 104)) == (104, MINA)
    with pytest.raises(Refusal, match="group_not_won"):
        await groups.opponent_for(1, TOM)


async def test_of_many_who_join_at_once_as_many_get_in_as_there_are_seats(
    groups: Groups, clock: Hands, url: str, database: Database
) -> None:
    number = await open_group(groups, 5)
    async with opened(url) as other:
        places = groups, Groups(other, clock, max_games=5)
        users = [*range(200, 212), *range(200, 206)]  # some of them twice
        attempts = [place.join(number, user) for user, place in zip(users, [*places] * 9, strict=True)]
        results = await asyncio.gather(*attempts, return_exceptions=True)
    reasons = Counter(each.reason for each in results if isinstance(each, Refusal))
    assert sum(isinstance(each, CrossTable) for each in results) == 4
    assert sum(reasons.values()) == 14
    assert {*reasons} <= {"group_begun", "in_group"}
    games = await games_of(database)
    assert len(games) == 10
    assert len({frozenset(both) for _, *both in games}) == 10


@pytest.mark.slow
async def test_people_join_leave_block_and_are_forgotten_at_once(
    groups: Groups, matches: Matches, clock: Hands, url: str, database: Database
) -> None:
    async with opened(url) as other:
        elsewhere, privacy, seeds = Groups(other, clock, max_games=30), Privacy(other, clock), count(1)
        blocks = Blocks(other, clock)
        for _ in range(4):
            clock.now += OPEN_AGAIN
            number = await open_group(groups, 4, by=300 + next(seeds))
            users = [400 + number * 10 + each for each in range(4)]
            acts = [
                *(place.join(number, user) for user in users for place in (groups, elsewhere)),
                elsewhere.leave(number, users[0]),
                privacy.forget(users[1]),
                blocks.block(users[2], users[3]),
                elsewhere.settle(number),
            ]
            for each in await asyncio.gather(*acts, return_exceptions=True):
                assert not isinstance(each, BaseException) or isinstance(each, Refusal), each
            cross_table = await settled(groups, database, number)
            if cross_table.group.stage == "going":
                assert len(cross_table.members) == 4
                assert len(await games_of(database, number)) == 6
            else:
                assert not {*users[2:]} <= {member.user_id for member in cross_table.members}
    assert (await Audit(database, clock).examine()).found == 0


async def test_it_outlives_the_program(path: Path, clock: Hands) -> None:
    async with opened(path) as database:
        await open_group(Groups(database, clock, max_games=5))
    async with opened(path) as database:
        groups = Groups(database, clock, max_games=5)
        await groups.join(1, TOM)
        clock.now += OPEN_SECONDS
        assert await groups.due() == [1]
        assert (await groups.settle(1)).group.stage == "off"


async def test_games_of_a_group_are_games_like_others(
    groups: Groups, challenges: Challenges, database: Database
) -> None:
    await begun(groups, 3)
    assert await database.read(count_running, MINA) == 2
    assert await challenges.concerning(MINA) == 0
