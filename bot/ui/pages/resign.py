"""The question before giving up a match."""

from bot.matches.match import Match
from bot.ui.kit.custom_id import CustomId
from bot.ui.kit.page import Page, button
from bot.ui.kit.texts import Say, mention, sentences
from bot.ui.words.names import player_name


def resign_page(say: Say, match: Match, user: int, *, in_group: bool = False) -> Page:
    """The question before giving up a match; ``in_group``, one that nobody can win yet gives a point all the same."""
    here = CustomId(match.id, match.revision, "resign")
    back, resign = button(say, here, "back", "more"), button(say, here, "resign", style="danger")
    if match.is_solo:
        return Page((say("resign.ask_solo", game=match.id, user=player_name(say, match, 2)),), rows=((back, resign),))
    name = "resign.ask"
    if not match.moves:
        name, resign = "resign.ask_unplayed", button(say, here, "calloff", "resign", style="danger")
    buttons = ((back, button(say, here, "cancel"), button(say, here, "gone"), resign),)
    opponent = mention(match.opponent(user))
    group = say("resign.in_group", user=opponent) if in_group else ""
    return Page((sentences(say, say(name, game=match.id, user=opponent), group),), rows=buttons)
