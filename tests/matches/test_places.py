"""Threads of matches' own, in the store: which of them are still to be archived."""

from dataclasses import replace

import pytest

from bot.matches.match import Match
from bot.matches.play import Matches
from bot.matches.postings import Postings
from bot.matches.threads import GameThreads
from bot.store.backend.database import Database
from bot.store.messages import record_message
from tests.matches.building import new_match, stored
from tests.store.building import MINA, board

ANCHORED = 7


@pytest.fixture
def places(database: Database) -> GameThreads:
    """Where the matches are played."""
    return GameThreads(database)


async def pending(database: Database, match: Match) -> list[int]:
    """What the sweep would find, once the newest board of a match stands."""
    await database.write(record_message, board(8, match.id, revision=match.revision))
    return [each.game_id for each in await Postings(database).owed()]


async def test_the_sweep_archives_the_thread_of_a_match_that_has_ended_and_no_other(
    database: Database, matches: Matches, places: GameThreads
) -> None:
    match = await stored(database, replace(new_match(), place="thread"))
    await places.note_anchor(match, ANCHORED)
    assert await pending(database, match) == []
    match = await matches.resign(match.id, 0, MINA)
    assert await pending(database, match) == [match.id]
    await places.note_archived(match.id)
    assert await pending(database, match) == []


async def test_a_thread_that_is_opened_when_its_match_is_over_is_archived_too(
    database: Database, matches: Matches, places: GameThreads
) -> None:
    match = await stored(database, replace(new_match(), place="thread"))
    match = await matches.resign(match.id, 0, MINA)
    assert await pending(database, match) == []
    await places.note_anchor(match, ANCHORED)
    assert await pending(database, match) == [match.id]
