"""Which game a private page is about: whoever plays several must not sew in the wrong one."""

from __future__ import annotations

from bot.matches.clock import is_late
from bot.matches.match import Match
from bot.now import now
from bot.ui.kit.markup import when
from bot.ui.kit.texts import Say
from bot.ui.words.names import player_name
from game import other


def game_line(say: Say, match: Match, user: int) -> str:
    """The small first line of a player's private page: the game, against whom, and how long there is to move."""
    seat = match.seat_of(user)
    assert seat, "a spectator plays against nobody"
    return f"-# {' · '.join(filter(None, (against(say, match, seat), _clock(say, match))))}"


def against(say: Say, match: Match, seat: int) -> str:
    """Which game it is, and against whom a seat plays it."""
    name = "games.against_automa" if match.is_solo else "games.against"
    return say(name, game=match.id, user=player_name(say, match, other(seat)))


def _clock(say: Say, match: Match) -> str:
    """The clock in a few words; nothing for a match without one."""
    if match.paused is not None:
        return say("games.paused")
    if match.deadline is None:
        return ""
    if match.away is not None and match.away > now():
        return say("games.vacation")
    return say("games.late" if is_late(match, now()) else "games.due", time=when(match.deadline))
