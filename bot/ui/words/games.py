"""Games in one line: which one a private page is about, and how those in a list stand."""

from __future__ import annotations

from bot.matches.clock import is_late
from bot.matches.match import Match
from bot.now import now
from bot.store.games import GameRow
from bot.ui.kit.markup import url_of, when
from bot.ui.kit.texts import Say
from bot.ui.words.lists import notes
from bot.ui.words.names import player_name, second_name, user_name
from game import other


def game_line(say: Say, match: Match, user: int) -> str:
    """The small first line of a player's private page: the game, against whom, and how long there is to move."""
    seat = match.seat_of(user)
    assert seat, "a spectator plays against nobody"
    return f"-# {notes(say, against(say, match, seat), _clock(say, match))}"


def against(say: Say, match: Match, seat: int) -> str:
    """Which game it is, and against whom a seat plays it."""
    name = "games.against_automa" if match.automa else "games.against"
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


def listed_game(say: Say, row: GameRow, user: int, moves: int, board: int | None) -> str:
    """A running game in a list of its player: against whom, how far it is, who must move, and until when.

    Its number leads to its ``board``, or to its channel; a private game has neither.
    """
    url = url_of(row.guild_id, row.channel_id, board)
    return say(
        "games.line",
        game=say("games.private" if row.place == "private" else "games.link", game=row.id, url=url),
        user=second_name(say, row) if row.player1 == user else user_name(say, row.player1),
        move=moves + 1,
        state=say(f"games.{'yours' if row.mover == user else 'theirs'}{_time(row)}", time=when(row.deadline or 0)),
    )


def _time(row: GameRow) -> str:
    """What the clock does to a running game: the end of the name of a text."""
    if row.paused is not None:
        return ".paused"
    if row.deadline is None:
        return ""
    if row.away is not None and row.away > now():
        return ".vacation"
    return ".late" if row.deadline <= now() else ".due"
