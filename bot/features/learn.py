"""Learning to play: seven private pages, toy tables to press on, and a first game at the end."""

from bot.features import help, solo
from bot.features.dispatch import Click, Reply, Request, command, on
from bot.matches.seats import LEVELS, Rival
from bot.ui.pages.learn import learn_page, press
from bot.ui.words import lesson_tables
from game import Automa

FIRST: dict[str, Automa | Rival] = {
    LEVELS[0]: Rival(LEVELS[0]),
    "intern": Automa("intern", "normal"),
    "pin": Rival("pin"),  # on pages from before there was anybody easier
}
"""The opponents in a first game, by the buttons that begin one."""


@on("learn", concerns_game=False)
async def show(request: Request) -> Reply:
    """Begin the lesson, from wherever somebody wants to learn."""
    return Reply(learn_page(request.say), about=help.ABOUT)


slash = command("learn")(show)


@on("next", "back", "again", "1", "2", "3", lesson_tables.ADVANCING, page="learn", concerns_game=False)
@on("left", "up", "down", "right", "turn", "flip", "sew", page="learn", concerns_game=False)
async def turn(click: Click) -> Reply:
    """Turn the page, or try something on a toy table."""
    return Reply(learn_page(click.say, press(click.custom_id, click.custom_id.control)), about=help.ABOUT)


@on(*FIRST, page="learn", concerns_game=False)
async def first_game(click: Click) -> Reply:
    """Begin a game against an easy opponent."""
    return await solo.begin_once(click, FIRST[click.custom_id.control])
