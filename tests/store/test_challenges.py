"""Challenges in the store."""

import asyncio
from dataclasses import replace
from typing import Any

import pytest
from sqlalchemy.exc import IntegrityError

from bot.store import challenges
from bot.store.backend.database import Database
from bot.store.challenges import ChallengeRow, find_challenge, find_challenge_between, remove_challenge
from tests.store.building import BIG, CHANNEL, EVE, MINA, TOM, new_challenge, rows


async def test_a_challenge_is_stored_as_it_was_given_with_ids_as_large_as_snowflakes_get(database: Database) -> None:
    given: dict[str, Any] = {"guild_id": BIG - 3, "expires_at": BIG - 4, "track": "revised", "first": 2}
    made = await database.write(new_challenge, (BIG, BIG - 1), BIG - 2, **given)
    assert made == ChallengeRow(1, BIG - 3, BIG - 2, None, BIG, BIG - 1, "revised", 2, "en", BIG - 4)
    assert await database.read(find_challenge, 1) == made
    await database.write(challenges.note_challenge_message, 1, BIG - 5, False, None)
    assert await database.read(find_challenge, 1) == replace(made, message_id=BIG - 5, owed=False)


@pytest.mark.parametrize("players", [(MINA, TOM), (TOM, MINA)])
async def test_one_challenge_waits_between_two_people_in_a_channel(
    database: Database, players: tuple[int, int]
) -> None:
    await database.write(new_challenge)
    before = await database.read(rows)
    with pytest.raises(IntegrityError):
        await database.write(new_challenge, players)
    assert await database.read(rows) == before


async def test_others_or_elsewhere_may_wait_too(database: Database) -> None:
    made = [await database.write(new_challenge), await database.write(new_challenge, channel_id=CHANNEL + 1)]
    made += [await database.write(new_challenge, players) for players in ((MINA, EVE), (TOM, EVE))]
    assert [await database.read(find_challenge, each.id) for each in made] == made


async def test_it_is_found_whoever_made_it_and_only_in_its_channel(database: Database) -> None:
    made = await database.write(new_challenge, (TOM, MINA))
    assert (made.challenger, made.challenged) == (TOM, MINA)
    for players in ((MINA, TOM), (TOM, MINA)):
        assert await database.read(find_challenge_between, CHANNEL, players) == made
        assert await database.read(find_challenge_between, CHANNEL + 1, players) is None
    assert await database.read(find_challenge_between, CHANNEL, (MINA, EVE)) is None


async def test_time_is_over_at_the_second_itself(database: Database) -> None:
    early = await database.write(new_challenge, (MINA, TOM), expires_at=100)
    late = await database.write(new_challenge, (MINA, EVE), expires_at=101)
    assert await database.read(challenges.expired_challenges, 99) == []
    assert await database.read(challenges.expired_challenges, 100) == [early]
    assert await database.read(challenges.expired_challenges, 101) == [early, late]


async def test_the_message_of_one_challenge_is_noted(database: Database) -> None:
    one, two = await database.write(new_challenge), await database.write(new_challenge, (MINA, EVE))
    await database.write(challenges.note_challenge_message, one.id, 55, False, None)
    await database.write(challenges.note_challenge_message, 77, 66, False, None)
    noted = [await database.read(find_challenge, challenge.id) for challenge in (one, two)]
    assert [challenge.message_id for challenge in noted if challenge] == [55, None]


async def test_it_is_taken_away_once(database: Database) -> None:
    one, two = await database.write(new_challenge), await database.write(new_challenge, (MINA, EVE))
    assert await database.write(remove_challenge, one.id)
    assert not await database.write(remove_challenge, one.id)
    assert await database.read(find_challenge, one.id) is None
    assert await database.read(find_challenge, two.id) == two
    again = await database.write(new_challenge)
    assert again.id == 3  # the pair may try again
    await database.write(remove_challenge, again.id)
    assert (await database.write(new_challenge)).id == 4, "no number is used again"


async def test_of_many_that_take_it_away_at_once_one_succeeds(database: Database) -> None:
    made = await database.write(new_challenge)
    taken = await asyncio.gather(*(database.write(remove_challenge, made.id) for _ in range(20)))
    assert taken.count(True) == 1
