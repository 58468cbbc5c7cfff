"""Open seats: who may take one, until when, and what somebody learns whom its owner has blocked."""

import asyncio

import pytest

from bot.matches.challenge import CALL_SECONDS, MOST_OPEN, MOST_WAITING, SEAT_SECONDS, Made
from bot.matches.clock import DAY
from bot.matches.match import Refusal
from bot.matches.refusals import ChallengeWaiting
from bot.store.challenges import ANYBODY, ChallengeRow, find_challenge
from bot.store.messages import MessageRow, doomed_messages
from tests.matches.building import asking
from tests.matches.club import Club
from tests.store.building import CHANNEL, EVE, GUILD, MINA, TOM, new_challenge


async def open_seat(
    club: Club, user: int = MINA, channel: int = CHANNEL, *, by: int | None = None, rival: str | None = None
) -> Made:
    return await club.challenges.open(asking(user, ANYBODY, channel_id=channel, first=1, made_by=by, rival=rival))


async def test_a_seat_stays_open_for_two_days(club: Club) -> None:
    made = await open_seat(club)
    assert made.challenge == ChallengeRow(1, GUILD, CHANNEL, None, MINA, ANYBODY, "classic", 1, "en", 1_000 + 2 * DAY)
    assert made.ping is None
    club.now += SEAT_SECONDS - 1
    assert await club.challenges.open_seats_in(CHANNEL, TOM) == [1]
    club.now += 1
    assert await club.challenges.open_seats_in(CHANNEL, TOM) == []
    assert await club.challenges.expired() == [made.challenge]
    await club.refused(club.challenges.take(1, TOM), "seat_gone")


async def test_whoever_comes_first_takes_it_and_whoever_has_opened_it_moves_first(club: Club) -> None:
    await open_seat(club)
    await club.challenges.note_message(1, 55)
    seat, match = await club.challenges.take(1, TOM)
    assert match.people == (MINA, TOM)
    assert (match.mover, seat.challenged) == (MINA, TOM)
    assert await club.read(find_challenge, 1) is None
    doomed = MessageRow(55, match.id, CHANNEL, "challenge", 0, 1, "doomed")
    assert await club.read(doomed_messages, match.id) == [doomed]
    await club.refused(club.challenges.take(1, EVE), "seat_gone")


async def test_nobody_takes_their_own_seat_or_accepts_one(club: Club) -> None:
    await open_seat(club)
    refusal = await club.refused(club.challenges.take(1, MINA), "own_seat")
    assert isinstance(refusal, ChallengeWaiting)
    assert refusal.challenge is not None
    await club.refused(club.challenges.accept(1, TOM), "not_yours")
    await club.refused(club.challenges.decline(1, TOM), "not_yours")
    assert await club.challenges.open_seats_in(CHANNEL, MINA) == []
    await club.challenges.decline(1, MINA)
    await club.refused(club.challenges.take(1, TOM), "seat_gone")


async def test_one_in_a_channel_one_in_ten_minutes_and_two_in_all(club: Club) -> None:
    await open_seat(club)
    refusal = await club.refused(open_seat(club), "seat_waiting")
    assert isinstance(refusal, ChallengeWaiting)
    assert refusal.challenge is not None
    for waited, left in ((0, 10), (59, 10), (1, 9), (CALL_SECONDS - 61, 1)):
        club.now += waited
        refusal = await club.refused(open_seat(club, channel=CHANNEL + 1), "opened_lately")
        assert refusal.values == {"count": left}
    club.now += 1
    await open_seat(club, channel=CHANNEL + 1)
    club.now += CALL_SECONDS
    assert MOST_OPEN == 2
    await club.refused(open_seat(club, channel=CHANNEL + 2), "too_many_seats")
    await open_seat(club, TOM)


async def test_a_seat_that_was_closed_blocks_nothing_but_an_older_one_leaves_the_newer_ones_minutes(club: Club) -> None:
    await club.challenges.decline((await open_seat(club)).challenge.id, MINA)
    old = await open_seat(club)
    club.now += CALL_SECONDS
    await open_seat(club, channel=CHANNEL + 1)
    await club.challenges.decline(old.challenge.id, MINA)
    await club.refused(open_seat(club), "opened_lately")


async def test_a_seat_of_the_other_kind_is_to_be_closed_first(club: Club) -> None:
    await open_seat(club)
    refusal = await club.refused(open_seat(club, rival="pin"), "seat_other")
    assert isinstance(refusal, ChallengeWaiting)
    assert refusal.challenge is not None
    await club.challenges.decline(refusal.challenge.id, MINA)
    await open_seat(club, rival="pin")
    await club.refused(open_seat(club, rival="needle"), "seat_waiting")
    await club.refused(open_seat(club), "seat_other")


async def test_an_old_seat_makes_room_for_the_next_one(club: Club) -> None:
    first = await open_seat(club)
    club.now += SEAT_SECONDS
    again = await open_seat(club)
    assert again.replaces == first.challenge
    assert await club.challenges.open_seats_in(CHANNEL, TOM) == [again.challenge.id]


async def test_seats_and_challenges_do_not_count_as_each_other(club: Club) -> None:
    for number in range(MOST_WAITING):
        await club.write(new_challenge, (MINA, 900 + number))
    assert await club.challenges.open_seats_in(CHANNEL, EVE) == []
    await club.refused(club.challenges.take(1, EVE), "seat_gone")
    await open_seat(club)
    assert await club.challenges.concerning(MINA) == MOST_WAITING


async def test_whoever_has_enough_games_opens_and_takes_none(club: Club) -> None:
    await open_seat(club)
    for number in range(3):
        one, two = await open_seat(club, 900 + number), await open_seat(club, 950 + number)
        await club.challenges.take(one.challenge.id, MINA)
        await club.challenges.take(two.challenge.id, EVE)
    await club.refused(club.challenges.take(1, TOM), "too_many_games_theirs")
    await club.refused(open_seat(club, EVE), "too_many_games")
    assert await club.challenges.open_seats_in(CHANNEL, TOM) == [1]


async def test_an_interaction_that_arrives_twice_opens_one_seat_and_again_if_it_could_not_be_posted(club: Club) -> None:
    first, again = await open_seat(club, by=7), await open_seat(club, by=7)
    assert (first.challenge, again.before) == (again.challenge, True)
    await club.challenges.forget(first)
    anew = await open_seat(club)
    assert await club.challenges.open_seats_in(CHANNEL, TOM) == [anew.challenge.id]


async def test_for_whom_its_owner_has_blocked_a_seat_is_gone_and_then_for_everybody(club: Club) -> None:
    await club.blocks.block(MINA, TOM)
    await open_seat(club)
    with pytest.raises(Refusal, match="seat_gone"):
        await club.challenges.take(1, TOM)
    await club.refused(club.challenges.take(1, EVE), "seat_gone")
    assert [seat.id for seat in await club.challenges.expired()] == [1]
    await open_seat(club)  # and it has not cost her a turn


async def test_whoever_has_blocked_its_owner_is_told_so_and_leaves_it_to_others(club: Club) -> None:
    await open_seat(club)
    await club.blocks.block(TOM, MINA)
    await club.refused(club.challenges.take(1, TOM), "own_block")
    await club.challenges.take(1, EVE)


async def test_a_seat_of_somebody_who_is_forgotten_is_gone(club: Club) -> None:
    await open_seat(club)
    await club.privacy.forget(MINA)
    await club.refused(club.challenges.take(1, TOM), "seat_gone")
    assert [seat.id for seat in await club.challenges.expired()] == [1]


async def test_of_two_who_take_a_seat_at_once_in_two_processes_one_has_it(club: Club, elsewhere: Club) -> None:
    for turn in range(6):
        owner = 900 + turn
        seat = (await open_seat(club, owner)).challenge
        both = (club.challenges, elsewhere.challenges) * 2
        takers = [each.take(seat.id, 1_000 + 10 * turn + number) for number, each in enumerate(both)]
        results = await asyncio.gather(*takers[turn % 4 :], *takers[: turn % 4], return_exceptions=True)
        assert [each.reason for each in results if isinstance(each, Refusal)] == ["seat_gone"] * 3
        assert len(await club.matches.running_of(owner)) == 1


async def test_somebody_who_opens_seats_in_two_processes_at_once_opens_one(club: Club, elsewhere: Club) -> None:
    for turn in range(4):
        channels = CHANNEL + 10 * turn, CHANNEL + 10 * turn + turn % 2
        tries = (open_seat(each, 900 + turn, at) for each, at in zip((club, elsewhere), channels, strict=True))
        results = await asyncio.gather(*tries, return_exceptions=True)
        assert sorted(isinstance(each, Refusal) for each in results) == [False, True]
