"""Showing a board at once, and saying why where Discord does not take it."""

from bot.features.dispatch import Page, Request
from bot.matches.match import Match
from bot.ui.kit.failure import UNREACHED, code_of
from bot.ui.kit.permissions import known_to_lack
from bot.ui.pages.refusals import permission_names
from bot.ui.publish.channels import UNKNOWN_CHANNEL, is_closed

_ARCHIVED, _LOCKED = 50083, 160005


async def first_board(request: Request, match: Match, answer: Page | None = None) -> Page | None:
    """Show the board of a match that has just begun. If that fails, the answer to its player with the reason."""
    try:
        await request.app.boards.show(match.id)
    except UNREACHED as error:
        return (answer or Page()).noted(await why_unshown(request, match.id, error))
    return None


async def why_unshown(request: Request, match_id: int, error: Exception) -> str:
    """Say why Discord did not take the board of a match, and what to do."""
    match = await request.app.matches.load(match_id)  # it may be in its thread by now
    missing = known_to_lack(request.interaction.client, match.channel_id)
    if not takes_no_posts(error):
        name = "unshown.later"
    elif code_of(error) == UNKNOWN_CHANNEL:
        name = "unshown.gone"
    else:
        name = "unshown.lacking" if missing else "unshown.closed"
    names = permission_names(request.say, missing)
    return request.say(name, game=match.id, channel=f"<#{match.channel_id}>", permissions=names)


def takes_no_posts(error: Exception) -> bool:
    """Tell whether a channel did not take a post, and will not until somebody changes that: it is closed, or locked."""
    return is_closed(error) or code_of(error) in (_ARCHIVED, _LOCKED)
