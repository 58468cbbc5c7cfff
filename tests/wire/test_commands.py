"""What the program itself tells Discord of its commands."""

from bot.ui.kit.brand import ADMIN, HOME, ROOT
from tests.ui.command_size import MOST, size
from tests.wire.process import Bot
from tests.wire.standin import StandIn


async def test_what_is_registered_leaves_half_of_the_room_that_discord_gives(discord: StandIn, bot: Bot) -> None:
    await bot.connect(discord)
    sizes = {command["name"]: size(command) for command in discord.commands}
    assert {HOME, ROOT, ADMIN} <= sizes.keys()
    assert sizes[ROOT] > 2000, "all languages are among them"
    assert max(sizes.values()) <= MOST // 2
