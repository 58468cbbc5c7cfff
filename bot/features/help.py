"""How to play: the command, and the pages behind its buttons."""

from bot.features.dispatch import Click, Reply, Request, command, on
from bot.ui.pages.help import help_page, topic_page

ABOUT = "help"
"""What these pages and the lesson's are about: a new one takes the old one away."""


@on("help", concerns_game=False)
async def show(request: Request) -> Reply:
    """The first page, from wherever somebody asks for help."""
    return Reply(help_page(request.say), about=ABOUT)


slash = command("help")(show)


@on("rules", concerns_game=False)
@on("picture", "clocks", "rivals", "alone", "commands", page="help", concerns_game=False)
async def topic(click: Click) -> Reply:
    """The rules in short, from anywhere, or another page of help."""
    return Reply(topic_page(click.say, click.custom_id.control), about=ABOUT)
