"""What answers a move at once, in its own transaction: the Automa, and whoever has no choice (decision 0058)."""

from __future__ import annotations

from sqlalchemy import Connection

from bot.matches.log import store_event
from bot.matches.match import Match
from bot.matches.news import next_card
from bot.store.games import LogRow
from bot.store.players import find_player
from game import Reveal


def answered(connection: Connection, match: Match, now: int) -> Match:
    """The match once all is made that answers its last move by itself, until somebody must choose."""
    while event := _answer(connection, match, now):
        match = store_event(connection, match.after(event), event)
    return match


def _answer(connection: Connection, match: Match, now: int) -> LogRow | None:
    """The next event that needs nobody, or None."""
    if match.outcome:
        return None
    number, seat = match.revision + 1, match.position.turn
    if match.position.awaits_card:
        card = next_card(match)
        assert card is not None
        return LogRow(number, "move", seat, str(Reveal(card.number)), now)
    if (move := match.forced_move) and find_player(connection, match.person_at(seat)).forced:
        return LogRow(number, "move", seat, str(move), now, "forced")
    return None
