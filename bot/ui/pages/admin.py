"""What moderators see: the running games, and the question before one is closed."""

from collections.abc import Sequence

from bot.matches.match import Match
from bot.store.games import GameRow
from bot.ui.kit.custom_id import CustomId
from bot.ui.kit.page import Page, button
from bot.ui.kit.texts import Say
from bot.ui.pages.games import LISTED, Boards, link_to_board, listed
from bot.ui.words.names import second_name, user_name


def moderated_page(say: Say, rows: Sequence[GameRow], boards: Boards) -> Page:
    """The running games that a moderator may close."""
    lines: list[str] = []
    for row in rows[:LISTED]:
        one, two = user_name(say, row.player1), second_name(say, row)
        lines.append(say("admin.line", one=one, two=two, game=link_to_board(say, row, boards)))
    return Page((say("admin.title"), listed(say, lines, len(rows))))


def close_page(say: Say, match: Match) -> Page:
    """The question before a moderator closes a match."""
    here = CustomId(match.id, match.revision, "admin")
    return Page((say("admin.ask", game=match.id),), rows=((button(say, here, "endgame", style="danger"),),))
