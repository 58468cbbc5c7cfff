"""The end of a match, told to the other player where their private page still shows what came before."""

import contextlib

from bot.features.dispatch import Request, speaker_for
from bot.matches.match import Match, Refusal
from bot.ui.kit.failure import UNREACHED
from bot.ui.kit.reply import show_later
from bot.ui.pages.refusals import refusal_text
from bot.ui.pages.turn import current_page


async def tell_the_other(request: Request, match: Match) -> None:
    """Show whoever has not ended a match that it has ended, and how, if a private page of theirs about it stands."""
    for user in match.people if match.outcome else ():
        if user != request.user and (shown := request.app.private.find(user, match.id)):
            say = await speaker_for(request.app, shown)
            page = current_page(say, match, user).noted(refusal_text(say, Refusal("ended", match)))
            with contextlib.suppress(*UNREACHED):
                await show_later(request.app, shown, page)
