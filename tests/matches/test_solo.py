"""Solo games below Discord: the shuffle, the reply in the transaction of the move, undo, rematch."""

import asyncio
import random

import pytest

from bot.matches.match import Refusal
from bot.matches.solo import Solo, shuffled_cards
from bot.store.games import game_ids
from game import ADVANCE, Automa, Reveal
from game.automa import DECKS, FIRST_DECK, ORDER_LENGTH
from tests.matches.club import Club
from tests.store.building import GUILD, MINA, TOM

FELLOW = Automa("fellow", "normal")


@pytest.mark.parametrize("deck", DECKS)
def test_the_order_of_the_cards_is_ten_then_four_times_all_twelve(deck: str) -> None:
    order = shuffled_cards(deck, random.Random(3))
    assert len(order) == ORDER_LENGTH == 58
    assert len(set(order[:FIRST_DECK])) == FIRST_DECK
    for start in range(FIRST_DECK, ORDER_LENGTH, 12):
        assert sorted(order[start : start + 12]) == list(DECKS[deck])


async def test_the_person_moves_first_and_the_reply_is_stored_with_the_move_that_it_answers(club: Club) -> None:
    match = await club.alone(FELLOW)
    assert (match.mover, match.users, len(match.cards)) == (MINA, (MINA, None), 58)
    assert await club.restarted().load(match.id) == match
    match = await club.play(match.id, 0, MINA, ADVANCE)
    while match.plies[-1].seat == 1:
        match = await club.play(match.id, match.revision, MINA, ADVANCE)
    rows = await club.log(match)
    replies = [row.text for row in rows if row.seat == 2]
    assert replies == [f"#{card}" for card in match.cards[: len(replies)]]
    assert match.revision == len(rows)
    assert not match.position.awaits_card
    assert await club.load(match.id) == match


async def test_cards_come_up_in_the_stored_order_to_the_end(club: Club) -> None:
    match = await club.played_on(await club.alone(Automa("fellow", "tactical")))
    revealed = [ply.move.card for ply in match.plies if isinstance(ply.move, Reveal)]
    assert tuple(revealed) == match.cards[: len(revealed)]


async def test_undo_never_goes_over_a_card(club: Club) -> None:
    match = await club.alone(FELLOW)
    while match.undoable or match.revision == 0:
        match = await club.play(match.id, match.revision, MINA, ADVANCE)
    await club.refused(club.undone(match), "nothing_to_undo")


async def test_a_rematch_is_newly_shuffled_and_there_is_only_one(club: Club) -> None:
    match = await club.alone(Automa("master", "tactical"))
    solo = Solo(club.database, club.clock, max_games=1, rng=random.Random(2))
    with pytest.raises(Refusal):
        await solo.rematch(match.id, MINA)
    await club.matches.resign(match.id, 0, MINA)
    await club.refused(solo.rematch(match.id, TOM), "not_playing")
    again = await solo.rematch(match.id, MINA, "legend")
    assert again.cards != match.cards
    assert again.setup.ring != match.setup.ring
    assert str(again.setup.automa) == "legend tactical"
    assert (await solo.rematch(match.id, MINA)).id == again.id


async def test_its_player_shows_a_private_game_once_it_has_ended_in_its_server_and_in_one_channel(club: Club) -> None:
    match, solo = await club.alone(FELLOW, place="private"), Solo(club.database, club.clock, max_games=9)
    await club.refused(solo.share(match.id, MINA, GUILD, 3), "stale")
    await club.matches.resign(match.id, 0, MINA)
    await club.refused(solo.share(match.id, TOM, GUILD, 3), "not_playing")
    await club.refused(solo.share(match.id, MINA, GUILD + 1, 3), "other_server")
    for channel in (3, 5):
        shared = await solo.share(match.id, MINA, GUILD, channel)
        assert (shared.place, shared.channel_id) == ("shared", 3)


async def test_solo_games_count_towards_the_limit_but_an_interaction_that_arrives_twice_begins_one(club: Club) -> None:
    first = await club.alone(FELLOW, max_games=1, begun_by=77)
    assert await club.alone(FELLOW, max_games=1, begun_by=77) == first
    await club.refused(club.alone(FELLOW, max_games=1), "too_many_games")
    assert (await club.alone(FELLOW, begun_by=78)).id != first.id


async def test_an_interaction_that_reaches_two_processes_at_once_begins_one_game(club: Club, elsewhere: Club) -> None:
    for interaction in range(1, 6):
        one, two = await asyncio.gather(*(each.alone(FELLOW, begun_by=interaction) for each in (club, elsewhere)))
        assert one.id == two.id
    assert await club.read(game_ids) == [1, 2, 3, 4, 5]
