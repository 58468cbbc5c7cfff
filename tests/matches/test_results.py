"""Whose best game a match was."""

from __future__ import annotations

from bot.matches.play import Matches
from bot.matches.privacy import Privacy
from bot.matches.results import ENOUGH, Results
from bot.store.backend.database import Database
from bot.store.changes import write_cache
from bot.store.games import Cache
from tests.matches.test_rivals import begun, now, played_on
from tests.store.building import MINA, TOM, new_game


async def played(database: Database, points: int, *, ending: str = "finished", seat: int = 1) -> None:
    """A game of Mina's that ended with so many points, on whichever seat."""
    players, results = ((MINA, TOM), (points, 99)) if seat == 1 else ((TOM, MINA), (99, points))
    game = await database.write(new_game, players)
    await database.write(write_cache, game, 1, Cache(None, ending, 1, 1, *results))  # type: ignore[arg-type]


async def test_more_points_than_in_all_of_enough_other_games_are_the_best(database: Database) -> None:
    match = await played_on(database, await begun(database))
    total, results = match.position.score(1).total, Results(database)
    for _ in range(ENOUGH - 1):
        await played(database, total - 1, seat=2)
    assert await results.bests(match) == frozenset()
    await played(database, total + 1, ending="resigned")  # it was not played out
    assert await results.bests(match) == frozenset()
    await played(database, total - 9)
    assert await results.bests(match) == {1}
    await played(database, total)
    assert await results.bests(match) == frozenset()


async def test_no_game_is_the_best_that_was_not_played_out_nor_anybodys_who_was_forgotten(database: Database) -> None:
    match = await begun(database)
    results = Results(database)
    for _ in range(ENOUGH):
        await played(database, -162)
    match = await played_on(database, match, plies=3)
    assert await results.bests(match) == frozenset()
    over = await played_on(database, match)
    assert await results.bests(over) == {1}
    await Privacy(database, now).forget(MINA)
    assert await results.bests(await Matches(database, now).load(over.id)) == frozenset()
