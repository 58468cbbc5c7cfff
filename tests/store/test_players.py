"""What players and servers have chosen, in the store."""

from __future__ import annotations

from bot.store.backend.database import Database
from bot.store.players import PlayerRow, find_player, find_theme, save_player
from bot.store.servers import ServerRow, find_server, save_server
from tests.store.building import GUILD, MINA, TOM, rows


async def test_whoever_has_chosen_nothing_has_the_usual(database: Database) -> None:
    assert await database.read(find_player, MINA) == PlayerRow(MINA, None, "mention", None, None, "UTC", 0)


async def test_choices_are_stored_in_the_place_of_the_ones_before(database: Database) -> None:
    row = PlayerRow(MINA, "night", "direct", 1_320, 420, "Europe/Berlin", 9_000)
    await database.write(save_player, row)
    await database.write(save_player, PlayerRow(TOM))
    assert await database.read(find_player, MINA) == row
    await database.write(save_player, PlayerRow(MINA, notify="nothing"))
    assert await database.read(find_player, MINA) == PlayerRow(MINA, notify="nothing")
    assert len((await database.read(rows, "players"))["players"]) == 2


async def test_a_players_own_theme_goes_before_the_servers(database: Database) -> None:
    assert await database.read(find_theme, GUILD, MINA) is None
    for theme in ("daylight", "night"):
        await database.write(save_server, ServerRow(GUILD, theme))
    assert await database.read(find_theme, GUILD, MINA) == await database.read(find_theme, GUILD, 0) == "night"
    await database.write(save_player, PlayerRow(MINA, "contrast"))
    assert await database.read(find_theme, GUILD, MINA) == await database.read(find_theme, 1, MINA) == "contrast"
    assert await database.read(find_theme, GUILD, TOM) == "night"
    await database.write(save_server, ServerRow(GUILD))
    assert await database.read(find_server, GUILD) == ServerRow(GUILD)
    assert await database.read(find_theme, GUILD, TOM) is None
