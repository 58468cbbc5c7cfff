"""The question about a late player."""

from bot.matches.match import Match
from bot.ui.kit.custom_id import CustomId
from bot.ui.kit.page import Page, button
from bot.ui.kit.texts import Say, mention, sentences
from bot.ui.pages.turn import standing_page
from bot.ui.words.notifications import full_time


def claim_page(say: Say, match: Match, user: int, *, in_group: bool = False) -> Page:
    """The question before claiming the win from a late opponent, or calling off a game that nobody can win yet; a game
    ``in_group`` gives a point all the same.
    """
    here = CustomId(match.id, match.revision, "claim")
    name, claim = "claim.ask", button(say, here, "claim", style="danger")
    if not match.moves:
        name, claim = "claim.ask_unplayed", button(say, here, "calloff", "claim", style="danger")
    buttons = button(say, here, "back", "more"), button(say, here, "moretime", style="yes"), claim
    values = {"game": match.id, "user": mention(match.opponent(user)), "time": full_time(say, match)}
    group = say("claim.in_group") if in_group else ""
    return Page((sentences(say, say(name, **values), group),), rows=(buttons,))


def given_page(say: Say, match: Match, user: int) -> Page:
    """Show where both stand after a user has given their opponent more time."""
    note = say("clock.given", user=mention(match.opponent(user)), time=full_time(say, match))
    return standing_page(say, match, user).noted(note)
