"""Duels in the store: how they begin, when they end, who knows what meanwhile, and races."""

import asyncio
from pathlib import Path

import pytest
from sqlalchemy import Connection, update

from bot.matches.audit import Audit
from bot.matches.challenge import NewChallenge
from bot.matches.challenges import Challenges
from bot.matches.duels import DUEL_DAYS, Duels, parted_at, winner_of
from bot.matches.hints import check_hint
from bot.matches.match import Match, Refusal
from bot.matches.play import Matches
from bot.matches.privacy import Privacy
from bot.matches.results import Results
from bot.store.backend.database import Database
from bot.store.duels import DuelRow, mark_game
from bot.store.everything import drop_game
from bot.store.messages import doomed_messages
from bot.store.results import find_results, games_not_counted
from bot.store.tables import games
from game import ADVANCE
from tests.matches.building import Hands
from tests.store.building import CHANNEL, EVE, GUILD, MINA, TOM, opened

DAY = 24 * 60 * 60


@pytest.fixture
def duels(database: Database, clock: Hands) -> Duels:
    """The duels in the database."""
    return Duels(database, clock)


async def begun(challenges: Challenges, players: tuple[int, int] = (MINA, TOM)) -> Match:
    """A duel that was asked for and taken up. Returns the game of the one challenged."""
    asked = NewChallenge(guild_id=GUILD, channel_id=CHANNEL, challenger=players[0], challenged=players[1], rival="pin")
    made = await challenges.make(asked)
    return (await challenges.accept(made.challenge.id, players[1]))[1]


async def both(duels: Duels, matches: Matches, number: int = 1) -> tuple[DuelRow, Match, Match]:
    """A duel and its games."""
    duel = await duels.find(number)
    return duel, await matches.load(duel.game1), await matches.load(duel.game2)


async def ended(matches: Matches, match: Match) -> Match:
    """A game that its player has given up after a move."""
    match = await matches.load(match.id)
    match = await matches.play(match.id, match.revision, match.people[0], ADVANCE)
    return await matches.resign(match.id, match.revision, match.people[0])


async def test_both_games_are_alike_but_for_who_plays(duels: Duels, challenges: Challenges, matches: Matches) -> None:
    mine = await begun(challenges)
    duel, one, two = await both(duels, matches)
    assert mine == two
    assert (duel.users, duel.level, duel.ends_at) == ((MINA, TOM), "pin", 1_000 + DUEL_DAYS * DAY)
    assert one.setup == two.setup
    assert (one.mover, two.mover) == (MINA, TOM)
    assert {(each.place, each.duel, each.pace) for each in (one, two)} == {("private", "secret", None)}
    assert (duel.game_of(MINA), duel.game_of(TOM), duel.game_of(EVE)) == (one.id, two.id, None)
    with pytest.raises(Refusal, match="no_duel"):
        await duels.find(2)


async def test_a_seat_for_a_duel_begins_one_and_is_not_among_the_seats_for_games(
    duels: Duels, challenges: Challenges
) -> None:
    made = await challenges.open(NewChallenge(guild_id=GUILD, channel_id=CHANNEL, challenger=MINA, rival="pin"))
    assert await challenges.open_seats_in(CHANNEL, TOM) == []
    _, match = await challenges.take(made.challenge.id, EVE)
    assert match.people == (EVE,)
    assert (await duels.find(1)).users == (MINA, EVE)


async def test_there_are_no_hints(challenges: Challenges) -> None:
    match = await begun(challenges)
    with pytest.raises(Refusal, match="no_hints_in_duel"):
        check_hint(match, TOM, 0)


async def test_it_ends_once_both_games_have_and_not_before(
    duels: Duels, challenges: Challenges, matches: Matches, database: Database, clock: Hands
) -> None:
    await begun(challenges)
    _, one, two = await both(duels, matches)
    await ended(matches, one)
    assert await duels.due() == []
    assert await duels.settle(1) is None
    await Results(database).keep([one.id])
    assert await database.read(find_results, [one.id]) == {}
    assert await database.read(games_not_counted, 9) == []
    await ended(matches, two)
    assert await duels.due() == [1]
    settled = await duels.settle(1)
    assert settled
    assert await duels.settle(1) is None
    duel, one, two = await both(duels, matches)
    assert duel == settled
    assert (one.duel, two.duel) == ("over", "over")
    assert [each.is_hidden_from(EVE) for each in (one, two)] == [False, False]
    assert await database.read(games_not_counted, 9) == [one.id, two.id]
    assert await duels.due() == []


async def test_when_time_is_up_what_runs_is_closed(
    duels: Duels, challenges: Challenges, matches: Matches, clock: Hands
) -> None:
    await begun(challenges)
    _, one, _ = await both(duels, matches)
    one = await ended(matches, one)
    clock.now += DUEL_DAYS * DAY - 1
    assert await duels.due() == []
    clock.now += 1
    assert await duels.due() == [1]
    assert await duels.settle(1)
    _, mine, theirs = await both(duels, matches)
    assert mine.outcome == one.outcome
    assert theirs.outcome
    assert (theirs.outcome.termination, theirs.outcome.why) == ("closed", "duel")
    assert parted_at(mine, theirs) == 0
    assert winner_of(mine, theirs) == (1 if mine.position.score(1).total > theirs.position.score(1).total else 2)
    assert parted_at(mine, mine) is None
    assert winner_of(mine, mine) == 0


async def test_what_changes_while_a_duel_is_shown_is_owed_and_a_message_that_is_replaced_is_doomed(
    duels: Duels, challenges: Challenges, database: Database, clock: Hands
) -> None:
    await begun(challenges)
    (duel,) = await duels.owed()
    await Privacy(database, clock).forget(MINA)
    await duels.note_message(duel, 55)
    (duel,) = await duels.owed()
    await duels.note_message(duel, 66, owed=True)
    assert [row.message_id for row in await duels.owed()] == [66]
    await duels.note_message(duel, 66)
    assert await duels.owed() == []
    assert [row.message_id for row in await database.read(doomed_messages, duel.game1)] == [55]


async def test_somebody_who_is_forgotten_is_taken_out_and_their_game_given_up(
    duels: Duels, challenges: Challenges, matches: Matches, database: Database, clock: Hands
) -> None:
    await begun(challenges)
    privacy = Privacy(database, clock)
    assert '"duels"' in await privacy.export(MINA)
    await privacy.forget(MINA)
    duel, one, two = await both(duels, matches)
    assert duel.one < 0
    assert duel.two == TOM
    assert one.outcome
    assert not two.outcome
    assert await duels.owed() == [duel]
    await privacy.forget(TOM)
    assert await duels.settle(1)
    duel = await duels.find(1)
    assert duel.one != duel.two
    assert duel.two < 0


@pytest.mark.slow
async def test_the_doctor_finds_and_mends_what_a_game_says_of_its_duel(
    duels: Duels, challenges: Challenges, matches: Matches, database: Database, clock: Hands
) -> None:
    await begun(challenges)
    audit = Audit(database, clock)
    assert (await audit.examine()).found == 0
    duel = await duels.find(1)
    lost = await begun(challenges, (EVE, MINA))

    def spoil(connection: Connection) -> None:
        mark_game(connection, duel.game1, "over")
        connection.execute(update(games).where(games.c.id == duel.game2).values(duel=None))

    await database.write(spoil)
    examined = await audit.examine()
    assert [each.game_id for each in examined.findings] == [duel.game1, duel.game2]
    mended = await audit.examine_games([duel.game1, duel.game2, lost.id], repair=True)
    assert (mended.mended, mended.found) == (2, 0)
    assert (await matches.load(duel.game1)).is_secret


async def test_of_many_who_end_a_duel_at_once_one_does(
    duels: Duels, challenges: Challenges, matches: Matches, clock: Hands, url: str
) -> None:
    await begun(challenges)
    clock.now += DUEL_DAYS * DAY
    async with opened(url) as other:
        each = duels, Duels(other, clock)
        results = await asyncio.gather(*(one.settle(1) for one in (*each, *each)))
    assert sum(result is not None for result in results) == 1


async def test_a_duel_may_end_while_its_last_game_does(
    duels: Duels, challenges: Challenges, matches: Matches, clock: Hands, url: str
) -> None:
    async with opened(url) as other:
        elsewhere = Duels(other, clock)
        for number in range(1, 5):
            await begun(challenges, (900 + number, 950 + number))
            _, one, two = await both(duels, matches, number)
            await ended(matches, one)
            clock.now += DUEL_DAYS * DAY
            last = matches.resign(two.id, two.revision, two.people[0])
            await asyncio.gather(last, elsewhere.settle(number), return_exceptions=True)
            await duels.settle(number)
            duel, one, two = await both(duels, matches, number)
            assert duel.ended_at
            assert (one.duel, two.duel) == ("over", "over")
            assert two.outcome


async def test_it_outlives_the_program(path: Path, clock: Hands) -> None:
    async with opened(path) as database:
        await begun(Challenges(database, clock, max_games=3))
    async with opened(path) as database:
        clock.now += DUEL_DAYS * DAY
        assert await Duels(database, clock).due() == [1]


async def test_a_duel_goes_with_its_games(duels: Duels, challenges: Challenges, database: Database) -> None:
    await begun(challenges)
    duel = await duels.find(1)
    await database.write(drop_game, duel.game2)
    with pytest.raises(Refusal, match="no_duel"):
        await duels.find(1)
    examined = await Audit(database, lambda: 1).examine()
    assert [each.game_id for each in examined.findings] == [duel.game1]  # of whose duel nothing is left
