"""What the store knows of the public messages of a match."""

from dataclasses import replace

from bot.matches.play import Matches
from bot.matches.postings import Postings
from bot.store.backend.database import Database
from bot.store.messages import record_message
from game import ADVANCE
from tests.matches.building import new_match, stored
from tests.store.building import board


async def test_an_offer_that_its_match_has_outlived_is_to_be_deleted(database: Database, matches: Matches) -> None:
    match, postings = await stored(database, new_match()), Postings(database)
    offer = board(8, match.id, role="takeback1")
    await database.write(record_message, offer)
    assert await postings.doom_stale(match) == []
    match = await matches.play(match.id, 0, match.people[0], ADVANCE)
    assert await postings.doom_stale(match) == [replace(offer, state="doomed")]
