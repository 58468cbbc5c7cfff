"""Duels in the store: how they begin, when they end, who knows what meanwhile, and races."""

import asyncio

import pytest

from bot.matches.clock import DAY
from bot.matches.duels import DUEL_DAYS, parted_at, winner_of
from bot.matches.hints import check_hint
from bot.matches.match import Match, Refusal
from bot.store.challenges import ANYBODY
from bot.store.duels import DuelRow
from bot.store.everything import drop_game
from bot.store.messages import doomed_messages
from bot.store.results import find_results, games_not_counted
from game import ADVANCE
from tests.matches.building import asking, copied
from tests.matches.club import Club
from tests.store.building import CHANNEL, EVE, MINA, TOM


async def begun(club: Club, players: tuple[int, int] = (MINA, TOM)) -> Match:
    """A duel that was asked for and taken up. Returns the game of the one challenged."""
    made = await club.challenges.make(asking(*players, rival="pin"))
    return (await club.challenges.accept(made.challenge.id, players[1]))[1]


async def both(club: Club, number: int = 1) -> tuple[DuelRow, Match, Match]:
    duel = await club.duels.find(number)
    return duel, await club.load(duel.game1), await club.load(duel.game2)


async def ended(club: Club, match: Match) -> Match:
    """A game that its player has given up after a move."""
    match = await club.load(match.id)
    match = await club.play(match.id, match.revision, match.people[0], ADVANCE)
    return await club.matches.resign(match.id, match.revision, match.people[0])


async def test_both_games_are_alike_but_for_who_plays(club: Club) -> None:
    mine = await begun(club)
    duel, one, two = await both(club)
    assert mine == two
    assert (duel.users, duel.level, duel.ends_at) == ((MINA, TOM), "pin", 1_000 + DUEL_DAYS * DAY)
    assert one.setup == two.setup
    assert (one.mover, two.mover) == (MINA, TOM)
    assert {(each.place, each.duel, each.pace) for each in (one, two)} == {("private", "secret", None)}
    assert (duel.game_of(MINA), duel.game_of(TOM), duel.game_of(EVE)) == (one.id, two.id, None)
    await club.refused(club.duels.find(2), "no_duel")
    with pytest.raises(Refusal, match="no_hints_in_duel"):
        check_hint(mine, TOM, 0)


async def test_a_seat_for_a_duel_begins_one_and_is_not_among_the_seats_for_games(club: Club) -> None:
    made = await club.challenges.open(asking(challenged=ANYBODY, rival="pin"))
    assert await club.challenges.open_seats_in(CHANNEL, TOM) == []
    _, match = await club.challenges.take(made.challenge.id, EVE)
    assert match.people == (EVE,)
    assert (await club.duels.find(1)).users == (MINA, EVE)


async def test_it_ends_once_both_games_have_and_not_before(club: Club) -> None:
    await begun(club)
    _, one, two = await both(club)
    await ended(club, one)
    assert await club.duels.due() == []
    assert await club.duels.settle(1) is None
    await club.results.keep([one.id])
    assert await club.read(find_results, [one.id]) == {}
    assert await club.read(games_not_counted, 9) == []
    await ended(club, two)
    assert await club.duels.due() == [1]
    settled = await club.duels.settle(1)
    assert settled
    assert await club.duels.settle(1) is None
    duel, one, two = await both(club)
    assert duel == settled
    assert (one.duel, two.duel) == ("over", "over")
    assert [each.is_hidden_from(EVE) for each in (one, two)] == [False, False]
    assert await club.read(games_not_counted, 9) == [one.id, two.id]
    assert await club.duels.due() == []


async def test_when_time_is_up_what_runs_is_closed(club: Club) -> None:
    await begun(club)
    _, one, _ = await both(club)
    one = await ended(club, one)
    club.now += DUEL_DAYS * DAY - 1
    assert await club.duels.due() == []
    club.now += 1
    assert await club.duels.due() == [1]
    assert await club.duels.settle(1)
    _, mine, theirs = await both(club)
    assert mine.outcome == one.outcome
    assert theirs.outcome
    assert (theirs.outcome.termination, theirs.outcome.why) == ("closed", "duel")
    assert parted_at(mine, theirs) == 0
    assert winner_of(mine, theirs) == (1 if mine.position.score(1).total > theirs.position.score(1).total else 2)
    assert parted_at(mine, mine) is None
    assert winner_of(mine, mine) == 0


async def test_what_changes_while_a_duel_is_shown_is_owed_and_a_message_that_is_replaced_is_doomed(club: Club) -> None:
    await begun(club)
    (duel,) = await club.duels.owed()
    await club.privacy.forget(MINA)
    await club.duels.note_message(duel, 55)
    (duel,) = await club.duels.owed()
    await club.duels.note_message(duel, 66, owed=True)
    assert [row.message_id for row in await club.duels.owed()] == [66]
    await club.duels.note_message(duel, 66)
    assert await club.duels.owed() == []
    assert [row.message_id for row in await club.read(doomed_messages, duel.game1)] == [55]


async def test_somebody_who_is_forgotten_is_taken_out_and_their_game_given_up(club: Club) -> None:
    await begun(club)
    assert copied(await club.privacy.export(MINA))["duels"]
    await club.privacy.forget(MINA)
    duel, one, two = await both(club)
    assert (duel.one < 0, duel.two) == (True, TOM)
    assert (bool(one.outcome), bool(two.outcome)) == (True, False)
    assert await club.duels.owed() == [duel]
    await club.privacy.forget(TOM)
    assert await club.duels.settle(1)
    duel = await club.duels.find(1)
    assert duel.one != duel.two
    assert duel.two < 0


@pytest.mark.slow
async def test_the_doctor_finds_and_mends_what_a_game_says_of_its_duel(club: Club) -> None:
    await begun(club)
    assert (await club.audit.examine()).found == 0
    duel = await club.duels.find(1)
    lost = await begun(club, (EVE, MINA))
    for game, says in ((duel.game1, "'over'"), (duel.game2, "NULL")):
        await club.spoil(f"UPDATE games SET duel = {says} WHERE id = {game}")  # noqa: S608
    assert [each.game_id for each in (await club.audit.examine()).findings] == [duel.game1, duel.game2]
    mended = await club.audit.examine_games([duel.game1, duel.game2, lost.id], repair=True)
    assert (mended.mended, mended.found) == (2, 0)
    assert (await club.load(duel.game1)).is_secret


async def test_of_many_who_end_a_duel_at_once_one_does(club: Club, elsewhere: Club) -> None:
    await begun(club)
    club.now += DUEL_DAYS * DAY
    results = await asyncio.gather(*(each.duels.settle(1) for each in (club, elsewhere) * 2))
    assert sum(result is not None for result in results) == 1


async def test_a_duel_may_end_while_its_last_game_does(club: Club, elsewhere: Club) -> None:
    for number in range(1, 5):
        await begun(club, (900 + number, 950 + number))
        _, one, two = await both(club, number)
        await ended(club, one)
        club.now += DUEL_DAYS * DAY
        last = club.matches.resign(two.id, two.revision, two.people[0])
        await asyncio.gather(last, elsewhere.duels.settle(number), return_exceptions=True)
        await club.duels.settle(number)
        duel, one, two = await both(club, number)
        assert duel.ended_at
        assert (one.duel, two.duel) == ("over", "over")
        assert two.outcome


async def test_a_duel_goes_with_its_games(club: Club) -> None:
    await begun(club)
    duel = await club.duels.find(1)
    await club.write(drop_game, duel.game2)
    await club.refused(club.duels.find(1), "no_duel")
    examined = await club.audit.examine()
    assert [each.game_id for each in examined.findings] == [duel.game1]  # of whose duel nothing is left
