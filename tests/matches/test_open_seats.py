"""Open seats: who may take one, until when, and what somebody learns whom its owner has blocked."""

import asyncio

import pytest

from bot.matches.blocks import Blocks
from bot.matches.challenge import CALL_SECONDS, MOST_OPEN, MOST_WAITING, SEAT_SECONDS, Made, NewChallenge
from bot.matches.challenges import Challenges
from bot.matches.match import Refusal
from bot.matches.play import Matches
from bot.matches.privacy import Privacy
from bot.matches.refusals import ChallengeWaiting
from bot.store.backend.database import Database
from bot.store.challenges import ANYBODY, ChallengeRow, find_challenge
from bot.store.messages import MessageRow, doomed_messages
from tests.matches.building import Hands, refused
from tests.store.building import CHANNEL, EVE, GUILD, MINA, TOM, new_challenge, opened

DAY = 24 * 60 * 60


async def open_seat(challenges: Challenges, user: int = MINA, channel: int = CHANNEL, *, by: int | None = None) -> Made:
    """Open a seat."""
    return await challenges.open(NewChallenge(guild_id=GUILD, channel_id=channel, challenger=user, first=1, made_by=by))


async def test_a_seat_stays_open_for_two_days(challenges: Challenges, clock: Hands, database: Database) -> None:
    made = await open_seat(challenges)
    assert made.challenge == ChallengeRow(1, GUILD, CHANNEL, None, MINA, ANYBODY, "classic", 1, "en", 1_000 + 2 * DAY)
    assert made.ping is None
    clock.now += SEAT_SECONDS - 1
    assert await challenges.open_seats_in(CHANNEL, TOM) == [1]
    clock.now += 1
    assert await challenges.open_seats_in(CHANNEL, TOM) == []
    assert await challenges.expired() == [made.challenge]
    await refused(database, challenges.take(1, TOM), "seat_gone")


async def test_whoever_comes_first_takes_it_and_whoever_has_opened_it_moves_first(
    challenges: Challenges, database: Database
) -> None:
    await open_seat(challenges)
    await challenges.note_message(1, 55)
    seat, match = await challenges.take(1, TOM)
    assert match.people == (MINA, TOM)
    assert (match.mover, seat.challenged) == (MINA, TOM)
    assert await database.read(find_challenge, 1) is None
    assert await database.read(doomed_messages, match.id) == [
        MessageRow(55, match.id, CHANNEL, "challenge", 0, 1, "doomed")
    ]
    await refused(database, challenges.take(1, EVE), "seat_gone")


async def test_nobody_takes_their_own_seat_or_accepts_one(challenges: Challenges, database: Database) -> None:
    await open_seat(challenges)
    refusal = await refused(database, challenges.take(1, MINA), "own_seat")
    assert isinstance(refusal, ChallengeWaiting)
    assert refusal.challenge is not None
    await refused(database, challenges.accept(1, TOM), "not_yours")
    await refused(database, challenges.decline(1, TOM), "not_yours")
    assert await challenges.open_seats_in(CHANNEL, MINA) == []
    await challenges.decline(1, MINA)
    await refused(database, challenges.take(1, TOM), "seat_gone")


async def test_a_challenge_is_no_seat(challenges: Challenges, database: Database) -> None:
    await database.write(new_challenge)
    assert await challenges.open_seats_in(CHANNEL, EVE) == []
    await refused(database, challenges.take(1, EVE), "seat_gone")


async def test_one_in_a_channel_one_in_ten_minutes_and_two_in_all(
    challenges: Challenges, clock: Hands, database: Database
) -> None:
    await open_seat(challenges)
    refusal = await refused(database, open_seat(challenges), "seat_waiting")
    assert isinstance(refusal, ChallengeWaiting)
    assert refusal.challenge is not None
    await refused(database, open_seat(challenges, channel=CHANNEL + 1), "seat_lately")
    clock.now += CALL_SECONDS
    await open_seat(challenges, channel=CHANNEL + 1)
    clock.now += CALL_SECONDS
    assert MOST_OPEN == 2
    await refused(database, open_seat(challenges, channel=CHANNEL + 2), "too_many_seats")
    await open_seat(challenges, TOM)


async def test_an_old_seat_makes_room_for_the_next_one(challenges: Challenges, clock: Hands) -> None:
    first = await open_seat(challenges)
    clock.now += SEAT_SECONDS
    again = await open_seat(challenges)
    assert again.replaces == first.challenge
    assert await challenges.open_seats_in(CHANNEL, TOM) == [again.challenge.id]


async def test_seats_and_challenges_do_not_count_as_each_other(challenges: Challenges, database: Database) -> None:
    for number in range(MOST_WAITING):
        await database.write(new_challenge, (MINA, 900 + number))
    await open_seat(challenges)
    assert await challenges.concerning(MINA) == MOST_WAITING


async def test_whoever_has_enough_games_opens_and_takes_none(challenges: Challenges, database: Database) -> None:
    await open_seat(challenges)
    for number in range(3):
        one, two = await open_seat(challenges, 900 + number), await open_seat(challenges, 950 + number)
        await challenges.take(one.challenge.id, MINA)
        await challenges.take(two.challenge.id, EVE)
    await refused(database, challenges.take(1, TOM), "too_many_games_theirs")
    await refused(database, open_seat(challenges, EVE), "too_many_games")
    assert await challenges.open_seats_in(CHANNEL, TOM) == [1]


async def test_an_interaction_that_arrives_twice_opens_one_seat(challenges: Challenges) -> None:
    first, again = await open_seat(challenges, by=7), await open_seat(challenges, by=7)
    assert (first.challenge, again.before) == (again.challenge, True)


async def test_a_seat_that_could_not_be_posted_may_be_opened_again_at_once(challenges: Challenges) -> None:
    await challenges.forget(await open_seat(challenges))
    again = await open_seat(challenges)
    assert await challenges.open_seats_in(CHANNEL, TOM) == [again.challenge.id]


# --- blocks


async def test_for_whom_its_owner_has_blocked_a_seat_is_gone_and_then_for_everybody(
    challenges: Challenges, blocks: Blocks, database: Database
) -> None:
    await blocks.block(MINA, TOM)
    await open_seat(challenges)
    with pytest.raises(Refusal, match="seat_gone"):
        await challenges.take(1, TOM)
    await refused(database, challenges.take(1, EVE), "seat_gone")
    assert [seat.id for seat in await challenges.expired()] == [1]
    await open_seat(challenges)  # and it has not cost her a turn


async def test_whoever_has_blocked_its_owner_is_told_so_and_leaves_it_to_others(
    challenges: Challenges, blocks: Blocks, database: Database
) -> None:
    await open_seat(challenges)
    await blocks.block(TOM, MINA)
    await refused(database, challenges.take(1, TOM), "own_block")
    await challenges.take(1, EVE)


async def test_a_seat_of_somebody_who_is_forgotten_is_gone(
    challenges: Challenges, database: Database, clock: Hands
) -> None:
    await open_seat(challenges)
    await Privacy(database, clock).forget(MINA)
    await refused(database, challenges.take(1, TOM), "seat_gone")
    assert [seat.id for seat in await challenges.expired()] == [1]


# --- races


async def test_of_two_who_take_a_seat_at_once_in_two_processes_one_has_it(
    challenges: Challenges, clock: Hands, url: str, matches: Matches
) -> None:
    async with opened(url) as other:
        both = challenges, Challenges(other, clock, max_games=9)
        for turn in range(6):
            owner = 900 + turn
            seat = (await open_seat(challenges, owner)).challenge
            takers = [each.take(seat.id, 1_000 + 10 * turn + n) for n, each in enumerate((*both, *both))]
            results = await asyncio.gather(*takers[turn % 4 :], *takers[: turn % 4], return_exceptions=True)
            assert [each.reason for each in results if isinstance(each, Refusal)] == ["seat_gone"] * 3
            assert len(await matches.running_of(owner)) == 1


async def test_somebody_who_opens_seats_in_two_processes_at_once_opens_one(
    challenges: Challenges, clock: Hands, url: str
) -> None:
    async with opened(url) as other:
        both = challenges, Challenges(other, clock, max_games=9)
        for turn in range(4):
            channels = CHANNEL + 10 * turn, CHANNEL + 10 * turn + turn % 2
            tries = (open_seat(each, 900 + turn, channel) for each, channel in zip(both, channels, strict=True))
            results = await asyncio.gather(*tries, return_exceptions=True)
            assert sum(isinstance(each, Made) for each in results) == 1
            assert sum(isinstance(each, Refusal) for each in results) == 1
