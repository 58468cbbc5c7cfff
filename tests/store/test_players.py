"""What players and servers have chosen, in the store."""

from bot.store.backend.database import Database
from bot.store.players import Display, PlayerRow, find_display, find_player, save_player
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


async def test_a_players_own_look_goes_before_the_servers(database: Database) -> None:
    assert await database.read(find_display, GUILD, MINA) == Display(None, words=False)
    for theme in ("daylight", "night"):
        await database.write(save_server, ServerRow(GUILD, theme))
    assert await database.read(find_display, GUILD, MINA) == Display("night", words=False)
    assert await database.read(find_display, GUILD, 0) == Display("night", words=False)
    await database.write(save_player, PlayerRow(MINA, "contrast", words=True))
    assert await database.read(find_display, GUILD, MINA) == Display("contrast", words=True)
    assert await database.read(find_display, 1, MINA) == Display("contrast", words=True)
    assert await database.read(find_display, GUILD, TOM) == Display("night", words=False)
    await database.write(save_server, ServerRow(GUILD))
    assert await database.read(find_server, GUILD) == ServerRow(GUILD)
    assert await database.read(find_display, GUILD, TOM) == Display(None, words=False)
