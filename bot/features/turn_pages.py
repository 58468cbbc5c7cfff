"""Pages about a match as it stands, with what else they tell: advice, why a plan was stopped, the viewer's level."""

from dataclasses import replace

from bot.app import App
from bot.matches.extras import Extra
from bot.matches.match import Match
from bot.ui.kit.page import Page
from bot.ui.kit.reply import Reply
from bot.ui.kit.router import Click, Request
from bot.ui.pages.turn import beside_turn, current_page, done_page, with_extras
from render import DAYLIGHT


async def told(request: Request[App], match: Match, page: Page, *wanted: Extra) -> Page:
    """A page about a match, with what else it is to tell its viewer."""
    return with_extras(request.say, page, match, await request.app.extras.match(match, request.user, *wanted))


async def current_turn(
    request: Request[App], match: Match, note: str = "", *, is_named: bool = False, beside_board: bool | None = None
) -> Page:
    """Show how a match stands for the user, who may have a turn to take, with a note on top. If the game ``is_named``
    there, the note stands in place of the line that names it above a turn. It is told whether the page stands
    ``beside_board``, or finds out.
    """
    if beside_board is None:
        beside_board = await is_beside_board(request, match)
    elif beside_board:
        beside_board = await sees_boards_as_all(request)
    found = await request.app.extras.match(match, request.user, "best", *beside_turn(request.say))
    if is_named and match.place == "private":  # a page has room for a note or a tip; the first tip tells how to read it
        is_named = match.rival is None or match.is_secret or found.turn != 1
        note, found = (note, replace(found, turn=0)) if is_named else ("", found)
    page = current_page(request.say, match, request.user, is_named=is_named, beside_board=beside_board, best=found.best)
    return with_extras(request.say, page.noted(note), match, found)


async def is_beside_board(request: Request[App], match: Match) -> bool:
    """Tell whether an answer stands right beside the board of a match, whose picture it need not show again."""
    return request.app.boards.is_last_in(request.interaction.channel_id, match) and await sees_boards_as_all(request)


async def sees_boards_as_all(request: Request[App]) -> bool:
    """Tell whether the user sees pictures in the theme in which the boards of the server are."""
    theme, guild = request.app.preferences.theme, request.interaction.guild_id
    own, everybodys = await theme(guild, request.user), await theme(guild)
    return (own or DAYLIGHT.name) == (everybodys or DAYLIGHT.name)


def done(click: Click[App], match: Match) -> Reply:
    """The reply to an act that has changed a match: how it stands now, and that it is done."""
    return Reply(done_page(click.say, match, click.user, click.custom_id.control))
