"""What this bot is, and where to find more."""

from bot.features.dispatch import Click, Reply, on
from bot.features.help import ABOUT
from bot.ui.kit.brand import VERSION
from bot.ui.pages.about import about_page


@on("about", page="help", concerns_game=False)
async def about(click: Click) -> Reply:
    """Tell the version, and where to find more."""
    invite: str = click.interaction.client.invite
    return Reply(about_page(click.say, VERSION, {"invite": invite, **click.app.config.links}), about=ABOUT)
