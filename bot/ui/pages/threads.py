"""The message under which the thread of a match hangs."""

from bot.matches.match import Match
from bot.ui.kit.page import Page
from bot.ui.kit.texts import Say
from bot.ui.words.names import player_name


def anchor_page(say: Say, match: Match) -> Page:
    """Say who plays in the thread below."""
    one, two = (player_name(say, match, seat) for seat in (1, 2))
    return Page((say("thread.anchor", game=match.id, one=one, two=two),))


def refused_page(say: Say, match: Match) -> Page:
    """That no thread could be opened, and the game is played in the channel."""
    return Page((say("thread.refused", game=match.id),))
