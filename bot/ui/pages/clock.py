"""The question about a late player."""

from __future__ import annotations

from bot.matches.match import Match
from bot.ui.kit.custom_id import CustomId
from bot.ui.kit.markup import mention
from bot.ui.kit.page import Page, button
from bot.ui.kit.texts import Say


def claim_page(say: Say, match: Match, user: int) -> Page:
    """The question before claiming the win from a late opponent."""
    here = CustomId(match.id, match.revision, "claim")
    buttons = (button(say, here, "back", "more"), button(say, here, "moretime"), button(say, here, "claim"))
    return Page((say("claim.ask", game=match.id, user=mention(match.opponent(user))),), rows=(buttons,))
