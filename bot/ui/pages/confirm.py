"""The questions that a player is asked in private before something that cannot be undone."""

from __future__ import annotations

from bot.matches.match import Match
from bot.ui.kit.custom_id import CustomId
from bot.ui.kit.page import Button, Page
from bot.ui.kit.texts import Say
from bot.ui.words.sentences import mention


def resign_page(say: Say, match: Match, user: int) -> Page:
    """The question before a match is given up."""
    here = CustomId(match.id, match.revision, "resign")
    back, resign = _button(say, here, "back", "more"), _button(say, here, "resign")
    if match.is_solo:
        return Page((say("resign.ask_solo", game=match.id),), rows=((back, resign),))
    buttons = ((back, _button(say, here, "cancel")), (_button(say, here, "gone"), resign))
    return Page((say("resign.ask", game=match.id, user=mention(match.opponent(user))),), rows=buttons)


def claim_page(say: Say, match: Match, user: int) -> Page:
    """The question before a match is won because the opponent is late."""
    here = CustomId(match.id, match.revision, "claim")
    buttons = (_button(say, here, "back", "more"), _button(say, here, "moretime"), _button(say, here, "claim"))
    return Page((say("claim.ask", game=match.id, user=mention(match.opponent(user))),), rows=(buttons,))


def close_page(say: Say, match: Match) -> Page:
    """The question before a moderator closes a match."""
    here = CustomId(match.id, match.revision, "admin")
    return Page((say("admin.ask", game=match.id),), rows=((_button(say, here, "endgame"),),))


def _button(say: Say, here: CustomId, name: str, control: str = "") -> Button:
    return Button(say(f"button.{name}"), here.press(control or name))
