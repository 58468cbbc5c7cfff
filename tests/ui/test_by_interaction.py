"""Whatever a command or a button makes is noted with its interaction, so that one which arrives twice makes it once."""

import pytest
from sqlalchemy import Connection

from bot.ui.pages.learn import PAGES
from tests.ui.playing import resigned
from tests.ui.test_learn import page
from tests.ui.world import World


async def interactions(world: World, table: str, column: str) -> list[int | None]:
    """The interactions that are noted in a column, in the order of its rows."""

    def read(connection: Connection) -> list[int | None]:
        found = connection.exec_driver_sql(f"SELECT {column} FROM {table} ORDER BY id")  # noqa: S608
        return list(found.scalars())

    return await world.app.database.read(read)


@pytest.mark.cheapest
async def test_games_against_the_automa_are(world: World) -> None:
    await world.slash(world.mina, "automa", where="here")
    await world.press(world.eve, await page(world, PAGES), "intern")
    begun = await interactions(world, "games", "begun_by")
    assert len({number for number in begun if number}) == len(begun) == 2


async def test_challenges_are(world: World) -> None:
    await world.accepted_game()
    await resigned(world, world.tom)
    await world.press(world.mina, world.board(), "rematch")
    await world.point_at(world.eve, world.tom)
    await world.challenge(world.eve, world.mina)
    made = await interactions(world, "challenges", "made_by")
    assert len({number for number in made if number}) == len(made) == 3
