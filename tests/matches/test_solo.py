"""Solo games below Discord: the shuffle, the reply in the transaction of the move, undo, rematch."""

import asyncio
import random

import pytest

from bot.matches.match import Match, Refusal
from bot.matches.play import Matches
from bot.matches.solo import Solo, shuffled_cards
from bot.store.backend.database import Database
from bot.store.games import game_ids, read_log
from bot.store.tables import Place
from game import ADVANCE, Automa, Reveal
from game.automa import DECKS, FIRST_DECK, ORDER_LENGTH
from tests.store.building import opened

MINA, TOM = 10, 11


def now() -> int:
    return 1_700_000_000


async def begun(
    database: Database,
    *,
    deck: str = "normal",
    level: str = "fellow",
    max_games: int = 20,
    by: int | None = None,
    place: Place = "here",
) -> Match:
    solo = Solo(database, now, max_games=max_games, rng=random.Random(1))
    return await solo.start(
        guild_id=1, channel_id=2, user=MINA, opponent=Automa(level, deck), track="classic", begun_by=by, place=place
    )


@pytest.mark.parametrize("deck", DECKS)
def test_the_order_of_the_cards_is_ten_then_four_times_all_twelve(deck: str) -> None:
    order = shuffled_cards(deck, random.Random(3))
    assert len(order) == ORDER_LENGTH == 58
    assert len(set(order[:FIRST_DECK])) == FIRST_DECK
    for start in range(FIRST_DECK, ORDER_LENGTH, 12):
        assert sorted(order[start : start + 12]) == list(DECKS[deck])


async def test_the_person_moves_first_and_the_cards_are_stored(database: Database) -> None:
    match = await begun(database)
    assert match.mover == MINA
    assert match.users == (MINA, None)
    stored = await Matches(database, now).load(match.id)
    assert stored == match
    assert len(stored.cards) == 58


async def test_the_reply_is_stored_with_the_move_that_it_answers(database: Database) -> None:
    matches, match = Matches(database, now), await begun(database)
    match = await matches.play(match.id, 0, MINA, ADVANCE)
    while match.plies[-1].seat == 1:
        match = await matches.play(match.id, match.revision, MINA, ADVANCE)
    rows = await database.read(read_log, match.id)
    replies = [row.text for row in rows if row.seat == 2]
    assert replies == [f"#{card}" for card in match.cards[: len(replies)]]
    assert match.revision == len(rows)
    assert not match.position.awaits_card
    assert await matches.load(match.id) == match


async def test_cards_come_up_in_the_stored_order_to_the_end(database: Database) -> None:
    matches, match = Matches(database, now), await begun(database, deck="tactical")
    rng = random.Random(4)
    while not match.outcome:
        match = await matches.play(match.id, match.revision, MINA, rng.choice(match.position.legal_moves))
    revealed = [ply.move.card for ply in match.plies if isinstance(ply.move, Reveal)]
    assert tuple(revealed) == match.cards[: len(revealed)]


async def test_undo_never_goes_over_a_card(database: Database) -> None:
    matches, match = Matches(database, now), await begun(database)
    while match.undoable or match.revision == 0:
        match = await matches.play(match.id, match.revision, MINA, ADVANCE)
    with pytest.raises(Refusal) as refusal:
        await matches.undo(match.id, match.revision, MINA)
    assert refusal.value.reason == "nothing_to_undo"


async def test_a_rematch_is_newly_shuffled_and_there_is_only_one(database: Database) -> None:
    matches, match = Matches(database, now), await begun(database, deck="tactical", level="master")
    solo = Solo(database, now, max_games=1, rng=random.Random(2))
    with pytest.raises(Refusal):
        await solo.rematch(match.id, MINA)
    await matches.resign(match.id, 0, MINA)
    with pytest.raises(Refusal) as refusal:
        await solo.rematch(match.id, TOM)
    assert refusal.value.reason == "not_playing"
    again = await solo.rematch(match.id, MINA, "legend")
    assert again.cards != match.cards
    assert again.setup.ring != match.setup.ring
    assert str(again.setup.automa) == "legend tactical"
    assert (await solo.rematch(match.id, MINA)).id == again.id


async def test_its_player_shows_a_private_game_once_it_has_ended_in_its_server_and_in_one_channel(
    database: Database,
) -> None:
    match, solo = await begun(database, place="private"), Solo(database, now, max_games=9)
    with pytest.raises(Refusal, match="stale"):
        await solo.share(match.id, MINA, 1, 3)
    await Matches(database, now).resign(match.id, 0, MINA)
    for user, guild, reason in ((TOM, 1, "not_playing"), (MINA, 2, "other_server")):
        with pytest.raises(Refusal, match=reason):
            await solo.share(match.id, user, guild, 3)
    for channel in (3, 5):
        shared = await solo.share(match.id, MINA, 1, channel)
        assert (shared.place, shared.channel_id) == ("shared", 3)


async def test_solo_games_count_towards_the_limit(database: Database) -> None:
    await begun(database, max_games=1)
    with pytest.raises(Refusal) as refusal:
        await begun(database, max_games=1)
    assert refusal.value.reason == "too_many_games"


async def test_an_interaction_that_arrives_twice_begins_one_game(database: Database) -> None:
    first = await begun(database, max_games=1, by=77)
    assert await begun(database, max_games=1, by=77) == first
    assert (await begun(database, by=78)).id != first.id


async def test_an_interaction_that_reaches_two_processes_at_once_begins_one_game(database: Database, url: str) -> None:
    async with opened(url) as other:
        for interaction in range(5):
            one, two = await asyncio.gather(begun(database, by=interaction + 1), begun(other, by=interaction + 1))
            assert one.id == two.id
    assert await database.read(game_ids) == [1, 2, 3, 4, 5]
