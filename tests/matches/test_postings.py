"""What the store knows of the public messages of a match, and of its thread."""

from dataclasses import replace

from bot.matches.match import Match
from bot.store.messages import record_message
from tests.matches.building import new_match
from tests.matches.club import Club
from tests.store.building import MINA, board


async def pending(club: Club, match: Match) -> list[int]:
    """What the sweep would find, once the newest board of a match stands."""
    await club.write(record_message, board(8, match.id, revision=match.revision))
    return [each.game_id for each in await club.postings.owed()]


async def test_an_offer_that_its_match_has_outlived_is_to_be_deleted(club: Club) -> None:
    match = await club.stored()
    offer = board(8, match.id, role="takeback1")
    await club.write(record_message, offer)
    assert await club.postings.doom_stale(match) == []
    match = await club.played(match, "+")
    assert await club.postings.doom_stale(match) == [replace(offer, state="doomed")]


async def test_the_sweep_archives_the_thread_of_a_match_that_has_ended_and_no_other(club: Club) -> None:
    match = await club.stored(replace(new_match(), place="thread"))
    await club.threads.note_anchor(match, 7)
    assert await pending(club, match) == []
    match = await club.matches.resign(match.id, 0, MINA)
    assert await pending(club, match) == [match.id]
    await club.threads.note_archived(match.id)
    assert await pending(club, match) == []
    await club.threads.note_anchor(match, 7)  # as one that is opened once its match is over
    assert await pending(club, match) == [match.id]
